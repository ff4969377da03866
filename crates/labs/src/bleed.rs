//! What lab `weights/bleed` draws: four figures of one mesh, each with weights of its own.

use crate::Labs;
use crate::cholesky::SparseCholesky;
use js_sys::{Error, Float32Array, Float64Array, Uint32Array};
use skinlab_core::bound;
use skinlab_core::glam::DVec3;
use skinlab_core::labs::Bench;
use skinlab_core::labs::bleed::{Bleed, Bleeding, LAB};
use skinlab_core::tables::{Blend, Case, wire};
use std::any::Any;
use wasm_bindgen::prelude::*;

/// Numbers a skinned vertex has in an engine's answer: position, normal.
const VERTEX: usize = 6;

/// The lab's bench.
pub(crate) fn bench() -> Box<dyn Bench> {
    Box::new(Bleed::new(Box::new(SparseCholesky)))
}

#[wasm_bindgen]
impl Labs {
    /// One figure as a job of the wire format: 0 straight, 1 along the mesh, 2 heat, 3 mask. Valid until
    /// the gap, the bag or a switch changes.
    #[wasm_bindgen(js_name = bleedJob)]
    pub fn bleed_job(&mut self, figure: usize) -> Result<Float64Array, JsValue> {
        let state = self.bleeding()?;
        let mesh = figure_of(state, figure)?.mesh().clone();
        let case = Case {
            palette: state.palette().clone(),
            mesh,
            blend: Blend::Linear,
        };
        Ok(Float64Array::from(&wire::write([&case])[..]))
    }

    /// The arm's share of every vertex of one figure.
    #[wasm_bindgen(js_name = bleedShares)]
    pub fn bleed_shares(&mut self, figure: usize) -> Result<Float32Array, JsValue> {
        let shares: Vec<f32> = figure_of(self.bleeding()?, figure)?
            .shares()
            .iter()
            .map(|&share| share as f32)
            .collect();
        Ok(Float32Array::from(&shares[..]))
    }

    /// The triangles of the mesh.
    #[wasm_bindgen(js_name = bleedTriangles)]
    pub fn bleed_triangles(&mut self) -> Result<Uint32Array, JsValue> {
        let sheet = &self.bleeding()?.bound().torso.sheet;
        Ok(indices(sheet.triangles().iter().flatten()))
    }

    /// The edges of its cells, in pairs.
    #[wasm_bindgen(js_name = bleedEdges)]
    pub fn bleed_edges(&mut self) -> Result<Uint32Array, JsValue> {
        let edges: Vec<[usize; 2]> = self.bleeding()?.bound().torso.cell_edges().collect();
        Ok(indices(edges.iter().flatten()))
    }

    /// Writes the two joint matrices into `out`: three rows of four each.
    #[wasm_bindgen(js_name = bleedMatrices)]
    pub fn bleed_matrices(&mut self, out: &Float64Array) -> Result<(), JsValue> {
        let mut numbers = [0.0; 24];
        let joints = self.bleeding()?.palette().joints();
        for (numbers, joint) in numbers.chunks_exact_mut(12).zip(joints) {
            let rows = joint.matrix3.transpose();
            for (axis, row) in [rows.x_axis, rows.y_axis, rows.z_axis]
                .into_iter()
                .enumerate()
            {
                numbers[4 * axis..4 * axis + 3].copy_from_slice(&row.to_array());
                numbers[4 * axis + 3] = joint.translation[axis];
            }
        }
        if out.length() as usize != numbers.len() {
            return Err(Error::new("two joints need 24 numbers").into());
        }
        out.copy_from(&numbers);
        Ok(())
    }

    /// The raise in degrees, within its range, that puts the hand in the direction of a world point; NaN for
    /// the shoulder itself.
    #[wasm_bindgen(js_name = bleedDrag)]
    pub fn bleed_drag(&mut self, x: f64, y: f64) -> Result<f64, JsValue> {
        Ok(self.bleeding()?.drag(x, y).unwrap_or(f64::NAN))
    }

    /// Largest difference of what an engine made of one figure from the reference, and its bound there.
    #[wasm_bindgen(js_name = bleedDifference)]
    pub fn bleed_difference(
        &mut self,
        figure: usize,
        skinned: &Float32Array,
    ) -> Result<Float64Array, JsValue> {
        let state = self.bleeding()?;
        let figure = figure_of(state, figure)?;
        let numbers = skinned.to_vec();
        let positions: Vec<DVec3> = numbers
            .as_chunks::<VERTEX>()
            .0
            .iter()
            .map(|&[x, y, z, ..]| DVec3::new(x.into(), y.into(), z.into()))
            .collect();
        if positions.len() != figure.mesh().len() {
            return Err(Error::new("the engine left another number of vertices").into());
        }
        let mesh = figure.mesh();
        let bounds: Vec<DVec3> = (0..mesh.len())
            .map(|vertex| {
                bound::position(
                    state.palette().joints(),
                    mesh.influences(vertex),
                    mesh.positions()[vertex],
                )
            })
            .collect();
        let (difference, bound) = bound::worst(&positions, figure.posed(), &bounds);
        Ok(Float64Array::from(&[difference, bound][..]))
    }

    /// The lab's figure as of its last view.
    fn bleeding(&mut self) -> Result<&Bleeding, JsValue> {
        let bench: &dyn Any = self.scene(LAB.id)?.bench();
        bench
            .downcast_ref::<Bleed>()
            .and_then(Bleed::state)
            .ok_or_else(|| Error::new("the lab has no figure before its first view").into())
    }
}

fn figure_of(
    state: &Bleeding,
    figure: usize,
) -> Result<&skinlab_core::labs::bleed::Figure, JsValue> {
    state
        .figures()
        .get(figure)
        .ok_or_else(|| Error::new("there are four figures, from 0").into())
}

fn indices<'a>(indices: impl Iterator<Item = &'a usize>) -> Uint32Array {
    let indices: Vec<u32> = indices.map(|&index| index as u32).collect();
    Uint32Array::from(&indices[..])
}
