//! Linear blend skinning: the weighted sum of what each joint alone would do with the vertex.

use crate::mesh::Mesh;
use crate::weights::Influence;
use glam::{DAffine3, DMat3, DVec3};
use std::fmt;

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

/// The blended 3 × 3 matrix `Σ w_i · S_i`, without translation.
fn matrix(joints: &[DAffine3], influences: &[Influence]) -> DMat3 {
    influences
        .iter()
        .map(|i| joints[usize::from(i.joint)].matrix3 * i.weight)
        .fold(DMat3::ZERO, |sum, matrix| sum + matrix)
}

// region: exact-normal
/// The unit normal that stays at right angles to the surface while the blended matrix moves it: by the
/// inverse transpose of `Σ w_i · S_i`, where [`normal`] uses that matrix itself.
///
/// Exact where the weights do not change along the surface; see [`surface_normal`] for where they do. A
/// normal of zero length stays zero.
///
/// # Errors
///
/// Refuses a blend that squashes the surface flat, so that no inverse is left.
///
/// # Panics
///
/// As [`position`].
///
/// Source: Akenine-Möller et al., *Real-Time Rendering*, 4th ed., §4.1.7.
pub fn exact_normal(
    joints: &[DAffine3],
    influences: &[Influence],
    n: DVec3,
) -> Result<DVec3, NormalError> {
    Ok((inverse_transpose(matrix(joints, influences))? * n).normalize_or_zero())
}
// endregion: exact-normal

// region: surface-normal
/// The unit normal of the skinned surface itself, where the weights change from place to place: by the
/// inverse transpose of the derivative of `Σ w_i(p) · S_i · p`, which has the further term
/// `Σ (S_i · p) ⊗ ∇w_i`.
///
/// `gradients` holds `∇w_i` (per metre) beside each influence; they sum to zero where the weights sum to
/// 1. Where the surface is turned inside out the normal turns with it.
///
/// # Errors
///
/// Refuses another number of gradients than of influences, and a surface that is squashed flat.
///
/// # Panics
///
/// As [`position`].
///
/// Source: Tarini, Panozzo, Sorkine-Hornung, *Accurate and Efficient Lighting for Skinned Models*, 2014.
pub fn surface_normal(
    joints: &[DAffine3],
    influences: &[Influence],
    gradients: &[DVec3],
    p: DVec3,
    n: DVec3,
) -> Result<DVec3, NormalError> {
    if gradients.len() != influences.len() {
        return Err(NormalError::LengthMismatch {
            influences: influences.len(),
            gradients: gradients.len(),
        });
    }
    let mut derivative = matrix(joints, influences);
    for (i, &g) in influences.iter().zip(gradients) {
        let q = joints[usize::from(i.joint)].transform_point3(p);
        derivative += DMat3::from_cols(q * g.x, q * g.y, q * g.z);
    }
    let side = derivative.determinant().signum();
    Ok((inverse_transpose(derivative)? * (n * side)).normalize_or_zero())
}
// endregion: surface-normal

/// What is left of a matrix's volume, as a share of the cube on its longest column, below which
/// [`exact_normal`] and [`surface_normal`] refuse: 2⁻⁴⁰. The entries carry relative errors of some
/// 2⁻⁵³, and inverting multiplies those by at most the reciprocal of this share, so that 13 bits and
/// more stay right in all that is not refused.
pub const FLAT: f64 = 1.0 / 1_099_511_627_776.0;

/// The inverse transpose, or a refusal where there is none to be had.
pub(crate) fn inverse_transpose(matrix: DMat3) -> Result<DMat3, NormalError> {
    let DMat3 {
        x_axis,
        y_axis,
        z_axis,
    } = matrix;
    let longest = x_axis.length().max(y_axis.length()).max(z_axis.length());
    let determinant = matrix.determinant();
    // Written so that a determinant that is not a number is refused as well.
    if determinant.abs() > FLAT * longest.powi(3) {
        Ok(matrix.inverse().transpose())
    } else {
        Err(NormalError::Singular { determinant })
    }
}

