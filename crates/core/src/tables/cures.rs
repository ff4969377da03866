//! Table `cures`: what a vertex of the elbow keeps of its distance from the joint under each cure, in the
//! middle of the band and half way to it.

use super::morph::{Morphed, case};
use super::weights::joint_matrices;
use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::closed_form::cures::{corrected, helped, smooth_share};
use crate::closed_form::retention;
use crate::mistake::{self, Mistakes};
use crate::palette::inverse_bind;
use crate::pose::forward_kinematics;
use crate::rigs::arm::{self, HALF_THICKNESS, L1};
use crate::rigs::{corrective, helper, split};
use crate::skeleton::Skeleton;
use crate::weights::{Band, Influence, smoothstep};
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "cures";

/// Half-width of the band in the fixed rows, metres, but for the wide one.
pub const BAND: f64 = 0.25;

/// Half-width of the wide band, metres.
pub const WIDE: f64 = 0.5;

/// What is done against the collapse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cure {
    /// Nothing.
    None,
    /// A helper bone, turned by half of the bend.
    Helper,
    /// A corrective shape, sculpted at [`corrective::KEYS`].
    Shape,
    /// Four influences instead of two.
    Four,
    /// Another curve across the band: smoothstep instead of a straight line.
    Curve,
}

impl Cure {
    /// All of them, in the order of [`Cure::NAMES`].
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::Helper,
        Self::Shape,
        Self::Four,
        Self::Curve,
    ];

    /// Their names in the lab's choice.
    pub const NAMES: &[&str] = &["none", "helper", "shape", "four", "curve"];
}

const CASES: [(&str, Cure, f64, f64); 16] = [
    ("none/90", Cure::None, 90.0, BAND),
    ("none/120", Cure::None, 120.0, BAND),
    ("none/150", Cure::None, 150.0, BAND),
    ("helper/90", Cure::Helper, 90.0, BAND),
    ("helper/120", Cure::Helper, 120.0, BAND),
    ("helper/150", Cure::Helper, 150.0, BAND),
    ("shape/0", Cure::Shape, 0.0, BAND),
    ("shape/30", Cure::Shape, 30.0, BAND),
    ("shape/60", Cure::Shape, 60.0, BAND),
    ("shape/90", Cure::Shape, 90.0, BAND),
    ("shape/120", Cure::Shape, 120.0, BAND),
    ("shape/135", Cure::Shape, 135.0, BAND),
    ("shape/150", Cure::Shape, 150.0, BAND),
    ("four/120", Cure::Four, 120.0, BAND),
    ("curve/120", Cure::Curve, 120.0, BAND),
    ("wide/120", Cure::None, 120.0, WIDE),
];

/// The fixed rows.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    CASES
        .iter()
        .map(|&(id, cure, bend, band)| row(id, cure, bend, band, mistakes))
        .collect()
}

/// The row of the figure's present cure, bend (degrees, from 0 to 180) and band (half-width, metres).
#[must_use]
pub fn now(cure: Cure, bend: f64, band: f64, mistakes: Mistakes) -> Row {
    row(NOW, cure, bend, band, mistakes)
}

/// The joint matrices (`J`) of the arm with a cure, the forearm bent by `theta` radians.
#[must_use]
pub fn joints(cure: Cure, theta: f64, mistakes: Mistakes) -> Vec<DAffine3> {
    let pose = [0.0, theta];
    match cure {
        Cure::None | Cure::Shape | Cure::Curve => joint_matrices(pose),
        Cure::Helper => {
            let local = helper::local(pose, mistake::helper_share(mistakes));
            posed(&valid(helper::skeleton()), &local)
        }
        Cure::Four => posed(&valid(split::skeleton()), &split::local(pose)),
    }
}

/// Forward kinematics and inverse bind matrices of a skeleton bound in its rest pose.
fn posed(skeleton: &Skeleton, local: &[DAffine3]) -> Vec<DAffine3> {
    let (mut bind, mut world) = (Vec::new(), Vec::new());
    valid(forward_kinematics(skeleton, skeleton.rest(), &mut bind));
    valid(forward_kinematics(skeleton, local, &mut world));
    let inverse = valid(inverse_bind(&bind));
    world.iter().zip(inverse).map(|(w, b)| *w * b).collect()
}

/// The influences of a vertex at `x` metres along the arm.
#[must_use]
pub fn influences(cure: Cure, x: f64, band: f64) -> Vec<Influence> {
    let band = Band {
        pivot: L1,
        half_width: band,
    };
    match cure {
        Cure::None | Cure::Shape => band.influences(x).to_vec(),
        Cure::Helper => helper::influences(band.child_weight(x)).to_vec(),
        Cure::Four => split::influences(band.child_weight(x)).to_vec(),
        Cure::Curve => {
            let child = smoothstep(band.child_weight(x));
            vec![Influence::new(0, 1.0 - child), Influence::new(1, child)]
        }
    }
}

