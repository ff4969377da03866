//! Mistakes around shapes and helper bones.

use super::{Mistake, Mistakes};
use crate::rigs::helper;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The share of the bend that the helper bone turns: half, or with [`Mistake::HelperTurnsFully`] all.
#[must_use]
pub fn helper_share(mistakes: Mistakes) -> f64 {
    if mistakes.has(Mistake::HelperTurnsFully) {
        1.0
    } else {
        helper::HALF
    }
}

/// What morphing *after* skinning makes of a vertex: one affine transform, the blended matrix with the
/// offset (metres) added to what it moves. Bound to a joint of its own with this transform, the rest
/// vertex goes through any engine and comes out as `Σ w_i · S_i · p + δ`.
///
/// # Panics
///
/// If an influence names a joint at or past `joints.len()`.
#[must_use]
pub fn morphed_after(joints: &[DAffine3], influences: &[Influence], offset: DVec3) -> DAffine3 {
    let mut blended = DAffine3::ZERO;
    for i in influences {
        let joint = joints[usize::from(i.joint)];
        blended.matrix3 += joint.matrix3 * i.weight;
        blended.translation += joint.translation * i.weight;
    }
    blended.translation += offset;
    blended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::linear;

    #[test]
    fn the_offset_is_neither_turned_nor_shrunk() {
        let joints = [DAffine3::IDENTITY, DAffine3::from_rotation_z(2.0)];
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        let (p, offset) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.0, 0.5, 0.0));
        let after = morphed_after(&joints, &half, offset).transform_point3(p);
        let skinned = linear::position(&joints, &half, p);
        assert!((after - (skinned + offset)).length() < 1e-15);
        let before = linear::position(&joints, &half, p + offset);
        assert!((after - before).length() > 0.1);
    }
}
