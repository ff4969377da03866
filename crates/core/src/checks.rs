//! The five checks that a skinned mesh should pass before anybody looks at it moving. Each takes plain
//! data of any rig and any engine, and gives a [`Finding`]: the worst value, where it is, and the limit.
//!
//! | check | functions | when it fails, look first at |
//! |---|---|---|
//! | bind identity | [`bind_identity`] | the inverse bind matrices, then the order of the product |
//! | weight sums | [`weight_sums`] | vertices that nobody painted, the importer's precision, joints left out |
//! | neighbour continuity | [`weight_steps`], [`edge_lengths`] | the reach of automatic weights, and edges marked hard |
//! | layer edges | [`layer_edges`] | layers that should overlap by a pixel or two, then RGB under transparent texels |
//! | extreme pose | [`outline_crossings`], [`kept_radius`] | the width of the band, helper bones, corrective shapes |
//!
//! A finding fails where its value is not a number, so that a vertex that an engine lost cannot pass.

mod continuity;
mod coverage;
mod pose;

pub use continuity::{edge_lengths, weight_steps};
pub use coverage::{EIGHT_BIT_STEP, Layer, layer_edges};
pub use pose::{kept_radius, outline_crossings};

use crate::mesh::{Mesh, SUM_TOLERANCE};
use glam::DVec3;
use std::fmt;

/// The largest displacement in the bind pose of a rig of one metre, metres.
///
/// With exact arithmetic the joint matrices are identities and nothing moves. `f64` leaves some 1e-16 of
/// it, `f32` some 1e-7 (2⁻²⁴ of a metre, a few times); a wrong inverse bind matrix moves vertices by
/// about as much as the rig is large. A micrometre lies between the two with room on both sides.
///
/// Source: the article behind this section's seams, "bind identity < 1e-6".
pub const BIND_LIMIT: f64 = 1e-6;

/// The two sides on which a limit can lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The value may not exceed the limit.
    AtMost,
    /// The value may not fall below the limit.
    AtLeast,
}

/// Whether a check is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The value keeps the limit.
    Passed,
    /// It does not, or it is not a number.
    Failed,
}

/// What a check found at the worst place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The worst value.
    pub value: f64,
    /// What the value is held against.
    pub limit: f64,
    /// On which side of the limit it must lie.
    pub rule: Rule,
    /// The vertex at which the worst value was found; `None` where there was nothing to look at.
    pub vertex: Option<usize>,
}

impl Finding {
    /// Whether the value keeps the limit.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let keeps = match self.rule {
            Rule::AtMost => self.value <= self.limit,
            Rule::AtLeast => self.value >= self.limit,
        };
        if keeps {
            Verdict::Passed
        } else {
            Verdict::Failed
        }
    }

    /// The largest of some values, each found at a vertex, which may not exceed `limit`.
    ///
    /// A value that is not a number is the largest.
    fn largest(values: impl Iterator<Item = (f64, usize)>, limit: f64) -> Self {
        let mut finding = Self {
            value: 0.0,
            limit,
            rule: Rule::AtMost,
            vertex: None,
        };
        for (value, vertex) in values {
            let is_worse = value.is_nan() || value > finding.value || finding.vertex.is_none();
            if is_worse && !finding.value.is_nan() {
                finding.value = value;
                finding.vertex = Some(vertex);
            }
        }
        finding
    }
}

/// How far vertices move in the bind pose: `rest` and `skinned` positions (`V` each); `size` is the length
/// that counts as a metre in the mesh's unit, 1 for a mesh in metres. The limit is [`BIND_LIMIT`] · `size`.
///
/// # Errors
///
/// Refuses lists of different lengths, and a `size` that is not a positive number.
// region: bind-identity
pub fn bind_identity(rest: &[DVec3], skinned: &[DVec3], size: f64) -> Result<Finding, CheckError> {
    same_length(rest, skinned)?;
    positive("size", size)?;
    let moved = rest
        .iter()
        .zip(skinned)
        .zip(0..)
        .map(|((rest, skinned), vertex)| (rest.distance(*skinned), vertex));
    Ok(Finding::largest(moved, BIND_LIMIT * size))
}
// endregion: bind-identity

/// How far the weights of a vertex sum from 1. The limit is [`SUM_TOLERANCE`], which [`Mesh::new`] keeps
/// as well: weights of single precision or with six printed decimals sum to 1 within a few 1e-6.
// region: weight-sums
#[must_use]
pub fn weight_sums(mesh: &Mesh) -> Finding {
    let off = (0..mesh.len()).map(|vertex| {
        let sum: f64 = mesh.influences(vertex).iter().map(|i| i.weight).sum();
        ((sum - 1.0).abs(), vertex)
    });
    Finding::largest(off, SUM_TOLERANCE)
}
// endregion: weight-sums

