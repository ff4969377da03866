//! Quoted source lines: the page shows the lines that it runs.
//!
//! A region stands between two comment lines, `// region: name` and
//! `// endregion: name`, in a Rust or WGSL file.

use std::fs;
use std::path::{Component, Path};

/// Why lines cannot be quoted.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SourceError {
    /// The path is absolute or leads out of the repository.
    #[error("{0} is no path inside the repository; name the file from the root")]
    Outside(String),
    /// The file is not there.
    #[error("{0} could not be read; name an existing file from the root")]
    Missing(String),
    /// The region is not there, has no end, or is empty.
    #[error(
        "{path} has no region `{region}`; put `// region: {region}` and `// endregion: {region}` around the lines"
    )]
    NoRegion {
        /// The file.
        path: String,
        /// The region's name.
        region: String,
    },
}

/// The lines of a region, without common indentation, escaped for HTML.
pub(super) fn region_html(root: &Path, path: &str, name: &str) -> Result<String, SourceError> {
    let inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return Err(SourceError::Outside(path.to_owned()));
    }
    let text =
        fs::read_to_string(root.join(path)).map_err(|_| SourceError::Missing(path.to_owned()))?;
    let lines = region(&text, name).ok_or_else(|| SourceError::NoRegion {
        path: path.to_owned(),
        region: name.to_owned(),
    })?;
    Ok(escape(&lines))
}

/// The lines between the two marker comments of `name`, dedented; the markers of
/// other regions inside are left out.
fn region(text: &str, name: &str) -> Option<String> {
    let mut lines = text
        .lines()
        .skip_while(|line| marker(line, "region") != Some(name))
        .skip(1);
    let mut found = Vec::new();
    loop {
        let line = lines.next()?;
        if marker(line, "endregion") == Some(name) {
            break;
        }
        if marker(line, "region").is_none() && marker(line, "endregion").is_none() {
            found.push(line);
        }
    }
    let indent = found
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()?;
    let dedented: Vec<_> = found
        .iter()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    Some(dedented.join("\n"))
}

/// The name in a marker comment line of that kind.
fn marker<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    let text = line
        .trim()
        .strip_prefix("//")?
        .trim_start()
        .strip_prefix(kind)?;
    Some(text.strip_prefix(':')?.trim())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
fn outer() {
    // region: sum
    let sum: Vec<f32> = w * x & y;
    // region: inner
    if sum > 0 {

        done();
    }
    // endregion: inner
    // endregion: sum
}
// region: open
fn tail() {}
";

    #[test]
    fn a_region_is_dedented_and_loses_inner_markers() {
        assert_eq!(
            region(TEXT, "sum").unwrap(),
            "let sum: Vec<f32> = w * x & y;\nif sum > 0 {\n\n    done();\n}"
        );
        assert_eq!(
            region(TEXT, "inner").unwrap(),
            "if sum > 0 {\n\n    done();\n}"
        );
    }

    #[test]
    fn a_region_without_end_or_name_is_none() {
        assert_eq!(region(TEXT, "open"), None);
        assert_eq!(region(TEXT, "su"), None);
        assert_eq!(region("// region: a\n// endregion: a", "a"), None);
    }

    #[test]
    fn html_is_escaped() {
        assert_eq!(escape("a<b> && c"), "a&lt;b&gt; &amp;&amp; c");
    }

    #[test]
    fn errors_name_the_file_and_the_region() {
        let root = crate::repo::root();
        let ask = |path: &str| {
            region_html(&root, path, "no-such-region")
                .unwrap_err()
                .to_string()
        };
        assert!(ask("Cargo.toml").contains("Cargo.toml has no region `no-such-region`"));
        assert!(ask("no/such/file.rs").contains("no/such/file.rs could not be read"));
        let outside = format!("{}secret.rs", "../".repeat(2));
        assert!(ask(&outside).contains("is no path inside the repository"));
    }
}
