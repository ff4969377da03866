//! Dual-quaternion skinning: the motions of the joints are blended, and the vertex is moved once, rigidly.
//!
//! `b = Σ w_k s_k q̂_k`, then `b / ‖b‖`. Every `q̂_k` and its negative are the same motion, so the signs
//! `s_k` are chosen first: each joint is brought to the side of the **heaviest** influence. That does not
//! depend on the order of the influences, as comparing with the first or with a running sum would.
//!
//! With these signs `⟨b_r, r_pivot⟩ = Σ w_k |⟨r_k, r_pivot⟩|` is at least the heaviest weight, so `b_r`
//! cannot vanish: two opposite rotations never cancel.

use crate::dual_quat::DualQuat;
use crate::mesh::Mesh;
use crate::weights::Influence;
use glam::DVec3;

/// The weighted sum `b` of the joints' dual quaternions, each brought to the side of the heaviest.
///
/// `joints` holds the dual quaternions of the joint matrices (`J`).
///
/// # Panics
///
/// If the list is empty or names a joint at or past `joints.len()`.
///
/// Source: Kavan et al. 2008, §4.1 (dual quaternion linear blending).
// region: dual-quat-blend
#[must_use]
pub fn sum(joints: &[DualQuat], influences: &[Influence]) -> DualQuat {
    let pivot = joints[usize::from(heaviest(influences).joint)].real;
    influences.iter().fold(DualQuat::ZERO, |b, i| {
        let q = joints[usize::from(i.joint)];
        let near = if q.real.dot(pivot) < 0.0 { -q } else { q };
        b + i.weight * near
    })
}

/// The blended motion of one vertex: `b / ‖b‖`.
///
/// The sum of the weights does not matter, since the division takes it out; weights that are all zero
/// give a sum without direction, and the vertex is left where it was modelled.
///
/// # Panics
///
/// As [`sum`].
#[must_use]
pub fn motion(joints: &[DualQuat], influences: &[Influence]) -> DualQuat {
    sum(joints, influences)
        .normalise()
        .unwrap_or(DualQuat::IDENTITY)
}

/// `p′` for one rest position `p` (metres): turned and moved by the blended motion.
///
/// # Panics
///
/// As [`sum`].
#[must_use]
pub fn position(joints: &[DualQuat], influences: &[Influence], p: DVec3) -> DVec3 {
    motion(joints, influences).transform_point(p)
}
// endregion: dual-quat-blend

/// The normal turned by the blended motion: a rotation, so its length stays what it was.
///
/// # Panics
///
/// As [`sum`].
#[must_use]
pub fn normal(joints: &[DualQuat], influences: &[Influence], n: DVec3) -> DVec3 {
    motion(joints, influences).transform_vector(n)
}

/// Every position of `mesh` (`V`) under the motions `joints`; `out` is overwritten.
///
/// # Panics
///
/// If `joints` has fewer motions than the mesh names.
pub fn positions(joints: &[DualQuat], mesh: &Mesh, out: &mut Vec<DVec3>) {
    out.clear();
    out.extend(
        mesh.positions()
            .iter()
            .enumerate()
            .map(|(vertex, &p)| position(joints, mesh.influences(vertex), p)),
    );
}

/// The influence of the largest weight; of several, the one of the lowest joint, as in
/// [`crate::weights::trim`].
///
/// # Panics
///
/// If the list is empty.
#[must_use]
pub fn heaviest(influences: &[Influence]) -> Influence {
    influences[1..].iter().fold(influences[0], |best, &i| {
        if i.weight > best.weight || (i.weight == best.weight && i.joint < best.joint) {
            i
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;
    use std::f64::consts::FRAC_PI_2;

    fn turn(degrees: f64) -> DualQuat {
        DualQuat::from_rotation_translation(
            DQuat::from_rotation_z(degrees.to_radians()),
            DVec3::ZERO,
        )
    }

    #[test]
    fn translations_alone_blend_linearly() {
        let to = |t| DualQuat::from_rotation_translation(DQuat::IDENTITY, t);
        let joints = [
            to(DVec3::new(10.0, 0.0, 0.0)),
            to(DVec3::new(6.0, 8.0, 0.0)),
        ];
        let influences = [Influence::new(0, 0.25), Influence::new(1, 0.75)];
        assert_eq!(
            position(&joints, &influences, DVec3::ZERO),
            DVec3::new(7.0, 6.0, 0.0)
        );
    }

    #[test]
    fn rotations_keep_the_radius_and_meet_half_way() {
        let joints = [turn(0.0), turn(90.0)];
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        let (sin, cos) = (FRAC_PI_2 / 2.0).sin_cos();
        let moved = position(&joints, &half, DVec3::X);
        assert!((moved - DVec3::new(cos, sin, 0.0)).length() < 1e-15);
        assert!((normal(&joints, &half, DVec3::Y) - DVec3::new(-sin, cos, 0.0)).length() < 1e-15);
    }

    /// Three joints at 0°, 100° and 200° of turn, that is quaternions 50° apart on a circle, the last written
    /// with the far sign. Seen from the light first joint the last one's
    /// sign is right as it is; the heaviest, in the middle, brings all to one side.
    #[test]
    fn the_heaviest_decides_wherever_it_stands() {
        let joints = [turn(0.0), turn(100.0), -turn(200.0)];
        let list =
            [(0, 0.3), (1, 0.4), (2, 0.3)].map(|(joint, weight)| Influence::new(joint, weight));
        let expected = turn(100.0).transform_point(DVec3::X);
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let moved = position(&joints, &order.map(|i| list[i]), DVec3::X);
            assert!((moved - expected).length() < 1e-15, "{order:?}");
        }
        let near = joints.map(|q| {
            if q.real.dot(joints[0].real) < 0.0 {
                -q
            } else {
                q
            }
        });
        let first = 0.3 * near[0] + 0.4 * near[1] + 0.3 * near[2];
        let control = first.normalise().expect("has a direction");
        assert!((control.transform_point(DVec3::X) - expected).length() > 0.1);
    }

    #[test]
    fn of_equal_weights_the_lowest_joint_is_the_pivot() {
        let list = [(3, 0.25), (1, 0.375), (0, 0.375)]
            .map(|(joint, weight)| Influence::new(joint, weight));
        assert_eq!(heaviest(&list).joint, 0);
        assert_eq!(heaviest(&[list[0], list[2], list[1]]).joint, 0);
    }

    #[test]
    fn weights_need_not_sum_to_one() {
        let joints = [turn(0.0), turn(90.0)];
        let of = |a, b| {
            position(
                &joints,
                &[Influence::new(0, a), Influence::new(1, b)],
                DVec3::X,
            )
        };
        assert!((of(0.25, 0.6) - of(0.25 / 0.85, 0.6 / 0.85)).length() < 1e-15);
        assert_eq!(of(0.0, 0.0), DVec3::X);
    }
}
