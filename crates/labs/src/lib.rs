//! The WebAssembly module that a page fetches on demand: the labs, and the self-test of everything.
//!
//! It knows no GPU. Where a page has one, the module of the lessons runs this module's jobs
//! ([`skinlab_core::tables::wire`]) and hands back what came out. Exports are a few lines each over
//! `skinlab-core`; numbers, strings, typed arrays and plain objects cross the border.

#![cfg(target_arch = "wasm32")]
#![expect(
    clippy::missing_errors_doc,
    reason = "an export throws what the crates below refuse, and the sentence says which"
)]

mod arm_figure;
mod bleed;
mod checks;
mod cholesky;
mod dual_quat;
mod normals;
mod report;
mod results;
mod selftest;
mod trim;

use js_sys::{Float32Array, Float64Array, Object, Promise};
use skinlab_core::labs::{LABS, LabScene};
use skinlab_core::lessons::Settings;
use skinlab_core::tables::{Table, wire};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The labs' scenes. A lab is called by its id, `section/lab`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Labs {
    scenes: Vec<LabScene>,
    numbers: Vec<f64>,
}

#[wasm_bindgen]
impl Labs {
    /// All labs at their initial values.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self {
            scenes: (0..LABS.len()).filter_map(scene).collect(),
            numbers: Vec::new(),
        }
    }

    /// Sets one parameter, in its own unit; throws where the value is refused.
    pub fn set(&mut self, lab: &str, param: usize, value: f64) -> Result<(), JsValue> {
        self.scene(lab)?.set(param, value).map_err(|e| error(&e))
    }

    /// Switches one mistake on or off.
    #[wasm_bindgen(js_name = setSwitch)]
    pub fn set_switch(&mut self, lab: &str, index: usize, on: bool) -> Result<(), JsValue> {
        self.scene(lab)?
            .set_switch(index, on)
            .map_err(|e| error(&e))
    }

    /// Recomputes a lab's state and writes its fields into `out`, in order.
    pub fn view(&mut self, lab: &str, out: &Float64Array) -> Result<(), JsValue> {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        numbers.resize(out.length() as usize, 0.0);
        let viewed = self.scene(lab)?.view(&mut numbers);
        out.copy_from(&numbers);
        self.numbers = numbers;
        viewed.map_err(|e| error(&e))
    }

    /// The jobs behind a lab's tables, for an engine elsewhere.
    pub fn jobs(&mut self, lab: &str) -> Result<Float64Array, JsValue> {
        let tables = self.scene(lab)?.tables();
        Ok(Float64Array::from(&wire::write(cases(&tables))[..]))
    }

    /// Measures a lab's tables: for each check measured, formula, error, tolerance, and 0 for passed or
    /// 1 for failed. `skinned` is what a GPU made of the jobs; without it the batch kernel runs them.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "an argument that may be missing crosses the border by value"
    )]
    pub fn measure(
        &mut self,
        lab: &str,
        skinned: Option<Float32Array>,
    ) -> Result<Float64Array, JsValue> {
        let tables = self.scene(lab)?.tables();
        let numbers = results::measure(&tables, skinned.as_ref());
        Ok(Float64Array::from(&numbers[..]))
    }

    /// What the reader has set in a lab.
    pub(crate) fn settings(&self, lab: &str) -> Option<&Settings> {
        let scene = self.scenes.iter().find(|scene| scene.lab().id == lab)?;
        Some(scene.settings())
    }

    fn scene(&mut self, lab: &str) -> Result<&mut LabScene, JsValue> {
        self.scenes
            .iter_mut()
            .find(|scene| scene.lab().id == lab)
            .ok_or_else(|| js_sys::Error::new("there is no lab of that name").into())
    }
}

impl Default for Labs {
    fn default() -> Self {
        Self::new()
    }
}

/// Runs every table on every engine that is there and resolves to the report. `options` may hold
/// `onProgress(done, total)`, which may return a promise to wait for; `run(jobs)`, which resolves to what
/// a GPU makes of them; `adapter`, what is known of it; and `reason`, why there is none.
#[wasm_bindgen(js_name = __selftest)]
pub fn selftest(options: Option<Object>) -> Promise {
    future_to_promise(selftest::run(options))
}

/// The scene of one lab; that of the bone heat gets the factorisation.
fn scene(lab: usize) -> Option<LabScene> {
    if LABS.get(lab)?.id == skinlab_core::labs::bleed::LAB.id {
        LabScene::with_bench(lab, bleed::bench())
    } else {
        LabScene::new(lab)
    }
}

fn cases(tables: &[Table]) -> impl Iterator<Item = &skinlab_core::tables::Case> {
    tables
        .iter()
        .flat_map(|table| &table.rows)
        .map(|row| &row.case)
}

/// An error as JavaScript gets it: an `Error` with the sentence.
fn error(error: &dyn std::error::Error) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}
