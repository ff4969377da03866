//! The numbers of the four lessons' figures over a grid of parameters, held against closed forms that are
//! written again here.

#[path = "support/figure.rs"]
mod figure;

use figure::Figure;

/// How far a number of a figure may lie from its closed form (metres, degrees or a ratio).
const TOLERANCE: f64 = 1e-12;

const L: f64 = 0.9;
const D: f64 = 0.18;
const VERTICES: usize = 56;

const ANGLES: [f64; 13] = [
    -180.0, -179.99, -135.5, -90.0, -45.0, -0.01, 0.0, 30.0, 60.25, 90.0, 120.0, 179.99, 180.0,
];

/// The angles among [`ANGLES`] where the lessons with more parameters look.
const FEW_ANGLES: [f64; 6] = [-180.0, -90.0, 0.0, 60.25, 120.0, 180.0];

/// A point or its displacement, turned about the origin.
fn turn([x, y]: [f64; 2], degrees: f64) -> [f64; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x * cos - y * sin, x * sin + y * cos]
}

fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn scale(factor: f64, a: [f64; 2]) -> [f64; 2] {
    [factor * a[0], factor * a[1]]
}

fn elbow(theta0: f64) -> [f64; 2] {
    turn([L, 0.0], theta0)
}

fn tip([theta0, theta1]: [f64; 2]) -> [f64; 2] {
    add(elbow(theta0), turn([L, 0.0], theta0 + theta1))
}

/// Where a vertex lies on the straight arm: 28 columns over 1.8 m, two rows.
fn place(vertex: usize) -> [f64; 2] {
    let y = if vertex.is_multiple_of(2) { D } else { -D };
    [1.8 * (vertex / 2) as f64 / 27.0, y]
}

fn by_parent(place: [f64; 2], [theta0, _]: [f64; 2]) -> [f64; 2] {
    turn(place, theta0)
}

fn by_child([x, y]: [f64; 2], [theta0, theta1]: [f64; 2]) -> [f64; 2] {
    add(elbow(theta0), turn([x - L, y], theta0 + theta1))
}

/// The fields of the figure that are not what is expected; none of them may be left out.
fn wrong<'a>(figure: &Figure, expected: &[(&'a str, f64)]) -> Vec<&'a str> {
    let names: Vec<_> = expected.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, figure.lesson().fields);
    let pairs = expected.iter().zip(figure.values());
    let within = |expected: f64, value: f64| (value - expected).abs() <= TOLERANCE;
    pairs
        .filter(|((_, expected), value)| !within(*expected, **value))
        .map(|((name, _), _)| *name)
        .collect()
}

fn compare(figure: &Figure, state: &str, expected: &[(&str, f64)]) {
    assert_eq!(wrong(figure, expected), Vec::<&str>::new(), "{state}");
}

#[test]
fn forward_kinematics_is_the_sum_of_two_terms() {
    let mut figure = Figure::new("fk");
    let mut states = 0;
    for theta0 in ANGLES {
        figure.set("theta0", theta0);
        for theta1 in ANGLES {
            figure.set("theta1", theta1);
            compare(
                &figure,
                &format!("{theta0},{theta1}"),
                &chain_fields([theta0, theta1]),
            );
            states += 1;
        }
    }
    assert_eq!(states, 169);
}

