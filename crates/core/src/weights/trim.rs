//! Trimming an influence list to a limit, and dividing what is kept by its sum.

use super::{Influence, WeightError, check};

/// Keeps the `limit` heaviest influences and divides them by their sum.
///
/// Sorted by weight, heaviest first; equal weights by joint index, lowest first, so that the order
/// of the input cannot change the result. Divides by the largest weight before summing, so that
/// huge finite weights do not overflow. The mass that was cut is lost for good: the result keeps
/// common translation, not the full deformation.
///
/// # Errors
///
/// Refuses an empty list, a limit of 0, a weight that is negative or not finite, a joint named
/// twice, and a total of zero.
///
/// Source: the rule of glTF 2.0 §3.7.3.3 that weights sum to 1, applied after the cut.
// region: trim
pub fn trim(influences: &[Influence], limit: usize) -> Result<Vec<Influence>, WeightError> {
    if limit == 0 {
        return Err(WeightError::ZeroLimit);
    }
    check(influences)?;
    let mut kept = influences.to_vec();
    kept.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.joint.cmp(&b.joint)));
    kept.truncate(limit);
    normalise(&kept)
}
// endregion: trim

/// Divides weights by their sum (not by their length: weights are shares, not a direction).
///
/// # Errors
///
/// Refuses the same lists as [`trim`].
// region: normalise
pub fn normalise(influences: &[Influence]) -> Result<Vec<Influence>, WeightError> {
    check(influences)?;
    let largest = influences
        .iter()
        .fold(0.0_f64, |largest, i| largest.max(i.weight));
    if largest == 0.0 {
        return Err(WeightError::ZeroTotal);
    }
    let sum: f64 = influences.iter().map(|i| i.weight / largest).sum();
    Ok(influences
        .iter()
        .map(|i| Influence::new(i.joint, i.weight / largest / sum))
        .collect())
}
// endregion: normalise

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
    fn cuts_to_the_heaviest_and_divides_by_their_sum() {
        let kept = trim(&list(&[0.1, 0.4, 0.2, 0.3]), 2).expect("valid");
        assert_eq!(kept.iter().map(|i| i.joint).collect::<Vec<_>>(), [1, 3]);
        assert!((kept[0].weight - 4.0 / 7.0).abs() < 1e-15);
        assert!((kept[1].weight - 3.0 / 7.0).abs() < 1e-15);
    }

    #[test]
    fn ties_go_to_the_lowest_joint_whatever_the_order() {
        let kept = trim(
            &[
                Influence::new(5, 0.5),
                Influence::new(2, 0.5),
                Influence::new(9, 0.5),
            ],
            2,
        );
        assert_eq!(
            kept,
            Ok(vec![Influence::new(2, 0.5), Influence::new(5, 0.5)])
        );
    }

    #[test]
    fn a_limit_beyond_the_list_keeps_everything() {
        assert_eq!(
            trim(&list(&[3.0, 1.0]), 8),
            Ok(vec![Influence::new(0, 0.75), Influence::new(1, 0.25)])
        );
    }

    #[test]
    fn huge_and_tiny_weights_survive() {
        assert_eq!(trim(&list(&[f64::MAX, f64::MAX]), 2), Ok(list(&[0.5, 0.5])));
        assert_eq!(trim(&list(&[1e-300, 1e-300]), 2), Ok(list(&[0.5, 0.5])));
    }

    #[test]
    fn refuses_each_fault_with_index_and_value() {
        assert_eq!(trim(&[], 4), Err(WeightError::Empty));
        assert_eq!(trim(&list(&[1.0]), 0), Err(WeightError::ZeroLimit));
        assert_eq!(
            trim(&list(&[0.5, -0.25]), 4),
            Err(WeightError::Negative {
                index: 1,
                weight: -0.25
            })
        );
        assert_eq!(
            trim(&list(&[0.5, f64::INFINITY]), 4),
            Err(WeightError::NotFinite {
                index: 1,
                weight: f64::INFINITY
            })
        );
        assert!(matches!(
            trim(&list(&[f64::NAN]), 4),
            Err(WeightError::NotFinite { index: 0, .. })
        ));
        assert_eq!(
            trim(&[Influence::new(3, 0.5), Influence::new(3, 0.5)], 4),
            Err(WeightError::DuplicateJoint { index: 1, joint: 3 })
        );
        assert_eq!(trim(&list(&[0.0, 0.0]), 4), Err(WeightError::ZeroTotal));
    }

    #[test]
    fn each_refusal_has_words_of_its_own() {
        let errors = [
            WeightError::Empty,
            WeightError::ZeroLimit,
            WeightError::Negative {
                index: 1,
                weight: -0.25,
            },
            WeightError::NotFinite {
                index: 2,
                weight: f64::NAN,
            },
            WeightError::DuplicateJoint { index: 3, joint: 7 },
            WeightError::ZeroTotal,
            WeightError::NotNormalised { sum: 0.7 },
        ];
        let sentences: std::collections::HashSet<_> =
            errors.iter().map(ToString::to_string).collect();
        assert_eq!(sentences.len(), errors.len());
        assert!(
            errors[2]
                .to_string()
                .contains("influence 1 has weight -0.25")
        );
    }
}
