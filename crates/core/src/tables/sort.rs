//! Table `sort`: a list of five influences cut to its heaviest few, and divided by the sum.
//!
//! The list is (.05, .05, .05, .05, .8) on joints that carry the vertex to 1, 2, 3, 4 and 10 m. Cut in
//! the order in which it stands, it loses the joint that holds the vertex.

use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "sort";

/// The weights, in the order in which the list holds them.
pub const WEIGHTS: [f64; 5] = [0.05, 0.05, 0.05, 0.05, 0.8];

/// Where each joint carries the vertex, metres along *x*.
pub const PLACES: [f64; 5] = [1.0, 2.0, 3.0, 4.0, 10.0];

/// The fixed rows: one a limit, from 1 to 5.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    ["1", "2", "3", "4", "5"]
        .into_iter()
        .zip(1..)
        .map(|(id, limit)| row(id, limit, mistakes))
        .collect()
}

/// The row of the lab's present limit.
#[must_use]
pub fn now(limit: usize, mistakes: Mistakes) -> Row {
    row(NOW, limit, mistakes)
}

/// The list as it stands.
#[must_use]
pub fn influences() -> [Influence; 5] {
    [0, 1, 2, 3, 4].map(|joint: u16| Influence::new(joint, WEIGHTS[usize::from(joint)]))
}

/// The five joint matrices.
#[must_use]
pub fn joints() -> Vec<DAffine3> {
    PLACES
        .iter()
        .map(|&x| DAffine3::from_translation(DVec3::new(x, 0.0, 0.0)))
        .collect()
}

/// What is kept of the list.
#[must_use]
pub fn cut(limit: usize, mistakes: Mistakes) -> Vec<Influence> {
    valid(mistake::cut(&influences(), limit, mistakes))
}

fn row(id: &'static str, limit: usize, mistakes: Mistakes) -> Row {
    let kept = cut(limit, mistakes);
    let heaviest = kept
        .iter()
        .find(|influence| influence.joint == 4)
        .map_or(0.0, |influence| influence.weight);
    let mesh = Mesh::new(vec![DVec3::ZERO], vec![], &[kept], joints().len());
    let (share, position) = formula(limit);
    Row {
        id,
        case: Case::new(joints(), valid(mesh), mistakes),
        quantities: vec![
            Quantity {
                name: "heaviest",
                formula: share,
                measure: Measure::Value {
                    value: heaviest,
                    tolerance: crate::bound::CLOSED_FORM,
                },
            },
            Quantity {
                name: "x",
                formula: position,
                measure: Measure::Coordinate { vertex: 0, axis: 0 },
            },
        ],
    }
}

/// By hand: the heaviest stays with the first `limit − 1` of the equal others, over their sum.
fn formula(limit: usize) -> (f64, f64) {
    let others = limit as f64 - 1.0;
    let sum = 0.8 + 0.05 * others;
    let places: f64 = PLACES[..limit - 1].iter().sum();
    (0.8 / sum, (0.8 * 10.0 + 0.05 * places) / sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::Mistake;

    #[test]
    fn cut_as_it_stands_four_wrong_joints_hold_a_quarter_each() {
        let kept = cut(4, Mistakes::NONE.with(Mistake::CutUnsorted));
        assert!(
            kept.iter()
                .zip(0..)
                .all(|(i, joint)| i.joint == joint && (i.weight - 0.25).abs() < 1e-15)
        );
    }
}
