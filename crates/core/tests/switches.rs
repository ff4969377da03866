//! The lessons' switches: what each of them spoils in the figure and in the tables beside it.

#[path = "support/figure.rs"]
mod figure;

use figure::Figure;
use skinlab_core::lessons::LESSONS;
use skinlab_core::tables::{Engine, Row};

/// A field that does not change may differ by this much (metres or a ratio).
const TOLERANCE: f64 = 1e-12;

/// The switch, a field beside `error` that shows it in the initial state, and how far that field moves.
const SWITCHES: [(&str, &str, &str, f64); 8] = [
    ("fk", "swapped-order", "tip-y", 0.5),
    ("inverse-bind", "no-inverse-bind", "rest-move-max", 0.9),
    ("inverse-bind", "reversed-product", "move-max", 0.5),
    ("inverse-bind", "bind-elsewhere", "rest-move-max", 0.4),
    ("inverse-bind", "transposed", "move-max", 0.5),
    ("weights", "skip-normalisation", "sum", 0.1),
    ("weights", "swap-weights", "w1", 0.1),
    ("cost", "apart", "radius", 0.1),
];

#[test]
fn each_switch_shows_and_leaves_nothing_behind() {
    for (lesson, switch, field, least) in SWITCHES {
        let mut figure = Figure::new(lesson);
        let before = figure.values().to_vec();
        let right = figure.get(field);
        figure.switch(switch, true);
        assert!(
            figure.get("error") > 0.02,
            "{switch}: {}",
            figure.get("error")
        );
        let moved = (figure.get(field) - right).abs();
        assert!(moved > least - TOLERANCE, "{switch} {field}: {moved}");
        figure.switch(switch, false);
        assert_eq!(figure.values(), before, "{switch}");
    }
}

fn passes(row: &Row) -> bool {
    assert!(!row.quantities.is_empty());
    row.quantities
        .iter()
        .zip(row.read(Engine::CpuF64))
        .all(|(quantity, measured)| {
            (measured - quantity.formula).abs()
                <= quantity.measure.tolerance(Engine::CpuF64, &row.case)
        })
}

#[test]
fn each_switch_shows_in_other_poses_too() {
    for (lesson, switch, ..) in SWITCHES {
        let mut figure = Figure::new(lesson);
        figure.switch(switch, true);
        for [theta0, theta1] in [[75.0, -130.0], [-20.0, 60.0], [150.0, 90.0]] {
            figure.set("theta0", theta0);
            figure.set("theta1", theta1);
            assert!(figure.get("error") > 0.01, "{switch} at {theta0},{theta1}");
        }
    }
}

#[test]
fn every_switch_has_been_tried() {
    let listed = LESSONS
        .iter()
        .flat_map(|l| l.switches.iter().map(|s| (l.id, s.id)));
    assert_eq!(
        listed.collect::<Vec<_>>(),
        SWITCHES.map(|(lesson, switch, ..)| (lesson, switch))
    );
}

#[test]
fn tables_follow_the_figure_and_break_with_its_switches() {
    for (lesson, switch, ..) in SWITCHES {
        let mut figure = Figure::new(lesson);
        let failing = |figure: &Figure| -> Vec<String> {
            let tables = figure.scene.tables();
            let rows = tables
                .iter()
                .flat_map(|table| table.rows.iter().map(move |row| (table.id, row)));
            let failing = rows.filter(|(_, row)| !passes(row));
            failing
                .map(|(table, row)| format!("{table}/{}", row.id))
                .collect()
        };
        assert_eq!(failing(&figure), Vec::<String>::new());
        figure.switch(switch, true);
        let (live, mut fixed): (Vec<_>, Vec<_>) = failing(&figure)
            .into_iter()
            .partition(|row| row.ends_with("/now"));
        let named = figure
            .lesson()
            .switches
            .iter()
            .find(|other| other.id == switch)
            .expect("listed");
        let mut breaks = named.breaks.to_vec();
        breaks.sort_unstable();
        fixed.sort_unstable();
        assert_eq!(fixed, breaks, "{switch}");
        // Lesson 2 has no live row; every other live row shows the mistake that the figure shows.
        let with_live_row = figure
            .scene
            .tables()
            .iter()
            .filter(|t| t.rows.iter().any(|r| r.id == "now"))
            .count();
        assert_eq!(live.len(), with_live_row, "{switch}");
        assert_eq!(with_live_row == 0, lesson == "inverse-bind");
    }
}
