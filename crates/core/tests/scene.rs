//! The scene behind a figure as a page drives it: what may be set, when the counters move, what the bind
//! contract means, and that nothing a reader can do makes it panic.

#[path = "support/figure.rs"]
mod figure;

use figure::Figure;
use proptest::collection::vec;
use proptest::prelude::*;
use skinlab_core::glam::DVec3;
use skinlab_core::lessons::{Handle, LESSONS, Outline, ParamError, Scene, Unit};
use skinlab_core::tables::Engine;

const LESSON_IDS: [&str; 4] = ["fk", "inverse-bind", "weights", "cost"];

/// The parameters as the page and its addresses know them: name, unit, range and initial value.
#[test]
fn parameters_are_the_promised_ones() {
    let deg = |name, initial| (name, Unit::Degrees, [-180.0, 180.0], initial);
    let band = ("band", Unit::Metres, [0.02, 0.5], 0.25);
    let expected = [
        vec![deg("theta0", 40.0), deg("theta1", -70.0)],
        vec![
            deg("theta0", 20.0),
            deg("theta1", -55.0),
            deg("bind0", 0.0),
            deg("bind1", 0.0),
            ("vertex", Unit::Index, [0.0, 55.0], 54.0),
        ],
        vec![
            deg("theta0", 0.0),
            deg("theta1", -90.0),
            band,
            ("binding", Unit::Choice, [0.0, 1.0], 1.0),
            ("vertex", Unit::Index, [0.0, 55.0], 28.0),
        ],
        vec![
            deg("theta0", 0.0),
            deg("theta1", -120.0),
            band,
            ("w", Unit::Ratio, [0.0, 1.0], 0.5),
        ],
    ];
    for (lesson, expected) in LESSONS.iter().zip(expected) {
        let params = lesson
            .params
            .iter()
            .map(|p| (p.name, p.unit, [p.min, p.max], p.initial));
        assert_eq!(params.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_refused_value_leaves_the_old_one() {
    let mut refused = 0;
    for lesson in LESSON_IDS {
        let mut figure = Figure::new(lesson);
        let before = figure.values().to_vec();
        for param in figure.lesson().params {
            let beyond = [
                param.min.next_down(),
                param.max.next_up(),
                param.max * 2.0 + 1.0,
            ];
            let mut bad = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
            bad.extend(beyond);
            if matches!(param.unit, Unit::Index | Unit::Choice) {
                bad.extend([0.5, param.max - 0.25]);
            }
            for value in bad {
                let result = figure.try_set(param.name, value);
                assert!(
                    matches!(result, Err(ParamError::OutOfRange { name, .. }) if name == param.name),
                    "{} = {value}: {result:?}",
                    param.name
                );
                refused += 1;
            }
            figure
                .try_set(param.name, param.initial)
                .expect("the initial value");
        }
        let past = figure.lesson().params.len();
        assert_eq!(
            figure.scene.set(past, 0.0),
            Err(ParamError::Unknown { index: past })
        );
        let past = figure.lesson().switches.len();
        assert_eq!(
            figure.scene.set_switch(past, true),
            Err(ParamError::Unknown { index: past })
        );
        figure.look();
        assert_eq!(figure.values(), before);
    }
    assert_eq!(refused, 16 * 6 + 3 * 2);
    assert!(Scene::new(4).is_none());
}

/// Every parameter of every lesson moved once, and back: the mesh counter moves exactly with the mesh.
#[test]
fn the_mesh_counter_moves_exactly_when_a_parameter_changes_the_mesh() {
    let mut changed = Vec::new();
    for lesson in LESSON_IDS {
        let mut figure = Figure::new(lesson);
        for param in figure.lesson().params {
            let (mesh, revision) = (figure.scene.mesh().clone(), figure.scene.mesh_revision());
            let other = if param.initial == param.max {
                param.min
            } else {
                param.max
            };
            figure.set(param.name, other);
            let is_new = *figure.scene.mesh() != mesh;
            assert_eq!(
                figure.scene.mesh_revision() != revision,
                is_new,
                "{lesson} {}",
                param.name
            );
            if is_new {
                changed.push((lesson, param.name));
            }
            figure.set(param.name, param.initial);
            assert_eq!(*figure.scene.mesh(), mesh);
        }
    }
    let expected = [
        ("inverse-bind", "bind0"),
        ("inverse-bind", "bind1"),
        ("weights", "band"),
        ("weights", "binding"),
        ("cost", "band"),
    ];
    assert_eq!(changed, expected);
}

#[test]
fn counters_rest_while_nothing_moves_and_miss_nothing() {
    for lesson in LESSON_IDS {
        let switches = Figure::new(lesson).lesson().switches;
        for switch in std::iter::once(None).chain(switches.iter().map(Some)) {
            let mut figure = Figure::new(lesson);
            let (mesh, palette) = (figure.scene.mesh().clone(), figure.scene.palette().clone());
            let before = (
                figure.scene.mesh_revision(),
                figure.scene.palette().revision(),
            );
            if let Some(switch) = switch {
                figure.switch(switch.id, true);
            }
            let after = (
                figure.scene.mesh_revision(),
                figure.scene.palette().revision(),
            );
            assert!(*figure.scene.mesh() == mesh || after.0 > before.0);
            assert_eq!(
                figure.scene.palette().joints() != palette.joints(),
                after.1 > before.1
            );
            for _ in 0..3 {
                figure.look();
                let still = (
                    figure.scene.mesh_revision(),
                    figure.scene.palette().revision(),
                );
                assert_eq!(still, after, "{lesson} {switch:?}");
            }
            let theta1 = figure.lesson().params[1].initial + 10.0;
            figure.set("theta1", theta1);
            assert_eq!(figure.scene.mesh_revision(), after.0, "{lesson} {switch:?}");
            assert!(figure.scene.palette().revision() > after.1);
        }
    }
}

#[test]
fn the_posed_mesh_does_not_care_where_it_was_bound_unless_the_contract_is_broken() {
    let farthest = |figure: &Figure, places: &[DVec3]| {
        let pairs = figure.scene.reference().iter().zip(places);
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
    };
    let mut figure = Figure::new("inverse-bind");
    let posed = figure.scene.reference().to_vec();
    let modelled = figure.scene.mesh().positions().to_vec();
    for (bind0, bind1) in [(30.0, -60.0), (-180.0, 180.0), (0.0, 90.0), (179.0, -1.0)] {
        figure.set("bind0", bind0);
        figure.set("bind1", bind1);
        assert!(farthest(&figure, &posed) < 1e-12);
        let outline: Vec<DVec3> = figure.scene.outline(Outline::Modelled).collect();
        assert!(
            outline
                .iter()
                .zip(&modelled)
                .any(|(a, b)| a.distance(*b) > 0.5)
        );
    }
    figure.switch("bind-elsewhere", true);
    assert!(farthest(&figure, &posed) > 0.1);
}

proptest! {
    #[test]
    fn nothing_that_can_be_set_makes_a_scene_panic_or_lose_a_number(
        lesson in 0_usize..4, shares in vec(0.0..=1.0_f64, 5), switches in vec(any::<bool>(), 4),
        x in -1e3..1e3_f64, y in -1e3..1e3_f64,
    ) {
        let mut figure = Figure::new(LESSON_IDS[lesson]);
        for (param, share) in figure.lesson().params.iter().zip(shares) {
            let value = (param.min + share * (param.max - param.min)).clamp(param.min, param.max);
            let whole = matches!(param.unit, Unit::Index | Unit::Choice);
            figure.set(param.name, if whole { value.round() } else { value });
        }
        for (switch, on) in figure.lesson().switches.iter().zip(switches) {
            figure.switch(switch.id, on);
        }
        prop_assert!(figure.values().iter().all(|value| value.is_finite()), "{:?}", figure.values());
        prop_assert!(figure.scene.reference().iter().all(|p| p.is_finite()));
        prop_assert!(figure.scene.pick(x, y) < 56);
        for handle in [Handle::Elbow, Handle::Wrist, Handle::BindElbow, Handle::BindWrist] {
            if let Some(degrees) = figure.scene.drag(handle, x, y) {
                prop_assert!((-180.0..=180.0).contains(&degrees));
            }
        }
        for row in figure.scene.tables().iter().flat_map(|table| &table.rows) {
            for engine in [Engine::CpuF64, Engine::CpuF32] {
                prop_assert!(row.read(engine).iter().all(|value| value.is_finite()));
            }
        }
    }
}
