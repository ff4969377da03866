//! `cargo xtask sizes`: what a first visit loads, compressed, beside its budgets.
//!
//! A first visit loads `index.html`, the style sheets and scripts that it names,
//! what those import, and the wasm module. What is imported on demand with
//! `import()` is not part of it.

mod closure;

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Outcome, package, repo};

/// Brotli bytes that a first visit may load in all, and the goal that is still to be reached.
const TOTAL: Budget = Budget {
    ceiling: 200_000,
    goal: 120_000,
};
/// Brotli bytes of it that may be wasm, and the goal that is still to be reached.
const WASM: Budget = Budget {
    ceiling: 125_000,
    goal: 90_000,
};

/// A gate that must not be passed, and where the weight ought to be.
#[derive(Clone, Copy)]
struct Budget {
    ceiling: usize,
    goal: usize,
}

/// Why the page could not be weighed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SizesError {
    /// There is no built page.
    #[error("dist/ holds no built page; run `cargo xtask build` first.")]
    NoPage,
    /// A file that the page names is not there.
    #[error("{from} names {file}, which dist/ does not hold; correct the address or build again.")]
    Missing {
        /// The file that names it.
        from: String,
        /// The file.
        file: String,
    },
    /// The compressor failed.
    #[error("{0} could not be compressed; build the page again.")]
    Compress(PathBuf),
}

struct Weight {
    name: String,
    raw: usize,
    brotli: usize,
}

/// Prints the table; false when a budget is exceeded.
///
/// # Errors
/// When there is no built page or it names files that are not there.
pub(crate) fn run() -> Outcome {
    let dist = repo::dist();
    let mut weights = Vec::new();
    for name in closure::first_visit(&dist)? {
        weights.push(weigh(&dist, name)?);
    }
    weights.sort_by_key(|weight| std::cmp::Reverse(weight.brotli));
    println!(
        "{:<32} {:>10} {:>10}",
        "what a first visit loads", "bytes", "brotli"
    );
    for weight in &weights {
        println!(
            "{:<32} {:>10} {:>10}",
            weight.name, weight.raw, weight.brotli
        );
    }
    let (total, wasm) = (sum(&weights, ""), sum(&weights, ".wasm"));
    let verdicts = [verdict("in all", total, TOTAL), verdict("wasm", wasm, WASM)];
    for (_, line) in &verdicts {
        println!("{line}");
    }
    Ok(verdicts.iter().all(|(kept, _)| *kept))
}

fn weigh(dist: &Path, name: String) -> Result<Weight, SizesError> {
    let path = dist.join(&name);
    let compressed =
        fs::read(&path).and_then(|bytes| Ok((bytes.len(), package::brotli(&bytes)?.len())));
    let (raw, brotli) = compressed.map_err(|_| SizesError::Compress(path))?;
    Ok(Weight { name, raw, brotli })
}

fn sum(weights: &[Weight], end: &str) -> usize {
    weights
        .iter()
        .filter(|weight| weight.name.ends_with(end))
        .map(|weight| weight.brotli)
        .sum()
}

/// Whether the ceiling is kept, and the sentence that says so and how far the goal is.
fn verdict(what: &str, bytes: usize, budget: Budget) -> (bool, String) {
    let kb = |bytes: usize| bytes as f64 / 1000.0;
    let kept = bytes <= budget.ceiling;
    let word = if kept { "within" } else { "OVER" };
    let goal = if bytes <= budget.goal {
        "reached"
    } else {
        "not reached"
    };
    let line = format!(
        "{what}: {:.1} KB, {word} the ceiling of {:.0} KB; goal {:.0} KB {goal}",
        kb(bytes),
        kb(budget.ceiling),
        kb(budget.goal)
    );
    (kept, line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_kept_up_to_its_last_byte() {
        const BUDGET: Budget = Budget {
            ceiling: 105_000,
            goal: 90_000,
        };
        assert!(verdict("wasm", BUDGET.ceiling, BUDGET).0);
        let (kept, line) = verdict("wasm", BUDGET.ceiling + 1_000, BUDGET);
        assert!(!kept);
        assert_eq!(
            line,
            "wasm: 106.0 KB, OVER the ceiling of 105 KB; goal 90 KB not reached"
        );
        assert!(
            verdict("wasm", BUDGET.goal, BUDGET)
                .1
                .ends_with("goal 90 KB reached")
        );
    }

    #[test]
    fn repetition_compresses() {
        assert!(package::brotli(&[b'a'; 10_000]).unwrap().len() < 100);
    }
}
