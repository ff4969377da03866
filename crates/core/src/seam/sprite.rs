//! The limb as two rigid sprites with round ends that lie over one another at the elbow.

use super::{Alpha, JOINTS, LIMB, PX_PER_METRE, Placed, Rig, Sampling};
use crate::compositing::picture::{Layer, Sprite};
use crate::compositing::texture::Texture;
use crate::rigs::arm::L1;
use crate::weights::Influence;
use glam::{DAffine2, DAffine3, DMat2, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// How far a sprite reaches from the elbow along its bone, texels.
const REACH: usize = 60;
/// Half the limb's thickness, texels; also the radius of the round end.
const RADIUS: usize = 18;
/// Transparent texels around the limb.
const CLEAR: usize = 2;
const WIDTH: usize = REACH + RADIUS + CLEAR;
const HEIGHT: usize = 2 * (RADIUS + CLEAR);
/// Corners a sprite: upper left, upper right, lower left.
const CORNERS: usize = 3;
/// Corners of the polygon that stands for a round end.
const ARC: usize = 24;

/// The corners of both sprites, each bound to its bone alone. A texel is a CSS pixel.
pub(super) fn rig(joints: &[DAffine3; JOINTS]) -> Rig {
    let half = HEIGHT as f64 / 2.0;
    let mut positions = Vec::with_capacity(2 * CORNERS);
    let mut influences = Vec::with_capacity(2 * CORNERS);
    for (joint, left) in [(0, REACH), (1, RADIUS + CLEAR)] {
        let left = -(left as f64);
        let right = left + WIDTH as f64;
        for (x, y) in [(left, half), (right, half), (left, -half)] {
            positions.push(DVec3::new(L1 + x / PX_PER_METRE, y / PX_PER_METRE, 0.0));
            influences.push(vec![Influence::new(joint, 1.0)]);
        }
    }
    Rig {
        joints: *joints,
        positions,
        influences,
    }
}

/// Both sprites in their places, the forearm above.
pub(super) fn layers(alpha: Alpha, placed: &Placed, skinned: &[DVec3]) -> Vec<Layer> {
    let sampling = match alpha {
        Alpha::Straight | Alpha::Dilated => Sampling::Straight,
        Alpha::Premultiplied => Sampling::Premultiplied,
    };
    (0..2)
        .filter_map(|layer| {
            // The number of texels fits by construction.
            let drawn = texture(layer).ok()?;
            Some(Layer::Sprite(Sprite {
                texture: if alpha == Alpha::Dilated {
                    drawn.dilated(CLEAR)
                } else {
                    drawn
                },
                place: place(layer, placed, skinned),
                sampling,
            }))
        })
        .collect()
}

/// The outlines of both sprites, device pixels, walked around in the same sense.
pub(super) fn outlines(placed: &Placed, skinned: &[DVec3]) -> Vec<Vec<DVec2>> {
    let (reach, radius) = (REACH as f64, RADIUS as f64);
    let arc = (0..=ARC).map(|step| {
        let turn = FRAC_PI_2 + PI * step as f64 / ARC as f64;
        DVec2::new(radius * turn.cos(), radius * turn.sin())
    });
    let ends = [DVec2::new(reach, -radius), DVec2::new(reach, radius)];
    let forearm: Vec<DVec2> = arc.chain(ends).collect();
    // The upper arm is the mirror image, walked backwards.
    let upper = forearm.iter().rev().map(|p| DVec2::new(-p.x, p.y));
    [upper.collect(), forearm.clone()]
        .into_iter()
        .enumerate()
        .map(|(layer, outline): (usize, Vec<DVec2>)| {
            let place = place(layer, placed, skinned);
            let around = outline.into_iter();
            around
                .map(|point| place.transform_point2(texel(layer, point)))
                .collect()
        })
        .collect()
}

/// A point of the forearm's edge that lies on the upper arm, metres, and where the edge runs along a row or
/// a column of texels, so that a sample there is half way between an opaque and a transparent one: the
/// forearm's flank beside the elbow, or the tip of its round end where the bend leaves that further inside.
pub(super) fn anchor(theta: f64, skinned: &[DVec3]) -> DVec3 {
    let radius = RADIUS as f64;
    let point = if theta.abs() > FRAC_PI_4 {
        DVec2::new(0.0, -radius)
    } else {
        DVec2::new(-radius, 0.0)
    };
    let [origin, across, down] = corners(1, skinned);
    let at = texel(1, point);
    origin + across * (at.x / WIDTH as f64) + down * (at.y / HEIGHT as f64)
}

/// A point by the bone (CSS pixels from the elbow, y up) as a place in the sprite's image (texels, y down).
fn texel(layer: usize, point: DVec2) -> DVec2 {
    let elbow = [REACH, RADIUS + CLEAR][layer];
    DVec2::new(elbow as f64 + point.x, HEIGHT as f64 / 2.0 - point.y)
}

/// The limb's colour where a texel's centre lies on the limb, transparent white elsewhere.
fn texture(layer: usize) -> Result<Texture, crate::compositing::texture::TextureError> {
    let [red, green, blue] = LIMB;
    let elbow = texel(layer, DVec2::ZERO);
    let outward = [-1.0, 1.0][layer];
    let radius = RADIUS as f64;
    let texels = (0..WIDTH * HEIGHT).map(|index| {
        let centre = DVec2::new((index % WIDTH) as f64 + 0.5, (index / WIDTH) as f64 + 0.5);
        let from_elbow = centre - elbow;
        let beside_bone = from_elbow.x * outward >= 0.0 && from_elbow.y.abs() <= radius;
        if beside_bone || from_elbow.length() <= radius {
            [red, green, blue, 255]
        } else {
            [255, 255, 255, 0]
        }
    });
    Texture::new(WIDTH, HEIGHT, texels.collect())
}

/// From texels to device pixels.
fn place(layer: usize, placed: &Placed, skinned: &[DVec3]) -> DAffine2 {
    let [origin, right, lower] = [0, 1, 2].map(|corner| skinned[CORNERS * layer + corner]);
    let [origin, right, lower] = [origin, right, lower].map(|corner| placed.pixel(corner));
    DAffine2::from_mat2_translation(
        DMat2::from_cols(
            (right - origin) / WIDTH as f64,
            (lower - origin) / HEIGHT as f64,
        ),
        origin,
    )
}

/// A sprite's upper left corner, and the ways from there to the right and down, metres.
fn corners(layer: usize, skinned: &[DVec3]) -> [DVec3; 3] {
    let [origin, right, lower] = [0, 1, 2].map(|corner| skinned[CORNERS * layer + corner]);
    [origin, right - origin, lower - origin]
}
