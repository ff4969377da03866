// Unit length, or zero where there is no direction: the smallest normal f32 keeps 0 / 0 away.
fn unit_or_zero(n: vec3<f32>) -> vec3<f32> {
    return n / sqrt(max(dot(n, n), 0x1p-126f));
}
