//! Lab `weights/trim`: an influence list cut to a limit; what dividing by the sum mends, and what it does
//! not.

pub mod list;

use super::{Bench, Lab, LabTable};
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{Mistake, Mistakes};
use crate::tables::Row;
use crate::tables::trim::{self, Cut, Entry, RISING, SHIFT, WORKED, sweep};
use list::{ListError, MOST};

/// Samples of the sweep that the page runs.
pub const SAMPLES: u32 = 10_000;

/// The lab.
pub const LAB: Lab = Lab {
    id: "weights/trim",
    params: &[
        Param {
            name: "limit",
            unit: Unit::Index,
            min: 1.0,
            max: MOST as f64,
            step: 1.0,
            grain: 1.0,
            initial: 2.0,
            options: &[],
        },
        Param {
            name: "list",
            unit: Unit::Choice,
            min: 0.0,
            max: 3.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["worked", "rising", "sample", "own"],
        },
        Param {
            name: "shift",
            unit: Unit::Metres,
            min: 0.0,
            max: SHIFT,
            step: 10.0,
            grain: 1.0,
            initial: 0.0,
            options: &[],
        },
        Param {
            name: "seed",
            unit: Unit::Index,
            min: 0.0,
            max: u32::MAX as f64,
            step: 1.0,
            grain: 1.0,
            initial: 1.0,
            options: &[],
        },
        Param {
            name: "sample",
            unit: Unit::Index,
            min: 0.0,
            max: (SAMPLES - 1) as f64,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &[],
        },
    ],
    switches: &[
        Switch {
            id: "cut-unnormalised",
            mistake: Mistake::CutUnnormalised,
            breaks: &[
                "trim/normalised",
                "trim/normalised/moved",
                "trim/normalised/together",
                "trim/error",
                "trim/sweep",
                "trim-steps/worked/1",
                "trim-steps/worked/2",
                "trim-steps/worked/3",
                "trim-steps/rising/1",
                "trim-steps/rising/2",
                "trim-steps/rising/3",
            ],
        },
        Switch {
            id: "plain-sum",
            mistake: Mistake::PlainSum,
            breaks: &["trim/huge", "trim/huge/0", "trim/huge/1"],
        },
    ],
    fields: &FIELDS,
    tables: &[
        LabTable {
            id: trim::ID,
            rows: trim::rows,
        },
        LabTable {
            id: trim::STEPS,
            rows: trim::steps,
        },
    ],
    bench: || Box::new(Trim::default()),
};

/// How many fields come before those of the single influences.
const HEAD: usize = 13;

/// Fields of one influence, or of one limit.
const PER_INFLUENCE: usize = 7;

/// For `n` from 1 to 8: joint, share, place and whether it is kept, of influence `n` of the list; weight
/// as given; error and bound at limit `n`. Past the end of the list they are 0.
const FIELDS: [&str; HEAD + PER_INFLUENCE * MOST] = [
    "count",
    "limit",
    "kept",
    "cut",
    "diameter",
    "full",
    "undivided",
    "normalised",
    "rest",
    "deviation",
    "allowed",
    "undivided-moved",
    "normalised-moved",
    "joint-1",
    "share-1",
    "place-1",
    "kept-1",
    "weight-1",
    "error-1",
    "bound-1",
    "joint-2",
    "share-2",
    "place-2",
    "kept-2",
    "weight-2",
    "error-2",
    "bound-2",
    "joint-3",
    "share-3",
    "place-3",
    "kept-3",
    "weight-3",
    "error-3",
    "bound-3",
    "joint-4",
    "share-4",
    "place-4",
    "kept-4",
    "weight-4",
    "error-4",
    "bound-4",
    "joint-5",
    "share-5",
    "place-5",
    "kept-5",
    "weight-5",
    "error-5",
    "bound-5",
    "joint-6",
    "share-6",
    "place-6",
    "kept-6",
    "weight-6",
    "error-6",
    "bound-6",
    "joint-7",
    "share-7",
    "place-7",
    "kept-7",
    "weight-7",
    "error-7",
    "bound-7",
    "joint-8",
    "share-8",
    "place-8",
    "kept-8",
    "weight-8",
    "error-8",
    "bound-8",
];

