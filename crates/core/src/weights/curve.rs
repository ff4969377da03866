//! Another curve than the straight one across a transition band.

/// `3t² − 2t³`: leaves 0 and reaches 1 level, and passes ½ at `t` = ½ like every curve of that symmetry.
/// `t` from 0 to 1; outside, the nearer end's value.
#[must_use]
pub fn smoothstep(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_middle_stay() {
        assert_eq!([0.0, 0.5, 1.0].map(smoothstep), [0.0, 0.5, 1.0]);
        assert_eq!([-1.0, 2.0].map(smoothstep), [0.0, 1.0]);
        assert!((smoothstep(0.25) - 0.156_25).abs() < 1e-15);
    }
}
