//! Every printed table as data: what an engine is given, what is measured in its output, and the
//! closed form beside it. The page, the self-test and the tests read the same rows.

pub mod average;
pub mod bleed;
pub mod checks;
pub mod cost;
pub mod cures;
pub mod dual_quat;
pub mod elbow;
mod engines;
pub mod fk;
pub mod inverse_bind;
pub mod measure;
pub mod morph;
pub mod normals;
pub mod posed;
pub mod quantise;
pub mod retention;
mod shape;
pub mod skin_matrix;
pub mod sort;
pub mod trim;
pub mod weights;
pub mod wire;

use crate::dual_palette::{DualPalette, DualPaletteError};
use crate::mesh::Mesh;
use crate::mistake::{self, Mistake, Mistakes};
use crate::palette::Palette;
use glam::DAffine3;
pub use measure::{Engine, Measure};
pub use posed::Posed;

/// A table: its id on the page and its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The id, as in `data-table`.
    pub id: &'static str,
    /// The rows, in printed order.
    pub rows: Vec<Row>,
}

/// One row: one skinning job and the numbers read off its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The id, as in `data-row`.
    pub id: &'static str,
    /// What the engine is given.
    pub case: Case,
    /// What is measured, each beside its closed form.
    pub quantities: Vec<Quantity>,
}

/// One measured number beside its closed form.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The name, as in `data-component`.
    pub name: &'static str,
    /// The value by closed form; never computed through the pipeline.
    pub formula: f64,
    /// How the value is read off the skinned vertices.
    pub measure: Measure,
}

/// One skinning job: joint matrices and the vertices to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The joint matrices.
    pub palette: Palette,
    /// The rest vertices and their influences.
    pub mesh: Mesh,
    /// How the joints are blended.
    pub blend: Blend,
}

/// How an engine blends the joints of a [`Case`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blend {
    /// Linear blend skinning: [`crate::blend::linear`].
    #[default]
    Linear,
    /// Dual-quaternion skinning: [`crate::blend::dual_quat`]. The joint matrices must be rigid.
    DualQuat,
}

impl Case {
    /// The job of moving `mesh` by `joints`; with [`Mistake::Apart`], by the transforms that blending
    /// rotation and translation apart makes of them.
    fn new(joints: Vec<DAffine3>, mesh: Mesh, mistakes: Mistakes) -> Self {
        let (joints, mesh) = if mistakes.has(Mistake::Apart) {
            (
                mistake::apart(&joints, &mesh).collect(),
                valid(mistake::bound_to_own(&mesh)),
            )
        } else {
            (joints, mesh)
        };
        Self {
            palette: Palette::from_joint_matrices(joints),
            mesh,
            blend: Blend::Linear,
        }
    }

    /// The job of moving `mesh` by the rigid `joints`, blended as dual quaternions. With a mistake of that
    /// blend, or with [`Mistake::Apart`], the job of moving each vertex by the transform that the mistake
    /// makes of its joints.
    #[must_use]
    pub fn dual_quat(joints: Vec<DAffine3>, mesh: Mesh, mistakes: Mistakes) -> Self {
        if mistakes.has(Mistake::Apart) {
            return Self::new(joints, mesh, mistakes);
        }
        let right = Self {
            palette: Palette::from_joint_matrices(joints),
            mesh,
            blend: Blend::DualQuat,
        };
        if !(mistakes.has(Mistake::NoSignCheck) || mistakes.has(Mistake::NoRenormalisation)) {
            return right;
        }
        let palette = valid(right.dual_palette());
        let own = (0..right.mesh.len()).map(|vertex| {
            mistake::dual_transform(palette.joints(), right.mesh.influences(vertex), mistakes)
        });
        Self {
            palette: Palette::from_joint_matrices(own.collect()),
            mesh: valid(mistake::bound_to_own(&right.mesh)),
            blend: Blend::Linear,
        }
    }

    /// The joints as dual quaternions, for the engines that blend them so.
    ///
    /// # Errors
    ///
    /// Refuses joint matrices that are not rigid.
    pub fn dual_palette(&self) -> Result<DualPalette, DualPaletteError> {
        DualPalette::from_joint_matrices(self.palette.joints())
    }
}

/// A lesson's table with this id and its fixed rows, computed with `mistakes`; `None` for an unknown
/// id. The tables of labs stand in [`crate::labs`], which a page can leave away.
#[must_use]
pub fn table(id: &str, mistakes: Mistakes) -> Option<Table> {
    let (id, rows) = match id {
        fk::ID => (fk::ID, fk::rows(mistakes)),
        inverse_bind::ID => (inverse_bind::ID, inverse_bind::rows(mistakes)),
        skin_matrix::ID => (skin_matrix::ID, skin_matrix::rows(mistakes)),
        weights::ID => (weights::ID, weights::rows(mistakes)),
        elbow::ID => (elbow::ID, elbow::rows(mistakes)),
        average::ID => (average::ID, average::rows()),
        cost::ID => (cost::ID, cost::rows(mistakes)),
        retention::ID => (retention::ID, retention::rows(mistakes)),
        _ => return None,
    };
    Some(Table { id, rows })
}

/// The ids of the lessons' tables, in page order.
pub const IDS: [&str; 8] = [
    fk::ID,
    inverse_bind::ID,
    skin_matrix::ID,
    weights::ID,
    elbow::ID,
    average::ID,
    cost::ID,
    retention::ID,
];

/// The id of a row that shows the figure's present state.
pub const NOW: &str = "now";

/// Unwraps what rows build from constants and from parameters that were checked on entry.
///
/// # Panics
///
/// If a row is made of refused data: a fault of this crate, which the tests of every table would meet.
/// The refusal itself is not printed, so that a page does not carry the code to print numbers.
pub(crate) fn valid<T, E>(built: Result<T, E>) -> T {
    let Ok(value) = built else {
        panic!("rows are built from valid constants and checked parameters");
    };
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_every_table_passes_in_double_precision() {
        let mut checked = 0;
        for id in IDS {
            let table = table(id, Mistakes::NONE).expect("listed");
            assert_eq!(table.id, id);
            for row in &table.rows {
                for (quantity, reading) in row.quantities.iter().zip(row.read(Engine::CpuF64)) {
                    let error = (reading - quantity.formula).abs();
                    assert!(
                        error <= quantity.measure.tolerance(Engine::CpuF64, &row.case),
                        "{id}/{}/{}: {reading} is not {}",
                        row.id,
                        quantity.name,
                        quantity.formula
                    );
                    checked += 1;
                }
            }
        }
        assert_eq!(checked, 12 + 8 + 12 + 25 + 6 + 4 + 14 + 14);
    }

    #[test]
    fn an_unknown_table_is_none() {
        assert_eq!(table("fkk", Mistakes::NONE), None);
    }
}
