//! The arm with a half-angle helper bone: a third joint at the elbow, turned by half of the bend, that
//! takes over the middle of the transition band.

use crate::rigs::arm::L1;
use crate::skeleton::{Skeleton, SkeletonError};
use crate::transform::planar;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The helper's number; 0 is the parent and 1 the child, as in the plain arm.
pub const HELPER: u16 = 2;

/// The share of the bend that the helper turns.
pub const HALF: f64 = 0.5;

/// The skeleton: parent, child and helper; the helper hangs on the parent beside the child.
///
/// # Errors
///
/// None in practice; the signature is [`Skeleton::new`]'s.
pub fn skeleton() -> Result<Skeleton, SkeletonError> {
    Skeleton::new(
        vec![None, Some(0), Some(0)],
        local([0.0, 0.0], HALF).to_vec(),
    )
}

/// The local transforms of a pose (`J` = 3): θ₀ at the root, θ₁ at the elbow, and of the helper
/// `share` · θ₁, radians.
#[must_use]
pub fn local([theta0, theta1]: [f64; 2], share: f64) -> [DAffine3; 3] {
    let elbow = DVec3::new(L1, 0.0, 0.0);
    [
        planar(DVec3::ZERO, theta0),
        planar(elbow, theta1),
        planar(elbow, share * theta1),
    ]
}

// region: helper-weights
/// The influences at a place whose child's share was `share` before there was a helper: from parent to
/// helper over the first half of the band, from helper to child over the second.
///
/// Two joints share a vertex at most, and they differ by half of the bend.
#[must_use]
pub fn influences(share: f64) -> [Influence; 2] {
    if share < 0.5 {
        let helper = 2.0 * share;
        [
            Influence::new(0, 1.0 - helper),
            Influence::new(HELPER, helper),
        ]
    } else {
        let child = 2.0 * share - 1.0;
        [
            Influence::new(HELPER, 1.0 - child),
            Influence::new(1, child),
        ]
    }
}
// endregion: helper-weights

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_helper_has_the_middle_to_itself() {
        let pairs = |share| influences(share).map(|i| (i.joint, i.weight));
        assert_eq!(pairs(0.0), [(0, 1.0), (HELPER, 0.0)]);
        assert_eq!(pairs(0.25), [(0, 0.5), (HELPER, 0.5)]);
        assert_eq!(pairs(0.5), [(HELPER, 1.0), (1, 0.0)]);
        assert_eq!(pairs(0.75), [(HELPER, 0.5), (1, 0.5)]);
        assert_eq!(pairs(1.0), [(HELPER, 0.0), (1, 1.0)]);
    }

    #[test]
    fn the_skeleton_is_valid() {
        assert_eq!(skeleton().map(|skeleton| skeleton.len()), Ok(3));
    }
}
