//! Lab `weights/quantise`: four weights as bytes or 16-bit numbers, and what their sum does far out.

use super::{Bench, Lab, LabTable};
use crate::blend::linear;
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{self, Mistake};
use crate::tables::quantise::{self, SLOTS, influences, joints, rounding_bound};
use crate::tables::{Row, valid};
use crate::weights::{Bits, Influence, decode, diameter, normalise};
use glam::{DAffine3, DVec3};

/// From where to where the vertex may be taken from the origin, metres.
const NEAREST: f64 = 3.0;
const FARTHEST: f64 = 3_000.0;

/// The lab.
pub const LAB: Lab = Lab {
    id: "weights/quantise",
    params: &[
        Param {
            name: "bits",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["u8", "u16"],
        },
        // Not down to 0, so that there is always something to divide by.
        weight("w0", 0.05, 0.6),
        weight("w1", 0.0, 0.3),
        weight("w2", 0.0, 0.1),
        weight("w3", 0.0, 0.0),
        Param {
            name: "distance",
            unit: Unit::Metres,
            min: NEAREST,
            max: FARTHEST,
            step: 1.0,
            grain: 1.0,
            initial: FARTHEST,
            options: &[],
        },
    ],
    switches: &[Switch {
        id: "round-alone",
        mistake: Mistake::RoundAlone,
        breaks: &[
            "quantise-sum/exact/u8/3000",
            "quantise-sum/exact/u16/3000",
            "quantise-place/u8",
            "quantise-place/u16",
            "quantise/u8/quarters",
            "quantise/u8/tenths",
            "quantise/u16/quarters",
            "quantise/u16/tenths",
        ],
    }],
    fields: &[
        "total",
        "w0",
        "w1",
        "w2",
        "w3",
        "exact0",
        "exact1",
        "exact2",
        "exact3",
        "q0",
        "q1",
        "q2",
        "q3",
        "sum",
        "alone0",
        "alone1",
        "alone2",
        "alone3",
        "alone-sum",
        "decoded-sum",
        "off",
        "alone-off",
        "u8-alone-off",
        "u16-alone-off",
        "u8-alone-near",
        "u16-alone-near",
        "u8-alone-far",
        "u16-alone-far",
        "exact-x",
        "decoded-x",
        "deviation",
        "allowed",
    ],
    tables: &[
        LabTable {
            id: quantise::ID,
            rows: quantise::rows,
        },
        LabTable {
            id: quantise::SUM,
            rows: quantise::sums,
        },
        LabTable {
            id: quantise::PLACE,
            rows: quantise::places,
        },
    ],
    bench: || Box::new(Quantise),
};

const fn weight(name: &'static str, min: f64, initial: f64) -> Param {
    Param {
        name,
        unit: Unit::Ratio,
        min,
        max: 1.0,
        step: 0.05,
        grain: 0.001,
        initial,
        options: &[],
    }
}

/// The bench: no state beyond the settings.
#[derive(Clone, Copy, Debug)]
pub struct Quantise;

fn bits(settings: &Settings) -> Bits {
    if settings.value("bits") == 0.0 {
        Bits::Eight
    } else {
        Bits::Sixteen
    }
}

/// The reader's weights, divided by their sum. Weights that sum to 1 as they stand are taken as they
/// stand: dividing again would move them by a rounding, and a tie of two fractions would not be one.
fn shares(settings: &Settings) -> [f64; SLOTS] {
    let raw = ["w0", "w1", "w2", "w3"].map(|name| settings.value(name));
    if (raw.iter().sum::<f64>() - 1.0).abs() < 1e-9 {
        return raw;
    }
    let mut divided = raw;
    for (share, influence) in divided.iter_mut().zip(valid(normalise(&influences(raw)))) {
        *share = influence.weight;
    }
    divided
}

/// How far a vertex `distance` metres out moves when every joint stands still, metres.
fn off(decoded: &[Influence], distance: f64) -> f64 {
    let rest = DVec3::X * distance;
    linear::position(&[DAffine3::IDENTITY; SLOTS], decoded, rest).distance(rest)
}

