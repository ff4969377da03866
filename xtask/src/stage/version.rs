//! Everything but `index.html`, `embed.js` and the still pictures, which hosts name in their own pages,
//! moves into one folder whose name is made from its content.
//!
//! So a server may let browsers keep those files for ever: another content has another address. The
//! modules, the wasm files and the labs' pages name one another by relative addresses, which hold
//! inside the folder as they did before.

use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{StageError, read, write};

/// The page, whose addresses lead into the folder.
const PAGE: &str = "index.html";
/// What hosts rely on by name.
const KEPT: [&str; 3] = [PAGE, "embed.js", super::STILLS];
/// How many hexadecimal digits of the content's sum are in the folder's name.
const DIGITS: usize = 12;

/// Moves the files and corrects the addresses that cross the folder's border.
pub(super) fn run(stage: &Path) -> Result<(), StageError> {
    let entries = entries(stage)?;
    let folder = format!("v-{}", sum(stage, &entries)?);
    let target = stage.join(&folder);
    let at = |source| StageError::File {
        path: target.clone(),
        source,
    };
    fs::create_dir(&target).map_err(at)?;
    for name in &entries {
        fs::rename(stage.join(name), target.join(name)).map_err(at)?;
    }
    let page = stage.join(PAGE);
    write(&page, &inward(&read(&page)?, &entries, &folder))?;
    for page in fs::read_dir(target.join("labs"))
        .into_iter()
        .flatten()
        .flatten()
    {
        write(&page.path(), &outward(&read(&page.path())?))?;
    }
    Ok(())
}

/// What moves: the stage's files and folders in order.
fn entries(stage: &Path) -> Result<Vec<String>, StageError> {
    let at = |source| StageError::File {
        path: stage.to_owned(),
        source,
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(stage).map_err(at)? {
        let name = entry.map_err(at)?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.retain(|name| !KEPT.contains(&name.as_str()));
    names.sort();
    Ok(names)
}

/// The first digits of the SHA-256 sum over names and contents.
fn sum(stage: &Path, entries: &[String]) -> Result<String, StageError> {
    let mut digest = Sha256::new();
    let mut open: Vec<_> = entries.iter().rev().map(|name| stage.join(name)).collect();
    while let Some(path) = open.pop() {
        let at = |source| StageError::File {
            path: path.clone(),
            source,
        };
        if path.is_dir() {
            let mut inside = Vec::new();
            for entry in fs::read_dir(&path).map_err(at)? {
                inside.push(entry.map_err(at)?.path());
            }
            inside.sort();
            open.extend(inside.into_iter().rev());
            continue;
        }
        let bytes = fs::read(&path).map_err(at)?;
        let name = path.strip_prefix(stage).unwrap_or(&path).to_string_lossy();
        digest.update((name.len() as u64).to_le_bytes());
        digest.update(name.as_bytes());
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(&bytes);
    }
    let digits: Vec<_> = digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(digits.concat()[..DIGITS].to_owned())
}

/// The page beside the folder, with its relative addresses of what moved leading into it.
fn inward(text: &str, entries: &[String], folder: &str) -> String {
    let mut text = text.to_owned();
    for name in entries {
        // A folder is always named with something in it: `class="labs"` is no address.
        let end = if name.contains('.') { '"' } else { '/' };
        for start in ["\"", "\"./"] {
            text = text.replace(
                &format!("{start}{name}{end}"),
                &format!("\"{folder}/{name}{end}"),
            );
        }
    }
    text
}

/// A lab's page, which now lies one folder deeper.
fn outward(text: &str) -> String {
    text.replace("\"../index.html", "\"../../index.html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_into_the_folder_and_words_stay() {
        let entries = ["skinlab-web.js".to_owned(), "www".to_owned()];
        let page = r#"<script src="www/a.js"></script><link href="./skinlab-web.js"><a class="www" href="https://www/">www</a>"#;
        assert_eq!(
            inward(page, &entries, "v-1"),
            r#"<script src="v-1/www/a.js"></script><link href="v-1/skinlab-web.js"><a class="www" href="https://www/">www</a>"#
        );
    }

    #[test]
    fn a_labs_page_finds_its_way_back() {
        assert_eq!(
            outward(r#"<a href="../index.html#weights/sort"> <link href="../www/a.css">"#),
            r#"<a href="../../index.html#weights/sort"> <link href="../www/a.css">"#
        );
    }

    #[test]
    fn the_folder_is_named_by_the_content() {
        let stage = std::env::temp_dir().join(format!("skinlab-version-{}", std::process::id()));
        let _ = fs::remove_dir_all(&stage);
        let fill = |script: &str| {
            fs::create_dir_all(stage.join("www")).unwrap();
            fs::write(stage.join("www/a.js"), script).unwrap();
            fs::write(
                stage.join("index.html"),
                "<script src=\"www/a.js\"></script>",
            )
            .unwrap();
            fs::write(stage.join("embed.js"), "").unwrap();
            run(&stage).unwrap();
            let page = fs::read_to_string(stage.join("index.html")).unwrap();
            let address = page.split('"').nth(1).unwrap().to_owned();
            assert_eq!(fs::read_to_string(stage.join(&address)).unwrap(), script);
            fs::remove_dir_all(&stage).unwrap();
            address
        };
        let first = fill("1");
        assert_eq!(first, fill("1"));
        assert_ne!(first, fill("2"));
    }
}
