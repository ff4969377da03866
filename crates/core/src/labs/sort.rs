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
        "limit", "full", "position", "error", "w0", "w1", "w2", "w3", "w4", "given0", "given1",
        "given2", "given3", "given4", "place0", "place1", "place2", "place3", "place4",
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
        let (left, listed) = out[4..].split_at_mut(sort::WEIGHTS.len());
        left.fill(0.0);
        for influence in kept {
            left[usize::from(influence.joint)] = influence.weight;
        }
        let (given, places) = listed.split_at_mut(sort::WEIGHTS.len());
        given.copy_from_slice(&sort::WEIGHTS);
        places.copy_from_slice(&sort::PLACES);
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        vec![sort::now(
            settings.value("limit") as usize,
            settings.mistakes(),
        )]
    }
}
