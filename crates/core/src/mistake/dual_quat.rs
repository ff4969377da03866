//! The mistakes of dual-quaternion skinning, as one affine transform a vertex, so that any engine can run
//! them with [`super::bound_to_own`].

use super::{Mistake, Mistakes};
use crate::blend::dual_quat::sum;
use crate::dual_quat::DualQuat;
use crate::weights::Influence;
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// What the blend makes of one vertex, with [`Mistake::NoSignCheck`] or [`Mistake::NoRenormalisation`].
///
/// Without the sign check the joints come as [`far_side`] leaves them, and half of 170° turns by −95°
/// instead of 85°: the long way round.
///
/// Without the division the sum `b` is shorter than 1, and the kernel's `p + 2 r×(r×p + w p)` no longer
/// rotates. With `n = ‖b_r‖` it gives `(1 − n²) p + n² R p`, and the translation comes out n² times: the place
/// is a *linear* mix of the vertex where it was modelled and where it belongs. (The sandwich `q p q*` would
/// scale by n² instead.)
///
/// # Panics
///
/// If the list is empty or names a joint at or past `joints.len()`.
#[must_use]
pub fn dual_transform(
    joints: &[DualQuat],
    influences: &[Influence],
    mistakes: Mistakes,
) -> DAffine3 {
    let blended = if mistakes.has(Mistake::NoSignCheck) {
        sum_as_it_comes(&far_side(joints), influences)
    } else {
        sum(joints, influences)
    };
    let moved = if mistakes.has(Mistake::NoRenormalisation) {
        blended
    } else {
        blended.normalise().unwrap_or(DualQuat::IDENTITY)
    };
    kernel_matrix(moved)
}

/// The same motions in the signs that hurt most: every joint on the far side from joint 0. `q̂` and `−q̂` are
/// the same motion, and an exporter, an animation track or a conversion from a matrix may hand in either.
#[must_use]
pub fn far_side(joints: &[DualQuat]) -> Vec<DualQuat> {
    let first = joints.first().map_or(DQuat::IDENTITY, |joint| joint.real);
    joints
        .iter()
        .enumerate()
        .map(|(joint, &q)| {
            if joint > 0 && q.real.dot(first) > 0.0 {
                -q
            } else {
                q
            }
        })
        .collect()
}

fn sum_as_it_comes(joints: &[DualQuat], influences: &[Influence]) -> DualQuat {
    influences.iter().fold(DualQuat::ZERO, |sum, i| {
        sum + i.weight * joints[usize::from(i.joint)]
    })
}

/// The affine map that the kernel's formulas make of any dual quaternion, of unit length or not.
fn kernel_matrix(q: DualQuat) -> DAffine3 {
    let (r, w) = (q.real.xyz(), q.real.w);
    let (d, e) = (q.dual.xyz(), q.dual.w);
    let turn = |v: DVec3| v + 2.0 * r.cross(r.cross(v) + w * v);
    DAffine3 {
        matrix3: DMat3::from_cols(turn(DVec3::X), turn(DVec3::Y), turn(DVec3::Z)),
        translation: 2.0 * (w * d - e * r + r.cross(d)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::dual_quat as right;

    fn half() -> [Influence; 2] {
        [Influence::new(0, 0.5), Influence::new(1, 0.5)]
    }

    fn twist(degrees: f64, t: DVec3) -> [DualQuat; 2] {
        [
            DualQuat::IDENTITY,
            DualQuat::from_rotation_translation(DQuat::from_rotation_x(degrees.to_radians()), t),
        ]
    }

    /// The angle at which +y ends up, about +x, in degrees.
    fn angle(transform: DAffine3) -> f64 {
        let moved = transform.transform_vector3(DVec3::Y);
        moved.z.atan2(moved.y).to_degrees()
    }

    #[test]
    fn half_of_170_degrees_goes_the_long_way_round() {
        let joints = twist(170.0, DVec3::ZERO);
        let wrong = Mistakes::NONE.with(Mistake::NoSignCheck);
        assert!((angle(dual_transform(&joints, &half(), Mistakes::NONE)) - 85.0).abs() < 1e-12);
        assert!((angle(dual_transform(&joints, &half(), wrong)) + 95.0).abs() < 1e-12);
    }

    #[test]
    fn the_right_blend_does_not_mind_the_far_side() {
        let joints = twist(170.0, DVec3::Y);
        let far = far_side(&joints);
        assert_eq!(far[1], -joints[1]);
        let p = DVec3::new(0.1, 0.2, 0.3);
        assert_eq!(
            right::position(&far, &half(), p),
            right::position(&joints, &half(), p)
        );
    }

    #[test]
    fn without_the_division_it_is_a_linear_mix_with_the_rest_place() {
        let joints = twist(120.0, DVec3::new(0.4, -0.3, 0.2));
        let wrong = Mistakes::NONE.with(Mistake::NoRenormalisation);
        let p = DVec3::new(0.1, 0.18, -0.05);
        let n = 60.0_f64.to_radians().cos().mul_add(0.5, 0.5).sqrt();
        assert!((n - right::sum(&joints, &half()).real.length()).abs() < 1e-15);
        let mixed = (1.0 - n * n) * p + n * n * right::position(&joints, &half(), p);
        let moved = dual_transform(&joints, &half(), wrong).transform_point3(p);
        assert!((moved - mixed).length() < 1e-15, "{moved} {mixed}");
        // n² is cos²(φ/4) = ¾ here, and the radius about the axis √(1 − 2 ¾ ¼ (1 − cos 60°)).
        let y =
            dual_transform(&twist(120.0, DVec3::ZERO), &half(), wrong).transform_vector3(DVec3::Y);
        assert!((y.length() - 0.8125_f64.sqrt()).abs() < 1e-15);
    }
}
