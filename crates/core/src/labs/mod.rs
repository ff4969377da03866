//! The labs: what folds open inside a section. A lab is data like a lesson (parameters, switches,
//! fields, tables) beside a [`Bench`] that carries its state through the pipeline.
//!
//! A lab's id is the section's and its own, as in the address: `weights/sort`. Labs do not import one
//! another, and a page may leave them all away: nothing below this module knows of them.

pub mod bleed;
pub mod checks;
pub mod cures;
pub mod dual_quat;
pub mod morph;
pub mod normals;
pub mod quantise;
pub mod sort;
pub mod trim;

use crate::lessons::{Param, ParamError, Settings, Switch};
use crate::mistake::Mistakes;
use crate::tables::{Row, Table};
use std::any::Any;
use std::fmt::Debug;

/// A lab: what a reader can turn and break in it, and what it measures.
#[derive(Debug)]
pub struct Lab {
    /// The id, `section/lab`.
    pub id: &'static str,
    /// What the reader can turn.
    pub params: &'static [Param],
    /// What the reader can break.
    pub switches: &'static [Switch],
    /// Names of the numbers that [`Bench::view`] fills in, in order.
    pub fields: &'static [&'static str],
    /// The lab's tables, in page order.
    pub tables: &'static [LabTable],
    /// Makes the lab's bench.
    pub bench: fn() -> Box<dyn Bench>,
}

/// A table of a lab: its id on the page, and its fixed rows computed with some mistakes.
#[derive(Clone, Copy, Debug)]
pub struct LabTable {
    /// The id, as in `data-table`.
    pub id: &'static str,
    /// Makes the fixed rows, in printed order.
    pub rows: fn(Mistakes) -> Vec<Row>,
}

/// A lab at work. [`Any`], so that whoever made a bench of a known kind can ask it for more than numbers.
pub trait Bench: Debug + Any {
    /// Recomputes what follows from `settings` and fills `out`, one number a field of the lab.
    fn view(&mut self, settings: &Settings, out: &mut [f64]);

    /// The rows of table `id` that show the present state, computed through the pipeline; none where a
    /// table has fixed rows only.
    fn now(&self, settings: &Settings, id: &str) -> Vec<Row>;
}

/// The labs, in page order.
pub const LABS: &[Lab] = &[
    trim::LAB,
    sort::LAB,
    quantise::LAB,
    bleed::LAB,
    checks::LAB,
    dual_quat::LAB,
    cures::LAB,
    normals::LAB,
    morph::LAB,
];

/// A lab's settings and its bench.
#[derive(Debug)]
pub struct LabScene {
    lab: &'static Lab,
    settings: Settings,
    bench: Box<dyn Bench>,
}

impl LabScene {
    /// The lab of this number at its initial values; `None` past the last.
    #[must_use]
    pub fn new(lab: usize) -> Option<Self> {
        let lab = LABS.get(lab)?;
        Some(Self {
            lab,
            settings: Settings::new(lab.params, lab.switches),
            bench: (lab.bench)(),
        })
    }

    /// As [`LabScene::new`], at work on a bench of the caller's.
    #[must_use]
    pub fn with_bench(lab: usize, bench: Box<dyn Bench>) -> Option<Self> {
        let lab = LABS.get(lab)?;
        Some(Self {
            lab,
            settings: Settings::new(lab.params, lab.switches),
            bench,
        })
    }

    /// The bench, as of the last [`LabScene::view`].
    #[must_use]
    pub fn bench(&self) -> &dyn Bench {
        self.bench.as_ref()
    }

    /// The bench, for what a reader sets that is no number: the next [`LabScene::view`] shows it.
    #[must_use]
    pub fn bench_mut(&mut self) -> &mut dyn Bench {
        self.bench.as_mut()
    }

    /// Sets parameter `index` of the lab's list.
    ///
    /// # Errors
    ///
    /// As [`Settings::set`].
    pub fn set(&mut self, index: usize, value: f64) -> Result<(), ParamError> {
        self.settings.set(index, value)
    }

    /// Switches mistake `index` of the lab's list on or off.
    ///
    /// # Errors
    ///
    /// As [`Settings::set_switch`].
    pub fn set_switch(&mut self, index: usize, on: bool) -> Result<(), ParamError> {
        self.settings.set_switch(index, on)
    }

