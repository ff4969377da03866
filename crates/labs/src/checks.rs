//! What lab `weights/checks` draws: the posed arm and its broken copy.

use crate::Labs;
use js_sys::{Error, Float64Array};
use skinlab_core::labs::checks::{Checks, LAB};
use std::any::Any;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Labs {
    /// The posed vertices of the arm, then those of the copy, as *x* and *y* in metres, as of the last
    /// view; after each arm its elbow. Vertex `2 · column + row`, row 0 above.
    #[wasm_bindgen(js_name = checkRigs)]
    pub fn check_rigs(&mut self, out: &Float64Array) -> Result<(), JsValue> {
        let bench: &dyn Any = self.scene(LAB.id)?.bench();
        let rigs = bench
            .downcast_ref::<Checks>()
            .and_then(Checks::rigs)
            .ok_or_else(|| Error::new("the lab has no rigs before its first view"))?;
        let numbers: Vec<f64> = rigs
            .iter()
            .flat_map(|rig| rig.posed.iter().chain([&rig.elbow[1]]))
            .flat_map(|point| [point.x, point.y])
            .collect();
        if out.length() as usize != numbers.len() {
            return Err(Error::new("two arms of 56 vertices and an elbow need 228 numbers").into());
        }
        out.copy_from(&numbers);
        Ok(())
    }
}
