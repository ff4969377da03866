//! Closed forms of the cures of a collapsing joint, and of the order of morphing and skinning.

use super::retention;

/// The share of its distance from the elbow that a vertex keeps beside a half-angle helper bone: at a
/// place that had the child's share `w`, bent by `theta`. Parent and helper differ by θ/2 only, and so
/// do helper and child: `cos(θ/4)` at `w` = ¼ and ¾, exactly 1 at `w` = ½.
#[must_use]
pub fn helped(w: f64, theta: f64) -> f64 {
    let local = if w < 0.5 { 2.0 * w } else { 2.0 * w - 1.0 };
    retention(local, theta / 2.0)
}

/// The share that a vertex keeps with a corrective shape: retention times `1 + δ/d`, where `δ/d` runs
/// straight between the keys (degrees, ascending) and is `1/retention − 1` at each; past the last key it
/// stays.
#[must_use]
pub fn corrected(w: f64, degrees: f64, keys: &[f64]) -> f64 {
    let at = |key: f64| 1.0 / retention(w, key.to_radians()) - 1.0;
    let next = keys.partition_point(|&key| key <= degrees);
    let delta = match (next.checked_sub(1).map(|last| keys[last]), keys.get(next)) {
        (Some(a), Some(&b)) => at(a) + (at(b) - at(a)) * (degrees - a) / (b - a),
        (Some(a), None) => at(a),
        (None, first) => first.map_or(0.0, |&first| at(first)),
    };
    (1.0 + delta) * retention(w, degrees.to_radians())
}

/// The child's share under a smoothstep curve, `t` of the way across the band: `3t² − 2t³`, so 0.15625 a
/// quarter of the way and ½ in the middle.
#[must_use]
pub fn smooth_share(t: f64) -> f64 {
    3.0 * t.powi(2) - 2.0 * t.powi(3)
}

/// How far a vertex comes to lie from its place if its morph of length `delta` is added after skinning:
/// `2 w sin(θ/2) δ`, the chord between the offset as it stands and as the child turns it, times the
/// child's share.
#[must_use]
pub fn morph_gap(w: f64, theta: f64, delta: f64) -> f64 {
    2.0 * w * (theta / 2.0).sin().abs() * delta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_as_printed() {
        for (degrees, kept) in [(90.0, 0.923_880), (120.0, 0.866_025), (150.0, 0.793_353)] {
            let theta = f64::to_radians(degrees);
            assert!((helped(0.25, theta) - kept).abs() < 1e-6, "{degrees}");
            assert!((helped(0.75, theta) - kept).abs() < 1e-6, "{degrees}");
            assert_eq!(helped(0.5, theta), 1.0);
            // Nothing across the band is worse.
            assert!((0..=100).all(|step| helped(f64::from(step) / 100.0, theta) > kept - 1e-6));
        }
    }

    #[test]
    fn corrective_shapes_as_printed() {
        let keys = [0.0, 60.0, 120.0, 150.0];
        for (degrees, kept) in [(30.0, 1.040_640), (90.0, 1.115_355), (135.0, 1.121_971)] {
            assert!(
                (corrected(0.5, degrees, &keys) - kept).abs() < 1e-6,
                "{degrees}"
            );
        }
        for key in keys {
            assert!((corrected(0.5, key, &keys) - 1.0).abs() < 1e-12, "{key}");
        }
        let past = corrected(0.5, 170.0, &keys);
        let held = 170.0_f64.to_radians() / 2.0;
        assert!((past - held.cos() / 75.0_f64.to_radians().cos()).abs() < 1e-12);
        assert_eq!(corrected(0.5, 0.0, &[]), 1.0);
    }

    #[test]
    fn a_morph_added_late_at_a_right_angle() {
        assert!((morph_gap(1.0, std::f64::consts::FRAC_PI_2, 1.0) - 2.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(morph_gap(1.0, 0.0, 1.0), 0.0);
    }
}
