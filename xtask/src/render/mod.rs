//! `cargo xtask render`: fills the page's templates before any browser sees them.
//!
//! `index.html`, `www/lessons/*.html` and `www/labs/*.html` are minijinja templates.
//! What they may use, besides the language itself:
//!
//! | name | is |
//! |---|---|
//! | `lessons` | map from a lesson's id to its parameters, switches, fields and tables |
//! | `tables` | map from a table's id to its rows with their closed-form values |
//! | `lessons_json` | the same parameters, for the page's scripts |
//! | `lab`, `lab_json` | in a lab's page: the lab as a lesson, and as JSON for scripts |
//! | `version` | the version of the crates |
//! | `value \| fixed(n)` | n decimals, with a real minus sign |
//! | `value \| full` | the shortest decimal that reads back as the same number |
//! | `text \| striptags` | the text without HTML tags |
//! | `source(path, region)` | the lines of a file between two region comments |
//!
//! An included or imported template is named by its path from the repository's
//! root. A name that does not exist is an error, never an empty string.

mod data;
mod format;
mod source;

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use minijinja::value::Serde;
use minijinja::{Environment, ErrorKind, UndefinedBehavior, Value, context};

use crate::repo;

/// Why the templates were not filled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RenderError {
    /// A template is wrong.
    #[error("A template was not filled: {0}.")]
    Template(String),
    /// A file could not be read or written.
    #[error("{path} could not be read or written ({source}); check that it exists.")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl From<minijinja::Error> for RenderError {
    /// Joins the chain of causes: the place of the innermost one is what an author
    /// looks for.
    fn from(error: minijinja::Error) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            text.push_str(": ");
            text.push_str(&inner.to_string());
            cause = inner.source();
        }
        Self::Template(text)
    }
}

/// Where the templates of the labs' pages lie.
const LABS: &str = "www/labs";

/// Fills the page and the labs' pages into `target/site/`, for authors to look at.
///
/// # Errors
/// Names the template and the line that is wrong, or the file that is missing.
pub(crate) fn run() -> Result<(), RenderError> {
    let root = repo::root();
    let site = root.join("target/site");
    let html = page_html(&root, &read(&root.join("index.html"))?)?;
    write(&site.join("index.html"), &html)?;
    fill_labs(&site)?;
    println!("The page is filled into target/site/index.html.");
    Ok(())
}

/// Fills `index.html` in its place in `stage`, and the labs' pages into its folder `labs/`.
///
/// # Errors
/// As [`run`].
pub(crate) fn fill(stage: &Path) -> Result<(), RenderError> {
    let page = stage.join("index.html");
    write(&page, &page_html(&repo::root(), &read(&page)?)?)?;
    fill_labs(stage)
}

/// Fills every lab's page into `labs/` in `site`. A template whose name begins with `_` is a part of others.
fn fill_labs(site: &Path) -> Result<(), RenderError> {
    let root = repo::root();
    let folder = root.join(LABS);
    let entries = fs::read_dir(&folder).map_err(|source| RenderError::File {
        path: folder.clone(),
        source,
    })?;
    for entry in entries.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".html") else {
            continue;
        };
        if !name.starts_with('_') {
            let html = lab_html(&root, name)?;
            write(&site.join("labs").join(&file), &html)?;
        }
    }
    Ok(())
}

/// The filled page of a lab.
fn lab_html(root: &Path, name: &str) -> Result<String, RenderError> {
    let file = format!("{LABS}/{name}.html");
    let Some(data) = data::lab(name) else {
        return Err(RenderError::Template(format!(
            "{file} is the page of no lab: name it as a lab of skinlab-core, or begin its name with _"
        )));
    };
    let context = context! {
        version => env!("CARGO_PKG_VERSION"),
        lab => Value::from(Serde(&data.lab)),
        tables => Value::from(Serde(&data.tables)),
        lab_json => Value::from_safe_string(data.script()),
    };
    Ok(environment(root)?.get_template(&file)?.render(context)?)
}

/// The filled page from the text of its template.
fn page_html(root: &Path, template: &str) -> Result<String, RenderError> {
    let environment = environment(root)?;
    let data = data::site();
    let context = context! {
        version => env!("CARGO_PKG_VERSION"),
        lessons => Value::from(Serde(&data.lessons)),
        tables => Value::from(Serde(&data.tables)),
        lessons_json => Value::from_safe_string(data.script()),
    };
    Ok(environment.render_named_str("index.html", template, context)?)
}

fn environment(root: &Path) -> Result<Environment<'static>, RenderError> {
    // Canonical, so that a link inside the repository cannot lead `source` out of it.
    let root = root.canonicalize().map_err(|source| RenderError::File {
        path: root.to_owned(),
        source,
    })?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_loader(minijinja::path_loader(&root));
    environment.add_filter("fixed", |value: f64, digits: usize| {
        format::fixed(value, digits).map_err(|error| invalid(&error))
    });
    environment.add_filter("full", |value: f64| {
        format::full(value).map_err(|error| invalid(&error))
    });
    environment.add_filter("striptags", format::without_tags);
    environment.add_function("source", move |path: &str, region: &str| {
        source::region_html(&root, path, region)
            .map(Value::from_safe_string)
            .map_err(|error| invalid(&error))
    });
    Ok(environment)
}

fn invalid(error: &dyn std::fmt::Display) -> minijinja::Error {
    minijinja::Error::new(ErrorKind::InvalidOperation, error.to_string())
}

fn read(path: &Path) -> Result<String, RenderError> {
    fs::read_to_string(path).map_err(|source| RenderError::File {
        path: path.to_owned(),
        source,
    })
}

fn write(path: &Path, text: &str) -> Result<(), RenderError> {
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(path, text))
        .map_err(|source| RenderError::File {
            path: path.to_owned(),
            source,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(template: &str) -> Result<String, RenderError> {
        page_html(&repo::root(), template)
    }

    #[test]
    fn every_closed_form_value_can_be_printed() {
        let html = fill(concat!(
            "{% for row in tables.fk.rows %}{{ row.id }}:",
            "{% for q in row.quantities %} {{ q.name }}={{ q.formula|fixed(9) }}{% endfor %}\n",
            "{% endfor %}",
        ))
        .unwrap();
        assert!(
            html.contains("-90,-90: x=−0.900000000 y=−0.900000000\n"),
            "{html}"
        );
    }

    #[test]
    fn the_scripts_get_every_lesson_in_order() {
        let json: serde_json::Value =
            serde_json::from_str(&fill("{{ lessons_json }}").unwrap()).unwrap();
        let ids: Vec<_> = json["lessons"]
            .as_array()
            .unwrap()
            .iter()
            .map(|l| &l["id"])
            .collect();
        assert_eq!(ids, ["fk", "inverse-bind", "weights", "cost"]);
    }

    #[test]
    fn an_unknown_name_stops_the_build() {
        let message = fill("<p>\n{{ lessons.fk.parms }}</p>")
            .unwrap_err()
            .to_string();
        assert!(message.contains("index.html:2"), "{message}");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(fill("{{ 'a < b' }}").unwrap(), "a &lt; b");
    }
}
