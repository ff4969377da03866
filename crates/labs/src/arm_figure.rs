//! The arm of a flat figure: the job that draws it, the outline beside it, and the comparison with the
//! reference. Serves the labs `cost/cures` and `cost/morph`.

use js_sys::{Float32Array, Float64Array, Uint32Array};
use skinlab_core::bound;
use skinlab_core::glam::DVec3;
use skinlab_core::labs::{cures, morph};
use skinlab_core::mistake::{Mistake, Mistakes};
use skinlab_core::rigs::arm;
use skinlab_core::tables::posed::widen;
use skinlab_core::tables::{Case, cures::Cure, wire};
use wasm_bindgen::prelude::*;

/// Columns of two vertices: every 5 cm along the arm, the elbow among them.
const COLUMNS: usize = 37;

/// An arm as a figure shows it. What it is made of is set as a whole; then its job, matrices and outlines
/// can be asked for.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ArmFigure {
    case: Option<Case>,
    /// The outline that the figure draws beside the mesh.
    other: Vec<DVec3>,
    numbers: Vec<f64>,
}

#[wasm_bindgen]
impl ArmFigure {
    /// A figure of nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self {
            case: None,
            other: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The arm of `cost/cures` with the cure of this number; beside it the same bend without any.
    #[wasm_bindgen(js_name = setCures)]
    pub fn set_cures(
        &mut self,
        cure: f64,
        bend: f64,
        band: f64,
        helper_turns_fully: bool,
        shape_after: bool,
    ) {
        let mut mistakes = Mistakes::NONE;
        if helper_turns_fully {
            mistakes = mistakes.with(Mistake::HelperTurnsFully);
        }
        if shape_after {
            mistakes = mistakes.with(Mistake::MorphAfterSkinning);
        }
        let cured = cures::arm(cures::cure(cure), bend, band, mistakes);
        let bare = cures::arm(Cure::None, bend, band, Mistakes::NONE);
        self.case = Some(cures::figure(&cured, COLUMNS));
        self.other = positions(&cures::figure(&bare, COLUMNS));
    }

    /// The arm of `cost/morph`; beside it the same with the two steps the other way round.
    #[wasm_bindgen(js_name = setMorph)]
    pub fn set_morph(&mut self, site: f64, theta1: f64, weight: f64, after: bool) {
        let late = Mistakes::NONE.with(Mistake::MorphAfterSkinning);
        let [shown, other] = if after {
            [late, Mistakes::NONE]
        } else {
            [Mistakes::NONE, late]
        };
        let figure = |mistakes| {
            let site = morph::site_named(site);
            morph::figure(site, theta1, weight, COLUMNS, mistakes)
        };
        self.case = Some(figure(shown));
        self.other = positions(&figure(other));
    }

    /// The job that draws the arm.
    pub fn job(&self) -> Float64Array {
        Float64Array::from(&wire::write(&self.case)[..])
    }

    /// The joint matrices, twelve numbers each; returns how many numbers were written.
    pub fn matrices(&mut self, out: &Float64Array) -> usize {
        self.numbers.clear();
        let joints = self.case.iter().flat_map(|case| case.palette.joints());
        for joint in joints {
            let rows = joint.matrix3.transpose();
            let shifts = joint.translation.to_array();
            for (row, shift) in [rows.x_axis, rows.y_axis, rows.z_axis].iter().zip(shifts) {
                self.numbers.extend(row.to_array());
                self.numbers.push(shift);
            }
        }
        self.write(out)
    }

    /// The closed outline of the arm beside the mesh, x and y pairs; returns how many numbers were written.
    pub fn outline(&mut self, out: &Float64Array) -> usize {
        self.numbers.clear();
        let upper = self.other.iter().step_by(2);
        let lower = self.other.iter().skip(1).step_by(2).rev();
        self.numbers
            .extend(upper.chain(lower).flat_map(|p| [p.x, p.y]));
        self.write(out)
    }

    /// The triangles of the mesh.
    pub fn triangles() -> Uint32Array {
        Uint32Array::from(arm::strip_triangles(COLUMNS).as_flattened())
    }

    /// The edges of its cells, in pairs.
    pub fn edges() -> Uint32Array {
        Uint32Array::from(arm::strip_edges(COLUMNS).as_flattened())
    }

    /// The child's share of each vertex for a band of this half-width, metres.
    pub fn tints(band: f64) -> Float32Array {
        let band = skinlab_core::weights::Band {
            pivot: arm::L1,
            half_width: band,
        };
        let shares: Vec<f32> = arm::strip_positions(COLUMNS)
            .iter()
            .map(|place| band.child_weight(place.x) as f32)
            .collect();
        Float32Array::from(&shares[..])
    }

    /// How far an engine's vertices, six numbers each, lie from the reference where they come nearest to
    /// their bound: the difference and that bound, metres.
    pub fn difference(&self, skinned: &Float32Array) -> Float64Array {
        let numbers = skinned.to_vec();
        let skinned: Vec<DVec3> = numbers
            .as_chunks::<6>()
            .0
            .iter()
            .map(|&[x, y, z, ..]| widen([x, y, z]))
            .collect();
        let (difference, bound) = self.case.as_ref().map_or((0.0, 0.0), |case| {
            bound::worst(&skinned, &positions(case), &case.bound())
        });
        Float64Array::from(&[difference, bound][..])
    }

    /// The bend that points the forearm of `cost/cures` at a world point, degrees; NaN on the elbow.
    #[wasm_bindgen(js_name = dragCures)]
    pub fn drag_cures(x: f64, y: f64) -> f64 {
        cures::drag(x, y).unwrap_or(f64::NAN)
    }

    /// The angle that points the forearm of `cost/morph` at a world point, degrees; NaN on the elbow.
    #[wasm_bindgen(js_name = dragMorph)]
    pub fn drag_morph(x: f64, y: f64) -> f64 {
        morph::drag(x, y).unwrap_or(f64::NAN)
    }

    /// The share of its radius that the middle of the band keeps with a cure, by closed form, at
    /// `out.length` bends from 0° to 180°.
    #[wasm_bindgen(js_name = cureCurve)]
    pub fn cure_curve(cure: f64, across: f64, out: &Float64Array) {
        let count = out.length();
        let step = 180.0 / f64::from(count.max(2) - 1);
        let cure = cures::cure(cure);
        let values: Vec<f64> = (0..count)
            .map(|i| skinlab_core::tables::cures::formula(cure, across, f64::from(i) * step))
            .collect();
        out.copy_from(&values);
    }

    /// Writes what fits of `self.numbers`.
    fn write(&self, out: &Float64Array) -> usize {
        let count = self.numbers.len().min(out.length() as usize);
        out.subarray(0, count as u32)
            .copy_from(&self.numbers[..count]);
        count
    }
}

impl Default for ArmFigure {
    fn default() -> Self {
        Self::new()
    }
}

fn positions(case: &Case) -> Vec<DVec3> {
    case.run_f64()
        .iter()
        .map(|vertex| vertex.position)
        .collect()
}
