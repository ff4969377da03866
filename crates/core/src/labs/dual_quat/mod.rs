//! Lab `cost/dual-quat`: two tubes side by side, blended linearly and as dual quaternions.

mod tubes;

pub use tubes::{Tube, Tubes};

use super::{Bench, Lab, LabTable};
use crate::blend::linear;
use crate::closed_form::{self, dual_quat_angle, retention, slerp_angle};
use crate::glam::{DAffine3, DMat3, DVec3};
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{self, Mistake, Mistakes};
use crate::rigs::arm::L1;
use crate::rigs::tube::{self, JOINT, RADIUS};
use crate::tables::{Row, dual_quat as table};
use crate::weights::Influence;

const fn degrees(name: &'static str, reach: f64, step: f64, initial: f64) -> Param {
    Param {
        name,
        unit: Unit::Degrees,
        min: -reach,
        max: reach,
        step,
        grain: 0.01,
        initial,
        options: &[],
    }
}

/// The lab.
pub const LAB: Lab = Lab {
    id: "cost/dual-quat",
    params: &[
        Param {
            name: "mode",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["twist", "bend"],
        },
        degrees("twist", 200.0, 1.0, 120.0),
        degrees("bend", 150.0, 1.0, -90.0),
        Param {
            name: "w",
            unit: Unit::Ratio,
            min: 0.0,
            max: 1.0,
            step: 0.05,
            grain: 0.001,
            initial: 0.5,
            options: &[],
        },
        Param {
            name: "band",
            unit: Unit::Metres,
            min: 0.02,
            max: 0.5,
            step: 0.01,
            grain: 0.001,
            initial: 0.25,
            options: &[],
        },
        degrees("yaw", 180.0, 5.0, 25.0),
        degrees("pitch", 85.0, 5.0, 20.0),
    ],
    switches: &[
        Switch {
            id: "no-sign-check",
            mistake: Mistake::NoSignCheck,
            breaks: &[
                "dual-quat/170",
                "dual-quat/120/0.25",
                "dual-quat/120/0.5",
                "dual-quat/120/0.75",
                "dual-quat/179.9",
                "dual-quat/180.1",
                "dual-quat/bend/90",
            ],
        },
        Switch {
            id: "no-renormalisation",
            mistake: Mistake::NoRenormalisation,
            breaks: &[
                "dual-quat/120/0.5",
                "dual-quat/120/0.25",
                "dual-quat/120/0.75",
                "dual-quat/170",
                "dual-quat/179.9",
                "dual-quat/180.1",
                "dual-quat/jump",
                "dual-quat/bend/90",
                "dual-quat/area/90",
            ],
        },
        Switch {
            id: "dual-apart",
            mistake: Mistake::Apart,
            breaks: &["dual-quat/bend/90"],
        },
    ],
    fields: &[
        "w0",
        "w1",
        "phi",
        "short",
        "x",
        "sin-half",
        "cos-half",
        "across",
        "along",
        "radius-linear",
        "radius-formula",
        "radius-dual",
        "angle-linear",
        "angle-dual",
        "angle-formula",
        "angle-slerp",
        "off-slerp",
        "area-linear",
        "area-formula",
        "area-dual",
        "bulge-linear",
        "bulge-dual",
        "norm",
        "error",
        "linear-x",
        "linear-y",
        "linear-z",
        "dual-x",
        "dual-y",
        "dual-z",
        "tip-x",
        "tip-y",
    ],
    tables: &[LabTable {
        id: table::ID,
        rows: table::rows,
    }],
    bench: || Box::new(DualQuatBench),
};

/// How the child's joint is turned in this state: about +x or +z, through its place on the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn {
    axis: DVec3,
    degrees: f64,
}

impl Turn {
    fn of(settings: &Settings) -> Self {
        if settings.value("mode") == 0.0 {
            Self {
                axis: DVec3::X,
                degrees: settings.value("twist"),
            }
        } else {
            Self {
                axis: DVec3::Z,
                degrees: settings.value("bend"),
            }
        }
    }

    fn joints(self) -> [DAffine3; 2] {
        let angle = self.degrees.to_radians();
        if self.axis == DVec3::X {
            tube::twist(angle)
        } else {
            tube::bend(angle)
        }
    }

    /// The point of the axis that is nearest to `p`.
    fn foot(self, p: DVec3) -> DVec3 {
        JOINT + (p - JOINT).dot(self.axis) * self.axis
    }

