//! What the producers of weights promise: shares that sum to 1, the heaviest kept, an error that the cut
//! mass bounds, whole numbers with an exact sum. Each promise fails for a producer spoiled on purpose.

#[path = "support/shares.rs"]
mod shares;

use proptest::collection::vec;
use proptest::prelude::*;
use shares::{JOINTS, influences, raw_influences};
use skinlab_core::blend::linear;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::mesh::Mesh;
use skinlab_core::weights::{Band, Influence, normalise, quantise_u8, quantise_u16, trim};

/// The unit roundoff of `f64`.
const U: f64 = f64::EPSILON / 2.0;

/// More roundings than dividing and summing at most 11 weights twice may meet.
const ROUNDINGS: f64 = 64.0;

fn sum(list: &[Influence]) -> f64 {
    list.iter().map(|i| i.weight).sum()
}

/// Whether `kept` is made of the `limit` heaviest of `list`, in their proportions, with sum 1.
fn keeps_the_heaviest(list: &[Influence], kept: &[Influence], limit: usize) -> bool {
    let weight_of = |joint: u16| list.iter().find(|i| i.joint == joint).map(|i| i.weight);
    let lightest_kept = kept
        .iter()
        .filter_map(|i| weight_of(i.joint))
        .fold(f64::INFINITY, f64::min);
    let heavier_but_cut = list
        .iter()
        .any(|i| i.weight > lightest_kept && kept.iter().all(|k| k.joint != i.joint));
    let whole: f64 = kept.iter().filter_map(|i| weight_of(i.joint)).sum();
    let in_proportion = kept
        .iter()
        .all(|i| weight_of(i.joint).is_some_and(|w| (i.weight - w / whole).abs() <= ROUNDINGS * U));
    kept.len() == limit.min(list.len())
        && !heavier_but_cut
        && in_proportion
        && (sum(kept) - 1.0).abs() <= ROUNDINGS * U
}

/// Joints that carry a vertex at the origin to `places` along x.
fn along_x(places: &[f64]) -> Vec<DAffine3> {
    places
        .iter()
        .map(|&x| DAffine3::from_translation(DVec3::X * x))
        .collect()
}

/// The share of `list` (sum 1) that `kept` leaves out.
fn cut_mass(list: &[Influence], kept: &[Influence]) -> f64 {
    list.iter()
        .filter(|i| kept.iter().all(|k| k.joint != i.joint))
        .map(|i| i.weight)
        .sum()
}

/// Cutting the share r moves the result by at most r·D, where D is how far apart the joints' places lie:
/// the error is r (a − b), and both means a of the kept and b of the cut lie among the places.
fn errs_by_at_most_r_d(list: &[Influence], kept: &[Influence], places: &[f64]) -> bool {
    let joints = along_x(places);
    let full = linear::position(&joints, list, DVec3::ZERO).x;
    let cut = linear::position(&joints, kept, DVec3::ZERO).x;
    let used = || list.iter().map(|i| places[usize::from(i.joint)]);
    let spread = used().fold(f64::NEG_INFINITY, f64::max) - used().fold(f64::INFINITY, f64::min);
    let reach = used().fold(0.0_f64, |reach, x| reach.max(x.abs()));
    (full - cut).abs() <= cut_mass(list, kept) * spread + ROUNDINGS * U * reach
}

/// Whether normalising a second time changes a weight by more than the roundings of doing so.
fn is_settled(once: &[Influence], twice: &[Influence]) -> bool {
    once.iter()
        .zip(twice)
        .all(|(a, b)| a.joint == b.joint && (a.weight - b.weight).abs() <= ROUNDINGS * U * a.weight)
}

/// Whether whole numbers sum to exactly `total` and each is within 1 of its exact share.
fn is_exact(units: &[u32], list: &[Influence], total: u32) -> bool {
    units.len() == list.len()
        && units.iter().sum::<u32>() == total
        && units
            .iter()
            .zip(list)
            .all(|(&unit, i)| (f64::from(unit) - i.weight * f64::from(total)).abs() <= 1.0)
}