/// The vertex modelled at `rest` (metres), as the cure hands it to skinning at a bend of `theta` radians.
pub(crate) fn vertex(cure: Cure, rest: DVec3, theta: f64, band: f64) -> Morphed {
    let influences = influences(cure, rest.x, band);
    let offset = if cure == Cure::Shape {
        let keys = valid(corrective::keys());
        let sculpted: Vec<DVec3> = keys
            .angles()
            .iter()
            .map(|key| joint_matrices([0.0, key.copysign(theta)]))
            .map(|joints| corrective::sculpt(&joints, &influences, elbow(), rest))
            .collect();
        valid(corrective::offset(&keys, &sculpted, theta.abs()))
    } else {
        DVec3::ZERO
    };
    Morphed {
        rest,
        offset,
        influences,
    }
}

/// Where the elbow is, metres.
#[must_use]
pub fn elbow() -> DVec3 {
    DVec3::new(L1, 0.0, 0.0)
}

/// A place of the upper edge, metres: `share` of the way across the band.
#[must_use]
pub fn place(share: f64, band: f64) -> DVec3 {
    DVec3::new(L1 + (2.0 * share - 1.0) * band, HALF_THICKNESS, 0.0)
}

/// The job of skinning the whole arm (`V` = [`arm::VERTICES`]) with a cure.
#[must_use]
pub fn arm_case(cure: Cure, theta: f64, band: f64, mistakes: Mistakes) -> Case {
    let vertices: Vec<Morphed> = arm::straight_positions()
        .into_iter()
        .map(|rest| vertex(cure, rest, theta, band))
        .collect();
    case(joints(cure, theta, mistakes), &vertices, mistakes)
}

/// The share that is kept by closed form, `across` the band (0 to 1), at a bend in degrees.
#[must_use]
pub fn formula(cure: Cure, across: f64, degrees: f64) -> f64 {
    let theta = degrees.to_radians();
    match cure {
        Cure::None | Cure::Four => retention(across, theta),
        Cure::Helper => helped(across, theta),
        Cure::Shape => corrected(across, degrees, &corrective::KEYS),
        Cure::Curve => retention(smooth_share(across), theta),
    }
}

fn row(id: &'static str, cure: Cure, degrees: f64, band: f64, mistakes: Mistakes) -> Row {
    let theta = degrees.to_radians();
    let places = [place(0.5, band), place(0.25, band)];
    let vertices = places.map(|rest| vertex(cure, rest, theta, band));
    let kept = |name, across, vertex: usize| Quantity {
        name,
        formula: formula(cure, across, degrees),
        measure: Measure::Distance {
            vertex,
            from: elbow(),
            unit: (places[vertex] - elbow()).length(),
        },
    };
    Row {
        id,
        case: case(joints(cure, theta, mistakes), &vertices, mistakes),
        quantities: vec![kept("middle", 0.5, 0), kept("quarter", 0.25, 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Engine;

    /// Whatever the curve or the number of influences, some vertex of the band is as deep as without.
    #[test]
    fn the_least_that_is_kept_is_the_same_without_a_helper_or_a_shape() {
        for degrees in [60.0, 120.0, 170.0_f64] {
            let theta = degrees.to_radians();
            let least = |cure, band| {
                let joints = joints(cure, theta, Mistakes::NONE);
                (0..=200)
                    .map(|step| place(f64::from(step) / 200.0, band))
                    .map(|rest| {
                        let vertices = [vertex(cure, rest, theta, band)];
                        let posed = case(joints.clone(), &vertices, Mistakes::NONE).run_f64();
                        (posed[0].position - elbow()).length() / (rest - elbow()).length()
                    })
                    .fold(f64::INFINITY, f64::min)
            };
            let collapsed = (theta / 2.0).cos();
            for (cure, band) in [
                (Cure::None, BAND),
                (Cure::None, WIDE),
                (Cure::Four, BAND),
                (Cure::Curve, BAND),
            ] {
                assert!((least(cure, band) - collapsed).abs() < 1e-12, "{cure:?}");
            }
            assert!((least(Cure::Helper, BAND) - (theta / 4.0).cos()).abs() < 1e-12);
        }
    }

    #[test]
    fn smoothstep_at_the_quarter_as_printed() {
        let row = row("", Cure::Curve, 120.0, BAND, Mistakes::NONE);
        let expected = retention(0.156_25, 120.0_f64.to_radians());
        assert!((row.quantities[1].formula - expected).abs() < 1e-15);
        assert!((row.read(Engine::CpuF64)[1] - expected).abs() < 1e-12);
    }

    #[test]
    fn a_bend_to_the_other_side_keeps_as_much() {
        for &cure in &Cure::ALL {
            let rest = place(0.4, BAND);
            let kept = [-1.3, 1.3].map(|theta| {
                let job = case(
                    joints(cure, theta, Mistakes::NONE),
                    &[vertex(cure, rest, theta, BAND)],
                    Mistakes::NONE,
                );
                (job.run_f64()[0].position - elbow()).length()
            });
            assert!((kept[0] - kept[1]).abs() < 1e-14, "{cure:?}");
        }
    }

    #[test]
    fn the_whole_arm_has_the_vertices_of_the_plain_one() {
        for &cure in &Cure::ALL {
            let job = arm_case(cure, 2.0, BAND, Mistakes::NONE);
            assert_eq!(job.mesh.len(), arm::VERTICES);
        }
    }
}
