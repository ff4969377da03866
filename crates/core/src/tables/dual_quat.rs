//! Table `dual-quat`: what dual-quaternion skinning keeps of a twisted tube, and what it costs: an angle that
//! is not w φ, a jump at 180°, a bulge on a bend, a scale that is lost.

use super::{Blend, Case, Measure, NOW, Quantity, Row, shape, valid};
use crate::closed_form::{self, dual_quat_angle, retention, slerp_angle};
use crate::dual_palette::DualPalette;
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::rigs::tube::{JOINT, RADIUS, bend, twist};
use crate::weights::{Band, Influence};
use glam::{DAffine3, DQuat, DVec3};
use std::f64::consts::TAU;

/// The table's id.
pub const ID: &str = "dual-quat";

/// The row of the lab's present bend.
pub const NOW_BEND: &str = "now/bend";

/// Id, child's weight, twist in degrees.
const TWISTS: [(&str, f64, f64); 6] = [
    ("120/0.25", 0.25, 120.0),
    ("120/0.5", 0.5, 120.0),
    ("120/0.75", 0.75, 120.0),
    ("170", 0.5, 170.0),
    ("179.9", 0.5, 179.9),
    ("180.1", 0.5, 180.1),
];

/// Half-width of the band in the bends that are printed, metres.
const BAND: f64 = 0.25;

/// Vertices of each line along the tube that a bend is measured on: so many on either side of the joint.
const STEPS: i32 = 20;

/// Corners of the cross-section that the area is measured on.
const CORNERS: usize = 24;

/// How far (degrees) the slerp of the mathematics library may lie from w φ: it takes the angle from an arc
/// cosine, which near 0 loses half of the digits, √ε rad.
const SLERP: f64 = 1e-6;

/// The fixed rows: twists, the jump, a bend, an area, a scale; beside some, what linear blending gives.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    let mut rows: Vec<Row> = TWISTS
        .iter()
        .map(|&(id, w, phi)| twist_row(id, w, phi, mistakes))
        .collect();
    rows.extend([
        jump_row("jump", mistakes),
        linear_jump_row("jump/linear"),
        bend_row("bend/90", -90.0, BAND, mistakes),
        linear_bend_row("bend/90/linear", -90.0, BAND),
        area_row(
            "area/90",
            1.0,
            Case::dual_quat(twist(QUARTER).to_vec(), ring(), mistakes),
        ),
        area_row(
            "area/90/linear",
            closed_form::area_retention(0.5, QUARTER),
            linear(&twist(QUARTER), ring()),
        ),
        scale_row("scale", mistakes),
        linear_scale_row("scale/linear"),
    ]);
    rows
}

/// The rows of the lab's present twist (degrees) and weight, and of its present bend (degrees) and band.
#[must_use]
pub fn now([w, twist, bend, band]: [f64; 4], mistakes: Mistakes) -> Vec<Row> {
    vec![
        twist_row(NOW, w, twist, mistakes),
        bend_row(NOW_BEND, bend, band, mistakes),
    ]
}

/// A quarter turn.
const QUARTER: f64 = TAU / 4.0;

/// Joint matrices that linear blending moves the mesh by: what dual quaternions are held beside. The
/// mistakes of this table are not its.
fn linear(joints: &[DAffine3], mesh: Mesh) -> Case {
    Case::new(joints.to_vec(), mesh, Mistakes::NONE)
}

/// A mesh of bare vertices.
fn mesh<const K: usize>(vertices: &[(DVec3, [Influence; K])], joints: usize) -> Mesh {
    let (positions, lists): (Vec<DVec3>, Vec<[Influence; K]>) = vertices.iter().copied().unzip();
    valid(Mesh::new(positions, vec![], &lists, joints))
}

/// The influences 1 − w of the parent and w of the child.
fn shares(w: f64) -> [Influence; 2] {
    [Influence::new(0, 1.0 - w), Influence::new(1, w)]
}

/// The vertex above the joint.
const ABOVE: DVec3 = DVec3::new(JOINT.x, RADIUS, 0.0);

fn radius(vertex: usize, formula: f64, name: &'static str) -> Quantity {
    Quantity {
        name,
        formula,
        measure: Measure::Distance {
            vertex,
            from: JOINT,
            unit: RADIUS,
        },
    }
}

