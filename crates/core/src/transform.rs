//! Local transforms of a joint: translation, rotation and scale, and the affine matrix they make.

use glam::{DAffine3, DQuat, DVec3};

/// Translation (metres), rotation and scale of one joint relative to its parent.
///
/// The matrix is `T · R · S`, as in glTF 2.0 §5.25.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Offset from the parent's origin, in metres, in the parent's axes.
    pub translation: DVec3,
    /// Rotation relative to the parent; a unit quaternion.
    pub rotation: DQuat,
    /// Scale along the joint's own axes; 1 for a rigid joint.
    pub scale: DVec3,
}

impl Transform {
    /// The transform that moves nothing.
    pub const IDENTITY: Self = Self {
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: DVec3::ONE,
    };

    /// The affine matrix `T · R · S`.
    #[must_use]
    pub fn to_affine(self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// A planar joint: offset `translation` metres from its parent and turned by `angle` radians about +z.
#[must_use]
pub fn planar(translation: DVec3, angle: f64) -> DAffine3 {
    let (sin, cos) = angle.sin_cos();
    DAffine3::from_cols(
        DVec3::new(cos, sin, 0.0),
        DVec3::new(-sin, cos, 0.0),
        DVec3::Z,
        translation,
    )
}

/// Whether every number of `transform` is finite.
#[must_use]
pub fn is_finite(transform: &DAffine3) -> bool {
    transform
        .to_cols_array()
        .iter()
        .all(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translation_acts_after_rotation_and_scale() {
        let transform = Transform {
            translation: DVec3::new(1.0, 0.0, 0.0),
            rotation: DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
            scale: DVec3::splat(2.0),
        };
        let moved = transform.to_affine().transform_point3(DVec3::X);
        assert!((moved - DVec3::new(1.0, 2.0, 0.0)).length() < 1e-12);
    }

    #[test]
    fn planar_turns_counterclockwise() {
        let moved = planar(DVec3::ZERO, std::f64::consts::FRAC_PI_2).transform_point3(DVec3::X);
        assert!((moved - DVec3::Y).length() < 1e-12);
    }
}
