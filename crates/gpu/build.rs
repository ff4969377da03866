//! Writes the shaders as they ship: the page loads their text, so it carries no comments.

#[path = "build/strip.rs"]
mod strip;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=shaders");
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    for entry in fs::read_dir("shaders")? {
        let entry = entry?;
        let source = fs::read_to_string(entry.path())?;
        fs::write(
            Path::new(&out).join(entry.file_name()),
            strip::strip(&source),
        )?;
    }
    Ok(())
}
