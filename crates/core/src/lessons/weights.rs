//! Lesson 3, weights: each vertex listens to two bones.

use super::{BAND, Lesson, Param, Scene, Switch, Unit, angle, vertex};
use crate::closed_form::{band_share, follow_child, follow_parent, mix};
use crate::mistake::Mistake;
use crate::rigs::arm::{self, COLUMNS, L1};
use crate::tables::{Row, average, elbow, weights};

pub(super) const LESSON: Lesson = Lesson {
    id: "weights",
    params: &[
        angle("theta0", 0.0),
        angle("theta1", -90.0),
        BAND,
        Param {
            name: "binding",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 1.0,
            options: &["hard", "soft"],
        },
        vertex(COLUMNS as f64),
    ],
    switches: &[
        Switch {
            id: "skip-normalisation",
            mistake: Mistake::SkipNormalisation,
            breaks: &[
                "elbow/normalised",
                "weights/0.70",
                "weights/0.80",
                "weights/0.90",
                "weights/1.00",
                "weights/1.10",
            ],
        },
        Switch {
            id: "swap-weights",
            mistake: Mistake::SwapWeights,
            breaks: &[
                "weights/0.70",
                "weights/0.80",
                "weights/1.00",
                "weights/1.10",
            ],
        },
    ],
    fields: &[
        "elbow-x",
        "elbow-y",
        "tip-x",
        "tip-y",
        "rest-x",
        "rest-y",
        "w0",
        "w1",
        "sum",
        "parent-x",
        "parent-y",
        "child-x",
        "child-y",
        "blended-x",
        "blended-y",
        "formula-x",
        "formula-y",
        "term-x0",
        "term-x1",
        "term-y0",
        "term-y1",
        "mid-x",
        "mid-y",
        "radius",
        "error",
    ],
    tables: &[weights::ID, elbow::ID, average::ID],
    has_mesh: true,
    view,
    now,
};

/// The picked vertex on its way into the live row.
fn picked(scene: &Scene) -> weights::Vertex {
    let vertex = scene.vertex();
    let straight = arm::straight(vertex);
    let [parent, child] = [0, 1].map(|slot| scene.mesh().influences(vertex)[slot]);
    weights::Vertex {
        place: [straight.x, straight.y],
        influences: [parent, child],
        formula_share: match scene.band() {
            Some(r) => band_share(straight.x, L1, r),
            None => f64::from(u8::from(straight.x >= L1)),
        },
    }
}

fn view(scene: &Scene, out: &mut [f64]) {
    let [elbow, tip] = scene.bones();
    let vertex = picked(scene);
    let [w0, w1] = vertex.influences.map(|influence| influence.weight);
    let rest = scene.mesh().positions()[scene.vertex()];
    let [parent, child] =
        [0, 1].map(|joint| scene.palette().joints()[joint].transform_point3(rest));
    let blended = scene.reference()[scene.vertex()];
    let formula = mix(
        follow_parent(vertex.place, scene.pose()[0]),
        follow_child(vertex.place, L1, scene.pose()),
        vertex.formula_share,
    );
    let middle = (parent + child) / 2.0;
    out.copy_from_slice(&[
        elbow.x,
        elbow.y,
        tip.x,
        tip.y,
        rest.x,
        rest.y,
        w0,
        w1,
        w0 + w1,
        parent.x,
        parent.y,
        child.x,
        child.y,
        blended.x,
        blended.y,
        formula[0],
        formula[1],
        w0 * parent.x,
        w1 * child.x,
        w0 * parent.y,
        w1 * child.y,
        middle.x,
        middle.y,
        (blended - elbow).length(),
        (blended.x - formula[0])
            .abs()
            .max((blended.y - formula[1]).abs()),
    ]);
}

fn now(scene: &Scene, table: &str) -> Option<Row> {
    (table == weights::ID).then(|| weights::now(scene.degrees(), &picked(scene), scene.mistakes()))
}
