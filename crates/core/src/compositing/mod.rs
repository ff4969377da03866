//! Laying colours over one another, as a canvas and a texture unit do: where seams come from.
//!
//! Channels run from 0 to 255, alpha and coverage from 0 to 1, all linear in the stored values: a 2D canvas
//! and most sprite shaders blend the stored numbers and not light. Pixel (0, 0) is the upper left one and
//! covers the square from (0, 0) to (1, 1); *y* points down.
//!
//! [`texture`] samples small images, [`coverage`] finds how much of a pixel a path covers, [`picture`]
//! draws layers of both, [`leak`] looks for what shines through.
//!
//! Source: T. Porter and T. Duff, *Compositing Digital Images*, SIGGRAPH 1984, for `over` and for
//! premultiplied colours.

pub mod coverage;
pub mod leak;
pub mod picture;
pub mod texture;

use glam::DVec3;

/// A colour as it is authored: its channels say nothing of its alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight {
    /// Red, green, blue, 0 to 255.
    pub rgb: DVec3,
    /// How much it covers, 0 to 1.
    pub alpha: f64,
}

/// A colour whose channels are already multiplied by its alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Premultiplied {
    /// Red, green, blue times alpha, 0 to 255 · alpha.
    pub rgb: DVec3,
    /// How much it covers, 0 to 1.
    pub alpha: f64,
}

// region: over
impl Straight {
    /// This colour over an opaque one: `α c + (1 − α) below`.
    #[must_use]
    pub fn over(self, below: DVec3) -> DVec3 {
        self.alpha * self.rgb + (1.0 - self.alpha) * below
    }

    /// `(α c, α)`: what is transparent loses its colour.
    #[must_use]
    pub fn premultiply(self) -> Premultiplied {
        Premultiplied {
            rgb: self.alpha * self.rgb,
            alpha: self.alpha,
        }
    }
}

impl Premultiplied {
    /// This colour over an opaque one: `c + (1 − α) below`.
    #[must_use]
    pub fn over(self, below: DVec3) -> DVec3 {
        self.rgb + (1.0 - self.alpha) * below
    }
}
// endregion: over

/// An opaque colour of 8 bits a channel as numbers.
#[must_use]
pub fn widen(rgb: [u8; 3]) -> DVec3 {
    DVec3::from_array(rgb.map(f64::from))
}

/// A colour rounded to 8 bits a channel, to the nearest, and cut off at 0 and 255.
#[must_use]
pub fn narrow(rgb: DVec3) -> [u8; 3] {
    rgb.to_array()
        .map(|channel| channel.round().clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_a_colour_lay_the_same_over() {
        let colour = Straight {
            rgb: DVec3::new(200.0, 100.0, 0.0),
            alpha: 0.3,
        };
        let below = DVec3::new(10.0, 20.0, 250.0);
        let expected = DVec3::new(67.0, 44.0, 175.0);
        assert!((colour.over(below) - expected).length() < 1e-12);
        assert!((colour.premultiply().over(below) - expected).length() < 1e-12);
    }

    #[test]
    fn narrowing_rounds_to_the_nearest_and_stays_inside() {
        assert_eq!(narrow(DVec3::new(-3.0, 127.5, 300.0)), [0, 128, 255]);
        assert_eq!(widen([1, 2, 3]), DVec3::new(1.0, 2.0, 3.0));
    }
}