fn chain_fields([theta0, theta1]: [f64; 2]) -> [(&'static str, f64); 16] {
    let (first, second) = (elbow(theta0), turn([L, 0.0], theta0 + theta1));
    let [x, y] = add(first, second);
    let [cos0, sin0] = turn([1.0, 0.0], theta0);
    let [cos01, sin01] = turn([1.0, 0.0], theta0 + theta1);
    [
        ("elbow-x", first[0]),
        ("elbow-y", first[1]),
        ("tip-x", x),
        ("tip-y", y),
        ("formula-x", x),
        ("formula-y", y),
        ("term-x0", first[0]),
        ("term-x1", second[0]),
        ("term-y0", first[1]),
        ("term-y1", second[1]),
        ("cos0", cos0),
        ("sin0", sin0),
        ("cos01", cos01),
        ("sin01", sin01),
        ("angle", theta0 + theta1),
        ("error", 0.0),
    ]
}

/// A turn of the pose by a millionth of a degree, and the mistake of the lesson, both show.
#[test]
fn control_a_wrong_figure_is_seen() {
    let mut figure = Figure::new("fk");
    assert_eq!(
        wrong(&figure, &chain_fields([40.0, -70.0])),
        Vec::<&str>::new()
    );
    let nudged = wrong(&figure, &chain_fields([40.0, -70.000_001]));
    assert!(nudged.contains(&"tip-x") && nudged.contains(&"angle"));
    assert!(!nudged.contains(&"elbow-x"));
    figure.switch("swapped-order", true);
    let swapped = wrong(&figure, &chain_fields([40.0, -70.0]));
    assert!(swapped.contains(&"tip-x") && swapped.contains(&"error"));
    assert!(!swapped.contains(&"formula-x"));
}

#[test]
fn a_vertex_bound_hard_keeps_its_place_on_its_bone() {
    let mut figure = Figure::new("inverse-bind");
    let mut states = 0;
    for (pose, bind) in grid_of_two_poses() {
        for (name, value) in ["theta0", "theta1", "bind0", "bind1"]
            .into_iter()
            .zip([pose, bind].concat())
        {
            figure.set(name, value);
        }
        for vertex in [0, 1, 26, 27, 28, 29, 54, 55] {
            figure.set("vertex", vertex as f64);
            let (place, child) = (place(vertex), vertex >= 28);
            let at = |pose| {
                if child {
                    by_child(place, pose)
                } else {
                    by_parent(place, pose)
                }
            };
            let (rest, posed) = (at(bind), at(pose));
            let local = if child {
                [place[0] - L, place[1]]
            } else {
                place
            };
            let (elbow, bind_elbow) = (elbow(pose[0]), elbow(bind[0]));
            let (tip, bind_tip) = (tip(pose), tip(bind));
            compare(
                &figure,
                &format!("{pose:?} {bind:?} {vertex}"),
                &[
                    ("elbow-x", elbow[0]),
                    ("elbow-y", elbow[1]),
                    ("tip-x", tip[0]),
                    ("tip-y", tip[1]),
                    ("bind-elbow-x", bind_elbow[0]),
                    ("bind-elbow-y", bind_elbow[1]),
                    ("bind-tip-x", bind_tip[0]),
                    ("bind-tip-y", bind_tip[1]),
                    ("rest-x", rest[0]),
                    ("rest-y", rest[1]),
                    ("local-x", local[0]),
                    ("local-y", local[1]),
                    ("posed-x", posed[0]),
                    ("posed-y", posed[1]),
                    ("formula-x", posed[0]),
                    ("formula-y", posed[1]),
                    ("rest-move-max", 0.0),
                    ("rest-move-forearm", 0.0),
                    ("s1-x", 0.0),
                    ("s1-y", 0.0),
                    ("move-max", 0.0),
                    ("error", 0.0),
                ],
            );
            states += 1;
        }
    }
    assert_eq!(states, 36 * 5 * 8);
}

fn grid_of_two_poses() -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
    let binds = [
        [0.0, 0.0],
        [30.0, -60.0],
        [-180.0, 180.0],
        [90.0, 179.99],
        [-45.5, -120.0],
    ];
    FEW_ANGLES.into_iter().flat_map(move |theta0| {
        FEW_ANGLES
            .into_iter()
            .flat_map(move |theta1| binds.map(|bind| ([theta0, theta1], bind)))
    })
}

#[test]
fn a_vertex_with_two_bones_is_their_weighted_mean() {
    let mut figure = Figure::new("weights");
    let mut states = 0;
    for (pose, _) in grid_of_two_poses().step_by(5) {
        figure.set("theta0", pose[0]);
        figure.set("theta1", pose[1]);
        for band in [Some(0.02), Some(0.1), Some(0.25), Some(0.5), None] {
            figure.set("binding", f64::from(u8::from(band.is_some())));
            if let Some(band) = band {
                figure.set("band", band);
            }
            for vertex in 0..VERTICES {
                figure.set("vertex", vertex as f64);
                check_weights(&figure, pose, band, vertex);
                states += 1;
            }
        }
    }
    assert_eq!(states, 36 * 5 * 56);
}

fn check_weights(figure: &Figure, pose: [f64; 2], band: Option<f64>, vertex: usize) {
    let place = place(vertex);
    let w1 = match band {
        Some(r) => ((place[0] - (L - r)) / (2.0 * r)).clamp(0.0, 1.0),
        None => f64::from(u8::from(vertex >= 28)),
    };
    let w0 = 1.0 - w1;
    let (parent, child, elbow, tip) = (
        by_parent(place, pose),
        by_child(place, pose),
        elbow(pose[0]),
        tip(pose),
    );
    let (term0, term1) = (scale(w0, parent), scale(w1, child));
    let blended = add(term0, term1);
    let middle = scale(0.5, add(parent, child));
    compare(
        figure,
        &format!("{pose:?} {band:?} {vertex}"),
        &[
            ("elbow-x", elbow[0]),
            ("elbow-y", elbow[1]),
            ("tip-x", tip[0]),
            ("tip-y", tip[1]),
            ("rest-x", place[0]),
            ("rest-y", place[1]),
            ("w0", w0),
            ("w1", w1),
            ("sum", 1.0),
            ("parent-x", parent[0]),
            ("parent-y", parent[1]),
            ("child-x", child[0]),
            ("child-y", child[1]),
            ("blended-x", blended[0]),
            ("blended-y", blended[1]),
            ("formula-x", blended[0]),
            ("formula-y", blended[1]),
            ("term-x0", term0[0]),
            ("term-x1", term1[0]),
            ("term-y0", term0[1]),
            ("term-y1", term1[1]),
            ("mid-x", middle[0]),
            ("mid-y", middle[1]),
            (
                "radius",
                (blended[0] - elbow[0]).hypot(blended[1] - elbow[1]),
            ),
            ("error", 0.0),
        ],
    );
}

