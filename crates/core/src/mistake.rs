//! The classic mistakes, each next to the right way that it spoils. The lessons switch them on, the
//! self-test uses them as negative controls; nothing else calls this module.

mod dual_quat;
mod morphs;
mod normals;
pub mod planted;
mod reach;
mod shares;

pub use dual_quat::{dual_transform, far_side};
pub use morphs::{helper_share, morphed_after};
pub use normals::{exact_normal, joint_for_normal};
pub use reach::reach;
pub use shares::{cut, quantise, round_alone};

use crate::mesh::{Mesh, MeshError};
use crate::pose::{PoseError, check_length, forward_kinematics};
use crate::skeleton::Skeleton;
use crate::weights::Influence;
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// World transforms composed as child ∘ parent.
    SwappedOrder,
    /// The world transform used as it is, without `B⁻¹`.
    NoInverseBind,
    /// `B⁻¹ · W` instead of `W · B⁻¹`.
    ReversedProduct,
    /// `B` taken in another pose than the one in which the mesh was modelled.
    BindElsewhere,
    /// The joint matrix uploaded column by column where rows are read.
    Transposed,
    /// The child's share falls to four fifths and nobody divides by the sum.
    SkipNormalisation,
    /// Parent and child exchange their weights.
    SwapWeights,
    /// Rotations and translations blended apart.
    Apart,
    /// The first influences of the list kept, whatever they weigh.
    CutUnsorted,
    /// The heaviest influences kept, but not divided by their sum.
    CutUnnormalised,
    /// Weights divided by their plain sum, which overflows where they are huge.
    PlainSum,
    /// Each weight rounded to a whole number alone, whatever the sum becomes.
    RoundAlone,
    /// The forearm bound a few centimetres beside where it stands.
    BoundOff,
    /// One vertex whose share is too small.
    ShareLost,
    /// One vertex in the middle of the forearm that follows the upper arm.
    StrayVertex,
    /// Upper arm and forearm painted as two layers that meet edge to edge.
    TwoLayers,
    /// An elbow without a stop, which bends further than the design allows.
    NoStop,
    /// The helper bone copies the child's turn instead of half of it.
    HelperTurnsFully,
    /// Morph offsets added after skinning instead of before.
    MorphAfterSkinning,
    /// A normal moved as if it were a point: the translation is added to it.
    NormalAsPoint,
    /// A blended normal used at the length that blending has left it.
    NormalNotRenormalised,
    /// Every joint matrix inverted and transposed by itself, and blended then.
    InverseBeforeBlend,
    /// Dual quaternions added with the signs that they come with.
    NoSignCheck,
    /// The blended dual quaternion used without dividing by its length.
    NoRenormalisation,
    /// Distance to a bone taken in a straight line, whatever gap lies between.
    ThroughGap,
}

/// A set of mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes(u64);

impl Mistakes {
    /// No mistake.
    pub const NONE: Self = Self(0);

    /// This set and `mistake`.
    #[must_use]
    pub const fn with(self, mistake: Mistake) -> Self {
        Self(self.0 | 1 << mistake as u64)
    }

    /// This set without `mistake`.
    #[must_use]
    pub const fn without(self, mistake: Mistake) -> Self {
        Self(self.0 & !(1 << mistake as u64))
    }

