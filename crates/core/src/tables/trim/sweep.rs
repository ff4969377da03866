//! Many random cuts, each held against what a cut promises: the sum, common translation, the bound.

use super::{Cut, Entry, SHIFT};
use crate::mistake::Mistakes;
use crate::random::SplitMix64;

/// Influences of a sample before the cut.
pub const INFLUENCES: usize = 8;

/// Influences that are kept.
pub const LIMIT: usize = 4;

/// Joints are translated by up to this much, metres.
pub const REACH: f64 = 100.0;

/// How far a promise may be missed.
///
/// Every place lies between 2 m and 2 + 100 + 100 m. A share is made by two divisions and a sum of 8, and 8
/// products are summed: at most 24 roundings of 2⁻⁵³ of 202 m on each side of a comparison, below
/// 1.1e-12. A hundredfold of that, 1e-10, is what the article behind this lab checks with.
pub const TOLERANCE: f64 = 1e-10;

/// Words of the generator that one sample takes: a weight and a translation an influence.
const WORDS: u64 = 2 * INFLUENCES as u64;

/// Sample `sample` of the sweep of `seed`, drawn again without those before it.
///
/// Weights are uniform above 0 and at most 1, not yet normalised; translations are uniform above 0 and
/// at most [`REACH`].
#[must_use]
pub fn replay(seed: u64, sample: u32) -> [Entry; INFLUENCES] {
    let mut random = SplitMix64::after(seed, WORDS * u64::from(sample));
    [0, 1, 2, 3, 4, 5, 6, 7].map(|joint| Entry {
        joint,
        weight: random.share(),
        translation: random.share() * REACH,
    })
}

/// The largest error that a sweep has met. It is this sample's and no limit for other rigs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// The sample, for [`replay`].
    pub sample: u32,
    /// How far the cut moved the vertex, metres.
    pub error: f64,
    /// How far it might have, `r · D`, metres.
    pub bound: f64,
}

/// What a sweep has found so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Samples looked at.
    pub done: u32,
    /// Samples to look at.
    pub samples: u32,
    /// Samples whose weights do not sum to 1.
    pub sums: u32,
    /// Samples that do not follow when all joints move together.
    pub translations: u32,
    /// Samples that the cut moves further than `r · D`, with the joints as drawn or moved together.
    pub bounds: u32,
    /// The largest error; `None` before the first sample.
    pub worst: Option<Worst>,
}

impl Report {
    /// How often one of the three promises was broken.
    #[must_use]
    pub const fn violations(&self) -> u32 {
        self.sums + self.translations + self.bounds
    }
}

/// Random vertices with [`INFLUENCES`] influences, each cut to [`LIMIT`]; runs in pieces, so that a page
/// can show how far it is and stop it.
#[derive(Clone, Debug)]
pub struct Sweep {
    seed: u64,
    mistakes: Mistakes,
    report: Report,
}

impl Sweep {
    /// A sweep over `samples` vertices of `seed`, before the first.
    #[must_use]
    pub fn new(seed: u64, samples: u32) -> Self {
        Self::with(seed, samples, Mistakes::NONE)
    }

    /// The same, cutting with `mistakes`: with [`crate::mistake::Mistake::CutUnnormalised`] promises are
    /// broken, or else the sweep could not tell.
    #[must_use]
    pub fn with(seed: u64, samples: u32, mistakes: Mistakes) -> Self {
        Self {
            seed,
            mistakes,
            report: Report {
                samples,
                ..Report::default()
            },
        }
    }

    /// Looks at up to `samples` more vertices; returns how many are done.
    pub fn step(&mut self, samples: u32) -> u32 {
        let until = self
            .report
            .samples
            .min(self.report.done.saturating_add(samples));
        while self.report.done < until {
            self.look(self.report.done);
            self.report.done += 1;
        }
        self.report.done
    }

    /// What has been found so far.
    #[must_use]
    pub const fn report(&self) -> Report {
        self.report
    }

    // region: sweep
    fn look(&mut self, sample: u32) {
        let list = replay(self.seed, sample);
        let cut = Cut::new(&list, LIMIT, 0.0, self.mistakes);
        let moved = Cut::new(&list, LIMIT, SHIFT, self.mistakes);

        let sum: f64 = cut.kept.iter().map(|i| i.weight).sum();
        let travel = moved.place(&moved.kept) - cut.place(&cut.kept);
        let exceeds = |cut: &Cut| cut.error().abs() > cut.loss.bound() + TOLERANCE;

        self.report.sums += u32::from((sum - 1.0).abs() > TOLERANCE);
        self.report.translations += u32::from((travel - SHIFT).abs() > TOLERANCE);
        self.report.bounds += u32::from(exceeds(&cut) || exceeds(&moved));
        let error = cut.error().abs();
        if self.report.worst.is_none_or(|worst| error > worst.error) {
            self.report.worst = Some(Worst {
                sample,
                error,
                bound: cut.loss.bound(),
            });
        }
    }
    // endregion: sweep
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::Mistake;

    #[test]
    fn ten_thousand_samples_keep_every_promise() {
        for seed in [1, 718] {
            let mut sweep = Sweep::new(seed, 10_000);
            assert_eq!(sweep.step(u32::MAX), 10_000);
            let report = sweep.report();
            assert_eq!(report.violations(), 0, "{report:?}");
            let worst = report.worst.expect("samples were looked at");
            assert!(worst.error > 10.0 && worst.error <= worst.bound);
        }
    }

    #[test]
    fn the_undivided_cut_breaks_promises() {
        let mut sweep = Sweep::with(1, 1_000, Mistakes::NONE.with(Mistake::CutUnnormalised));
        sweep.step(1_000);
        let report = sweep.report();
        assert_eq!((report.sums, report.translations), (1_000, 1_000));
        assert!(report.bounds > 900, "{report:?}");
    }

    #[test]
    fn pieces_add_up_to_the_whole() {
        let mut whole = Sweep::new(5, 300);
        whole.step(300);
        let mut pieces = Sweep::new(5, 300);
        let mut done = 0;
        while done < 300 {
            let next = pieces.step(37);
            assert!(next > done);
            done = next;
        }
        assert_eq!(pieces.report(), whole.report());
        assert_eq!(pieces.step(1), 300);
    }

    #[test]
    fn the_worst_sample_can_be_drawn_again() {
        let mut sweep = Sweep::new(42, 500);
        sweep.step(500);
        let worst = sweep.report().worst.expect("samples were looked at");
        let again = Cut::new(&replay(42, worst.sample), LIMIT, 0.0, Mistakes::NONE);
        assert_eq!(
            (again.error().abs(), again.loss.bound()),
            (worst.error, worst.bound)
        );
        assert_ne!(replay(42, worst.sample), replay(43, worst.sample));
        assert!(
            replay(42, 0)
                .iter()
                .all(|e| e.translation <= REACH && e.weight > 0.0)
        );
    }
}
