//! Tables `quantise`, `quantise-sum` and `quantise-place`: weights as whole numbers, what a sum that is
//! one unit off does to a vertex far from the origin, and how far rounding moves a vertex.

use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::blend::linear;
use crate::bound::CLOSED_FORM;
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::weights::{Bits, Influence, decode, diameter};
use glam::{DAffine3, DVec3};

/// The id of the table of whole numbers.
pub const ID: &str = "quantise";

/// The id of the table of sums at a distance.
pub const SUM: &str = "quantise-sum";

/// The id of the table of the vertex's place.
pub const PLACE: &str = "quantise-place";

/// Influences of a vertex here, as in one set of glTF.
pub const SLOTS: usize = 4;

/// Where each joint alone carries the vertex of `quantise-place`, metres along *x*.
pub const PLACES: [f64; SLOTS] = [12.0, 22.0, 32.0, 42.0];

const QUARTERS: [f64; SLOTS] = [0.25; SLOTS];
const TENTHS: [f64; SLOTS] = [0.6, 0.3, 0.1, 0.0];

/// Units in the last place that a decoded sum may be off: four divisions and three additions.
const SUM_ROUNDINGS: f64 = 8.0;

/// The fixed rows of `quantise`: two lists in both widths.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    // 63.75 and 16383.75 four times: three units are missing, and the ties go to the lower slots.
    // 153, 76.5, 25.5 and 39321, 19660.5, 6553.5: one is missing, and the tie goes to the larger weight.
    [
        (
            "u8/quarters",
            QUARTERS,
            Bits::Eight,
            [64.0, 64.0, 64.0, 63.0],
        ),
        ("u8/tenths", TENTHS, Bits::Eight, [153.0, 77.0, 25.0, 0.0]),
        (
            "u16/quarters",
            QUARTERS,
            Bits::Sixteen,
            [16_384.0, 16_384.0, 16_384.0, 16_383.0],
        ),
        (
            "u16/tenths",
            TENTHS,
            Bits::Sixteen,
            [39_321.0, 19_661.0, 6_553.0, 0.0],
        ),
    ]
    .map(|(id, weights, bits, formula)| whole(id, &influences(weights), bits, formula, mistakes))
    .into()
}

/// The fixed rows of `quantise-sum`: (.6, .3, .1) rounded one by one, which gives one unit too many, and
/// by largest remainder, at 3 m and at 3,000 m from the origin of the joints.
#[must_use]
pub fn sums(mistakes: Mistakes) -> Vec<Row> {
    let list = influences(TENTHS);
    [
        ("alone/u8/3", Bits::Eight, 3.0, 1.0),
        ("alone/u8/3000", Bits::Eight, 3_000.0, 1.0),
        ("alone/u16/3", Bits::Sixteen, 3.0, 1.0),
        ("alone/u16/3000", Bits::Sixteen, 3_000.0, 1.0),
        ("exact/u8/3000", Bits::Eight, 3_000.0, 0.0),
        ("exact/u16/3000", Bits::Sixteen, 3_000.0, 0.0),
    ]
    .map(|(id, bits, distance, surplus)| {
        let units = if surplus > 0.0 {
            mistake::round_alone(&list, bits)
        } else {
            valid(mistake::quantise(&list, bits, mistakes))
        };
        let share = surplus / f64::from(bits.total());
        far(id, &decode(&list, &units, bits), distance, share, mistakes)
    })
    .into()
}

/// The fixed rows of `quantise-place`: (.6, .3, .1) on joints that carry the vertex to 12, 22 and 32 m.
#[must_use]
pub fn places(mistakes: Mistakes) -> Vec<Row> {
    // The exact place is 17. Half a unit went from the third weight to the second.
    [("u8", Bits::Eight), ("u16", Bits::Sixteen)]
        .map(|(id, bits)| {
            let total = f64::from(bits.total());
            let formula = [17.0 - 5.0 / total, -5.0 / total, 30.0 / total];
            place(id, &influences(TENTHS), bits, formula, mistakes)
        })
        .into()
}

