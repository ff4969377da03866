//! Tables `trim` and `trim-steps`: four influences cut to two, with and without dividing by the sum,
//! and what each limit costs beside its bound.
//!
//! The vertex rests at 2 m on the *x* axis and every joint only translates along it, so that every number
//! can be redone by hand: joint `i` alone carries the vertex to `2 + t_i`.

mod cut;
mod sums;
pub mod sweep;

use super::{Measure, NOW, Quantity, Row};
use crate::bound::CLOSED_FORM;
use crate::mistake::Mistakes;
use crate::weights::Influence;
use cut::entry;
pub use cut::{Cut, Entry};
use glam::DVec3;
use sums::Sums;
use sweep::Sweep;

/// The id of the table of the worked example.
pub const ID: &str = "trim";

/// The id of the table of all limits.
pub const STEPS: &str = "trim-steps";

/// Where the vertex rests, metres along *x*.
pub const POINT: f64 = 2.0;

/// How far all joints are moved together to see what the sum of the weights does, metres.
pub const SHIFT: f64 = 100.0;

/// Seed and samples of the sweep in the table; the page runs longer ones.
const SWEEP: (u64, u32) = (1, 200);

/// The worked example.
pub const WORKED: [Entry; 4] = [
    entry(0, 0.4, 10.0),
    entry(1, 0.3, 20.0),
    entry(2, 0.2, 30.0),
    entry(3, 0.1, 40.0),
];

/// A list whose error grows when a second influence is kept: the heaviest joint alone happens to carry
/// the vertex to the mean of all.
pub const RISING: [Entry; 4] = [
    entry(0, 0.4, 20.0),
    entry(1, 0.3, 40.0),
    entry(2, 0.2, 0.0),
    entry(3, 0.1, 0.0),
];

/// Two weights whose plain sum overflows.
const HUGE: [Entry; 2] = [entry(0, f64::MAX, 10.0), entry(1, f64::MAX, 20.0)];

/// The fixed rows of `trim`: places; the same with all joints moved by 100 m together, and with all
/// joints at one place; the parts of the error; huge weights; a short sweep.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    let worked = Cut::new(&WORKED, 2, 0.0, mistakes);
    let moved = Cut::new(&WORKED, 2, SHIFT, mistakes);
    let together = Cut::new(
        &WORKED.map(|e| entry(e.joint, e.weight, 10.0)),
        2,
        0.0,
        mistakes,
    );
    let place = |id, cut: &Cut, list: &[Influence], formula| Row {
        id,
        case: cut.case(list, mistakes),
        quantities: vec![value(formula, Measure::Coordinate { vertex: 0, axis: 0 })],
    };
    let travel = |id, before: &[Influence], after: &[Influence], formula| Row {
        id,
        case: moved.case(after, mistakes),
        quantities: vec![value(formula, away(worked.place(before)))],
    };
    let number = |id, formula, measured| Row {
        id,
        case: worked.case(&worked.kept, mistakes),
        quantities: vec![value(formula, computed(measured, CLOSED_FORM))],
    };
    let huge = Cut::new(&HUGE, 2, 0.0, mistakes);
    let share = |id, slot| Row {
        id,
        case: huge.case(&huge.kept, mistakes),
        quantities: vec![value(0.5, Measure::Weight { vertex: 0, slot })],
    };
    vec![
        // 0.4 · 12 + 0.3 · 22 + 0.2 · 32 + 0.1 · 42; the first two terms; the same over 0.7.
        place("full", &worked, &worked.full, 22.0),
        place("cut", &worked, &worked.undivided, 11.4),
        place("normalised", &worked, &worked.kept, 11.4 / 0.7),
        travel("full/moved", &worked.full, &moved.full, 100.0),
        travel("cut/moved", &worked.undivided, &moved.undivided, 70.0),
        travel("normalised/moved", &worked.kept, &moved.kept, 100.0),
        place("full/together", &together, &together.full, 12.0),
        place("cut/together", &together, &together.undivided, 8.4),
        place("normalised/together", &together, &together.kept, 12.0),
        // 0.2 · 32 + 0.1 · 42 over 0.3.
        place("rest", &worked, &worked.rest, 10.6 / 0.3),
        number("error", 0.3 * (11.4 / 0.7 - 10.6 / 0.3), worked.error()),
        number("bound", 0.3 * 30.0, worked.loss.bound()),
        // Half of 12 and half of 22.
        Row {
            id: "huge",
            case: huge.case(&huge.kept, mistakes),
            quantities: vec![value(17.0, Measure::Coordinate { vertex: 0, axis: 0 })],
        },
        share("huge/0", 0),
        share("huge/1", 1),
        number("sweep", 0.0, swept(mistakes)),
    ]
}

