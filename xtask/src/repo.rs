//! Where things lie in the repository.

use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    // Cargo sets the variable when it runs this tool; the constant serves a
    // binary that was started by hand.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest
        .parent()
        .map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// The folder that holds the built page.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// A program that an npm package of this repository brings.
pub(crate) fn npm_program(name: &str) -> PathBuf {
    root().join("node_modules/.bin").join(name)
}
