//! Numbers for the page: the tables of a lesson, and how far the drawing engine is from the reference.

use crate::figure::{Figure, Layer};
use crate::webgpu::SharedGpu;
use skinlab_core::bound;
use skinlab_core::glam::DVec3;
use skinlab_core::lessons::Scene;
use skinlab_core::selftest::Status;
use skinlab_core::tables::{Case, Engine, Posed, Table, posed::widen};
use std::future::Future;
use wasm_bindgen::JsValue;

/// Runs every row of the figure's tables on the engine that draws it (a lesson without a mesh has only
/// the chain of joints, which is the reference's) and reads the numbers off.
pub(crate) fn measure(
    figure: &Figure,
    gpu: Option<SharedGpu>,
) -> impl Future<Output = Result<Vec<f64>, JsValue>> + use<> {
    let tables = figure.scene.tables();
    let engine = if !figure.scene.lesson().has_mesh {
        Engine::CpuF64
    } else if matches!(figure.layer, Some(Layer::Webgpu(_))) && gpu.is_some() {
        Engine::GpuF32
    } else {
        Engine::CpuF32
    };
    async move {
        let cases: Vec<&Case> = tables
            .iter()
            .flat_map(|table| &table.rows)
            .map(|row| &row.case)
            .collect();
        let skinned: Vec<Vec<Posed>> = match (engine, gpu) {
            (Engine::GpuF32, Some(gpu)) => gpu.run(&cases).await?,
            (Engine::CpuF32, _) => cases.into_iter().map(Case::run_f32).collect(),
            _ => cases.into_iter().map(Case::run_f64).collect(),
        };
        Ok(read(&tables, &skinned, engine))
    }
}

/// Five numbers a check: measured, formula, error, tolerance, and 0 for passed or 1 for failed.
fn read(tables: &[Table], skinned: &[Vec<Posed>], engine: Engine) -> Vec<f64> {
    let mut numbers = Vec::new();
    for (row, skinned) in tables.iter().flat_map(|table| &table.rows).zip(skinned) {
        for quantity in &row.quantities {
            let measured = quantity.measure.read(&row.case, skinned);
            let error = (measured - quantity.formula).abs();
            let tolerance = quantity.measure.tolerance(engine, &row.case);
            let failed = f64::from(u8::from(Status::of(error <= tolerance) == Status::Failed));
            numbers.extend_from_slice(&[measured, quantity.formula, error, tolerance, failed]);
        }
    }
    numbers
}

/// The reference positions of a scene and how far an engine may lie from each.
pub(crate) struct Yardstick {
    reference: Vec<DVec3>,
    bound: Vec<DVec3>,
}

impl Yardstick {
    pub(crate) fn new(scene: &Scene) -> Self {
        let (mesh, joints) = (scene.mesh(), scene.palette().joints());
        let bound = (0..mesh.len())
            .map(|v| bound::position(joints, mesh.influences(v), mesh.positions()[v]))
            .collect();
        Self {
            reference: scene.reference().to_vec(),
            bound,
        }
    }

    /// The difference of the component that uses up most of its bound, and that bound (metres).
    pub(crate) fn hold_against(&self, positions: impl Iterator<Item = [f32; 3]>) -> [f64; 2] {
        let skinned: Vec<DVec3> = positions.map(widen).collect();
        let (difference, bound) = bound::worst(&skinned, &self.reference, &self.bound);
        [difference, bound]
    }
}
