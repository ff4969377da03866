//! Unit dual quaternions: a rotation and a translation in eight numbers that can be blended.
//!
//! `q̂ = r + ε d` with ε² = 0. The real part `r` is the rotation as a unit quaternion, the dual part is
//! `d = ½ t r` with the translation `t` as a quaternion without scalar. `q̂` and `−q̂` are the same motion.
//! A dual quaternion has no room for scale or shear.
//!
//! Source: Kavan, Collins, Žára, O'Sullivan, *Skinning with Dual Quaternions* (I3D 2007), and *Geometric
//! Skinning with Approximate Dual Quaternion Blending* (ACM TOG 27(4), 2008).

use crate::transform::is_finite;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use std::fmt;
use std::ops::{Add, Mul, Neg};

/// How far a component of `MᵀM − I` may lie from 0 in a matrix that still counts as rigid.
///
/// A rotation stored in `f32` moves every entry by at most 2⁻²⁴, and with it an entry of `MᵀM` by at most
/// 2 √3 · 2⁻²⁴ ≈ 2.1e-7. A chain of 40 such matrices strays by 8.3e-6 and is let through; a scale of 1.0001
/// strays by 2e-4 and is refused.
pub const RIGID: f64 = 1e-5;

/// A dual quaternion; of unit norm where it stands for a rigid motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuat {
    /// The real part `r`: the rotation.
    pub real: DQuat,
    /// The dual part `d = ½ t r`, metres.
    pub dual: DQuat,
}

impl DualQuat {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self {
        real: DQuat::IDENTITY,
        dual: ZERO,
    };

    /// What a sum starts from; not a motion.
    pub const ZERO: Self = Self {
        real: ZERO,
        dual: ZERO,
    };

    /// First turns by the unit quaternion `rotation`, then moves by `translation` (metres).
    #[must_use]
    pub fn from_rotation_translation(rotation: DQuat, translation: DVec3) -> Self {
        Self {
            real: rotation,
            dual: DQuat::from_vec4(translation.extend(0.0)) * rotation * 0.5,
        }
    }

    /// The dual quaternion of a rigid matrix. What lies below [`RIGID`] is dropped: the result is the
    /// motion of a rotation, exactly.
    ///
    /// Which of `q̂` and `−q̂` comes out depends on the matrix; whoever blends has to choose
    /// ([`crate::blend::dual_quat`]).
    ///
    /// # Errors
    ///
    /// Refuses a number that is not finite, scale or shear beyond [`RIGID`], and a reflection.
    pub fn from_rigid(matrix: &DAffine3) -> Result<Self, DualQuatError> {
        check_rigid(matrix)?;
        Ok(Self::from_rotation_translation(
            DQuat::from_mat3(&matrix.matrix3).normalize(),
            matrix.translation,
        ))
    }

    /// The rigid motion nearest to any joint matrix. **Scale and shear are lost**: the rotation is the nearest
    /// one (the orthogonal factor of the polar decomposition; for `T · R · S` it is `R`), and `pivot`, where
    /// the joint stood in the bind pose (metres), goes where the matrix takes it.
    ///
    /// Keeping the matrix' own translation instead would be a second loss: a joint that scales by 2 about
    /// `c` has the matrix `2 p − c`, and without the scale the `− c` would carry the vertex away.
    ///
    /// # Errors
    ///
    /// Refuses a number that is not finite, and a matrix that is flat or turned inside out, which has no
    /// nearest rotation.
    pub fn dropping_scale(matrix: &DAffine3, pivot: DVec3) -> Result<Self, DualQuatError> {
        if !(is_finite(matrix) && pivot.is_finite()) {
            return Err(DualQuatError::NotFinite);
        }
        let rotation = nearest_rotation(matrix.matrix3)?;
        Ok(Self::from_rotation_translation(
            DQuat::from_mat3(&rotation).normalize(),
            matrix.transform_point3(pivot) - rotation * pivot,
        ))
    }

    /// The rigid matrix of a unit dual quaternion.
    #[must_use]
    pub fn to_affine(self) -> DAffine3 {
        DAffine3::from_rotation_translation(self.real, self.translation())
    }

