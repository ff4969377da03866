//! How far a 32-bit engine may lie from the reference in dual-quaternion skinning.
//!
//! Let u = 2⁻²⁴, `w_k` the weights, σ = `Σ w_k`, `r_k` and `d_k` the two parts of the joints
//! (‖`r_k`‖ = 1), `b = Σ w_k s_k q̂_k`, `n = ‖b_r‖` and `D = Σ w_k ‖d_k‖`. To first order in u:
//!
//! **The blend.** A component of a term meets the roundings of its weight (2, with the decoding of an
//! integer), of the joint (1), of their product (1), and at most 7 in a sum of 8 in any order: 11. So
//! `‖Δb_r‖ ≤ 11 u σ` and `‖Δb_d‖ ≤ 11 u D` (Higham, *Accuracy and Stability of Numerical Algorithms*, §3.1,
//! and the triangle inequality).
//!
//! **The division by n** is where errors grow. As `‖x/‖x‖ − y/‖y‖‖ ≤ 2 ‖x − y‖ / (‖x‖ + ‖y‖)` (Dunkl and
//! Williams 1964), the direction errs by 11 u a with **a = σ / n**. How small n gets is known:
//! `⟨b_r, r_pivot⟩` is at least the heaviest weight, so n ≥ σ / K and a ≤ K. The factor 1 / n itself has half
//! of the 4 roundings in n², 4½ ulp of a square root and 2½ of a reciprocal that are as inexact as WGSL
//! permits (an ulp is at most 2 u), and one product: 17 u, counted as 20. So `‖Δr‖ ≤ (11 a + 20) u`, and
//! with `‖d‖ ≤ D / n` also `‖Δd‖ ≤ (11 + 11 a + 20) u D / n`.
//!
//! **Turning p** by `p + 2 r×(r×p + w p)`. As `‖r×p + w p‖ ≤ ‖q‖ ‖p‖`, a change Δq of the quaternion moves
//! the result by at most `4 ‖Δq‖ ‖p‖`. Its own roundings: the absolute values in a cross product come to
//! at most `√2 ‖r‖ ‖p‖` and those of the bracket to `√3 ‖p‖`, with 4 roundings each; the outer product adds
//! 2; with p itself rounded to `f32` that makes 28 u ‖p‖.
//!
//! **The translation** `2 (w d − e r + r×d)` has absolute values of at most `4 ‖d‖` with 4 roundings, which
//! is 16 u D / n, and it moves by at most `2 (‖Δd‖ + ‖d‖ ‖Δr‖)`. The last sum rounds once: u (‖p‖ + 2 D / n).
//!
//! | | times u ‖p‖ | times u D / n |
//! |---|---|---|
//! | Δr | 44 a + 80 | 22 a + 40 |
//! | Δd | | 22 a + 62 |
//! | own roundings | 28 | 16 |
//! | last sum | 1 | 2 |
//!
//! As a ≥ 1, the columns are at most 164 a. The bound used is **2⁻¹⁶ a (‖p‖ + D / n)**, that is 256 u a, on
//! the length of the difference; the rest covers terms in u². A normal has no translation: 2⁻¹⁶ a ‖n‖.
//!
//! # Where there is no bound
//!
//! A sign is decided by `⟨r_k, r_pivot⟩ < 0`. Where that number is as good as 0 (180° between two joints),
//! or where a second influence weighs as much as the pivot and would choose other signs, an engine may
//! rightly decide otherwise and land far away: the jump of dual-quaternion skinning. The bound is
//! infinite there, and nowhere else.

use crate::blend::dual_quat::{heaviest, sum};
use crate::dual_quat::DualQuat;
use crate::weights::Influence;
use glam::DVec3;

/// The factor of the 32-bit bound: 2⁻¹⁶.
pub const SINGLE: f64 = 1.0 / 65_536.0;

/// How far from 0 `⟨r_k, r_pivot⟩` must lie for its sign to be decided: 16 u, where 6 roundings of a dot product
/// of unit quaternions and 2 of the quaternions make 8.
pub const UNDECIDED: f64 = 1.0 / 1_048_576.0;

/// The relative difference of two weights below which either may come out as the heavier: 8 u, where each
/// weight meets 1 rounding, or 2½ ulp = 5 u in the decoding of an integer.
const SAME_WEIGHT: f64 = 1.0 / 2_097_152.0;

/// The largest distance (metres) of a 32-bit engine's vertex from the reference's; infinite where a sign is
/// not decided.
///
/// # Panics
///
/// If the list is empty or names a joint at or past `joints.len()`.
#[must_use]
pub fn position(joints: &[DualQuat], influences: &[Influence], p: DVec3) -> f64 {
    let spread = Spread::of(joints, influences);
    SINGLE * spread.amplification * (p.length() + spread.reach)
}

/// The largest length of the difference in a normal `n`; infinite where a sign is not decided.
///
/// # Panics
///
/// As [`position`].
#[must_use]
pub fn normal(joints: &[DualQuat], influences: &[Influence], n: DVec3) -> f64 {
    SINGLE * Spread::of(joints, influences).amplification * n.length()
}

/// What the bound needs to know about a blend.
struct Spread {
    /// a = σ / n.
    amplification: f64,
    /// D / n, metres.
    reach: f64,
}

impl Spread {
    fn of(joints: &[DualQuat], influences: &[Influence]) -> Self {
        let pivot = heaviest(influences);
        if !decided(joints, influences, pivot) {
            return Self {
                amplification: f64::INFINITY,
                reach: 0.0,
            };
        }
        let length = sum(joints, influences).real.length();
        let (mut total, mut reach) = (0.0, 0.0);
        for i in influences {
            total += i.weight;
            reach += i.weight * joints[usize::from(i.joint)].dual.length();
        }
        // Weights that are all zero leave the vertex where it is, in every engine.
        if total == 0.0 {
            return Self {
                amplification: 1.0,
                reach: 0.0,
            };
        }
        Self {
            amplification: total / length,
            reach: reach / length,
        }
    }
}

/// Whether every engine must choose the same signs, up to all of them at once.
fn decided(joints: &[DualQuat], influences: &[Influence], pivot: Influence) -> bool {
    let real = |i: &Influence| joints[usize::from(i.joint)].real;
    let weighty = || influences.iter().filter(|i| i.weight > 0.0);
    let side = |i: &Influence, of: &Influence| real(i).dot(real(of));
    weighty()
        .filter(|i| i.weight >= pivot.weight * (1.0 - SAME_WEIGHT))
        .all(|candidate| {
            let flip = side(candidate, &pivot).signum();
            weighty().all(|i| {
                let dot = side(i, candidate);
                dot.abs() > UNDECIDED && dot.signum() * flip == side(i, &pivot).signum()
            })
        })
}
