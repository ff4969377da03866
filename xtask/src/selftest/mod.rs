//! `cargo xtask selftest`: the page's own self-test in a headless browser.
//!
//! `e2e/selftest.mjs` drives the browser and prints the report as JSON; this module
//! serves the page to it and prints the report for people.

mod formats;
mod report;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::args::{Backend, Format, Selftest};
use crate::exec::{self, ExecError};
use crate::serve::{self, Background, ServeError};
use crate::setup::{self, SetupError};
use crate::{Outcome, bundle, repo};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SelftestError {
    /// A tool cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The folder cannot be served.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The browser or the page failed.
    #[error("The self-test gave no report: {0}")]
    NoReport(#[from] ExecError),
    /// The report is not what the page promises.
    #[error("The report is not of schema 1 ({0}); the page and this tool differ in version.")]
    Schema(String),
    /// The report could not be put into another form.
    #[error("The report could not be written as JUnit: {0}.")]
    Form(#[from] minijinja::Error),
    /// The report could not be written.
    #[error("{path} could not be written ({source}); choose another file.")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Runs the self-test; false when a check failed or a control was missed.
///
/// # Errors
/// When it could not run at all.
pub(crate) fn run(options: &Selftest) -> Outcome {
    let target = options.target.clone();
    let address = target
        .as_deref()
        .filter(|t| t.starts_with("http://") || t.starts_with("https://"));
    let (server, url) = if let Some(address) = address {
        (None, address.to_owned())
    } else {
        let folder = folder(target.as_deref())?;
        let server = Background::start(&folder).map_err(ServeError::from)?;
        let url = server.url();
        (Some(server), url)
    };
    setup::npm_packages()?;
    let chrome = setup::browser()?;
    println!("Running the self-test of {url} …");
    let json = drive(&chrome, &url, options.backend)?;
    drop(server);

    let parsed =
        serde_json::from_str(&json).map_err(|error| SelftestError::Schema(error.to_string()))?;
    let report = report::Report::read(&parsed).map_err(SelftestError::Schema)?;
    for (format, path) in &options.reports {
        let text = match format {
            Format::Json => json.clone(),
            Format::Tap => formats::tap(&parsed),
            Format::Junit => formats::junit(&parsed).map_err(SelftestError::from)?,
        };
        fs::write(path, text).map_err(|source| SelftestError::Write {
            path: path.clone(),
            source,
        })?;
    }
    println!("{report}");
    Ok(report.is_good())
}

fn folder(target: Option<&str>) -> Result<PathBuf, SelftestError> {
    let folder = target.map_or_else(repo::dist, PathBuf::from);
    if target.is_none() && !folder.join("index.html").is_file() {
        bundle::build(false).map_err(ServeError::from)?;
    }
    serve::check(&folder)?;
    Ok(folder)
}

fn drive(chrome: &Path, url: &str, backend: Backend) -> Result<String, SelftestError> {
    let mut node = exec::words("node e2e/selftest.mjs");
    node.arg(url).env("CHROME", chrome);
    match backend {
        Backend::Any => &mut node,
        Backend::Cpu => node.arg("cpu"),
        Backend::Gpu => node.arg("gpu"),
    };
    Ok(exec::capture(&mut node)?)
}
