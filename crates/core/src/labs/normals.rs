//! Lab `cost/normals`: one normal as engines move it and as the surface needs it; and a whole tube, to see
//! what the difference is worth.

mod gain;

use super::{Bench, Lab, LabTable};
use crate::closed_form;
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{Mistake, Mistakes};
use crate::tables::normals::{self, Motion, normal_at};
use crate::tables::{Measure, Row};
use glam::{DVec2, DVec3};

/// The lab.
pub const LAB: Lab = Lab {
    id: "cost/normals",
    params: &[
        Param {
            name: "motion",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["stretch", "blend"],
        },
        Param {
            name: "stretch",
            unit: Unit::Ratio,
            min: 0.25,
            max: 4.0,
            step: 0.05,
            grain: 0.01,
            initial: 3.0,
            options: &[],
        },
        // Short of 180°, where the blend is flat and there is no inverse to transpose.
        angle("phi", 175.0, 90.0),
        Param {
            name: "w",
            unit: Unit::Ratio,
            min: 0.0,
            max: 1.0,
            step: 0.05,
            grain: 0.01,
            initial: 0.5,
            options: &[],
        },
        angle("alpha", 90.0, 45.0),
        Param {
            name: "tube",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["bend", "twist"],
        },
        Param {
            name: "band",
            unit: Unit::Metres,
            min: 0.1,
            max: 0.5,
            step: 0.01,
            grain: 0.001,
            initial: 0.5,
            options: &[],
        },
    ],
    switches: &[
        Switch {
            id: "normal-as-point",
            mistake: Mistake::NormalAsPoint,
            breaks: &[
                "normals/rigid",
                "normals/stretch-3",
                "normals/uniform-2",
                "normals/blend/30",
                "normals/blend/60",
                "normals/blend/90",
                "normals/blend/120",
                "normals/blend/150",
                "normals-surface/bend",
            ],
        },
        Switch {
            id: "normal-not-renormalised",
            mistake: Mistake::NormalNotRenormalised,
            breaks: &[
                "normals/stretch-3",
                "normals/uniform-2",
                "normals/blend/30",
                "normals/blend/60",
                "normals/blend/90",
                "normals/blend/120",
                "normals/blend/150",
            ],
        },
        Switch {
            id: "inverse-before-blend",
            mistake: Mistake::InverseBeforeBlend,
            breaks: &[
                "normals/blend/90",
                "normals/blend/30",
                "normals/blend/60",
                "normals/blend/120",
                "normals/blend/150",
                "normals-surface/bend",
            ],
        },
    ],
    fields: &[
        "squeeze-x",
        "squeeze-across",
        "turn",
        "point-x",
        "point-across",
        "along-x",
        "along-across",
        "plain-x",
        "plain-across",
        "plain-angle",
        "exact-x",
        "exact-across",
        "exact-angle",
        "nx",
        "ny",
        "nz",
        "exact-nx",
        "exact-ny",
        "exact-nz",
        "off",
        "off-formula",
        "length",
        "error",
        "tube-largest",
        "tube-largest-formula",
        "tube-mean",
        "plain-from-surface",
        "exact-from-surface",
    ],
    tables: &[
        LabTable {
            id: normals::ID,
            rows: normals::rows,
        },
        LabTable {
            id: normals::SURFACE_ID,
            rows: normals::surface_rows,
        },
    ],
    bench: || Box::new(Normals),
};

const fn angle(name: &'static str, max: f64, initial: f64) -> Param {
    Param {
        name,
        unit: Unit::Degrees,
        min: 0.0,
        max,
        step: 1.0,
        grain: 0.01,
        initial,
        options: &[],
    }
}

/// The bench: no state beyond the settings.
#[derive(Clone, Copy, Debug)]
pub struct Normals;

fn motion(settings: &Settings) -> Motion {
    if settings.value("motion") == 0.0 {
        Motion::Stretch(settings.value("stretch"))
    } else {
        Motion::Blend {
            w: settings.value("w"),
            degrees: settings.value("phi"),
        }
    }
}

impl Bench for Normals {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let (motion, mistakes) = (motion(settings), settings.mistakes());
        let alpha = settings.value("alpha").to_radians();
        let row = normals::now(motion, alpha, mistakes);
        let posed = row.case.run_f64();
        let read = |index: usize| row.quantities[index].measure.read(&row.case, &posed);
        let shown = DVec3::new(read(0), read(1), read(2));
        let exact = DVec3::new(read(3), read(4), read(5));
        let ([plain_formula, exact_formula], apart) = normals::formula(motion, alpha);
        let (squeeze, turn) = match motion {
            Motion::Blend { w, degrees } => {
                let phi = degrees.to_radians();
                let turn = closed_form::normals::blended_turn(w, phi);
                ([1.0, closed_form::retention(w, phi)], turn)
            }
            Motion::Stretch(s) | Motion::Uniform(s) => ([s, 1.0], 0.0),
            Motion::Rigid => ([1.0, 1.0], 0.0),
        };
        let across = DVec3::new(0.0, turn.cos(), turn.sin());
        let flat = |v: DVec3| DVec2::new(v.x, v.dot(across));
        let degrees = |v: DVec2| v.y.atan2(v.x).to_degrees();
        let (plain, right) = (flat(shown), flat(exact));
        let squeeze = DVec2::from_array(squeeze);
        let point = squeeze * DVec2::from_angle(alpha);
        let along = (squeeze * DVec2::from_angle(alpha).perp()).normalize_or_zero();
        let tube = gain::tube(settings);
        let error = [(shown, plain_formula), (exact, exact_formula)]
            .iter()
            .map(|&(measured, formula)| measured.distance(DVec3::from_array(formula)))
            .fold(0.0, f64::max);
        out.copy_from_slice(&[
            squeeze.x,
            squeeze.y,
            turn.to_degrees(),
            point.x,
            point.y,
            along.x,
            along.y,
            plain.x,
            plain.y,
            degrees(plain),
            right.x,
            right.y,
            degrees(right),
            shown.x,
            shown.y,
            shown.z,
            exact.x,
            exact.y,
            exact.z,
            read(6),
            apart,
            length(motion, alpha, mistakes),
            error,
            tube.largest,
            tube.largest_formula,
            tube.mean,
            tube.plain_from_surface,
            tube.exact_from_surface,
        ]);
    }

    fn now(&self, settings: &Settings, id: &str) -> Vec<Row> {
        if id != normals::ID {
            return Vec::new();
        }
        let alpha = settings.value("alpha").to_radians();
        vec![normals::now(motion(settings), alpha, settings.mistakes())]
    }
}