    /// The translation `t` (metres) of a unit dual quaternion: the vector part of `2 d r*`.
    #[must_use]
    pub fn translation(self) -> DVec3 {
        2.0 * (self.dual * self.real.conjugate()).xyz()
    }

    /// `r* + ε d*`: the inverse motion, if the norm is 1.
    #[must_use]
    pub fn conjugate(self) -> Self {
        Self {
            real: self.real.conjugate(),
            dual: self.dual.conjugate(),
        }
    }

    /// The norm, a dual number `‖r‖ + ε ⟨r, d⟩ / ‖r‖`, as its two parts; (1, 0) for a rigid motion and
    /// not a number where `r` is 0.
    #[must_use]
    pub fn norm(self) -> [f64; 2] {
        let length = self.real.length();
        [length, self.real.dot(self.dual) / length]
    }

    /// Divides by the norm: afterwards `‖r‖ = 1` and `⟨r, d⟩ = 0`.
    ///
    /// # Errors
    ///
    /// Refuses a real part that vanishes or is not finite, which has no direction.
    pub fn normalise(self) -> Result<Self, DualQuatError> {
        let [length, along] = self.norm();
        if !(length.is_normal() && self.dual.is_finite()) {
            return Err(DualQuatError::NoDirection { length });
        }
        let real = self.real / length;
        Ok(Self {
            real,
            dual: self.dual / length - real * (along / length),
        })
    }

    /// Where the motion of a unit dual quaternion takes the point `p` (metres).
    #[must_use]
    pub fn transform_point(self, p: DVec3) -> DVec3 {
        self.real * p + self.translation()
    }

    /// Where it takes a direction: the rotation alone.
    #[must_use]
    pub fn transform_vector(self, v: DVec3) -> DVec3 {
        self.real * v
    }
}

const ZERO: DQuat = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);

/// The motion `other`, then the motion `self`, as with matrices: `r₁r₂ + ε (r₁d₂ + d₁r₂)`.
impl Mul for DualQuat {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self {
            real: self.real * other.real,
            dual: self.real * other.dual + self.dual * other.real,
        }
    }
}

/// Every component times a number: no motion any more, but a term of a blend.
impl Mul<DualQuat> for f64 {
    type Output = DualQuat;

    fn mul(self, q: DualQuat) -> DualQuat {
        DualQuat {
            real: q.real * self,
            dual: q.dual * self,
        }
    }
}

/// Component by component.
impl Add for DualQuat {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            real: self.real + other.real,
            dual: self.dual + other.dual,
        }
    }
}

/// The same motion with the opposite sign.
impl Neg for DualQuat {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            real: -self.real,
            dual: -self.dual,
        }
    }
}

/// Refuses what is not a rotation and a translation within [`RIGID`].
pub(crate) fn check_rigid(matrix: &DAffine3) -> Result<(), DualQuatError> {
    if !is_finite(matrix) {
        return Err(DualQuatError::NotFinite);
    }
    let gram = matrix.matrix3.transpose() * matrix.matrix3 - DMat3::IDENTITY;
    let deviation = gram
        .to_cols_array()
        .into_iter()
        .map(f64::abs)
        .fold(0.0, f64::max);
    if deviation > RIGID {
        return Err(DualQuatError::NotRigid { deviation });
    }
    if matrix.matrix3.determinant() < 0.0 {
        return Err(DualQuatError::InsideOut);
    }
    Ok(())
}

/// The orthogonal factor of the polar decomposition by Newton's iteration `X ← ½ (X + X⁻ᵀ)`, which
/// squares the distance in every step once it is near (Higham, *Functions of Matrices*, §8.3).
fn nearest_rotation(matrix: DMat3) -> Result<DMat3, DualQuatError> {
    /// Halvings that bring any scale of `f64` down to 1, and some for the squaring.
    const STEPS: usize = 1100;
    if matrix.determinant() < 0.0 {
        return Err(DualQuatError::InsideOut);
    }
    let mut x = matrix;
    for _ in 0..STEPS {
        let next = 0.5 * (x + x.inverse().transpose());
        if !next.is_finite() {
            break;
        }
        if (next - x).abs_diff_eq(DMat3::ZERO, 4.0 * f64::EPSILON) {
            return Ok(next);
        }
        x = next;
    }
    Err(DualQuatError::Flat)
}

