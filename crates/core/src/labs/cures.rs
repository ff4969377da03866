//! Lab `cost/cures`: one elbow and one choice of what to do against its collapse.

use super::{Bench, Lab, LabTable};
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{Mistake, Mistakes};
use crate::rigs::arm::{HALF_THICKNESS, L2, strip_positions};
use crate::tables::cures::{self, Arm, Cure, elbow, place};
use crate::tables::{Case, Row};
use glam::DVec3;

/// The lab.
pub const LAB: Lab = Lab {
    id: "cost/cures",
    params: &[
        Param {
            name: "cure",
            unit: Unit::Choice,
            min: 0.0,
            max: 4.0,
            step: 1.0,
            grain: 1.0,
            initial: 1.0,
            options: Cure::NAMES,
        },
        Param {
            name: "bend",
            unit: Unit::Degrees,
            min: 0.0,
            max: 180.0,
            step: 1.0,
            grain: 0.01,
            initial: 120.0,
            options: &[],
        },
        Param {
            name: "band",
            unit: Unit::Metres,
            min: 0.02,
            max: 0.5,
            step: 0.01,
            grain: 0.001,
            initial: cures::BAND,
            options: &[],
        },
    ],
    switches: &[
        Switch {
            id: "helper-turns-fully",
            mistake: Mistake::HelperTurnsFully,
            breaks: &["cures/helper/120", "cures/helper/90", "cures/helper/150"],
        },
        Switch {
            id: "shape-after-skinning",
            mistake: Mistake::MorphAfterSkinning,
            breaks: &[
                "cures/shape/120",
                "cures/shape/30",
                "cures/shape/60",
                "cures/shape/90",
                "cures/shape/135",
                "cures/shape/150",
            ],
        },
    ],
    fields: &[
        "tip-x",
        "tip-y",
        "middle-x",
        "middle-y",
        "quarter-x",
        "quarter-y",
        "worst-x",
        "worst-y",
        "middle",
        "middle-formula",
        "quarter",
        "quarter-formula",
        "worst",
        "worst-at",
        "radius",
        "delta",
        "cos-half",
        "cos-quarter",
        "error",
    ],
    tables: &[LabTable {
        id: cures::ID,
        rows: cures::rows,
    }],
    bench: || Box::new(Cures),
};

/// Steps across the band in which the worst place is sought: 200, so that its quarters are among them.
const STEPS: u32 = 200;

/// The cure that the lab's choice names.
#[must_use]
pub fn cure(index: f64) -> Cure {
    Cure::ALL[(index as usize).min(Cure::ALL.len() - 1)]
}

/// The figure's arm. The forearm bends downwards, so that the upper edge is the outer one.
#[must_use]
pub fn arm(cure: Cure, bend: f64, band: f64, mistakes: Mistakes) -> Arm {
    Arm::new(cure, -bend.to_radians(), band, mistakes)
}

/// The bench: no state beyond the settings.
#[derive(Clone, Copy, Debug)]
pub struct Cures;

impl Bench for Cures {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let cure = cure(settings.value("cure"));
        let (bend, band) = (settings.value("bend"), settings.value("band"));
        let arm = arm(cure, bend, band, settings.mistakes());
        let across = |step: u32| f64::from(step) / f64::from(STEPS);
        let places: Vec<DVec3> = (0..=STEPS).map(|step| place(across(step), band)).collect();
        let case = arm.case(&places);
        let posed: Vec<DVec3> = case.run_f64().iter().map(|v| v.position).collect();
        let kept = |v: usize| (posed[v] - elbow()).length() / (places[v] - elbow()).length();
        let middle = STEPS as usize / 2;
        let quarter = middle / 2;
        // From the middle outwards, so that of two that are equally far off the middle one is shown.
        let worst = (0..=middle).rev().fold(middle, |worst, v| {
            let off = |v: usize| (kept(v) - 1.0).abs();
            if off(v) > off(worst) + 1e-12 {
                v
            } else {
                worst
            }
        });
        let tip = arm.joints()[1].transform_point3(elbow() + L2 * DVec3::X);
        let formula = |across| cures::formula(cure, across, bend);
        let theta = bend.to_radians();
        out.copy_from_slice(&[
            tip.x,
            tip.y,
            posed[middle].x,
            posed[middle].y,
            posed[quarter].x,
            posed[quarter].y,
            posed[worst].x,
            posed[worst].y,
            kept(middle),
            formula(0.5),
            kept(quarter),
            formula(0.25),
            kept(worst),
            places[worst].x,
            HALF_THICKNESS * kept(middle),
            arm.vertex(places[middle]).offset.length(),
            (theta / 2.0).cos(),
            (theta / 4.0).cos(),
            (kept(middle) - formula(0.5))
                .abs()
                .max((kept(quarter) - formula(0.25)).abs()),
        ]);
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        vec![cures::now(
            cure(settings.value("cure")),
            settings.value("bend"),
            settings.value("band"),
            settings.mistakes(),
        )]
    }
}

