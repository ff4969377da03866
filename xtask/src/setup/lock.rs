//! Versions from Cargo.lock.

/// The version of `package`, where the lock file has exactly one entry of that name
/// or the first of them.
pub(super) fn version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::version;

    const LOCK: &str = r#"version = 4

[[package]]
name = "wasm-bindgen-futures"
version = "0.4.80"
dependencies = [
 "wasm-bindgen",
]

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
source = "registry+https://github.com/rust-lang/crates.io-index"
"#;

    #[test]
    fn the_entry_of_exactly_that_name_is_read() {
        assert_eq!(version(LOCK, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(
            version(LOCK, "wasm-bindgen-futures").as_deref(),
            Some("0.4.80")
        );
    }

    #[test]
    fn what_is_not_there_is_not_guessed() {
        assert_eq!(version(LOCK, "wasm"), None);
        assert_eq!(version("", "wasm-bindgen"), None);
    }
}
