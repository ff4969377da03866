//! A picture of a few layers over an opaque background, described, and drawn as exactly as 8 bits allow.
//!
//! The description is what a browser's canvas is given too, so that both can be held against each other.

use super::coverage::coverage;
use super::texture::Texture;
use super::{Straight, narrow, widen};
use glam::{DAffine2, DVec2};

/// A picture: what is laid over its background, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The colour below everything.
    pub background: [u8; 3],
    /// What is drawn, first to last.
    pub layers: Vec<Layer>,
}

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Closed polygons filled together, by the non-zero rule, with an anti-aliased edge.
    Fill {
        /// The polygons, in pixels.
        contours: Vec<Vec<DVec2>>,
        /// Their colour.
        colour: [u8; 3],
    },
    /// An image, sampled bilinearly.
    Sprite(Sprite),
}

/// An image in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// The image.
    pub texture: Texture,
    /// From texels (upper left corner of the image at the origin) to pixels.
    pub place: DAffine2,
    /// How its colours are mixed between texels.
    pub sampling: Sampling,
}

/// How colours are mixed between texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// As they are stored.
    Straight,
    /// Multiplied by their alpha first.
    Premultiplied,
}

/// Opaque pixels of 8 bits a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels a row.
    pub width: usize,
    /// The pixels, row by row from the top.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Draws the picture with exact coverage. Every layer is rounded to 8 bits, as in a canvas.
    #[must_use]
    pub fn draw(&self) -> Image {
        let mut image = Image {
            width: self.width,
            pixels: vec![self.background; self.width * self.height],
        };
        for layer in &self.layers {
            match layer {
                Layer::Fill { contours, colour } => {
                    let covered = coverage(self.width, self.height, contours);
                    for (pixel, alpha) in image.pixels.iter_mut().zip(covered) {
                        if alpha > 0.0 {
                            let paint = Straight {
                                rgb: widen(*colour),
                                alpha,
                            };
                            *pixel = narrow(paint.over(widen(*pixel)));
                        }
                    }
                }
                Layer::Sprite(sprite) => sprite.lay_over(&mut image),
            }
        }
        image
    }
}

impl Sprite {
    /// Lays the image over `image`, one sample at the centre of every pixel that it reaches.
    pub fn lay_over(&self, image: &mut Image) {
        let to_texels = self.place.inverse();
        let size = DVec2::new(self.texture.width() as f64, self.texture.height() as f64);
        for (index, pixel) in image.pixels.iter_mut().enumerate() {
            let (column, row) = (index % image.width, index / image.width);
            let centre = DVec2::new(column as f64 + 0.5, row as f64 + 0.5);
            let at = to_texels.transform_point2(centre);
            if at.cmplt(DVec2::ZERO).any() || at.cmpgt(size).any() {
                continue;
            }
            let below = widen(*pixel);
            *pixel = narrow(match self.sampling {
                Sampling::Straight => self.texture.sample_straight(at.x, at.y).over(below),
                Sampling::Premultiplied => {
                    self.texture.sample_premultiplied(at.x, at.y).over(below)
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(left: f64, right: f64) -> Layer {
        let corners = [(left, 0.0), (right, 0.0), (right, 1.0), (left, 1.0)];
        Layer::Fill {
            contours: vec![corners.map(|(x, y)| DVec2::new(x, y)).to_vec()],
            colour: [255, 0, 0],
        }
    }

    #[test]
    fn two_fills_that_meet_in_a_pixel_leave_a_quarter_of_the_background() {
        let picture = Picture {
            width: 3,
            height: 1,
            background: [255, 255, 255],
            layers: vec![rectangle(0.0, 1.5), rectangle(1.5, 3.0)],
        };
        assert_eq!(
            picture.draw().pixels,
            [[255, 0, 0], [255, 64, 64], [255, 0, 0]]
        );
    }

    #[test]
    fn a_sprite_is_sampled_at_the_centres_of_pixels() {
        let texture = Texture::new(2, 1, vec![[255, 0, 0, 255], [255, 255, 255, 0]]);
        let sprite = |sampling| {
            Layer::Sprite(Sprite {
                texture: texture.clone().expect("two texels"),
                place: DAffine2::from_scale(DVec2::new(2.0, 1.0)),
                sampling,
            })
        };
        let draw = |sampling| {
            Picture {
                width: 4,
                height: 1,
                background: [255, 0, 0],
                layers: vec![sprite(sampling)],
            }
            .draw()
            .pixels
        };
        // Pixel centres lie at texel 0.25, 0.75, 1.25, 1.75: t = 0, ¼, ¾, 1, and t (1 − t) · 255 of white.
        let tainted = [[255, 0, 0], [255, 48, 48], [255, 48, 48], [255, 0, 0]];
        assert_eq!(draw(Sampling::Straight), tainted);
        assert_eq!(draw(Sampling::Premultiplied), [[255, 0, 0]; 4]);
    }
}
