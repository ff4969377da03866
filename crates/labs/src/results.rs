//! What engines made of the labs' jobs, read off beside the closed forms.

use crate::cases;
use js_sys::Float32Array;
use skinlab_core::kernel::SkinnedVertex;
use skinlab_core::selftest::Status;
use skinlab_core::tables::{Case, Engine, Posed, Table};

/// Numbers a skinned vertex has in an engine's answer: position, normal.
const VERTEX: usize = 6;

/// Five numbers a check: measured, formula, error, tolerance, and 0 for passed or 1 for failed.
pub(crate) fn measure(tables: &[Table], skinned: Option<&Float32Array>) -> Vec<f64> {
    let (engine, skinned) = match skinned {
        Some(answer) => (Engine::GpuF32, split(cases(tables), answer)),
        None => (Engine::CpuF32, cases(tables).map(Case::run_f32).collect()),
    };
    let mut numbers = Vec::new();
    for (row, skinned) in tables.iter().flat_map(|table| &table.rows).zip(&skinned) {
        for quantity in &row.quantities {
            let measured = quantity.measure.read(&row.case, skinned);
            let error = (measured - quantity.formula).abs();
            let tolerance = quantity.measure.tolerance(engine, &row.case);
            let failed = f64::from(u8::from(Status::of(error <= tolerance) == Status::Failed));
            numbers.extend([measured, quantity.formula, error, tolerance, failed]);
        }
    }
    numbers
}

/// Hands each case its share of an engine's answer. What the answer lacks is NaN, which fails.
pub(crate) fn split<'a>(
    cases: impl Iterator<Item = &'a Case>,
    answer: &Float32Array,
) -> Vec<Vec<Posed>> {
    let numbers = answer.to_vec();
    let mut vertices = numbers.as_chunks::<VERTEX>().0.iter();
    let next = |&[x, y, z, nx, ny, nz]: &[f32; VERTEX]| {
        Posed::from(&SkinnedVertex {
            position: [x, y, z],
            normal: [nx, ny, nz],
        })
    };
    cases
        .map(|case| {
            (0..case.mesh.len())
                .map(|_| vertices.next().map_or(Posed::MISSING, next))
                .collect()
        })
        .collect()
}
