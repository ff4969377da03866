//! `cargo xtask test`: every check and test, cheap ones first, with a summary.

mod steps;

use std::error::Error;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::args::Test;
use crate::{Outcome, exec};
use steps::{STEPS, Step};

/// Why a list of steps cannot be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SuiteError {
    /// `--only` names no step.
    #[error("There is no step `{given}`; the steps are {known}.")]
    UnknownStep {
        /// What was given.
        given: String,
        /// All steps.
        known: String,
    },
}

enum Verdict {
    Passed,
    Failed,
    NotRun,
}

/// Runs the steps; false when one failed.
///
/// # Errors
/// When `--only` names no step.
pub(crate) fn run(options: &Test) -> Outcome {
    if options.list {
        for step in &STEPS {
            println!("{:<14} {}", step.name, step.about);
        }
        return Ok(true);
    }
    let chosen = choose(&options.only)?;
    let mut results = Vec::new();
    let mut failed = false;
    for step in &chosen {
        if failed && !options.keep_going {
            results.push((step.name, Verdict::NotRun, Duration::ZERO));
            continue;
        }
        println!("\n── {}: {}", step.name, step.about);
        let start = Instant::now();
        let verdict = verdict((step.run)());
        let took = start.elapsed();
        let word = if matches!(verdict, Verdict::Passed) {
            "passed"
        } else {
            "FAILED"
        };
        println!("── {} {word} in {}", step.name, exec::human(took));
        failed |= !matches!(verdict, Verdict::Passed);
        results.push((step.name, verdict, took));
    }
    print!("{}", summary(&results));
    Ok(!failed)
}

fn choose(only: &[String]) -> Result<Vec<&'static Step>, SuiteError> {
    if only.is_empty() {
        return Ok(STEPS.iter().collect());
    }
    let find = |name: &String| {
        STEPS
            .iter()
            .find(|step| step.name == name)
            .ok_or_else(|| SuiteError::UnknownStep {
                given: name.clone(),
                known: STEPS.map(|step| step.name).join(", "),
            })
    };
    only.iter().map(find).collect()
}

/// A step that could not run has failed too: nothing is green without running.
fn verdict(result: Result<bool, Box<dyn Error>>) -> Verdict {
    match result {
        Ok(true) => Verdict::Passed,
        Ok(false) => Verdict::Failed,
        Err(error) => {
            println!("{error}");
            Verdict::Failed
        }
    }
}

fn summary(results: &[(&str, Verdict, Duration)]) -> String {
    let mut text = "\n── Summary\n".to_owned();
    let [mut passed, mut failed, mut skipped] = [0; 3];
    for (name, verdict, took) in results {
        let (word, time) = match verdict {
            Verdict::Passed => {
                passed += 1;
                ("passed", exec::human(*took))
            }
            Verdict::Failed => {
                failed += 1;
                ("FAILED", exec::human(*took))
            }
            Verdict::NotRun => {
                skipped += 1;
                ("not run", String::new())
            }
        };
        let _ = writeln!(text, "{name:<14} {word:<8} {time:>12}");
    }
    let skipped = if skipped > 0 {
        format!(", {skipped} skipped")
    } else {
        String::new()
    };
    let _ = writeln!(text, "{passed} passed, {failed} failed{skipped}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_chosen_by_name() {
        let names = |only: &[&str]| {
            let only: Vec<_> = only.iter().map(|name| (*name).to_owned()).collect();
            choose(&only).map(|steps| steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["rules", "format"]).unwrap(), ["rules", "format"]);
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
        let message = names(&["lint"]).unwrap_err().to_string();
        assert!(message.contains("no step `lint`") && message.contains("rules"));
    }

    #[test]
    fn an_error_is_a_failure() {
        assert!(matches!(verdict(Ok(true)), Verdict::Passed));
        assert!(matches!(verdict(Ok(false)), Verdict::Failed));
        assert!(matches!(verdict(Err("no browser".into())), Verdict::Failed));
    }

    #[test]
    fn the_last_line_counts_the_steps() {
        let second = Duration::from_secs(1);
        let all = [
            ("a", Verdict::Passed, second),
            ("b", Verdict::Passed, second),
        ];
        assert!(summary(&all).ends_with("\n2 passed, 0 failed\n"));
        let stopped = [
            ("a", Verdict::Failed, second),
            ("b", Verdict::NotRun, Duration::ZERO),
        ];
        assert!(summary(&stopped).ends_with("\n0 passed, 1 failed, 1 skipped\n"));
    }
}
