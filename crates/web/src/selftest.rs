//! The self-test as the page's module offers it: the tables, formulas and engines of the CPU live in the
//! module of the labs, which is fetched for it; the GPU lives here and runs that module's jobs.

use crate::object::set;
use crate::webgpu::SharedGpu;
use js_sys::{Float32Array, Float64Array, Function, Object, Promise, Reflect};
use skinlab_core::tables::wire;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

#[wasm_bindgen(module = "/src/labs.js")]
extern "C" {
    /// Resolves to the module of the labs.
    #[wasm_bindgen(js_name = loadLabs)]
    pub(crate) fn load_labs() -> Promise;
}

/// Runs everything and resolves to the report.
pub(crate) async fn run(
    options: Option<Object>,
    gpu: Option<SharedGpu>,
) -> Result<JsValue, JsValue> {
    let module = JsFuture::from(load_labs()).await?;
    let selftest: Function = Reflect::get(&module, &"__selftest".into())?.dyn_into()?;
    let given = Object::new();
    if let Some(options) = &options {
        Object::assign(&given, options);
    }
    // Dropped after the report has come: the promise below is awaited here.
    let run = gpu.clone().map(|gpu| {
        Closure::<dyn FnMut(Float64Array) -> Result<Promise, JsValue>>::new(
            move |jobs: Float64Array| run_jobs(&gpu, &jobs),
        )
    });
    if let (Some(gpu), Some(run)) = (&gpu, &run) {
        set(&given, "run", run.as_ref().clone());
        set(&given, "adapter", gpu.adapter());
    }
    let report = selftest.call1(&JsValue::UNDEFINED, &given)?;
    JsFuture::from(Promise::resolve(&report)).await
}

/// Runs jobs on the GPU: six numbers a vertex come back, position and normal.
pub(crate) fn run_jobs(gpu: &SharedGpu, jobs: &Float64Array) -> Result<Promise, JsValue> {
    let cases = wire::read(&jobs.to_vec()).map_err(|error| crate::error(&error))?;
    let skinned = gpu.skin(&cases.iter().collect::<Vec<_>>());
    Ok(future_to_promise(async move {
        let numbers: Vec<f32> = skinned
            .await?
            .iter()
            .flatten()
            .flat_map(|vertex| [vertex.position, vertex.normal])
            .flatten()
            .collect();
        Ok(Float32Array::from(&numbers[..]).into())
    }))
}
