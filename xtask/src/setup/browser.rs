//! A Chromium or Chrome for the tests.

use std::env;
use std::path::{Path, PathBuf};

use super::apt::Apt;
use super::{SetupError, report};
use crate::exec;

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Finds a browser, or installs Debian's.
pub(super) fn bring() -> Result<PathBuf, SetupError> {
    if let Some(named) = env::var_os("CHROME").filter(|name| !name.is_empty()) {
        let path = PathBuf::from(named);
        if !path.is_file() {
            return Err(SetupError::BadChrome(path));
        }
        report::present("Browser", path.display());
        return Ok(path);
    }
    if let Some(path) = find() {
        report::present("Browser", path.display());
        return Ok(path);
    }
    let apt = Apt::find().ok_or(SetupError::NoBrowser)?;
    report::bring("Browser", "apt-get install chromium fonts-noto-cjk", || {
        apt.install(&["chromium", "fonts-noto-cjk"])
    })?;
    find().ok_or(SetupError::NoBrowser)
}

fn find() -> Option<PathBuf> {
    NAMES
        .iter()
        .find_map(|name| exec::find(name))
        .or_else(|| Some(PathBuf::from(MAC)).filter(|path| Path::is_file(path)))
}
