//! Table `inverse-bind`: how far the mesh moves at the bind pose, with and without `B⁻¹`.

use super::{Case, Measure, Quantity, Row, valid};
use crate::mesh::Mesh;
use crate::mistake::{self, ELSEWHERE_DEGREES, Mistake, Mistakes};
use crate::palette::inverse_bind;
use crate::pose::forward_kinematics;
use crate::rigs::arm::{self, L1, VERTICES};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "inverse-bind";

/// The rows: with `B⁻¹` nothing moves, without it the forearm moves by the upper arm's length.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    vec![
        row("with", mistakes, 0.0),
        row("without", Mistakes::NONE.with(Mistake::NoInverseBind), L1),
    ]
}

fn row(id: &'static str, mistakes: Mistakes, shift: f64) -> Row {
    // One vertex at the origin follows joint 1, so that it lands on the translation of S₁.
    let origin = VERTICES;
    let forearm = VERTICES / 2..VERTICES;
    let quantity = |name, formula, measure| Quantity {
        name,
        formula,
        measure,
    };
    Row {
        id,
        case: Case::new(bind_pose_matrices(mistakes), arm_and_origin(), mistakes),
        quantities: vec![
            quantity(
                "max",
                shift,
                Measure::MaxDisplacement {
                    vertices: 0..VERTICES,
                },
            ),
            quantity(
                "forearm-mean",
                shift,
                Measure::MeanDisplacement { vertices: forearm },
            ),
            quantity(
                "s1-x",
                shift,
                Measure::Coordinate {
                    vertex: origin,
                    axis: 0,
                },
            ),
            quantity(
                "s1-y",
                0.0,
                Measure::Coordinate {
                    vertex: origin,
                    axis: 1,
                },
            ),
        ],
    }
}

/// The joint matrices of the straight arm in its own bind pose.
fn bind_pose_matrices(mistakes: Mistakes) -> Vec<DAffine3> {
    let skeleton = valid(arm::skeleton());
    let world_at = |pose: [f64; 2]| {
        let mut world = Vec::new();
        valid(forward_kinematics(&skeleton, &arm::local(pose), &mut world));
        world
    };
    let elsewhere = if mistakes.has(Mistake::BindElsewhere) {
        ELSEWHERE_DEGREES
    } else {
        0.0
    };
    let inverse = valid(inverse_bind(&world_at([0.0, elsewhere.to_radians()])));
    world_at([0.0, 0.0])
        .into_iter()
        .zip(inverse)
        .map(|(world, inverse)| mistake::joint_matrix(world, inverse, mistakes))
        .collect()
}

fn arm_and_origin() -> Mesh {
    let mut positions = arm::straight_positions();
    positions.push(DVec3::ZERO);
    let follow_child = [Influence::new(0, 0.0), Influence::new(1, 1.0)];
    valid(arm::mesh(positions, None, &[follow_child], Mistakes::NONE))
}