impl Bench for Quantise {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let (bits, distance) = (bits(settings), settings.value("distance"));
        let weights = shares(settings);
        let list = influences(weights);
        let units = valid(mistake::quantise(&list, bits, settings.mistakes()));
        let decoded = decode(&list, &units, bits);
        let alone_units = mistake::round_alone(&list, bits);
        let alone_off = |bits, distance| {
            off(
                &decode(&list, &mistake::round_alone(&list, bits), bits),
                distance,
            )
        };
        let joints = joints();
        let at = |list: &[Influence]| linear::position(&joints, list, DVec3::ZERO).x;
        let spots: Vec<DVec3> = joints.iter().map(|joint| joint.translation).collect();

        let total = f64::from(bits.total());
        out[0] = total;
        for slot in 0..SLOTS {
            out[1 + slot] = weights[slot];
            out[5 + slot] = weights[slot] * total;
            out[9 + slot] = f64::from(units[slot]);
            out[14 + slot] = f64::from(alone_units[slot]);
        }
        out[13] = f64::from(units.iter().sum::<u32>());
        out[18..].copy_from_slice(&[
            f64::from(alone_units.iter().sum::<u32>()),
            decoded.iter().map(|i| i.weight).sum(),
            off(&decoded, distance),
            alone_off(bits, distance),
            alone_off(Bits::Eight, distance),
            alone_off(Bits::Sixteen, distance),
            alone_off(Bits::Eight, NEAREST),
            alone_off(Bits::Sixteen, NEAREST),
            alone_off(Bits::Eight, FARTHEST),
            alone_off(Bits::Sixteen, FARTHEST),
            at(&list),
            at(&decoded),
            at(&decoded) - at(&list),
            rounding_bound(SLOTS, bits, diameter(&spots)),
        ]);
    }

    fn now(&self, settings: &Settings, id: &str) -> Vec<Row> {
        let distance = settings.value("distance");
        quantise::now(
            id,
            shares(settings),
            bits(settings),
            distance,
            settings.mistakes(),
        )
        .into_iter()
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs::{LABS, LabScene};
    use crate::tables::Engine;

    fn scene() -> LabScene {
        let index = LABS
            .iter()
            .position(|lab| lab.id == LAB.id)
            .expect("listed");
        LabScene::new(index).expect("listed")
    }

    fn view(scene: &mut LabScene) -> Vec<f64> {
        let mut out = vec![0.0; LAB.fields.len()];
        scene.view(&mut out).expect("one place a field");
        out
    }

    #[test]
    fn the_first_view_shows_the_printed_numbers() {
        let out = view(&mut scene());
        assert_eq!(out[9..14], [153.0, 77.0, 25.0, 0.0, 255.0]);
        assert_eq!(out[14..19], [153.0, 77.0, 26.0, 0.0, 256.0]);
        assert!((out[21] - 3_000.0 / 255.0).abs() < 1e-9 && out[20] < 1e-9);
    }

    #[test]
    fn live_rows_pass_wherever_the_sliders_stand() {
        let mut scene = scene();
        for bits in [0.0, 1.0] {
            for weights in [
                [0.6, 0.3, 0.1, 0.0],
                [0.25; 4],
                [1.0, 0.333, 0.125, 0.9],
                [0.05, 0.0, 0.0, 0.0],
            ] {
                scene.set(0, bits).expect("an option");
                for (index, weight) in (1..).zip(weights) {
                    scene.set(index, weight).expect("in range");
                }
                for table in scene.tables() {
                    let row = table.rows.last().expect("a live row");
                    assert_eq!(row.id, "now");
                    for (q, read) in row.quantities.iter().zip(row.read(Engine::CpuF32)) {
                        let off = (read - q.formula).abs();
                        assert!(
                            off <= q.measure.tolerance(Engine::CpuF32, &row.case),
                            "{weights:?} {q:?}"
                        );
                    }
                }
            }
        }
    }
}
