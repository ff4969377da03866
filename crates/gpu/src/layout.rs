//! The structs of the shaders, as Rust sees them. A test parses the shaders and compares offsets,
//! sizes and strides, so that neither side can move alone.

use bytemuck::{Pod, Zeroable};
use skinlab_core::kernel::SkinnedVertex;
use skinlab_core::palette::Rows;

/// The source of the compute shader that skins.
pub const LINEAR_WGSL: &str = include_str!("../shaders/linear.wgsl");

/// The source of the compute shader that gathers the ends of cell edges.
pub const EDGES_WGSL: &str = include_str!("../shaders/edges.wgsl");

/// The source of the shaders that draw a figure.
pub const FIGURE_WGSL: &str = include_str!("../shaders/figure.wgsl");

/// `Vertex`: 24 bytes, position (metres) then normal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Vertex {
    /// Position in metres.
    pub position: [f32; 3],
    /// Unit normal, or zero.
    pub normal: [f32; 3],
}

impl From<&SkinnedVertex> for Vertex {
    fn from(vertex: &SkinnedVertex) -> Self {
        Self {
            position: vertex.position,
            normal: vertex.normal,
        }
    }
}

impl From<Vertex> for SkinnedVertex {
    fn from(vertex: Vertex) -> Self {
        Self {
            position: vertex.position,
            normal: vertex.normal,
        }
    }
}

/// `Joint`: 48 bytes, the first three rows of a joint matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Joint {
    /// Three rows of four.
    pub rows: Rows,
}

/// An edge: the two vertices that it joins.
pub type Edge = [u32; 2];

/// The ends of an edge: x, y of the first, x, y of the second, metres.
pub type Ends = [f32; 4];

/// `Frame`: what the drawing shaders need to know of a picture. See `figure.wgsl` for the units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Frame {
    /// The world's origin, device pixels.
    pub origin: [f32; 2],
    /// The picture, device pixels.
    pub size: [f32; 2],
    /// Device pixels a metre.
    pub metre: f32,
    /// Device pixels a CSS pixel.
    pub dpr: f32,
    /// Nothing; the colours start at a multiple of 16.
    pub padding: [f32; 2],
    /// Fill where the parent holds all.
    pub parent_fill: [f32; 4],
    /// Fill where each holds half.
    pub mid_fill: [f32; 4],
    /// Fill where the child holds all.
    pub child_fill: [f32; 4],
    /// Cell edges.
    pub edge: [f32; 4],
    /// Hatching.
    pub hatch: [f32; 4],
    /// Discs.
    pub parent_marker: [f32; 4],
    /// Diamonds.
    pub child_marker: [f32; 4],
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn the_skinning_shader_agrees() {
        let module = parse(LINEAR_WGSL);
        assert_eq!(
            compare(&module, "Vertex", &vertex_fields(), size_of::<Vertex>()),
            Ok(())
        );
        let joint = [("rows", offset_of!(Joint, rows))];
        assert_eq!(
            compare(&module, "Joint", &joint, size_of::<Joint>()),
            Ok(())
        );
        assert_eq!(stride(&module, "palette"), size_of::<Rows>());
        assert_eq!(stride(&module, "rest_vertices"), size_of::<SkinnedVertex>());
        assert_eq!(
            stride(&module, "skinned_vertices"),
            size_of::<SkinnedVertex>()
        );
        assert_eq!(stride(&module, "influences"), size_of::<u32>());
        let entry = &module.entry_points[0];
        assert_eq!(
            (entry.stage, entry.workgroup_size),
            (ShaderStage::Compute, [64, 1, 1])
        );
    }

    #[test]
    fn the_edge_shader_agrees() {
        let module = parse(EDGES_WGSL);
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

    #[test]
    fn the_drawing_shaders_agree() {
        let module = parse(FIGURE_WGSL);
        assert_eq!(
            compare(&module, "Frame", &frame_fields(), size_of::<Frame>()),
            Ok(())
        );
    }

    #[test]
    fn no_vertex_shader_reads_a_storage_buffer() {
        let module = parse(FIGURE_WGSL);
        let storage = |(_, variable): (_, &naga::GlobalVariable)| {
            matches!(variable.space, AddressSpace::Storage { .. })
        };
        assert!(!module.global_variables.iter().any(storage));
    }

    #[test]
    fn no_shader_calls_trigonometry() {
        // WGSL lets sin and cos err by 2^-11, which no bound here allows for.
        for source in [LINEAR_WGSL, EDGES_WGSL, FIGURE_WGSL] {
            for name in ["sin(", "cos(", "tan(", "atan2("] {
                assert!(!source.contains(name), "{name}");
            }
        }
    }

    #[test]
    fn a_field_that_moves_is_noticed() {
        let rows = [("rows", 0)];
        let moved = LINEAR_WGSL.replace("    rows: array", "    pad: vec4<f32>,\n    rows: array");
        assert!(compare(&parse(&moved), "Joint", &rows, 48).is_err());
        let padded = LINEAR_WGSL
            .replace("position: array<f32, 3>", "position: vec3<f32>")
            .replace("normal: array<f32, 3>", "normal: vec3<f32>")
            .replace("array(position.x, position.y, position.z)", "position")
            .replace("array(normal.x, normal.y, normal.z)", "normal");
        assert!(compare(&parse(&padded), "Vertex", &vertex_fields(), 24).is_err());
        let swapped = FIGURE_WGSL.replace(
            "    edge: vec4<f32>,\n    hatch: vec4<f32>,",
            "    hatch: vec4<f32>,\n    edge: vec4<f32>,",
        );
        let size = size_of::<Frame>();
        assert!(compare(&parse(&swapped), "Frame", &frame_fields(), size).is_err());
    }
}
