//! The self-test: every table on every engine, engines against the reference, and controls that must fail.
//!
//! A [`Plan`] holds the skinning jobs. An engine runs them all and hands the positions to
//! [`Plan::grade`], which appends to a [`Report`]. Engines that are not there are graded with
//! [`Plan::skip`]: skipped, never passed.

mod parity;
mod report;

pub use report::{CheckResult, ControlResult, Report, Status};

use crate::labs::{self, LABS};
use crate::lessons::{LESSONS, Switch};
use crate::mistake::Mistakes;
use crate::tables::{self, Case, Engine, Measure, Row, Table};
use glam::DVec3;
use parity::Parity;

/// Everything that the self-test will run.
#[derive(Clone, Debug)]
pub struct Plan {
    cases: Vec<Case>,
    checks: Vec<Planned>,
    parities: Vec<Parity>,
    controls: Vec<Control>,
}

/// One number to be read off one case.
#[derive(Clone, Debug)]
struct Planned {
    id: String,
    table: &'static str,
    row: &'static str,
    case: usize,
    measure: Measure,
    formula: f64,
}

/// A check that must fail on a case that was spoiled on purpose.
#[derive(Clone, Debug)]
struct Control {
    id: String,
    breaks: String,
    trap: Trap,
}

#[derive(Clone, Debug)]
enum Trap {
    /// The numbers of a row, read off the row's case with the mistake made: one of them must fail.
    Row(Vec<Planned>),
    /// The positions of `case` held against the reference of an unspoiled parity.
    Parity { case: usize, parity: usize },
}

impl Plan {
    /// The whole plan. Random rigs are drawn from fixed seeds, so every run is the same run.
    #[must_use]
    pub fn new() -> Self {
        let mut plan = Self {
            cases: Vec::new(),
            checks: Vec::new(),
            parities: Vec::new(),
            controls: Vec::new(),
        };
        let labs = LABS.iter().flat_map(|lab| lab.tables).map(|table| table.id);
        for table in tables::IDS
            .into_iter()
            .chain(labs)
            .filter_map(|id| table(id, Mistakes::NONE))
        {
            for row in table.rows {
                let planned = plan.add_row(table.id, row);
                plan.checks.extend(planned);
            }
        }
        let lessons = LESSONS.iter().flat_map(|lesson| lesson.switches);
        for switch in lessons.chain(LABS.iter().flat_map(|lab| lab.switches)) {
            plan.add_switch(switch);
        }
        for (id, case) in parity::cases() {
            plan.add_parity(id, case);
        }
        plan
    }

    /// The skinning jobs, in the order in which an engine must return their positions.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// How many checks an engine takes part in.
    #[must_use]
    pub fn check_count(&self, engine: Engine) -> usize {
        let rows = self
            .checks
            .iter()
            .filter(|check| takes_part(&check.measure, engine))
            .count();
        rows + if engine == Engine::CpuF64 {
            0
        } else {
            self.parities.len()
        }
    }

    /// The positions of every case by the reference.
    #[must_use]
    pub fn run_f64(&self) -> Vec<Vec<DVec3>> {
        self.cases.iter().map(Case::run_f64).collect()
    }

    /// The positions of every case by the batch kernel.
    #[must_use]
    pub fn run_f32(&self) -> Vec<Vec<DVec3>> {
        self.cases.iter().map(Case::run_f32).collect()
    }

    /// Appends to `report` what `engine` made of the cases: `skinned[c][v]` is vertex `v` of case `c`.
    ///
    /// Positions that are missing count as NaN, which fails.
    pub fn grade(&self, engine: Engine, skinned: &[Vec<DVec3>], report: &mut Report) {
        let positions = |case: usize| complete(skinned.get(case), self.cases[case].mesh.len());
        for planned in self
            .checks
            .iter()
            .filter(|check| takes_part(&check.measure, engine))
        {
            report
                .checks
                .push(self.judge(planned, engine, &positions(planned.case)));
        }
        if engine != Engine::CpuF64 {
            for parity in &self.parities {
                report
                    .checks
                    .push(parity.judge(engine, &positions(parity.case)));
            }
        }
        for control in &self.controls {
            if let Some(result) = self.spring(control, engine, &positions) {
                report.controls.push(result);
            }
        }
    }

