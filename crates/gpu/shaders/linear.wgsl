// Linear blend skinning. Twin of the core crate's `kernel/linear.rs`: the same operations in the same
// order, so that the two can be read side by side. Needs `skin.wgsl` and `unit.wgsl`.

// S = W · B⁻¹ without its last row, which is always (0, 0, 0, 1): 48 bytes.
struct Joint {
    rows: array<vec4<f32>, 3>,
}

@group(0) @binding(0) var<storage, read> palette: array<Joint>;

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
fn transform(m: array<vec4<f32>, 3>, position: vec3<f32>, normal: vec3<f32>) -> Vertex {
    let p = vec4(position, 1.0);
    let n = vec4(normal, 0.0);
    return stored(
        vec3(dot(m[0], p), dot(m[1], p), dot(m[2], p)),
        unit_or_zero(vec3(dot(m[0], n), dot(m[1], n), dot(m[2], n))),
    );
}
// endregion: blend
