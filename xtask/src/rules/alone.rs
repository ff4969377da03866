//! That files stay readable and that the repository stands alone.

use super::Violation;
use super::texts::Text;

/// The most lines of a file that people read.
const LINES: usize = 400;

/// What people read.
const READ: [&str; 9] = [
    ".rs", ".wgsl", ".js", ".mjs", ".ts", ".css", ".html", ".md", ".toml",
];

/// Folders of one machine or one person.
const MACHINE_FOLDERS: [&str; 6] = ["home", "root", "Users", "tmp", "mnt", "opt"];

/// The only source that Cargo.lock may name: cargo's own name for its registry.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Files past the limit: each is probably two things.
pub(super) fn long_files(texts: &[Text]) -> Vec<Violation> {
    let long = texts
        .iter()
        .filter(|text| text.has_end(&READ))
        .filter_map(|text| {
            let lines = text.text.lines().count();
            let what = format!("has {lines} lines, over {LINES}: cut it where it is two things");
            (lines > LINES).then(|| Violation::new(&text.path, 0, what))
        });
    long.collect()
}

/// Paths that climb out of the repository, and absolute paths of some machine.
pub(super) fn outside_paths(texts: &[Text]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for text in texts.iter().filter(|text| !text.path.ends_with(".lock")) {
        let depth = text.path.matches('/').count();
        for (line, content) in text.lines() {
            if climb(content) > depth {
                let what = "has a path that leads out of the repository";
                violations.push(Violation::new(&text.path, line, what));
            }
            if let Some(folder) = machine_folder(content) {
                let what = format!("names the folder {folder} of some machine");
                violations.push(Violation::new(&text.path, line, what));
            }
        }
    }
    violations
}

/// The longest run of "up" steps in a line.
fn climb(line: &str) -> usize {
    let mut longest = 0;
    let mut rest = line;
    while let Some(at) = rest.find("../") {
        rest = &rest[at..];
        let mut steps = 0;
        while let Some(after) = rest.strip_prefix("../") {
            steps += 1;
            rest = after;
        }
        longest = longest.max(steps);
    }
    longest
}

fn machine_folder(line: &str) -> Option<String> {
    MACHINE_FOLDERS
        .iter()
        .map(|name| format!("/{name}/"))
        .find(|folder| {
            line.match_indices(folder.as_str()).any(|(at, _)| {
                // After a letter, a dot or a brace the folder is part of a longer path.
                let before = line[..at].chars().next_back();
                before
                    .is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '=' | '('))
            })
        })
}

/// Sources in lock files that only some machine reaches.
pub(super) fn lock_hosts(texts: &[Text]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for text in texts {
        for (line, content) in text.lines() {
            let content = content.trim();
            let bad = match text.path.rsplit('/').next() {
                Some("Cargo.lock") => content
                    .strip_prefix("source = ")
                    .is_some_and(|source| source.trim_matches('"') != REGISTRY),
                Some("package-lock.json") => content.starts_with("\"resolved\""),
                _ => false,
            };
            if bad {
                let what = "names the place that a package came from: write the lock file anew";
                violations.push(Violation::new(&text.path, line, what));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::super::texts::text;
    use super::*;

    #[test]
    fn a_file_may_have_400_lines_and_no_more() {
        assert_eq!(long_files(&[text("a.rs", &"x\n".repeat(400))]), []);
        assert_eq!(long_files(&[text("a.rs", &"x\n".repeat(401))]).len(), 1);
        assert_eq!(
            long_files(&[text("package-lock.json", &"x\n".repeat(900))]),
            []
        );
    }

    #[test]
    fn a_path_may_climb_to_the_root_and_no_further() {
        let up = |steps: usize| format!("include_str!(\"{}notes.md\")", "../".repeat(steps));
        let inside = text("crates/web/src/lib.rs", &up(3));
        let outside = text("crates/web/src/lib.rs", &up(4));
        assert_eq!(outside_paths(&[inside]), []);
        assert_eq!(outside_paths(&[outside])[0].line, 1);
    }

    #[test]
    fn paths_of_some_machine_are_caught() {
        let home = format!("const DIR: &str = \"/{}/me/skinlab\";", "home");
        assert_eq!(outside_paths(&[text("a.rs", &home)]).len(), 1);
        let fine = "fetch(\"https://example.org/home/page\"); // ./root/x and $HOME/tmp/y";
        assert_eq!(outside_paths(&[text("a.js", fine)]), []);
    }

    #[test]
    fn lock_files_name_no_other_place() {
        let good = format!("[[package]]\nsource = \"{REGISTRY}\"\n");
        assert_eq!(lock_hosts(&[text("Cargo.lock", &good)]), []);
        let bad = "source = \"registry+https://mirror.example/index\"";
        assert_eq!(lock_hosts(&[text("Cargo.lock", bad)]).len(), 1);
        let npm = "{\n  \"resolved\": \"https://mirror.example/a.tgz\"\n}";
        assert_eq!(lock_hosts(&[text("package-lock.json", npm)])[0].line, 2);
        assert_eq!(lock_hosts(&[text("other.json", npm)]), []);
    }
}
