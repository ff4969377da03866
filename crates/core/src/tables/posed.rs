//! A vertex as an engine left it, in the precision in which tables read it.

use crate::kernel::SkinnedVertex;
use glam::DVec3;

/// One skinned vertex: what every engine returns, so that one reading serves them all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// Position, metres.
    pub position: DVec3,
    /// Unit normal; zero where the mesh has none, or where blending has left none.
    pub normal: DVec3,
}

impl Posed {
    /// A vertex that an engine did not return: no comparison with it holds.
    pub const MISSING: Self = Self {
        position: DVec3::NAN,
        normal: DVec3::NAN,
    };
}

impl From<&SkinnedVertex> for Posed {
    fn from(vertex: &SkinnedVertex) -> Self {
        Self {
            position: widen(vertex.position),
            normal: widen(vertex.normal),
        }
    }
}

/// A single-precision vector in double precision.
#[must_use]
pub fn widen(vector: [f32; 3]) -> DVec3 {
    DVec3::from_array(vector.map(f64::from))
}