    /// Whether `mistake` is in the set.
    #[must_use]
    pub const fn has(self, mistake: Mistake) -> bool {
        self.0 & 1 << mistake as u64 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// How far from the modelled pose [`Mistake::BindElsewhere`] takes `B`: the child turned by −30°.
pub const ELSEWHERE_DEGREES: f64 = -30.0;

/// What [`Mistake::SkipNormalisation`] leaves of the child's share.
pub const LEFT_OF_CHILD: f64 = 0.8;

/// World transforms of every joint (`J`); with [`Mistake::SwappedOrder`] composed the wrong way round.
///
/// # Errors
///
/// As [`forward_kinematics`].
pub fn world(
    skeleton: &Skeleton,
    local: &[DAffine3],
    mistakes: Mistakes,
    world: &mut Vec<DAffine3>,
) -> Result<(), PoseError> {
    if !mistakes.has(Mistake::SwappedOrder) {
        return forward_kinematics(skeleton, local, world);
    }
    check_length(skeleton, local)?;
    world.clear();
    for (&parent, &local) in skeleton.parents().iter().zip(local) {
        world.push(match parent {
            Some(parent) => local * world[parent],
            None => local,
        });
    }
    Ok(())
}

/// The joint matrix of one joint, with the mistakes of section 2.
#[must_use]
pub fn joint_matrix(world: DAffine3, inverse_bind: DAffine3, mistakes: Mistakes) -> DAffine3 {
    let matrix = if mistakes.has(Mistake::NoInverseBind) {
        world
    } else if mistakes.has(Mistake::ReversedProduct) {
        inverse_bind * world
    } else {
        world * inverse_bind
    };
    if mistakes.has(Mistake::Transposed) {
        transposed(matrix)
    } else {
        matrix
    }
}

/// The upper three rows of the transposed 4 × 4 matrix: the rotation turns the other way and the
/// translation, now in the fourth row, is lost.
fn transposed(matrix: DAffine3) -> DAffine3 {
    DAffine3 {
        matrix3: matrix.matrix3.transpose(),
        translation: DVec3::ZERO,
    }
}

/// The two weights of a vertex (parent, child), with the mistakes of section 3.
#[must_use]
pub fn influences(list: [Influence; 2], mistakes: Mistakes) -> [Influence; 2] {
    let [mut parent, mut child] = list;
    if mistakes.has(Mistake::SwapWeights) {
        std::mem::swap(&mut parent.weight, &mut child.weight);
    }
    if mistakes.has(Mistake::SkipNormalisation) {
        child.weight *= LEFT_OF_CHILD;
    }
    [parent, child]
}

/// What blending rotations and translations apart makes of the joint matrices: one rigid transform a
/// vertex (`V`), so that with [`bound_to_own`] any engine can run the mistake.
pub fn apart<'a>(
    joints: &'a [DAffine3],
    mesh: &'a Mesh,
) -> impl ExactSizeIterator<Item = DAffine3> + 'a {
    (0..mesh.len()).map(|vertex| apart_transform(joints, mesh.influences(vertex)))
}

/// The mesh with vertex `v` bound to joint `v` alone.
///
/// # Errors
///
/// As [`Mesh::new`]; a mesh of at most 65 536 vertices fits.
pub fn bound_to_own(mesh: &Mesh) -> Result<Mesh, MeshError> {
    let own: Vec<[Influence; 1]> = (0..mesh.len())
        .map(|vertex| [Influence::new(vertex as u16, 1.0)])
        .collect();
    Mesh::new(
        mesh.positions().to_vec(),
        mesh.normals().to_vec(),
        &own,
        mesh.len(),
    )
}

/// The normalised sum of the rotations beside the sum of the translations.
///
/// # Panics
///
/// If the list is empty or names a joint at or past `joints.len()`.
#[must_use]
pub fn apart_transform(joints: &[DAffine3], influences: &[Influence]) -> DAffine3 {
    let first = DQuat::from_mat3(&joints[usize::from(influences[0].joint)].matrix3);
    let mut rotation = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut translation = DVec3::ZERO;
    for i in influences {
        let joint = joints[usize::from(i.joint)];
        let turn = DQuat::from_mat3(&joint.matrix3);
        let near = if turn.dot(first) < 0.0 { -turn } else { turn };
        rotation += near * i.weight;
        translation += i.weight * joint.translation;
    }
    DAffine3 {
        matrix3: DMat3::from_quat(rotation.normalize()),
        translation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn sets_hold_what_is_put_in() {
        let set = Mistakes::NONE
            .with(Mistake::Apart)
            .with(Mistake::Transposed);
        assert!(
            set.has(Mistake::Apart)
                && set.has(Mistake::Transposed)
                && !set.has(Mistake::SwapWeights)
        );
        assert_eq!(
            set.without(Mistake::Apart),
            Mistakes::NONE.with(Mistake::Transposed)
        );
        assert!(Mistakes::NONE.is_none() && !set.is_none());
    }

    #[test]
    fn the_reversed_product_moves_the_printed_point_to_the_printed_place() {
        let bind = DAffine3::from_translation(DVec3::X);
        let world = bind * DAffine3::from_rotation_z(FRAC_PI_2);
        let p = DVec3::new(1.0, 1.0, 0.0);
        let reversed = joint_matrix(
            world,
            bind.inverse(),
            Mistakes::NONE.with(Mistake::ReversedProduct),
        );
        assert!((reversed.transform_point3(p) - DVec3::new(-1.0, 1.0, 0.0)).length() < 1e-12);
    }

    #[test]
    fn blending_apart_lets_the_elbow_slip() {
        let elbow = DVec3::new(0.9, 0.0, 0.0);
        let turn = DAffine3::from_rotation_z(PI / 1.5);
        let child = DAffine3::from_translation(elbow) * turn * DAffine3::from_translation(-elbow);
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        let slipped = apart_transform(&[DAffine3::IDENTITY, child], &half).transform_point3(elbow);
        assert!((slipped - elbow).length() > 0.1);
    }
}
