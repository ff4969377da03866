//! The four lessons as data: what a reader can turn, what breaks, what is read out; and the [`Scene`]
//! that carries one lesson's state from parameters to pose, palette and mesh.
//!
//! From one parameter table come the sliders, number fields, keys, permalinks and reset of the page.

mod cost;
mod error;
mod figure;
mod fk;
mod inverse_bind;
mod scene;
mod settings;
mod weights;

pub use error::ParamError;
pub use figure::{Handle, Outline};
pub use scene::Scene;
pub use settings::Settings;

use crate::mistake::Mistake;
use crate::tables::Row;

/// One lesson: a section of the page.
#[derive(Debug)]
pub struct Lesson {
    /// The id, as in `section#id`.
    pub id: &'static str,
    /// What the reader can turn.
    pub params: &'static [Param],
    /// What the reader can break.
    pub switches: &'static [Switch],
    /// Names of the numbers that [`Scene::view`] fills in, in order.
    pub fields: &'static [&'static str],
    /// Ids of the lesson's tables, in page order.
    pub tables: &'static [&'static str],
    /// Whether a mesh is drawn.
    pub has_mesh: bool,
    view: fn(&Scene, &mut [f64]),
    now: fn(&Scene, &str) -> Option<Row>,
}

/// One quantity that the reader can turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The name, as in `data-param` and in the address.
    pub name: &'static str,
    /// What the value counts.
    pub unit: Unit,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// What one key press adds.
    pub step: f64,
    /// Finest difference that the page keeps.
    pub grain: f64,
    /// The value at the start and after a reset.
    pub initial: f64,
    /// The names of the values of a choice; empty for other units.
    pub options: &'static [&'static str],
}

/// What a parameter's value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Degrees of angle.
    Degrees,
    /// Metres.
    Metres,
    /// A share from 0 to 1.
    Ratio,
    /// Position in the list of options.
    Choice,
    /// Position in a list of vertices.
    Index,
}

impl Unit {
    /// The unit's name in the page's data: `deg`, `m`, `ratio`, `choice` or `index`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Degrees => "deg",
            Self::Metres => "m",
            Self::Ratio => "ratio",
            Self::Choice => "choice",
            Self::Index => "index",
        }
    }
}

/// One mistake that the reader can switch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The id, as in `data-switch`.
    pub id: &'static str,
    /// The mistake.
    pub mistake: Mistake,
    /// The rows that fail with it on, `table/row`, and no other fixed row does. The first is the row
    /// that the self-test's control watches.
    pub breaks: &'static [&'static str],
}

/// The lessons, in page order.
pub const LESSONS: [Lesson; 4] = [
    fk::LESSON,
    inverse_bind::LESSON,
    weights::LESSON,
    cost::LESSON,
];

/// An angle from −180° to 180°.
const fn angle(name: &'static str, initial: f64) -> Param {
    Param {
        name,
        unit: Unit::Degrees,
        min: -180.0,
        max: 180.0,
        step: 1.0,
        grain: 0.01,
        initial,
        options: &[],
    }
}

/// The half-width of the transition band.
const BAND: Param = Param {
    name: "band",
    unit: Unit::Metres,
    min: 0.02,
    max: 0.5,
    step: 0.01,
    grain: 0.001,
    initial: 0.25,
    options: &[],
};

/// A vertex of the arm.
const fn vertex(initial: f64) -> Param {
    Param {
        name: "vertex",
        unit: Unit::Index,
        min: 0.0,
        max: (crate::rigs::arm::VERTICES - 1) as f64,
        step: 1.0,
        grain: 1.0,
        initial,
        options: &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::Mistakes;
    use crate::tables::{self, Engine};

    #[test]
    fn initial_values_lie_inside_their_ranges() {
        for lesson in &LESSONS {
            for param in lesson.params {
                assert!(
                    param.min <= param.initial && param.initial <= param.max,
                    "{}",
                    param.name
                );
                assert!(param.grain > 0.0 && param.step >= param.grain);
                assert_eq!(param.options.is_empty(), param.unit != Unit::Choice);
            }
        }
    }

    #[test]
    fn every_switch_breaks_exactly_the_rows_that_it_names() {
        let mut switches = 0;
        for lesson in &LESSONS {
            for switch in lesson.switches {
                let mut broken = Vec::new();
                for id in lesson.tables {
                    let table =
                        tables::table(id, Mistakes::NONE.with(switch.mistake)).expect("listed");
                    for row in &table.rows {
                        let fails =
                            row.quantities
                                .iter()
                                .zip(row.read(Engine::CpuF64))
                                .any(|(q, read)| {
                                    (read - q.formula).abs()
                                        > q.measure.tolerance(Engine::CpuF64, &row.case)
                                });
                        if fails {
                            broken.push(format!("{id}/{}", row.id));
                        }
                    }
                }
                broken.sort_unstable();
                let mut named = switch.breaks.to_vec();
                named.sort_unstable();
                assert_eq!(broken, named, "{}", switch.id);
                switches += 1;
            }
        }
        assert_eq!(switches, 8);
    }

    #[test]
    fn every_table_belongs_to_one_lesson() {
        let listed: Vec<_> = LESSONS
            .iter()
            .flat_map(|lesson| lesson.tables)
            .copied()
            .collect();
        assert_eq!(listed, tables::IDS);
    }
}
