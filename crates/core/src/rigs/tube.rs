//! A tube along +x around two joints, for twisting: rings of vertices that share by a band.

use crate::mesh::{Mesh, MeshError};
use crate::rigs::arm::{L1, L2};
use crate::weights::{Band, Influence};
use glam::{DAffine3, DVec3};
use std::f64::consts::TAU;

/// Radius of the tube, metres.
pub const RADIUS: f64 = 0.18;

/// The joint matrices (`J` = 2) when the child is twisted by `phi` radians about the tube's axis.
///
/// Both joints lie on the axis, so the child's joint matrix is the rotation itself.
#[must_use]
pub fn twist(phi: f64) -> [DAffine3; 2] {
    [DAffine3::IDENTITY, DAffine3::from_rotation_x(phi)]
}

/// The tube as a mesh of `rings × segments` vertices with outward normals.
///
/// # Errors
///
/// None in practice; the signature is [`Mesh::new`]'s.
pub fn mesh(rings: usize, segments: usize, half_width: f64) -> Result<Mesh, MeshError> {
    let band = Band {
        pivot: L1,
        half_width,
    };
    let mut positions = Vec::with_capacity(rings * segments);
    let mut normals = Vec::with_capacity(rings * segments);
    let mut influences: Vec<[Influence; 2]> = Vec::with_capacity(rings * segments);
    for ring in 0..rings {
        let x = (L1 + L2) * ring as f64 / (rings.max(2) - 1) as f64;
        for segment in 0..segments {
            let (sin, cos) = (TAU * segment as f64 / segments as f64).sin_cos();
            let outward = DVec3::new(0.0, cos, sin);
            positions.push(DVec3::new(x, 0.0, 0.0) + RADIUS * outward);
            normals.push(outward);
            influences.push(band.influences(x));
        }
    }
    Mesh::new(positions, normals, &influences, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_lies_on_the_tube() {
        let mesh = mesh(9, 12, 0.25).expect("constant");
        assert_eq!(mesh.len(), 108);
        for (p, n) in mesh.positions().iter().zip(mesh.normals()) {
            assert!((p.y.hypot(p.z) - RADIUS).abs() < 1e-12);
            assert!((n.length() - 1.0).abs() < 1e-12);
        }
    }
}
