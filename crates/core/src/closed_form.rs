//! The formula side of every table: closed forms that a reader can redo by hand.
//!
//! Nothing here calls the pipeline. Angles are in radians, lengths in metres, the plane is *xy*.

pub mod cures;
pub mod normals;

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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(retention(0.5, std::f64::consts::PI) < 1e-15);
    }

    #[test]
    fn the_two_ways_of_writing_retention_agree() {
        for step in 0..=36 {
            let phi = f64::from(step) * std::f64::consts::PI / 36.0;
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
        let quarter = [0.0, -std::f64::consts::FRAC_PI_2];
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
