//! The structs of the shaders, as Rust sees them. A test parses the shaders and compares offsets,
//! sizes and strides, so that neither side can move alone.

use bytemuck::{Pod, Zeroable};
use skinlab_core::dual_palette::DualRows;
use skinlab_core::kernel::SkinnedVertex;
use skinlab_core::palette::Rows;

/// `Vertex`: 24 bytes, position (metres) then normal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Vertex {
    /// Position in metres.
    pub position: [f32; 3],
    /// Unit normal, or zero.
    pub normal: [f32; 3],
}

/// `PackedVertex`: 16 bytes, position (metres) then the word of a normal ([`crate::pack_normal`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PackedVertex {
    /// Position in metres.
    pub position: [f32; 3],
    /// Normal, folded onto a square of 16 bits a side.
    pub normal: u32,
}

impl From<&SkinnedVertex> for PackedVertex {
    fn from(vertex: &SkinnedVertex) -> Self {
        Self {
            position: vertex.position,
            normal: crate::pack_normal(vertex.normal),
        }
    }
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

/// `Joint` of dual-quaternion skinning: 32 bytes, the real part and the dual part of a motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DualJoint {
    /// x, y, z, w of the real part, then of the dual part.
    pub rows: DualRows,
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

/// `Solid`: what the shaders in space need to know of one mesh. See `solid.wgsl` for the units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Solid {
    /// From world to clip space, column by column.
    pub clip_from_world: [f32; 16],
    /// Fill where the parent holds all.
    pub parent_fill: [f32; 4],
    /// Fill where each holds half.
    pub mid_fill: [f32; 4],
    /// Fill where the child holds all.
    pub child_fill: [f32; 4],
    /// Lines along edges.
    pub edge: [f32; 4],
    /// The unit vector towards the lamp.
    pub towards_lamp: [f32; 3],
    /// What the lamp adds where it falls in straight.
    pub lamp: f32,
    /// What comes from straight below.
    pub ground: f32,
    /// What comes from straight above.
    pub sky: f32,
    /// Nothing; a uniform's size is a multiple of 16.
    pub padding: [f32; 2],
}

#[cfg(test)]
mod tests;