fn bytes(list: &[Influence]) -> Vec<u32> {
    let units = quantise_u8(list).expect("normalised");
    units.into_iter().map(u32::from).collect()
}

fn words(list: &[Influence]) -> Vec<u32> {
    let units = quantise_u16(list).expect("normalised");
    units.into_iter().map(u32::from).collect()
}

proptest! {
    #[test]
    fn trimming_keeps_the_heaviest_in_proportion(list in raw_influences(), limit in 1_usize..12) {
        let kept = trim(&list, limit).expect("valid");
        prop_assert!(keeps_the_heaviest(&list, &kept, limit));
        let ordered = kept.windows(2).all(|pair| {
            pair[0].weight > pair[1].weight
                || (pair[0].weight == pair[1].weight && pair[0].joint < pair[1].joint)
        });
        prop_assert!(ordered, "{kept:?}");
        prop_assert!(Mesh::new(vec![DVec3::X], vec![], &[kept], usize::from(JOINTS)).is_ok());
    }

    #[test]
    fn trimming_errs_by_at_most_the_cut_share_of_the_spread(
        list in influences(), limit in 1_usize..12,
        places in vec(-100.0..100.0, usize::from(JOINTS)),
    ) {
        let kept = trim(&list, limit).expect("valid");
        prop_assert!(errs_by_at_most_r_d(&list, &kept, &places));
    }

    #[test]
    fn trimming_keeps_common_translation(
        list in influences(), limit in 1_usize..12, shift in -1e3_f64..1e3,
        places in vec(-100.0..100.0, usize::from(JOINTS)),
    ) {
        let kept = trim(&list, limit).expect("valid");
        let moved: Vec<f64> = places.iter().map(|x| x + shift).collect();
        let before = linear::position(&along_x(&places), &kept, DVec3::ZERO).x;
        let after = linear::position(&along_x(&moved), &kept, DVec3::ZERO).x;
        prop_assert!((after - before - shift).abs() <= ROUNDINGS * U * 2e3);
    }

    #[test]
    fn normalising_twice_is_normalising_once(list in raw_influences(), size in -200_i32..200) {
        let scaled: Vec<_> = list
            .iter()
            .map(|i| Influence::new(i.joint, i.weight * 10_f64.powi(size)))
            .collect();
        let once = normalise(&scaled).expect("valid");
        prop_assert!((sum(&once) - 1.0).abs() <= ROUNDINGS * U);
        prop_assert!(is_settled(&once, &normalise(&once).expect("valid")));
    }

    #[test]
    fn normalising_and_trimming_to_everything_agree_but_for_the_order(list in raw_influences()) {
        let mut trimmed = trim(&list, list.len()).expect("valid");
        let mut normalised = normalise(&list).expect("valid");
        trimmed.sort_by_key(|i| i.joint);
        normalised.sort_by_key(|i| i.joint);
        prop_assert!(is_settled(&normalised, &trimmed));
    }

    #[test]
    fn whole_numbers_sum_exactly_and_stay_next_to_their_shares(list in influences()) {
        prop_assert!(is_exact(&bytes(&list), &list, 255));
        prop_assert!(is_exact(&words(&list), &list, 65_535));
    }

    #[test]
    fn whole_numbers_keep_the_order_of_the_shares(list in influences()) {
        let units = words(&list);
        for (a, first) in list.iter().zip(&units) {
            for (b, second) in list.iter().zip(&units) {
                prop_assert!(a.weight <= b.weight || first >= second);
            }
        }
    }

    #[test]
    fn a_band_hands_over_from_parent_to_child(
        x in -1.0..3.0, further in 0.0..1.0, pivot in -1.0..1.0, half_width in 0.0..1.0,
    ) {
        let band = Band { pivot, half_width };
        let [parent, child] = band.influences(x);
        prop_assert!((parent.weight + child.weight - 1.0).abs() <= U);
        prop_assert!((0.0..=1.0).contains(&child.weight));
        prop_assert!(band.child_weight(x + further) >= child.weight);
        prop_assert!(x > pivot - half_width || child.weight == 0.0 || half_width == 0.0);
        prop_assert!(x < pivot + half_width || child.weight >= 1.0 - 4.0 * U / half_width);
    }
}

