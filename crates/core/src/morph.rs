//! Morph targets: offsets of rest positions, added before a vertex is skinned; and the keys that turn an
//! angle into the weights of a row of corrective shapes.

use glam::DVec3;
use std::fmt;

/// The rest position after morphing: `p + Σ_k w_k · δ_k` (metres, model space).
///
/// `offsets` and `weights` hold one entry a target (`T`); weights may be any finite numbers, since they
/// add to the rest shape and do not share it out.
///
/// # Errors
///
/// Refuses lists of different lengths.
///
/// Source: glTF 2.0 §3.7.2.2 (the weighted sum) and §3.7.3.1 (skinning uses what morphing has left).
// region: morph
pub fn position(p: DVec3, offsets: &[DVec3], weights: &[f64]) -> Result<DVec3, MorphError> {
    if offsets.len() != weights.len() {
        return Err(MorphError::LengthMismatch {
            offsets: offsets.len(),
            weights: weights.len(),
        });
    }
    let moved: DVec3 = offsets.iter().zip(weights).map(|(&o, &w)| w * o).sum();
    Ok(p + moved)
}
// endregion: morph

/// The angles (radians) at which shapes were sculpted, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys(Vec<f64>);

impl Keys {
    /// Takes the angles of `T` shapes.
    ///
    /// # Errors
    ///
    /// Refuses an empty list, an angle that is not finite, and one that does not lie above the one before.
    pub fn new(angles: Vec<f64>) -> Result<Self, MorphError> {
        if angles.is_empty() {
            return Err(MorphError::NoKeys);
        }
        if let Some(key) = angles.iter().position(|angle| !angle.is_finite()) {
            return Err(MorphError::NotFinite { key });
        }
        if let Some(before) = angles.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(MorphError::NotAscending { key: before + 1 });
        }
        Ok(Self(angles))
    }

    /// The angles (`T`), radians.
    #[must_use]
    pub fn angles(&self) -> &[f64] {
        &self.0
    }

    // region: key-weights
    /// The weights of the shapes (`T`) at `angle`: 1 at its own key, falling straight to 0 at the
    /// neighbouring keys. Before the first and past the last key that one's shape stays.
    pub fn weights(&self, angle: f64) -> impl Iterator<Item = f64> + '_ {
        let keys = &self.0;
        let angle = angle.clamp(keys[0], keys[keys.len() - 1]);
        keys.iter().enumerate().map(move |(k, &key)| {
            let neighbour = if angle < key {
                k.checked_sub(1)
            } else {
                Some(k + 1)
            };
            match neighbour.and_then(|other| keys.get(other)) {
                Some(other) => (1.0 - (angle - key) / (other - key)).max(0.0),
                None => f64::from(u8::from(angle == key)),
            }
        })
    }
    // endregion: key-weights
}

/// Why a morph was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MorphError {
    /// The two lists describe different numbers of targets.
    LengthMismatch {
        /// Offsets given.
        offsets: usize,
        /// Weights given.
        weights: usize,
    },
    /// There is no key.
    NoKeys,
    /// A key's angle is NaN or infinite.
    NotFinite {
        /// The key.
        key: usize,
    },
    /// A key's angle does not lie above the one before.
    NotAscending {
        /// The key.
        key: usize,
    },
}

impl fmt::Display for MorphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch { offsets, weights } => write!(
                f,
                "{offsets} morph offsets but {weights} weights: give one weight a target"
            ),
            Self::NoKeys => f.write_str("no keys: give at least one angle with a shape"),
            Self::NotFinite { key } => {
                write!(f, "key {key} has an angle that is not finite: give radians")
            }
            Self::NotAscending { key } => write!(
                f,
                "key {key} does not lie above the one before: sort the angles, each once"
            ),
        }
    }
}

impl std::error::Error for MorphError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_add_up_on_the_rest_position() {
        let offsets = [DVec3::X, DVec3::new(0.0, 2.0, 0.0)];
        assert_eq!(
            position(DVec3::Z, &offsets, &[0.5, -1.0]),
            Ok(DVec3::new(0.5, -2.0, 1.0))
        );
        assert_eq!(position(DVec3::Z, &[], &[]), Ok(DVec3::Z));
        assert_eq!(
            position(DVec3::Z, &offsets, &[1.0]),
            Err(MorphError::LengthMismatch {
                offsets: 2,
                weights: 1
            })
        );
    }

    #[test]
    fn a_key_has_its_own_shape_and_between_keys_two_share() {
        let keys = Keys::new(vec![0.0, 2.0, 3.0]).expect("ascending");
        let weights = |angle| keys.weights(angle).collect::<Vec<_>>();
        assert_eq!(weights(0.0), [1.0, 0.0, 0.0]);
        assert_eq!(weights(0.5), [0.75, 0.25, 0.0]);
        assert_eq!(weights(2.0), [0.0, 1.0, 0.0]);
        assert_eq!(weights(2.25), [0.0, 0.75, 0.25]);
        assert_eq!(weights(9.0), weights(3.0));
        assert_eq!(weights(-9.0), weights(0.0));
        let single = Keys::new(vec![1.0]).expect("one key");
        assert_eq!(single.weights(7.0).collect::<Vec<_>>(), [1.0]);
    }

    #[test]
    fn refuses_keys_that_order_nothing() {
        assert_eq!(Keys::new(vec![]), Err(MorphError::NoKeys));
        assert_eq!(
            Keys::new(vec![0.0, f64::NAN]),
            Err(MorphError::NotFinite { key: 1 })
        );
        assert_eq!(
            Keys::new(vec![0.0, 1.0, 1.0]),
            Err(MorphError::NotAscending { key: 2 })
        );
        let sentence = MorphError::NotAscending { key: 2 }.to_string();
        assert!(sentence.contains("key 2 does not lie above"));
    }
}
