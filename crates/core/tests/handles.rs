//! What a figure answers to a pointer: the angle of a dragged handle, the vertex that was picked, and the
//! outlines that are drawn beside the mesh.

#[path = "support/figure.rs"]
mod figure;

use figure::Figure;
use skinlab_core::glam::DVec3;
use skinlab_core::lessons::{Handle, Outline};

const L: f64 = 0.9;

const LESSON_IDS: [&str; 4] = ["fk", "inverse-bind", "weights", "cost"];

const POSES: [[f64; 2]; 5] = [
    [40.0, -70.0],
    [0.0, 0.0],
    [-180.0, 180.0],
    [123.4, -56.7],
    [-90.0, 179.9],
];

/// The four lessons in a few poses each.
fn figures() -> impl Iterator<Item = ([f64; 2], Figure)> {
    LESSON_IDS.into_iter().flat_map(|lesson| {
        POSES.map(|[theta0, theta1]| {
            let mut figure = Figure::new(lesson);
            figure.set("theta0", theta0);
            figure.set("theta1", theta1);
            ([theta0, theta1], figure)
        })
    })
}

/// How far two angles lie apart, the shorter way round, in degrees.
fn apart(a: f64, b: f64) -> f64 {
    let difference = (a - b).rem_euclid(360.0);
    difference.min(360.0 - difference)
}

fn ray(degrees: f64, length: f64) -> [f64; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [length * cos, length * sin]
}

/// The angle that dragging `handle` (elbow or wrist) of an arm at `theta0` to `angle` must give back.
fn drag_to(figure: &Figure, handle: Handle, theta0: f64, angle: f64, length: f64) -> Option<f64> {
    let [x, y] = match handle {
        Handle::Elbow | Handle::BindElbow => ray(angle, length),
        Handle::Wrist | Handle::BindWrist => {
            let (elbow, tip) = (ray(theta0, L), ray(theta0 + angle, length));
            [elbow[0] + tip[0], elbow[1] + tip[1]]
        }
    };
    figure.scene.drag(handle, x, y)
}

const TARGETS: [f64; 11] = [
    -180.0, -179.97, -120.04, -90.0, -0.04, 0.0, 33.3, 90.0, 150.0, 179.97, 180.0,
];

#[test]
fn dragging_to_where_an_angle_puts_the_handle_gives_the_angle_back() {
    let mut drags = 0;
    for ([theta0, _], figure) in figures() {
        for (handle, angle) in [Handle::Elbow, Handle::Wrist]
            .into_iter()
            .flat_map(|h| TARGETS.map(|a| (h, a)))
        {
            for length in [0.01, L, 5.0] {
                let dragged =
                    drag_to(&figure, handle, theta0, angle, length).expect("not on the joint");
                assert!(
                    apart(dragged, angle) <= 0.05 + 1e-9,
                    "{handle:?} {angle}: {dragged}"
                );
                assert!((-180.0..=180.0).contains(&dragged));
                drags += 1;
            }
        }
    }
    assert_eq!(drags, 20 * 2 * 11 * 3);
}

#[test]
fn the_bind_pose_has_handles_of_its_own() {
    let mut figure = Figure::new("inverse-bind");
    for bind0 in TARGETS {
        figure.set("bind0", bind0);
        for angle in TARGETS {
            for handle in [Handle::BindElbow, Handle::BindWrist] {
                let dragged = drag_to(&figure, handle, bind0, angle, L).expect("not on the joint");
                assert!(
                    apart(dragged, angle) <= 0.05 + 1e-9,
                    "{handle:?} {angle}: {dragged}"
                );
            }
        }
    }
}

#[test]
fn control_a_handle_measured_from_the_wrong_joint_is_seen() {
    let mut figure = Figure::new("inverse-bind");
    figure.set("theta0", 90.0);
    let of_the_pose = drag_to(&figure, Handle::Wrist, 90.0, 30.0, L).expect("not on the joint");
    let of_the_bind_pose =
        drag_to(&figure, Handle::BindWrist, 90.0, 30.0, L).expect("not on the joint");
    assert!(apart(of_the_pose, 30.0) <= 0.05);
    assert!(apart(of_the_bind_pose, 30.0) > 10.0);
}

#[test]
fn what_is_dragged_is_the_arm_that_was_last_shown() {
    let mut figure = Figure::new("fk");
    let before = drag_to(&figure, Handle::Wrist, 40.0, 25.0, L);
    figure.try_set("theta0", -100.0).expect("in the range");
    assert_eq!(drag_to(&figure, Handle::Wrist, 40.0, 25.0, L), before);
    figure.look();
    assert_eq!(drag_to(&figure, Handle::Wrist, -100.0, 25.0, L), before);
}

#[test]
fn a_pointer_on_the_joint_has_no_direction() {
    for (_, figure) in figures() {
        let elbow = [figure.get("elbow-x"), figure.get("elbow-y")];
        assert_eq!(figure.scene.drag(Handle::Elbow, 0.0, 0.0), None);
        assert_eq!(figure.scene.drag(Handle::Wrist, elbow[0], elbow[1]), None);
        assert_eq!(figure.scene.drag(Handle::Wrist, f64::NAN, 0.0), None);
        assert_eq!(
            figure.scene.drag(Handle::BindElbow, f64::INFINITY, 1.0),
            None
        );
    }
}

#[test]
fn picking_at_a_vertex_finds_it() {
    let mut picks = 0;
    for (_, figure) in figures() {
        let shown: Vec<DVec3> = figure.scene.reference()[..56].to_vec();
        for (vertex, p) in shown.iter().enumerate() {
            let picked = figure.scene.pick(p.x, p.y);
            // Where the arm folds onto itself, another vertex may stand in the same place.
            assert_eq!(shown[picked].distance(*p), 0.0);
            let alone = shown
                .iter()
                .filter(|other| other.distance(*p) < 1e-12)
                .count()
                == 1;
            assert!(!alone || picked == vertex);
            picks += usize::from(alone);
        }
        assert!(figure.scene.pick(f64::NAN, 0.0) < 56);
        assert!(figure.scene.pick(1e300, -1e300) < 56);
    }
    assert!(picks > 20 * 40, "{picks}");
}

#[test]
fn outlines_are_the_shapes_that_they_are_named_after() {
    for (_, figure) in figures().filter(|(_, figure)| figure.lesson().has_mesh) {
        let outline = |which| figure.scene.outline(which).collect::<Vec<DVec3>>();
        let (parent, child) = (outline(Outline::Parent), outline(Outline::Child));
        let shown = figure.scene.reference();
        assert_eq!(
            outline(Outline::Modelled),
            figure.scene.mesh().positions()[..56]
        );
        let mut bound = 0;
        for (vertex, share) in figure.scene.child_weights().enumerate() {
            let mixed = parent[vertex].lerp(child[vertex], share);
            assert!(mixed.distance(shown[vertex]) < 1e-12);
            assert!(outline(Outline::Right)[vertex].distance(shown[vertex]) < 1e-12);
            bound += 1;
        }
        assert_eq!(bound, 56);
    }
}
