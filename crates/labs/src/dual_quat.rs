//! What lab `cost/dual-quat` asks for beyond its fields: the two tubes, curves by closed form, and a race of
//! the two kernels.

use crate::Labs;
use js_sys::{Float32Array, Float64Array, Uint32Array};
use skinlab_core::closed_form::{dual_quat_angle, slerp_angle};
use skinlab_core::dual_palette::{DualPalette, DualRows};
use skinlab_core::glam::DVec3;
use skinlab_core::kernel::{self, KernelError, PackedMesh, SkinnedVertex};
use skinlab_core::labs::dual_quat::{LAB, Tube, Tubes};
use skinlab_core::palette::{Palette, Rows};
use skinlab_core::rigs::tube;
use skinlab_core::tables::posed::widen;
use skinlab_core::tables::{Blend, dual_quat as table, wire};
use wasm_bindgen::prelude::*;

/// Vertices round the tube of the race, and the slots that engines commonly keep for each.
const SEGMENTS: usize = 50;
const SLOTS: usize = 4;

/// The two tubes of the lab: number 0 is blended linearly, number 1 as dual quaternions.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct TwistedTubes {
    tubes: Tubes,
    numbers: Vec<f64>,
}

#[wasm_bindgen]
impl TwistedTubes {
    /// Two tubes at rest.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the lab's present state; returns whether a mesh is another one now.
    pub fn follow(&mut self, labs: &Labs) -> bool {
        labs.settings(LAB.id)
            .is_some_and(|settings| self.tubes.follow(settings))
    }

    /// A tube as one skinning job.
    pub fn job(&self, tube: usize) -> Float64Array {
        Float64Array::from(&wire::write([&self.tubes.case(which(tube))])[..])
    }

    /// Whether a tube's joints are blended as dual quaternions now.
    #[wasm_bindgen(js_name = isDual)]
    pub fn is_dual(&self, tube: usize) -> bool {
        self.tubes.blend(which(tube)) == Blend::DualQuat
    }

    /// How many matrices move a tube.
    pub fn joints(&self, tube: usize) -> usize {
        self.tubes.matrices(which(tube)).len()
    }

    /// Writes the matrices that move a tube, twelve numbers each, into an array of just that length.
    pub fn matrices(&mut self, tube: usize, out: &Float64Array) {
        self.numbers.clear();
        for joint in self.tubes.matrices(which(tube)) {
            let rows = joint.matrix3.transpose();
            let shifts = joint.translation.to_array();
            for (row, shift) in [rows.x_axis, rows.y_axis, rows.z_axis].iter().zip(shifts) {
                self.numbers.extend(row.to_array());
                self.numbers.push(shift);
            }
        }
        out.copy_from(&self.numbers);
    }

    /// The child's share of each vertex of either tube.
    pub fn tints(&self) -> Float32Array {
        let shares: Vec<f32> = self.tubes.shares().map(|share| share as f32).collect();
        Float32Array::from(&shares[..])
    }

    /// The triangles of either tube.
    pub fn triangles() -> Uint32Array {
        Uint32Array::from(&Tubes::triangles()[..])
    }

    /// Lines along and around either tube, in pairs.
    pub fn lines() -> Uint32Array {
        Uint32Array::from(&Tubes::lines()[..])
    }

    /// How far an engine's vertices, six numbers each, lie from the reference where they come nearest to
    /// their bound: the difference and that bound, metres.
    pub fn difference(&self, tube: usize, skinned: &Float32Array) -> Float64Array {
        let numbers = skinned.to_vec();
        let skinned: Vec<DVec3> = numbers
            .as_chunks::<6>()
            .0
            .iter()
            .map(|&[x, y, z, ..]| widen([x, y, z]))
            .collect();
        Float64Array::from(&self.tubes.difference(which(tube), &skinned)[..])
    }
}

