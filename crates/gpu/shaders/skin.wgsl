// What both ways of blending share: one invocation a vertex, and where its influences stand. Needs
// `vertex.wgsl`, and `linear.wgsl` or `dual_quat.wgsl` for `palette`, `blend` and `transform`.

// How many influence slots a vertex has (4 or 8), and how many bits a weight has: 32 for a float,
// 16 or 8 for a whole number out of 65535 or 255.
override SLOTS: u32 = 4u;
override WEIGHT_BITS: u32 = 32u;

@group(0) @binding(1) var<storage, read> rest_vertices: array<Vertex>;
@group(0) @binding(2) var<storage, read> influences: array<u32>;
@group(0) @binding(3) var<storage, read_write> skinned_vertices: array<Vertex>;

@compute @workgroup_size(64)
fn skin(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    // Large meshes are dispatched as rows of groups, and the last row may overshoot the mesh.
    let vertex = id.y * groups.x * 64u + id.x;
    if vertex >= arrayLength(&rest_vertices) {
        return;
    }
    let rest = rest_vertices[vertex];
    skinned_vertices[vertex] = transform(blend(vertex), vector(rest.position), vector(rest.normal));
}

fn vector(a: array<f32, 3>) -> vec3<f32> {
    return vec3(a[0], a[1], a[2]);
}

fn stored(position: vec3<f32>, normal: vec3<f32>) -> Vertex {
    return Vertex(
        array(position.x, position.y, position.z),
        array(normal.x, normal.y, normal.z),
    );
}

// The words of one vertex: its joints, two a word, then its weights, as many as fit.
fn words_of(vertex: u32) -> u32 {
    return vertex * (SLOTS / 2u + SLOTS * WEIGHT_BITS / 32u);
}

fn joint_of(vertex: u32, slot: u32) -> u32 {
    let word = influences[words_of(vertex) + slot / 2u];
    return extractBits(word, 16u * (slot % 2u), 16u);
}

fn weight_of(vertex: u32, slot: u32) -> f32 {
    let first = words_of(vertex) + SLOTS / 2u;
    if WEIGHT_BITS == 8u {
        return f32(extractBits(influences[first + slot / 4u], 8u * (slot % 4u), 8u)) / 255.0;
    }
    if WEIGHT_BITS == 16u {
        return f32(extractBits(influences[first + slot / 2u], 16u * (slot % 2u), 16u)) / 65535.0;
    }
    return bitcast<f32>(influences[first + slot]);
}