/// The bench: the reader's own list, beside the lists that settings choose.
#[derive(Clone, Debug)]
pub struct Trim {
    own: Vec<Entry>,
}

impl Default for Trim {
    fn default() -> Self {
        Self {
            own: WORKED.to_vec(),
        }
    }
}

impl Trim {
    /// Takes the reader's own list: rows of joint, weight and translation (metres). A list that is refused
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// As [`list::checked`] with a limit of 1.
    pub fn set_own(&mut self, rows: &[[f64; 3]]) -> Result<(), ListError> {
        self.own = list::checked(rows, 1.0)?;
        Ok(())
    }

    /// The list that `settings` choose.
    #[must_use]
    pub fn list(&self, settings: &Settings) -> Vec<Entry> {
        match settings.value("list") as usize {
            0 => WORKED.to_vec(),
            1 => RISING.to_vec(),
            2 => sweep::replay(
                settings.value("seed") as u64,
                settings.value("sample") as u32,
            )
            .to_vec(),
            _ => self.own.clone(),
        }
    }
}

impl Bench for Trim {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let list = self.list(settings);
        let (shift, mistakes) = (settings.value("shift"), settings.mistakes());
        let limit = (settings.value("limit") as usize).min(list.len());
        let cut = Cut::new(&list, limit, shift, mistakes);
        // As far again, so that the answer is there whatever the slider says.
        let moved = Cut::new(&list, limit, shift + SHIFT, mistakes);
        let travel = |before: f64, after: f64| after - before;
        out[..HEAD].copy_from_slice(&[
            list.len() as f64,
            limit as f64,
            cut.loss.kept,
            cut.loss.cut,
            cut.loss.diameter,
            cut.place(&cut.full),
            cut.place(&cut.undivided),
            cut.place(&cut.kept),
            // Nothing is cut, so nothing has a mean; the whole stands in for it.
            if cut.rest.is_empty() {
                cut.place(&cut.full)
            } else {
                cut.place(&cut.rest)
            },
            cut.error(),
            cut.loss.bound(),
            travel(cut.place(&cut.undivided), moved.place(&moved.undivided)),
            travel(cut.place(&cut.kept), moved.place(&moved.kept)),
        ]);
        out[HEAD..].fill(0.0);
        for (index, fields) in out[HEAD..].chunks_exact_mut(PER_INFLUENCE).enumerate() {
            if let Some(entry) = list.get(index) {
                fields.copy_from_slice(&influence(&cut, entry, index));
                let [error, bound] = at_limit(&list, index + 1, shift, mistakes);
                fields[5..].copy_from_slice(&[error, bound]);
            }
        }
    }

    fn now(&self, settings: &Settings, id: &str) -> Vec<Row> {
        let list = self.list(settings);
        let limit = settings.value("limit") as usize;
        let shift = settings.value("shift");
        trim::now(id, &list, limit, shift, settings.mistakes())
            .into_iter()
            .collect()
    }
}

/// The fields of one influence; the last two are of a limit.
fn influence(cut: &Cut, entry: &Entry, index: usize) -> [f64; PER_INFLUENCE] {
    let whole = cut.full[index];
    let is_kept = cut.undivided.iter().any(|kept| kept.joint == whole.joint);
    [
        f64::from(entry.joint),
        whole.weight,
        cut.joints[usize::from(whole.joint)].translation.x + trim::POINT,
        f64::from(u8::from(is_kept)),
        entry.weight,
        0.0,
        0.0,
    ]
}

/// The size of the error and its bound at one limit, metres.
fn at_limit(list: &[Entry], limit: usize, shift: f64, mistakes: Mistakes) -> [f64; 2] {
    let cut = Cut::new(list, limit, shift, mistakes);
    [cut.error().abs(), cut.loss.bound()]
}
