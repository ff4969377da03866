//! Which files a first visit loads: the transitive closure of the names in the
//! page, its style sheets and its modules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::SizesError;
use crate::html::{attribute, tags};

/// Paths inside `dist`, with slashes, of all that a first visit loads.
pub(super) fn first_visit(dist: &Path) -> Result<BTreeSet<String>, SizesError> {
    let mut found = BTreeSet::new();
    let mut open = vec!["index.html".to_owned()];
    while let Some(file) = open.pop() {
        if !found.insert(file.clone()) {
            continue;
        }
        let Ok(text) = fs::read(dist.join(&file)) else {
            return Err(SizesError::NoPage);
        };
        for name in names(&file, &String::from_utf8_lossy(&text)) {
            let Some(target) = resolve(&file, &name) else {
                continue;
            };
            if !dist.join(&target).is_file() {
                return Err(SizesError::Missing {
                    from: file,
                    file: target,
                });
            }
            open.push(target);
        }
    }
    Ok(found)
}

/// The addresses that a file of that name makes a browser load.
fn names(file: &str, text: &str) -> Vec<String> {
    match file.rsplit('.').next() {
        Some("html") => html_names(text),
        Some("css") => css_names(text),
        Some("js" | "mjs") => script_names(text),
        _ => Vec::new(),
    }
}

fn html_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for tag in tags(text, "link") {
        let loads = ["stylesheet", "modulepreload", "preload", "icon"];
        if attribute(tag, "rel").is_some_and(|rel| loads.contains(&rel)) {
            names.extend(attribute(tag, "href").map(str::to_owned));
        }
    }
    for name in ["script", "img"] {
        names.extend(
            tags(text, name)
                .filter_map(|tag| attribute(tag, "src"))
                .map(str::to_owned),
        );
    }
    names
}

fn css_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in text.split("url(").skip(1) {
        let name = part.split(')').next().unwrap_or_default();
        names.push(name.trim_matches(['"', '\'']).to_owned());
    }
    for part in text.split("@import ").skip(1) {
        names.extend(quoted(part).map(str::to_owned));
    }
    names
}

/// Static imports and re-exports, and the files that are named beside the script,
/// such as the wasm file of its glue.
fn script_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with(['*', '/']))
    {
        // An address that is only made for `import()` names what is fetched on demand.
        let line = line.replace("import(new URL(", "import(on_demand(");
        // A bundler leaves out the blank before the quote.
        for keyword in ["from", "import", "new URL("] {
            for part in line.split(keyword).skip(1) {
                let name = quoted(part.trim_start());
                let relative = name.filter(|name| name.starts_with('.') || name.ends_with(".wasm"));
                names.extend(relative.map(str::to_owned));
            }
        }
    }
    names
}

/// The string at the start of `text`.
fn quoted(text: &str) -> Option<&str> {
    let quote = text
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''))?;
    text[1..].split(quote).next()
}

/// The file inside `dist` that `name` means in `file`; none for other hosts, data
/// and bare names.
fn resolve(file: &str, name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(['/', '#']) || name.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in name.split(['?', '#']).next()?.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_styles_scripts_and_preloads() {
        let html = r#"<head><!-- <script src="old.js"></script> -->
            <link rel="stylesheet" href="www/style.css" />
            <link rel="modulepreload" href="./lab.js" />
            <link rel="canonical" href="elsewhere.html" />
            <script type="module" src="www/main.js"></script>
            <script type="application/json" id="data">{}</script></head>"#;
        assert_eq!(
            names("index.html", html),
            ["www/style.css", "./lab.js", "www/main.js"]
        );
    }

    #[test]
    fn a_script_names_static_imports_only() {
        let script = "import init, { Lab } from \"../lab.js\";\nimport \"./side.js\";\n\
            export { a } from './a.js';\n// import x from \"./comment.js\";\n\
            const later = await import(\"./later.js\");\n\
            module = new URL('lab_bg.wasm', import.meta.url);\n\
            const labs = await import(new URL(\"../labs.js\", import.meta.url).href);\n\
            import{b}from\"./b.js\";let text=\"not from \"+name;";
        assert_eq!(
            names("www/main.js", script),
            ["../lab.js", "./side.js", "./a.js", "lab_bg.wasm", "./b.js"]
        );
    }

    #[test]
    fn a_style_sheet_names_files() {
        let css = "@import \"tokens.css\";\n.a { background: url('dot.svg'); }";
        assert_eq!(names("www/style.css", css), ["dot.svg", "tokens.css"]);
    }

    #[test]
    fn names_are_resolved_beside_their_file() {
        assert_eq!(
            resolve("www/figures/a.js", "../../lab.js").as_deref(),
            Some("lab.js")
        );
        assert_eq!(
            resolve("www/a.js", "./b.js?v=1").as_deref(),
            Some("www/b.js")
        );
        assert_eq!(resolve("a.css", "data:image/png,x"), None);
        assert_eq!(resolve("index.html", "#fk"), None);
        assert_eq!(resolve("a.js", "../out.js"), None);
    }
}
