//! One list on its way through the cut: joint matrices, shares, what is kept, what is left over.

use super::POINT;
use crate::blend::linear;
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::tables::{Case, valid};
use crate::weights::{Influence, Loss, loss, normalise, trim};
use glam::{DAffine3, DVec3};

/// One influence of the vertex and the translation of its joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The joint.
    pub joint: u16,
    /// The weight; any finite number that is not negative.
    pub weight: f64,
    /// How far the joint is translated along *x*, metres.
    pub translation: f64,
}

pub(super) const fn entry(joint: u16, weight: f64, translation: f64) -> Entry {
    Entry {
        joint,
        weight,
        translation,
    }
}

/// A list cut to a limit, as the pipeline does it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The joint matrices, in the order of joint indices.
    pub joints: Vec<DAffine3>,
    /// All influences, divided by their sum, in the order of the list.
    pub full: Vec<Influence>,
    /// The heaviest, heaviest first, with the shares that they have in `full`.
    pub undivided: Vec<Influence>,
    /// What the cut gives: the heaviest, divided by their sum, unless a mistake is made.
    pub kept: Vec<Influence>,
    /// What is cut, divided by its own sum; empty where nothing is cut.
    pub rest: Vec<Influence>,
    /// The shares and the diameter behind the bound.
    pub loss: Loss,
}

impl Cut {
    /// Cuts `list` to `limit`, every joint moved `shift` metres further along *x*.
    ///
    /// Joints are renumbered by rank, so that the palette has one matrix an influence and ties are
    /// settled as the given indices settle them.
    ///
    /// # Panics
    ///
    /// If [`trim`] refuses the list or the limit: whoever takes a list checks it first.
    #[must_use]
    pub fn new(list: &[Entry], limit: usize, shift: f64, mistakes: Mistakes) -> Self {
        let rank = |joint: u16| list.iter().filter(|e| e.joint < joint).count() as u16;
        let raw: Vec<Influence> = list
            .iter()
            .map(|e| Influence::new(rank(e.joint), e.weight))
            .collect();
        let mut joints = vec![DAffine3::IDENTITY; list.len()];
        for (entry, influence) in list.iter().zip(&raw) {
            joints[usize::from(influence.joint)] =
                DAffine3::from_translation(DVec3::X * (entry.translation + shift));
        }
        let places: Vec<DVec3> = raw
            .iter()
            .map(|i| joints[usize::from(i.joint)].transform_point3(DVec3::X * POINT))
            .collect();
        let full = valid(normalise(&raw));
        let mut undivided = valid(trim(&raw, raw.len()));
        let cut = undivided.split_off(limit.min(undivided.len()));
        // A weight of zero may be cut; a rest of zeros has no mean.
        let rest = normalise(&cut).unwrap_or_default();
        Self {
            joints,
            full,
            undivided,
            kept: valid(mistake::cut(&raw, limit, mistakes)),
            rest,
            loss: valid(loss(&raw, limit, &places)),
        }
    }

    /// Where one of the lists carries the vertex, metres along *x*, by the reference.
    #[must_use]
    pub fn place(&self, influences: &[Influence]) -> f64 {
        linear::position(&self.joints, influences, DVec3::X * POINT).x
    }

    /// Where the cut list carries the vertex, less where the whole list does, metres.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.place(&self.kept) - self.place(&self.full)
    }

    /// The vertex bound to one of the lists.
    pub(super) fn case(&self, influences: &[Influence], mistakes: Mistakes) -> Case {
        let mesh = Mesh::with_unchecked_sums(
            vec![DVec3::X * POINT],
            vec![],
            &[influences],
            self.joints.len(),
        );
        Case::new(self.joints.clone(), valid(mesh), mistakes)
    }
}
