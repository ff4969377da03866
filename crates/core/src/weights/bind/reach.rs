//! How far every vertex is from every bone, and whether it sees it.

use super::{BindError, Sheet};
use glam::DVec2;

/// A bone as the binding sees it: a segment, and the joint that moves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bone {
    /// Where the bone starts (metres): at its joint.
    pub from: DVec2,
    /// Where it ends (metres).
    pub to: DVec2,
    /// The joint.
    pub joint: u16,
}

impl Bone {
    /// The point of the bone that is nearest to `point`.
    #[must_use]
    pub fn nearest(&self, point: DVec2) -> DVec2 {
        let along = self.to - self.from;
        let length = along.length_squared();
        let share = if length > 0.0 {
            ((point - self.from).dot(along) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        self.from + along * share
    }
}

/// The straight distance of every vertex from every bone (`V` × bones, metres), and whether the straight
/// line to the bone's nearest point stays inside the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    bones: Vec<Bone>,
    distances: Vec<f64>,
    seen: Vec<bool>,
}

impl Reach {
    /// Measures `sheet` against `bones`.
    ///
    /// # Errors
    ///
    /// Refuses a list without bones, a bone with a number that is not finite, and a vertex that lies on a
    /// bone: its inverse distance, and its heat, would be infinite.
    pub fn new(sheet: &Sheet, bones: &[Bone]) -> Result<Self, BindError> {
        Self::with_sight(sheet, bones, |vertex, point| sheet.sees(vertex, point))
    }

    /// As [`Reach::new`], but every vertex counts as seeing every bone, whatever lies between: the input
    /// that turns a method which respects gaps into one that does not.
    ///
    /// # Errors
    ///
    /// As [`Reach::new`].
    pub fn through_everything(sheet: &Sheet, bones: &[Bone]) -> Result<Self, BindError> {
        Self::with_sight(sheet, bones, |_, _| true)
    }

    fn with_sight(
        sheet: &Sheet,
        bones: &[Bone],
        sees: impl Fn(usize, DVec2) -> bool,
    ) -> Result<Self, BindError> {
        if bones.is_empty() {
            return Err(BindError::NoBones);
        }
        if let Some(bone) = bones
            .iter()
            .position(|bone| !(bone.from.is_finite() && bone.to.is_finite()))
        {
            return Err(BindError::BoneNotFinite { bone });
        }
        let mut reach = Self {
            bones: bones.to_vec(),
            distances: Vec::with_capacity(sheet.positions().len() * bones.len()),
            seen: Vec::with_capacity(sheet.positions().len() * bones.len()),
        };
        for (vertex, &position) in sheet.positions().iter().enumerate() {
            for (index, bone) in bones.iter().enumerate() {
                let point = bone.nearest(position);
                let distance = point.distance(position);
                if distance == 0.0 {
                    return Err(BindError::OnBone {
                        vertex,
                        bone: index,
                    });
                }
                reach.distances.push(distance);
                reach.seen.push(sees(vertex, point));
            }
        }
        Ok(reach)
    }

    /// The bones.
    #[must_use]
    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// The straight distance of a vertex from a bone, metres.
    ///
    /// # Panics
    ///
    /// If there is no such vertex or bone.
    #[must_use]
    pub fn distance(&self, vertex: usize, bone: usize) -> f64 {
        self.distances[vertex * self.bones.len() + bone]
    }

    /// Whether the vertex sees the bone's nearest point inside the mesh.
    ///
    /// # Panics
    ///
    /// As [`Reach::distance`].
    #[must_use]
    pub fn sees(&self, vertex: usize, bone: usize) -> bool {
        self.seen[vertex * self.bones.len() + bone]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_of_a_bone_is_its_foot_or_an_end() {
        let bone = Bone {
            from: DVec2::ZERO,
            to: DVec2::new(2.0, 0.0),
            joint: 0,
        };
        assert_eq!(bone.nearest(DVec2::new(0.5, 3.0)), DVec2::new(0.5, 0.0));
        assert_eq!(bone.nearest(DVec2::new(-4.0, 3.0)), DVec2::ZERO);
        assert_eq!(bone.nearest(DVec2::new(5.0, 1.0)), DVec2::new(2.0, 0.0));
        let point = Bone {
            to: DVec2::ZERO,
            ..bone
        };
        assert_eq!(point.nearest(DVec2::ONE), DVec2::ZERO);
    }

    #[test]
    fn refuses_what_has_no_distance() {
        let sheet =
            Sheet::new(vec![DVec2::ZERO, DVec2::X, DVec2::Y], vec![[0, 1, 2]]).expect("a triangle");
        let bone = |from, to| Bone { from, to, joint: 0 };
        assert_eq!(Reach::new(&sheet, &[]), Err(BindError::NoBones));
        assert_eq!(
            Reach::new(&sheet, &[bone(DVec2::NAN, DVec2::X)]),
            Err(BindError::BoneNotFinite { bone: 0 })
        );
        assert_eq!(
            Reach::new(&sheet, &[bone(DVec2::new(-1.0, 1.0), DVec2::ONE)]),
            Err(BindError::OnBone { vertex: 2, bone: 0 })
        );
    }
}
