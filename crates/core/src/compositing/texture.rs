//! A small image, sampled between its texels, with straight or with premultiplied colours.

use super::{Premultiplied, Straight, widen};
use glam::DVec3;
use std::fmt;

/// An image of `width × height` texels, straight RGBA of 8 bits a channel, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    width: usize,
    height: usize,
    texels: Vec<[u8; 4]>,
}

/// Why an image was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureError {
    /// A side of the image is 0.
    Empty,
    /// There are more or fewer texels than the sides ask for.
    Count {
        /// How many were given.
        given: usize,
        /// Texels a row.
        width: usize,
        /// Rows.
        height: usize,
    },
}

impl fmt::Display for TextureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "an image without rows or columns cannot be sampled: give at least one texel",
            ),
            Self::Count {
                given,
                width,
                height,
            } => write!(
                f,
                "an image of {width} × {height} texels was given {given}: give one a place, row by row"
            ),
        }
    }
}

impl std::error::Error for TextureError {}

impl Texture {
    /// The image with these texels (`width · height`), row by row from the top.
    ///
    /// # Errors
    ///
    /// Refuses a side of 0 and a number of texels that does not fit the sides.
    pub fn new(width: usize, height: usize, texels: Vec<[u8; 4]>) -> Result<Self, TextureError> {
        if width == 0 || height == 0 {
            return Err(TextureError::Empty);
        }
        if width.checked_mul(height) != Some(texels.len()) {
            return Err(TextureError::Count {
                given: texels.len(),
                width,
                height,
            });
        }
        Ok(Self {
            width,
            height,
            texels,
        })
    }

    /// Texels a row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The texels, row by row from the top.
    #[must_use]
    pub fn texels(&self) -> &[[u8; 4]] {
        &self.texels
    }

    // region: sample
    /// The colour at (`u`, `v`), texels from the upper left corner, mixed bilinearly from the four
    /// nearest texels as they are stored: also the colour of transparent ones is mixed in.
    #[must_use]
    pub fn sample_straight(&self, u: f64, v: f64) -> Straight {
        let mut mixed = Straight {
            rgb: DVec3::ZERO,
            alpha: 0.0,
        };
        for (texel, share) in self.nearest_four(u, v) {
            mixed.rgb += share * texel.rgb;
            mixed.alpha += share * texel.alpha;
        }
        mixed
    }

    /// The same with every texel multiplied by its alpha first: what is transparent brings no colour.
    #[must_use]
    pub fn sample_premultiplied(&self, u: f64, v: f64) -> Premultiplied {
        let mut mixed = Premultiplied {
            rgb: DVec3::ZERO,
            alpha: 0.0,
        };
        for (texel, share) in self.nearest_four(u, v) {
            let texel = texel.premultiply();
            mixed.rgb += share * texel.rgb;
            mixed.alpha += share * texel.alpha;
        }
        mixed
    }
    // endregion: sample

    // region: dilate
    /// The image with its colours grown outward by `passes` texels: in each pass a transparent texel
    /// that touches a coloured one (also at a corner) takes the mean colour of those that it touches.
    /// No alpha changes, so the picture's shape does not either.
    #[must_use]
    pub fn dilated(&self, passes: usize) -> Self {
        let mut grown = self.clone();
        let mut coloured: Vec<bool> = self.texels.iter().map(|texel| texel[3] > 0).collect();
        for _ in 0..passes {
            let before = (grown.clone(), coloured.clone());
            for (index, texel) in grown.texels.iter_mut().enumerate() {
                if before.1[index] {
                    continue;
                }
                let mut sum = DVec3::ZERO;
                let mut count = 0_u32;
                for neighbour in self.neighbours(index).filter(|&n| before.1[n]) {
                    let [red, green, blue, _] = before.0.texels[neighbour];
                    sum += widen([red, green, blue]);
                    count += 1;
                }
                if count > 0 {
                    let [red, green, blue] = super::narrow(sum / f64::from(count));
                    *texel = [red, green, blue, texel[3]];
                    coloured[index] = true;
                }
            }
        }
        grown
    }
    // endregion: dilate

