//! Random joint transforms with rotation, scale and offset.

use proptest::prelude::*;
use skinlab_core::glam::{DAffine3, DQuat, DVec3};
use skinlab_core::transform::Transform;

/// Any vector whose components lie within `reach` metres.
pub fn vector(reach: f64) -> impl Strategy<Value = DVec3> {
    [-reach..reach, -reach..reach, -reach..reach].prop_map(DVec3::from_array)
}

/// Any unit vector.
pub fn direction() -> impl Strategy<Value = DVec3> {
    vector(1.0).prop_map(|v| v.normalize_or(DVec3::Z))
}

/// Any rotation, with offsets within 2 m and scales from `1 / stretch` to `stretch` on each axis.
pub fn transform(stretch: f64) -> impl Strategy<Value = Transform> {
    let scale = [-1.0..1.0, -1.0..1.0, -1.0..1.0]
        .prop_map(move |exponents: [f64; 3]| DVec3::from_array(exponents.map(|e| stretch.powf(e))));
    let rotation = (direction(), -3.2..3.2)
        .prop_map(|(axis, angle): (DVec3, f64)| DQuat::from_axis_angle(axis, angle));
    (vector(2.0), rotation, scale).prop_map(|(translation, rotation, scale)| Transform {
        translation,
        rotation,
        scale,
    })
}

/// The affine matrix of a [`transform`] stretched by up to 2.
pub fn affine() -> impl Strategy<Value = DAffine3> {
    transform(2.0).prop_map(Transform::to_affine)
}
