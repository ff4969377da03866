//! What each package may depend on: the floors of the house, read from cargo.

use serde_json::Value;

use super::Violation;

/// The wasm modules: the top floor, which alone speaks to the browser.
const TOP: [&str; 2] = ["skinlab-web", "skinlab-labs"];

/// Packages that speak to the browser.
const BROWSER: [&str; 5] = [
    "wasm-bindgen",
    "wasm-bindgen-futures",
    "web-sys",
    "js-sys",
    "console_error_panic_hook",
];

/// A floor: a package, and what it may depend on outside its tests.
const FLOORS: [(&str, &[&str]); 2] = [
    ("skinlab-core", &["glam"]),
    (
        "skinlab-gpu",
        &["skinlab-core", "wgpu", "bytemuck", "thiserror"],
    ),
];

/// Breaches in the output of `cargo metadata`.
pub(super) fn dependencies(metadata: &Value) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let floor = FLOORS.iter().find(|(floor, _)| *floor == name);
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let on = dependency["name"].as_str().unwrap_or_default();
            let is_test = dependency["kind"] == "dev";
            if let Some((_, allowed)) = floor
                && !is_test
                && !allowed.contains(&on)
            {
                let what = format!("may depend on {} alone, not on {on}", allowed.join(", "));
                violations.push(Violation::new(name, 0, what));
            } else if BROWSER.contains(&on) && !TOP.contains(&name) {
                let what = format!("depends on {on}, which only {} may name", TOP.join(" and "));
                violations.push(Violation::new(name, 0, what));
            }
        }
    }
    for (floor, _) in FLOORS {
        let known = metadata["packages"].as_array().into_iter().flatten();
        if !known.clone().any(|package| package["name"] == floor) {
            violations.push(Violation::new(
                floor,
                0,
                "is no package of this workspace any more",
            ));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn with(extra: &Value) -> Value {
        json!({ "packages": [
            { "name": "skinlab-core", "dependencies": [
                { "name": "glam", "kind": null }, { "name": "gltf", "kind": "dev" } ] },
            { "name": "skinlab-gpu", "dependencies": [
                { "name": "skinlab-core", "kind": null }, { "name": "wgpu", "kind": null } ] },
            extra,
        ] })
    }

    #[test]
    fn the_allowed_passes() {
        let web = json!({ "name": "skinlab-web", "dependencies": [{ "name": "web-sys" }] });
        assert_eq!(dependencies(&with(&web)), []);
    }

    #[test]
    fn a_second_dependency_of_core_is_caught() {
        let mut metadata = with(&Value::Null);
        metadata["packages"][0]["dependencies"][0]["name"] = "rand".into();
        let found = dependencies(&metadata);
        assert_eq!(found.len(), 1);
        assert!(
            found[0]
                .to_string()
                .contains("skinlab-core: may depend on glam alone, not on rand")
        );
    }

    #[test]
    fn the_browser_is_caught_below_web_even_in_tests() {
        for (package, kind) in [("xtask", json!(null)), ("skinlab-gpu2", json!("dev"))] {
            let extra = json!({ "name": package, "dependencies": [
                { "name": "web-sys", "kind": kind } ] });
            assert_eq!(dependencies(&with(&extra)).len(), 1, "{package}");
        }
    }

    #[test]
    fn a_floor_that_is_gone_is_caught() {
        assert_eq!(dependencies(&json!({ "packages": [] })).len(), 2);
    }
}
