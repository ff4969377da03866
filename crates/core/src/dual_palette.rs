//! The palette of dual-quaternion skinning: the motion of every joint matrix, in `f64` and as the rows
//! that engines read.

use crate::dual_quat::{DualQuat, DualQuatError, check_rigid};
use glam::{DAffine3, DQuat, DVec3};
use std::fmt;

/// One joint as engines read it: real part (x, y, z, w), then dual part (x, y, z, w), 32 bytes.
pub type DualRows = [[f32; 4]; 2];

/// The dual quaternions of one pose (`J`), in double precision and as `f32` rows.
///
/// Built on the CPU in `f64`, like [`crate::palette::Palette`], so that every engine starts from the same
/// rounded numbers. The signs are those that the conversion gave: choosing them is the blend's part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DualPalette {
    joints: Vec<DualQuat>,
    rows: Vec<DualRows>,
    revision: u64,
}

impl DualPalette {
    /// The motions of rigid joint matrices (`J`).
    ///
    /// # Errors
    ///
    /// Refuses a matrix that is not rigid ([`DualQuat::from_rigid`]), naming the joint.
    pub fn from_joint_matrices(joints: &[DAffine3]) -> Result<Self, DualPaletteError> {
        let mut palette = Self::default();
        palette.update(joints)?;
        Ok(palette)
    }

    /// The motions nearest to any joint matrices (`J`). **Scale and shear are lost**, joint by joint: a vertex
    /// that follows a joint of scale 2 keeps the size that it was modelled with. `pivots` (`J`) is where the
    /// joints stood in the bind pose, metres; that is where they still go right.
    ///
    /// # Errors
    ///
    /// Refuses lists of different lengths, and what has no nearest rotation
    /// ([`DualQuat::dropping_scale`]), naming the joint.
    pub fn dropping_scale(joints: &[DAffine3], pivots: &[DVec3]) -> Result<Self, DualPaletteError> {
        if joints.len() != pivots.len() {
            return Err(DualPaletteError::LengthMismatch {
                joints: joints.len(),
                pivots: pivots.len(),
            });
        }
        let motions: Result<Vec<DualQuat>, _> = joints
            .iter()
            .zip(pivots)
            .enumerate()
            .map(|(joint, (matrix, &pivot))| named(joint, DualQuat::dropping_scale(matrix, pivot)))
            .collect();
        Ok(Self::from_dual_quats(&motions?))
    }

    /// A palette of unit dual quaternions (`J`) that were made elsewhere, with the signs that they have.
    #[must_use]
    pub fn from_dual_quats(joints: &[DualQuat]) -> Self {
        let mut palette = Self::default();
        palette.set(joints.iter().copied());
        palette
    }

    /// Takes the rigid joint matrices (`J`) of another pose. Keeps its buffers, and moves the revision on
    /// only if a joint changed.
    ///
    /// # Errors
    ///
    /// As [`DualPalette::from_joint_matrices`]; the palette then is what it was.
    pub fn update(&mut self, joints: &[DAffine3]) -> Result<(), DualPaletteError> {
        for (joint, matrix) in joints.iter().enumerate() {
            named(joint, check_rigid(matrix))?;
        }
        self.set(joints.iter().map(|matrix| {
            DualQuat::from_rotation_translation(
                DQuat::from_mat3(&matrix.matrix3).normalize(),
                matrix.translation,
            )
        }));
        Ok(())
    }

    fn set(&mut self, joints: impl ExactSizeIterator<Item = DualQuat>) {
        let mut changed = self.joints.len() != joints.len();
        self.joints.resize(joints.len(), DualQuat::IDENTITY);
        self.rows.resize(joints.len(), rows_of(DualQuat::IDENTITY));
        for ((slot, rows), joint) in self.joints.iter_mut().zip(&mut self.rows).zip(joints) {
            if *slot != joint {
                *slot = joint;
                *rows = rows_of(joint);
                changed = true;
            }
        }
        if changed {
            self.revision += 1;
        }
    }

    /// The dual quaternions (`J`) in double precision.
    #[must_use]
    pub fn joints(&self) -> &[DualQuat] {
        &self.joints
    }

    /// The dual quaternions (`J`) as `f32` rows.
    #[must_use]
    pub fn rows(&self) -> &[DualRows] {
        &self.rows
    }

    /// A counter that moves on whenever a joint changes: an engine that has skinned this revision has
    /// nothing to do.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

/// Both parts rounded to `f32`.
fn rows_of(joint: DualQuat) -> DualRows {
    [
        joint.real.as_quat().to_array(),
        joint.dual.as_quat().to_array(),
    ]
}

/// Gives a refusal the joint's number.
fn named<T>(joint: usize, result: Result<T, DualQuatError>) -> Result<T, DualPaletteError> {
    result.map_err(|error| DualPaletteError::Joint { joint, error })
}

/// Why joint matrices have no palette of dual quaternions.
#[derive(Clone, Debug, PartialEq)]
pub enum DualPaletteError {
    /// The matrix of a joint was refused.
    Joint {
        /// The joint.
        joint: usize,
        /// Why.
        error: DualQuatError,
    },
    /// There are not as many pivots as joint matrices.
    LengthMismatch {
        /// Joint matrices given.
        joints: usize,
        /// Pivots given.
        pivots: usize,
    },
}

impl fmt::Display for DualPaletteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joint { joint, error } => write!(f, "joint {joint}: {error}"),
            Self::LengthMismatch { joints, pivots } => write!(
                f,
                "{joints} joint matrices but {pivots} pivots: give one of each a joint"
            ),
        }
    }
}

impl std::error::Error for DualPaletteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Joint { error, .. } => Some(error),
            Self::LengthMismatch { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_real_then_dual_with_the_scalar_last() {
        let joint = DAffine3::from_translation(DVec3::new(2.0, 4.0, 6.0));
        let palette = DualPalette::from_joint_matrices(&[joint]).expect("rigid");
        assert_eq!(
            palette.rows(),
            [[[0.0, 0.0, 0.0, 1.0], [1.0, 2.0, 3.0, 0.0]]]
        );
        assert_eq!(size_of::<DualRows>(), 32);
    }

    #[test]
    fn the_revision_moves_only_when_a_joint_moves() {
        let mut palette = DualPalette::default();
        palette.update(&[DAffine3::IDENTITY]).expect("rigid");
        let first = palette.revision();
        palette.update(&[DAffine3::IDENTITY]).expect("rigid");
        assert_eq!(palette.revision(), first);
        palette
            .update(&[DAffine3::from_rotation_z(0.1)])
            .expect("rigid");
        assert_eq!(palette.revision(), first + 1);
    }

    #[test]
    fn a_refusal_names_the_joint_and_leaves_the_palette_alone() {
        let mut palette =
            DualPalette::from_joint_matrices(&[DAffine3::IDENTITY; 2]).expect("rigid");
        let before = palette.clone();
        let scaled = [
            DAffine3::from_rotation_x(1.0),
            DAffine3::from_scale(DVec3::splat(2.0)),
        ];
        let refused = palette.update(&scaled).expect_err("scaled");
        let error = DualQuatError::NotRigid { deviation: 3.0 };
        assert_eq!(refused, DualPaletteError::Joint { joint: 1, error });
        assert_eq!(palette, before);
        let dropped = DualPalette::dropping_scale(&scaled, &[DVec3::ZERO; 2]).expect("not flat");
        assert_eq!(dropped.joints()[1], DualQuat::IDENTITY);
    }
}
