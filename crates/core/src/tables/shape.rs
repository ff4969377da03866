//! What a table reads off more than one coordinate: turns about an axis, distances from bones, areas.

use glam::DVec3;

/// By how many degrees the direction of `v` about +x lies beyond `near` degrees, from −180 to 180; +y is 0°,
/// +z is 90°.
pub(super) fn degrees_beyond(v: DVec3, near: f64) -> f64 {
    let (sin, cos) = near.to_radians().sin_cos();
    // The direction is turned back by `near` before it is measured, so that no angle has to be wrapped.
    let (along, across) = (v.y * cos + v.z * sin, v.z * cos - v.y * sin);
    across.atan2(along).to_degrees()
}

/// The distance of `v`, seen from a joint, from the nearer of two bones: the parent's half-line along −x and
/// the child's in direction `theta` (radians) in the xy plane.
pub(super) fn distance_from_bones(v: DVec3, theta: f64) -> f64 {
    let child = DVec3::new(theta.cos(), theta.sin(), 0.0);
    let from = |bone: DVec3| {
        let along = v.dot(bone).max(0.0);
        (v - along * bone).length()
    };
    from(DVec3::NEG_X).min(from(child))
}

/// The area of a flat polygon in space: half the length of the sum of its corners' cross products.
pub(super) fn area(corners: &[DVec3]) -> f64 {
    let Some(&first) = corners.first() else {
        return 0.0;
    };
    let twice: DVec3 = corners
        .windows(2)
        .map(|pair| (pair[0] - first).cross(pair[1] - first))
        .sum();
    twice.length() / 2.0
}

/// The length of the closed line through the corners.
pub(super) fn perimeter(corners: &[DVec3]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.distance(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn a_unit_square_in_space() {
        let square = [DVec3::ZERO, DVec3::Y, DVec3::Y + DVec3::Z, DVec3::Z];
        assert_eq!((area(&square), perimeter(&square)), (1.0, 4.0));
        assert_eq!((area(&[]), perimeter(&[])), (0.0, 0.0));
    }

    #[test]
    fn turns_are_read_near_the_asked_one() {
        assert!((degrees_beyond(DVec3::Z, 0.0) - 90.0).abs() < 1e-12);
        assert!((degrees_beyond(DVec3::NEG_Y, 170.0) - 10.0).abs() < 1e-12);
        assert!((degrees_beyond(DVec3::NEG_Y, -170.0) + 10.0).abs() < 1e-12);
        assert!((190.0 + degrees_beyond(DVec3::NEG_Y, 190.0) - 180.0).abs() < 1e-12);
    }

    #[test]
    fn distances_from_a_right_angle() {
        let down = -FRAC_PI_2;
        for (point, distance) in [
            ([-1.0, 0.2], 0.2),
            ([0.3, 0.4], 0.5),
            ([0.2, -1.0], 0.2),
            ([-0.1, -0.3], 0.1),
        ] {
            let v = DVec3::new(point[0], point[1], 0.0);
            assert!(
                (distance_from_bones(v, down) - distance).abs() < 1e-15,
                "{point:?}"
            );
        }
        assert_eq!(distance_from_bones(DVec3::new(-1.0, 3.0, 4.0), down), 5.0);
    }
}
