//! `cargo xtask setup`: brings what the other commands need, and only that.
//!
//! Every part looks first and says "present", or says what it does and how long
//! it took. The other commands call the parts that they need themselves, so
//! nobody has to run `setup` first.

mod apt;
mod browser;
mod cargo_tool;
mod lock;
mod npm;
mod report;
mod system;
mod wasm_target;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::exec::ExecError;
use crate::repo;
use cargo_tool::CargoTool;

/// The last Trunk that builds with this workspace's Rust version.
const TRUNK: &str = "0.21.14";

/// Why something cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SetupError {
    /// A program that setup called.
    #[error(transparent)]
    Exec(#[from] ExecError),
    /// The compiler lacks the target and there is no rustup to add it.
    #[error(
        "The Rust compiler has no wasm32-unknown-unknown target and rustup is not on PATH; \
         install Rust through rustup.rs, or your distribution's wasm32 package."
    )]
    NoRustup,
    /// Cargo.lock does not say which wasm-bindgen the page uses.
    #[error("Cargo.lock names no package `{0}`; run `cargo generate-lockfile` in the repository.")]
    NotInLock(&'static str),
    /// Node is missing.
    #[error("Node is not on PATH; install version {0} or later from nodejs.org or your system.")]
    NoNode(u32),
    /// Node is too old.
    #[error("Node is {found}, and version {needed} or later is needed; please update it.")]
    OldNode {
        /// What `node --version` printed.
        found: String,
        /// The least major version.
        needed: u32,
    },
    /// CHROME points nowhere.
    #[error("CHROME names {0}, which is no file; correct it or unset it.")]
    BadChrome(PathBuf),
    /// No browser and no way to install one.
    #[error(
        "No Chromium or Chrome was found and apt-get cannot install one here; install one, \
         or set CHROME to its path."
    )]
    NoBrowser,
    /// Neither of the variables that say where the user's files are.
    #[error("HOME is not set, so there is no folder for built tools; set SKINLAB_TOOLS to one.")]
    NoHome,
    /// A file could not be read or written.
    #[error("{path} could not be read or written ({source}); check its permissions.")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// What building the page needs besides cargo.
#[derive(Debug)]
pub(crate) struct BuildTools {
    /// The Trunk to call.
    pub(crate) trunk: PathBuf,
    /// A PATH on which Trunk finds wasm-bindgen and wasm-opt.
    pub(crate) path: OsString,
}

/// Brings all that any command needs.
///
/// # Errors
/// Names the first thing that cannot be had.
pub(crate) fn everything() -> Result<(), SetupError> {
    for_building()?;
    browser()?;
    native_gpu()?;
    println!("Everything is there: `cargo xtask serve` and `cargo xtask test` can run.");
    Ok(())
}

/// Brings what a build needs: the wasm target, Trunk, wasm-bindgen and wasm-opt.
///
/// # Errors
/// Names the first thing that cannot be had.
pub(crate) fn for_building() -> Result<BuildTools, SetupError> {
    wasm_target::bring()?;
    let home = tools_home()?;
    let trunk = CargoTool {
        package: "trunk",
        program: "trunk",
        version: TRUNK.to_owned(),
        options: &["--locked", "--debug", "--no-default-features"],
        minutes: 5,
    }
    .bring(&home)?;
    // Without `--locked`: the tool's own lock file may name releases that a
    // registry mirror does not have yet.
    let wasm_bindgen = CargoTool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: locked_version("wasm-bindgen")?,
        options: &["--debug", "--bin", "wasm-bindgen"],
        minutes: 2,
    }
    .bring(&home)?;
    npm_packages()?;

    let mut folders: Vec<PathBuf> = Vec::new();
    folders.extend(wasm_bindgen.parent().map(PathBuf::from));
    folders.push(repo::root().join("node_modules/.bin"));
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(folders).unwrap_or_default();
    Ok(BuildTools { trunk, path })
}

/// Brings the compiler's wasm32 target.
///
/// # Errors
/// When it is missing and there is no rustup, or rustup fails.
pub(crate) fn wasm_target() -> Result<(), SetupError> {
    wasm_target::bring()
}

/// Brings Node's packages: wasm-opt, the formatter, the type checker, Playwright.
///
/// # Errors
/// When Node is missing or too old, or the packages cannot be had.
pub(crate) fn npm_packages() -> Result<(), SetupError> {
    npm::bring()
}

/// Brings a Chromium or Chrome and returns its path, and Chinese fonts beside it.
///
/// # Errors
/// When there is none and none can be installed.
pub(crate) fn browser() -> Result<PathBuf, SetupError> {
    let path = browser::bring()?;
    system::bring_fonts();
    Ok(path)
}

/// Brings a Vulkan driver for the GPU tests that run outside the browser. Where
/// none can be had those tests say that they were skipped.
///
/// # Errors
/// When the package manager is there and fails.
pub(crate) fn native_gpu() -> Result<(), SetupError> {
    system::bring_vulkan()
}

fn locked_version(package: &'static str) -> Result<String, SetupError> {
    let path = repo::root().join("Cargo.lock");
    let text =
        std::fs::read_to_string(&path).map_err(|source| SetupError::File { path, source })?;
    lock::version(&text, package).ok_or(SetupError::NotInLock(package))
}

/// The folder for built tools, shared by all checkouts of this user.
fn tools_home() -> Result<PathBuf, SetupError> {
    tools_home_from(|name| env::var_os(name).filter(|value| !value.is_empty()))
        .ok_or(SetupError::NoHome)
}

fn tools_home_from(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(folder) = variable("SKINLAB_TOOLS") {
        return Some(folder.into());
    }
    let cache = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(variable("HOME")?).join(".cache")))?;
    Some(cache.join("skinlab/tools"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_folder_follows_the_environment() {
        let home = |set: &'static [(&str, &str)]| {
            tools_home_from(move |name| {
                set.iter()
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| OsString::from(value))
            })
        };
        assert_eq!(home(&[]), None);
        assert_eq!(
            home(&[("HOME", "u")]),
            Some("u/.cache/skinlab/tools".into())
        );
        assert_eq!(
            home(&[("HOME", "u"), ("XDG_CACHE_HOME", "c")]),
            Some("c/skinlab/tools".into())
        );
        assert_eq!(
            home(&[("HOME", "u"), ("SKINLAB_TOOLS", "t")]),
            Some("t".into())
        );
    }
}
