//! An elbow drawn in layers, from skinned vertices to a picture: four ways to a seam, and what closes it.
//!
//! A limb of one colour is cut at its elbow. A picture of it must show that colour everywhere inside; what
//! shines through instead is the seam ([`leak()`]). The picture is described ([`picture`]), so that the exact
//! rasteriser of [`crate::compositing`] and a browser's canvas can draw the same.
//!
//! Pictures are square, [`SIDE`] CSS pixels wide, and drawn at 1, 2 or 4 device pixels a CSS pixel. They are
//! placed so that the middle of the seam lies on the centre of the middle pixel: what the seam's worst pixel
//! shows is then a closed form and does not hang on luck.

mod sprite;

use crate::blend::linear;
use crate::compositing::leak::{self, Leak};
use crate::compositing::picture::{Image, Layer, Picture, Sampling};
use crate::rigs::cut_arm::{self, Cut, LAYER};
use crate::weights::Influence;
use glam::{DAffine3, DVec2, DVec3};

/// CSS pixels that a metre has: the limb is 36 pixels thick.
pub const PX_PER_METRE: f64 = 100.0;
/// Width and height of a picture, CSS pixels.
pub const SIDE: usize = 64;
/// How far from the outline the inside begins that is looked at, CSS pixels: past the anti-aliased edge,
/// and past the one texel over which a sprite's edge fades.
pub const MARGIN: usize = 3;
/// The limb's colour.
pub const LIMB: [u8; 3] = [96, 125, 139];
/// How far off layer 1's pivot is, CSS pixels: what rounding an exported position to whole pixels can do.
pub const PIVOT_OFF: f64 = 0.5;
/// By how much the weights jump at the cut.
pub const JUMP: f64 = 0.25;
/// How many joint matrices a rig has.
pub const JOINTS: usize = 3;

/// What makes the seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Two layers that do not share their edge: one turns about a pivot that is off by half a pixel.
    Gap,
    /// White under the transparent texels of two sprites.
    Fringe,
    /// Two anti-aliased edges over one another.
    Edges,
    /// Weights that jump at the cut.
    Jump,
}

/// How two layers are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// Each has vertices of its own, and is filled by itself.
    Apart,
    /// They share the vertices of the cut, and each is filled by itself.
    Shared,
    /// They share the vertices of the cut, and are filled as one.
    One,
}

/// What became of the colour of transparent texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alpha {
    /// White, and sampled with straight alpha.
    Straight,
    /// The limb's colour was grown into them; sampled with straight alpha.
    Dilated,
    /// White, and sampled with premultiplied alpha.
    Premultiplied,
}

/// What lies behind the limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Black.
    Black,
    /// White.
    White,
    /// Red.
    Red,
}

impl Ground {
    /// The colour.
    #[must_use]
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Black => [0, 0, 0],
            Self::White => [255, 255, 255],
            Self::Red => [255, 0, 0],
        }
    }
}

/// One picture: a cause, what was done about it, and where it is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// The bend of the elbow, radians, from −2π/3 to 0.
    pub theta: f64,
    /// What makes the seam.
    pub cause: Cause,
    /// How the layers are joined; sprites are always apart.
    pub joining: Joining,
    /// How far layer 1 reaches under layer 0 in the bind pose, CSS pixels.
    pub overlap: f64,
    /// What became of the colour of transparent texels.
    pub alpha: Alpha,
    /// Whether the weights were smoothed.
    pub smoothed: bool,
    /// What lies behind the limb.
    pub ground: Ground,
    /// Device pixels a CSS pixel.
    pub scale: usize,
}

/// The skinning job of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    /// The joint matrices ([`JOINTS`]).
    pub joints: [DAffine3; JOINTS],
    /// Rest positions, metres (`V`).
    pub positions: Vec<DVec3>,
    /// Influences (`V`).
    pub influences: Vec<Vec<Influence>>,
}

impl Setup {
    /// What would shine through.
    #[must_use]
    pub const fn towards(&self) -> [u8; 3] {
        match self.cause {
            Cause::Fringe => [255, 255, 255],
            Cause::Gap | Cause::Edges | Cause::Jump => self.ground.rgb(),
        }
    }

    /// Width and height of the picture, device pixels.
    #[must_use]
    pub const fn side(&self) -> usize {
        SIDE * self.scale
    }

    /// The same limb without a fault, for its outline.
    const fn whole(self) -> Self {
        Self {
            joining: Joining::One,
            overlap: 0.0,
            smoothed: true,
            ..self
        }
    }

