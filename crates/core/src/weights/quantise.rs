//! Weights as whole numbers whose sum is exact: unsigned bytes (255) or 16-bit (65 535).

use super::{Influence, WeightError, check};

/// How far from 1 the weights may sum before quantising refuses them.
const SUM_TOLERANCE: f64 = 1e-9;

/// How many bits a whole-number weight has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// Unsigned bytes, which sum to 255.
    Eight,
    /// Unsigned 16-bit numbers, which sum to 65 535.
    Sixteen,
}

impl Bits {
    /// What the whole numbers of a vertex must sum to: the number that decodes to 1.
    #[must_use]
    pub const fn total(self) -> u32 {
        match self {
            Self::Eight => 255,
            Self::Sixteen => 65_535,
        }
    }
}

/// Weights as whole numbers of either width, by the rule of [`quantise_u8`]; they sum to exactly
/// [`Bits::total`].
///
/// # Errors
///
/// See [`quantise_u8`].
pub fn quantise(influences: &[Influence], bits: Bits) -> Result<Vec<u32>, WeightError> {
    largest_remainder(influences, bits.total())
}

/// Whole numbers read back as weights, `q / total`, each with the joint that it was made for.
///
/// Decoding repairs nothing: the weights sum to 1 only where the whole numbers sum to the total.
#[must_use]
pub fn decode(influences: &[Influence], units: &[u32], bits: Bits) -> Vec<Influence> {
    influences
        .iter()
        .zip(units)
        .map(|(i, &unit)| Influence::new(i.joint, f64::from(unit) / f64::from(bits.total())))
        .collect()
}

/// Weights as bytes `q`, decoded as `q / 255`; they sum to exactly 255.
///
/// Largest remainder: each weight is rounded down, then the units that are missing go to the largest
/// remainders; a tie goes to the larger weight, then to the lower slot.
///
/// # Errors
///
/// Refuses what [`super::trim`] refuses, and weights that do not sum to 1 within 1e-9.
///
/// Source: glTF 2.0 §3.7.3.3, normalised integer weights must sum to the largest value.
pub fn quantise_u8(influences: &[Influence]) -> Result<Vec<u8>, WeightError> {
    let units = largest_remainder(influences, 255)?;
    Ok(units
        .into_iter()
        .map(|unit| u8::try_from(unit).unwrap_or(u8::MAX))
        .collect())
}

/// Weights as 16-bit numbers `q`, decoded as `q / 65535`; they sum to exactly 65 535.
///
/// # Errors
///
/// See [`quantise_u8`].
pub fn quantise_u16(influences: &[Influence]) -> Result<Vec<u16>, WeightError> {
    let units = largest_remainder(influences, 65_535)?;
    Ok(units
        .into_iter()
        .map(|unit| u16::try_from(unit).unwrap_or(u16::MAX))
        .collect())
}

// region: largest-remainder
fn largest_remainder(influences: &[Influence], total: u32) -> Result<Vec<u32>, WeightError> {
    check(influences)?;
    let sum: f64 = influences.iter().map(|i| i.weight).sum();
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        return Err(WeightError::NotNormalised { sum });
    }
    let exact: Vec<f64> = influences
        .iter()
        .map(|i| i.weight * f64::from(total))
        .collect();
    let mut units: Vec<u32> = exact.iter().map(|&share| floor_to_unit(share)).collect();
    let given: u32 = units.iter().sum();
    let missing = total.saturating_sub(given) as usize;

    let mut order: Vec<usize> = (0..units.len()).collect();
    let remainder = |slot: usize| exact[slot] - exact[slot].floor();
    order.sort_by(|&a, &b| {
        remainder(b)
            .total_cmp(&remainder(a))
            .then(influences[b].weight.total_cmp(&influences[a].weight))
            .then(a.cmp(&b))
    });
    for &slot in order.iter().cycle().take(missing) {
        units[slot] += 1;
    }
    Ok(units)
}
// endregion: largest-remainder

fn floor_to_unit(share: f64) -> u32 {
    share.floor() as u32
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
    fn four_quarters_share_the_missing_units_by_slot() {
        assert_eq!(quantise_u8(&list(&[0.25; 4])), Ok(vec![64, 64, 64, 63]));
    }

    #[test]
    fn plain_rounding_would_sum_to_256() {
        assert_eq!(quantise_u8(&list(&[0.6, 0.3, 0.1])), Ok(vec![153, 77, 25]));
        let rounded: f64 = [0.6_f64, 0.3, 0.1]
            .iter()
            .map(|w| (w * 255.0).round())
            .sum();
        assert_eq!(rounded, 256.0);
    }

    #[test]
    fn the_sum_is_exact_in_sixteen_bits() {
        let units = quantise_u16(&list(&[1.0 / 3.0; 3])).expect("valid");
        assert_eq!(units.iter().map(|&u| u32::from(u)).sum::<u32>(), 65_535);
    }

    #[test]
    fn decoded_weights_sum_to_one_and_keep_their_joints() {
        let shares = list(&[0.6, 0.3, 0.1]);
        for bits in [Bits::Eight, Bits::Sixteen] {
            let units = quantise(&shares, bits).expect("valid");
            let decoded = decode(&shares, &units, bits);
            assert!((decoded.iter().map(|i| i.weight).sum::<f64>() - 1.0).abs() < 1e-15);
            assert_eq!(decoded[2].joint, 2);
        }
        assert_eq!(decode(&shares, &[255, 0, 0], Bits::Eight)[0].weight, 1.0);
    }

    #[test]
    fn refuses_weights_that_do_not_sum_to_one() {
        assert_eq!(
            quantise_u8(&list(&[0.5, 0.25])),
            Err(WeightError::NotNormalised { sum: 0.75 })
        );
    }
}
