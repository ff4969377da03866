//! Lesson 2, inverse bind: the mesh appears, each vertex bound to one bone.

use super::{Lesson, Scene, Switch, angle, vertex};
use crate::closed_form::{follow_child, follow_parent};
use crate::mistake::Mistake;
use crate::rigs::arm::{self, L1, VERTICES};
use crate::tables::{inverse_bind, skin_matrix};

pub(super) const LESSON: Lesson = Lesson {
    id: "inverse-bind",
    params: &[
        angle("theta0", 20.0),
        angle("theta1", -55.0),
        angle("bind0", 0.0),
        angle("bind1", 0.0),
        vertex((VERTICES - 2) as f64),
    ],
    switches: &[
        Switch {
            id: "no-inverse-bind",
            mistake: Mistake::NoInverseBind,
            breaks: &["inverse-bind/with", "skin-matrix/rz90", "skin-matrix/rx90"],
        },
        Switch {
            id: "reversed-product",
            mistake: Mistake::ReversedProduct,
            breaks: &["skin-matrix/rz90"],
        },
        Switch {
            id: "bind-elsewhere",
            mistake: Mistake::BindElsewhere,
            breaks: &["inverse-bind/with"],
        },
        Switch {
            id: "transposed",
            mistake: Mistake::Transposed,
            breaks: &["skin-matrix/rz90", "skin-matrix/rx90"],
        },
    ],
    fields: &[
        "elbow-x",
        "elbow-y",
        "tip-x",
        "tip-y",
        "bind-elbow-x",
        "bind-elbow-y",
        "bind-tip-x",
        "bind-tip-y",
        "rest-x",
        "rest-y",
        "local-x",
        "local-y",
        "posed-x",
        "posed-y",
        "formula-x",
        "formula-y",
        "rest-move-max",
        "rest-move-forearm",
        "s1-x",
        "s1-y",
        "move-max",
        "error",
    ],
    tables: &[inverse_bind::ID, skin_matrix::ID],
    has_mesh: true,
    view,
    now: |_, _| None,
};

fn view(scene: &Scene, out: &mut [f64]) {
    let [elbow, tip] = scene.bones();
    let [bind_elbow, bind_tip] = scene.bind_bones();
    let picked = scene.vertex();
    let straight = arm::straight(picked);
    let child = arm::influences(picked, None)[1].weight == 1.0;
    let rest = scene.mesh().positions()[picked];
    let local = scene.inverse_bind()[usize::from(child)].transform_point3(rest);
    let posed = scene.reference()[picked];
    // Bound hard, a vertex stays where it is on its bone, whatever the bind pose: the closed form
    // knows only the straight arm and the present angles.
    let place = [straight.x, straight.y];
    let formula = if child {
        follow_child(place, L1, scene.pose())
    } else {
        follow_parent(place, scene.pose()[0])
    };
    let at_bind = scene.moves_at_bind();
    out.copy_from_slice(&[
        elbow.x,
        elbow.y,
        tip.x,
        tip.y,
        bind_elbow.x,
        bind_elbow.y,
        bind_tip.x,
        bind_tip.y,
        rest.x,
        rest.y,
        local.x,
        local.y,
        posed.x,
        posed.y,
        formula[0],
        formula[1],
        at_bind.largest,
        at_bind.forearm_mean,
        at_bind.s1.x,
        at_bind.s1.y,
        scene.largest_misplacement(),
        (posed.x - formula[0])
            .abs()
            .max((posed.y - formula[1]).abs()),
    ]);
}
