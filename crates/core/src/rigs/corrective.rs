//! A corrective shape: offsets sculpted at a few angles so that there, after skinning, every vertex is as
//! far from the joint as it was modelled.

use crate::blend::linear;
use crate::morph::{self, Keys, MorphError};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The angles at which the arm's elbow is sculpted, degrees.
pub const KEYS: [f64; 4] = [0.0, 60.0, 120.0, 150.0];

/// [`KEYS`] in radians.
///
/// # Errors
///
/// None in practice; the signature is [`Keys::new`]'s.
pub fn keys() -> Result<Keys, MorphError> {
    Keys::new(KEYS.map(f64::to_radians).to_vec())
}

// region: sculpt
/// The offset (metres, rest pose) that undoes at one pose what blending takes: `p` moved away from `joint`
/// until its blended position is as far from the joint as `p` was.
///
/// `joints` are the joint matrices of that pose, all of which must leave `joint` where it is. A vertex
/// that blending puts on the joint itself cannot be brought back from there and keeps its place.
#[must_use]
pub fn sculpt(joints: &[DAffine3], influences: &[Influence], joint: DVec3, p: DVec3) -> DVec3 {
    let arm = p - joint;
    let left = (linear::position(joints, influences, p) - joint).length();
    if left == 0.0 {
        return DVec3::ZERO;
    }
    arm * (arm.length() / left - 1.0)
}
// endregion: sculpt

/// The offset at `angle` (radians) between the offsets sculpted at the keys (`T`).
///
/// # Errors
///
/// Refuses another number of offsets than of keys.
pub fn offset(keys: &Keys, sculpted: &[DVec3], angle: f64) -> Result<DVec3, MorphError> {
    let weights: Vec<f64> = keys.weights(angle).collect();
    morph::position(DVec3::ZERO, sculpted, &weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sculpted_vertex_keeps_its_distance() {
        let joints = [DAffine3::IDENTITY, DAffine3::from_rotation_z(2.0)];
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        let p = DVec3::new(0.1, 0.3, 0.0);
        let offset = sculpt(&joints, &half, DVec3::ZERO, p);
        let skinned = linear::position(&joints, &half, p + offset);
        assert!((skinned.length() - p.length()).abs() < 1e-15);
        assert_eq!(sculpt(&joints, &half, p, p), DVec3::ZERO);
    }

    #[test]
    fn refuses_another_number_of_shapes() {
        let keys = keys().expect("constant");
        assert!(offset(&keys, &[DVec3::X; 3], 1.0).is_err());
        assert_eq!(offset(&keys, &[DVec3::X; 4], 1.0), Ok(DVec3::X));
    }
}
