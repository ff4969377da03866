//! Table `morph`: one vertex with a morph target, morphed before skinning as glTF says, and after it.

use super::weights::joint_matrices;
use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::closed_form::{cures::morph_gap, follow_child, mix};
use crate::mesh::Mesh;
use crate::mistake::{self, Mistake, Mistakes};
use crate::morph;
use crate::rigs::arm::{HALF_THICKNESS, L1, L2};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "morph";

/// The target's offset at weight 1: the upper side swells by its own half thickness, metres.
pub const OFFSET: DVec3 = DVec3::new(0.0, 0.18, 0.0);

/// Where on the arm the vertex sits, metres along it, and the child's share there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// Rest position along the arm, metres.
    pub x: f64,
    /// The child's share.
    pub w: f64,
}

/// Half way along the forearm, which moves it alone.
pub const FOREARM: Site = Site {
    x: L1 + L2 / 2.0,
    w: 1.0,
};

/// Above the elbow, shared half and half.
pub const ELBOW: Site = Site { x: L1, w: 0.5 };

const CASES: [(&str, Site, f64); 7] = [
    ("forearm/0", FOREARM, 0.0),
    ("forearm/45", FOREARM, 45.0),
    ("forearm/90", FOREARM, 90.0),
    ("forearm/180", FOREARM, 180.0),
    ("elbow/0", ELBOW, 0.0),
    ("elbow/90", ELBOW, 90.0),
    ("elbow/120", ELBOW, 120.0),
];

/// The fixed rows: the target at weight 1, the arm bent at the elbow alone.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    CASES
        .iter()
        .map(|&(id, site, theta)| row(id, site, theta, 1.0, mistakes))
        .collect()
}

/// The row of the figure's vertex, the forearm bent by `theta1` degrees, with the target at `weight`.
#[must_use]
pub fn now(site: Site, theta1: f64, weight: f64, mistakes: Mistakes) -> Row {
    row(NOW, site, theta1, weight, mistakes)
}

/// A vertex on its way through morphing and skinning.
#[derive(Clone, Debug)]
pub struct Morphed {
    /// Position as modelled, metres.
    pub rest: DVec3,
    /// What the targets add, metres.
    pub offset: DVec3,
    /// What skins it.
    pub influences: Vec<Influence>,
}

/// The job of morphing and skinning some vertices (`V`): morphed first; with
/// [`Mistake::MorphAfterSkinning`], by the transforms that add the offset last.
pub(crate) fn case(joints: Vec<DAffine3>, vertices: &[Morphed], mistakes: Mistakes) -> Case {
    let late = mistakes.has(Mistake::MorphAfterSkinning);
    let first = |v: &Morphed| valid(morph::position(v.rest, &[v.offset], &[1.0]));
    let positions = |place: &dyn Fn(&Morphed) -> DVec3| vertices.iter().map(place).collect();
    let (joints, positions, lists): (_, Vec<DVec3>, Vec<Vec<Influence>>) = if late {
        let own = (0..vertices.len()).map(|v| vec![Influence::new(v as u16, 1.0)]);
        let after = vertices
            .iter()
            .map(|v| mistake::morphed_after(&joints, &v.influences, v.offset))
            .collect();
        (after, positions(&|v| v.rest), own.collect())
    } else {
        let lists = vertices.iter().map(|v| v.influences.clone());
        (joints, positions(&first), lists.collect())
    };
    let mesh = Mesh::new(positions, vec![], &lists, joints.len());
    Case::new(joints, valid(mesh), mistakes)
}

/// The figure's vertex on its site, with the target at `weight`.
pub(crate) fn vertex(site: Site, weight: f64) -> Morphed {
    Morphed {
        rest: DVec3::new(site.x, HALF_THICKNESS, 0.0),
        offset: weight * OFFSET,
        influences: vec![Influence::new(0, 1.0 - site.w), Influence::new(1, site.w)],
    }
}

fn row(id: &'static str, site: Site, degrees: f64, weight: f64, mistakes: Mistakes) -> Row {
    let theta = degrees.to_radians();
    let vertex = vertex(site, weight);
    let case = both_orders(joint_matrices([0.0, theta]), &vertex, mistakes);
    let [before, after] = formula(site, theta, weight);
    let at = |name, formula, vertex, axis| Quantity {
        name,
        formula,
        measure: Measure::Coordinate { vertex, axis },
    };
    Row {
        id,
        case,
        quantities: vec![
            at("before-x", before[0], 0, 0),
            at("before-y", before[1], 0, 1),
            at("after-x", after[0], 1, 0),
            at("after-y", after[1], 1, 1),
            Quantity {
                name: "gap",
                formula: morph_gap(site.w, theta, weight * OFFSET.y),
                measure: Measure::Span {
                    vertices: [0, 1],
                    unit: 1.0,
                },
            },
        ],
    }
}

/// Vertex 0 in the order that is asked of the pipeline, vertex 1 always morphed last: what the other
/// order would give is part of the lesson.
fn both_orders(mut joints: Vec<DAffine3>, vertex: &Morphed, mistakes: Mistakes) -> Case {
    let last = mistake::morphed_after(&joints, &vertex.influences, vertex.offset);
    let own = joints.len() as u16;
    joints.push(last);
    let late = Morphed {
        rest: vertex.rest,
        offset: DVec3::ZERO,
        influences: vec![Influence::new(own, 1.0)],
    };
    case(joints, &[vertex.clone(), late], mistakes)
}

/// By hand: the two answers of the bones for the morphed place, mixed; and for the place as modelled,
/// mixed, with the offset added to that.
pub(crate) fn formula(site: Site, theta: f64, weight: f64) -> [[f64; 2]; 2] {
    let skin = |place| mix(place, follow_child(place, L1, [0.0, theta]), site.w);
    let rise = weight * OFFSET.y;
    let before = skin([site.x, HALF_THICKNESS + rise]);
    let [x, y] = skin([site.x, HALF_THICKNESS]);
    [before, [x, y + rise]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    #[test]
    fn the_forearm_at_a_right_angle_by_hand() {
        let [before, after] = formula(FOREARM, FRAC_PI_2, 1.0);
        assert!(apart(before, [0.9 - 0.36, 0.45]) < 1e-12);
        assert!(apart(after, [0.9 - 0.18, 0.45 + 0.18]) < 1e-12);
    }

    #[test]
    fn the_gap_lies_between_the_two_places() {
        for (site, theta) in [(FOREARM, 1.0), (ELBOW, -2.0), (ELBOW, 2.0)] {
            let [a, b] = formula(site, theta, 0.5);
            let gap = morph_gap(site.w, theta, 0.5 * OFFSET.y);
            assert!((apart(a, b) - gap).abs() < 1e-15);
        }
    }
}
