//! Linear blend skinning in `f32`, a batch at a time. Twin of the GPU crate's `linear.wgsl`: the same
//! operations in the same order, so that the two can be read side by side.

use super::{KernelError, PackedMesh, SkinnedVertex, check_lengths};
use crate::palette::Rows;
use glam::{Vec3, Vec4};

/// Skins every vertex of `mesh` (`V`) with the joint matrices `palette` (`J` × 3 rows) into `out` (`V`).
///
/// Does not allocate. Normals come out unit length, or zero where the mesh has none.
///
/// # Errors
///
/// Refuses a palette with fewer joints than the mesh names, and an output of another length.
pub fn skin(
    palette: &[Rows],
    mesh: &PackedMesh,
    out: &mut [SkinnedVertex],
) -> Result<(), KernelError> {
    check_lengths(palette.len(), mesh, out.len())?;
    match mesh.slots() {
        // Every vertex has an influence, so only a mesh without vertices has no slots.
        0 => {}
        1 => batch::<1>(palette, mesh, out),
        2 => batch::<2>(palette, mesh, out),
        slots if slots % 4 == 0 => batch::<4>(palette, mesh, out),
        _ => batch::<1>(palette, mesh, out),
    }
    Ok(())
}

/// Runs over the vertices, taking a vertex's slots in groups of `K`.
fn batch<const K: usize>(palette: &[Rows], mesh: &PackedMesh, out: &mut [SkinnedVertex]) {
    let groups = mesh.slots() / K;
    let (joints, _) = mesh.joints().as_chunks::<K>();
    let (weights, _) = mesh.weights().as_chunks::<K>();
    let slots = joints
        .chunks_exact(groups)
        .zip(weights.chunks_exact(groups));
    for ((rest, (joints, weights)), out) in mesh.rest().iter().zip(slots).zip(out) {
        let mut blended = [Vec4::ZERO; 3];
        for (joints, weights) in joints.iter().zip(weights) {
            blend(palette, joints, weights, &mut blended);
        }
        *out = transform(blended, rest);
    }
}

// region: kernel
/// Adds the weighted joint matrices of `K` influences, row by row.
#[inline]
pub(super) fn blend<const K: usize>(
    palette: &[Rows],
    joints: &[u16; K],
    weights: &[f32; K],
    m: &mut [Vec4; 3],
) {
    for (&joint, &weight) in joints.iter().zip(weights) {
        let rows = &palette[usize::from(joint)];
        m[0] += weight * Vec4::from_array(rows[0]);
        m[1] += weight * Vec4::from_array(rows[1]);
        m[2] += weight * Vec4::from_array(rows[2]);
    }
}

/// Moves one rest vertex by the blended matrix.
#[inline]
fn transform(m: [Vec4; 3], rest: &SkinnedVertex) -> SkinnedVertex {
    let p = Vec3::from_array(rest.position).extend(1.0);
    let position = Vec3::new(m[0].dot(p), m[1].dot(p), m[2].dot(p));
    let n = Vec3::from_array(rest.normal).extend(0.0);
    let normal = Vec3::new(m[0].dot(n), m[1].dot(n), m[2].dot(n));
    SkinnedVertex {
        position: position.to_array(),
        normal: unit_or_zero(normal).to_array(),
    }
}
// endregion: kernel

/// Unit length, or zero where there is no direction: the smallest normal `f32` keeps 0 / 0 away.
#[inline]
pub(super) fn unit_or_zero(n: Vec3) -> Vec3 {
    n / n.length_squared().max(f32::MIN_POSITIVE).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use crate::palette::Palette;
    use crate::weights::Influence;
    use glam::{DAffine3, DVec3};

    fn palette() -> Palette {
        Palette::from_joint_matrices(
            (0..12)
                .map(|joint| DAffine3::from_translation(DVec3::X * f64::from(joint)))
                .collect(),
        )
    }

    #[test]
    fn every_slot_count_counts_every_slot() {
        for influences in 1..=11_u16 {
            let list: Vec<_> = (0..influences)
                .map(|joint| Influence::new(joint, 1.0 / f64::from(influences)))
                .collect();
            let mesh = Mesh::new(
                vec![DVec3::Y; 3],
                vec![DVec3::Z; 3],
                &[list.clone(), list.clone(), list],
                12,
            )
            .expect("valid");
            let packed = PackedMesh::new(&mesh);
            let mut out = vec![SkinnedVertex::default(); 3];
            skin(palette().rows(), &packed, &mut out).expect("lengths agree");
            let mean = f64::from(influences - 1) / 2.0;
            for vertex in out {
                assert!(
                    (f64::from(vertex.position[0]) - mean).abs() < 1e-5,
                    "{influences}"
                );
                assert_eq!(
                    vertex.position[1..],
                    [1.0, 0.0][..]
                        .iter()
                        .map(|v| v * vertex.position[1])
                        .collect::<Vec<_>>()[..]
                );
                assert!((vertex.normal[2] - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn refuses_a_short_palette_and_a_wrong_output() {
        let mesh =
            Mesh::new(vec![DVec3::Y], vec![], &[[Influence::new(1, 1.0)]], 2).expect("valid");
        let packed = PackedMesh::new(&mesh);
        let mut out = [SkinnedVertex::default()];
        assert_eq!(
            skin(&palette().rows()[..1], &packed, &mut out),
            Err(KernelError::PaletteTooShort {
                joints: 1,
                needed: 2
            })
        );
        assert_eq!(
            skin(palette().rows(), &packed, &mut []),
            Err(KernelError::OutputLength {
                output: 0,
                vertices: 1
            })
        );
    }

    #[test]
    fn a_mesh_without_normals_gets_none() {
        let mesh =
            Mesh::new(vec![DVec3::Y], vec![], &[[Influence::new(0, 1.0)]], 1).expect("valid");
        let mut out = [SkinnedVertex::default()];
        skin(palette().rows(), &PackedMesh::new(&mesh), &mut out).expect("lengths agree");
        assert_eq!(out[0].normal, [0.0; 3]);
    }
}
