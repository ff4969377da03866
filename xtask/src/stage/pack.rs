//! Packing by esbuild: one style sheet and one script instead of dozens of files,
//! without comments and blanks. Names that hosts rely on stay as they are.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{StageError, read, remove, write};
use crate::html::{attribute, tags};
use crate::{exec, repo};

/// The one style sheet of the packed page.
const STYLE: &str = "www/style.css";
/// The style sheet of the labs, which is fetched on demand.
const LABS_STYLE: &str = "www/labs/lab.css";
/// The wasm module's glue: hosts import it, so it is never put into another file.
const GLUE: &str = "skinlab-web.js";
const METAFILE: &str = "packed.json";

/// Packs the page in `stage`.
pub(super) fn run(stage: &Path) -> Result<(), StageError> {
    if !repo::npm_program("esbuild").is_file() {
        println!("esbuild is missing, so scripts and style sheets stay unpacked; run `npm ci`.");
        return Ok(());
    }
    let page = stage.join("index.html");
    let html = read(&page)?;
    let styles = style_sheets(&html);
    if stage.join(LABS_STYLE).is_file() {
        exec::run(esbuild(stage).args([LABS_STYLE, "--outdir=.", "--outbase=."]))?;
    }
    if !styles.is_empty() {
        pack_styles(stage, &styles)?;
        write(&page, &with_one_style(&html))?;
    }
    pack_modules(stage, &modules(&html))?;
    minify(stage)
}

/// A call of esbuild in the stage, with what every call here shares.
fn esbuild(stage: &Path) -> Command {
    let mut command = exec::program(repo::npm_program("esbuild"));
    command
        .current_dir(stage)
        .args([
            "--minify",
            "--charset=utf8",
            "--legal-comments=none",
            "--target=es2022",
        ])
        .args([
            "--log-level=warning",
            "--allow-overwrite",
            "--tsconfig-raw={}",
        ]);
    command
}

/// The style sheets that the page links, in order.
fn style_sheets(html: &str) -> Vec<&str> {
    tags(html, "link")
        .filter(|tag| attribute(tag, "rel") == Some("stylesheet"))
        .filter_map(|tag| attribute(tag, "href"))
        .collect()
}

fn pack_styles(stage: &Path, styles: &[&str]) -> Result<(), StageError> {
    let imports: Vec<_> = styles
        .iter()
        .map(|name| {
            format!(
                "@import \"./{name}\";
"
            )
        })
        .collect();
    let entry = stage.join("all-styles.css");
    write(&entry, &imports.concat())?;
    exec::run(
        esbuild(stage)
            .args(["all-styles.css", "--bundle"])
            .arg(format!("--outfile={STYLE}")),
    )?;
    remove(&entry)?;
    for name in styles.iter().filter(|name| **name != STYLE) {
        take_away(stage, name)?;
    }
    Ok(())
}

/// The page with a link to the one style sheet in the place of the first link, and
/// without the others.
fn with_one_style(html: &str) -> String {
    let mut packed = String::with_capacity(html.len());
    let mut linked = false;
    for part in html.split_inclusive('>') {
        let is_style = part.rfind("<link").is_some_and(|at| {
            tags(&part[at..], "link").any(|tag| attribute(tag, "rel") == Some("stylesheet"))
        });
        if !is_style {
            packed.push_str(part);
        } else if !linked {
            let before = part.rfind("<link").map_or("", |at| &part[..at]);
            packed.extend([before, "<link rel=\"stylesheet\" href=\"", STYLE, "\" />"]);
            linked = true;
        }
    }
    packed
}

/// The module scripts that the page starts.
fn modules(html: &str) -> Vec<&str> {
    tags(html, "script")
        .filter(|tag| attribute(tag, "type") == Some("module"))
        .filter_map(|tag| attribute(tag, "src"))
        .collect()
}

/// Puts the modules that an entry imports into the entry itself; what several
/// entries share, or what is imported on demand, becomes a chunk beside them.
fn pack_modules(stage: &Path, entries: &[&str]) -> Result<(), StageError> {
    if entries.is_empty() {
        return Ok(());
    }
    exec::run(
        esbuild(stage)
            .args(entries)
            .args([
                "--bundle",
                "--splitting",
                "--format=esm",
                "--outdir=.",
                "--outbase=.",
            ])
            .arg("--chunk-names=www/[name]-[hash]")
            .arg(format!("--external:./{GLUE}"))
            .arg(format!("--metafile={METAFILE}")),
    )?;
    let metafile = stage.join(METAFILE);
    for name in packed_away(&read(&metafile)?) {
        take_away(stage, &name)?;
    }
    remove(&metafile)
}

/// The files that esbuild read and did not write: they live on inside others.
fn packed_away(metafile: &str) -> Vec<String> {
    let json: Value = serde_json::from_str(metafile).unwrap_or_default();
    let names = |key: &str| -> Vec<String> {
        json[key]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .collect()
    };
    let written = names("outputs");
    names("inputs")
        .into_iter()
        .filter(|name| !written.contains(name))
        .collect()
}

/// Removes a file that lives on in another, and its folder once that is empty.
fn take_away(stage: &Path, name: &str) -> Result<(), StageError> {
    let path = stage.join(name);
    remove(&path)?;
    // A folder that still holds something refuses to go, which is what is wanted.
    let _ = path.parent().map(fs::remove_dir);
    Ok(())
}

/// Minifies every script in its place; packed ones stay as they are.
fn minify(stage: &Path) -> Result<(), StageError> {
    let mut scripts = Vec::new();
    collect_scripts(stage, stage, &mut scripts)?;
    exec::run(
        esbuild(stage)
            .args(&scripts)
            .args(["--outdir=.", "--outbase=."]),
    )?;
    Ok(())
}

fn collect_scripts(root: &Path, folder: &Path, into: &mut Vec<String>) -> Result<(), StageError> {
    let at = |source| StageError::File {
        path: folder.to_owned(),
        source,
    };
    for entry in fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if path.is_dir() {
            collect_scripts(root, &path, into)?;
        } else if path.extension().is_some_and(|end| end == "js") {
            let relative = path.strip_prefix(root).unwrap_or(&path);
            into.push(relative.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head>\n  <script src=\"www/early.js\"></script>\n  \
        <link rel=\"stylesheet\" href=\"www/style/a.css\" />\n  \
        <link rel=\"stylesheet\" href=\"www/style/b.css\" />\n  \
        <link rel=\"icon\" href=\"icon.svg\" />\n  \
        <script type=\"module\" src=\"www/main.js\"></script>\n</head>";

    #[test]
    fn the_page_names_its_styles_and_modules() {
        assert_eq!(style_sheets(PAGE), ["www/style/a.css", "www/style/b.css"]);
        assert_eq!(modules(PAGE), ["www/main.js"]);
    }

    #[test]
    fn one_link_takes_the_place_of_all() {
        let packed = with_one_style(PAGE);
        assert_eq!(style_sheets(&packed), [STYLE]);
        let place = packed.find(STYLE).unwrap();
        assert!(
            packed.find("early.js").unwrap() < place && place < packed.find("icon.svg").unwrap()
        );
        assert!(packed.ends_with("<script type=\"module\" src=\"www/main.js\"></script>\n</head>"));
    }

    #[test]
    fn only_what_lives_on_in_another_file_goes() {
        let metafile = r#"{ "inputs": { "www/main.js": {}, "www/svg.js": {} },
            "outputs": { "www/main.js": {}, "www/chunk-1.js": {} } }"#;
        assert_eq!(packed_away(metafile), ["www/svg.js"]);
    }
}
