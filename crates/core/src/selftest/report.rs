//! What the self-test found.

use crate::tables::Engine;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Within the tolerance.
    Passed,
    /// Beyond the tolerance, or not a number.
    Failed,
    /// Not run, for a reason.
    Skipped,
}

impl Status {
    /// Passed if `within` the tolerance, else failed.
    #[must_use]
    pub const fn of(within: bool) -> Self {
        if within { Self::Passed } else { Self::Failed }
    }

    /// The status in reports: `passed`, `failed` or `skipped`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// One check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// `table/row/quantity/engine`, or `parity/rig/engine`.
    pub id: String,
    /// The table.
    pub table: &'static str,
    /// The row.
    pub row: &'static str,
    /// The engine.
    pub engine: Engine,
    /// The value by closed form; 0 for a parity, which measures a difference.
    pub expected: f64,
    /// The value read off the engine's output.
    pub measured: f64,
    /// `|measured − expected|`.
    pub error: f64,
    /// The largest error that passes.
    pub tolerance: f64,
    /// How the check ended.
    pub status: Status,
    /// Why it was skipped.
    pub reason: Option<String>,
}

/// One negative control: a check on spoiled data, which must fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlResult {
    /// The control and its engine.
    pub id: String,
    /// The check that it breaks.
    pub breaks: String,
    /// Whether the check failed as it must.
    pub caught: bool,
}

/// All checks and controls of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The checks.
    pub checks: Vec<CheckResult>,
    /// The controls.
    pub controls: Vec<ControlResult>,
}

impl Report {
    /// How many checks passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.count(Status::Passed)
    }

    /// How many checks failed, and how many controls were missed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.count(Status::Failed)
            + self
                .controls
                .iter()
                .filter(|control| !control.caught)
                .count()
    }

    /// How many checks were skipped.
    #[must_use]
    pub fn skipped(&self) -> usize {
        self.count(Status::Skipped)
    }

    /// The check whose error uses up most of its tolerance; a value that is not a number comes first.
    #[must_use]
    pub fn worst(&self) -> Option<&CheckResult> {
        let use_of_tolerance = |check: &CheckResult| {
            let share = check.error / check.tolerance;
            if share.is_nan() { f64::INFINITY } else { share }
        };
        self.checks
            .iter()
            .filter(|check| check.status != Status::Skipped)
            .max_by(|a, b| use_of_tolerance(a).total_cmp(&use_of_tolerance(b)))
    }

    fn count(&self, status: Status) -> usize {
        self.checks
            .iter()
            .filter(|check| check.status == status)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(error: f64, status: Status) -> CheckResult {
        CheckResult {
            id: String::new(),
            table: "t",
            row: "r",
            engine: Engine::CpuF64,
            expected: 0.0,
            measured: error,
            error,
            tolerance: 1.0,
            status,
            reason: None,
        }
    }

    #[test]
    fn a_missed_control_counts_as_failed() {
        let report = Report {
            checks: vec![check(0.5, Status::Passed), check(f64::NAN, Status::Skipped)],
            controls: vec![
                ControlResult {
                    id: "a".into(),
                    breaks: "b".into(),
                    caught: true,
                },
                ControlResult {
                    id: "c".into(),
                    breaks: "d".into(),
                    caught: false,
                },
            ],
        };
        assert_eq!(
            (report.passed(), report.failed(), report.skipped()),
            (1, 1, 1)
        );
    }

    #[test]
    fn the_worst_check_is_the_one_nearest_to_or_past_its_tolerance() {
        let report = Report {
            checks: vec![
                check(0.25, Status::Passed),
                check(0.5, Status::Passed),
                check(f64::NAN, Status::Skipped),
            ],
            controls: vec![],
        };
        assert_eq!(report.worst().map(|check| check.error), Some(0.5));
        assert_eq!(Report::default().worst(), None);
    }
}
