// Dual-quaternion skinning. Twin of the core crate's `kernel/dual_quat.rs`: the same operations in the
// same order, so that the two can be read side by side. Needs `skin.wgsl`.

// The motion of a joint: real part (x, y, z, w), then dual part (x, y, z, w), 32 bytes.
struct Joint {
    rows: array<vec4<f32>, 2>,
}

@group(0) @binding(0) var<storage, read> palette: array<Joint>;

// region: blend
// The joint of the largest weight; of several, the lowest.
fn heaviest(vertex: u32) -> u32 {
    var pivot = joint_of(vertex, 0u);
    var most = weight_of(vertex, 0u);
    for (var slot = 1u; slot < SLOTS; slot++) {
        let joint = joint_of(vertex, slot);
        let weight = weight_of(vertex, slot);
        if weight > most || (weight == most && joint < pivot) {
            pivot = joint;
            most = weight;
        }
    }
    return pivot;
}

// Adds the weighted motions of a vertex's influences, each brought to the side of the pivot, and
// divides by the length of the real part. A sum without direction becomes zero, which moves nothing:
// the smallest normal f32 keeps 0 / 0 away.
fn blend(vertex: u32) -> array<vec4<f32>, 2> {
    let pivot = palette[heaviest(vertex)].rows[0];
    var b = array<vec4<f32>, 2>();
    for (var slot = 0u; slot < SLOTS; slot++) {
        let weight = weight_of(vertex, slot);
        let rows = palette[joint_of(vertex, slot)].rows;
        let near = select(weight, -weight, dot(rows[0], pivot) < 0.0);
        b[0] += near * rows[0];
        b[1] += near * rows[1];
    }
    let scale = 1.0 / sqrt(max(dot(b[0], b[0]), 0x1p-126f));
    return array(scale * b[0], scale * b[1]);
}

// Moves one rest vertex: turned by the real part (r, w), then moved by twice the vector part of the
// dual part (d, e) times the conjugate of the real one.
fn transform(b: array<vec4<f32>, 2>, position: vec3<f32>, normal: vec3<f32>) -> Vertex {
    let r = b[0].xyz;
    let w = b[0].w;
    let d = b[1].xyz;
    let e = b[1].w;
    let translation = 2.0 * (w * d - e * r + cross(r, d));
    return stored(turn(r, w, position) + translation, turn(r, w, normal));
}

// Turns `v` by the unit quaternion (r, w).
fn turn(r: vec3<f32>, w: f32, v: vec3<f32>) -> vec3<f32> {
    return v + 2.0 * cross(r, cross(r, v) + w * v);
}
// endregion: blend
