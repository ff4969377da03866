use super::*;
use crate::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ShaderStage, TypeInner};
use std::mem::{offset_of, size_of};

type Field = (&'static str, usize);

fn parse(source: &str) -> Module {
    let module = naga::front::wgsl::parse_str(source).expect("the shader parses");
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .expect("the shader is valid");
    module
}

/// Compares a struct of a shader with its Rust twin: names, offsets, size.
fn compare(module: &Module, name: &str, fields: &[Field], size: usize) -> Result<(), String> {
    let (_, found) = module
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some(name))
        .ok_or_else(|| format!("no struct {name}"))?;
    let TypeInner::Struct { members, span } = &found.inner else {
        return Err(format!("{name} is no struct"));
    };
    let theirs: Vec<_> = members
        .iter()
        .map(|member| (member.name.as_deref().unwrap_or(""), member.offset as usize))
        .collect();
    if theirs != fields {
        return Err(format!(
            "{name}: the shader has {theirs:?}, Rust has {fields:?}"
        ));
    }
    if *span as usize != size {
        return Err(format!(
            "{name}: {span} bytes in the shader, {size} in Rust"
        ));
    }
    Ok(())
}

/// The bytes from one element to the next of a storage buffer that is a runtime array.
fn stride(module: &Module, buffer: &str) -> usize {
    let (_, variable) = module
        .global_variables
        .iter()
        .find(|(_, variable)| variable.name.as_deref() == Some(buffer))
        .expect("the buffer is declared");
    assert!(matches!(variable.space, AddressSpace::Storage { .. }));
    match module.types[variable.ty].inner {
        TypeInner::Array { stride, .. } => stride as usize,
        ref other => panic!("{buffer} is {other:?} and not an array"),
    }
}

fn vertex_fields() -> [Field; 2] {
    [
        ("position", offset_of!(Vertex, position)),
        ("normal", offset_of!(Vertex, normal)),
    ]
}

/// What both skinning shaders have in common.
fn check_skinning(module: &Module, joint: [Field; 1], joint_size: usize) {
    let packed = [
        ("position", offset_of!(PackedVertex, position)),
        ("normal", offset_of!(PackedVertex, normal)),
    ];
    for (name, fields, size) in [
        ("Vertex", &vertex_fields()[..], size_of::<Vertex>()),
        ("PackedVertex", &packed, size_of::<PackedVertex>()),
        ("Joint", &joint, joint_size),
    ] {
        assert_eq!(compare(module, name, fields, size), Ok(()));
    }
    for (buffer, size) in [
        ("palette", joint_size),
        ("rest_vertices", size_of::<SkinnedVertex>()),
        ("packed_vertices", size_of::<PackedVertex>()),
        ("influences", size_of::<u32>()),
        ("skinned_vertices", size_of::<SkinnedVertex>()),
    ] {
        assert_eq!(stride(module, buffer), size, "{buffer}");
    }
    let entries: Vec<_> = module
        .entry_points
        .iter()
        .map(|entry| (entry.name.as_str(), entry.stage, entry.workgroup_size))
        .collect();
    let compute = ShaderStage::Compute;
    assert_eq!(
        entries,
        [
            ("skin", compute, [64, 1, 1]),
            ("skin_packed", compute, [64, 1, 1])
        ]
    );
}

#[test]
fn the_skinning_shaders_agree() {
    let rows = [("rows", offset_of!(Joint, rows))];
    assert_eq!(size_of::<Joint>(), size_of::<Rows>());
    check_skinning(&parse(&wgsl::linear()), rows, size_of::<Joint>());
    let rows = [("rows", offset_of!(DualJoint, rows))];
    assert_eq!(size_of::<DualJoint>(), size_of::<DualRows>());
    check_skinning(&parse(&wgsl::dual_quat()), rows, size_of::<DualJoint>());
}

#[test]
fn the_edge_shader_agrees() {
    let module = parse(&wgsl::edges());
    assert_eq!(
        compare(&module, "Vertex", &vertex_fields(), size_of::<Vertex>()),
        Ok(())
    );
    assert_eq!(stride(&module, "skinned_vertices"), size_of::<Vertex>());
    assert_eq!(stride(&module, "edges"), size_of::<Edge>());
    assert_eq!(stride(&module, "ends"), size_of::<Ends>());
    assert_eq!(module.entry_points[0].workgroup_size, [64, 1, 1]);
}

