//! Linear blend skinning: the weighted sum of what each joint alone would do with the vertex.

use crate::mesh::Mesh;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// `p′ = Σ w_i · S_i · p` for one rest position `p` (metres).
///
/// `joints` holds the joint matrices (`J`); every influence must name one of them, which
/// [`Mesh`] has checked for its own.
///
/// # Panics
///
/// If an influence names a joint at or past `joints.len()`.
///
/// Source: Akenine-Möller et al., *Real-Time Rendering*, 4th ed., eq. 4.59.
// region: linear-blend
#[must_use]
pub fn position(joints: &[DAffine3], influences: &[Influence], p: DVec3) -> DVec3 {
    influences
        .iter()
        .map(|i| i.weight * joints[usize::from(i.joint)].transform_point3(p))
        .sum()
}
// endregion: linear-blend

/// The unit normal after blending: `Σ w_i · S_i · n` without translation, made unit length again.
///
/// Engines use the plain blended matrix and not its inverse transpose; that is exact where the blend
/// is a rotation with uniform scale, and an approximation elsewhere. A blend that collapses the
/// normal to zero leaves it zero.
///
/// # Panics
///
/// As [`position`].
#[must_use]
pub fn normal(joints: &[DAffine3], influences: &[Influence], n: DVec3) -> DVec3 {
    let blended: DVec3 = influences
        .iter()
        .map(|i| i.weight * joints[usize::from(i.joint)].transform_vector3(n))
        .sum();
    blended.normalize_or_zero()
}

/// Every position of `mesh` (`V`) under the joint matrices `joints`; `out` is overwritten.
///
/// # Panics
///
/// If `joints` has fewer matrices than the mesh names.
pub fn positions(joints: &[DAffine3], mesh: &Mesh, out: &mut Vec<DVec3>) {
    out.clear();
    out.extend(
        mesh.positions()
            .iter()
            .enumerate()
            .map(|(vertex, &p)| position(joints, mesh.influences(vertex), p)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_and_three_quarters() {
        let joints = [
            DAffine3::from_translation(DVec3::new(10.0, 0.0, 0.0)),
            DAffine3::from_translation(DVec3::new(6.0, 8.0, 0.0)),
        ];
        let influences = [Influence::new(0, 0.25), Influence::new(1, 0.75)];
        assert_eq!(
            position(&joints, &influences, DVec3::ZERO),
            DVec3::new(7.0, 6.0, 0.0)
        );
    }

    #[test]
    fn opposite_rotations_cancel() {
        let joints = [
            DAffine3::IDENTITY,
            DAffine3::from_rotation_z(std::f64::consts::PI),
        ];
        let influences = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        assert!(position(&joints, &influences, DVec3::X).length() < 1e-15);
        assert!(normal(&joints, &influences, DVec3::Y).length() < 1.0 + 1e-15);
    }

    #[test]
    fn normals_ignore_translation() {
        let joints = [DAffine3::from_translation(DVec3::new(5.0, 5.0, 5.0))];
        assert_eq!(
            normal(&joints, &[Influence::new(0, 1.0)], DVec3::Z),
            DVec3::Z
        );
    }
}
