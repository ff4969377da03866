//! What lab `cost/normals` asks for beyond its fields: a race between two kernels, and a curve.

use js_sys::Float64Array;
use skinlab_core::closed_form::{normals, retention};
use skinlab_core::kernel::{KernelError, PackedMesh, SkinnedVertex, cofactor, linear};
use skinlab_core::labs::normals as normals_lab;
use skinlab_core::palette::{Palette, Rows};
use skinlab_core::rigs::tube;
use wasm_bindgen::prelude::*;

/// Vertices round the tube of the race.
const SEGMENTS: usize = 50;

/// Two kernels over the same tube: the plain one, and the one that moves normals by cofactors.
#[wasm_bindgen]
#[derive(Debug)]
pub struct NormalRace {
    packed: PackedMesh,
    rows: Vec<Rows>,
    out: Vec<SkinnedVertex>,
}

#[wasm_bindgen]
impl NormalRace {
    /// A twisted tube of about this many vertices, two influences each.
    #[wasm_bindgen(constructor)]
    pub fn new(vertices: usize) -> Result<Self, JsValue> {
        let rings = (vertices / SEGMENTS).max(2);
        let mesh = tube::mesh(rings, SEGMENTS, 0.5).map_err(|error| crate::error(&error))?;
        let palette = Palette::from_joint_matrices(tube::twist(2.0).to_vec());
        Ok(Self {
            packed: PackedMesh::new(&mesh),
            rows: palette.rows().to_vec(),
            out: vec![SkinnedVertex::default(); mesh.len()],
        })
    }

    /// How many vertices a run skins.
    #[wasm_bindgen(getter)]
    pub fn vertices(&self) -> usize {
        self.packed.len()
    }

    /// Skins the tube once.
    pub fn run(&mut self, exact: bool) -> Result<(), JsValue> {
        let run: Result<(), KernelError> = if exact {
            cofactor::skin(&self.rows, &self.packed, &mut self.out)
        } else {
            linear::skin(&self.rows, &self.packed, &mut self.out)
        };
        run.map_err(|error| crate::error(&error))
    }
}

/// The largest angle (degrees) between the plain normal and the inverse transpose anywhere round a bent
/// tube, by closed form, at `out.length` bends from 0° to 180°: at ½, an eighth of a turn round.
#[wasm_bindgen(js_name = normalCurve)]
pub fn normal_curve(out: &Float64Array) {
    let count = out.length();
    let step = std::f64::consts::PI / f64::from(count.max(2) - 1);
    let values: Vec<f64> = (0..count)
        .map(|i| {
            // At 180° nothing is left to be squeezed, and the angle tends to a right one.
            let left = retention(0.5, f64::from(i) * step).max(1e-9);
            normals::squeezed_apart([1.0, left], std::f64::consts::FRAC_PI_4).to_degrees()
        })
        .collect();
    out.copy_from(&values);
}

/// The α (degrees, 0 to 90) whose place on the circle, squeezed by these factors, lies in the direction of
/// a point of the figure; NaN for the middle.
#[wasm_bindgen(js_name = dragNormal)]
pub fn drag_normal(squeeze_x: f64, squeeze_across: f64, x: f64, across: f64) -> f64 {
    normals_lab::drag([squeeze_x, squeeze_across], [x, across]).unwrap_or(f64::NAN)
}
