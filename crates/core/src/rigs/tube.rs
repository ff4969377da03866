//! A tube along +x around two joints, for twisting: rings of vertices that share by a band.

use crate::mesh::{Mesh, MeshError};
use crate::rigs::arm::{L1, L2};
use crate::weights::{Band, Influence};
use glam::{DAffine3, DVec3};
use std::f64::consts::TAU;

/// Radius of the tube, metres.
pub const RADIUS: f64 = 0.18;

/// Where the child's joint stands on the axis, metres.
pub const JOINT: DVec3 = DVec3::new(L1, 0.0, 0.0);

/// The joint matrices (`J` = 2) when the child is twisted by `phi` radians about the tube's axis.
///
/// Both joints lie on the axis, so the child's joint matrix is the rotation itself.
#[must_use]
pub fn twist(phi: f64) -> [DAffine3; 2] {
    [DAffine3::IDENTITY, DAffine3::from_rotation_x(phi)]
}

/// The joint matrices (`J` = 2) when the child is bent by `theta` radians about +z at its joint.
#[must_use]
pub fn bend(theta: f64) -> [DAffine3; 2] {
    let joint = DAffine3::from_translation(JOINT);
    [
        DAffine3::IDENTITY,
        joint * DAffine3::from_rotation_z(theta) * joint.inverse(),
    ]
}

/// Triangles of the tube of `rings × segments` vertices, three vertex indices each, wound so that they are
/// counterclockwise from outside; both ends stay open.
///
/// # Panics
///
/// If the tube has more vertices than a `u32` counts.
#[must_use]
pub fn triangles(rings: usize, segments: usize) -> Vec<u32> {
    assert!(u32::try_from(rings * segments).is_ok());
    let vertex = |ring: usize, segment: usize| (ring * segments + segment % segments) as u32;
    let mut out = Vec::with_capacity(6 * rings.saturating_sub(1) * segments);
    for ring in 1..rings {
        for segment in 0..segments {
            let [a, b] = [vertex(ring - 1, segment), vertex(ring, segment)];
            let [c, d] = [vertex(ring, segment + 1), vertex(ring - 1, segment + 1)];
            out.extend([a, d, b, b, d, c]);
        }
    }
    out
}

/// The tube as a mesh of `rings × segments` vertices with outward normals.
///
/// # Errors
///
/// None in practice; the signature is [`Mesh::new`]'s.
pub fn mesh(rings: usize, segments: usize, half_width: f64) -> Result<Mesh, MeshError> {
    part([0.0, L1 + L2], rings, segments, half_width)
}

/// The part of the tube from one place to another along the axis (metres), as [`mesh`] makes it.
///
/// # Errors
///
/// Refuses ends that are not finite.
pub fn part(
    [from, to]: [f64; 2],
    rings: usize,
    segments: usize,
    half_width: f64,
) -> Result<Mesh, MeshError> {
    let band = Band {
        pivot: L1,
        half_width,
    };
    let mut positions = Vec::with_capacity(rings * segments);
    let mut normals = Vec::with_capacity(rings * segments);
    let mut influences: Vec<[Influence; 2]> = Vec::with_capacity(rings * segments);
    for ring in 0..rings {
        let x = from + (to - from) * ring as f64 / (rings.max(2) - 1) as f64;
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
    fn triangles_look_outwards() {
        let mesh = mesh(3, 8, 0.25).expect("constant");
        let triangles = triangles(3, 8);
        assert_eq!(triangles.len(), 3 * 2 * 2 * 8);
        for corners in triangles.as_chunks::<3>().0 {
            let [a, b, c] = corners.map(|corner| mesh.positions()[corner as usize]);
            let middle = (a + b + c) / 3.0;
            let outward = DVec3::new(0.0, middle.y, middle.z);
            assert!((b - a).cross(c - a).dot(outward) > 0.0);
        }
    }

    #[test]
    fn a_bend_turns_about_the_joint() {
        let [parent, child] = bend(-std::f64::consts::FRAC_PI_2);
        assert_eq!(parent, DAffine3::IDENTITY);
        assert!((child.transform_point3(JOINT) - JOINT).length() < 1e-15);
        let tip = child.transform_point3(JOINT + DVec3::X);
        assert!((tip - JOINT + DVec3::Y).length() < 1e-15);
    }

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
