//! Running other programs, and how long things take.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// Why another program did not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExecError {
    /// It is not there or cannot be run.
    #[error("`{program}` could not be started ({source}); check that it is installed and on PATH.")]
    Start {
        /// The program's name or path.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// It ended with an error of its own.
    #[error("`{command}` failed ({status}); its output above says why.")]
    Failed {
        /// The command line.
        command: String,
        /// Its exit status.
        status: ExitStatus,
    },
}

/// A call of a program, from the repository's root.
///
/// The variables by which cargo describes this tool to itself are taken away: build
/// scripts that look at them would make every crate above them compile anew when a
/// cargo is called from here.
pub(crate) fn program(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(crate::repo::root());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// A call of the words of `line`, which holds neither spaces nor quotes in a word.
pub(crate) fn words(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = program(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// Runs a command with its output on this terminal, and waits for it.
///
/// # Errors
/// When it cannot be started or ends with an error.
pub(crate) fn run(command: &mut Command) -> Result<(), ExecError> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|source| start(command, source))?;
    success(command, status)
}

/// Runs a command and returns what it printed, without the last line break.
///
/// # Errors
/// When it cannot be started or ends with an error, whose text is then shown.
pub(crate) fn capture(command: &mut Command) -> Result<String, ExecError> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|source| start(command, source))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    success(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}

fn start(command: &Command, source: io::Error) -> ExecError {
    ExecError::Start {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    }
}

fn success(command: &Command, status: ExitStatus) -> Result<(), ExecError> {
    if status.success() {
        return Ok(());
    }
    let program = Path::new(command.get_program());
    let mut line = program
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    for word in command.get_args() {
        line.push(' ');
        line.push_str(&word.to_string_lossy());
    }
    Err(ExecError::Failed {
        command: line,
        status,
    })
}

/// The first file of that name in the folders of PATH.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    find_in(&std::env::var_os("PATH")?, name)
}

fn find_in(path: &OsStr, name: &str) -> Option<PathBuf> {
    std::env::split_paths(path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// A duration as a person reads it.
pub(crate) fn human(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command_line() {
        let error = run(&mut words("false --whatever")).unwrap_err();
        assert!(
            error.to_string().contains("`false --whatever` failed"),
            "{error}"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = capture(&mut words("no-such-program-here --version")).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("`no-such-program-here` could not be started")
        );
    }

    #[test]
    fn path_is_searched_in_order() {
        let cargo = find("cargo").expect("cargo runs these tests, so it is on PATH");
        assert!(cargo.ends_with("cargo"));
        assert_eq!(find_in(OsStr::new(""), "cargo"), None);
    }

    #[test]
    fn durations_read_well() {
        assert_eq!(human(Duration::from_millis(1240)), "1.2 s");
        assert_eq!(human(Duration::from_secs(125)), "2 min 05 s");
    }
}
