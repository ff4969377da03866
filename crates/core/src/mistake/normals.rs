//! Mistakes around normals.

use super::{Mistake, Mistakes};
use crate::blend::linear::{self, NormalError};
use crate::weights::Influence;
use glam::{DAffine3, DMat3, DVec3};

/// The joint matrix as it must be for an engine that is made to treat the unit normal `n` as a point, as
/// [`Mistake::NormalAsPoint`] does: with w = 1 the translation is added to the normal. An engine blends
/// `M · n` alone, so the translation `t` goes into the matrix, since `(M + t nᵀ) · n = M · n + t`.
#[must_use]
pub fn joint_for_normal(joint: DAffine3, n: DVec3, mistakes: Mistakes) -> DAffine3 {
    if !mistakes.has(Mistake::NormalAsPoint) {
        return joint;
    }
    let t = joint.translation;
    DAffine3 {
        matrix3: joint.matrix3 + DMat3::from_cols(t * n.x, t * n.y, t * n.z),
        translation: t,
    }
}

/// [`linear::exact_normal`]; with [`Mistake::InverseBeforeBlend`] every joint matrix is inverted and
/// transposed by itself, and the results are blended, which leaves a rigid joint as it was.
///
/// # Errors
///
/// As [`linear::exact_normal`].
pub fn exact_normal(
    joints: &[DAffine3],
    influences: &[Influence],
    n: DVec3,
    mistakes: Mistakes,
) -> Result<DVec3, NormalError> {
    if !mistakes.has(Mistake::InverseBeforeBlend) {
        return linear::exact_normal(joints, influences, n);
    }
    let mut sum = DVec3::ZERO;
    for i in influences {
        let inverted = linear::inverse_transpose(joints[usize::from(i.joint)].matrix3)?;
        sum += i.weight * (inverted * n);
    }
    Ok(sum.normalize_or_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn a_normal_that_is_taken_for_a_point_is_moved() {
        let joint = DAffine3::from_translation(DVec3::new(5.0, 0.0, 0.0));
        let spoiled = Mistakes::NONE.with(Mistake::NormalAsPoint);
        let moved = joint_for_normal(joint, DVec3::Y, spoiled).transform_vector3(DVec3::Y);
        assert_eq!(moved, DVec3::new(5.0, 1.0, 0.0));
        assert_eq!(joint_for_normal(joint, DVec3::Y, Mistakes::NONE), joint);
    }

    #[test]
    fn inverting_each_joint_cures_a_stretch_and_no_blend() {
        let spoiled = Mistakes::NONE.with(Mistake::InverseBeforeBlend);
        let n = DVec3::new(1.0, 1.0, 0.0).normalize();
        let stretch = [DAffine3::from_scale(DVec3::new(3.0, 1.0, 1.0))];
        let own = [Influence::new(0, 1.0)];
        assert_eq!(
            exact_normal(&stretch, &own, n, spoiled),
            linear::exact_normal(&stretch, &own, n)
        );
        let bones = [DAffine3::IDENTITY, DAffine3::from_rotation_x(FRAC_PI_2)];
        let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
        let each = exact_normal(&bones, &half, n, spoiled).expect("rigid");
        assert!((each - linear::normal(&bones, &half, n)).length() < 1e-15);
        let whole = exact_normal(&bones, &half, n, Mistakes::NONE).expect("not flat");
        assert!((each - whole).length() > 0.3);
    }
}
