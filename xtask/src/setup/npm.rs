//! Node and the packages of package-lock.json.

use std::fs;

use super::{SetupError, report};
use crate::{exec, repo};

/// The least major version of Node.
const NODE: u32 = 20;

/// Runs `npm ci` where the installed packages are not those of the lock file.
pub(super) fn bring() -> Result<(), SetupError> {
    if exec::find("node").is_none() || exec::find("npm").is_none() {
        return Err(SetupError::NoNode(NODE));
    }
    let found = exec::capture(&mut exec::words("node --version"))?;
    if major(&found).is_none_or(|major| major < NODE) {
        return Err(SetupError::OldNode {
            found,
            needed: NODE,
        });
    }
    report::present("Node", found);

    // A copy of the lock file beside the packages says what was installed.
    let lock = repo::root().join("package-lock.json");
    let stamp = repo::root().join("node_modules/.skinlab-lock");
    let wanted = fs::read(&lock).map_err(|source| SetupError::File { path: lock, source })?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        report::present("npm packages", "as in package-lock.json");
        return Ok(());
    }
    report::bring("npm packages", "npm ci", || {
        exec::run(&mut exec::words("npm ci --no-fund --no-audit"))
    })?;
    fs::write(&stamp, wanted).map_err(|source| SetupError::File {
        path: stamp,
        source,
    })
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v9.1"), Some(9));
        assert_eq!(major("twenty"), None);
    }
}
