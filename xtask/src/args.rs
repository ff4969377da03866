//! The command line. Parsed with `lexopt`: ten commands and a dozen options do
//! not pay for a derive macro in every newcomer's first build.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

/// What `cargo xtask help` prints.
pub(crate) const USAGE: &str = "\
Usage: cargo xtask COMMAND [OPTIONS]

  setup                 bring everything that the other commands need
  serve                 build the page and serve it at http://127.0.0.1:8080/
      --port N            start looking for a free port at N
      --lan               serve the local network over https, with a QR code for phones
      --no-build          serve dist/ as it is
  build                 build the page into dist/
      --dev               without optimisation
  test                  run every check and test
      --list              list the steps
      --only STEP         run this step alone; may be given several times
      --keep-going        run the later steps even when one has failed
  selftest [DIR|URL]    run the page's own self-test in a headless browser (default: dist/)
      --backend cpu|gpu   force the engine that draws (gpu: software WebGPU)
      --json FILE         write the report to FILE; --tap and --junit write it in those forms
  sizes                 compressed sizes of what a first visit loads, beside their budgets
  package               build the page and zip it, with checksums, into target/package/
      --precompressed     with .br and .gz copies beside the files
  render                fill the templates only, into target/site/
  stage                 finish what Trunk has staged (Trunk's hook calls this)

Environment: CHROME names the browser to use, SKINLAB_TOOLS the folder for built tools.";

/// One call of the tool.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print the usage.
    Help,
    /// Bring all tools.
    Setup,
    /// Fill the templates.
    Render,
    /// Finish what Trunk has staged.
    Stage,
    /// Build `dist/`.
    Build {
        /// Whether to leave out optimisation.
        dev: bool,
    },
    /// Build and serve.
    Serve(Serve),
    /// Run `__selftest` headless.
    Selftest(Selftest),
    /// Weigh `dist/`.
    Sizes,
    /// Zip the built page.
    Package(Package),
    /// Run the checks.
    Test(Test),
}

/// Options of `serve`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Serve {
    /// The first port to try.
    pub(crate) port: u16,
    /// Whether to serve the local network, over https.
    pub(crate) lan: bool,
    /// Whether to build first.
    pub(crate) build: bool,
}

/// Which engine a self-test forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backend {
    /// Whatever the page chooses.
    Any,
    /// The CPU path.
    Cpu,
    /// WebGPU, in software where there is no other.
    Gpu,
}

/// Options of `selftest`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Selftest {
    /// A folder or an address; `dist/` when absent.
    pub(crate) target: Option<String>,
    /// The engine to force.
    pub(crate) backend: Backend,
    /// Where to write the report, and in which form.
    pub(crate) reports: Vec<(Format, PathBuf)>,
}

/// A form of the self-test's report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// As the page gives it.
    Json,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// XML as `JUnit` writes it, which most CI systems show.
    Junit,
}

/// Options of `package`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// Whether compressed copies go in beside the files.
    pub(crate) precompressed: bool,
}

/// Options of `test`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Test {
    /// Names of the steps to run; all when empty.
    pub(crate) only: Vec<String>,
    /// Whether to list the steps instead of running them.
    pub(crate) list: bool,
    /// Whether a failed step leaves the later ones running.
    pub(crate) keep_going: bool,
}

/// Why a command line was not understood.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArgsError {
    /// No such command.
    #[error("There is no command `{0}`; the commands are listed below.")]
    UnknownCommand(String),
    /// The engine is neither of the two.
    #[error("--backend takes `cpu` or `gpu`, not `{0}`.")]
    UnknownBackend(String),
    /// An option or a value that this command does not take.
    #[error("The command line was not understood: {0}.")]
    Syntax(#[from] lexopt::Error),
}

/// Reads a command line without the program's name.
///
/// # Errors
/// Refuses unknown commands, options and values.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Command, ArgsError> {
    let mut parser = lexopt::Parser::from_args(words);
    let name = match parser.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => name.to_string_lossy().into_owned(),
        Some(other) => return Err(other.unexpected().into()),
    };
    match name.as_str() {
        "help" => Ok(Command::Help),
        "setup" => end(&mut parser, Command::Setup),
        "sizes" => end(&mut parser, Command::Sizes),
        "render" => end(&mut parser, Command::Render),
        "stage" => end(&mut parser, Command::Stage),
        "build" => flag(&mut parser, "dev").map(|dev| Command::Build { dev }),
        "package" => flag(&mut parser, "precompressed")
            .map(|precompressed| Command::Package(Package { precompressed })),
        "serve" => serve(&mut parser).map(Command::Serve),
        "selftest" => selftest(&mut parser).map(Command::Selftest),
        "test" => test(&mut parser).map(Command::Test),
        _ => Err(ArgsError::UnknownCommand(name)),
    }
}

