//! The repository's own text files, as the rules see them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folders that hold built or foreign files.
const SKIPPED: [&str; 7] = [
    ".git",
    "target",
    "dist",
    "node_modules",
    "test-results",
    "playwright-report",
    "fixtures",
];

/// A text file: its path from the root, with slashes, and its lines.
#[derive(Debug)]
pub(crate) struct Text {
    /// The path.
    pub(super) path: String,
    /// The text.
    pub(super) text: String,
}

impl Text {
    /// Whether the path starts with `folder` and ends with one of `ends`.
    pub(super) fn is_in(&self, folder: &str, ends: &[&str]) -> bool {
        self.path.starts_with(folder) && self.has_end(ends)
    }

    /// Whether the path has one of these endings.
    pub(super) fn has_end(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.path.ends_with(end))
    }

    /// The lines with their numbers, from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
    }

    /// The lines without those that are comments and without comments at their ends.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines()
            .map(|(number, line)| (number, line.split("//").next().unwrap_or_default()))
            .filter(|(_, line)| !line.trim_start().starts_with('*'))
    }
}

/// A file or folder that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{path} could not be read ({source}); check its permissions.")]
pub(crate) struct TextError {
    path: PathBuf,
    source: io::Error,
}

/// Reads all text files below `root` that are the project's own.
pub(super) fn read(root: &Path) -> Result<Vec<Text>, TextError> {
    let mut texts = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        let at = |source| TextError {
            path: folder.clone(),
            source,
        };
        for entry in fs::read_dir(&folder).map_err(at)? {
            let entry = entry.map_err(at)?;
            let path = entry.path();
            let kind = entry.file_type().map_err(at)?;
            if kind.is_dir() {
                if !SKIPPED.iter().any(|name| entry.file_name() == *name) {
                    open.push(path);
                }
            } else if kind.is_file() {
                let bytes = fs::read(&path).map_err(|source| TextError {
                    path: path.clone(),
                    source,
                })?;
                if let Ok(text) = String::from_utf8(bytes) {
                    let relative = path.strip_prefix(root).unwrap_or(&path);
                    texts.push(Text {
                        path: relative.to_string_lossy().replace('\\', "/"),
                        text,
                    });
                }
            }
        }
    }
    texts.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(texts)
}

#[cfg(test)]
pub(super) fn text(path: &str, text: &str) -> Text {
    Text {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_projects_own_files_are_read() {
        let texts = read(&crate::repo::root()).unwrap();
        let has = |path: &str| texts.iter().any(|text| text.path == path);
        assert!(has("Cargo.toml") && has("xtask/src/rules/texts.rs"));
        assert!(!texts.iter().any(|text| text.path.starts_with("target/")));
    }

    #[test]
    fn comments_are_no_code() {
        let text = text("a.rs", "//! wgpu\nlet a = 1; // wgpu\n * wgpu\nuse wgpu;");
        let code: String = text.code().map(|(_, line)| line).collect();
        assert_eq!(code.matches("wgpu").count(), 1);
    }
}