fn which(tube: usize) -> Tube {
    if tube == 0 {
        Tube::Linear
    } else {
        Tube::DualQuat
    }
}

/// By how much dual quaternions turn a vertex, degrees, at `out.length` shares from 0 to 1 of a twist of `phi`
/// degrees.
#[wasm_bindgen(js_name = dualAngleOverShare)]
pub fn dual_angle_over_share(phi: f64, out: &Float64Array) {
    fill(out, [0.0, 1.0], |w| {
        dual_quat_angle(w, phi.to_radians()).to_degrees()
    });
}

/// The same by spherical linear interpolation.
#[wasm_bindgen(js_name = slerpAngleOverShare)]
pub fn slerp_angle_over_share(phi: f64, out: &Float64Array) {
    fill(out, [0.0, 1.0], |w| {
        slerp_angle(w, phi.to_radians()).to_degrees()
    });
}

/// By how much dual quaternions turn a vertex of the share `w`, degrees, at `out.length` twists from −`reach` to
/// `reach` degrees.
#[wasm_bindgen(js_name = dualAngleOverTwist)]
pub fn dual_angle_over_twist(w: f64, reach: f64, out: &Float64Array) {
    fill(out, [-reach, reach], |phi| {
        dual_quat_angle(w, phi.to_radians()).to_degrees()
    });
}

/// The largest distance from the bones, in radii of the tube, at `out.length` bends from 0 to `reach` degrees:
/// by closed form, of dual quaternions or of linear blending.
#[wasm_bindgen(js_name = bulgeOverBend)]
pub fn bulge_over_bend(band: f64, dual: bool, reach: f64, out: &Float64Array) {
    let blend = if dual { Blend::DualQuat } else { Blend::Linear };
    fill(out, [0.0, reach], |bend| {
        table::bulge_formula(band, bend.to_radians(), blend)
    });
}

fn fill(out: &Float64Array, [from, to]: [f64; 2], value: impl Fn(f64) -> f64) {
    let count = out.length();
    let step = (to - from) / f64::from(count.max(2) - 1);
    let values: Vec<f64> = (0..count)
        .map(|index| value(from + step * f64::from(index)))
        .collect();
    out.copy_from(&values);
}

/// The two kernels over the same twisted tube, four slots a vertex.
#[wasm_bindgen]
#[derive(Debug)]
pub struct BlendRace {
    packed: PackedMesh,
    linear: Vec<Rows>,
    dual: Vec<DualRows>,
    out: Vec<SkinnedVertex>,
}

#[wasm_bindgen]
impl BlendRace {
    /// A tube of about this many vertices.
    #[wasm_bindgen(constructor)]
    pub fn new(vertices: usize) -> Result<Self, JsValue> {
        let rings = (vertices / SEGMENTS).max(2);
        let mesh = tube::mesh(rings, SEGMENTS, 0.5).map_err(|error| crate::error(&error))?;
        let joints = tube::twist(2.0);
        let dual =
            DualPalette::from_joint_matrices(&joints).map_err(|error| crate::error(&error))?;
        Ok(Self {
            packed: PackedMesh::with_slots(&mesh, SLOTS).map_err(|error| crate::error(&error))?,
            linear: Palette::from_joint_matrices(joints.to_vec())
                .rows()
                .to_vec(),
            dual: dual.rows().to_vec(),
            out: vec![SkinnedVertex::default(); mesh.len()],
        })
    }

    /// How many vertices a run skins.
    #[wasm_bindgen(getter)]
    pub fn vertices(&self) -> usize {
        self.packed.len()
    }

    /// Skins the tube once.
    pub fn run(&mut self, dual: bool) -> Result<(), JsValue> {
        let run: Result<(), KernelError> = if dual {
            kernel::dual_quat::skin(&self.dual, &self.packed, &mut self.out)
        } else {
            kernel::linear::skin(&self.linear, &self.packed, &mut self.out)
        };
        run.map_err(|error| crate::error(&error))
    }
}