fn twist_row(id: &'static str, w: f64, degrees: f64, mistakes: Mistakes) -> Row {
    let phi = degrees.to_radians();
    let angle = dual_quat_angle(w, phi).to_degrees();
    let slerp = DQuat::IDENTITY.slerp(DQuat::from_rotation_x(phi), w);
    Row {
        id,
        case: Case::dual_quat(
            twist(phi).to_vec(),
            mesh(&[(ABOVE, shares(w))], 2),
            mistakes,
        ),
        quantities: vec![
            radius(0, 1.0, "radius"),
            Quantity {
                name: "angle",
                formula: angle,
                measure: Measure::Turn {
                    vertex: 0,
                    about: JOINT,
                    radius: RADIUS,
                    // Half of it, so that a reading anywhere near shows from −180 to 180.
                    near: angle / 2.0,
                },
            },
            Quantity {
                name: "slerp",
                formula: slerp_angle(w, phi).to_degrees(),
                measure: Measure::Value {
                    value: (2.0 * slerp.x.atan2(slerp.w)).to_degrees(),
                    tolerance: SLERP,
                },
            },
        ],
    }
}

/// The two twists on either side of 180°, degrees.
const SIDES: [f64; 2] = [179.9, 180.1];

/// The vertex above the joint twice, shared half and half with a joint on either side of 180°.
fn sides() -> ([DAffine3; 3], Mesh) {
    let [_, before] = twist(SIDES[0].to_radians());
    let [parent, after] = twist(SIDES[1].to_radians());
    let half = |child| [Influence::new(0, 0.5), Influence::new(child, 0.5)];
    let vertices = [(ABOVE, half(1)), (ABOVE, half(2))];
    ([parent, before, after], mesh(&vertices, 3))
}

fn span(formula: f64) -> Quantity {
    Quantity {
        name: "jump",
        formula,
        measure: Measure::Span {
            vertices: [0, 1],
            unit: RADIUS,
        },
    }
}

/// Two places on the circle: the chord between them is `2 d sin(½ (α − β))`.
fn jump_row(id: &'static str, mistakes: Mistakes) -> Row {
    let (joints, mesh) = sides();
    let [before, after] = SIDES.map(|side| dual_quat_angle(0.5, side.to_radians()));
    Row {
        id,
        case: Case::dual_quat(joints.to_vec(), mesh, mistakes),
        quantities: vec![span(2.0 * ((before - after) / 2.0).sin())],
    }
}

/// Half of a circle's chord over 0.2°: `½ · 2 d sin(0.1°)`.
fn linear_jump_row(id: &'static str) -> Row {
    let (joints, mesh) = sides();
    Row {
        id,
        case: linear(&joints, mesh),
        quantities: vec![span(((SIDES[1] - SIDES[0]) / 2.0).to_radians().sin())],
    }
}

/// Where the vertices of the two lines stand along the tube, seen from the joint (metres), and their
/// child's weight: the outer line first, one vertex in its middle right above the joint.
fn lines(band: f64) -> impl Iterator<Item = ([f64; 2], f64)> {
    [RADIUS, -RADIUS].into_iter().flat_map(move |y| {
        (-STEPS..=STEPS).map(move |step| {
            let x = band * f64::from(step) / f64::from(STEPS);
            ([x, y], closed_form::band_share(x, 0.0, band))
        })
    })
}

/// A mesh of both lines; the weights are the band's own.
fn both_lines(band: f64) -> Mesh {
    let shares = Band {
        pivot: 0.0,
        half_width: band,
    };
    let vertices: Vec<(DVec3, [Influence; 2])> = lines(band)
        .map(|([x, y], _)| (JOINT + DVec3::new(x, y, 0.0), shares.influences(x)))
        .collect();
    mesh(&vertices, 2)
}

/// The largest distance from the bones, in radii, on both lines of a tube bent by `theta` radians, by
/// closed form: each vertex turned by the blended angle, or mixed of its two places.
#[must_use]
pub fn bulge_formula(band: f64, theta: f64, blend: Blend) -> f64 {
    let place = |rest, w| match blend {
        Blend::DualQuat => closed_form::follow_parent(rest, dual_quat_angle(w, theta)),
        Blend::Linear => closed_form::mix(rest, closed_form::follow_parent(rest, theta), w),
    };
    lines(band)
        .map(|(rest, w)| closed_form::distance_from_bones(place(rest, w), theta) / RADIUS)
        .fold(0.0, f64::max)
}

