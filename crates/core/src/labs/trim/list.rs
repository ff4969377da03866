//! A list that the reader has typed, checked before anything is computed with it.

use crate::tables::trim::Entry;
use crate::weights::{Influence, WeightError, trim};
use std::fmt;

/// The most influences that the lab's figure has room for.
pub const MOST: usize = 8;

/// Translations may reach this far to either side, metres: beyond it the 12 decimals that the table
/// promises are not in an `f64`.
pub const REACH: f64 = 100.0;

/// Why a typed list was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ListError {
    /// The weights, or the limit, were refused by the function that trims.
    Weights(WeightError),
    /// More influences than the figure has room for.
    TooLong {
        /// Influences given.
        given: usize,
    },
    /// A joint is not a whole number that a `u16` can hold.
    Joint {
        /// Position in the list.
        index: usize,
        /// What was given.
        joint: f64,
    },
    /// A limit is not a whole number.
    Limit {
        /// What was given.
        limit: f64,
    },
    /// A translation is not a number within ±[`REACH`].
    Translation {
        /// Position in the list.
        index: usize,
        /// What was given.
        translation: f64,
    },
}

impl ListError {
    /// A name for the kind of refusal, by which a page finds its own words.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Weights(WeightError::Empty) => "empty",
            Self::Weights(WeightError::ZeroLimit) => "zero-limit",
            Self::Weights(WeightError::Negative { .. }) => "negative",
            Self::Weights(WeightError::NotFinite { .. }) => "not-finite",
            Self::Weights(WeightError::DuplicateJoint { .. }) => "duplicate-joint",
            Self::Weights(WeightError::ZeroTotal) => "zero-total",
            Self::Weights(WeightError::NotNormalised { .. }) => "not-normalised",
            Self::TooLong { .. } => "too-long",
            Self::Joint { .. } => "joint",
            Self::Limit { .. } => "limit",
            Self::Translation { .. } => "translation",
        }
    }

    /// The position in the list that the refusal names, if it names one.
    #[must_use]
    pub const fn index(&self) -> Option<usize> {
        match *self {
            Self::Weights(
                WeightError::Negative { index, .. }
                | WeightError::NotFinite { index, .. }
                | WeightError::DuplicateJoint { index, .. },
            )
            | Self::Joint { index, .. }
            | Self::Translation { index, .. } => Some(index),
            Self::Weights(_) | Self::TooLong { .. } | Self::Limit { .. } => None,
        }
    }

    /// The number that the refusal names, if it names one.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match *self {
            Self::Weights(
                WeightError::Negative { weight, .. } | WeightError::NotFinite { weight, .. },
            ) => Some(weight),
            Self::Weights(WeightError::DuplicateJoint { joint, .. }) => Some(f64::from(joint)),
            Self::Weights(WeightError::NotNormalised { sum }) => Some(sum),
            Self::TooLong { given } => Some(given as f64),
            Self::Joint { joint, .. } => Some(joint),
            Self::Limit { limit } => Some(limit),
            Self::Translation { translation, .. } => Some(translation),
            Self::Weights(WeightError::Empty | WeightError::ZeroLimit | WeightError::ZeroTotal) => {
                None
            }
        }
    }
}

impl From<WeightError> for ListError {
    fn from(error: WeightError) -> Self {
        Self::Weights(error)
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weights(error) => error.fmt(f),
            Self::TooLong { given } => write!(
                f,
                "{given} influences: the figure has room for {MOST}, so remove some"
            ),
            Self::Joint { index, joint } => write!(
                f,
                "influence {index} names joint {joint}: a joint is a whole number from 0 to 65535"
            ),
            Self::Limit { limit } => write!(
                f,
                "the limit is {limit}: it counts influences, so give a whole number"
            ),
            Self::Translation { index, translation } => write!(
                f,
                "influence {index} has translation {translation}: give a number of metres from −{REACH} to {REACH}"
            ),
        }
    }
}

impl std::error::Error for ListError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Weights(error) => Some(error),
            _ => None,
        }
    }
}

