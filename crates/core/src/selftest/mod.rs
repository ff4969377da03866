//! The self-test: every table on every engine, engines against the reference, and controls that must fail.
//!
//! A [`Plan`] holds the skinning jobs. An engine runs them all and hands the vertices to
//! [`Plan::grade`], which appends to a [`Report`]. Engines that are not there are graded with
//! [`Plan::skip`]: skipped, never passed.

mod parity;
mod report;

pub use report::{CheckResult, ControlResult, Report, Status};

use crate::labs::{self, LABS};
use crate::lessons::{LESSONS, Switch};
use crate::mistake::Mistakes;
use crate::tables::{self, Case, Engine, Measure, Posed, Row, Table};
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
    /// The vertices of `case` held against the reference of an unspoiled parity.
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

    /// The skinning jobs, in the order in which an engine must return their vertices.
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

    /// The vertices of every case by the reference.
    #[must_use]
    pub fn run_f64(&self) -> Vec<Vec<Posed>> {
        self.cases.iter().map(Case::run_f64).collect()
    }

    /// The vertices of every case by the batch kernel.
    #[must_use]
    pub fn run_f32(&self) -> Vec<Vec<Posed>> {
        self.cases.iter().map(Case::run_f32).collect()
    }

    /// Appends to `report` what `engine` made of the cases: `skinned[c][v]` is vertex `v` of case `c`.
    ///
    /// Vertices that are missing count as NaN, which fails.
    pub fn grade(&self, engine: Engine, skinned: &[Vec<Posed>], report: &mut Report) {
        let vertices = |case: usize| complete(skinned.get(case), self.cases[case].mesh.len());
        for planned in self
            .checks
            .iter()
            .filter(|check| takes_part(&check.measure, engine))
        {
            report
                .checks
                .push(self.judge(planned, engine, &vertices(planned.case)));
        }
        if engine != Engine::CpuF64 {
            for parity in &self.parities {
                report
                    .checks
                    .push(parity.judge(engine, &vertices(parity.case)));
            }
        }
        for control in &self.controls {
            if let Some(result) = self.spring(control, engine, &vertices) {
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

    /// A parity check, and controls in which the engine is given one wrong joint and one wrong normal.
    fn add_parity(&mut self, id: &'static str, case: Case) {
        let spoiled = [
            ("wrong-joint", parity::with_a_wrong_joint(&case)),
            ("wrong-normal", parity::with_a_wrong_normal(&case)),
        ];
        let parity = self.parities.len();
        self.parities.push(Parity::new(id, self.cases.len(), &case));
        self.cases.push(case);
        for (fault, spoiled) in spoiled {
            let Some(spoiled) = spoiled else { continue };
            self.controls.push(Control {
                id: format!("{fault}/{}", id.trim_start_matches("parity/")),
                breaks: id.to_owned(),
                trap: Trap::Parity {
                    case: self.cases.len(),
                    parity,
                },
            });
            self.cases.push(spoiled);
        }
    }

    fn judge(&self, planned: &Planned, engine: Engine, skinned: &[Posed]) -> CheckResult {
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
        vertices: &dyn Fn(usize) -> Vec<Posed>,
    ) -> Option<ControlResult> {
        let failed = match &control.trap {
            Trap::Row(planned) => {
                let mut checks = planned
                    .iter()
                    .filter(|check| takes_part(&check.measure, engine))
                    .peekable();
                // A row that no engine computes is watched with the reference, where it is checked.
                checks.peek()?;
                checks
                    .find(|check| {
                        let skinned = vertices(check.case);
                        self.judge(check, engine, &skinned).status == Status::Failed
                    })
                    .map(|check| format!("{}/{}", check.id, engine.name()))
            }
            Trap::Parity { case, parity } => {
                if engine == Engine::CpuF64 {
                    return None;
                }
                let result = self.parities[*parity].judge(engine, &vertices(*case));
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

/// The vertices of a case, with NaN where the engine returned none.
fn complete(skinned: Option<&Vec<Posed>>, vertices: usize) -> Vec<Posed> {
    let mut all = skinned.cloned().unwrap_or_default();
    all.resize(vertices, Posed::MISSING);
    all
}

#[cfg(test)]
mod tests;