    /// Appends every check of an engine that is not there, as skipped for `reason`.
    pub fn skip(&self, engine: Engine, reason: &str, report: &mut Report) {
        let rows = self
            .checks
            .iter()
            .filter(|check| takes_part(&check.measure, engine))
            .map(|check| (check.id.as_str(), check.table, check.row, check.formula));
        let parities = self
            .parities
            .iter()
            .map(|parity| (parity.id, parity::TABLE, parity.row(), 0.0));
        for (id, table, row, expected) in rows.chain(parities) {
            report.checks.push(CheckResult {
                id: format!("{id}/{}", engine.name()),
                table,
                row,
                engine,
                expected,
                measured: f64::NAN,
                error: f64::NAN,
                tolerance: f64::NAN,
                status: Status::Skipped,
                reason: Some(reason.to_owned()),
            });
        }
    }

    /// The self-test on the engines of this crate, with the GPU skipped for `reason`.
    #[must_use]
    pub fn run_on_cpu(&self, reason: &str) -> Report {
        let mut report = Report::default();
        self.grade(Engine::CpuF64, &self.run_f64(), &mut report);
        self.grade(Engine::CpuF32, &self.run_f32(), &mut report);
        self.skip(Engine::GpuF32, reason, &mut report);
        report
    }

    fn add_row(&mut self, table: &'static str, row: Row) -> Vec<Planned> {
        let case = self.cases.len();
        self.cases.push(row.case);
        row.quantities
            .into_iter()
            .map(|quantity| Planned {
                id: format!("{table}/{}/{}", row.id, quantity.name),
                table,
                row: row.id,
                case,
                measure: quantity.measure,
                formula: quantity.formula,
            })
            .collect()
    }

    /// A control a switch: the first row that it names, computed with the mistake.
    fn add_switch(&mut self, switch: &Switch) {
        let Some((id, row)) = switch.breaks.first().and_then(|id| id.split_once('/')) else {
            return;
        };
        let spoiled = table(id, Mistakes::NONE.with(switch.mistake)).and_then(|table| {
            table
                .rows
                .into_iter()
                .find(|candidate| candidate.id == row)
                .map(|row| (table.id, row))
        });
        if let Some((table, row)) = spoiled {
            let breaks = format!("{table}/{}", row.id);
            let planned = self.add_row(table, row);
            self.controls.push(Control {
                id: format!("switch/{}", switch.id),
                breaks,
                trap: Trap::Row(planned),
            });
        }
    }

    /// A parity check, and a control in which the engine is given one wrong joint.
    fn add_parity(&mut self, id: &'static str, case: Case) {
        let spoiled = parity::with_a_wrong_joint(&case);
        let parity = self.parities.len();
        self.parities.push(Parity::new(id, self.cases.len(), &case));
        self.cases.push(case);
        if let Some(spoiled) = spoiled {
            self.controls.push(Control {
                id: format!("wrong-joint/{}", id.trim_start_matches("parity/")),
                breaks: id.to_owned(),
                trap: Trap::Parity {
                    case: self.cases.len(),
                    parity,
                },
            });
            self.cases.push(spoiled);
        }
    }

    fn judge(&self, planned: &Planned, engine: Engine, skinned: &[DVec3]) -> CheckResult {
        let case = &self.cases[planned.case];
        let measured = planned.measure.read(case, skinned);
        let error = (measured - planned.formula).abs();
        let tolerance = planned.measure.tolerance(engine, case);
        CheckResult {
            id: format!("{}/{}", planned.id, engine.name()),
            table: planned.table,
            row: planned.row,
            engine,
            expected: planned.formula,
            measured,
            error,
            tolerance,
            status: Status::of(error <= tolerance),
            reason: None,
        }
    }