/// The job of skinning the whole arm as the figure shows it, from `columns` columns of two vertices,
/// upper and lower edge; without normals, since the figure is flat.
#[must_use]
pub fn figure(arm: &Arm, columns: usize) -> Case {
    arm.case(&strip_positions(columns))
}

/// The bend in degrees that points the forearm of the figure at a world point, within the lab's range;
/// `None` where the point lies on the elbow.
#[must_use]
pub fn drag(x: f64, y: f64) -> Option<f64> {
    let reach = DVec3::new(x, y, 0.0) - elbow();
    if reach.length() <= 1e-6 || !reach.is_finite() {
        return None;
    }
    let degrees = (-reach.y).atan2(reach.x).to_degrees();
    // Above the arm, where the forearm cannot be, the nearer end of the range is meant.
    let inside = match degrees {
        above if above < -90.0 => 180.0,
        other => other.max(0.0),
    };
    Some((inside * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(values: [f64; 3]) -> Vec<f64> {
        let mut settings = Settings::new(LAB.params, LAB.switches);
        for (index, value) in values.into_iter().enumerate() {
            settings.set(index, value).expect("in range");
        }
        let mut out = vec![f64::NAN; LAB.fields.len()];
        Cures.view(&settings, &mut out);
        out
    }

    fn field(out: &[f64], name: &str) -> f64 {
        out[LAB.fields.iter().position(|f| *f == name).expect("listed")]
    }

    #[test]
    fn the_worst_place_is_where_two_joints_share_half_and_half() {
        let none = view([0.0, 120.0, 0.25]);
        assert!((field(&none, "worst") - 0.5).abs() < 1e-12);
        assert!((field(&none, "worst-at") - 0.9).abs() < 1e-12);
        let helped = view([1.0, 120.0, 0.25]);
        assert!((field(&helped, "worst") - 0.75_f64.sqrt()).abs() < 1e-12);
        assert!((field(&helped, "worst-at") - 0.775).abs() < 1e-12);
        let shaped = view([2.0, 90.0, 0.25]);
        assert!((field(&shaped, "worst") - 1.115_355).abs() < 1e-6);
    }

    #[test]
    fn every_cure_agrees_with_its_formula_at_every_bend() {
        for cure in 0..5 {
            for bend in 0..=18 {
                let out = view([f64::from(cure), f64::from(10 * bend), 0.31]);
                assert!(out.iter().all(|number| number.is_finite()));
                assert!(field(&out, "error") < 1e-12, "{cure} {bend}");
            }
        }
    }

    #[test]
    fn the_figure_has_two_vertices_a_column() {
        let arm = arm(Cure::Shape, 90.0, 0.25, Mistakes::NONE);
        assert_eq!(figure(&arm, 28).mesh.len(), 56);
    }

    #[test]
    fn the_hand_points_at_the_pointer() {
        let places = [
            ((1.8, 0.0), 0.0),
            ((0.9, -0.5), 90.0),
            ((0.0, -0.9), 135.0),
            ((1.8, 0.4), 0.0),
            ((0.1, 0.2), 180.0),
        ];
        for ((x, y), bend) in places {
            assert_eq!(drag(x, y), Some(bend), "{x} {y}");
        }
        assert_eq!(drag(0.9, 0.0), None);
        assert_eq!(drag(f64::NAN, 0.0), None);
    }
}
