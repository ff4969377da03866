//! Debian's packages, where this user may install them without being asked.

use std::process::Command;

use crate::exec::{self, ExecError};

/// A way to call apt-get with the rights to install.
pub(super) struct Apt {
    sudo: bool,
}

impl Apt {
    /// Looks for apt-get and for the rights.
    pub(super) fn find() -> Option<Self> {
        exec::find("apt-get")?;
        if exec::capture(&mut exec::words("id -u")).is_ok_and(|id| id == "0") {
            return Some(Self { sudo: false });
        }
        exec::find("sudo")?;
        let allowed = exec::words("sudo -n true")
            .output()
            .is_ok_and(|done| done.status.success());
        allowed.then_some(Self { sudo: true })
    }

    /// Installs packages without their recommendations.
    pub(super) fn install(&self, packages: &[&str]) -> Result<(), ExecError> {
        // Lists that are a little old still name the packages: only the
        // installation decides.
        if let Err(error) = exec::run(&mut self.command("update -qq")) {
            eprintln!("  {error}");
        }
        exec::run(
            self.command("install -qq -y --no-install-recommends")
                .args(packages),
        )
    }

    fn command(&self, words: &str) -> Command {
        let prefix = if self.sudo { "sudo -n " } else { "" };
        exec::words(&format!(
            "{prefix}env DEBIAN_FRONTEND=noninteractive apt-get {words}"
        ))
    }
}
