// What both ways of blending share: one invocation a vertex, and how its data are packed. Needs
// `vertex.wgsl`, `unit.wgsl`, and `linear.wgsl` or `dual_quat.wgsl` for `palette`, `blend` and
// `transform`.

// How many influence slots a vertex has (4 or 8), how many bits a joint has (8 or 16), and a weight:
// 32 for a float, 16 or 8 for a whole number out of 65535 or 255.
override SLOTS: u32 = 4u;
override JOINT_BITS: u32 = 16u;
override WEIGHT_BITS: u32 = 32u;

// The normal as a direction on an octahedron that is unfolded to a square, 16 bits a coordinate.
struct PackedVertex {
    position: array<f32, 3>,
    normal: u32,
}

// The rest vertices are bound in one of two formats, and each has an entry point of its own.
@group(0) @binding(1) var<storage, read> rest_vertices: array<Vertex>;
@group(0) @binding(1) var<storage, read> packed_vertices: array<PackedVertex>;
@group(0) @binding(2) var<storage, read> influences: array<u32>;
@group(0) @binding(3) var<storage, read_write> skinned_vertices: array<Vertex>;

@compute @workgroup_size(64)
fn skin(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let vertex = vertex_of(id, groups);
    if vertex < arrayLength(&rest_vertices) {
        let rest = rest_vertices[vertex];
        move_vertex(vertex, rest.position, vec3(rest.normal[0], rest.normal[1], rest.normal[2]));
    }
}

@compute @workgroup_size(64)
fn skin_packed(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let vertex = vertex_of(id, groups);
    if vertex < arrayLength(&packed_vertices) {
        let rest = packed_vertices[vertex];
        move_vertex(vertex, rest.position, unfolded(rest.normal));
    }
}

// Large meshes are dispatched as rows of groups, and the last row may overshoot the mesh.
fn vertex_of(id: vec3<u32>, groups: vec3<u32>) -> u32 {
    return id.y * groups.x * 64u + id.x;
}

fn move_vertex(vertex: u32, p: array<f32, 3>, normal: vec3<f32>) {
    skinned_vertices[vertex] = transform(blend(vertex), vec3(p[0], p[1], p[2]), normal);
}

fn stored(position: vec3<f32>, normal: vec3<f32>) -> Vertex {
    return Vertex(
        array(position.x, position.y, position.z),
        array(normal.x, normal.y, normal.z),
    );
}

fn unfolded(normal: u32) -> vec3<f32> {
    // The word of a vertex without normal.
    if normal == 0x80008000u {
        return vec3(0.0);
    }
    let word = bitcast<i32>(normal);
    let q = vec2(extractBits(word, 0u, 16u), extractBits(word, 16u, 16u));
    let p = vec2<f32>(q) / 32767.0;
    let z = 1.0 - abs(p.x) - abs(p.y);
    let fold = vec2(max(-z, 0.0));
    return unit_or_zero(vec3(p - select(fold, -fold, p < vec2(0.0)), z));
}

// A vertex has its joints first and then its weights, as many to a word as fit, low bits first.
fn joint_of(vertex: u32, slot: u32) -> u32 {
    return field(words_of(vertex), slot, JOINT_BITS);
}

fn weight_of(vertex: u32, slot: u32) -> f32 {
    let word = field(words_of(vertex) + SLOTS * JOINT_BITS / 32u, slot, WEIGHT_BITS);
    if WEIGHT_BITS == 32u {
        return bitcast<f32>(word);
    }
    return f32(word) / f32(0xffffffffu >> (32u - WEIGHT_BITS));
}

fn words_of(vertex: u32) -> u32 {
    return vertex * (SLOTS * (JOINT_BITS + WEIGHT_BITS) / 32u);
}

fn field(first: u32, slot: u32, bits: u32) -> u32 {
    let a_word = 32u / bits;
    return extractBits(influences[first + slot / a_word], bits * (slot % a_word), bits);
}
