// Linear blend skinning, one invocation a vertex. Twin of the core crate's `kernel/linear.rs`: the
// same operations in the same order, so that the two can be read side by side.

// How many influence slots a vertex has (4 or 8), and how many bits a weight has: 32 for a float,
// 16 or 8 for a whole number out of 65535 or 255.
override SLOTS: u32 = 4u;
override WEIGHT_BITS: u32 = 32u;

// S = W · B⁻¹ without its last row, which is always (0, 0, 0, 1): 48 bytes.
struct Joint {
    rows: array<vec4<f32>, 3>,
}

// Arrays instead of vec3, which would be padded: 24 bytes, as a vertex buffer wants them.
struct Vertex {
    position: array<f32, 3>,
    normal: array<f32, 3>,
}

@group(0) @binding(0) var<storage, read> palette: array<Joint>;
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
    skinned_vertices[vertex] = transform(blend(vertex), rest_vertices[vertex]);
}

// region: blend
// Adds the weighted joint matrices of a vertex's influences, row by row.
fn blend(vertex: u32) -> array<vec4<f32>, 3> {
    var m = array<vec4<f32>, 3>();
    for (var slot = 0u; slot < SLOTS; slot++) {
        let weight = weight_of(vertex, slot);
        let rows = palette[joint_of(vertex, slot)].rows;
        m[0] += weight * rows[0];
        m[1] += weight * rows[1];
        m[2] += weight * rows[2];
    }
    return m;
}

// Moves one rest vertex by the blended matrix.
fn transform(m: array<vec4<f32>, 3>, rest: Vertex) -> Vertex {
    let p = vec4(rest.position[0], rest.position[1], rest.position[2], 1.0);
    let position = vec3(dot(m[0], p), dot(m[1], p), dot(m[2], p));
    let n = vec4(rest.normal[0], rest.normal[1], rest.normal[2], 0.0);
    let normal = unit_or_zero(vec3(dot(m[0], n), dot(m[1], n), dot(m[2], n)));
    return Vertex(
        array(position.x, position.y, position.z),
        array(normal.x, normal.y, normal.z),
    );
}
// endregion: blend

// Unit length, or zero where there is no direction: the smallest normal f32 keeps 0 / 0 away.
fn unit_or_zero(n: vec3<f32>) -> vec3<f32> {
    return n / sqrt(max(dot(n, n), 0x1p-126f));
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
