//! The arm with twice the joints: upper arm and forearm of two bones each, of which the outer ones never
//! bend. More influences for a vertex, and no rotation that was not there before.

use crate::rigs::arm::{L1, L2};
use crate::skeleton::{Skeleton, SkeletonError};
use crate::transform::planar;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The skeleton: 0 and 1 as in the plain arm; joint 2 half way along the upper arm hangs on 0, joint 3
/// half way along the forearm hangs on 1.
///
/// # Errors
///
/// None in practice; the signature is [`Skeleton::new`]'s.
pub fn skeleton() -> Result<Skeleton, SkeletonError> {
    Skeleton::new(
        vec![None, Some(0), Some(0), Some(1)],
        local([0.0, 0.0]).to_vec(),
    )
}

/// The local transforms of a pose (`J` = 4): θ₀ at the root, θ₁ at the elbow, radians.
#[must_use]
pub fn local([theta0, theta1]: [f64; 2]) -> [DAffine3; 4] {
    [
        planar(DVec3::ZERO, theta0),
        planar(DVec3::new(L1, 0.0, 0.0), theta1),
        planar(DVec3::new(L1 / 2.0, 0.0, 0.0), 0.0),
        planar(DVec3::new(L2 / 2.0, 0.0, 0.0), 0.0),
    ]
}

/// Four influences at a place whose child's share is `share`: each half's two bones take one half of it.
#[must_use]
pub fn influences(share: f64) -> [Influence; 4] {
    let (parent, child) = ((1.0 - share) / 2.0, share / 2.0);
    [
        Influence::new(0, parent),
        Influence::new(1, child),
        Influence::new(2, parent),
        Influence::new(3, child),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_influences_sum_to_one() {
        for share in [0.0, 0.3, 1.0] {
            let sum: f64 = influences(share).iter().map(|i| i.weight).sum();
            assert!((sum - 1.0).abs() < 1e-15);
        }
        assert_eq!(skeleton().map(|skeleton| skeleton.len()), Ok(4));
    }
}