/// The α (degrees, from 0 to 90) whose place on the circle, once squeezed, lies in the direction of a point
/// of the figure; `None` for its middle.
#[must_use]
pub fn drag(squeeze: [f64; 2], point: [f64; 2]) -> Option<f64> {
    let point = DVec2::from_array(point);
    let place = point.max(DVec2::ZERO) / DVec2::from_array(squeeze);
    // Asked of the point itself, since the larger of NaN and 0 is 0.
    if !(point.is_finite() && place.is_finite()) || place == DVec2::ZERO {
        return None;
    }
    let degrees = place.y.atan2(place.x).to_degrees();
    Some((degrees * 10.0).round() / 10.0)
}

/// The length that blending leaves of the unit normal, before an engine makes it 1 again.
fn length(motion: Motion, alpha: f64, mistakes: Mistakes) -> f64 {
    let (joints, influences) = normals::rig(motion);
    let raw = mistakes.with(Mistake::NormalNotRenormalised);
    let case = normals::normal_case(&joints, influences, DVec3::ZERO, normal_at(alpha), raw);
    Measure::Distance {
        vertex: 0,
        from: DVec3::ZERO,
        unit: 1.0,
    }
    .read(&case, &case.run_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(values: &[(usize, f64)]) -> Vec<f64> {
        let mut settings = Settings::new(LAB.params, LAB.switches);
        for &(index, value) in values {
            settings.set(index, value).expect("in range");
        }
        let mut out = vec![f64::NAN; LAB.fields.len()];
        Normals.view(&settings, &mut out);
        out
    }

    fn field(out: &[f64], name: &str) -> f64 {
        out[LAB.fields.iter().position(|f| *f == name).expect("listed")]
    }

    #[test]
    fn the_first_picture_shows_the_printed_stretch() {
        let out = view(&[]);
        assert!((field(&out, "off") - 53.130_102).abs() < 1e-6);
        assert!((field(&out, "plain-x") - 0.948_683).abs() < 1e-6);
        assert!((field(&out, "exact-across") - 0.948_683).abs() < 1e-6);
        assert!((field(&out, "length") - 5.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_normal_follows_the_pointer() {
        assert_eq!(drag([1.0, 1.0], [2.0, 2.0]), Some(45.0));
        assert_eq!(drag([3.0, 1.0], [3.0, 1.0]), Some(45.0));
        assert_eq!(drag([1.0, 1.0], [-1.0, 2.0]), Some(90.0));
        assert_eq!(drag([1.0, 1.0], [0.0, 0.0]), None);
        assert_eq!(drag([1.0, 1.0], [f64::NAN, 1.0]), None);
    }

    #[test]
    fn numbers_stay_finite_over_all_ranges() {
        for motion in [0.0, 1.0] {
            for tube in [0.0, 1.0] {
                for phi in [0.0, 60.0, 175.0] {
                    for alpha in [0.0, 33.0, 90.0] {
                        let out = view(&[(0, motion), (2, phi), (4, alpha), (5, tube)]);
                        assert!(out.iter().all(|x| x.is_finite()), "{phi} {alpha} {out:?}");
                        assert!(field(&out, "error") < 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn a_bent_tubes_largest_angle_is_its_closed_form_and_a_twisted_one_has_none() {
        for phi in [30.0, 90.0, 150.0] {
            let bent = view(&[(2, phi)]);
            let formula = field(&bent, "tube-largest-formula");
            assert!(formula > 1.0);
            assert!((field(&bent, "tube-largest") - formula).abs() < 1e-10);
            let twisted = view(&[(2, phi), (5, 1.0)]);
            assert!(field(&twisted, "tube-largest") < 1e-6);
            // The plain normal and the inverse transpose are equally wrong there.
            let [a, b] = ["plain-from-surface", "exact-from-surface"].map(|f| field(&twisted, f));
            assert!(a > 0.5 && (a - b).abs() < 1e-6);
        }
    }

    #[test]
    fn on_a_bend_the_inverse_transpose_helps_and_does_not_heal() {
        let bent = view(&[(2, 90.0)]);
        let [plain, exact] = ["plain-from-surface", "exact-from-surface"].map(|f| field(&bent, f));
        assert!(exact < plain && exact > 0.5 * plain, "{plain} {exact}");
    }
}
