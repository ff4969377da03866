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
use crate::rigs::arm::{HALF_THICKNESS, L1};
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

/// The arm, bent, with a cure: what its vertices go through.
#[derive(Clone, Debug)]
pub struct Arm {
    cure: Cure,
    /// The bend, radians; either sign.
    theta: f64,
    band: Band,
    mistakes: Mistakes,
    joints: Vec<DAffine3>,
    /// The joint matrices at each key of a corrective shape; empty for other cures.
    sculpting: Vec<Vec<DAffine3>>,
}

impl Arm {
    /// The arm with the forearm bent by `theta` radians and a band of half-width `band` metres.
    #[must_use]
    pub fn new(cure: Cure, theta: f64, band: f64, mistakes: Mistakes) -> Self {
        let pose = [0.0, theta];
        let joints = match cure {
            Cure::None | Cure::Shape | Cure::Curve => joint_matrices(pose),
            Cure::Helper => {
                let local = helper::local(pose, mistake::helper_share(mistakes));
                posed(&valid(helper::skeleton()), &local)
            }
            Cure::Four => posed(&valid(split::skeleton()), &split::local(pose)),
        };
        let keys = match cure {
            Cure::Shape => &corrective::KEYS[..],
            _ => &[],
        };
        Self {
            cure,
            theta,
            band: Band {
                pivot: L1,
                half_width: band,
            },
            mistakes,
            joints,
            sculpting: keys
                .iter()
                .map(|key| joint_matrices([0.0, key.to_radians().copysign(theta)]))
                .collect(),
        }
    }

    /// The joint matrices (`J`).
    #[must_use]
    pub fn joints(&self) -> &[DAffine3] {
        &self.joints
    }

    /// The influences of a vertex at `x` metres along the arm.
    #[must_use]
    pub fn influences(&self, x: f64) -> Vec<Influence> {
        let share = self.band.child_weight(x);
        match self.cure {
            Cure::None | Cure::Shape => self.band.influences(x).to_vec(),
            Cure::Helper => helper::influences(share).to_vec(),
            Cure::Four => split::influences(share).to_vec(),
            Cure::Curve => {
                let child = smoothstep(share);
                vec![Influence::new(0, 1.0 - child), Influence::new(1, child)]
            }
        }
    }

    /// The vertex modelled at `rest` (metres), as the cure hands it to skinning.
    #[must_use]
    pub fn vertex(&self, rest: DVec3) -> Morphed {
        let influences = self.influences(rest.x);
        let offset = if self.cure == Cure::Shape {
            let sculpted: Vec<DVec3> = self
                .sculpting
                .iter()
                .map(|joints| corrective::sculpt(joints, &influences, elbow(), rest))
                .collect();
            let keys = valid(corrective::keys());
            valid(corrective::offset(&keys, &sculpted, self.theta.abs()))
        } else {
            DVec3::ZERO
        };
        Morphed {
            rest,
            offset,
            influences,
        }
    }

    /// The job of skinning vertices modelled at these places (`V`, metres).
    #[must_use]
    pub fn case(&self, places: &[DVec3]) -> Case {
        let vertices: Vec<Morphed> = places.iter().map(|&rest| self.vertex(rest)).collect();
        case(self.joints.clone(), &vertices, self.mistakes)
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
    let places = [place(0.5, band), place(0.25, band)];
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
        case: Arm::new(cure, degrees.to_radians(), band, mistakes).case(&places),
        quantities: vec![kept("middle", 0.5, 0), kept("quarter", 0.25, 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Engine;

    fn kept(arm: &Arm, rest: DVec3) -> f64 {
        let posed = arm.case(&[rest]).run_f64()[0];
        (posed.position - elbow()).length() / (rest - elbow()).length()
    }

    /// Whatever the curve or the number of influences, some vertex of the band is as deep as without.
    #[test]
    fn the_least_that_is_kept_is_the_same_without_a_helper_or_a_shape() {
        for degrees in [60.0, 120.0, 170.0_f64] {
            let theta = degrees.to_radians();
            let least = |cure, band| {
                let arm = Arm::new(cure, theta, band, Mistakes::NONE);
                (0..=200)
                    .map(|step| kept(&arm, place(f64::from(step) / 200.0, band)))
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
            let both = [-1.3, 1.3].map(|theta| {
                kept(
                    &Arm::new(cure, theta, BAND, Mistakes::NONE),
                    place(0.4, BAND),
                )
            });
            assert!((both[0] - both[1]).abs() < 1e-13, "{cure:?}");
        }
    }
}