fn frame_fields() -> [Field; 11] {
    [
        ("origin", offset_of!(Frame, origin)),
        ("size", offset_of!(Frame, size)),
        ("metre", offset_of!(Frame, metre)),
        ("dpr", offset_of!(Frame, dpr)),
        ("parent_fill", offset_of!(Frame, parent_fill)),
        ("mid_fill", offset_of!(Frame, mid_fill)),
        ("child_fill", offset_of!(Frame, child_fill)),
        ("edge", offset_of!(Frame, edge)),
        ("hatch", offset_of!(Frame, hatch)),
        ("parent_marker", offset_of!(Frame, parent_marker)),
        ("child_marker", offset_of!(Frame, child_marker)),
    ]
}

fn solid_fields() -> [Field; 9] {
    [
        ("clip_from_world", offset_of!(Solid, clip_from_world)),
        ("parent_fill", offset_of!(Solid, parent_fill)),
        ("mid_fill", offset_of!(Solid, mid_fill)),
        ("child_fill", offset_of!(Solid, child_fill)),
        ("edge", offset_of!(Solid, edge)),
        ("towards_lamp", offset_of!(Solid, towards_lamp)),
        ("lamp", offset_of!(Solid, lamp)),
        ("ground", offset_of!(Solid, ground)),
        ("sky", offset_of!(Solid, sky)),
    ]
}

#[test]
fn the_drawing_shaders_agree() {
    assert_eq!(
        compare(
            &parse(&wgsl::figure()),
            "Frame",
            &frame_fields(),
            size_of::<Frame>()
        ),
        Ok(())
    );
    assert_eq!(
        compare(
            &parse(&wgsl::solid()),
            "Solid",
            &solid_fields(),
            size_of::<Solid>()
        ),
        Ok(())
    );
}

#[test]
fn no_vertex_shader_reads_a_storage_buffer() {
    for source in [wgsl::figure(), wgsl::solid()] {
        let module = parse(&source);
        let storage = |(_, variable): (_, &naga::GlobalVariable)| {
            matches!(variable.space, AddressSpace::Storage { .. })
        };
        assert!(!module.global_variables.is_empty());
        assert!(!module.global_variables.iter().any(storage));
    }
}

#[test]
fn no_shader_calls_trigonometry() {
    // WGSL lets sin and cos err by 2^-11, which no bound here allows for.
    for source in [
        wgsl::linear(),
        wgsl::dual_quat(),
        wgsl::edges(),
        wgsl::figure(),
        wgsl::solid(),
    ] {
        for name in ["sin(", "cos(", "tan(", "atan2("] {
            assert!(!source.contains(name), "{name}");
        }
    }
}

/// The text with a part of it changed, which must be there.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "the shader no longer says {from}");
    text.replace(from, to)
}

#[test]
fn a_field_that_moves_is_noticed() {
    let rows = [("rows", 0)];
    let moved = changed(&wgsl::linear(), "rows:array", "pad:vec4<f32>,rows:array");
    assert!(compare(&parse(&moved), "Joint", &rows, 48).is_err());
    let moved = changed(
        &wgsl::dual_quat(),
        "vec4<f32>,2>,}",
        "vec4<f32>,2>,pad:f32,}",
    );
    assert!(compare(&parse(&moved), "Joint", &rows, 32).is_err());
    let padded = changed(
        &wgsl::edges(),
        "position:array<f32,3>,normal:array<f32,3>",
        "position:vec3<f32>,normal:vec3<f32>",
    );
    assert!(compare(&parse(&padded), "Vertex", &vertex_fields(), 24).is_err());
    let swap = ("edge:vec4<f32>,hatch:", "hatch:vec4<f32>,edge:");
    let swapped = changed(&wgsl::figure(), swap.0, swap.1);
    let size = size_of::<Frame>();
    assert!(compare(&parse(&swapped), "Frame", &frame_fields(), size).is_err());
    let swapped = changed(&wgsl::solid(), "ground:f32,sky:", "sky:f32,ground:");
    let size = size_of::<Solid>();
    assert!(compare(&parse(&swapped), "Solid", &solid_fields(), size).is_err());
}
