//! Normals in 32 bits: a direction folded onto an octahedron and from there onto a square, whose two
//! coordinates are stored as 16-bit whole numbers `q`, decoded as `q / 32767` (snorm).
//!
//! # How exact that is
//!
//! Let n be a unit normal and m = n / (|x| + |y| + |z|) its point on the octahedron; a point m has
//! ‖m‖ ≥ 1/√3. Rounding moves each coordinate of the square by at most δ = ½ / 32767. The fold is
//! continuous, and inside each of its faces x and y move by at most δ and z = 1 − |u| − |v| by at most
//! 2δ, so ‖Δm‖ ≤ √6 δ. As ‖x/‖x‖ − y/‖y‖‖ ≤ 2 ‖x − y‖ / (‖x‖ + ‖y‖) (Dunkl and Williams 1964), the
//! decoded direction lies at most √6 δ · √3 = **3√2 δ = 3√2 / 65534** from n: 6.5e-5, or 0.004°.
//!
//! The shader decodes in `f32` (u = 2⁻²⁴), with a division as inexact as WGSL permits (2½ ulp, 5 u): 5 u
//! in each coordinate, 7 u in z, 13 u after unfolding, which √3 (three components) and √3 (1/‖m‖) turn
//! into 39 u of direction, and making it unit length adds 12 u at most: together 51 u. Both bounds of
//! [`skinlab_core::bound`] have room for that: the linear one allows 2√3 · 64 u = 221 u where its own 17
//! roundings need 59 u and these 102 u, the one of dual quaternions 256 u where its own need 152 u.

use skinlab_core::glam::DVec3;

/// The largest distance between a unit normal and what its word decodes to: 3√2 / 65534.
pub const NORMAL_ERROR: f64 = 3.0 * std::f64::consts::SQRT_2 / 65_534.0;

/// The largest whole number of a coordinate.
const MOST: f64 = 32_767.0;

/// The word of a vertex without normal. No direction has it: −32768 is not used.
const NONE: u32 = 0x8000_8000;

/// The word of a normal of any length; one without length has a word of its own.
#[must_use]
pub fn pack_normal(n: [f32; 3]) -> u32 {
    let n = DVec3::from_array(n.map(f64::from));
    let sum = n.x.abs() + n.y.abs() + n.z.abs();
    // Not "equals 0": what is no number has no direction either.
    if !(sum > 0.0 && sum.is_finite()) {
        return NONE;
    }
    let m = n / sum;
    let fold = (-m.z).max(0.0);
    let coordinate = |value: f64| {
        let folded = value + fold.copysign(value);
        let q = (folded * MOST).round() as i16;
        u32::from(q.cast_unsigned())
    };
    coordinate(m.x) | coordinate(m.y) << 16
}

/// The unit normal that a word stands for, or zero: what the shader decodes, before it rounds.
#[must_use]
pub fn unpack_normal(word: u32) -> DVec3 {
    if word == NONE {
        return DVec3::ZERO;
    }
    let coordinate = |bits: u32| f64::from((bits as u16).cast_signed()) / MOST;
    let (u, v) = (coordinate(word), coordinate(word >> 16));
    let z = 1.0 - u.abs() - v.abs();
    let fold = (-z).max(0.0);
    DVec3::new(u - fold.copysign(u), v - fold.copysign(v), z).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far the decoded normal lies from the normal itself.
    fn error(n: DVec3) -> f64 {
        // The rounding to f32 is the caller's and lies far below.
        let word = pack_normal(n.as_vec3().to_array());
        (unpack_normal(word) - n).length()
    }

    #[test]
    fn every_direction_comes_back_within_the_bound_and_some_nearly_use_it() {
        const STEPS: i32 = 900;
        let mut worst = 0.0_f64;
        let mut count = 0;
        for a in 0..STEPS {
            for b in 0..STEPS {
                // Equal areas: z and the angle about it are both spread evenly.
                let z = 1.0 - 2.0 * (f64::from(a) + 0.5) / f64::from(STEPS);
                let (sin, cos) = (f64::from(b) * 0.618_034 * std::f64::consts::TAU).sin_cos();
                let flat = (1.0 - z * z).sqrt();
                worst = worst.max(error(DVec3::new(flat * cos, flat * sin, z)));
                count += 1;
            }
        }
        assert_eq!(count, 810_000);
        println!("worst of {count}: {:.3} of the bound", worst / NORMAL_ERROR);
        assert!(worst <= NORMAL_ERROR, "{worst}");
        assert!(worst > 0.5 * NORMAL_ERROR, "the bound is loose: {worst}");
    }

    #[test]
    fn axes_edges_and_corners_of_the_fold_come_back() {
        for n in [DVec3::X, DVec3::Y, DVec3::Z] {
            assert_eq!((error(n), error(-n)), (0.0, 0.0));
        }
        for x in [-1.0, -1e-9, 0.0, 1e-9, 1.0] {
            for y in [-1.0, -1e-9, 0.0, 1e-9, 1.0] {
                for z in [-1.0, -1e-9, 1e-9, 1.0] {
                    let n = DVec3::new(x, y, z).normalize();
                    assert!(error(n) <= NORMAL_ERROR, "{n}");
                }
            }
        }
    }

    #[test]
    fn length_does_not_matter_and_none_is_kept_apart() {
        let n = [0.3, -0.5, -0.8];
        assert_eq!(pack_normal(n), pack_normal(n.map(|x| 64.0 * x)));
        assert_eq!(unpack_normal(pack_normal([0.0; 3])), DVec3::ZERO);
        assert_eq!(
            unpack_normal(pack_normal([f32::NAN, 0.0, 1.0])),
            DVec3::ZERO
        );
    }

    #[test]
    fn a_decoding_by_32768_would_be_noticed() {
        let n = DVec3::new(0.5, 0.5, 0.5_f64.sqrt());
        let word = pack_normal(n.as_vec3().to_array());
        let coordinate = |bits: u32| f64::from((bits as u16).cast_signed()) / 32_768.0;
        let (u, v) = (coordinate(word), coordinate(word >> 16));
        let wrong = DVec3::new(u, v, 1.0 - u - v).normalize();
        assert!((wrong - n).length() > 0.3 * NORMAL_ERROR);
        let bytes = (word & 0xFF) | (word >> 16 & 0xFF) << 8;
        assert_ne!(bytes, word);
    }
}
