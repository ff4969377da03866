//! What each floor may name: a search through code, comments left out.

use skinlab_core::lessons::LESSONS;

use super::Violation;
use super::texts::Text;

/// A folder, and words that its code may not have.
const FORBIDDEN: [(&str, &[&str]); 2] = [
    (
        "crates/core/src/",
        &[
            "wgpu",
            "web_sys",
            "js_sys",
            "wasm_bindgen",
            "std::time",
            "std::fs",
            "std::net",
            "std::thread",
            "std::io",
        ],
    ),
    (
        "crates/gpu/src/",
        &["web_sys", "js_sys", "wasm_bindgen", "std::fs", "std::net"],
    ),
];

/// Functions that would make a formula of the page's own.
const FORMULAS: [&str; 7] = [
    "Math.sin",
    "Math.cos",
    "Math.tan",
    "Math.asin",
    "Math.acos",
    "Math.atan",
    "DOMMatrix",
];

/// Where the page's scripts draw, and may turn an angle into a place on the screen.
const DRAWING: [&str; 3] = ["www/figures/", "www/svg.js", "www/labels.js"];

/// Forbidden names in the code of a floor.
pub(super) fn forbidden(texts: &[Text]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (folder, words) in FORBIDDEN {
        for text in texts.iter().filter(|text| text.is_in(folder, &[".rs"])) {
            for (line, code) in text.code() {
                for word in words.iter().filter(|word| has_word(code, word)) {
                    let what = format!("names {word}, which {folder} may not know");
                    violations.push(Violation::new(&text.path, line, what));
                }
            }
        }
    }
    violations
}

/// Trigonometry in the page's scripts where they do not draw: numbers come from the
/// module.
pub(super) fn formulas(texts: &[Text]) -> Vec<Violation> {
    let mut violations = Vec::new();
    let scripts = texts
        .iter()
        .filter(|text| text.is_in("www/", &[".js", ".mjs"]));
    for text in scripts.filter(|text| !DRAWING.iter().any(|place| text.path.starts_with(place))) {
        for (line, code) in text.code() {
            for word in FORMULAS.iter().filter(|word| code.contains(*word)) {
                let what = format!("uses {word}: take the number from the module instead");
                violations.push(Violation::new(&text.path, line, what));
            }
        }
    }
    violations
}

/// Lessons that import one another, in Rust or in the page's scripts.
pub(super) fn sibling_lessons(texts: &[Text]) -> Vec<Violation> {
    let scripts: Vec<String> = LESSONS.iter().map(|lesson| lesson.id.to_owned()).collect();
    let modules: Vec<String> = scripts.iter().map(|id| id.replace('-', "_")).collect();
    let mut violations = Vec::new();
    for text in texts {
        violations.extend(siblings(
            text,
            "crates/core/src/lessons/",
            ".rs",
            &modules,
            |other| vec![format!("super::{other}"), format!("lessons::{other}")],
        ));
        violations.extend(siblings(text, "www/figures/", ".js", &scripts, |other| {
            vec![format!("/{other}.js\"")]
        }));
    }
    violations
}

/// Imports of the other files of `stems` in a text that is one of them.
fn siblings(
    text: &Text,
    folder: &str,
    end: &str,
    stems: &[String],
    imports: impl Fn(&str) -> Vec<String>,
) -> Vec<Violation> {
    let own = text
        .path
        .strip_prefix(folder)
        .and_then(|file| file.strip_suffix(end));
    let Some(own) = own.filter(|own| stems.iter().any(|stem| stem == own)) else {
        return Vec::new();
    };
    let mut violations = Vec::new();
    for other in stems.iter().filter(|stem| *stem != own) {
        let names = imports(other);
        for (line, code) in text.code() {
            if names.iter().any(|name| has_word(code, name)) {
                let what = format!("imports the lesson {other}; move what both need up");
                violations.push(Violation::new(&text.path, line, what));
            }
        }
    }
    violations
}

/// Whether `word` stands in `code` other than as a part of a longer name.
fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_name(before) && !is_name(after)
    })
}

#[cfg(test)]
mod tests {
    use super::super::texts::text;
    use super::*;

    #[test]
    fn core_may_not_name_the_gpu_the_browser_or_the_clock() {
        for code in [
            "use wgpu::Device;",
            "let t = std::time::Instant::now();",
            "js_sys::eval();",
        ] {
            let found = forbidden(&[text("crates/core/src/pose.rs", code)]);
            assert_eq!(found.len(), 1, "{code}");
            assert_eq!(found[0].line, 1);
        }
        let fine = "//! No wgpu here.\nlet wgpu_like = 1; // wgpu\n";
        assert_eq!(forbidden(&[text("crates/core/src/pose.rs", fine)]), []);
        assert_eq!(
            forbidden(&[text("crates/core/tests/fox.rs", "use std::fs;")]),
            []
        );
    }

    #[test]
    fn gpu_may_not_name_the_browser() {
        assert_eq!(
            forbidden(&[text("crates/gpu/src/device.rs", "use web_sys::Window;")]).len(),
            1
        );
        assert_eq!(
            forbidden(&[text("crates/gpu/src/device.rs", "use wgpu::Device;")]),
            []
        );
        assert_eq!(
            forbidden(&[text("crates/web/src/lib.rs", "use web_sys::Window;")]),
            []
        );
    }

    #[test]
    fn formulas_stay_out_of_the_page() {
        let sine = "const y = Math.sin(angle);";
        assert_eq!(formulas(&[text("www/readouts.js", sine)]).len(), 1);
        assert_eq!(formulas(&[text("www/figures/arm.js", sine)]), []);
        assert_eq!(
            formulas(&[text("www/readouts.js", "// Math.sin is the module's")]),
            []
        );
        assert_eq!(formulas(&[text("www/readouts.js", "Math.round(x)")]), []);
    }

    #[test]
    fn lessons_do_not_import_one_another() {
        let rust = "use super::inverse_bind::view;";
        assert_eq!(
            sibling_lessons(&[text("crates/core/src/lessons/cost.rs", rust)]).len(),
            1
        );
        let own = "use super::{Scene, angle};\nuse crate::tables::weights;";
        assert_eq!(
            sibling_lessons(&[text("crates/core/src/lessons/weights.rs", own)]),
            []
        );
        let script = "import { draw } from \"./weights.js\";";
        assert_eq!(
            sibling_lessons(&[text("www/figures/cost.js", script)]).len(),
            1
        );
        assert_eq!(sibling_lessons(&[text("www/figures/arm.js", script)]), []);
    }
}
