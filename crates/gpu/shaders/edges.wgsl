// The ends of each cell edge, gathered from the skinned vertices, one invocation an edge. A vertex
// shader that widens an edge needs both its ends, and at compatibility level it may not read them
// from a storage buffer: it gets them from here as attributes of an instance. Needs `vertex.wgsl`.

@group(0) @binding(0) var<storage, read> skinned_vertices: array<Vertex>;
@group(0) @binding(1) var<storage, read> edges: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> ends: array<vec4<f32>>;

@compute @workgroup_size(64)
fn gather(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let edge = id.y * groups.x * 64u + id.x;
    if edge >= arrayLength(&edges) {
        return;
    }
    let a = skinned_vertices[edges[edge].x].position;
    let b = skinned_vertices[edges[edge].y].position;
    ends[edge] = vec4(a[0], a[1], b[0], b[1]);
}
