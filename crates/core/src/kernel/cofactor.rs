//! Linear blend skinning in `f32` with exact normals: what [`super::linear`] does, and for the normal the
//! cofactors of the blended matrix. It is here to be timed against the plain kernel; no figure draws by it.

use super::linear::{blend, unit_or_zero};
use super::{KernelError, PackedMesh, SkinnedVertex, check_lengths};
use crate::palette::Rows;
use glam::{Vec3, Vec3A, Vec4};

/// Skins every vertex of `mesh` (`V`) with the joint matrices `palette` (`J` × 3 rows) into `out` (`V`).
///
/// The cofactor matrix is the determinant times the inverse transpose. Once a normal is made unit length
/// the determinant has gone, so that no division by it is needed and a flat blend is no special case;
/// only a mirroring joint, whose determinant is negative, comes out with its normals turned about.
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

// region: cofactor
/// Moves one rest vertex by the blended matrix `m`, and its normal by the cofactors: the cross products
/// of `m`'s rows, two by two.
#[inline]
fn transform(m: [Vec4; 3], rest: &SkinnedVertex) -> SkinnedVertex {
    let p = Vec3::from_array(rest.position).extend(1.0);
    let position = Vec3::new(m[0].dot(p), m[1].dot(p), m[2].dot(p));
    let [a, b, c] = m.map(Vec3A::from_vec4);
    let n = Vec3A::from_array(rest.normal);
    let normal = Vec3::new(b.cross(c).dot(n), c.cross(a).dot(n), a.cross(b).dot(n));
    SkinnedVertex {
        position: position.to_array(),
        normal: unit_or_zero(normal).to_array(),
    }
}
// endregion: cofactor

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::linear;
    use crate::bound;
    use crate::palette::Palette;
    use crate::rigs::tube;
    use glam::{DAffine3, DVec3};

    #[test]
    fn cofactors_give_the_normal_of_the_inverse_transpose() {
        let joints = vec![
            DAffine3::from_scale(DVec3::new(3.0, 1.0, 0.5)),
            DAffine3::from_rotation_y(2.0),
        ];
        let mesh = tube::mesh(25, 16, 0.4).expect("constant");
        let palette = Palette::from_joint_matrices(joints);
        let packed = PackedMesh::new(&mesh);
        let mut out = vec![SkinnedVertex::default(); mesh.len()];
        skin(palette.rows(), &packed, &mut out).expect("lengths agree");
        let mut plain = out.clone();
        super::super::linear::skin(palette.rows(), &packed, &mut plain).expect("lengths agree");
        let mut told_apart = 0;
        for (vertex, &n) in mesh.normals().iter().enumerate() {
            let influences = mesh.influences(vertex);
            let exact = linear::exact_normal(palette.joints(), influences, n).expect("not flat");
            let bound = bound::cofactor::normal(palette.joints(), influences, n);
            let off = |out: &[SkinnedVertex]| {
                let normal = Vec3::from_array(out[vertex].normal).as_dvec3();
                (normal - exact).abs().max_element()
            };
            assert!(off(&out) <= bound, "{vertex}");
            assert_eq!(out[vertex].position, plain[vertex].position);
            told_apart += usize::from(off(&plain) > bound);
        }
        assert!(told_apart > mesh.len() / 2);
    }

    #[test]
    fn refuses_what_the_plain_kernel_refuses() {
        let mesh = tube::mesh(2, 3, 0.1).expect("constant");
        let packed = PackedMesh::new(&mesh);
        let rows = [[[0.0; 4]; 3]; 2];
        let mut short = [SkinnedVertex::default()];
        assert!(skin(&rows[..1], &packed, &mut short).is_err());
        assert!(skin(&rows, &packed, &mut short).is_err());
    }
}