/// Why there is no exact normal.
#[derive(Clone, Debug, PartialEq)]
pub enum NormalError {
    /// The blended matrix squashes the surface flat.
    Singular {
        /// Its determinant.
        determinant: f64,
    },
    /// Influences and gradients do not go together.
    LengthMismatch {
        /// Influences given.
        influences: usize,
        /// Gradients given.
        gradients: usize,
    },
}

impl fmt::Display for NormalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Singular { determinant } => write!(
                f,
                "the blended matrix has determinant {determinant}: it squashes the surface flat, and                  a flat matrix has no inverse; bend less or change the weights"
            ),
            Self::LengthMismatch {
                influences,
                gradients,
            } => write!(
                f,
                "{influences} influences but {gradients} gradients: give one gradient an influence"
            ),
        }
    }
}

impl std::error::Error for NormalError {}

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

    #[test]
    fn a_stretch_needs_the_inverse_transpose_and_a_turn_does_not() {
        let own = [Influence::new(0, 1.0)];
        let n = DVec3::new(1.0, 1.0, 0.0).normalize();
        let stretched = [DAffine3::from_scale(DVec3::new(3.0, 1.0, 1.0))];
        let right = DVec3::new(1.0, 3.0, 0.0).normalize();
        let exact = exact_normal(&stretched, &own, n).expect("has an inverse");
        assert!((exact - right).length() < 1e-15);
        assert!(normal(&stretched, &own, n).distance(right) > 0.5);
        let turned = [DAffine3::from_rotation_y(1.0)];
        let exact = exact_normal(&turned, &own, n).expect("has an inverse");
        assert!(exact.distance(normal(&turned, &own, n)) < 1e-15);
        assert_eq!(exact_normal(&turned, &own, DVec3::ZERO), Ok(DVec3::ZERO));
    }

    #[test]
    fn a_mirrored_surface_keeps_its_outside() {
        let mirror = [DAffine3::from_scale(DVec3::new(-1.0, 1.0, 1.0))];
        let own = [Influence::new(0, 1.0)];
        let exact = exact_normal(&mirror, &own, DVec3::X).expect("has an inverse");
        assert_eq!(exact, -DVec3::X);
    }

    #[test]
    fn flat_blends_and_odd_lists_are_refused() {
        let joints = [
            DAffine3::IDENTITY,
            DAffine3::from_rotation_z(std::f64::consts::PI),
        ];
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        let refused = exact_normal(&joints, &half, DVec3::X);
        assert!(matches!(refused, Err(NormalError::Singular { .. })));
        let refused = surface_normal(&joints, &half, &[DVec3::X], DVec3::ZERO, DVec3::X);
        let expected = NormalError::LengthMismatch {
            influences: 2,
            gradients: 1,
        };
        assert!(
            expected
                .to_string()
                .contains("2 influences but 1 gradients")
        );
        assert_eq!(refused, Err(expected));
    }

    /// Against the surface itself: two short steps along it, skinned with the weights that they meet.
    #[test]
    fn the_surface_normal_is_the_surfaces_own() {
        let joints = [DAffine3::IDENTITY, DAffine3::from_rotation_x(2.0)];
        let shares = |x: f64| [Influence::new(0, 1.0 - x), Influence::new(1, x)];
        let at = |x: f64, a: f64| {
            let p = DVec3::new(x, 0.3 * a.cos(), 0.3 * a.sin());
            position(&joints, &shares(x), p)
        };
        let (x, a, h) = (0.3, 0.7_f64, 1e-6);
        let along = at(x + h, a) - at(x - h, a);
        let around = at(x, a + h) - at(x, a - h);
        let stepped = along.cross(around).normalize();
        let n = DVec3::new(0.0, a.cos(), a.sin());
        let p = DVec3::new(x, 0.3 * a.cos(), 0.3 * a.sin());
        let gradients = [-DVec3::X, DVec3::X];
        let surface = surface_normal(&joints, &shares(x), &gradients, p, n).expect("not flat");
        assert!(surface.dot(stepped).abs() > 1.0 - 1e-9);
        let exact = exact_normal(&joints, &shares(x), n).expect("not flat");
        assert!(exact.dot(stepped).abs() < 0.99);
    }
}
