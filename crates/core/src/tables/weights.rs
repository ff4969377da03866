//! Table `weights`: vertices of the upper edge across the band, as each bone alone and blended.

use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::closed_form::{band_share, follow_child, follow_parent, mix};
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::palette::inverse_bind;
use crate::pose::forward_kinematics;
use crate::rigs::arm::{self, HALF_THICKNESS, L1};
use crate::weights::{Band, Influence};
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "weights";

/// Half-width of the band in the fixed rows, metres.
pub const BAND: f64 = 0.25;

const POSE: [f64; 2] = [0.0, -90.0];

const PLACES: [(&str, f64); 5] = [
    ("0.70", 0.70),
    ("0.80", 0.80),
    ("0.90", 0.90),
    ("1.00", 1.00),
    ("1.10", 1.10),
];

/// The fixed rows: θ₀ = 0, θ₁ = −90°, y = 0.18 m, r = 0.25 m.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    PLACES
        .iter()
        .map(|&(id, x)| {
            let band = Band {
                pivot: L1,
                half_width: BAND,
            };
            let vertex = Vertex {
                place: [x, HALF_THICKNESS],
                influences: mistake::influences(band.influences(x), mistakes),
                formula_share: band_share(x, L1, BAND),
            };
            row(id, POSE, &vertex, mistakes)
        })
        .collect()
}

/// A vertex on its way into a row.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    /// Rest position in the plane, metres.
    pub place: [f64; 2],
    /// Parent's and child's influence, as the mesh holds them.
    pub influences: [Influence; 2],
    /// The child's share by closed form.
    pub formula_share: f64,
}

/// The row of the picked vertex in the figure's present pose, degrees.
#[must_use]
pub fn now(pose: [f64; 2], vertex: &Vertex, mistakes: Mistakes) -> Row {
    row(NOW, pose, vertex, mistakes)
}

/// The joint matrices of the straight arm in a pose of radians.
pub(crate) fn joint_matrices(pose: [f64; 2]) -> Vec<DAffine3> {
    let skeleton = valid(arm::skeleton());
    let mut bind = Vec::new();
    let mut world = Vec::new();
    valid(forward_kinematics(&skeleton, skeleton.rest(), &mut bind));
    valid(forward_kinematics(&skeleton, &arm::local(pose), &mut world));
    let inverse = valid(inverse_bind(&bind));
    world
        .into_iter()
        .zip(inverse)
        .map(|(world, inverse)| world * inverse)
        .collect()
}

fn row(id: &'static str, degrees: [f64; 2], vertex: &Vertex, mistakes: Mistakes) -> Row {
    let pose = degrees.map(f64::to_radians);
    let [x, y] = vertex.place;
    let one_joint = |joint| {
        [
            Influence::new(0, 1.0 - f64::from(joint)),
            Influence::new(1, f64::from(joint)),
        ]
    };
    let mesh = Mesh::with_unchecked_sums(
        vec![DVec3::new(x, y, 0.0); 3],
        vec![],
        &[one_joint(0), one_joint(1), vertex.influences],
        2,
    );
    let parent = follow_parent(vertex.place, pose[0]);
    let child = follow_child(vertex.place, L1, pose);
    let blended = mix(parent, child, vertex.formula_share);
    let at = |name, formula, vertex, axis| Quantity {
        name,
        formula,
        measure: Measure::Coordinate { vertex, axis },
    };
    Row {
        id,
        case: Case::new(joint_matrices(pose), valid(mesh), mistakes),
        quantities: vec![
            Quantity {
                name: "w0",
                formula: 1.0 - vertex.formula_share,
                measure: Measure::Weight { vertex: 2, slot: 0 },
            },
            at("parent-x", parent[0], 0, 0),
            at("child-x", child[0], 1, 0),
            at("blended-x", blended[0], 2, 0),
            at("blended-y", blended[1], 2, 1),
        ],
    }
}
