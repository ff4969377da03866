//! Forward kinematics: from local transforms to the world transform of every joint.

use crate::skeleton::Skeleton;
use glam::DAffine3;
use std::fmt;

/// Computes the world transform of every joint: `world[i] = world[parent] · local[i]`.
///
/// `local` holds one transform a joint (`J`), relative to the parent, in metres. `world` is resized
/// to `J` and overwritten; a buffer that is kept between frames is not allocated again.
///
/// # Errors
///
/// Refuses a `local` whose length is not the number of joints.
///
/// Source: glTF 2.0 §3.5.2 (node hierarchy); Akenine-Möller et al., *Real-Time Rendering*, 4th ed., §4.4.
// region: forward-kinematics
pub fn forward_kinematics(
    skeleton: &Skeleton,
    local: &[DAffine3],
    world: &mut Vec<DAffine3>,
) -> Result<(), PoseError> {
    check_length(skeleton, local)?;
    world.clear();
    for (&parent, &local) in skeleton.parents().iter().zip(local) {
        world.push(match parent {
            Some(parent) => world[parent] * local,
            None => local,
        });
    }
    Ok(())
}
// endregion: forward-kinematics

/// Refuses a pose that does not have one local transform a joint.
pub(crate) fn check_length(skeleton: &Skeleton, local: &[DAffine3]) -> Result<(), PoseError> {
    if local.len() == skeleton.len() {
        Ok(())
    } else {
        Err(PoseError::LengthMismatch {
            joints: skeleton.len(),
            locals: local.len(),
        })
    }
}

/// Why a pose was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoseError {
    /// The pose does not have one local transform a joint.
    LengthMismatch {
        /// Joints in the skeleton.
        joints: usize,
        /// Local transforms given.
        locals: usize,
    },
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch { joints, locals } => write!(
                f,
                "the pose has {locals} local transforms for {joints} joints: give one a joint"
            ),
        }
    }
}

impl std::error::Error for PoseError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::planar;
    use glam::DVec3;

    fn chain(joints: usize) -> Skeleton {
        let parents = (0..joints).map(|joint| joint.checked_sub(1)).collect();
        Skeleton::new(parents, vec![DAffine3::IDENTITY; joints]).expect("a chain is valid")
    }

    #[test]
    fn a_chain_of_quarter_turns_comes_home() {
        let skeleton = chain(5);
        let mut local = vec![planar(DVec3::X, std::f64::consts::FRAC_PI_2); 5];
        local[0] = planar(DVec3::ZERO, std::f64::consts::FRAC_PI_2);
        let mut world = Vec::new();
        forward_kinematics(&skeleton, &local, &mut world).expect("lengths agree");
        assert!(world[4].translation.length() < 1e-12);
        assert!((world[2].translation - DVec3::new(-1.0, 1.0, 0.0)).length() < 1e-12);
    }

    #[test]
    fn joints_hang_on_their_parent_and_not_on_the_joint_before() {
        let skeleton = Skeleton::new(vec![None, Some(0), Some(0)], vec![DAffine3::IDENTITY; 3])
            .expect("valid");
        let local = [
            DAffine3::IDENTITY,
            DAffine3::from_translation(DVec3::X),
            DAffine3::from_translation(DVec3::Y),
        ];
        let mut world = Vec::new();
        forward_kinematics(&skeleton, &local, &mut world).expect("lengths agree");
        assert_eq!(world[2].translation, DVec3::Y);
    }

    #[test]
    fn refuses_a_pose_of_another_length() {
        let mut world = vec![DAffine3::IDENTITY];
        assert_eq!(
            forward_kinematics(&chain(2), &[DAffine3::IDENTITY], &mut world),
            Err(PoseError::LengthMismatch {
                joints: 2,
                locals: 1
            })
        );
    }
}
