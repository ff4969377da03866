//! Table `fk`: where the hand is, by the chain of world transforms and by the closed form.

use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::closed_form::chain_end;
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::rigs::arm::{self, L1, L2};
use crate::weights::Influence;
use glam::DVec3;

/// The table's id.
pub const ID: &str = "fk";

const POSES: [(&str, [f64; 2]); 6] = [
    ("0,0", [0.0, 0.0]),
    ("-90,0", [-90.0, 0.0]),
    ("-90,-90", [-90.0, -90.0]),
    ("30,-60", [30.0, -60.0]),
    ("-45,-150", [-45.0, -150.0]),
    ("-120,75", [-120.0, 75.0]),
];

/// The fixed rows.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    POSES
        .iter()
        .map(|&(id, pose)| row(id, pose, mistakes))
        .collect()
}

/// The row of the figure's present pose, degrees.
#[must_use]
pub fn now(pose: [f64; 2], mistakes: Mistakes) -> Row {
    row(NOW, pose, mistakes)
}

/// The hand is the point `(L₂, 0, 0)` of joint 1, carried by that joint's world transform: no bind
/// pose has entered yet, so the palette of this row is the world transforms themselves.
fn row(id: &'static str, degrees: [f64; 2], mistakes: Mistakes) -> Row {
    let pose = degrees.map(f64::to_radians);
    let mut world = Vec::new();
    valid(mistake::world(
        &valid(arm::skeleton()),
        &arm::local(pose),
        mistakes,
        &mut world,
    ));
    let hand = Mesh::new(
        vec![DVec3::new(L2, 0.0, 0.0)],
        vec![],
        &[[Influence::new(1, 1.0)]],
        2,
    );
    let end = chain_end([L1, L2], pose);
    let coordinate = |name, axis| Quantity {
        name,
        formula: end[axis],
        measure: Measure::Coordinate { vertex: 0, axis },
    };
    Row {
        id,
        case: Case::new(world, valid(hand), mistakes),
        quantities: vec![coordinate("x", 0), coordinate("y", 1)],
    }
}