fn same_length(rest: &[DVec3], skinned: &[DVec3]) -> Result<(), CheckError> {
    if rest.len() == skinned.len() {
        Ok(())
    } else {
        Err(CheckError::LengthMismatch {
            rest: rest.len(),
            skinned: skinned.len(),
        })
    }
}

fn positive(name: &'static str, value: f64) -> Result<(), CheckError> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(CheckError::NotPositive { name, value })
    }
}

fn in_range(indices: impl IntoIterator<Item = usize>, vertices: usize) -> Result<(), CheckError> {
    indices
        .into_iter()
        .find(|&vertex| vertex >= vertices)
        .map_or(Ok(()), |vertex| {
            Err(CheckError::VertexOutOfRange { vertex, vertices })
        })
}

/// Why a check could not be made.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckError {
    /// Rest and skinned positions are not of the same vertices.
    LengthMismatch {
        /// Rest positions given.
        rest: usize,
        /// Skinned positions given.
        skinned: usize,
    },
    /// A length or a rate must be a positive, finite number.
    NotPositive {
        /// Which.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// An edge, outline or triangle names a vertex that is not there.
    VertexOutOfRange {
        /// The vertex named.
        vertex: usize,
        /// Vertices there are.
        vertices: usize,
    },
    /// The mesh names more joints than there are joint matrices.
    TooFewJoints {
        /// Joints that the mesh names.
        named: usize,
        /// Joint matrices given.
        joints: usize,
    },
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch { rest, skinned } => write!(
                f,
                "{rest} rest positions but {skinned} skinned ones: give one of each a vertex"
            ),
            Self::NotPositive { name, value } => {
                write!(f, "{name} = {value}: give a positive, finite number")
            }
            Self::VertexOutOfRange { vertex, vertices } => write!(
                f,
                "vertex {vertex} is named, but the mesh has {vertices} vertices"
            ),
            Self::TooFewJoints { named, joints } => write!(
                f,
                "the mesh names {named} joints, but there are {joints} joint matrices"
            ),
        }
    }
}

impl std::error::Error for CheckError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Influence;

    #[test]
    fn a_micrometre_is_the_limit_in_the_bind_pose() {
        let rest = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let mut skinned = rest;
        skinned[1].y = 0.9e-6;
        let close = bind_identity(&rest, &skinned, 1.0).expect("as long");
        assert_eq!((close.verdict(), close.vertex), (Verdict::Passed, Some(1)));
        skinned[2].z = 1.1e-6;
        let far = bind_identity(&rest, &skinned, 1.0).expect("as long");
        assert_eq!((far.verdict(), far.vertex), (Verdict::Failed, Some(2)));
        let larger = bind_identity(&rest, &skinned, 2.0).expect("as long");
        assert_eq!(larger.verdict(), Verdict::Passed);
    }

    #[test]
    fn a_vertex_that_was_lost_fails_and_stays_the_worst() {
        let rest = [DVec3::ZERO; 3];
        let lost = [DVec3::ZERO, DVec3::NAN, DVec3::X];
        let finding = bind_identity(&rest, &lost, 1.0).expect("as long");
        assert!(finding.value.is_nan());
        assert_eq!(
            (finding.verdict(), finding.vertex),
            (Verdict::Failed, Some(1))
        );
    }

    #[test]
    fn sums_are_held_against_one() {
        let lists = [
            [Influence::new(0, 0.5), Influence::new(1, 0.5)],
            [Influence::new(0, 0.5), Influence::new(1, 0.25)],
        ];
        let mesh = Mesh::with_unchecked_sums(vec![DVec3::X; 2], vec![], &lists, 2).expect("valid");
        let finding = weight_sums(&mesh);
        assert_eq!((finding.value, finding.vertex), (0.25, Some(1)));
        assert_eq!(finding.verdict(), Verdict::Failed);
        let good = Mesh::new(vec![DVec3::X], vec![], &lists[..1], 2).expect("valid");
        assert_eq!(weight_sums(&good).verdict(), Verdict::Passed);
    }

    #[test]
    fn refuses_what_does_not_fit_in_words_of_its_own() {
        let error = bind_identity(&[DVec3::X], &[], 1.0).expect_err("lengths differ");
        assert!(error.to_string().contains("1 rest positions but 0"));
        for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = bind_identity(&[], &[], size).expect_err("no size");
            assert!(error.to_string().contains("size ="));
        }
        let error = in_range([0, 7], 7).expect_err("past the end");
        assert!(error.to_string().contains("vertex 7 is named"));
        let error = CheckError::TooFewJoints {
            named: 3,
            joints: 2,
        };
        assert!(error.to_string().contains("3 joints"));
    }
}
