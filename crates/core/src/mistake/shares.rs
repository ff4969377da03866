//! Mistakes around the shares of a vertex: which are kept, what they are divided by, how they are rounded.

use super::{Mistake, Mistakes};
use crate::weights::{self, Bits, Influence, WeightError, normalise, trim};

/// The influences that are kept of a list: the heaviest, divided by their sum, or what the mistakes of
/// the lab that cuts leave of that.
///
/// # Errors
///
/// As [`trim`].
pub fn cut(
    list: &[Influence],
    limit: usize,
    mistakes: Mistakes,
) -> Result<Vec<Influence>, WeightError> {
    if mistakes.has(Mistake::CutUnsorted) {
        return normalise(&list[..limit.min(list.len())]);
    }
    let mut kept = trim(list, limit)?;
    if mistakes.has(Mistake::CutUnnormalised) {
        let rest = kept.len();
        kept = trim(list, list.len())?;
        kept.truncate(rest);
    } else if mistakes.has(Mistake::PlainSum) {
        let given = |joint| {
            list.iter()
                .find(|i| i.joint == joint)
                .map_or(0.0, |i| i.weight)
        };
        let sum: f64 = kept.iter().map(|i| given(i.joint)).sum();
        for influence in &mut kept {
            influence.weight = given(influence.joint) / sum;
        }
    }
    Ok(kept)
}

/// Weights as whole numbers; with [`Mistake::RoundAlone`] each rounded by itself.
///
/// # Errors
///
/// As [`weights::quantise`].
pub fn quantise(
    list: &[Influence],
    bits: Bits,
    mistakes: Mistakes,
) -> Result<Vec<u32>, WeightError> {
    let units = weights::quantise(list, bits)?;
    if mistakes.has(Mistake::RoundAlone) {
        Ok(round_alone(list, bits))
    } else {
        Ok(units)
    }
}

/// Each weight times the total, rounded to the nearest whole number, halves up.
#[must_use]
pub fn round_alone(list: &[Influence], bits: Bits) -> Vec<u32> {
    list.iter()
        .map(|i| (i.weight * f64::from(bits.total())).round() as u32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(weights: &[f64]) -> Vec<Influence> {
        (0..)
            .zip(weights)
            .map(|(joint, &weight)| Influence::new(joint, weight))
            .collect()
    }

    #[test]
    fn each_mistake_leaves_another_sum() {
        let all = list(&[0.1, 0.4, 0.2, 0.3]);
        let sum = |mistake: Option<Mistake>| -> f64 {
            let mistakes = mistake.map_or(Mistakes::NONE, |m| Mistakes::NONE.with(m));
            let kept = cut(&all, 2, mistakes).expect("valid");
            kept.iter().map(|i| i.weight).sum()
        };
        assert!((sum(None) - 1.0).abs() < 1e-15);
        assert!((sum(Some(Mistake::CutUnnormalised)) - 0.7).abs() < 1e-15);
        // The plain sum is right as long as it is finite.
        assert!((sum(Some(Mistake::PlainSum)) - 1.0).abs() < 1e-15);
        let huge = list(&[f64::MAX; 2]);
        let kept = cut(&huge, 2, Mistakes::NONE.with(Mistake::PlainSum)).expect("finite");
        assert_eq!(kept[0].weight + kept[1].weight, 0.0);
    }

    #[test]
    fn mistakes_refuse_what_the_right_way_refuses() {
        let alone = Mistakes::NONE.with(Mistake::RoundAlone);
        assert!(quantise(&list(&[0.5]), Bits::Eight, alone).is_err());
        let undivided = Mistakes::NONE.with(Mistake::CutUnnormalised);
        assert_eq!(
            cut(&list(&[0.5]), 0, undivided),
            Err(WeightError::ZeroLimit)
        );
        assert_eq!(cut(&[], 1, undivided), Err(WeightError::Empty));
    }
}
