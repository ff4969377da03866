//! The transition band around one joint: how a vertex's place along the limb becomes two weights.

use super::Influence;

/// Two joints share the vertices within `half_width` of `pivot`; beyond it each has its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Where along x the child joint sits, in metres.
    pub pivot: f64,
    /// Half the width of the transition, in metres; 0 binds every vertex to one joint.
    pub half_width: f64,
}

impl Band {
    /// The child's share at `x` metres: `clamp((x − (pivot − r)) / 2r, 0, 1)`.
    ///
    /// With `r = 0` the share jumps from 0 to 1 at the pivot, and the pivot itself is the child's.
    #[must_use]
    pub fn child_weight(&self, x: f64) -> f64 {
        if self.half_width > 0.0 {
            ((x - (self.pivot - self.half_width)) / (2.0 * self.half_width)).clamp(0.0, 1.0)
        } else if x < self.pivot {
            0.0
        } else {
            1.0
        }
    }

    /// The influences at `x`: joint 0 (parent) and joint 1 (child), summing to 1.
    #[must_use]
    pub fn influences(&self, x: f64) -> [Influence; 2] {
        let child = self.child_weight(x);
        [Influence::new(0, 1.0 - child), Influence::new(1, child)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_at_five_places() {
        let band = Band {
            pivot: 0.9,
            half_width: 0.25,
        };
        for (x, parent) in [
            (0.70, 0.9),
            (0.80, 0.7),
            (0.90, 0.5),
            (1.00, 0.3),
            (1.10, 0.1),
        ] {
            let [first, second] = band.influences(x);
            assert!((first.weight - parent).abs() < 1e-12, "x = {x}");
            assert!((first.weight + second.weight - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn a_band_of_no_width_is_a_hard_cut() {
        let band = Band {
            pivot: 0.9,
            half_width: 0.0,
        };
        assert_eq!(band.child_weight(0.899), 0.0);
        assert_eq!(band.child_weight(0.9), 1.0);
    }
}
