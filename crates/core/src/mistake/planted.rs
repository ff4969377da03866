//! Faults to plant in the arm, one for each of the five checks, so that the checks have something to find.

use super::{Mistake, Mistakes};
use crate::rigs::arm;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The faults, in the order of the checks that must find them.
pub const FAULTS: [Mistake; 5] = [
    Mistake::BoundOff,
    Mistake::ShareLost,
    Mistake::StrayVertex,
    Mistake::TwoLayers,
    Mistake::NoStop,
];

/// How far beside its place [`Mistake::BoundOff`] binds the forearm, metres along the arm.
pub const OFF: f64 = 0.05;

/// The vertex of which [`Mistake::ShareLost`] takes a share: the upper one at the root, which the
/// upper arm alone holds.
pub const SHORT: usize = 0;

/// The share that is lost.
pub const LOST: f64 = 0.2;

/// The vertex that [`Mistake::StrayVertex`] gives to the upper arm: the upper one of column 22.
pub const STRAY: usize = 44;

/// How far the elbow bends without its stop, degrees.
pub const UNSTOPPED: f64 = 170.0;

/// The column at which [`Mistake::TwoLayers`] cuts the mesh, the first past the elbow.
pub const CUT_COLUMN: usize = arm::COLUMNS / 2;

/// Every fault at once.
#[must_use]
pub fn all() -> Mistakes {
    FAULTS.into_iter().fold(Mistakes::NONE, Mistakes::with)
}

/// The world transforms at which the inverse bind matrices are taken, from those of the bind pose.
#[must_use]
pub fn bind_world([upper, mut fore]: [DAffine3; 2], mistakes: Mistakes) -> [DAffine3; 2] {
    if mistakes.has(Mistake::BoundOff) {
        fore.translation += DVec3::X * OFF;
    }
    [upper, fore]
}

/// The influences of vertex `vertex`.
#[must_use]
pub fn influences(vertex: usize, list: [Influence; 2], mistakes: Mistakes) -> [Influence; 2] {
    let [mut parent, mut child] = list;
    if vertex == STRAY && mistakes.has(Mistake::StrayVertex) {
        (parent.weight, child.weight) = (1.0, 0.0);
    }
    if vertex == SHORT && mistakes.has(Mistake::ShareLost) {
        parent.weight -= LOST;
    }
    [parent, child]
}

/// The layers in which the arm's triangles are painted: one, or two.
#[must_use]
pub fn layers(mistakes: Mistakes) -> Vec<Vec<[u32; 3]>> {
    let triangles = arm::triangles();
    if mistakes.has(Mistake::TwoLayers) {
        // Two triangles a cell, and cell `n` ends at column `n + 1`.
        let (upper, fore) = triangles.split_at(2 * CUT_COLUMN);
        vec![upper.to_vec(), fore.to_vec()]
    } else {
        vec![triangles]
    }
}

/// The elbow's angle in degrees.
#[must_use]
pub fn bend(degrees: f64, mistakes: Mistakes) -> f64 {
    if mistakes.has(Mistake::NoStop) {
        UNSTOPPED.copysign(degrees)
    } else {
        degrees
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_mistakes_nothing_is_planted() {
        let none = Mistakes::NONE;
        let bind = [DAffine3::IDENTITY, DAffine3::from_translation(DVec3::X)];
        assert_eq!(bind_world(bind, none), bind);
        for vertex in 0..arm::VERTICES {
            let list = arm::influences(vertex, Some(0.25));
            assert_eq!(influences(vertex, list, none), list);
        }
        assert_eq!(layers(none), [arm::triangles()]);
        assert_eq!(bend(-90.0, none), -90.0);
    }

    #[test]
    fn the_two_layers_share_one_column_and_no_triangle() {
        let layers = layers(all());
        let columns = |layer: &[[u32; 3]]| {
            let mut columns: Vec<u32> = layer.iter().flatten().map(|v| v / 2).collect();
            columns.sort_unstable();
            columns.dedup();
            columns
        };
        assert_eq!(columns(&layers[0]), (0..=14).collect::<Vec<_>>());
        assert_eq!(columns(&layers[1]), (14..28).collect::<Vec<_>>());
        assert_eq!(layers.concat(), arm::triangles());
    }

    #[test]
    fn vertices_are_chosen_where_one_joint_holds_everything() {
        assert_eq!(arm::influences(SHORT, Some(0.5))[0].weight, 1.0);
        assert_eq!(arm::influences(STRAY, Some(0.5))[1].weight, 1.0);
    }
}