/// The fixed rows of `trim-steps`: the worked and the rising list at every limit.
#[must_use]
pub fn steps(mistakes: Mistakes) -> Vec<Row> {
    let row = |(id, list, limit, error, bound): (&'static str, &[Entry], usize, f64, f64)| {
        step(id, list, limit, [error, bound], mistakes)
    };
    // Of the worked list: r = .6, .3, .1, 0 and D = 30. Of the rising one, which has the same shares,
    // places 22, 42, 2 and 2: full 22, so that the first alone errs by nothing, and D = 40.
    let worked: [_; 4] = [
        ("worked/1", &WORKED[..], 1, 10.0, 18.0),
        ("worked/2", &WORKED, 2, 22.0 - 11.4 / 0.7, 9.0),
        ("worked/3", &WORKED, 3, 22.0 - 17.8 / 0.9, 3.0),
        ("worked/4", &WORKED, 4, 0.0, 0.0),
    ];
    let rising: [_; 4] = [
        ("rising/1", &RISING[..], 1, 0.0, 24.0),
        ("rising/2", &RISING, 2, 21.4 / 0.7 - 22.0, 12.0),
        ("rising/3", &RISING, 3, 21.8 / 0.9 - 22.0, 4.0),
        ("rising/4", &RISING, 4, 0.0, 0.0),
    ];
    worked.into_iter().chain(rising).map(row).collect()
}

/// The live row of table `id`: the cut of the reader's list.
#[must_use]
pub fn now(id: &str, list: &[Entry], limit: usize, shift: f64, mistakes: Mistakes) -> Option<Row> {
    let sums = Sums::new(list, limit, shift);
    let cut = Cut::new(list, limit, shift, mistakes);
    match id {
        ID => Some(Row {
            id: NOW,
            case: cut.case(&cut.kept, mistakes),
            quantities: vec![value(sums.kept, Measure::Coordinate { vertex: 0, axis: 0 })],
        }),
        STEPS => Some(measure(
            NOW,
            &cut,
            [(sums.kept - sums.full).abs(), sums.bound],
            mistakes,
        )),
        _ => None,
    }
}

fn step(
    id: &'static str,
    list: &[Entry],
    limit: usize,
    formula: [f64; 2],
    mistakes: Mistakes,
) -> Row {
    measure(id, &Cut::new(list, limit, 0.0, mistakes), formula, mistakes)
}

fn measure(id: &'static str, cut: &Cut, [error, bound]: [f64; 2], mistakes: Mistakes) -> Row {
    Row {
        id,
        case: cut.case(&cut.kept, mistakes),
        quantities: vec![
            Quantity {
                name: "error",
                formula: error,
                measure: away(cut.place(&cut.full)),
            },
            Quantity {
                name: "bound",
                formula: bound,
                measure: computed(cut.loss.bound(), CLOSED_FORM),
            },
        ],
    }
}

/// How many promises the short sweep finds broken.
fn swept(mistakes: Mistakes) -> f64 {
    let (seed, samples) = SWEEP;
    let mut sweep = Sweep::with(seed, samples, mistakes);
    sweep.step(samples);
    f64::from(sweep.report().violations())
}

fn value(formula: f64, measure: Measure) -> Quantity {
    Quantity {
        name: "value",
        formula,
        measure,
    }
}

fn computed(value: f64, tolerance: f64) -> Measure {
    Measure::Value { value, tolerance }
}

/// The distance of the vertex from where the reference has put it, `x` metres along the axis.
fn away(x: f64) -> Measure {
    Measure::Distance {
        vertex: 0,
        from: DVec3::X * x,
        unit: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::Mistake;
    use crate::tables::Engine;

    #[test]
    fn formulas_as_printed() {
        let rows = rows(Mistakes::NONE);
        let formula = |id: &str| {
            let row = rows.iter().find(|row| row.id == id).expect("listed");
            row.quantities[0].formula
        };
        assert!((formula("normalised") - 16.285_714_285_714_285).abs() < 1e-12);
        assert!((formula("rest") - 35.333_333_333_333).abs() < 1e-9);
        assert!((formula("error") + 5.714_286).abs() < 1e-6);
        assert!((formula("bound") - 9.0).abs() < 1e-12);
    }

    #[test]
    fn the_error_need_not_fall_at_each_step_but_the_bound_does() {
        let rows = steps(Mistakes::NONE);
        let errors: Vec<f64> = rows[4..]
            .iter()
            .map(|row| row.quantities[0].formula)
            .collect();
        assert!(errors[1] > errors[0]);
        for list in rows.chunks(4) {
            for pair in list.windows(2) {
                assert!(pair[1].quantities[1].formula < pair[0].quantities[1].formula);
            }
        }
    }

    #[test]
    fn live_rows_pass_for_lists_in_any_order_with_any_joints() {
        let list = [
            entry(900, 0.1, -100.0),
            entry(7, 0.5, 100.0),
            entry(65_535, 0.5, 3.25),
            entry(8, 0.0, 50.0),
            entry(2, 2.0, -0.5),
        ];
        for limit in 1..=6 {
            for id in [ID, STEPS] {
                let row = now(id, &list, limit, 100.0, Mistakes::NONE).expect("listed");
                for engine in [Engine::CpuF64, Engine::CpuF32] {
                    for (q, read) in row.quantities.iter().zip(row.read(engine)) {
                        let off = (read - q.formula).abs();
                        assert!(
                            off <= q.measure.tolerance(engine, &row.case),
                            "{limit} {q:?}"
                        );
                    }
                }
            }
        }
        assert!(now("sort", &list, 1, 0.0, Mistakes::NONE).is_none());
    }

    #[test]
    fn the_undivided_cut_loses_three_tenths_of_a_common_translation() {
        let mistakes = Mistakes::NONE.with(Mistake::CutUnnormalised);
        let [before, after] = [0.0, SHIFT].map(|shift| {
            let cut = Cut::new(&WORKED, 2, shift, mistakes);
            cut.place(&cut.kept)
        });
        assert!((after - before - 70.0).abs() < 1e-12);
    }
}
