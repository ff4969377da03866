//! How far two engines may lie apart, derived and not tuned.
//!
//! # The 32-bit position bound
//!
//! Let u = 2⁻²⁴ be the unit roundoff of `f32`. One component of `p′ = Σ_k w_k Σ_c S_k[r,c] p_c` is a
//! sum of products `w_k · S_k[r,c] · p_c`. Against exact arithmetic on the `f64` inputs, each product
//! meets these roundings:
//!
//! | where | roundings |
//! |---|---|
//! | `w_k`, `S_k[r,c]` and `p_c` rounded to `f32` | 3 |
//! | `w_k · S_k[r,c]` | 1 |
//! | the sum over at most 8 influences, in any order | 7 |
//! | the product with `p_c` | 1 |
//! | the sum over 4 columns, in any order | 3 |
//!
//! That is 15; decoding an integer weight (one division) makes 16. A sum of terms that met at most
//! n = 17 roundings each errs by at most γ₁₇ · S, where `S = Σ_k |w_k| Σ_c |S_k[r,c]| |p_c|` and
//! γₙ = n u / (1 − n u) (Higham, *Accuracy and Stability of Numerical Algorithms*, §3.1). 17 u is just
//! over 2⁻²⁰; the bound used is **2⁻¹⁸ · S = 64 u · S**, so that an engine whose division or fused
//! operations are only accurate to a few ulp stays inside, while a wrong joint, weight or row does not.
//!
//! # The 32-bit normal bound
//!
//! An unnormalised normal errs by at most e = 2⁻¹⁸ · S in each component, so by √3 · e in length.
//! Dividing by its length turns an error e into at most 2 √3 e / |m| of direction, plus the roundings
//! of the division and the square root, for which 2⁻²⁰ is ample. Where |m| is small the bound grows,
//! as it must: a collapsed normal has no direction.
//!
//! Dual-quaternion skinning has a bound of its own: [`dual_quat`].
//!
//! # Double precision against a closed form
//!
//! Both sides are metre-sized expressions of fewer than 100 roundings of 2⁻⁵³ ≈ 1.1e-16, plus the
//! error of `sin` and `cos` (1 ulp): [`CLOSED_FORM`] = 1e-12 leaves two orders of magnitude.

pub mod cofactor;
pub mod dual_quat;

use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// `cpu-f64` against a closed form, absolute, on metre-sized values.
pub const CLOSED_FORM: f64 = 1e-12;

/// The factor of S in the 32-bit bound: 2⁻¹⁸.
pub const SINGLE: f64 = 1.0 / 262_144.0;

/// S of every component: `Σ_k |w_k| Σ_c |S_k[r,c]| |p_c|`, with 1 as the fourth coordinate of `p`.
///
/// # Panics
///
/// If an influence names a joint at or past `joints.len()`.
#[must_use]
pub fn magnitude(joints: &[DAffine3], influences: &[Influence], p: DVec3) -> DVec3 {
    influences
        .iter()
        .map(|i| {
            let joint = &joints[usize::from(i.joint)];
            let linear = joint.matrix3;
            let reach = linear.x_axis.abs() * p.x.abs()
                + linear.y_axis.abs() * p.y.abs()
                + linear.z_axis.abs() * p.z.abs()
                + joint.translation.abs();
            i.weight.abs() * reach
        })
        .sum()
}

/// The largest difference that a 32-bit engine may show at this vertex, a component each (metres).
///
/// # Panics
///
/// As [`magnitude`].
#[must_use]
pub fn position(joints: &[DAffine3], influences: &[Influence], p: DVec3) -> DVec3 {
    SINGLE * magnitude(joints, influences, p)
}

/// The largest difference that a 32-bit engine may show in the unit normal, in any component.
///
/// # Panics
///
/// As [`magnitude`].
#[must_use]
pub fn normal(joints: &[DAffine3], influences: &[Influence], n: DVec3) -> f64 {
    let mut spread = DVec3::ZERO;
    let mut blended = DVec3::ZERO;
    for i in influences {
        let linear = joints[usize::from(i.joint)].matrix3;
        spread += i.weight.abs()
            * (linear.x_axis.abs() * n.x.abs()
                + linear.y_axis.abs() * n.y.abs()
                + linear.z_axis.abs() * n.z.abs());
        blended += i.weight * (linear * n);
    }
    let error = SINGLE * spread.max_element();
    // A normal without length stays zero in every engine, and 0 / 0 would be no bound for it.
    let turned = if error == 0.0 {
        0.0
    } else {
        2.0 * 3.0_f64.sqrt() * error / blended.length()
    };
    turned + 1.0 / 1_048_576.0
}

/// The difference and the bound (metres) of the component that uses up most of its bound, over all
/// vertices (`V` each); a difference that is not a number counts as the worst. A vertex that `skinned`
/// lacks is not looked at.
#[must_use]
pub fn worst(skinned: &[DVec3], reference: &[DVec3], bound: &[DVec3]) -> (f64, f64) {
    let mut worst = (0.0, 0.0);
    let mut worst_ratio = -1.0;
    for ((skinned, reference), bound) in skinned.iter().zip(reference).zip(bound) {
        for axis in 0..3 {
            let error = (skinned[axis] - reference[axis]).abs();
            let ratio = if error == 0.0 {
                0.0
            } else {
                error / bound[axis]
            };
            let ratio = if ratio.is_nan() { f64::INFINITY } else { ratio };
            if ratio > worst_ratio {
                worst_ratio = ratio;
                worst = (error, bound[axis]);
            }
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_magnitude_adds_absolute_values() {
        let joints = [DAffine3::from_rotation_z(std::f64::consts::FRAC_PI_2)];
        let s = magnitude(
            &joints,
            &[Influence::new(0, 1.0)],
            DVec3::new(-2.0, 3.0, 0.0),
        );
        assert!((s - DVec3::new(3.0, 2.0, 0.0)).length() < 1e-12);
    }

    #[test]
    fn a_collapsed_normal_has_no_bound() {
        let joints = [
            DAffine3::IDENTITY,
            DAffine3::from_rotation_z(std::f64::consts::PI),
        ];
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        assert!(normal(&joints, &half, DVec3::X) > 1e6);
        assert!(normal(&joints, &half[..1], DVec3::X) < 1e-4);
    }
}