/// The largest distance from the bones, in radii, on both lines of a tube bent by `theta` radians when
/// `place` says where the vertex at a rest position with these influences goes.
#[must_use]
pub fn bulge(band: f64, theta: f64, place: impl Fn(DVec3, &[Influence]) -> DVec3) -> f64 {
    let shares = Band {
        pivot: 0.0,
        half_width: band,
    };
    lines(band)
        .map(|([x, y], _)| {
            let moved = place(JOINT + DVec3::new(x, y, 0.0), &shares.influences(x));
            shape::distance_from_bones(moved - JOINT, theta) / RADIUS
        })
        .fold(0.0, f64::max)
}

fn bend_quantities(theta: f64, kept: f64, farthest: f64) -> Vec<Quantity> {
    let count = 2 * (2 * STEPS as usize + 1);
    vec![
        radius(STEPS as usize, kept, "radius"),
        Quantity {
            name: "bulge",
            formula: farthest,
            measure: Measure::FromBones {
                vertices: 0..count,
                joint: JOINT,
                theta,
                unit: RADIUS,
            },
        },
    ]
}

/// Every vertex turns about the joint by the blended angle: none comes nearer to it, and those beside the
/// joint stand out from the bones.
fn bend_row(id: &'static str, degrees: f64, band: f64, mistakes: Mistakes) -> Row {
    let theta = degrees.to_radians();
    Row {
        id,
        case: Case::dual_quat(bend(theta).to_vec(), both_lines(band), mistakes),
        quantities: bend_quantities(theta, 1.0, bulge_formula(band, theta, Blend::DualQuat)),
    }
}

fn linear_bend_row(id: &'static str, degrees: f64, band: f64) -> Row {
    let theta = degrees.to_radians();
    let farthest = bulge_formula(band, theta, Blend::Linear);
    Row {
        id,
        case: linear(&bend(theta), both_lines(band)),
        quantities: bend_quantities(theta, retention(0.5, theta), farthest),
    }
}

/// The cross-section at the joint, shared half and half.
fn ring() -> Mesh {
    let vertices: Vec<(DVec3, [Influence; 2])> = (0..CORNERS)
        .map(|corner| {
            let (sin, cos) = (TAU * corner as f64 / CORNERS as f64).sin_cos();
            (JOINT + RADIUS * DVec3::new(0.0, cos, sin), shares(0.5))
        })
        .collect();
    mesh(&vertices, 2)
}

fn area_row(id: &'static str, formula: f64, case: Case) -> Row {
    let corners = CORNERS as f64;
    Row {
        id,
        case,
        quantities: vec![Quantity {
            name: "area",
            formula,
            measure: Measure::Area {
                vertices: 0..CORNERS,
                unit: corners / 2.0 * RADIUS * RADIUS * (TAU / corners).sin(),
            },
        }],
    }
}

/// The child's joint scales by 2 in its place.
fn doubled() -> [DAffine3; 2] {
    let joint = DAffine3::from_translation(JOINT);
    [
        DAffine3::IDENTITY,
        joint * DAffine3::from_scale(DVec3::splat(2.0)) * joint.inverse(),
    ]
}

/// The vertex above the joint, half the child's and wholly the child's.
fn half_and_whole() -> Mesh {
    mesh(&[(ABOVE, shares(0.5)), (ABOVE, shares(1.0))], 2)
}

fn scale_row(id: &'static str, mistakes: Mistakes) -> Row {
    let palette = valid(DualPalette::dropping_scale(
        &doubled(),
        &[DVec3::ZERO, JOINT],
    ));
    let joints = palette.joints().iter().map(|q| q.to_affine()).collect();
    Row {
        id,
        case: Case::dual_quat(joints, half_and_whole(), mistakes),
        quantities: vec![radius(0, 1.0, "half"), radius(1, 1.0, "whole")],
    }
}

fn linear_scale_row(id: &'static str) -> Row {
    Row {
        id,
        case: linear(&doubled(), half_and_whole()),
        quantities: vec![radius(0, 1.5, "half"), radius(1, 2.0, "whole")],
    }
}
