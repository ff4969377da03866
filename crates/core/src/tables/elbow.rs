//! Table `elbow`: one vertex at (10, 0) by its parent and at (6, 8) by its child, and what the sum does.

use super::{Case, Measure, Quantity, Row, valid};
use crate::mesh::Mesh;
use crate::mistake::{Mistake, Mistakes};
use crate::weights::{Influence, normalise};
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "elbow";

/// The rows: weights that sum to 1; weights that sum to 0.85, used as they are; the same, normalised.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    let short = [Influence::new(0, 0.25), Influence::new(1, 0.60)];
    let mended = if mistakes.has(Mistake::SkipNormalisation) {
        short.to_vec()
    } else {
        valid(normalise(&short))
    };
    vec![
        row(
            "sum-1",
            &[Influence::new(0, 0.25), Influence::new(1, 0.75)],
            [7.0, 6.0],
            mistakes,
        ),
        row("unnormalised", &short, [6.1, 4.8], mistakes),
        // (0.25 · 10 + 0.60 · 6) / 0.85 and 0.60 · 8 / 0.85.
        row("normalised", &mended, [6.1 / 0.85, 4.8 / 0.85], mistakes),
    ]
}

fn row(id: &'static str, influences: &[Influence], formula: [f64; 2], mistakes: Mistakes) -> Row {
    let joints = vec![
        DAffine3::from_translation(DVec3::new(10.0, 0.0, 0.0)),
        DAffine3::from_translation(DVec3::new(6.0, 8.0, 0.0)),
    ];
    let mesh = Mesh::with_unchecked_sums(vec![DVec3::ZERO], vec![], &[influences], 2);
    let coordinate = |name, axis| Quantity {
        name,
        formula: formula[axis],
        measure: Measure::Coordinate { vertex: 0, axis },
    };
    Row {
        id,
        case: Case::new(joints, valid(mesh), mistakes),
        quantities: vec![coordinate("x", 0), coordinate("y", 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_as_printed() {
        let rows = rows(Mistakes::NONE);
        assert!((rows[2].quantities[0].formula - 7.176_470_588).abs() < 1e-9);
        assert!((rows[2].quantities[1].formula - 5.647_058_824).abs() < 1e-9);
    }
}
