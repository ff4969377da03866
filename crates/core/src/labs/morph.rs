//! Lab `cost/morph`: one vertex, morphed before skinning and after it.

use super::{Bench, Lab, LabTable};
use crate::blend::linear;
use crate::closed_form::cures::morph_gap;
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{self, Mistake, Mistakes};
use crate::rigs::arm::{HALF_THICKNESS, L1, L2, strip_positions};
use crate::tables::morph::{self, ELBOW, FOREARM, Morphed, OFFSET, Site};
use crate::tables::weights::joint_matrices;
use crate::tables::{Case, Row};
use crate::weights::Band;
use glam::DVec3;

/// Half-width of the figure's band, metres.
const BAND: f64 = 0.25;

/// How far from its middle the figure's swelling reaches, metres along the arm.
const REACH: f64 = 0.3;

/// The lab.
pub const LAB: Lab = Lab {
    id: "cost/morph",
    params: &[
        Param {
            name: "theta1",
            unit: Unit::Degrees,
            min: -180.0,
            max: 180.0,
            step: 1.0,
            grain: 0.01,
            initial: -90.0,
            options: &[],
        },
        Param {
            name: "morph",
            unit: Unit::Ratio,
            min: 0.0,
            max: 1.0,
            step: 0.05,
            grain: 0.01,
            initial: 1.0,
            options: &[],
        },
        Param {
            name: "site",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["forearm", "elbow"],
        },
    ],
    switches: &[Switch {
        id: "morph-after-skinning",
        mistake: Mistake::MorphAfterSkinning,
        breaks: &[
            "morph/forearm/90",
            "morph/forearm/45",
            "morph/forearm/180",
            "morph/elbow/90",
            "morph/elbow/120",
        ],
    }],
    fields: &[
        "tip-x",
        "tip-y",
        "rest-x",
        "rest-y",
        "morphed-x",
        "morphed-y",
        "skinned-x",
        "skinned-y",
        "before-x",
        "before-y",
        "after-x",
        "after-y",
        "gap",
        "gap-formula",
        "delta",
        "delta-posed",
        "w0",
        "w1",
        "error",
    ],
    tables: &[LabTable {
        id: morph::ID,
        rows: morph::rows,
    }],
    bench: || Box::new(Morph),
};

/// The bench: no state beyond the settings.
#[derive(Clone, Copy, Debug)]
pub struct Morph;

fn site(settings: &Settings) -> Site {
    site_named(settings.value("site"))
}

impl Bench for Morph {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let (site, weight) = (site(settings), settings.value("morph"));
        let theta = settings.value("theta1").to_radians();
        let joints = joint_matrices([0.0, theta]);
        let vertex = morph::vertex(site, weight);
        let skin = |p| linear::position(&joints, &vertex.influences, p);
        let skinned = skin(vertex.rest);
        let after = mistake::morphed_after(&joints, &vertex.influences, vertex.offset)
            .transform_point3(vertex.rest);
        let before = if settings.mistakes().has(Mistake::MorphAfterSkinning) {
            after
        } else {
            skin(vertex.rest + vertex.offset)
        };
        let tip = joints[1].transform_point3(DVec3::X * (L1 + L2));
        let morphed = vertex.rest + vertex.offset;
        let [formula, _] = morph::formula(site, theta, weight);
        out.copy_from_slice(&[
            tip.x,
            tip.y,
            vertex.rest.x,
            vertex.rest.y,
            morphed.x,
            morphed.y,
            skinned.x,
            skinned.y,
            before.x,
            before.y,
            after.x,
            after.y,
            before.distance(after),
            morph_gap(site.w, theta, vertex.offset.length()),
            vertex.offset.length(),
            before.distance(skinned),
            1.0 - site.w,
            site.w,
            (before - DVec3::new(formula[0], formula[1], 0.0)).length(),
        ]);
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        vec![morph::now(
            site(settings),
            settings.value("theta1"),
            settings.value("morph"),
            settings.mistakes(),
        )]
    }
}

/// The site that the lab's choice names.
#[must_use]
pub fn site_named(index: f64) -> Site {
    if index == 0.0 { FOREARM } else { ELBOW }
}

/// The angle θ₁ in degrees that points the forearm at a world point; `None` where the point lies on the
/// elbow.
#[must_use]
pub fn drag(x: f64, y: f64) -> Option<f64> {
    let reach = DVec3::new(x - L1, y, 0.0);
    if reach.length() <= 1e-6 || !reach.is_finite() {
        return None;
    }
    let degrees = reach.y.atan2(reach.x).to_degrees();
    Some((degrees * 10.0).round() / 10.0)
}

/// How much of the offset a place along the arm gets: all in the middle of the swelling, level at both
/// ends of it.
fn swelling(x: f64, middle: f64) -> f64 {
    let t = ((x - middle) / REACH).clamp(-1.0, 1.0);
    let inside = 1.0 - t * t;
    inside * inside
}

/// The job of morphing and skinning the whole arm, of `columns` columns of two vertices, in the figure's
/// order: the swelling on the upper edge of `site` at `weight`, the forearm bent by `theta1` degrees.
#[must_use]
pub fn figure(site: Site, theta1: f64, weight: f64, columns: usize, mistakes: Mistakes) -> Case {
    let band = Band {
        pivot: L1,
        half_width: BAND,
    };
    let vertices: Vec<Morphed> = strip_positions(columns)
        .into_iter()
        .map(|rest| {
            let upper = f64::from(u8::from(rest.y == HALF_THICKNESS));
            Morphed {
                rest,
                offset: upper * weight * swelling(rest.x, site.x) * OFFSET,
                influences: band.influences(rest.x).to_vec(),
            }
        })
        .collect();
    morph::case(
        joint_matrices([0.0, theta1.to_radians()]),
        &vertices,
        mistakes,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_swelling_is_highest_in_its_middle_and_level_at_its_ends() {
        assert_eq!(swelling(1.0, 1.0), 1.0);
        assert_eq!(swelling(1.0 + REACH, 1.0), 0.0);
        assert!(swelling(1.0 + REACH - 1e-3, 1.0) < 1e-4);
    }

    #[test]
    fn both_orders_agree_on_a_straight_arm_and_part_on_a_bent_one() {
        let arm = |degrees, mistakes| {
            figure(FOREARM, degrees, 1.0, 37, mistakes)
                .run_f64()
                .iter()
                .map(|vertex| vertex.position)
                .collect::<Vec<_>>()
        };
        let late = Mistakes::NONE.with(Mistake::MorphAfterSkinning);
        let gap = |degrees| {
            arm(degrees, Mistakes::NONE)
                .iter()
                .zip(arm(degrees, late))
                .map(|(a, b)| a.distance(b))
                .fold(0.0, f64::max)
        };
        assert!(gap(0.0) < 1e-15);
        assert!(gap(90.0) > 0.15);
    }

    #[test]
    fn the_hand_points_at_the_pointer() {
        assert_eq!(drag(0.9, -1.0), Some(-90.0));
        assert_eq!(drag(0.0, 0.0), Some(180.0));
        assert_eq!(drag(0.9, 0.0), None);
        assert_eq!(drag(f64::INFINITY, 0.0), None);
    }
}
