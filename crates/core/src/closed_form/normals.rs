//! Closed forms of normals under matrices that are not rigid.

use super::retention;

/// A unit normal `(cos α, sin α)` under the squeeze `diag(a, b)`: by the plain matrix, along
/// `(a cos α, b sin α)`; and by its inverse transpose, along `(cos α / a, sin α / b)`, which is the one
/// that stays at right angles to the squeezed surface. Both of unit length.
#[must_use]
pub fn squeezed([a, b]: [f64; 2], alpha: f64) -> [[f64; 2]; 2] {
    let unit = |x: f64, y: f64| [x / x.hypot(y), y / x.hypot(y)];
    let (sin, cos) = alpha.sin_cos();
    [unit(a * cos, b * sin), unit(cos / a, sin / b)]
}

/// The angle (radians) between the two normals of [`squeezed`] for α from 0 to π/2: the difference of
/// their directions' arc tangents, `(b/a) tan α` and `(a/b) tan α`.
#[must_use]
pub fn squeezed_apart([a, b]: [f64; 2], alpha: f64) -> f64 {
    let (sin, cos) = alpha.sin_cos();
    ((sin / b).atan2(cos / a) - (b * sin).atan2(a * cos)).abs()
}

/// The angle by which a blend of identity and a turn by `phi` turns what lies across the axis: the
/// direction of `(1 − w) + w·e^{iφ}`.
#[must_use]
pub fn blended_turn(w: f64, phi: f64) -> f64 {
    (w * phi.sin()).atan2(1.0 - w + w * phi.cos())
}

/// A unit normal `(cos α, sin α, 0)` under `(1 − w) I + w Rx(φ)`, plain and by the inverse transpose:
/// along *x* the blend does nothing, across it it turns by [`blended_turn`] and squeezes by
/// [`retention`].
#[must_use]
pub fn blended(w: f64, phi: f64, alpha: f64) -> [[f64; 3]; 2] {
    let (sin, cos) = blended_turn(w, phi).sin_cos();
    squeezed([1.0, retention(w, phi)], alpha).map(|[x, across]| [x, across * cos, across * sin])
}

/// How steep the neck of a twisted tube is where the child's share is `w`: the slope of its profile
/// `R · retention(w, φ)` while `w` rises by `1/(2r)` a metre, as an angle in radians.
///
/// The derivative of [`retention`] by `w` is `−(1 − 2w)(1 − cos φ) / retention`.
#[must_use]
pub fn neck(w: f64, phi: f64, radius: f64, r: f64) -> f64 {
    let fall = (1.0 - 2.0 * w) * (1.0 - phi.cos()) / retention(w, phi);
    (radius * fall / (2.0 * r)).abs().atan()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    #[test]
    fn a_stretched_normal_as_printed() {
        let [plain, right] = squeezed([3.0, 1.0], FRAC_PI_4);
        let off = squeezed_apart([3.0, 1.0], FRAC_PI_4).to_degrees();
        assert!((plain[0] - 0.948_683).abs() < 1e-6 && (plain[1] - 0.316_228).abs() < 1e-6);
        assert!((right[0] - 0.316_228).abs() < 1e-6 && (right[1] - 0.948_683).abs() < 1e-6);
        assert!((off - 53.13).abs() < 1e-3);
    }

    #[test]
    fn a_blend_of_rigid_bones_as_printed() {
        let [plain, right] = blended(0.5, FRAC_PI_2, FRAC_PI_4);
        let third = 1.0 / 3.0_f64.sqrt();
        assert!(right.iter().all(|x| (x - third).abs() < 1e-12));
        assert!((plain[0] - (2.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        let off = squeezed_apart([1.0, retention(0.5, FRAC_PI_2)], FRAC_PI_4);
        assert!((off.to_degrees() - 19.47).abs() < 2e-3);
    }

    #[test]
    fn the_surface_stays_at_right_angles_to_the_inverse_transpose() {
        for (a, b, alpha) in [(3.0, 1.0, 0.3), (1.0, 0.2, 1.2), (0.5, 2.0, 0.9)] {
            let along = [-a * f64::sin(alpha), b * f64::cos(alpha)];
            let [_, right] = squeezed([a, b], alpha);
            assert!((along[0] * right[0] + along[1] * right[1]).abs() < 1e-15);
        }
    }

    #[test]
    fn the_neck_is_the_slope_of_its_profile() {
        let (w, phi, step) = (0.25, 2.0 * PI / 3.0, 1e-6);
        let rise = retention(w + step, phi) - retention(w - step, phi);
        let slope = 0.18 * rise / (2.0 * step) / 0.5;
        assert!((neck(w, phi, 0.18, 0.25) - slope.abs().atan()).abs() < 1e-9);
        assert!((neck(w, phi, 0.18, 0.25).to_degrees() - 22.205).abs() < 1e-3);
        assert_eq!(neck(0.5, phi, 0.18, 0.25), 0.0);
    }
}