#[test]
fn the_radius_at_a_bend_is_what_two_unit_vectors_leave() {
    let mut figure = Figure::new("cost");
    let mut states = 0;
    for (theta0, band) in [(0.0, 0.25), (-100.0, 0.02), (180.0, 0.5)] {
        figure.set("theta0", theta0);
        figure.set("band", band);
        for theta1 in ANGLES {
            figure.set("theta1", theta1);
            for w in [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0] {
                figure.set("w", w);
                check_cost(&figure, [theta0, theta1], w);
                states += 1;
            }
        }
    }
    assert_eq!(states, 3 * 13 * 7);
}

fn check_cost(figure: &Figure, pose: [f64; 2], w: f64) {
    let [cos, sin] = turn([1.0, 0.0], pose[1]);
    let kept = (1.0 - w + w * cos).hypot(w * sin);
    let (parent, child) = (by_parent([L, D], pose), by_child([L, D], pose));
    let blended = add(scale(1.0 - w, parent), scale(w, child));
    let (elbow, tip) = (elbow(pose[0]), tip(pose));
    let half = (pose[1].to_radians() / 2.0).cos();
    compare(
        figure,
        &format!("{pose:?} {w}"),
        &[
            ("elbow-x", elbow[0]),
            ("elbow-y", elbow[1]),
            ("tip-x", tip[0]),
            ("tip-y", tip[1]),
            ("w0", 1.0 - w),
            ("w1", w),
            ("parent-x", parent[0]),
            ("parent-y", parent[1]),
            ("child-x", child[0]),
            ("child-y", child[1]),
            ("blended-x", blended[0]),
            ("blended-y", blended[1]),
            ("radius", D * kept),
            ("formula", D * kept),
            ("ratio", kept),
            ("ratio-formula", kept),
            ("lost", 1.0 - kept),
            ("cos-half", half),
            ("cos", cos),
            ("error", 0.0),
        ],
    );
    // The form in print, squared: near 180° its root would double the digits that cancel.
    let printed = 1.0 - 2.0 * w * (1.0 - w) * (1.0 - cos);
    assert!((figure.get("ratio").powi(2) - printed).abs() <= TOLERANCE);
    assert!(w != 0.5 || (figure.get("radius") - D * half).abs() <= TOLERANCE);
}

#[test]
fn figures_show_the_values_in_print() {
    let mut figure = Figure::new("fk");
    for (pose, x, y) in [
        ([0.0, 0.0], 1.8, 0.0),
        ([-90.0, 0.0], 0.0, -1.8),
        ([-90.0, -90.0], -0.9, -0.9),
        ([30.0, -60.0], 1.558_845_727, 0.0),
        ([-45.0, -150.0], -0.232_937_141, -0.403_458_962),
        ([-120.0, 75.0], 0.186_396_103, -1.415_818_966),
    ] {
        figure.set("theta0", pose[0]);
        figure.set("theta1", pose[1]);
        assert!((figure.get("tip-x") - x).abs() < 1e-9 && (figure.get("tip-y") - y).abs() < 1e-9);
    }
    let mut figure = Figure::new("weights");
    for (vertex, w0, parent, child, blended) in
        [(24, 0.7, 0.8, 1.08, 0.884), (30, 0.3, 1.0, 1.08, 1.056)]
    {
        figure.set("vertex", f64::from(vertex));
        for (field, value) in [
            ("w0", w0),
            ("parent-x", parent),
            ("child-x", child),
            ("blended-x", blended),
        ] {
            assert!(
                (figure.get(field) - value).abs() < TOLERANCE,
                "{vertex} {field}"
            );
        }
    }
    let mut figure = Figure::new("cost");
    for (theta1, radius) in [
        (0.0, 0.18),
        (30.0, 0.173_866_649),
        (60.0, 0.155_884_573),
        (90.0, 0.127_279_221),
        (120.0, 0.09),
        (150.0, 0.046_587_428),
        (180.0, 0.0),
    ] {
        figure.set("theta1", theta1);
        assert!((figure.get("radius") - radius).abs() < 1e-9, "{theta1}");
    }
}
