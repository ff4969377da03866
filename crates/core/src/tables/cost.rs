//! Table `cost`: the radius that is left at a bent joint, `d · cos(θ/2)` for a vertex shared half and half.

use super::weights::joint_matrices;
use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::rigs::arm::{HALF_THICKNESS, L1};
use crate::weights::Influence;
use glam::DVec3;

/// The table's id.
pub const ID: &str = "cost";

const ANGLES: [(&str, f64); 7] = [
    ("0", 0.0),
    ("30", 30.0),
    ("60", 60.0),
    ("90", 90.0),
    ("120", 120.0),
    ("150", 150.0),
    ("180", 180.0),
];

/// The fixed rows: the vertex (L₁, d) with d = 0.18 m, bent by 0 to 180°.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    ANGLES
        .iter()
        .map(|&(id, theta)| row(id, theta, mistakes))
        .collect()
}

/// The row of the figure's present bend, degrees.
#[must_use]
pub fn now(theta1: f64, mistakes: Mistakes) -> Row {
    row(NOW, theta1, mistakes)
}

fn row(id: &'static str, degrees: f64, mistakes: Mistakes) -> Row {
    let theta = degrees.to_radians();
    let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
    let elbow = DVec3::new(L1, 0.0, 0.0);
    let vertex = Mesh::new(vec![elbow + DVec3::Y * HALF_THICKNESS], vec![], &[half], 2);
    let kept = (theta / 2.0).cos();
    let distance = |name, formula, unit| Quantity {
        name,
        formula,
        measure: Measure::Distance {
            vertex: 0,
            from: elbow,
            unit,
        },
    };
    Row {
        id,
        case: Case::new(joint_matrices([0.0, theta]), valid(vertex), mistakes),
        quantities: vec![
            distance("radius", HALF_THICKNESS * kept, 1.0),
            distance("ratio", kept, HALF_THICKNESS),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_as_printed() {
        let printed = [
            0.18,
            0.173_866_649,
            0.155_884_573,
            0.127_279_221,
            0.09,
            0.046_587_428,
            0.0,
        ];
        for (row, radius) in rows(Mistakes::NONE).iter().zip(printed) {
            assert!(
                (row.quantities[0].formula - radius).abs() < 1e-9,
                "{}",
                row.id
            );
        }
    }
}
