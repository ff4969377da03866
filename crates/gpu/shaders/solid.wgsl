// Skinned meshes in space, shaded by light from above and below and by one lamp far away, without
// gloss; and thin lines along edges. Needs `colour.wgsl` and `unit.wgsl`.

struct Solid {
    clip_from_world: mat4x4<f32>,
    // Straight alpha.
    parent_fill: vec4<f32>,
    mid_fill: vec4<f32>,
    child_fill: vec4<f32>,
    edge: vec4<f32>,
    // The unit vector towards the lamp, world space.
    towards_lamp: vec3<f32>,
    // What the lamp adds where it falls in straight; what comes from straight below, and from above.
    lamp: f32,
    ground: f32,
    sky: f32,
}

@group(0) @binding(0) var<uniform> solid: Solid;

struct Surface {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) child: f32,
}

@vertex
fn surface_vertex(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) child: f32,
) -> Surface {
    return Surface(solid.clip_from_world * vec4(position, 1.0), position, normal, child);
}

@fragment
fn surface_fragment(in: Surface) -> @location(0) vec4<f32> {
    // The triangle's own normal on the side that is seen, however it winds: right × up points at
    // the viewer, and pixel rows run down. Normals follow it to that side.
    let facing = unit_or_zero(cross(dpdy(in.world), dpdx(in.world)));
    let smooth_normal = unit_or_zero(in.normal);
    let has_normal = dot(smooth_normal, smooth_normal) > 0.5;
    let normal = select(facing, smooth_normal, has_normal);
    let seen = select(normal, -normal, dot(normal, facing) < 0.0);

    let fill = tinted(solid.parent_fill, solid.mid_fill, solid.child_fill, in.child);
    return premultiplied(vec4(saturate(fill.rgb * light(seen)), fill.a), 1.0);
}

fn light(normal: vec3<f32>) -> f32 {
    let around = mix(solid.ground, solid.sky, 0.5 + 0.5 * normal.y);
    return around + solid.lamp * max(dot(normal, solid.towards_lamp), 0.0);
}

@vertex
fn line_vertex(@location(0) position: vec3<f32>) -> @builtin(position) vec4<f32> {
    return solid.clip_from_world * vec4(position, 1.0);
}

@fragment
fn line_fragment() -> @location(0) vec4<f32> {
    return premultiplied(solid.edge, 1.0);
}
