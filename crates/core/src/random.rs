//! Random numbers that are the same everywhere: a generator of 64-bit words from a seed.
//!
//! Nothing here is secret or fit for secrets. A sample that a reader saw can be drawn again from its
//! seed and its number alone.

/// `SplitMix64`: word `n` is a fixed scramble of `seed + (n + 1) · γ`, so that any word can be had
/// without the ones before it.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
/// figures 16 and 17 (γ = the golden ratio in 64 bits; scramble: Stafford's variant 13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl SplitMix64 {
    /// The generator of `seed`, before its first word.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The generator of `seed` with `words` words already drawn.
    #[must_use]
    pub const fn after(seed: u64, words: u64) -> Self {
        Self {
            state: seed.wrapping_add(GAMMA.wrapping_mul(words)),
        }
    }

    /// The next word.
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next number above 0 and at most 1, in steps of 2⁻⁵³.
    pub const fn share(&mut self) -> f64 {
        ((self.word() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of seed 1234567, as other implementations of `SplitMix64` publish them.
    const PUBLISHED: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];

    #[test]
    fn words_are_the_published_ones() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!([(); 5].map(|()| random.word()), PUBLISHED);
    }

    #[test]
    fn a_word_can_be_had_without_those_before_it() {
        for (words, &word) in (0..).zip(&PUBLISHED) {
            assert_eq!(SplitMix64::after(1_234_567, words).word(), word);
        }
        assert_ne!(SplitMix64::after(1_234_567, 1).word(), PUBLISHED[0]);
    }

    #[test]
    fn shares_fill_the_unit_interval_without_zero() {
        let mut random = SplitMix64::new(7);
        let shares: Vec<f64> = (0..10_000).map(|_| random.share()).collect();
        assert!(shares.iter().all(|&share| share > 0.0 && share <= 1.0));
        // The mean of n uniform numbers has standard deviation 1/√(12 n) = 0.0029; this is six of them.
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!((mean - 0.5).abs() < 6.0 / (12.0 * shares.len() as f64).sqrt());
    }
}