    /// The four texels whose centres surround (`u`, `v`) and their shares, which sum to 1. Beyond the
    /// border the border's texel is repeated.
    fn nearest_four(&self, u: f64, v: f64) -> [(Straight, f64); 4] {
        let (left, top) = ((u - 0.5).floor(), (v - 0.5).floor());
        let (right_share, bottom_share) = (u - 0.5 - left, v - 0.5 - top);
        let texel = |x: f64, y: f64| {
            let column = x.clamp(0.0, (self.width - 1) as f64) as usize;
            let row = y.clamp(0.0, (self.height - 1) as f64) as usize;
            let [red, green, blue, alpha] = self.texels[row * self.width + column];
            Straight {
                rgb: widen([red, green, blue]),
                alpha: f64::from(alpha) / 255.0,
            }
        };
        let (left_share, top_share) = (1.0 - right_share, 1.0 - bottom_share);
        [
            (texel(left, top), left_share * top_share),
            (texel(left + 1.0, top), right_share * top_share),
            (texel(left, top + 1.0), left_share * bottom_share),
            (texel(left + 1.0, top + 1.0), right_share * bottom_share),
        ]
    }

    /// The up to eight texels around one.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let (column, row) = (index % self.width, index / self.width);
        let rows = row.saturating_sub(1)..=(row + 1).min(self.height - 1);
        rows.flat_map(move |y| {
            let columns = column.saturating_sub(1)..=(column + 1).min(self.width - 1);
            columns.map(move |x| y * self.width + x)
        })
        .filter(move |&neighbour| neighbour != index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const CLEAR_WHITE: [u8; 4] = [255, 255, 255, 0];

    fn strip(texels: &[[u8; 4]]) -> Texture {
        Texture::new(texels.len(), 1, texels.to_vec()).expect("one row")
    }

    #[test]
    fn a_sample_at_a_texels_centre_is_the_texel() {
        let texture = Texture::new(2, 2, vec![RED, CLEAR_WHITE, [0, 255, 0, 51], RED]);
        let sample = texture.expect("four texels").sample_straight(0.5, 1.5);
        assert_eq!(sample.rgb, DVec3::new(0.0, 255.0, 0.0));
        assert!((sample.alpha - 0.2).abs() < 1e-15);
    }

    #[test]
    fn beyond_the_border_the_border_goes_on() {
        let texture = strip(&[RED, CLEAR_WHITE]);
        assert_eq!(texture.sample_straight(-3.0, 9.0).alpha, 1.0);
        assert_eq!(texture.sample_straight(7.0, -1.0).alpha, 0.0);
    }

    #[test]
    fn dilation_grows_colour_by_one_texel_a_pass_and_keeps_alpha() {
        let texture = strip(&[RED, CLEAR_WHITE, CLEAR_WHITE, CLEAR_WHITE]);
        let once = texture.dilated(1);
        assert_eq!(once.texels()[1], [255, 0, 0, 0]);
        assert_eq!(once.texels()[2], CLEAR_WHITE);
        let twice = texture.dilated(2);
        assert_eq!(twice.texels()[2], [255, 0, 0, 0]);
        assert_eq!(twice.texels()[3], CLEAR_WHITE);
        assert_eq!(texture.dilated(0), texture);
    }

    #[test]
    fn between_two_colours_dilation_takes_their_mean() {
        let texture = strip(&[RED, CLEAR_WHITE, [1, 100, 0, 255]]);
        assert_eq!(texture.dilated(1).texels()[1], [128, 50, 0, 0]);
    }

    #[test]
    fn refuses_what_is_no_rectangle() {
        assert_eq!(Texture::new(0, 4, vec![]), Err(TextureError::Empty));
        let refused = Texture::new(2, 2, vec![RED; 3]);
        assert_eq!(
            refused,
            Err(TextureError::Count {
                given: 3,
                width: 2,
                height: 2
            })
        );
        let sentence = refused.expect_err("three of four").to_string();
        assert!(sentence.contains("2 × 2 texels was given 3"));
    }
}
