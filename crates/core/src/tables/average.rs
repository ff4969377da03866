//! Table `average`: half of a rotation by 0 plus half of a rotation by 180° is the zero matrix.

use super::{Case, Measure, Quantity, Row, valid};
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};
use std::f64::consts::PI;

/// The table's id.
pub const ID: &str = "average";

/// The rows: what the averaged matrix makes of each axis of the plane, that is its columns.
#[must_use]
pub fn rows() -> Vec<Row> {
    vec![row("x-axis", DVec3::X), row("y-axis", DVec3::Y)]
}

fn row(id: &'static str, axis: DVec3) -> Row {
    let joints = vec![DAffine3::IDENTITY, DAffine3::from_rotation_z(PI)];
    let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
    let coordinate = |name, axis| Quantity {
        name,
        formula: 0.0,
        measure: Measure::Coordinate { vertex: 0, axis },
    };
    Row {
        id,
        case: Case::new(
            joints,
            valid(Mesh::new(vec![axis], vec![], &[half], 2)),
            Mistakes::NONE,
        ),
        quantities: vec![coordinate("x", 0), coordinate("y", 1)],
    }
}
