//! The arm around its elbow, cut there into two layers that each have vertices of their own.
//!
//! Layer 0 ends at the elbow and layer 1 begins there; columns of two vertices (above, below) stand 5 cm
//! apart. In the bind pose the two cut columns coincide. Whether they still do when the elbow is bent is
//! what the rig is for.

use super::arm::{HALF_THICKNESS, L1};
use crate::transform::planar;
use crate::weights::{Band, Influence, Link, LinkKind, SmoothError, smooth};
use glam::{DAffine3, DVec3};

/// Columns of each layer. The first column of layer 1 is the one that an overlap pulls under layer 0.
pub const COLUMNS: usize = 14;
/// Vertices of each layer: vertex `2 · column + row` of its layer, row 0 above.
pub const LAYER: usize = 2 * COLUMNS;
/// The first vertex of the cut in layer 0 and in layer 1, counted over both.
pub const CUT: [usize; 2] = [LAYER - 2, LAYER + 2];
/// Half-width of the band in which the two bones share the arm, metres.
pub const HALF_BAND: f64 = 0.25;
/// Passes of smoothing after the weld.
pub const PASSES: usize = 2;

const SPACING: f64 = 0.05;

/// What is wrong with the two layers, and what was done about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cut {
    /// By how much the weights jump from layer 0 to layer 1 at the cut, 0 to 1.
    pub jump: f64,
    /// How far layer 1's own pivot lies below the elbow, metres; 0 for the joint that both layers share.
    pub pivot_below: f64,
    /// How far layer 1 reaches under layer 0 in the bind pose, metres.
    pub overlap: f64,
    /// Whether the cut's weights were welded and smoothed.
    pub smoothed: bool,
}

/// The joint matrices: the upper arm at rest, the forearm turned by `theta` radians about the elbow, and
/// the same about a pivot that lies `pivot_below` metres below it.
#[must_use]
pub fn joints(theta: f64, pivot_below: f64) -> [DAffine3; 3] {
    let about = |pivot: DVec3| planar(pivot, theta) * DAffine3::from_translation(-pivot);
    let elbow = DVec3::new(L1, 0.0, 0.0);
    [
        DAffine3::IDENTITY,
        about(elbow),
        about(elbow - DVec3::Y * pivot_below),
    ]
}

/// The rest positions: both layers, `2 ·` [`LAYER`].
#[must_use]
pub fn positions(cut: &Cut) -> Vec<DVec3> {
    let upper = (0..COLUMNS).map(|column| L1 - SPACING * (COLUMNS - 1 - column) as f64);
    let fore = (0..COLUMNS).map(|column| match column {
        0 => L1 - cut.overlap,
        _ => L1 + SPACING * (column - 1) as f64,
    });
    upper
        .chain(fore)
        .flat_map(|x| [HALF_THICKNESS, -HALF_THICKNESS].map(|y| DVec3::new(x, y, 0.0)))
        .collect()
}

/// The influences of both layers, `2 ·` [`LAYER`] lists.
///
/// With a jump Δ, layer 0 keeps only `(1 − Δ) w` of the band's share and layer 1 falls short of 1 by
/// `(1 − Δ)(1 − w)`, so that at the cut, where w = ½, they are Δ apart: each layer was painted by itself.
/// What overlaps has the weights of the cut, and so stays parallel to it.
///
/// # Errors
///
/// None in practice; the signature is [`smooth`]'s.
pub fn influences(cut: &Cut) -> Result<Vec<Vec<Influence>>, SmoothError> {
    let band = Band {
        pivot: L1,
        half_width: HALF_BAND,
    };
    let positions = positions(cut);
    let own: u16 = if cut.pivot_below == 0.0 { 1 } else { 2 };
    let lists: Vec<Vec<Influence>> = positions
        .iter()
        .enumerate()
        .map(|(vertex, position)| {
            let (joint, share) = if vertex < LAYER {
                (1, (1.0 - cut.jump) * band.child_weight(position.x))
            } else {
                let share = band.child_weight(position.x.max(L1));
                (own, 1.0 - (1.0 - cut.jump) * (1.0 - share))
            };
            vec![Influence::new(0, 1.0 - share), Influence::new(joint, share)]
        })
        .collect();
    if cut.smoothed {
        smooth(&lists, &links(&positions), PASSES)
    } else {
        Ok(lists)
    }
}

/// The closed outline of a layer as vertices, once around: above from the root outward, back below.
pub fn outline(layer: usize) -> impl Iterator<Item = usize> {
    let columns = layer * COLUMNS..(layer + 1) * COLUMNS;
    let above = columns.clone().map(|column| 2 * column);
    let below = columns.rev().map(|column| 2 * column + 1);
    above.chain(below)
}

/// Neighbours along both rows of both layers, and the vertices that stand in one place.
fn links(positions: &[DVec3]) -> Vec<Link> {
    let along = (0..2 * LAYER - 2)
        .filter(|vertex| vertex / LAYER == (vertex + 2) / LAYER)
        .map(|vertex| [vertex, vertex + 2]);
    let across = (LAYER - 2..LAYER).flat_map(|a| [[a, a + 2], [a, a + 4]]);
    along
        .chain(across)
        .map(|ends| Link {
            ends,
            kind: if positions[ends[0]] == positions[ends[1]] {
                LinkKind::Weld
            } else {
                LinkKind::Soft
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child_share(list: &[Influence]) -> f64 {
        list.iter().filter(|i| i.joint > 0).map(|i| i.weight).sum()
    }

    #[test]
    fn in_the_bind_pose_the_cut_columns_coincide() {
        for overlap in [0.0, 0.02] {
            let positions = positions(&Cut {
                overlap,
                ..Cut::default()
            });
            assert_eq!(positions.len(), 2 * LAYER);
            for row in 0..2 {
                assert_eq!(positions[CUT[0] + row], positions[CUT[1] + row]);
            }
            assert_eq!(positions[LAYER].x, L1 - overlap);
        }
    }

    #[test]
    fn weights_jump_by_what_was_asked_for_and_not_after_smoothing() {
        let mut cut = Cut {
            jump: 0.25,
            ..Cut::default()
        };
        let jump = |cut: &Cut| {
            let lists = influences(cut).expect("valid");
            child_share(&lists[CUT[1]]) - child_share(&lists[CUT[0]])
        };
        assert!((jump(&cut) - 0.25).abs() < 1e-15);
        cut.smoothed = true;
        assert_eq!(jump(&cut), 0.0);
    }

    #[test]
    fn smoothing_spreads_the_jump_over_the_columns() {
        let smoothed = influences(&Cut {
            jump: 0.25,
            smoothed: true,
            ..Cut::default()
        })
        .expect("valid");
        for vertex in 0..2 * LAYER - 4 {
            let step = child_share(&smoothed[vertex + 2]) - child_share(&smoothed[vertex]);
            // The weld alone leaves 0.5 − 0.75 · 0.4 beside the cut.
            assert!((-1e-12..0.2 - 0.03).contains(&step), "{vertex}: {step}");
        }
    }

    #[test]
    fn an_outline_walks_around_once() {
        let around: Vec<usize> = outline(1).collect();
        assert_eq!(around.len(), LAYER);
        assert_eq!((around[0], around[LAYER - 1]), (LAYER, LAYER + 1));
        let mut sorted = around;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(LAYER..2 * LAYER));
    }
}