    /// What the rig of layers is made of.
    fn cut(&self) -> Cut {
        Cut {
            jump: if self.cause == Cause::Jump { JUMP } else { 0.0 },
            pivot_below: if self.cause == Cause::Gap && self.joining == Joining::Apart {
                PIVOT_OFF / PX_PER_METRE
            } else {
                0.0
            },
            overlap: self.overlap / PX_PER_METRE,
            smoothed: self.smoothed && self.cause == Cause::Jump,
        }
    }
}

/// The skinning job: two layers that bend, or the corners of two rigid sprites.
#[must_use]
pub fn rig(setup: &Setup) -> Rig {
    let cut = setup.cut();
    let joints = cut_arm::joints(setup.theta, cut.pivot_below);
    if setup.cause == Cause::Fringe {
        return sprite::rig(&joints);
    }
    Rig {
        joints,
        positions: cut_arm::positions(&cut),
        // The lists come from a band and the links from the rig itself, so neither can be refused.
        influences: cut_arm::influences(&cut).unwrap_or_default(),
    }
}

/// The picture that the skinned vertices of [`rig`] (metres, `V`) make.
///
/// # Panics
///
/// If there are fewer vertices than the rig has.
#[must_use]
pub fn picture(setup: &Setup, skinned: &[DVec3]) -> Picture {
    let placed = Placed::new(setup, skinned);
    let layers = if setup.cause == Cause::Fringe {
        sprite::layers(setup.alpha, &placed, skinned)
    } else {
        let contours = placed.outlines(skinned);
        // A jump is looked at by itself, without the edges that two fills would add to it.
        if setup.joining == Joining::One || setup.cause == Cause::Jump {
            vec![fill(contours.to_vec())]
        } else {
            contours.map(|contour| fill(vec![contour])).to_vec()
        }
    };
    Picture {
        width: setup.side(),
        height: setup.side(),
        background: setup.ground.rgb(),
        layers,
    }
}

/// What shines through inside the limb in `image`, a drawing of [`picture`].
///
/// # Panics
///
/// If there are fewer vertices than the rig has.
#[must_use]
pub fn leak(setup: &Setup, skinned: &[DVec3], image: &Image) -> Leak {
    let inside = interior(setup, skinned);
    leak::leak(image, &inside, LIMB, setup.towards())
}

/// Which pixels of the picture lie inside the limb, clear of its outline.
fn interior(setup: &Setup, skinned: &[DVec3]) -> Vec<bool> {
    let placed = Placed::new(setup, skinned);
    let contours = if setup.cause == Cause::Fringe {
        sprite::outlines(&placed, skinned)
    } else {
        let whole = rig(&setup.whole());
        let right: Vec<DVec3> = whole
            .positions
            .iter()
            .zip(&whole.influences)
            .map(|(&position, list)| linear::position(&whole.joints, list, position))
            .collect();
        placed.outlines(&right).to_vec()
    };
    leak::interior(setup.side(), setup.side(), &contours, MARGIN * setup.scale)
}

fn fill(contours: Vec<Vec<DVec2>>) -> Layer {
    Layer::Fill {
        contours,
        colour: LIMB,
    }
}

/// Where the world lies on the picture.
#[derive(Clone, Copy, Debug)]
struct Placed {
    anchor: DVec2,
    centre: DVec2,
    scale: f64,
}

impl Placed {
    fn new(setup: &Setup, skinned: &[DVec3]) -> Self {
        let anchor = if setup.cause == Cause::Fringe {
            sprite::anchor(setup.theta, skinned)
        } else {
            // The middle between the ends of the two layers.
            let ends = [LAYER - 2, LAYER - 1, LAYER, LAYER + 1];
            ends.map(|vertex| skinned[vertex]).iter().sum::<DVec3>() / 4.0
        };
        Self {
            anchor: anchor.truncate(),
            centre: DVec2::splat((setup.side() / 2) as f64 + 0.5),
            scale: setup.scale as f64 * PX_PER_METRE,
        }
    }

    /// A place in the world (metres, y up) in device pixels (y down).
    fn pixel(&self, place: DVec3) -> DVec2 {
        let from_anchor = self.scale * (place.truncate() - self.anchor);
        self.centre + DVec2::new(from_anchor.x, -from_anchor.y)
    }

    fn outlines(&self, skinned: &[DVec3]) -> [Vec<DVec2>; 2] {
        [0, 1].map(|layer| {
            cut_arm::outline(layer)
                .map(|vertex| self.pixel(skinned[vertex]))
                .collect()
        })
    }
}

#[cfg(test)]
mod tests;
