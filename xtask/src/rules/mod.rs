//! The house rules that no compiler checks: what each floor may depend on and name,
//! how long a file may be, that the repository stands alone.
//!
//! Every rule is a function from texts to violations, with a test that it lets the
//! allowed pass and a test that it catches a breach.

mod alone;
mod floors;
mod texts;
mod words;

use std::fmt;

use crate::exec::{self, ExecError};
use crate::repo;

/// One breach of one rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The file or package.
    place: String,
    /// The line, from 1; 0 for the whole file.
    line: usize,
    /// What is wrong and what to do.
    what: String,
}

impl Violation {
    fn new(place: &str, line: usize, what: impl Into<String>) -> Self {
        Self {
            place: place.to_owned(),
            line,
            what: what.into(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.place, self.what),
            line => write!(f, "{}:{line}: {}", self.place, self.what),
        }
    }
}

/// Why the rules could not be checked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RulesError {
    /// Cargo did not describe the workspace.
    #[error(transparent)]
    Metadata(#[from] ExecError),
    /// Its description is not JSON.
    #[error("The output of `cargo metadata` is not JSON ({0}); update cargo.")]
    Json(#[from] serde_json::Error),
    /// A file could not be read.
    #[error(transparent)]
    Text(#[from] texts::TextError),
}

/// Checks all rules and prints the violations; true when there are none.
///
/// # Errors
/// When the rules cannot be checked.
pub(crate) fn run() -> Result<bool, RulesError> {
    let metadata = exec::capture(&mut exec::words(
        "cargo metadata --format-version 1 --no-deps",
    ))?;
    let texts = texts::read(&repo::root())?;
    let mut violations = floors::dependencies(&serde_json::from_str(&metadata)?);
    violations.extend(words::forbidden(&texts));
    violations.extend(words::formulas(&texts));
    violations.extend(words::sibling_lessons(&texts));
    violations.extend(alone::long_files(&texts));
    violations.extend(alone::outside_paths(&texts));
    violations.extend(alone::lock_hosts(&texts));
    for violation in &violations {
        println!("{violation}");
    }
    println!(
        "{} files looked at, {} violations",
        texts.len(),
        violations.len()
    );
    Ok(violations.is_empty())
}