/// The list made of rows of joint, weight and translation (metres), if it can be cut to `limit`.
///
/// # Errors
///
/// Refuses what [`trim`] refuses, more than [`MOST`] rows, a joint or limit that is not whole or out of
/// range, and a translation that is not within ±[`REACH`].
pub fn checked(rows: &[[f64; 3]], limit: f64) -> Result<Vec<Entry>, ListError> {
    if rows.len() > MOST {
        return Err(ListError::TooLong { given: rows.len() });
    }
    // Both conversions below lose nothing: the number is whole and in range.
    if limit.fract() != 0.0 || !(0.0..=f64::from(u16::MAX)).contains(&limit) {
        return Err(ListError::Limit { limit });
    }
    let mut list = Vec::with_capacity(rows.len());
    for (index, &[joint, weight, translation]) in rows.iter().enumerate() {
        if joint.fract() != 0.0 || !(0.0..=f64::from(u16::MAX)).contains(&joint) {
            return Err(ListError::Joint { index, joint });
        }
        if !(-REACH..=REACH).contains(&translation) {
            return Err(ListError::Translation { index, translation });
        }
        list.push(Entry {
            joint: joint as u16,
            weight,
            translation,
        });
    }
    let influences: Vec<Influence> = list
        .iter()
        .map(|entry| Influence::new(entry.joint, entry.weight))
        .collect();
    trim(&influences, limit as usize)?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_any_order_is_taken_as_it_is() {
        let list = checked(&[[9.0, 3.0, -100.0], [2.0, 0.0, 100.0]], 4.0).expect("valid");
        assert_eq!(
            list[0],
            Entry {
                joint: 9,
                weight: 3.0,
                translation: -100.0
            }
        );
        assert_eq!(list.len(), 2);
        assert!(checked(&[[0.0, f64::MAX, 0.0], [1.0, f64::MAX, 1.0]], 2.0).is_ok());
    }

    /// Rows and limit; the kind, place and words of the refusal.
    type Refused<'a> = (&'a [[f64; 3]], f64, &'a str, Option<usize>, &'a str);

    #[test]
    fn each_refusal_has_its_kind_place_value_and_words() {
        let ok = [0.0, 0.5, 1.0];
        let nan = f64::NAN;
        let cases: [Refused<'_>; 13] = [
            (&[], 2.0, "empty", None, "no influences"),
            (&[ok], 0.0, "zero-limit", None, "keeps nothing"),
            (
                &[ok, [1.0, -0.5, 0.0]],
                2.0,
                "negative",
                Some(1),
                "influence 1 has weight -0.5",
            ),
            (
                &[[0.0, nan, 0.0]],
                2.0,
                "not-finite",
                Some(0),
                "influence 0 has weight NaN",
            ),
            (
                &[ok, [1.0, f64::INFINITY, 0.0]],
                2.0,
                "not-finite",
                Some(1),
                "weight inf",
            ),
            (
                &[ok, ok],
                2.0,
                "duplicate-joint",
                Some(1),
                "influence 1 names joint 0 again",
            ),
            (
                &[[0.0; 3], [1.0, 0.0, 0.0]],
                2.0,
                "zero-total",
                None,
                "all weights are zero",
            ),
            (&[ok; 9], 2.0, "too-long", None, "9 influences"),
            (
                &[ok, [1.5, 0.5, 0.0]],
                2.0,
                "joint",
                Some(1),
                "names joint 1.5",
            ),
            (
                &[[65_536.0, 0.5, 0.0]],
                2.0,
                "joint",
                Some(0),
                "joint 65536",
            ),
            (&[ok], 1.5, "limit", None, "the limit is 1.5"),
            (&[ok], nan, "limit", None, "the limit is NaN"),
            (
                &[[0.0, 0.5, 100.5]],
                2.0,
                "translation",
                Some(0),
                "translation 100.5",
            ),
        ];
        for (rows, limit, name, index, words) in cases {
            let error = checked(rows, limit).expect_err(name);
            assert_eq!((error.name(), error.index()), (name, index));
            assert!(error.to_string().contains(words), "{error}");
            let has_value = !matches!(name, "empty" | "zero-limit" | "zero-total");
            assert_eq!(error.value().is_some(), has_value, "{name}");
        }
        assert!(checked(&[[0.0, 0.5, nan]], 1.0).is_err());
        assert!(checked(&[[-1.0, 0.5, 0.0]], 1.0).is_err());
    }
}
