//! The steps of `cargo xtask test`.

use std::process::Command;
use std::{env, fs};

use crate::args::{Backend, Selftest};
use crate::serve::Background;
use crate::{Outcome, bundle, exec, package, repo, rules, selftest, setup, sizes};

/// One step.
pub(super) struct Step {
    /// The name that `--only` takes.
    pub(super) name: &'static str,
    /// What it does.
    pub(super) about: &'static str,
    /// Does it; false or an error when something is wrong.
    pub(super) run: fn() -> Outcome,
}

/// All steps, in an order that fails early.
pub(super) const STEPS: [Step; 13] = [
    Step {
        name: "format",
        about: "rustfmt and prettier change nothing",
        run: format,
    },
    Step {
        name: "rules",
        about: "floors, names, file lengths, lock files",
        run: || Ok(rules::run()?),
    },
    Step {
        name: "clippy",
        about: "lints of all crates, on this machine",
        run: clippy,
    },
    Step {
        name: "clippy-wasm",
        about: "lints of the page's two modules for wasm32",
        run: clippy_wasm,
    },
    Step {
        name: "unit",
        about: "cargo test of all crates, with a GPU driver",
        run: unit,
    },
    Step {
        name: "docs",
        about: "the crates' documentation has no broken link",
        run: docs,
    },
    Step {
        name: "build",
        about: "Trunk builds the page",
        run: build,
    },
    Step {
        name: "types",
        about: "the page's scripts pass the type checker",
        run: types,
    },
    Step {
        name: "sizes",
        about: "a first visit stays within its budgets",
        run: sizes::run,
    },
    Step {
        name: "selftest-cpu",
        about: "the page's self-test without a GPU",
        run: || selftest(Backend::Cpu),
    },
    Step {
        name: "selftest-gpu",
        about: "the page's self-test on software WebGPU",
        run: || selftest(Backend::Gpu),
    },
    Step {
        name: "package",
        about: "the zip holds the page, which runs from a sub-folder of its host",
        run: package,
    },
    Step {
        name: "e2e",
        about: "Playwright drives the page in a browser",
        run: e2e,
    },
];

/// A command that fails the step when it fails.
fn command(mut command: Command) -> Outcome {
    println!("{}", shown(&command));
    exec::run(&mut command)?;
    Ok(true)
}

fn shown(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for word in command.get_args() {
        line.push(' ');
        line.push_str(&word.to_string_lossy());
    }
    line
}

/// A program of an npm package, with the words of a line.
fn npm(program: &str, line: &str) -> Outcome {
    setup::npm_packages()?;
    let mut call = exec::program(repo::npm_program(program));
    call.args(line.split_whitespace());
    command(call)
}

fn format() -> Outcome {
    command(exec::words("cargo fmt --all --check"))?;
    npm("prettier", "--check --log-level warn .")
}

fn clippy() -> Outcome {
    command(exec::words(
        "cargo clippy --workspace --all-targets -- -D warnings",
    ))
}

fn clippy_wasm() -> Outcome {
    setup::wasm_target()?;
    command(exec::words(
        "cargo clippy --package skinlab-web --package skinlab-labs --target wasm32-unknown-unknown -- -D warnings",
    ))
}

fn unit() -> Outcome {
    setup::native_gpu()?;
    let mut test = exec::words("cargo test --workspace");
    // On a developer's machine a GPU test without an adapter says SKIPPED; in CI,
    // where a driver was installed, it has to run.
    if env::var_os("CI").is_some() {
        test.env("SKINLAB_REQUIRE_GPU", "1");
    }
    command(test)
}

fn docs() -> Outcome {
    let mut doc = exec::words("cargo doc --workspace --no-deps");
    doc.env("RUSTDOCFLAGS", "-Dwarnings");
    command(doc)
}

fn build() -> Outcome {
    bundle::build(false)?;
    Ok(true)
}

/// After the build, since the module's types come from there.
fn types() -> Outcome {
    npm("tsc", "--project tsconfig.json")?;
    npm("tsc", "--project e2e/tsconfig.json")
}

fn selftest(backend: Backend) -> Outcome {
    selftest::run(&Selftest {
        target: None,
        backend,
        reports: Vec::new(),
    })
}

/// Zips what the build step left, unpacks it as a host would, and runs the page from there.
fn package() -> Outcome {
    let zip = package::write(&repo::dist(), true)?;
    let host = repo::root().join("target/package/host");
    if host.exists() {
        fs::remove_dir_all(&host)?;
    }
    let page = package::unpack(&fs::read(&zip)?, &host.join("articles"))?;
    println!(
        "{} files in the zip are what its list says.",
        package::check(&page)?
    );
    let server = Background::start(&host)?;
    selftest::run(&Selftest {
        target: Some(format!("{}articles/skinlab/", server.url())),
        backend: Backend::Cpu,
        reports: Vec::new(),
    })
}

fn e2e() -> Outcome {
    setup::npm_packages()?;
    let chrome = setup::browser()?;
    let server = Background::start(&repo::dist())?;
    let mut test = exec::program(repo::npm_program("playwright"));
    test.args(["test", "--config", "e2e/playwright.config.mjs"])
        .env("CHROME", chrome)
        .env("SKINLAB_DIST", repo::dist())
        .env("SKINLAB_URL", server.url());
    command(test)
}
