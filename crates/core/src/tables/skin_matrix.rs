//! Table `skin-matrix`: the order of `W · B⁻¹` on one point, and a test that cannot tell the orders apart.

use super::{Case, Measure, Quantity, Row, valid};
use crate::mesh::Mesh;
use crate::mistake::{self, Mistake, Mistakes};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};
use std::f64::consts::FRAC_PI_2;

/// The table's id.
pub const ID: &str = "skin-matrix";

/// The rows. The joint is bound at (1, 0, 0) and turned by 90° about its own origin, once about z and
/// once about x; the point is (1, 1, 0), one metre above the joint.
///
/// About z the two orders part: (0, 0, 0) against (−1, 1, 0). About x the offset lies on the axis, so
/// both orders give (1, 0, 1), and a test that used this row alone would be blind.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    let about_z = DAffine3::from_rotation_z(FRAC_PI_2);
    let about_x = DAffine3::from_rotation_x(FRAC_PI_2);
    let reversed = Mistakes::NONE.with(Mistake::ReversedProduct);
    vec![
        row("rz90", about_z, mistakes, [0.0, 0.0, 0.0]),
        row("rz90-reversed", about_z, reversed, [-1.0, 1.0, 0.0]),
        row("rx90", about_x, mistakes, [1.0, 0.0, 1.0]),
        row("rx90-reversed", about_x, reversed, [1.0, 0.0, 1.0]),
    ]
}

fn row(id: &'static str, turn: DAffine3, mistakes: Mistakes, formula: [f64; 3]) -> Row {
    let bind = DAffine3::from_translation(DVec3::X);
    let joint = mistake::joint_matrix(bind * turn, bind.inverse(), mistakes);
    let point = Mesh::new(
        vec![DVec3::new(1.0, 1.0, 0.0)],
        vec![],
        &[[Influence::new(0, 1.0)]],
        1,
    );
    Row {
        id,
        case: Case::new(vec![joint], valid(point), mistakes),
        quantities: ["x", "y", "z"]
            .into_iter()
            .enumerate()
            .map(|(axis, name)| Quantity {
                name,
                formula: formula[axis],
                measure: Measure::Coordinate { vertex: 0, axis },
            })
            .collect(),
    }
}
