//! Command-line tools that cargo builds: one folder a tool and version, shared by
//! all checkouts, so that only the first of them waits.

use std::path::{Path, PathBuf};

use super::{SetupError, report};
use crate::exec;

/// A tool and how to build it.
pub(super) struct CargoTool {
    /// The package that holds it.
    pub(super) package: &'static str,
    /// The program's name.
    pub(super) program: &'static str,
    /// The exact version.
    pub(super) version: String,
    /// Further options of `cargo install`. Unoptimised builds are as useful here
    /// and take half the time.
    pub(super) options: &'static [&'static str],
    /// About how long the build takes on two cores.
    pub(super) minutes: u32,
}

impl CargoTool {
    /// Returns the program's path: from PATH where that is the version, or from the
    /// tools' folder, where it is built when missing.
    pub(super) fn bring(&self, home: &Path) -> Result<PathBuf, SetupError> {
        let thing = format!("{} {}", self.program, self.version);
        let folder = home.join(format!("{}-{}", self.package, self.version));
        let built = folder.join("bin").join(self.program);
        for candidate in [Some(built.clone()), exec::find(self.program)]
            .into_iter()
            .flatten()
        {
            if self.is_right(&candidate) {
                report::present(&thing, candidate.display());
                return Ok(candidate);
            }
        }
        let doing = format!(
            "building it with cargo install, about {} min on two cores, once a machine",
            self.minutes
        );
        report::bring(&thing, doing, || {
            let mut install = exec::words("cargo install --quiet");
            install
                .args([self.package, "--version", &self.version])
                .args(self.options);
            exec::run(install.arg("--root").arg(&folder))
        })?;
        Ok(built)
    }

    fn is_right(&self, program: &Path) -> bool {
        program.is_file()
            && exec::capture(exec::program(program).arg("--version"))
                .is_ok_and(|text| has_version(&text, &self.version))
    }
}

/// Whether the output of `--version`, "name 1.2.3 (more)", names that version.
fn has_version(output: &str, version: &str) -> bool {
    output.split_whitespace().nth(1) == Some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_version_is_right() {
        assert!(has_version("trunk 0.21.14", "0.21.14"));
        assert!(has_version("wasm-bindgen 0.2.130 (0123abc)\n", "0.2.130"));
        assert!(!has_version("trunk 0.21.1", "0.21.14"));
        assert!(!has_version("trunk 0.22.1", "0.21.14"));
        assert!(!has_version("", "0.21.14"));
    }
}
