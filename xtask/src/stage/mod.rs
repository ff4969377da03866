//! `cargo xtask stage`: what Trunk's hook does to the page before it goes to `dist/`.
//!
//! It fills the templates, leaves out what only authors need, and in a release
//! build packs scripts and style sheets and moves all into a folder that names its content.

mod pack;
mod still;
mod version;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::exec::ExecError;
use crate::render::{self, RenderError};

/// What Trunk copies with `www/` and the built page does not need.
const TEMPLATES: &str = "www/lessons";
const LABS: &str = "www/labs";
const TYPES: &str = "www/types.d.ts";
/// The element for hosts, which lies beside the page and not among its scripts.
const EMBED: &str = "www/embed.js";
/// Where the still pictures go.
const STILLS: &str = "stills";
/// The style sheet with the colours.
const TOKENS: &str = "www/style/tokens.css";

/// Why the staged page was not finished.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StageError {
    /// Called by hand.
    #[error("TRUNK_STAGING_DIR is not set: `stage` is for Trunk's hook; call `build` instead.")]
    NoStage,
    /// A template is wrong.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A still picture cannot be drawn.
    #[error("A still picture was not drawn: {0}.")]
    Still(#[from] still::StillError),
    /// A script or a style sheet is wrong.
    #[error("A script or a style sheet was not packed: {0}")]
    Pack(#[from] ExecError),
    /// A file could not be read or written.
    #[error("{path} could not be read or written ({source}); build again.")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Finishes the page in Trunk's staging folder.
///
/// # Errors
/// Names the template, script, style sheet or file that is wrong.
pub(crate) fn run() -> Result<(), StageError> {
    let stage = PathBuf::from(env::var_os("TRUNK_STAGING_DIR").ok_or(StageError::NoStage)?);
    render::fill(&stage)?;
    remove(&stage.join(TEMPLATES))?;
    remove(&stage.join(TYPES))?;
    remove(&stage.join(EMBED))?;
    remove_templates(&stage.join(LABS))?;
    stills(&stage)?;
    if env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release") {
        pack::run(&stage)?;
        version::run(&stage)?;
    }
    Ok(())
}

/// Draws the still pictures, before packing takes the style sheet with the colours away.
fn stills(stage: &Path) -> Result<(), StageError> {
    let folder = stage.join(STILLS);
    fs::create_dir_all(&folder).map_err(|source| StageError::File {
        path: folder.clone(),
        source,
    })?;
    for (name, svg) in still::all(&read(&stage.join(TOKENS))?)? {
        write(&folder.join(name), &svg)?;
    }
    Ok(())
}

/// Removes the templates that lie beside the labs' scripts.
fn remove_templates(folder: &Path) -> Result<(), StageError> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|end| end == "html") {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Removes a file or folder, if it is there.
fn remove(path: &Path) -> Result<(), StageError> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(StageError::File {
            path: path.to_owned(),
            source,
        }),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<String, StageError> {
    fs::read_to_string(path).map_err(|source| StageError::File {
        path: path.to_owned(),
        source,
    })
}

fn write(path: &Path, text: &str) -> Result<(), StageError> {
    fs::write(path, text).map_err(|source| StageError::File {
        path: path.to_owned(),
        source,
    })
}
