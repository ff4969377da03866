//! The formula side of the live rows: what the cut of any list gives, by plain sums.

use super::{Entry, POINT};

/// A list cut to a limit, without sorting: an influence is kept if fewer than `limit` others come
/// before it.
pub(super) struct Sums {
    /// Where the whole list carries the vertex, `Σ w x / Σ w`, metres.
    pub full: f64,
    /// The same over the kept alone.
    pub kept: f64,
    /// `r · D`: the share that is cut times the largest distance of two places.
    pub bound: f64,
}

impl Sums {
    pub(super) fn new(list: &[Entry], limit: usize, shift: f64) -> Self {
        let largest = list
            .iter()
            .fold(0.0_f64, |largest, e| largest.max(e.weight));
        let comes_before = |a: &Entry, b: &Entry| {
            a.weight > b.weight || (a.weight == b.weight && a.joint < b.joint)
        };
        let is_kept = |e: &Entry| list.iter().filter(|a| comes_before(a, e)).count() < limit;
        let place = |e: &Entry| POINT + e.translation + shift;
        let over = |counts: &dyn Fn(&Entry) -> bool| {
            let mut total = 0.0;
            let mut moment = 0.0;
            for e in list.iter().filter(|e| counts(e)) {
                total += e.weight / largest;
                moment += e.weight / largest * place(e);
            }
            (total, moment)
        };
        let (all, all_moment) = over(&|_| true);
        let (kept, kept_moment) = over(&is_kept);
        let (cut, _) = over(&|e| !is_kept(e));
        let highest = list.iter().map(place).fold(f64::NEG_INFINITY, f64::max);
        let lowest = list.iter().map(place).fold(f64::INFINITY, f64::min);
        Self {
            full: all_moment / all,
            kept: kept_moment / kept,
            bound: cut / all * (highest - lowest),
        }
    }
}