fn end(parser: &mut lexopt::Parser, command: Command) -> Result<Command, ArgsError> {
    match parser.next()? {
        None => Ok(command),
        Some(other) => Err(other.unexpected().into()),
    }
}

fn flag(parser: &mut lexopt::Parser, name: &str) -> Result<bool, ArgsError> {
    let mut given = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long(option) if option == name => given = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(given)
}

fn serve(parser: &mut lexopt::Parser) -> Result<Serve, ArgsError> {
    let mut options = Serve {
        port: 8080,
        lan: false,
        build: true,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("port") => options.port = parser.value()?.parse()?,
            Long("lan") => options.lan = true,
            Long("no-build") => options.build = false,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn selftest(parser: &mut lexopt::Parser) -> Result<Selftest, ArgsError> {
    let mut options = Selftest {
        target: None,
        backend: Backend::Any,
        reports: Vec::new(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("backend") => {
                options.backend = match parser.value()?.string()?.as_str() {
                    "cpu" => Backend::Cpu,
                    "gpu" => Backend::Gpu,
                    other => return Err(ArgsError::UnknownBackend(other.to_owned())),
                }
            }
            Long("json") => options.reports.push((Format::Json, parser.value()?.into())),
            Long("tap") => options.reports.push((Format::Tap, parser.value()?.into())),
            Long("junit") => options
                .reports
                .push((Format::Junit, parser.value()?.into())),
            Value(target) if options.target.is_none() => options.target = Some(target.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn test(parser: &mut lexopt::Parser) -> Result<Test, ArgsError> {
    let mut options = Test::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("only") => options.only.push(parser.value()?.string()?),
            Long("list") => options.list = true,
            Long("keep-going") => options.keep_going = true,
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, ArgsError> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn nothing_and_help_print_the_usage() {
        for line in ["", "help", "--help", "-h"] {
            assert_eq!(read(line).unwrap(), Command::Help, "{line}");
        }
    }

    #[test]
    fn options_reach_their_command() {
        let serve = Serve {
            port: 9000,
            lan: true,
            build: false,
        };
        assert_eq!(
            read("serve --port=9000 --lan --no-build").unwrap(),
            Command::Serve(serve)
        );
        let selftest = Selftest {
            target: Some("https://example.org/lab/".to_owned()),
            backend: Backend::Gpu,
            reports: vec![
                (Format::Json, "report.json".into()),
                (Format::Junit, "report.xml".into()),
            ],
        };
        assert_eq!(
            read(
                "selftest https://example.org/lab/ --backend gpu --json report.json --junit report.xml"
            )
            .unwrap(),
            Command::Selftest(selftest)
        );
        let test = Test {
            only: vec!["rules".to_owned(), "unit".to_owned()],
            ..Test::default()
        };
        assert_eq!(
            read("test --only rules --only unit").unwrap(),
            Command::Test(test)
        );
        assert_eq!(read("build --dev").unwrap(), Command::Build { dev: true });
        assert_eq!(
            read("package --precompressed").unwrap(),
            Command::Package(Package {
                precompressed: true
            })
        );
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        for (line, word) in [
            ("deploy", "deploy"),
            ("build --fast", "--fast"),
            ("sizes --json", "--json"),
            ("selftest --backend vulkan", "vulkan"),
            ("serve --port eighty", "eighty"),
            ("selftest one two", "two"),
        ] {
            let message = read(line).unwrap_err().to_string();
            assert!(message.contains(word), "{line}: {message}");
        }
    }

    #[test]
    fn the_usage_names_every_command() {
        for name in [
            "setup", "serve", "build", "test", "selftest", "sizes", "package", "render",
        ] {
            assert!(USAGE.contains(&format!("\n  {name} ")), "{name}");
        }
    }
}
