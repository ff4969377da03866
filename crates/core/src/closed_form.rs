//! The formula side of every table: closed forms that a reader can redo by hand.
//!
//! Nothing here calls the pipeline. Angles are in radians, lengths in metres, the plane is *xy*.

pub mod cures;
pub mod normals;
pub mod seams;

use std::f64::consts::{PI, TAU};

/// Where the end of a two-bone chain is: `(L₁ cos θ₀ + L₂ cos(θ₀+θ₁), L₁ sin θ₀ + L₂ sin(θ₀+θ₁))`.
#[must_use]
pub fn chain_end([l1, l2]: [f64; 2], [theta0, theta1]: [f64; 2]) -> [f64; 2] {
    let both = theta0 + theta1;
    [
        l1 * theta0.cos() + l2 * both.cos(),
        l1 * theta0.sin() + l2 * both.sin(),
    ]
}

/// Where a point of the straight arm is when it follows the parent bone alone: turned about the root.
#[must_use]
pub fn follow_parent([x, y]: [f64; 2], theta0: f64) -> [f64; 2] {
    [
        x * theta0.cos() - y * theta0.sin(),
        x * theta0.sin() + y * theta0.cos(),
    ]
}

/// Where a point of the straight arm is when it follows the child bone alone: carried to the elbow and
/// turned about it by both angles.
#[must_use]
pub fn follow_child([x, y]: [f64; 2], l1: f64, [theta0, theta1]: [f64; 2]) -> [f64; 2] {
    let turned = follow_parent([x - l1, y], theta0 + theta1);
    [l1 * theta0.cos() + turned[0], l1 * theta0.sin() + turned[1]]
}

/// The child's share at `x` in a band of half-width `r` about `pivot`.
#[must_use]
pub fn band_share(x: f64, pivot: f64, r: f64) -> f64 {
    let share = 0.5 + (x - pivot) / (2.0 * r);
    share.clamp(0.0, 1.0)
}

/// The weighted sum `(1 − w) a + w b`.
#[must_use]
pub fn mix(a: [f64; 2], b: [f64; 2], w: f64) -> [f64; 2] {
    [(1.0 - w) * a[0] + w * b[0], (1.0 - w) * a[1] + w * b[1]]
}

/// The share of its radius that a vertex keeps when two joints differ by a rotation `phi` and share it
/// as `1 − w` and `w`: `√(1 − 2w(1−w)(1−cos φ))`, which is `cos(φ/2)` at `w = ½`.
///
/// Written as `√((1−2w)² + 4w(1−w) cos²(φ/2))`, the same value without cancellation near φ = 180°.
#[must_use]
pub fn retention(w: f64, phi: f64) -> f64 {
    let half = (phi / 2.0).cos();
    let straight = 1.0 - 2.0 * w;
    (straight * straight + 4.0 * w * (1.0 - w) * half * half).sqrt()
}

/// The rotation `phi` by the shorter way round, from −180° to 180°, for any |φ| up to 540°.
///
/// A rotation by 190° and one by −170° are the same rotation: blending quaternions of the nearer sign
/// follows the second. At ±180° both ways are as short, and `phi` keeps its sign.
#[must_use]
pub fn shorter_way(phi: f64) -> f64 {
    if phi > PI {
        phi - TAU
    } else if phi < -PI {
        phi + TAU
    } else {
        phi
    }
}

/// By how much a vertex turns when the dual quaternions of two joints that differ by a rotation `phi` are
/// blended as `1 − w` and `w` and normalised: `2 atan2(w sin(φ/2), 1 − w + w cos(φ/2))`.
///
/// Past 180° the shorter way counts, so at 180° the angle jumps. Its radius is kept: a blend of two rotations
/// about one axis is a rotation about that axis.
#[must_use]
pub fn dual_quat_angle(w: f64, phi: f64) -> f64 {
    let (sin, cos) = (shorter_way(phi) / 2.0).sin_cos();
    2.0 * (w * sin).atan2(1.0 - w + w * cos)
}

/// By how much spherical linear interpolation turns it: `w φ`, by the shorter way.
#[must_use]
pub fn slerp_angle(w: f64, phi: f64) -> f64 {
    w * shorter_way(phi)
}

/// The share of its area that a cross-section keeps under a twist by linear blending: the square of
/// [`retention`], `cos²(φ/2)` at `w = ½`.
#[must_use]
pub fn area_retention(w: f64, phi: f64) -> f64 {
    let kept = retention(w, phi);
    kept * kept
}

