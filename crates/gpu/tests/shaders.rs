//! The shaders as they ship against the shaders as people read them.

#[path = "../build/strip.rs"]
mod strip;

mod common;

use common::{DUAL_QUAT, LINEAR, shader};
use naga::back::wgsl::{WriterFlags, write_string};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use skinlab_gpu::wgsl;
use std::path::Path;

/// What a text means, written out anew: equal for equal modules, whatever their blanks and comments.
fn meaning(source: &str) -> String {
    let module = naga::front::wgsl::parse_str(source).expect("the shader parses");
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .expect("the shader is valid");
    write_string(&module, &info, WriterFlags::EXPLICIT_TYPES).expect("it can be written")
}

/// Every module: its parts, and its text as it ships.
fn modules() -> [(Vec<&'static str>, String); 5] {
    [
        (LINEAR.to_vec(), wgsl::linear()),
        (DUAL_QUAT.to_vec(), wgsl::dual_quat()),
        (vec!["vertex", "edges"], wgsl::edges()),
        (vec!["colour", "figure"], wgsl::figure()),
        (vec!["colour", "unit", "solid"], wgsl::solid()),
    ]
}

#[test]
fn what_ships_means_what_people_read() {
    for (parts, shipped) in modules() {
        let read = shader(&parts);
        assert_eq!(meaning(&read), meaning(&shipped), "{parts:?}");
        assert!(
            !shipped.contains("//") && !shipped.contains("  "),
            "{parts:?}"
        );
        assert!(shipped.len() < read.len());
        println!(
            "{parts:?}: {} bytes read, {} shipped",
            read.len(),
            shipped.len()
        );
    }
}

#[test]
fn another_meaning_is_noticed() {
    let source = shader(&LINEAR);
    let other = source.replace("m[1] += weight * rows[1]", "m[1] += weight * rows[2]");
    assert_ne!(source, other);
    assert_ne!(meaning(&source), meaning(&other));
}

#[test]
fn every_file_is_part_of_a_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let used: Vec<&str> = modules().into_iter().flat_map(|(parts, _)| parts).collect();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        assert!(stem.is_some_and(|stem| used.contains(&stem)), "{stem:?}");
        seen += 1;
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn stripping_keeps_operators_apart() {
    let text = "  fn f(a: i32) -> i32 {\n    // why\n    return a - -1; // what\n}\n";
    assert_eq!(strip::strip(text), "fn f(a:i32)-> i32{return a - -1;}\n");
    assert_eq!(
        strip::strip("let v: vec3<f32> = b;"),
        "let v:vec3<f32> = b;\n"
    );
    assert_eq!(strip::strip(""), "\n");
}
