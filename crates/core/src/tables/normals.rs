//! Tables `normals` and `normals-surface`: a normal as engines move it, by the blended matrix itself, beside
//! the one by the inverse transpose; and both beside the normal of the skinned surface.

use super::measure::{ANGLE, degrees_between};
use super::weights::joint_matrices;
use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::blend::linear::surface_normal;
use crate::closed_form::normals::{blended, neck, squeezed, squeezed_apart};
use crate::closed_form::retention;
use crate::mesh::Mesh;
use crate::mistake::{self, Mistake, Mistakes};
use crate::rigs::arm::L1;
use crate::rigs::tube::{RADIUS, twist};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4};

/// The first table's id.
pub const ID: &str = "normals";

/// The second table's id.
pub const SURFACE_ID: &str = "normals-surface";

/// What moves the normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// One joint that stretches along *x* by this factor, `diag(s, 1, 1)`.
    Stretch(f64),
    /// One joint that scales by this factor, alike in all directions.
    Uniform(f64),
    /// One rigid joint: a quarter turn about *z*.
    Rigid,
    /// Two rigid joints, `(1 − w) I + w Rx(φ)`.
    Blend {
        /// The second joint's share.
        w: f64,
        /// Its turn, degrees.
        degrees: f64,
    },
}

const HALF_AT: fn(f64) -> Motion = |degrees| Motion::Blend { w: 0.5, degrees };

/// How far every joint shifts, metres: a normal must not feel it.
const SHIFT: DVec3 = DVec3::new(2.0, 1.0, 0.0);

/// The fixed rows of table `normals`: the normal (1, 1, 0)/√2.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    [
        ("stretch-3", Motion::Stretch(3.0)),
        ("uniform-2", Motion::Uniform(2.0)),
        ("rigid", Motion::Rigid),
        ("blend/30", HALF_AT(30.0)),
        ("blend/60", HALF_AT(60.0)),
        ("blend/90", HALF_AT(90.0)),
        ("blend/120", HALF_AT(120.0)),
        ("blend/150", HALF_AT(150.0)),
    ]
    .into_iter()
    .map(|(id, motion)| row(id, motion, FRAC_PI_4, mistakes))
    .collect()
}

/// The row of the figure's present motion and normal, `alpha` radians from the *x* axis.
///
/// # Panics
///
/// If the motion squashes the surface flat; the lab's parameters stop short of that.
#[must_use]
pub fn now(motion: Motion, alpha: f64, mistakes: Mistakes) -> Row {
    row(NOW, motion, alpha, mistakes)
}

/// The joint matrices and influences of a motion; all joints are shifted alike besides.
#[must_use]
pub fn rig(motion: Motion) -> (Vec<DAffine3>, Vec<Influence>) {
    let (joints, shares) = match motion {
        Motion::Stretch(s) => (
            vec![DAffine3::from_scale(DVec3::new(s, 1.0, 1.0))],
            vec![1.0],
        ),
        Motion::Uniform(s) => (vec![DAffine3::from_scale(DVec3::splat(s))], vec![1.0]),
        Motion::Rigid => (vec![DAffine3::from_rotation_z(FRAC_PI_2)], vec![1.0]),
        Motion::Blend { w, degrees } => (twist(degrees.to_radians()).to_vec(), vec![1.0 - w, w]),
    };
    let shift = DAffine3::from_translation(SHIFT);
    (
        joints.into_iter().map(|joint| shift * joint).collect(),
        shares
            .into_iter()
            .zip(0..)
            .map(|(weight, joint)| Influence::new(joint, weight))
            .collect(),
    )
}

/// The unit normal in the plane, `alpha` radians from *x* towards *y*.
#[must_use]
pub fn normal_at(alpha: f64) -> DVec3 {
    DVec3::new(alpha.cos(), alpha.sin(), 0.0)
}

/// By hand: plain, by the inverse transpose, and the angle between them in degrees.
#[must_use]
pub fn formula(motion: Motion, alpha: f64) -> ([[f64; 3]; 2], f64) {
    let flat = |normals: [[f64; 2]; 2]| normals.map(|[x, y]| [x, y, 0.0]);
    let (normals, apart) = match motion {
        Motion::Stretch(s) => (
            flat(squeezed([s, 1.0], alpha)),
            squeezed_apart([s, 1.0], alpha),
        ),
        Motion::Uniform(s) => (flat(squeezed([s, s], alpha)), 0.0),
        Motion::Rigid => ([[-alpha.sin(), alpha.cos(), 0.0]; 2], 0.0),
        Motion::Blend { w, degrees } => {
            let phi = degrees.to_radians();
            (
                blended(w, phi, alpha),
                squeezed_apart([1.0, retention(w, phi)], alpha),
            )
        }
    };
    (normals, apart.to_degrees())
}