/// The live row of a table: the reader's four weights, which sum to 1.
#[must_use]
pub fn now(
    id: &str,
    weights: [f64; SLOTS],
    bits: Bits,
    distance: f64,
    mistakes: Mistakes,
) -> Option<Row> {
    let list = influences(weights);
    let total = f64::from(bits.total());
    let units = by_hand(weights, total);
    match id {
        ID => Some(whole(NOW, &list, bits, units, mistakes)),
        SUM => {
            let units = valid(mistake::quantise(&list, bits, mistakes));
            Some(far(
                NOW,
                &decode(&list, &units, bits),
                distance,
                0.0,
                mistakes,
            ))
        }
        PLACE => {
            let at = |shares: [f64; SLOTS]| -> f64 {
                shares.iter().zip(PLACES).map(|(share, x)| share * x).sum()
            };
            let decoded = at(units.map(|unit| unit / total));
            // n / 4 units of weight change hands at most, over at most 30 m.
            let formula = [decoded, decoded - at(weights), 30.0 / total];
            Some(place(NOW, &list, bits, formula, mistakes))
        }
        _ => None,
    }
}

/// Four weights as influences of joints 0 to 3.
#[must_use]
pub fn influences(weights: [f64; SLOTS]) -> [Influence; SLOTS] {
    let mut joint = 0..;
    weights.map(|weight| Influence::new(joint.next().unwrap_or(0), weight))
}

/// The joint matrices of `quantise-place`: the vertex rests at the origin.
#[must_use]
pub fn joints() -> Vec<DAffine3> {
    PLACES
        .iter()
        .map(|&x| DAffine3::from_translation(DVec3::X * x))
        .collect()
}

/// How far rounding `n` weights to `bits` may move a vertex whose joints carry it to places of diameter
/// `D`, metres: `n / 4 · D / total`.
///
/// Let `f_i` be the fractions of a unit that rounding down drops; they sum to a whole number `m`, and the
/// `m` largest are raised to 1. What the others lose is what these gain. The `n − m` others hold the
/// smallest fractions, so at most `(n − m) m / n ≤ n / 4` units, and each unit moves by at most `D`.
#[must_use]
pub fn rounding_bound(weights: usize, bits: Bits, diameter: f64) -> f64 {
    weights as f64 / 4.0 * diameter / f64::from(bits.total())
}

fn whole(
    id: &'static str,
    list: &[Influence; SLOTS],
    bits: Bits,
    formula: [f64; SLOTS],
    mistakes: Mistakes,
) -> Row {
    let units = valid(mistake::quantise(list, bits, mistakes));
    // Whole numbers are right or wrong: nothing is tolerated.
    let exact = |name, formula, unit: u32| Quantity {
        name,
        formula,
        measure: Measure::Value {
            value: f64::from(unit),
            tolerance: 0.0,
        },
    };
    let mut quantities: Vec<Quantity> = ["q0", "q1", "q2", "q3"]
        .into_iter()
        .zip(formula)
        .zip(&units)
        .map(|((name, formula), &unit)| exact(name, formula, unit))
        .collect();
    quantities.push(exact("sum", f64::from(bits.total()), units.iter().sum()));
    Row {
        id,
        case: case(joints(), DVec3::ZERO, &decode(list, &units, bits), mistakes),
        quantities,
    }
}

/// A vertex `distance` metres out on the *x* axis, whose joints all stand still: `share` is how far its
/// weights' sum is from 1.
fn far(
    id: &'static str,
    decoded: &[Influence],
    distance: f64,
    share: f64,
    mistakes: Mistakes,
) -> Row {
    let rest = DVec3::X * distance;
    let still = vec![DAffine3::IDENTITY; SLOTS];
    let moved = linear::position(&still, decoded, rest).distance(rest);
    Row {
        id,
        case: case(still, rest, decoded, mistakes),
        quantities: vec![
            Quantity {
                name: "per-metre",
                formula: share,
                measure: Measure::Distance {
                    vertex: 0,
                    from: rest,
                    unit: distance,
                },
            },
            Quantity {
                name: "metres",
                formula: share * distance,
                // Not metre-sized: the roundings grow with the distance.
                measure: Measure::Value {
                    value: moved,
                    tolerance: SUM_ROUNDINGS * f64::EPSILON * distance,
                },
            },
        ],
    }
}

