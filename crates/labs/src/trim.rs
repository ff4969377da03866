//! What lab `weights/trim` takes from the page beside numbers: the reader's own list, and its sweep.

use crate::Labs;
use js_sys::{Error, Float64Array, Object, Reflect};
use skinlab_core::labs::trim::list::{ListError, checked};
use skinlab_core::labs::trim::{LAB, SAMPLES, Trim};
use skinlab_core::mistake::{Mistake, Mistakes};
use skinlab_core::tables::trim::sweep;
use std::any::Any;
use wasm_bindgen::prelude::*;

/// Numbers a row of a list has: joint, weight, translation.
const ROW: usize = 3;

#[wasm_bindgen]
impl Labs {
    /// Takes the reader's own list, rows of joint, weight and translation (metres). Returns nothing, or
    /// the refusal as `{ name, index?, value?, sentence }`, and then the list before stays.
    #[wasm_bindgen(js_name = setList)]
    pub fn set_list(&mut self, rows: &Float64Array) -> Result<Option<Object>, JsValue> {
        let bench: &mut dyn Any = self.scene(LAB.id)?.bench_mut();
        let trim = bench
            .downcast_mut::<Trim>()
            .ok_or_else(|| Error::new("the lab has no list"))?;
        trim.set_own(&read(rows))
            .err()
            .map(|e| refusal(&e))
            .transpose()
    }

    /// Whether a list can be cut to `limit`; answers as `setList`, and sets nothing.
    #[wasm_bindgen(js_name = checkList)]
    pub fn check_list(rows: &Float64Array, limit: f64) -> Result<Option<Object>, JsValue> {
        checked(&read(rows), limit)
            .err()
            .map(|e| refusal(&e))
            .transpose()
    }
}

/// Random vertices of 8 influences, each cut to 4, in pieces.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sweep {
    sweep: sweep::Sweep,
}

#[wasm_bindgen]
impl Sweep {
    /// The sweep of a seed; `undivided` cuts without dividing by the sum.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32, undivided: bool) -> Self {
        let mistakes = if undivided {
            Mistakes::NONE.with(Mistake::CutUnnormalised)
        } else {
            Mistakes::NONE
        };
        Self {
            sweep: sweep::Sweep::with(u64::from(seed), SAMPLES, mistakes),
        }
    }

    /// Looks at up to `samples` more vertices; returns how many are done.
    pub fn step(&mut self, samples: u32) -> u32 {
        self.sweep.step(samples)
    }

    /// Samples done and to do; how many broke the sum, common translation and the bound; number, error
    /// and bound (metres) of the worst, −1 and zeros before the first.
    pub fn report(&self) -> Float64Array {
        let report = self.sweep.report();
        let (sample, error, bound) = report.worst.map_or((-1.0, 0.0, 0.0), |worst| {
            (f64::from(worst.sample), worst.error, worst.bound)
        });
        let counts = [
            report.done,
            report.samples,
            report.sums,
            report.translations,
            report.bounds,
        ];
        let numbers: Vec<f64> = counts
            .into_iter()
            .map(f64::from)
            .chain([sample, error, bound])
            .collect();
        Float64Array::from(&numbers[..])
    }
}

fn read(rows: &Float64Array) -> Vec<[f64; ROW]> {
    rows.to_vec().as_chunks::<ROW>().0.to_vec()
}

/// A refusal as the page gets it: its kind, its place and its number, from which the page makes words of
/// its own, and the sentence.
fn refusal(error: &ListError) -> Result<Object, JsValue> {
    let object = Object::new();
    let set = |key: &str, value: &JsValue| Reflect::set(&object, &key.into(), value);
    set("name", &error.name().into())?;
    if let Some(index) = error.index() {
        set("index", &(index as f64).into())?;
    }
    if let Some(value) = error.value() {
        set("value", &value.into())?;
    }
    set("sentence", &error.to_string().into())?;
    Ok(object)
}
