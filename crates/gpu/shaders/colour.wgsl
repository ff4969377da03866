// What every drawing shader does with a colour: sRGB with straight alpha comes in and is mixed as it
// is, premultiplied colour goes out.

fn premultiplied(colour: vec4<f32>, covered: f32) -> vec4<f32> {
    let alpha = colour.a * covered;
    return vec4(colour.rgb * alpha, alpha);
}

// From the parent's colour over the middle one to the child's, by the child's share of a vertex.
fn tinted(parent: vec4<f32>, mid: vec4<f32>, child: vec4<f32>, share: f32) -> vec4<f32> {
    // Outside the triangle, where a multisampled edge pixel may have its centre, it overshoots.
    let inside = saturate(share);
    let to_mid = mix(parent, mid, saturate(2.0 * inside));
    return mix(to_mid, child, saturate(2.0 * inside - 1.0));
}
