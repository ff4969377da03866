//! Closed forms of the lab about seams: coverage, sampling between two texels, gaps that open with a bend.
//!
//! Lengths in pixels or metres, as the caller has them; coverage and shares from 0 to 1.

/// What two edges leave of the background that cover `a` and `b` of a pixel: `(1 − a)(1 − b)`.
///
/// Each lets through what it does not cover, and the second covers none of it more than the first: with
/// a = b it is `(1 − a)²`, and even where b = 1 − a and the pixel is full, `a (1 − a)` is left.
#[must_use]
pub fn left_by_two(a: f64, b: f64) -> f64 {
    (1.0 - a) * (1.0 - b)
}

/// How much of a pixel lies beyond a straight edge that passes `distance` pixels from its centre, its normal
/// turned by `phi` out of the pixel's axes; a negative distance has the centre beyond the edge.
///
/// With c ≥ s the larger and smaller of |cos φ| and |sin φ|: up to (c − s)/2 the edge crosses two opposite
/// sides and leaves a trapezium, ½ − d/c; up to (c + s)/2 it cuts off a triangle, ((c + s)/2 − d)²/(2 c s).
#[must_use]
pub fn half_plane_coverage(distance: f64, phi: f64) -> f64 {
    let (sin, cos) = (phi.sin().abs(), phi.cos().abs());
    let (c, s) = (cos.max(sin), cos.min(sin));
    let d = distance.abs();
    let beyond = if d >= f64::midpoint(c, s) {
        0.0
    } else if d <= (c - s) / 2.0 {
        0.5 - d / c
    } else {
        let height = f64::midpoint(c, s) - d;
        height * height / (2.0 * c * s)
    };
    if distance < 0.0 { 1.0 - beyond } else { beyond }
}

/// What is left of the background in the worst pixel between two parallel edges, `spacing` pixels apart
/// (negative where they overlap), normals turned by `phi`: in the pixel whose centre lies in the middle.
#[must_use]
pub fn left_between(spacing: f64, phi: f64) -> f64 {
    let covered = half_plane_coverage(spacing / 2.0, phi);
    left_by_two(covered, covered)
}

/// Green (and blue) of the straight mixture, `t` of the way from opaque red to transparent white: `255 t`.
#[must_use]
pub fn straight_green(t: f64) -> f64 {
    255.0 * t
}

/// Alpha of the mixture, straight or premultiplied: `1 − t`.
#[must_use]
pub fn mixed_alpha(t: f64) -> f64 {
    1.0 - t
}

/// The share of white that the straight mixture leaves over a ground of the right colour: `t (1 − t)`.
///
/// The sample is opaque by 1 − t, and t of its colour is white. The largest value is ¼, at t = ½.
#[must_use]
pub fn fringe(t: f64) -> f64 {
    t * (1.0 - t)
}

/// How far two points part that coincide at the bind pose, when one of them turns by `theta` about a pivot
/// `off` away and both follow the turn by the share `w`: `2 w off |sin(θ/2)|`.
///
/// Turning about another pivot is the same turn and a translation by `(I − R) off`, of length
/// `2 off |sin(θ/2)|`.
#[must_use]
pub fn pivot_gap(off: f64, w: f64, theta: f64) -> f64 {
    2.0 * w * off * (theta / 2.0).sin().abs()
}

/// How far two vertices part that coincide at the bind pose, `r` from the joint, and whose weights differ by
/// `jump`: `2 r jump |sin(θ/2)|`.
///
/// Both lie on the chord from p to R p, `w` of the way along it, and the chord is `2 r |sin(θ/2)|` long.
#[must_use]
pub fn jump_gap(r: f64, jump: f64, theta: f64) -> f64 {
    2.0 * r * jump.abs() * (theta / 2.0).sin().abs()
}

/// What a cut keeps of its width at a bend by `theta`, where both bones hold half of it: `cos(θ/2)`, as ½ I +
/// ½ R(θ) is a turn by θ/2 and a scaling by that.
#[must_use]
pub fn kept_at_cut(theta: f64) -> f64 {
    (theta / 2.0).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, SQRT_2};

    #[test]
    fn values_as_printed() {
        for (a, equal, abutting) in [
            (0.0, 1.0, 0.0),
            (0.25, 0.5625, 0.1875),
            (0.5, 0.25, 0.25),
            (0.75, 0.0625, 0.1875),
            (1.0, 0.0, 0.0),
        ] {
            assert_eq!(left_by_two(a, a), equal);
            assert_eq!(left_by_two(a, 1.0 - a), abutting);
        }
        assert_eq!((straight_green(0.5), mixed_alpha(0.5)), (127.5, 0.5));
        assert_eq!(fringe(0.5), 0.25);
        assert!((jump_gap(0.18, 1.0, FRAC_PI_2) - 0.18 * SQRT_2).abs() < 1e-15);
        assert!((pivot_gap(0.005, 0.5, FRAC_PI_2) - 0.005 / SQRT_2).abs() < 1e-15);
    }

    #[test]
    fn upright_and_diagonal_edges_cover_what_can_be_seen_at_once() {
        assert_eq!(half_plane_coverage(0.25, 0.0), 0.25);
        assert_eq!(half_plane_coverage(-0.25, FRAC_PI_2), 0.75);
        assert_eq!(half_plane_coverage(0.5, 0.0), 0.0);
        assert!((half_plane_coverage(SQRT_2 / 4.0, FRAC_PI_4) - 0.125).abs() < 1e-15);
        assert_eq!(half_plane_coverage(SQRT_2 / 2.0 + 1e-12, FRAC_PI_4), 0.0);
        assert!((half_plane_coverage(0.0, 0.3) - 0.5).abs() < 1e-15);
    }

    /// Against counting: 400 × 400 samples, of which an edge misjudges at most a row's worth.
    #[test]
    fn coverage_agrees_with_counting() {
        let side = 400;
        for phi in [0.0, 0.2, 0.5, FRAC_PI_4, 1.1, -0.7] {
            for distance in [-0.6, -0.31, -0.05, 0.0, 0.2, 0.45, 0.7] {
                let centre = |i: i32| (f64::from(i) + 0.5) / f64::from(side) - 0.5;
                let beyond = (0..side * side)
                    .filter(|i| {
                        let (x, y) = (centre(i % side), centre(i / side));
                        x * f64::cos(phi) + y * f64::sin(phi) > distance
                    })
                    .count();
                let counted = beyond as f64 / f64::from(side * side);
                let formula = half_plane_coverage(distance, phi);
                assert!((counted - formula).abs() < 1.5 / f64::from(side));
            }
        }
    }

    #[test]
    fn an_overlap_of_one_pixel_closes_an_upright_cut_and_of_a_diagonal_every_cut() {
        assert_eq!(left_between(-1.0, 0.0), 0.0);
        assert!(left_between(-1.0, FRAC_PI_4) > 1e-3);
        for step in 0..=90 {
            assert!(left_between(-SQRT_2, f64::from(step).to_radians()) < 1e-15);
        }
        assert_eq!(left_between(1.0, 0.0), 1.0);
    }
}