    /// Whether the spoiled case fails as it must; `None` where the control does not concern the engine.
    fn spring(
        &self,
        control: &Control,
        engine: Engine,
        positions: &dyn Fn(usize) -> Vec<DVec3>,
    ) -> Option<ControlResult> {
        let failed = match &control.trap {
            Trap::Row(planned) => planned
                .iter()
                .find(|check| {
                    takes_part(&check.measure, engine)
                        && self.judge(check, engine, &positions(check.case)).status
                            == Status::Failed
                })
                .map(|check| format!("{}/{}", check.id, engine.name())),
            Trap::Parity { case, parity } => {
                if engine == Engine::CpuF64 {
                    return None;
                }
                let result = self.parities[*parity].judge(engine, &positions(*case));
                (result.status == Status::Failed).then_some(result.id)
            }
        };
        Some(ControlResult {
            id: format!("{}/{}", control.id, engine.name()),
            caught: failed.is_some(),
            breaks: failed.unwrap_or_else(|| format!("{}/{}", control.breaks, engine.name())),
        })
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self::new()
    }
}

/// The table of a lesson or of a lab.
fn table(id: &str, mistakes: Mistakes) -> Option<Table> {
    tables::table(id, mistakes).or_else(|| labs::table(id, mistakes))
}

/// What comes from no engine is checked once, with the reference.
fn takes_part(measure: &Measure, engine: Engine) -> bool {
    engine == Engine::CpuF64 || measure.needs_engine()
}

/// The positions of a case, with NaN where the engine returned none.
fn complete(skinned: Option<&Vec<DVec3>>, vertices: usize) -> Vec<DVec3> {
    let mut all = skinned.cloned().unwrap_or_default();
    all.resize(vertices, DVec3::NAN);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_engines_pass_everything_and_every_control_is_caught() {
        let plan = Plan::new();
        let report = plan.run_on_cpu("no adapter in this test");
        let failures: Vec<_> = report
            .checks
            .iter()
            .filter(|c| c.status == Status::Failed)
            .collect();
        assert!(failures.is_empty(), "{failures:#?}");
        let missed: Vec<_> = report.controls.iter().filter(|c| !c.caught).collect();
        assert!(missed.is_empty(), "{missed:#?}");
        let labs = LABS.iter().flat_map(|lab| lab.tables).map(|table| table.id);
        let measures: Vec<Measure> = tables::IDS
            .into_iter()
            .chain(labs)
            .flat_map(|id| table(id, Mistakes::NONE).expect("listed").rows)
            .flat_map(|row| row.quantities)
            .map(|quantity| quantity.measure)
            .collect();
        assert!(measures.len() >= 105);
        let on_engines = measures.iter().filter(|m| m.needs_engine()).count();
        assert_eq!(plan.check_count(Engine::CpuF64), measures.len());
        assert_eq!(
            plan.check_count(Engine::CpuF32),
            on_engines + parity::cases().len()
        );
        assert_eq!(
            report.passed(),
            plan.check_count(Engine::CpuF64) + plan.check_count(Engine::CpuF32)
        );
        assert_eq!(report.skipped(), plan.check_count(Engine::GpuF32));
        assert_eq!(report.failed(), 0);
    }

    #[test]
    fn an_engine_that_returns_nothing_fails_everything() {
        let plan = Plan::new();
        let mut report = Report::default();
        plan.grade(Engine::GpuF32, &[], &mut report);
        assert_eq!(report.passed(), 0);
        assert_eq!(report.checks.len(), plan.check_count(Engine::GpuF32));
    }

    #[test]
    fn an_engine_that_returns_the_rest_pose_is_found_out() {
        let plan = Plan::new();
        let mut report = Report::default();
        let rest: Vec<_> = plan
            .cases()
            .iter()
            .map(|case| case.mesh.positions().to_vec())
            .collect();
        plan.grade(Engine::CpuF32, &rest, &mut report);
        let parities = report
            .checks
            .iter()
            .filter(|check| check.table == parity::TABLE);
        assert!(parities.clone().count() >= 5);
        assert!(
            parities
                .into_iter()
                .all(|check| check.status == Status::Failed)
        );
    }

    #[test]
    fn ids_are_unique() {
        let report = Plan::new().run_on_cpu("none");
        let mut ids: Vec<_> = report.checks.iter().map(|check| &check.id).collect();
        ids.sort_unstable();
        let before = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), before);
    }
}
