//! Dual-quaternion skinning in `f32`, a batch at a time. Twin of the GPU crate's `dual_quat.wgsl`: the
//! same operations in the same order, so that the two can be read side by side.

use super::{KernelError, PackedMesh, SkinnedVertex, check_lengths};
use crate::dual_palette::DualRows;
use glam::{Vec3A, Vec4};

/// Skins every vertex of `mesh` (`V`) with the motions `palette` (`J` × 2 rows) into `out` (`V`).
///
/// Does not allocate. Normals keep the length that they have in the mesh.
///
/// # Errors
///
/// Refuses a palette with fewer joints than the mesh names, and an output of another length.
pub fn skin(
    palette: &[DualRows],
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
fn batch<const K: usize>(palette: &[DualRows], mesh: &PackedMesh, out: &mut [SkinnedVertex]) {
    let groups = mesh.slots() / K;
    let (joints, _) = mesh.joints().as_chunks::<K>();
    let (weights, _) = mesh.weights().as_chunks::<K>();
    let slots = joints
        .chunks_exact(groups)
        .zip(weights.chunks_exact(groups));
    for ((rest, (joints, weights)), out) in mesh.rest().iter().zip(slots).zip(out) {
        let pivot = Vec4::from_array(palette[heaviest(joints, weights)][0]);
        let mut blended = [Vec4::ZERO; 2];
        for (joints, weights) in joints.iter().zip(weights) {
            blend(palette, pivot, joints, weights, &mut blended);
        }
        *out = transform(unit(blended), rest);
    }
}

// region: kernel
/// The joint of the largest weight; of several, the lowest.
#[inline]
fn heaviest<const K: usize>(joints: &[[u16; K]], weights: &[[f32; K]]) -> usize {
    let mut pivot = joints[0][0];
    let mut most = weights[0][0];
    for (&joint, &weight) in joints.as_flattened().iter().zip(weights.as_flattened()) {
        if weight > most || (weight == most && joint < pivot) {
            pivot = joint;
            most = weight;
        }
    }
    usize::from(pivot)
}

/// Adds the weighted motions of `K` influences, each brought to the side of the pivot.
#[inline]
fn blend<const K: usize>(
    palette: &[DualRows],
    pivot: Vec4,
    joints: &[u16; K],
    weights: &[f32; K],
    b: &mut [Vec4; 2],
) {
    for (&joint, &weight) in joints.iter().zip(weights) {
        let [real, dual] = palette[usize::from(joint)].map(Vec4::from_array);
        let near = if real.dot(pivot) < 0.0 {
            -weight
        } else {
            weight
        };
        b[0] += near * real;
        b[1] += near * dual;
    }
}

/// Divides by the length of the real part. A sum without direction becomes zero, which moves nothing:
/// the smallest normal `f32` keeps 0 / 0 away.
#[inline]
fn unit(b: [Vec4; 2]) -> [Vec4; 2] {
    let scale = 1.0 / b[0].length_squared().max(f32::MIN_POSITIVE).sqrt();
    [scale * b[0], scale * b[1]]
}

/// Moves one rest vertex: turned by the real part (r, w), then moved by twice the vector part of the
/// dual part (d, e) times the conjugate of the real one.
#[inline]
fn transform([real, dual]: [Vec4; 2], rest: &SkinnedVertex) -> SkinnedVertex {
    let (r, w) = (Vec3A::from_vec4(real), real.w);
    let (d, e) = (Vec3A::from_vec4(dual), dual.w);
    let translation = 2.0 * (w * d - e * r + r.cross(d));
    let position = turn(r, w, Vec3A::from_array(rest.position)) + translation;
    let normal = turn(r, w, Vec3A::from_array(rest.normal));
    SkinnedVertex {
        position: position.to_array(),
        normal: normal.to_array(),
    }
}

/// Turns `v` by the unit quaternion (r, w).
#[inline]
fn turn(r: Vec3A, w: f32, v: Vec3A) -> Vec3A {
    v + 2.0 * r.cross(r.cross(v) + w * v)
}
// endregion: kernel

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dual_palette::DualPalette;
    use crate::mesh::Mesh;
    use crate::weights::Influence;
    use glam::{DAffine3, DVec3};

    fn palette() -> DualPalette {
        let joints: Vec<_> = (0..12)
            .map(|joint| DAffine3::from_translation(DVec3::X * f64::from(joint)))
            .collect();
        DualPalette::from_joint_matrices(&joints).expect("rigid")
    }

    #[test]
    fn every_slot_count_counts_every_slot() {
        for influences in 1..=11_u16 {
            let list: Vec<_> = (0..influences)
                .map(|joint| Influence::new(joint, 1.0 / f64::from(influences)))
                .collect();
            let lists = [list.clone(), list.clone(), list];
            let mesh = Mesh::new(vec![DVec3::Y; 3], vec![DVec3::Z; 3], &lists, 12).expect("valid");
            for slots in [influences, influences + 3].map(usize::from) {
                let packed = PackedMesh::with_slots(&mesh, slots).expect("wide enough");
                let mut out = vec![SkinnedVertex::default(); 3];
                skin(palette().rows(), &packed, &mut out).expect("lengths agree");
                let mean = f32::from(influences - 1) / 2.0;
                for vertex in out {
                    assert!((vertex.position[0] - mean).abs() < 1e-5, "{influences}");
                    assert_eq!(vertex.position[1..], [1.0, 0.0]);
                    assert_eq!(vertex.normal, [0.0, 0.0, 1.0]);
                }
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
    fn weights_that_are_all_zero_leave_the_vertex_where_it_was() {
        let none = [Influence::new(3, 0.0), Influence::new(5, 0.0)];
        let mesh = Mesh::with_unchecked_sums(vec![DVec3::Y], vec![], &[none], 12).expect("valid");
        let mut out = [SkinnedVertex::default()];
        skin(palette().rows(), &PackedMesh::new(&mesh), &mut out).expect("lengths agree");
        assert_eq!(out[0].position, [0.0, 1.0, 0.0]);
        assert_eq!(out[0].normal, [0.0; 3]);
    }
}