fn row(id: &'static str, motion: Motion, alpha: f64, mistakes: Mistakes) -> Row {
    let n = normal_at(alpha);
    let (joints, influences) = rig(motion);
    let exact = valid(mistake::exact_normal(&joints, &influences, n, mistakes));
    let ([plain, right], apart) = formula(motion, alpha);
    let by_engine = |name, axis: usize| Quantity {
        name,
        formula: plain[axis],
        measure: if mistakes.has(Mistake::NormalNotRenormalised) {
            Measure::Coordinate { vertex: 0, axis }
        } else {
            Measure::Normal { vertex: 0, axis }
        },
    };
    let by_inverse = |name, axis: usize| Quantity {
        name,
        formula: right[axis],
        measure: Measure::Value {
            value: exact[axis],
            tolerance: crate::bound::CLOSED_FORM,
        },
    };
    Row {
        id,
        case: normal_case(&joints, influences, DVec3::ZERO, n, mistakes),
        quantities: vec![
            by_engine("x", 0),
            by_engine("y", 1),
            by_engine("z", 2),
            by_inverse("exact-x", 0),
            by_inverse("exact-y", 1),
            by_inverse("exact-z", 2),
            Quantity {
                name: "off",
                formula: apart,
                measure: Measure::NormalAngle {
                    vertex: 0,
                    from: exact,
                },
            },
        ],
    }
}

/// The job of moving one normal. With [`Mistake::NormalNotRenormalised`] the vertex's *position* is the
/// normal and the joints keep their linear parts only: engines renormalise normals and leave positions as
/// long as blending makes them.
pub(crate) fn normal_case(
    joints: &[DAffine3],
    influences: Vec<Influence>,
    p: DVec3,
    n: DVec3,
    mistakes: Mistakes,
) -> Case {
    let raw = mistakes.has(Mistake::NormalNotRenormalised);
    let joints: Vec<DAffine3> = joints
        .iter()
        .map(|&joint| mistake::joint_for_normal(joint, n, mistakes))
        .map(|joint| {
            if raw {
                DAffine3::from_mat3(joint.matrix3)
            } else {
                joint
            }
        })
        .collect();
    let place = if raw { n } else { p };
    let mesh = Mesh::new(vec![place], vec![n], &[influences], joints.len());
    Case::new(joints, valid(mesh), mistakes)
}

/// A place of a tube that is bent at the elbow or twisted along its axis.
struct Place {
    id: &'static str,
    joints: Vec<DAffine3>,
    w: f64,
    /// Half-width of the band, metres.
    r: f64,
    /// Direction of the place round the axis, radians from *y*.
    round: f64,
    /// By hand, radians: the plain normal's angle from the surface's own, and the inverse transpose's.
    off: [f64; 2],
}

/// The fixed rows of table `normals-surface`: in the middle of a bend by 90°, in the middle and on the slope
/// of a twist by 120°.
#[must_use]
pub fn surface_rows(mistakes: Mistakes) -> Vec<Row> {
    let phi = 120.0_f64.to_radians();
    let slope = neck(0.25, phi, RADIUS, 0.25);
    let twisted = |id, w, off| Place {
        id,
        joints: twist(phi).to_vec(),
        w,
        r: 0.25,
        round: 0.0,
        off,
    };
    [
        Place {
            id: "bend",
            joints: joint_matrices([0.0, FRAC_PI_2]),
            w: 0.5,
            r: 0.5,
            round: FRAC_PI_4,
            off: [squeezed_apart([1.0, FRAC_1_SQRT_2], FRAC_PI_4), 0.0],
        },
        twisted("twist-middle", 0.5, [0.0; 2]),
        twisted("twist-slope", 0.25, [slope; 2]),
    ]
    .iter()
    .map(|place| surface_row(place, mistakes))
    .collect()
}

fn surface_row(place: &Place, mistakes: Mistakes) -> Row {
    let n = DVec3::new(0.0, place.round.cos(), place.round.sin());
    let p = DVec3::X * (L1 + (2.0 * place.w - 1.0) * place.r) + RADIUS * n;
    let influences = vec![Influence::new(0, 1.0 - place.w), Influence::new(1, place.w)];
    let slope = DVec3::X / (2.0 * place.r);
    let own = surface_normal(&place.joints, &influences, &[-slope, slope], p, n);
    let exact = mistake::exact_normal(&place.joints, &influences, n, mistakes);
    let (own, exact) = (valid(own), valid(exact));
    Row {
        id: place.id,
        case: normal_case(&place.joints, influences, p, n, mistakes),
        quantities: vec![
            Quantity {
                name: "plain-off",
                formula: place.off[0].to_degrees(),
                measure: Measure::NormalAngle {
                    vertex: 0,
                    from: own,
                },
            },
            Quantity {
                name: "exact-off",
                formula: place.off[1].to_degrees(),
                measure: Measure::Value {
                    value: degrees_between(exact, own),
                    tolerance: ANGLE,
                },
            },
        ],
    }
}