fn place(
    id: &'static str,
    list: &[Influence; SLOTS],
    bits: Bits,
    [x, error, bound]: [f64; 3],
    mistakes: Mistakes,
) -> Row {
    let units = valid(mistake::quantise(list, bits, mistakes));
    let decoded = decode(list, &units, bits);
    let at = |list: &[Influence]| linear::position(&joints(), list, DVec3::ZERO).x;
    let spots = joints()
        .iter()
        .map(|joint| joint.translation)
        .collect::<Vec<_>>();
    let computed = |name, formula, value| Quantity {
        name,
        formula,
        measure: Measure::Value {
            value,
            tolerance: CLOSED_FORM,
        },
    };
    Row {
        id,
        case: case(joints(), DVec3::ZERO, &decoded, mistakes),
        quantities: vec![
            Quantity {
                name: "x",
                formula: x,
                measure: Measure::Coordinate { vertex: 0, axis: 0 },
            },
            computed("error", error, at(&decoded) - at(list)),
            computed(
                "bound",
                bound,
                rounding_bound(SLOTS, bits, diameter(&spots)),
            ),
        ],
    }
}

fn case(joints: Vec<DAffine3>, rest: DVec3, decoded: &[Influence], mistakes: Mistakes) -> Case {
    let mesh = Mesh::with_unchecked_sums(vec![rest], vec![], &[decoded], SLOTS);
    Case::new(joints, valid(mesh), mistakes)
}

/// Largest remainder without sorting: slot `i` gets a unit more if fewer than `missing` slots come before
/// it by fraction, weight and number.
fn by_hand(weights: [f64; SLOTS], total: f64) -> [f64; SLOTS] {
    let down = weights.map(|weight| (weight * total).floor());
    let missing = total - down.iter().sum::<f64>();
    let key = |slot: usize| (weights[slot] * total - down[slot], weights[slot]);
    let before = |a: usize, b: usize| key(a) > key(b) || (key(a) == key(b) && a < b);
    [0, 1, 2, 3].map(|slot| {
        let ahead = (0..SLOTS).filter(|&other| before(other, slot)).count();
        down[slot] + f64::from(u8::from((ahead as f64) < missing))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::Mistake;
    use crate::random::SplitMix64;
    use crate::weights::normalise;

    #[test]
    fn rounding_alone_makes_one_unit_too_many() {
        for (bits, sum) in [(Bits::Eight, 256), (Bits::Sixteen, 65_536)] {
            let units = mistake::round_alone(&influences(TENTHS), bits);
            assert_eq!(units.iter().sum::<u32>(), sum);
        }
        let far: Vec<f64> = sums(Mistakes::NONE)
            .iter()
            .map(|row| row.quantities[1].formula)
            .collect();
        assert!((far[1] - 11.764_706).abs() < 1e-6 && (far[3] - 0.045_777).abs() < 1e-6);
    }

    #[test]
    fn rounding_moves_no_vertex_further_than_its_bound() {
        let mut random = SplitMix64::new(3);
        let mut closest = 0.0_f64;
        for _ in 0..2_000 {
            let raw = [(); SLOTS].map(|()| random.share());
            let list: [Influence; SLOTS] = normalise(&influences(raw))
                .expect("positive")
                .try_into()
                .expect("four stay four");
            for bits in [Bits::Eight, Bits::Sixteen] {
                let row = place(NOW, &list, bits, [0.0; 3], Mistakes::NONE);
                let [error, bound] = [1, 2].map(|q| row.quantities[q].measure.read(&row.case, &[]));
                assert!(error.abs() <= bound + CLOSED_FORM, "{list:?}");
                closest = closest.max(error.abs() / bound);
            }
        }
        // The bound is worth having: some sample comes near it.
        assert!(closest > 0.5, "{closest}");
    }

    #[test]
    fn rounding_alone_puts_one_unit_of_the_third_place_on_top_and_leaves_the_bound_far_out() {
        let alone = Mistakes::NONE.with(Mistake::RoundAlone);
        let row = &places(alone)[0];
        let error = row.quantities[1].measure.read(&row.case, &[]);
        assert!((error - row.quantities[1].formula - 32.0 / 255.0).abs() < CLOSED_FORM);

        let list = influences(TENTHS);
        let decoded = decode(
            &list,
            &mistake::round_alone(&list, Bits::Eight),
            Bits::Eight,
        );
        let far: Vec<DAffine3> = PLACES
            .iter()
            .map(|x| DAffine3::from_translation(DVec3::X * (x + 1_000.0)))
            .collect();
        let at = |list: &[Influence]| linear::position(&far, list, DVec3::ZERO).x;
        assert!((at(&decoded) - at(&list)).abs() > rounding_bound(SLOTS, Bits::Eight, 30.0));
    }
}
