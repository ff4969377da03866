//! How far a normal by 32-bit cofactors may lie from the reference's.
//!
//! Let T be the largest entry of `Σ_k |w_k| |S_k|`. A blended entry is at most T and errs by at most
//! e = 2⁻¹⁸ · T (as in [`super`]). One component of a cross product of two rows is `a·b − c·d`: its four
//! factors bring 4 T e, its three roundings 3 · 2⁻²⁴ · 2 T², together at most 5 · 2⁻¹⁸ T². A unit normal's
//! components add up to at most √3, so that the dot product with it errs by √3 · 5 · 2⁻¹⁸ T², and with its
//! own few roundings by at most **E = 10 · 2⁻¹⁸ · T²** in each component. Making it unit length turns that
//! into 2 √3 E / |C n|, where C n is the normal before, plus 2⁻²⁰ as for a plain normal.

use super::SINGLE;
use crate::weights::Influence;
use glam::{DAffine3, DMat3, DVec3};

/// The largest difference that a 32-bit engine may show in the unit normal, in any component; infinite
/// where cofactors leave no direction.
///
/// # Panics
///
/// If an influence names a joint at or past `joints.len()`.
#[must_use]
pub fn normal(joints: &[DAffine3], influences: &[Influence], n: DVec3) -> f64 {
    let mut largest = DMat3::ZERO;
    let mut blended = DMat3::ZERO;
    for i in influences {
        let linear = joints[usize::from(i.joint)].matrix3;
        let size = DMat3::from_cols(
            linear.x_axis.abs(),
            linear.y_axis.abs(),
            linear.z_axis.abs(),
        );
        largest += size * i.weight.abs();
        blended += linear * i.weight;
    }
    let entry = largest
        .to_cols_array()
        .into_iter()
        .fold(0.0, |most: f64, entry| most.max(entry));
    let rows = blended.transpose();
    let [a, b, c] = [rows.x_axis, rows.y_axis, rows.z_axis];
    let moved = DVec3::new(b.cross(c).dot(n), c.cross(a).dot(n), a.cross(b).dot(n));
    let error = 10.0 * SINGLE * entry * entry;
    2.0 * 3.0_f64.sqrt() * error / moved.length() + 1.0 / 1_048_576.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_for_a_rigid_joint_and_without_bound_for_a_collapse() {
        let joints = [
            DAffine3::from_rotation_x(1.0),
            DAffine3::from_rotation_x(1.0 + std::f64::consts::PI),
        ];
        let both = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        assert!(normal(&joints, &both[..1], DVec3::Z) < 2e-4);
        assert!(normal(&joints, &both, DVec3::Z) > 1e6);
    }
}
