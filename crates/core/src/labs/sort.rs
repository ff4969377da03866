//! Lab `weights/sort`: an influence list cut to the first few, and to the heaviest few.

use super::{Bench, Lab, LabTable};
use crate::blend::linear;
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::Mistake;
use crate::tables::{Row, sort};
use glam::DVec3;

/// The lab.
pub const LAB: Lab = Lab {
    id: "weights/sort",
    params: &[Param {
        name: "limit",
        unit: Unit::Index,
        min: 1.0,
        max: 5.0,
        step: 1.0,
        grain: 1.0,
        initial: 4.0,
        options: &[],
    }],
    switches: &[Switch {
        id: "cut-unsorted",
        mistake: Mistake::CutUnsorted,
        breaks: &["sort/4", "sort/1", "sort/2", "sort/3"],
    }],
    fields: &[
        "limit", "full", "position", "error", "w0", "w1", "w2", "w3", "w4",
    ],
    tables: &[LabTable {
        id: sort::ID,
        rows: sort::rows,
    }],
    bench: || Box::new(Sort),
};

/// The bench: no state beyond the settings.
#[derive(Clone, Copy, Debug)]
pub struct Sort;

impl Bench for Sort {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let limit = settings.value("limit") as usize;
        let joints = sort::joints();
        let full = linear::position(&joints, &sort::influences(), DVec3::ZERO).x;
        let kept = sort::cut(limit, settings.mistakes());
        let position = linear::position(&joints, &kept, DVec3::ZERO).x;
        out[..4].copy_from_slice(&[limit as f64, full, position, position - full]);
        out[4..].fill(0.0);
        for influence in kept {
            out[4 + usize::from(influence.joint)] = influence.weight;
        }
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        vec![sort::now(
            settings.value("limit") as usize,
            settings.mistakes(),
        )]
    }
}
