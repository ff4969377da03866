//! The project's own commands: what a newcomer, a page author and a CI job run.
//!
//! Each command is one module; `args` says which there are. A command ends with
//! an exit status: 0 when all went well, 1 when what it checked is wrong, 2 when
//! it could not do its work. An error is one sentence: what, where, what to do.

mod args;
mod bundle;
mod exec;
mod html;
mod package;
mod render;
mod repo;
mod rules;
mod selftest;
mod serve;
mod setup;
mod sizes;
mod stage;
mod suite;

use std::error::Error;
use std::process::ExitCode;

use args::Command;

/// What a command returns: whether what it checked is right.
type Outcome = Result<bool, Box<dyn Error>>;

fn main() -> ExitCode {
    let command = match args::parse(std::env::args_os().skip(1)) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("{error}\n\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Help => {
            println!("{}", args::USAGE);
            Ok(true)
        }
        Command::Setup => {
            setup::everything()?;
            Ok(true)
        }
        Command::Render => {
            render::run()?;
            Ok(true)
        }
        Command::Stage => {
            stage::run()?;
            Ok(true)
        }
        Command::Build { dev } => {
            bundle::build(dev)?;
            Ok(true)
        }
        Command::Serve(options) => {
            serve::run(&options)?;
            Ok(true)
        }
        Command::Selftest(options) => selftest::run(&options),
        Command::Sizes => sizes::run(),
        Command::Package(options) => {
            package::run(&options)?;
            Ok(true)
        }
        Command::Test(options) => suite::run(&options),
    }
}
