//! What a cut gives up: the share that is cut, and how far the vertex may move for it.

use super::{Influence, WeightError, trim};
use glam::DVec3;

/// The cost of cutting an influence list, before anybody looks at the vertex.
///
/// Let `s` be the share that is kept and `r = 1 − s` the share that is cut, `a` and `b` the weighted
/// means of the places that the kept and the cut joints carry the vertex to. The whole list gives
/// `s a + r b`, the cut and normalised list gives `a`, so the error is `r (a − b)`. Both means lie in
/// the convex hull of the places, whose diameter is `D`: the error is at most `r D` long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// The share that is kept, `s`.
    pub kept: f64,
    /// The share that is cut, `r`; exactly 0 where nothing is cut.
    pub cut: f64,
    /// The diameter `D` of the places that the joints carry the vertex to, metres.
    pub diameter: f64,
}

impl Loss {
    /// `r · D`, metres: no cut to this limit moves the vertex further.
    // region: bound
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.cut * self.diameter
    }
    // endregion: bound
}

/// What cutting `influences` to the `limit` heaviest gives up; `places[i]` is where the joint of
/// influence `i` alone carries the vertex (metres).
///
/// # Errors
///
/// As [`trim`].
///
/// # Panics
///
/// If there is not one place an influence.
pub fn loss(influences: &[Influence], limit: usize, places: &[DVec3]) -> Result<Loss, WeightError> {
    assert_eq!(influences.len(), places.len(), "one place an influence");
    let kept = trim(influences, limit)?;
    let whole = trim(influences, influences.len())?;
    let (kept, cut) = whole.split_at(kept.len());
    let share = |list: &[Influence]| list.iter().map(|i| i.weight).sum::<f64>();
    Ok(Loss {
        kept: share(kept),
        cut: share(cut),
        diameter: diameter(places),
    })
}

/// The largest distance between two of some points.
#[must_use]
pub fn diameter(points: &[DVec3]) -> f64 {
    let pairs = points
        .iter()
        .enumerate()
        .flat_map(|(index, a)| points[..index].iter().map(move |b| a.distance(*b)));
    pairs.fold(0.0, f64::max)
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
    fn the_worked_example() {
        let places = [12.0, 22.0, 32.0, 42.0].map(|x| DVec3::X * x);
        let loss = loss(&list(&[0.4, 0.3, 0.2, 0.1]), 2, &places).expect("valid");
        assert!((loss.kept - 0.7).abs() < 1e-15 && (loss.cut - 0.3).abs() < 1e-15);
        assert!((loss.bound() - 9.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_cut_costs_nothing_at_all() {
        let loss = loss(&list(&[0.1; 7]), 7, &[DVec3::X; 7]).expect("valid");
        assert_eq!((loss.cut, loss.bound()), (0.0, 0.0));
        let far = [DVec3::ZERO, DVec3::X * 1e6];
        assert_eq!(
            super::loss(&list(&[0.3, 0.7]), 9, &far).map(|l| l.bound()),
            Ok(0.0)
        );
    }

    #[test]
    fn huge_weights_have_shares_too() {
        let loss = loss(&list(&[f64::MAX; 4]), 1, &[DVec3::X; 4]).expect("valid");
        assert!((loss.kept - 0.25).abs() < 1e-15 && (loss.cut - 0.75).abs() < 1e-15);
    }

    #[test]
    fn the_diameter_is_the_longest_of_all_distances() {
        let corners = [DVec3::ZERO, DVec3::X * 3.0, DVec3::new(0.0, 4.0, 0.0)];
        assert_eq!(diameter(&corners), 5.0);
        assert_eq!(diameter(&corners[..1]), 0.0);
    }
}