/// How far a point, seen from the joint between two bones, lies from the nearer bone. The parent bone runs
/// to −x, the child bone is turned by `theta`; both reach far.
///
/// With the point at `ρ (cos ψ, sin ψ)` and a bone in direction β, that is `ρ sin |ψ − β|` beside the bone and
/// ρ past its end at the joint.
#[must_use]
pub fn distance_from_bones([x, y]: [f64; 2], theta: f64) -> f64 {
    let rho = x.hypot(y);
    let psi = y.atan2(x);
    let from = |beta: f64| {
        let off = (psi - beta).cos();
        if off > 0.0 {
            rho * (psi - beta).sin().abs()
        } else {
            rho
        }
    };
    from(PI).min(from(theta))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    /// Printed values of the lesson texts: 120° at three weights, ½ at 170°, and both sides of the jump.
    #[test]
    fn dual_quaternion_angles_as_printed() {
        for (w, degrees, angle) in [
            (0.25, 120.0, 27.795_772),
            (0.5, 120.0, 60.0),
            (0.75, 120.0, 92.204_228),
            (0.5, 170.0, 85.0),
            (0.5, 179.9, 89.95),
            (0.5, 180.1, -89.95),
            (0.5, -180.1, 89.95),
        ] {
            let measured = dual_quat_angle(w, f64::to_radians(degrees)).to_degrees();
            assert!(
                (measured - angle).abs() < 5e-7,
                "{w} of {degrees}: {measured}"
            );
        }
        for (w, angle) in [(0.25, 30.0), (0.5, 60.0), (0.75, 90.0)] {
            let measured = slerp_angle(w, f64::to_radians(120.0)).to_degrees();
            assert!((measured - angle).abs() < 1e-12);
        }
        assert!((slerp_angle(0.5, f64::to_radians(190.0)).to_degrees() + 85.0).abs() < 1e-12);
    }

    #[test]
    fn the_twisted_section_keeps_half_its_area_at_a_quarter_turn() {
        assert!((area_retention(0.5, FRAC_PI_2) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn distances_from_two_bones_by_hand() {
        let down = -FRAC_PI_2;
        // Above the parent, in the open corner, right of the child, in the inner corner.
        for (point, distance) in [
            ([-1.0, 0.2], 0.2),
            ([0.3, 0.4], 0.5),
            ([0.2, -1.0], 0.2),
            ([-0.1, -0.3], 0.1),
        ] {
            assert!(
                (distance_from_bones(point, down) - distance).abs() < 1e-15,
                "{point:?}"
            );
        }
    }

    /// Printed values of the lesson texts, to nine decimals.
    #[test]
    fn chain_ends_as_printed() {
        for (degrees, x, y) in [
            ([0.0, 0.0], 1.8, 0.0),
            ([-90.0, 0.0], 0.0, -1.8),
            ([-90.0, -90.0], -0.9, -0.9),
            ([30.0, -60.0], 1.558_845_727, 0.0),
            ([-45.0, -150.0], -0.232_937_141, -0.403_458_962),
            ([-120.0, 75.0], 0.186_396_103, -1.415_818_966),
        ] {
            let end = chain_end([0.9, 0.9], degrees.map(f64::to_radians));
            assert!(
                (end[0] - x).abs() < 1e-9 && (end[1] - y).abs() < 1e-9,
                "{degrees:?}"
            );
        }
    }

    #[test]
    #[expect(clippy::approx_constant, reason = "the values as printed")]
    fn retentions_as_printed() {
        for (degrees, kept) in [
            (0.0, 1.0),
            (30.0, 0.965_926),
            (60.0, 0.866_025),
            (90.0, 0.707_107),
            (120.0, 0.5),
            (150.0, 0.258_819),
            (170.0, 0.087_156),
        ] {
            assert!(
                (retention(0.5, f64::to_radians(degrees)) - kept).abs() < 1e-6,
                "{degrees}"
            );
        }
        for (w, kept) in [
            (0.0, 1.0),
            (0.1, 0.854_400),
            (0.25, 0.661_438),
            (0.5, 0.5),
            (0.75, 0.661_438),
            (0.9, 0.854_400),
            (1.0, 1.0),
        ] {
            assert!(
                (retention(w, f64::to_radians(120.0)) - kept).abs() < 1e-6,
                "{w}"
            );
        }
        assert!(retention(0.5, PI) < 1e-15);
    }

    #[test]
    fn the_two_ways_of_writing_retention_agree() {
        for step in 0..=36 {
            let phi = f64::from(step) * PI / 36.0;
            for w in [0.0, 0.2, 0.5, 0.9] {
                let printed = (1.0 - 2.0 * w * (1.0 - w) * (1.0 - phi.cos()))
                    .max(0.0)
                    .sqrt();
                assert!((retention(w, phi) - printed).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn weights_and_places_as_printed() {
        let quarter = [0.0, -FRAC_PI_2];
        for (x, w0, blended) in [
            (0.70, 0.9, 0.738),
            (0.80, 0.7, 0.884),
            (0.90, 0.5, 0.990),
            (1.00, 0.3, 1.056),
            (1.10, 0.1, 1.082),
        ] {
            let w1 = band_share(x, 0.9, 0.25);
            let child = follow_child([x, 0.18], 0.9, quarter);
            let parent = follow_parent([x, 0.18], 0.0);
            assert!((1.0 - w1 - w0).abs() < 1e-12);
            assert!((child[0] - 1.08).abs() < 1e-12);
            assert!((mix(parent, child, w1)[0] - blended).abs() < 1e-12, "{x}");
        }
    }
}
