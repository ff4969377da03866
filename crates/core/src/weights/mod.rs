//! Influences: which joints move a vertex, and by what share.
//!
//! This floor is the *producer* of the weight contract: what leaves it is non-negative and sums to 1.
//! [`crate::mesh`] is the consumer, which checks and refuses.

mod band;
pub mod bind;
mod curve;
mod loss;
mod quantise;
mod smooth;
mod trim;

pub use band::Band;
pub use curve::smoothstep;
pub use loss::{Loss, diameter, loss};
pub use quantise::{Bits, decode, quantise, quantise_u8, quantise_u16};
pub use smooth::{Link, LinkKind, SmoothError, smooth};
pub use trim::{normalise, trim};

use std::fmt;

/// One joint's share of a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Index of the joint in the skeleton.
    pub joint: u16,
    /// The share; from 0 to 1 once normalised.
    pub weight: f64,
}

impl Influence {
    /// The share `weight` of joint `joint`.
    #[must_use]
    pub const fn new(joint: u16, weight: f64) -> Self {
        Self { joint, weight }
    }
}

/// Why a list of influences was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum WeightError {
    /// The list is empty.
    Empty,
    /// At most zero influences were asked for.
    ZeroLimit,
    /// A weight is below zero.
    Negative {
        /// Position in the list.
        index: usize,
        /// The weight.
        weight: f64,
    },
    /// A weight is NaN or infinite.
    NotFinite {
        /// Position in the list.
        index: usize,
        /// The weight.
        weight: f64,
    },
    /// A joint stands in the list twice.
    DuplicateJoint {
        /// Position of the second mention.
        index: usize,
        /// The joint.
        joint: u16,
    },
    /// Every weight is zero, so there is nothing to divide by.
    ZeroTotal,
    /// The weights do not sum to 1, and quantisation does not normalise.
    NotNormalised {
        /// Their sum.
        sum: f64,
    },
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the vertex has no influences: give at least one joint"),
            Self::ZeroLimit => {
                f.write_str("a limit of 0 influences keeps nothing: ask for at least 1")
            }
            Self::Negative { index, weight } => write!(
                f,
                "influence {index} has weight {weight}: a weight is a share and cannot be negative"
            ),
            Self::NotFinite { index, weight } => write!(
                f,
                "influence {index} has weight {weight}: a weight must be a finite number"
            ),
            Self::DuplicateJoint { index, joint } => write!(
                f,
                "influence {index} names joint {joint} again: merge the two before trimming"
            ),
            Self::ZeroTotal => f.write_str(
                "all weights are zero: choose a joint for this vertex, there is no share to divide",
            ),
            Self::NotNormalised { sum } => write!(
                f,
                "the weights sum to {sum} and not to 1: normalise before quantising"
            ),
        }
    }
}

impl std::error::Error for WeightError {}

/// Refuses what no later step can give a meaning: an empty list, a weight that is negative or not
/// finite, a joint named twice.
pub(crate) fn check(influences: &[Influence]) -> Result<(), WeightError> {
    if influences.is_empty() {
        return Err(WeightError::Empty);
    }
    for (index, &Influence { joint, weight }) in influences.iter().enumerate() {
        if !weight.is_finite() {
            return Err(WeightError::NotFinite { index, weight });
        }
        if weight < 0.0 {
            return Err(WeightError::Negative { index, weight });
        }
        if influences[..index].iter().any(|other| other.joint == joint) {
            return Err(WeightError::DuplicateJoint { index, joint });
        }
    }
    Ok(())
}
