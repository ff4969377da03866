//! Table `retention`: the share of its radius that a vertex of a twisted tube keeps, for any weight.

use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::closed_form;
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::rigs::arm::L1;
use crate::rigs::tube::{RADIUS, twist};
use crate::weights::Influence;
use glam::DVec3;

/// The table's id.
pub const ID: &str = "retention";

/// Id, child's weight, twist in degrees.
const CASES: [(&str, f64, f64); 14] = [
    ("half/0", 0.5, 0.0),
    ("half/30", 0.5, 30.0),
    ("half/60", 0.5, 60.0),
    ("half/90", 0.5, 90.0),
    ("half/120", 0.5, 120.0),
    ("half/150", 0.5, 150.0),
    ("half/170", 0.5, 170.0),
    ("120/0", 0.0, 120.0),
    ("120/0.1", 0.1, 120.0),
    ("120/0.25", 0.25, 120.0),
    ("120/0.5", 0.5, 120.0),
    ("120/0.75", 0.75, 120.0),
    ("120/0.9", 0.9, 120.0),
    ("120/1", 1.0, 120.0),
];

/// The fixed rows: weight ½ over the angles, then 120° over the weights.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    CASES
        .iter()
        .map(|&(id, w, phi)| row(id, w, phi, mistakes))
        .collect()
}

/// The row of the figure's present weight and angle (degrees).
#[must_use]
pub fn now(w: f64, phi: f64, mistakes: Mistakes) -> Row {
    row(NOW, w, phi, mistakes)
}

fn row(id: &'static str, w: f64, degrees: f64, mistakes: Mistakes) -> Row {
    let phi = degrees.to_radians();
    let axis = DVec3::new(L1, 0.0, 0.0);
    let shares = [Influence::new(0, 1.0 - w), Influence::new(1, w)];
    let vertex = Mesh::new(vec![axis + DVec3::Y * RADIUS], vec![], &[shares], 2);
    Row {
        id,
        case: Case::new(twist(phi).to_vec(), valid(vertex), mistakes),
        quantities: vec![Quantity {
            name: "retention",
            formula: closed_form::retention(w, phi),
            measure: Measure::Distance {
                vertex: 0,
                from: axis,
                unit: RADIUS,
            },
        }],
    }
}
