//! The palette: one joint matrix `S_i = W_i · B_i⁻¹` a joint, in `f64` and as the rows that engines read.

use crate::transform::is_finite;
use glam::DAffine3;
use std::fmt;

/// One joint matrix as engines read it: three rows of four `f32`, 48 bytes; the fourth row of the
/// 4 × 4 matrix is always (0, 0, 0, 1) and is not stored.
pub type Rows = [[f32; 4]; 3];

const IDENTITY_ROWS: Rows = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
];

/// The inverses `B_i⁻¹` of the world transforms that the joints had when the mesh was bound (`J`).
///
/// # Errors
///
/// Refuses a transform that has no inverse or a number that is not finite, naming the joint.
pub fn inverse_bind(bind_world: &[DAffine3]) -> Result<Vec<DAffine3>, PaletteError> {
    bind_world
        .iter()
        .enumerate()
        .map(|(joint, bind)| {
            let inverse = bind.inverse();
            if is_finite(bind) && is_finite(&inverse) {
                Ok(inverse)
            } else {
                Err(PaletteError::NotInvertible { joint })
            }
        })
        .collect()
}

/// The joint matrices of one pose (`J`), in double precision and as `f32` rows.
///
/// Built on the CPU in `f64`, so that every engine starts from the same rounded numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    joints: Vec<DAffine3>,
    rows: Vec<Rows>,
    revision: u64,
}

impl Palette {
    /// A palette that holds the given joint matrices.
    #[must_use]
    pub fn from_joint_matrices(joints: Vec<DAffine3>) -> Self {
        let rows = joints.iter().map(rows_of).collect();
        Self {
            joints,
            rows,
            revision: 1,
        }
    }

    /// Recomputes every joint matrix from the world transforms of this pose (`J`) and the inverse
    /// bind matrices (`J`). Keeps its buffers, and moves the revision on only if a matrix changed.
    ///
    /// # Errors
    ///
    /// Refuses lists of different lengths.
    ///
    /// Source: glTF 2.0 §3.7.3.3, `jointMatrix = globalJointTransform · inverseBindMatrix`.
    pub fn update(
        &mut self,
        world: &[DAffine3],
        inverse_bind: &[DAffine3],
    ) -> Result<(), PaletteError> {
        if world.len() != inverse_bind.len() {
            return Err(PaletteError::LengthMismatch {
                world: world.len(),
                inverse_bind: inverse_bind.len(),
            });
        }
        self.set(joint_matrices(world, inverse_bind));
        Ok(())
    }

    /// Takes joint matrices that were computed elsewhere; see [`Palette::update`] for the revision.
    pub fn set(&mut self, joints: impl ExactSizeIterator<Item = DAffine3>) {
        let mut changed = self.joints.len() != joints.len();
        self.joints.resize(joints.len(), DAffine3::IDENTITY);
        self.rows.resize(joints.len(), IDENTITY_ROWS);
        for ((slot, rows), joint) in self.joints.iter_mut().zip(&mut self.rows).zip(joints) {
            if *slot != joint {
                *slot = joint;
                *rows = rows_of(&joint);
                changed = true;
            }
        }
        if changed {
            self.revision += 1;
        }
    }

    /// The joint matrices (`J`) in double precision.
    #[must_use]
    pub fn joints(&self) -> &[DAffine3] {
        &self.joints
    }

    /// The joint matrices (`J`) as `f32` rows.
    #[must_use]
    pub fn rows(&self) -> &[Rows] {
        &self.rows
    }

    /// A counter that moves on whenever a joint matrix changes: an engine that has skinned this
    /// revision has nothing to do.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

// region: joint-matrices
/// The joint matrix of every joint: where it is now, after undoing where it was bound.
fn joint_matrices(
    world: &[DAffine3],
    inverse_bind: &[DAffine3],
) -> impl ExactSizeIterator<Item = DAffine3> {
    world
        .iter()
        .zip(inverse_bind)
        .map(|(world, inverse_bind)| *world * *inverse_bind)
}
// endregion: joint-matrices

/// The first three rows of the matrix, rounded to `f32`.
fn rows_of(joint: &DAffine3) -> Rows {
    let rotation = joint.matrix3.transpose();
    let row = |axis: usize| {
        let row = rotation.col(axis);
        [
            row.x as f32,
            row.y as f32,
            row.z as f32,
            joint.translation[axis] as f32,
        ]
    };
    [row(0), row(1), row(2)]
}

/// Why a palette could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaletteError {
    /// The pose and the bind pose have different numbers of joints.
    LengthMismatch {
        /// World transforms given.
        world: usize,
        /// Inverse bind matrices given.
        inverse_bind: usize,
    },
    /// The bind transform of a joint has no finite inverse.
    NotInvertible {
        /// The joint.
        joint: usize,
    },
}

impl fmt::Display for PaletteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch {
                world,
                inverse_bind,
            } => write!(
                f,
                "{world} world transforms but {inverse_bind} inverse bind matrices: give one of each a joint"
            ),
            Self::NotInvertible { joint } => write!(
                f,
                "the bind transform of joint {joint} has no finite inverse: its scale may be zero"
            ),
        }
    }
}

impl std::error::Error for PaletteError {}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat3, DVec3};

    #[test]
    fn at_the_bind_pose_every_joint_matrix_is_the_identity() {
        let bind = [
            DAffine3::from_translation(DVec3::new(0.9, 0.0, 0.0)),
            DAffine3::from_rotation_z(0.7),
        ];
        let inverse = inverse_bind(&bind).expect("rigid");
        let mut palette = Palette::default();
        palette.update(&bind, &inverse).expect("lengths agree");
        assert_eq!(palette.joints()[0], DAffine3::IDENTITY);
        assert!(palette.joints()[1].abs_diff_eq(DAffine3::IDENTITY, 1e-15));
    }

    #[test]
    fn rows_are_rows_and_not_columns() {
        let joint = DAffine3::from_mat3_translation(
            DMat3::from_cols(
                DVec3::new(1.0, 2.0, 3.0),
                DVec3::new(4.0, 5.0, 6.0),
                DVec3::new(7.0, 8.0, 9.0),
            ),
            DVec3::new(10.0, 11.0, 12.0),
        );
        let palette = Palette::from_joint_matrices(vec![joint]);
        assert_eq!(
            palette.rows()[0],
            [
                [1.0, 4.0, 7.0, 10.0],
                [2.0, 5.0, 8.0, 11.0],
                [3.0, 6.0, 9.0, 12.0]
            ]
        );
        assert_eq!(size_of::<Rows>(), 48);
    }

    #[test]
    fn the_revision_moves_only_when_a_matrix_moves() {
        let mut palette = Palette::default();
        let identity = [DAffine3::IDENTITY];
        palette.update(&identity, &identity).expect("lengths agree");
        let first = palette.revision();
        palette.update(&identity, &identity).expect("lengths agree");
        assert_eq!(palette.revision(), first);
        palette
            .update(&[DAffine3::from_rotation_z(0.1)], &identity)
            .expect("lengths agree");
        assert_eq!(palette.revision(), first + 1);
    }

    #[test]
    fn refuses_what_cannot_be_inverted_or_matched() {
        let flat = DAffine3::from_scale(DVec3::new(1.0, 0.0, 1.0));
        assert_eq!(
            inverse_bind(&[DAffine3::IDENTITY, flat]),
            Err(PaletteError::NotInvertible { joint: 1 })
        );
        assert_eq!(
            Palette::default().update(&[DAffine3::IDENTITY], &[]),
            Err(PaletteError::LengthMismatch {
                world: 1,
                inverse_bind: 0
            })
        );
    }
}
