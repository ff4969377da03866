//! A hierarchy of joints: who hangs on whom, and how each joint rests on its parent.

use crate::transform::is_finite;
use glam::DAffine3;
use std::fmt;

/// The largest number of joints a skeleton may have: influences name joints by `u16`.
pub const MAX_JOINTS: usize = u16::MAX as usize + 1;

/// Joints in an order in which every parent comes before its children, with their rest transforms.
///
/// The *rest pose* is how the skeleton stands when nothing is animated. The *bind pose*, in which a
/// mesh was attached, is a property of the mesh ([`crate::palette`]) and may legally differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton {
    parents: Vec<Option<usize>>,
    rest: Vec<DAffine3>,
}

impl Skeleton {
    /// Builds a skeleton of `J` joints from `J` parents and `J` rest transforms (local, metres).
    ///
    /// # Errors
    ///
    /// Refuses an empty skeleton, lists of different lengths, more than [`MAX_JOINTS`] joints, a
    /// parent that does not come before its child, and a transform with a number that is not finite.
    pub fn new(parents: Vec<Option<usize>>, rest: Vec<DAffine3>) -> Result<Self, SkeletonError> {
        if parents.is_empty() {
            return Err(SkeletonError::Empty);
        }
        if parents.len() != rest.len() {
            return Err(SkeletonError::LengthMismatch {
                parents: parents.len(),
                rest: rest.len(),
            });
        }
        if parents.len() > MAX_JOINTS {
            return Err(SkeletonError::TooManyJoints {
                joints: parents.len(),
            });
        }
        for (joint, parent) in parents.iter().enumerate() {
            if let Some(parent) = *parent
                && parent >= joint
            {
                return Err(SkeletonError::ParentNotBefore { joint, parent });
            }
        }
        if let Some(joint) = rest.iter().position(|local| !is_finite(local)) {
            return Err(SkeletonError::NotFinite { joint });
        }
        Ok(Self { parents, rest })
    }

    /// The number of joints, `J`; at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a skeleton is never empty")]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// The parent of every joint (`J`); `None` for a root.
    #[must_use]
    pub fn parents(&self) -> &[Option<usize>] {
        &self.parents
    }

    /// The rest transform of every joint relative to its parent (`J`).
    #[must_use]
    pub fn rest(&self) -> &[DAffine3] {
        &self.rest
    }
}

/// Why a skeleton was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkeletonError {
    /// There are no joints.
    Empty,
    /// The two lists describe different numbers of joints.
    LengthMismatch {
        /// Number of parents given.
        parents: usize,
        /// Number of rest transforms given.
        rest: usize,
    },
    /// More joints than a `u16` can name.
    TooManyJoints {
        /// Number of joints given.
        joints: usize,
    },
    /// A parent comes at or after its child, so one pass cannot compute world transforms.
    ParentNotBefore {
        /// The child.
        joint: usize,
        /// Its parent.
        parent: usize,
    },
    /// A rest transform has a number that is NaN or infinite.
    NotFinite {
        /// The joint.
        joint: usize,
    },
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the skeleton has no joints: give at least a root"),
            Self::LengthMismatch { parents, rest } => write!(
                f,
                "{parents} parents but {rest} rest transforms: give one of each a joint"
            ),
            Self::TooManyJoints { joints } => write!(
                f,
                "{joints} joints: influences name joints by u16, so at most {MAX_JOINTS} fit"
            ),
            Self::ParentNotBefore { joint, parent } => write!(
                f,
                "joint {joint} has parent {parent}, which does not come before it: sort parents first"
            ),
            Self::NotFinite { joint } => write!(
                f,
                "the rest transform of joint {joint} has a number that is not finite"
            ),
        }
    }
}

impl std::error::Error for SkeletonError {}

#[cfg(test)]
mod tests {
    use super::*;

    const I: DAffine3 = DAffine3::IDENTITY;

    #[test]
    fn accepts_a_forest_with_parents_first() {
        let skeleton = Skeleton::new(vec![None, Some(0), None, Some(2)], vec![I; 4]);
        assert_eq!(skeleton.map(|s| s.len()), Ok(4));
    }

    #[test]
    fn refuses_each_fault_by_name() {
        assert_eq!(Skeleton::new(vec![], vec![]), Err(SkeletonError::Empty));
        assert_eq!(
            Skeleton::new(vec![None], vec![I, I]),
            Err(SkeletonError::LengthMismatch {
                parents: 1,
                rest: 2
            })
        );
        assert_eq!(
            Skeleton::new(vec![None, Some(1)], vec![I, I]),
            Err(SkeletonError::ParentNotBefore {
                joint: 1,
                parent: 1
            })
        );
        assert_eq!(
            Skeleton::new(vec![Some(9)], vec![I]),
            Err(SkeletonError::ParentNotBefore {
                joint: 0,
                parent: 9
            })
        );
        let mut broken = I;
        broken.translation.y = f64::NAN;
        assert_eq!(
            Skeleton::new(vec![None, None], vec![I, broken]),
            Err(SkeletonError::NotFinite { joint: 1 })
        );
        let many = MAX_JOINTS + 1;
        assert_eq!(
            Skeleton::new(vec![None; many], vec![I; many]),
            Err(SkeletonError::TooManyJoints { joints: many })
        );
    }

    #[test]
    fn sentences_name_the_joint() {
        let error = SkeletonError::ParentNotBefore {
            joint: 3,
            parent: 7,
        };
        assert!(error.to_string().contains("joint 3 has parent 7"));
    }
}
