//! `cargo xtask build`: Trunk builds the page into `dist/`.
//!
//! Trunk compiles the web crate, binds and shrinks it and copies `www/`; its
//! hook (see Trunk.toml) calls `cargo xtask render --staged`, which fills the
//! templates. This module only prepares what Trunk needs to find.

use std::path::PathBuf;
use std::time::Instant;

use crate::exec::{self, ExecError};
use crate::repo;
use crate::setup::{self, SetupError};

/// Why the page was not built.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BuildError {
    /// A tool cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Trunk, the compiler or a template failed.
    #[error("The page was not built: {0}")]
    Trunk(#[from] ExecError),
}

/// Builds the page and returns its folder.
///
/// # Errors
/// When a tool cannot be had, or Trunk fails.
pub(crate) fn build(dev: bool) -> Result<PathBuf, BuildError> {
    println!("Tools for building:");
    let tools = setup::for_building()?;
    println!(
        "Building the page with Trunk{} …",
        if dev { ", unoptimised" } else { "" }
    );
    let start = Instant::now();
    // Trunk runs offline, so that it fetches no tools of its own; cargo's packages
    // for the page's target therefore have to be there before.
    exec::run(&mut exec::words(
        "cargo fetch --quiet --target wasm32-unknown-unknown",
    ))?;
    let mut trunk = exec::program(&tools.trunk);
    trunk
        .args(["build", "--offline", "--color", "never"])
        .args((!dev).then_some("--release"))
        .env("PATH", &tools.path)
        // Backtraces of Trunk itself would bury the error that matters.
        .env("RUST_BACKTRACE", "0")
        // Trunk takes the variable for an option of its own and refuses "1".
        .env_remove("NO_COLOR");
    exec::run(&mut trunk)?;
    println!(
        "The page is built into dist/ (took {}).",
        exec::human(start.elapsed())
    );
    Ok(repo::dist())
}
