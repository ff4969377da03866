//! Lesson 4, the price of linear blending: what is left of the radius at a bent joint.

use super::{BAND, Lesson, Param, Scene, Switch, Unit, angle, scene};
use crate::closed_form::retention;
use crate::mistake::Mistake;
use crate::rigs::arm::HALF_THICKNESS;
use crate::tables::{Row, cost, retention as retention_table};

pub(super) const LESSON: Lesson = Lesson {
    id: "cost",
    params: &[
        angle("theta0", 0.0),
        angle("theta1", -120.0),
        BAND,
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
    ],
    switches: &[Switch {
        id: "apart",
        mistake: Mistake::Apart,
        breaks: &[
            "cost/120",
            "cost/30",
            "cost/60",
            "cost/90",
            "cost/150",
            "cost/180",
            "retention/half/30",
            "retention/half/60",
            "retention/half/90",
            "retention/half/120",
            "retention/half/150",
            "retention/half/170",
            "retention/120/0.1",
            "retention/120/0.25",
            "retention/120/0.5",
            "retention/120/0.75",
            "retention/120/0.9",
        ],
    }],
    fields: &[
        "elbow-x",
        "elbow-y",
        "tip-x",
        "tip-y",
        "w0",
        "w1",
        "parent-x",
        "parent-y",
        "child-x",
        "child-y",
        "blended-x",
        "blended-y",
        "radius",
        "formula",
        "ratio",
        "ratio-formula",
        "lost",
        "cos-half",
        "cos",
        "error",
    ],
    tables: &[cost::ID, retention_table::ID],
    has_mesh: true,
    view,
    now,
};

fn view(scene: &Scene, out: &mut [f64]) {
    let [elbow, tip] = scene.bones();
    let theta1 = scene.pose()[1];
    let w1 = scene.value("w");
    let [parent, child] = scene
        .joint_matrices()
        .map(|joint| joint.transform_point3(scene::PROBE));
    let blended = scene.blend_probe(w1);
    let radius = (blended - elbow).length();
    let kept = retention(w1, theta1);
    out.copy_from_slice(&[
        elbow.x,
        elbow.y,
        tip.x,
        tip.y,
        1.0 - w1,
        w1,
        parent.x,
        parent.y,
        child.x,
        child.y,
        blended.x,
        blended.y,
        radius,
        HALF_THICKNESS * kept,
        radius / HALF_THICKNESS,
        kept,
        1.0 - radius / HALF_THICKNESS,
        (theta1 / 2.0).cos(),
        theta1.cos(),
        (radius - HALF_THICKNESS * kept).abs(),
    ]);
}

fn now(scene: &Scene, table: &str) -> Option<Row> {
    let theta1 = scene.value("theta1");
    match table {
        cost::ID => Some(cost::now(theta1, scene.mistakes())),
        retention_table::ID => Some(retention_table::now(
            scene.value("w"),
            theta1,
            scene.mistakes(),
        )),
        _ => None,
    }
}