    /// Recomputes the lab's state and fills `out` with its fields, in order.
    ///
    /// # Errors
    ///
    /// Refuses an `out` of another length than the fields.
    pub fn view(&mut self, out: &mut [f64]) -> Result<(), ParamError> {
        if out.len() != self.lab.fields.len() {
            return Err(ParamError::FieldCount {
                given: out.len(),
                fields: self.lab.fields.len(),
            });
        }
        self.bench.view(&self.settings, out);
        Ok(())
    }

    /// The lab's tables for this state: fixed rows, then the live ones.
    #[must_use]
    pub fn tables(&self) -> Vec<Table> {
        let mistakes = self.settings.mistakes();
        self.lab
            .tables
            .iter()
            .map(|&LabTable { id, rows }| {
                let mut rows = rows(mistakes);
                rows.extend(self.bench.now(&self.settings, id));
                Table { id, rows }
            })
            .collect()
    }

    /// What the reader has set.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The lab.
    #[must_use]
    pub fn lab(&self) -> &'static Lab {
        self.lab
    }
}

/// The fixed rows of a lab's table, computed with `mistakes`; `None` for an unknown id.
#[must_use]
pub fn table(id: &str, mistakes: Mistakes) -> Option<Table> {
    let table = LABS
        .iter()
        .flat_map(|lab| lab.tables)
        .find(|table| table.id == id)?;
    Some(Table {
        id: table.id,
        rows: (table.rows)(mistakes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Engine;

    fn failing(mistakes: Mistakes, lab: &Lab) -> Vec<String> {
        let mut failing = Vec::new();
        for table in lab.tables {
            for row in (table.rows)(mistakes) {
                for engine in [Engine::CpuF64, Engine::CpuF32] {
                    let fails = row
                        .quantities
                        .iter()
                        .zip(row.read(engine))
                        .any(|(q, read)| {
                            let error = (read - q.formula).abs();
                            error.is_nan() || error > q.measure.tolerance(engine, &row.case)
                        });
                    let id = format!("{}/{}", table.id, row.id);
                    if fails && failing.last() != Some(&id) {
                        failing.push(id);
                    }
                }
            }
        }
        failing.sort_unstable();
        failing
    }

    #[test]
    fn every_row_of_every_lab_passes_on_both_cpu_engines() {
        for lab in LABS {
            assert_eq!(failing(Mistakes::NONE, lab), [""; 0], "{}", lab.id);
            assert!(
                lab.tables
                    .iter()
                    .all(|t| !(t.rows)(Mistakes::NONE).is_empty())
            );
        }
    }

    #[test]
    fn every_switch_breaks_exactly_the_rows_that_it_names() {
        for lab in LABS {
            for switch in lab.switches {
                let mut named = switch.breaks.to_vec();
                named.sort_unstable();
                assert_eq!(
                    failing(Mistakes::NONE.with(switch.mistake), lab),
                    named,
                    "{}",
                    switch.id
                );
                assert!(!named.is_empty(), "{}", switch.id);
            }
        }
    }

    #[test]
    fn ids_name_a_section_and_are_unique() {
        let sections = ["weights/", "cost/", "appendix/"];
        let mut ids: Vec<_> = LABS.iter().map(|lab| lab.id).collect();
        assert!(
            ids.iter()
                .all(|id| sections.iter().any(|section| id.starts_with(section)))
        );
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), LABS.len());
        let mut tables: Vec<_> = LABS
            .iter()
            .flat_map(|lab| lab.tables)
            .map(|t| t.id)
            .collect();
        tables.extend(crate::tables::IDS);
        let before = tables.len();
        tables.sort_unstable();
        tables.dedup();
        assert_eq!(tables.len(), before);
    }

    #[test]
    fn fields_are_all_filled_at_the_start() {
        for (index, lab) in LABS.iter().enumerate() {
            let mut scene = LabScene::new(index).expect("listed");
            let mut out = vec![f64::NAN; lab.fields.len()];
            scene.view(&mut out).expect("one place a field");
            assert!(
                out.iter().all(|number| number.is_finite()),
                "{}: {out:?}",
                lab.id
            );
        }
    }
}