fn list(weights: &[f64]) -> Vec<Influence> {
    (0..)
        .zip(weights)
        .map(|(joint, &weight)| Influence::new(joint, weight))
        .collect()
}

#[test]
fn control_cutting_the_wrong_ones_or_not_dividing_is_seen() {
    let all = list(&[0.05, 0.05, 0.05, 0.05, 0.8]);
    assert!(keeps_the_heaviest(&all, &trim(&all, 4).expect("valid"), 4));
    let first_four = normalise(&all[..4]).expect("valid");
    assert!(!keeps_the_heaviest(&all, &first_four, 4));
    assert!(!keeps_the_heaviest(&all, &all[1..], 4));
    assert!(!keeps_the_heaviest(&all, &trim(&all, 3).expect("valid"), 4));
}

/// Where joints that carry a vertex from 2 by `places` put it, along x.
fn from_two(places: &[f64], list: &[Influence]) -> f64 {
    linear::position(&along_x(places), list, DVec3::X * 2.0).x
}

#[test]
fn the_worked_example_of_a_cut() {
    let all = list(&[0.4, 0.3, 0.2, 0.1]);
    let kept = trim(&all, 2).expect("valid");
    let (apart, further, together) = (
        [10.0, 20.0, 30.0, 40.0],
        [110.0, 120.0, 130.0, 140.0],
        [10.0; 4],
    );
    for (list, place, carried, at_one_place) in [
        (&all[..], 22.0, 100.0, 12.0),
        (&all[..2], 11.4, 70.0, 8.4),
        (&kept[..], 114.0 / 7.0, 100.0, 12.0),
    ] {
        let now = from_two(&apart, list);
        assert!((now - place).abs() < 1e-12);
        assert!((from_two(&further, list) - now - carried).abs() < 1e-12);
        assert!((from_two(&together, list) - at_one_place).abs() < 1e-12);
    }
    let error = from_two(&apart, &kept) - from_two(&apart, &all);
    assert!((error - 0.3 * (114.0 / 7.0 - 106.0 / 3.0)).abs() < 1e-12);
    assert!((cut_mass(&all, &kept) * 30.0 - 9.0).abs() < 1e-12);
}

#[test]
fn control_a_cut_without_division_errs_by_more() {
    let all = list(&[0.4, 0.3, 0.2, 0.1]);
    let places = [12.0, 22.0, 32.0, 42.0];
    let kept = trim(&all, 2).expect("valid");
    assert!(errs_by_at_most_r_d(&all, &kept, &places));
    // 11.4 instead of 22 is off by 10.6, where r·D is 9.
    assert!(!errs_by_at_most_r_d(&all, &all[..2], &places));
}

#[test]
fn control_dividing_by_the_length_is_not_normalising() {
    let raw = list(&[3.0, 4.0]);
    let by_length = list(&[3.0 / 5.0, 4.0 / 5.0]);
    let once = normalise(&raw).expect("valid");
    assert!(is_settled(&once, &normalise(&once).expect("valid")));
    assert!(!is_settled(
        &by_length,
        &normalise(&by_length).expect("valid")
    ));
}

#[test]
fn control_plain_rounding_has_another_sum() {
    let shares = list(&[0.6, 0.3, 0.1]);
    let rounded = |total: f64| -> Vec<u32> {
        shares
            .iter()
            .map(|i| (i.weight * total).round() as u32)
            .collect()
    };
    assert!(is_exact(&bytes(&shares), &shares, 255));
    assert!(!is_exact(&rounded(255.0), &shares, 255));
    // The right sum alone is not enough either.
    assert!(!is_exact(&[155, 76, 24], &shares, 255));
}
