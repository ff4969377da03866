//! Lesson 1, forward kinematics: bones only.

use super::{Lesson, Scene, Switch, angle};
use crate::closed_form::chain_end;
use crate::mistake::Mistake;
use crate::rigs::arm::{L1, L2};
use crate::tables::{Row, fk};

pub(super) const LESSON: Lesson = Lesson {
    id: "fk",
    params: &[angle("theta0", 40.0), angle("theta1", -70.0)],
    switches: &[Switch {
        id: "swapped-order",
        mistake: Mistake::SwappedOrder,
        breaks: &[
            "fk/-90,-90",
            "fk/-90,0",
            "fk/30,-60",
            "fk/-45,-150",
            "fk/-120,75",
        ],
    }],
    fields: &[
        "elbow-x",
        "elbow-y",
        "tip-x",
        "tip-y",
        "formula-x",
        "formula-y",
        "term-x0",
        "term-x1",
        "term-y0",
        "term-y1",
        "cos0",
        "sin0",
        "cos01",
        "sin01",
        "angle",
        "error",
    ],
    tables: &[fk::ID],
    has_mesh: false,
    view,
    now,
};

fn view(scene: &Scene, out: &mut [f64]) {
    let pose = scene.pose();
    let [theta0, theta1] = pose;
    let both = theta0 + theta1;
    let [elbow, tip] = scene.bones();
    let formula = chain_end([L1, L2], pose);
    out.copy_from_slice(&[
        elbow.x,
        elbow.y,
        tip.x,
        tip.y,
        formula[0],
        formula[1],
        L1 * theta0.cos(),
        L2 * both.cos(),
        L1 * theta0.sin(),
        L2 * both.sin(),
        theta0.cos(),
        theta0.sin(),
        both.cos(),
        both.sin(),
        both.to_degrees(),
        (tip.x - formula[0]).abs().max((tip.y - formula[1]).abs()),
    ]);
}

fn now(scene: &Scene, table: &str) -> Option<Row> {
    (table == fk::ID).then(|| fk::now(scene.degrees(), scene.mistakes()))
}