    /// By how many degrees the direction to `q` is turned beyond that to `p`, from −180 to 180.
    fn between(self, p: DVec3, q: DVec3) -> f64 {
        let [p, q] = [p, q].map(|v| v - self.foot(v));
        p.cross(q).dot(self.axis).atan2(p.dot(q)).to_degrees()
    }
}

/// The affine map that a blend makes of two joints with these influences.
fn blended(joints: &[DAffine3; 2], influences: &[Influence]) -> DAffine3 {
    let at = |p| linear::position(joints, influences, p);
    let origin = at(DVec3::ZERO);
    DAffine3 {
        matrix3: DMat3::from_cols(
            at(DVec3::X) - origin,
            at(DVec3::Y) - origin,
            at(DVec3::Z) - origin,
        ),
        translation: origin,
    }
}

/// The bench: no state beyond the settings.
#[derive(Clone, Copy, Debug)]
pub struct DualQuatBench;

impl Bench for DualQuatBench {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let [w, band] = ["w", "band"].map(|name| settings.value(name));
        let turn = Turn::of(settings);
        let joints = turn.joints();
        let motions = tubes::motions(&joints);
        let shares = [Influence::new(0, 1.0 - w), Influence::new(1, w)];
        let wrong = |list: &[Influence]| dual(&joints, &motions, list, settings.mistakes());
        let (by_linear, by_dual) = (blended(&joints, &shares), wrong(&shares));

        // The vertex on top of the tube where the band gives the child this weight.
        let x = L1 + (2.0 * w - 1.0) * band;
        let rest = DVec3::new(x, RADIUS, 0.0);
        let [linear_at, dual_at] = [by_linear, by_dual].map(|map| map.transform_point3(rest));
        let reach = (rest - turn.foot(rest)).length();
        let kept = |p: DVec3| (p - turn.foot(p)).length() / reach;

        let phi = turn.degrees.to_radians();
        let angle = dual_quat_angle(w, phi).to_degrees();
        let slerp = slerp_angle(w, phi).to_degrees();
        let short = closed_form::shorter_way(phi);
        let (sin, cos) = (short / 2.0).sin_cos();
        let (across, along) = (w * sin, 1.0 - w + w * cos);

        let theta = settings.value("bend").to_radians();
        let bent = tube::bend(theta);
        let bent_motions = tubes::motions(&bent);
        let bulge_linear = table::bulge(band, theta, |p, list| linear::position(&bent, list, p));
        let bulge_dual = table::bulge(band, theta, |p, list| {
            dual(&bent, &bent_motions, list, settings.mistakes()).transform_point3(p)
        });

        let tip = joints[1].transform_point3(JOINT + tubes::REACH * DVec3::X);
        let kept_linear = kept(linear_at);
        let error = (kept_linear - retention(w, phi))
            .abs()
            .max((kept(dual_at) - 1.0).abs());
        out.copy_from_slice(&[
            1.0 - w,
            w,
            turn.degrees,
            short.to_degrees(),
            x,
            sin,
            cos,
            across,
            along,
            kept_linear,
            retention(w, phi),
            kept(dual_at),
            turn.between(rest, linear_at),
            turn.between(rest, dual_at),
            angle,
            slerp,
            angle - slerp,
            section(by_linear),
            closed_form::area_retention(w, phi),
            section(by_dual),
            bulge_linear,
            bulge_dual,
            across.hypot(along),
            error,
            linear_at.x,
            linear_at.y,
            linear_at.z,
            dual_at.x,
            dual_at.y,
            dual_at.z,
            tip.x,
            tip.y,
        ]);
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        let state = ["w", "twist", "bend", "band"].map(|name| settings.value(name));
        table::now(state, settings.mistakes())
    }
}

/// What becomes of the tube's cross-section, a disc across +x, as a share of its area.
fn section(map: DAffine3) -> f64 {
    map.matrix3.y_axis.cross(map.matrix3.z_axis).length()
}

/// The map of one vertex by dual-quaternion blending, with its mistakes.
fn dual(
    joints: &[DAffine3; 2],
    motions: &[crate::dual_quat::DualQuat; 2],
    influences: &[Influence],
    mistakes: Mistakes,
) -> DAffine3 {
    if mistakes.has(Mistake::Apart) {
        mistake::apart_transform(joints, influences)
    } else {
        mistake::dual_transform(motions, influences, mistakes)
    }
}
