//! Lab `cost/normals`: one normal as engines move it and as the surface needs it; and a whole tube, to see
//! what the difference is worth.

use super::{Bench, Lab, LabTable};
use crate::blend::linear::{exact_normal, normal, surface_normal};
use crate::closed_form;
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{Mistake, Mistakes};
use crate::rigs::arm::L1;
use crate::rigs::tube::{RADIUS, twist};
use crate::tables::measure::degrees_between;
use crate::tables::normals::{self, Motion, normal_at};
use crate::tables::weights::joint_matrices;
use crate::tables::{Measure, Row};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};
use std::f64::consts::{FRAC_PI_4, TAU};

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
        "plain-x",
        "plain-across",
        "exact-x",
        "exact-across",
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
        let tube = tube(settings);
        let error = [(shown, plain_formula), (exact, exact_formula)]
            .iter()
            .map(|&(measured, formula)| measured.distance(DVec3::from_array(formula)))
            .fold(0.0, f64::max);
        out.copy_from_slice(&[
            squeeze[0],
            squeeze[1],
            turn.to_degrees(),
            shown.x,
            shown.dot(across),
            exact.x,
            exact.dot(across),
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

/// Places across a tube's band, and round it: an eighth of a turn and the middle of the band are among
/// them.
const PLACES: [u32; 2] = [40, 48];

/// What the inverse transpose is worth on a whole tube: angles in degrees over its band.
#[derive(Clone, Copy, Debug, Default)]
struct Tube {
    largest: f64,
    largest_formula: f64,
    mean: f64,
    plain_from_surface: f64,
    exact_from_surface: f64,
}

/// The tube bent or twisted by φ, whatever moves the one normal of the figure.
fn tube(settings: &Settings) -> Tube {
    let (phi, r) = (settings.value("phi").to_radians(), settings.value("band"));
    let is_bent = settings.value("tube") == 0.0;
    let joints = if is_bent {
        joint_matrices([0.0, phi])
    } else {
        twist(phi).to_vec()
    };
    let mut tube = Tube::default();
    let mut count = 0.0;
    for step in 1..PLACES[0] {
        let w = f64::from(step) / f64::from(PLACES[0]);
        for segment in 0..PLACES[1] {
            let round = TAU * f64::from(segment) / f64::from(PLACES[1]);
            let Some([apart, plain, exact]) = place(&joints, w, r, round) else {
                continue;
            };
            tube.largest = tube.largest.max(apart);
            tube.mean += apart;
            tube.plain_from_surface += plain;
            tube.exact_from_surface += exact;
            count += 1.0;
        }
    }
    if is_bent {
        let left = closed_form::retention(0.5, phi);
        let apart = closed_form::normals::squeezed_apart([1.0, left], FRAC_PI_4);
        tube.largest_formula = apart.to_degrees();
    }
    for sum in [
        &mut tube.mean,
        &mut tube.plain_from_surface,
        &mut tube.exact_from_surface,
    ] {
        *sum /= f64::max(count, 1.0);
    }
    tube
}

/// At one place of the tube, degrees: plain normal and inverse transpose apart, and each of them from the
/// surface's own normal. `None` where the surface is flat and has none.
fn place(joints: &[DAffine3], w: f64, r: f64, round: f64) -> Option<[f64; 3]> {
    let n = DVec3::new(0.0, round.cos(), round.sin());
    let p = DVec3::X * (L1 + (2.0 * w - 1.0) * r) + RADIUS * n;
    let influences = [Influence::new(0, 1.0 - w), Influence::new(1, w)];
    let slope = DVec3::X / (2.0 * r);
    let own = surface_normal(joints, &influences, &[-slope, slope], p, n).ok()?;
    let exact = exact_normal(joints, &influences, n).ok()?;
    let plain = normal(joints, &influences, n);
    Some([
        degrees_between(plain, exact),
        degrees_between(plain, own),
        degrees_between(exact, own),
    ])
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