/// Why a matrix or a dual quaternion was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum DualQuatError {
    /// A number of the matrix is NaN or infinite.
    NotFinite,
    /// The matrix scales or shears.
    NotRigid {
        /// The largest component of `MᵀM − I`.
        deviation: f64,
    },
    /// The matrix has a negative determinant.
    InsideOut,
    /// The matrix is flat, or so near to it that no rotation is the nearest.
    Flat,
    /// The real part has no direction.
    NoDirection {
        /// Its length.
        length: f64,
    },
}

impl fmt::Display for DualQuatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => f.write_str("the matrix has a number that is not finite"),
            Self::NotRigid { deviation } => write!(
                f,
                "the matrix scales or shears (MᵀM is {deviation} away from the identity): a dual quaternion carries rotation and translation only"
            ),
            Self::InsideOut => f.write_str(
                "the matrix turns space inside out (negative determinant): no rotation does that",
            ),
            Self::Flat => f.write_str(
                "the matrix flattens space, so that no rotation is the nearest: one of its scales may be zero",
            ),
            Self::NoDirection { length } => write!(
                f,
                "the real part has length {length} and no direction: blend with signs chosen before normalising"
            ),
        }
    }
}

impl std::error::Error for DualQuatError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::Transform;
    use std::f64::consts::FRAC_PI_2;

    fn screw() -> DAffine3 {
        DAffine3::from_rotation_translation(
            DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 2.5),
            DVec3::new(3.0, -1.0, 0.5),
        )
    }

    #[test]
    fn a_quarter_turn_and_a_metre_by_hand() {
        let matrix =
            DAffine3::from_rotation_translation(DQuat::from_rotation_z(FRAC_PI_2), DVec3::X);
        let q = DualQuat::from_rigid(&matrix).expect("rigid");
        let half = 0.5_f64.sqrt();
        // ½ (i) (√½ + √½ k) = ½ (√½ i − √½ j).
        assert!(
            q.real
                .abs_diff_eq(DQuat::from_xyzw(0.0, 0.0, half, half), 1e-15)
        );
        assert!(
            q.dual
                .abs_diff_eq(DQuat::from_xyzw(half / 2.0, -half / 2.0, 0.0, 0.0), 1e-15)
        );
        assert!((q.transform_point(DVec3::X) - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-15);
        assert!((q.transform_vector(DVec3::X) - DVec3::Y).length() < 1e-15);
    }

    #[test]
    fn the_negative_is_the_same_motion() {
        let q = DualQuat::from_rigid(&screw()).expect("rigid");
        assert_eq!((-q).to_affine(), q.to_affine());
    }

    #[test]
    fn dividing_by_the_whole_norm_or_by_the_real_length_is_one_motion() {
        let q = DualQuat::from_rigid(&screw()).expect("rigid");
        let sum = 0.3 * q
            + 0.7 * DualQuat::from_rotation_translation(DQuat::from_rotation_x(0.4), DVec3::Y);
        let [length, along] = sum.norm();
        assert!(along.abs() > 1e-3);
        let short = (1.0 / length) * sum;
        let whole = sum.normalise().expect("has a direction");
        assert!((whole.norm()[0] - 1.0).abs() < 1e-15 && whole.norm()[1].abs() < 1e-15);
        assert!((whole.translation() - short.translation()).length() < 1e-14);
    }

    #[test]
    fn dropping_scale_keeps_the_rotation_of_t_r_s_and_the_joint_in_its_place() {
        let rotation = DQuat::from_axis_angle(DVec3::new(0.0, 0.6, 0.8), 1.1);
        let pivot = DVec3::new(0.9, 0.1, 0.0);
        for scale in [DVec3::splat(2.0), DVec3::new(0.001, 1.0, 3e4), DVec3::ONE] {
            let world = Transform {
                translation: DVec3::X,
                rotation,
                scale,
            };
            let matrix = world.to_affine() * DAffine3::from_translation(-pivot);
            let q = DualQuat::dropping_scale(&matrix, pivot).expect("not flat");
            assert!(q.real.angle_between(rotation) < 1e-7);
            assert!((q.transform_point(pivot) - DVec3::X).length() < 1e-10);
        }
    }
}
