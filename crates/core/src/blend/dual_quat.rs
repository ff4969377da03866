//! Dual-quaternion skinning: the motions of the joints are blended, and the vertex is moved once, rigidly.
//!
//! `b = Σ w_k s_k q̂_k`, then `b / ‖b_r‖`. Every `q̂_k` and its negative are the same motion, so the signs
//! `s_k` are chosen first: each joint is brought to the side of the **heaviest** influence. That does not
//! depend on the order of the influences, as comparing with the first or with a running sum would.
//!
//! With these signs `⟨b_r, r_pivot⟩ = Σ w_k |⟨r_k, r_pivot⟩|` is at least the heaviest weight, so `b_r`
//! cannot vanish: two opposite rotations never cancel.

use crate::dual_quat::DualQuat;
use crate::mesh::Mesh;
use crate::weights::Influence;
use glam::DVec3;

/// The blended motion of one vertex.
///
/// `joints` holds the dual quaternions of the joint matrices (`J`). The sum of the weights does not matter,
/// since the division takes it out; weights that are all zero give a sum without direction, and the vertex
/// is left where it was modelled.
///
/// # Panics
///
/// If the list is empty or names a joint at or past `joints.len()`.
///
/// Source: Kavan et al. 2008, §4.1 (DLB); the choice of signs, §4.2 there, is made against the heaviest.
// region: dual-quat-blend
#[must_use]
pub fn motion(joints: &[DualQuat], influences: &[Influence]) -> DualQuat {
    let pivot = joints[usize::from(heaviest(influences).joint)].real;
    let b = influences.iter().fold(DualQuat::ZERO, |b, i| {
        let q = joints[usize::from(i.joint)];
        let near = if q.real.dot(pivot) < 0.0 { -q } else { q };
        b + i.weight * near
    });
    b.normalise().unwrap_or(DualQuat::IDENTITY)
}

/// `p′` for one rest position `p` (metres): turned and moved by the blended motion.
///
/// # Panics
///
/// As [`motion`].
#[must_use]
pub fn position(joints: &[DualQuat], influences: &[Influence], p: DVec3) -> DVec3 {
    motion(joints, influences).transform_point(p)
}
// endregion: dual-quat-blend

/// The normal turned by the blended motion: a rotation, so its length stays what it was.
///
/// # Panics
///
/// As [`motion`].
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
