//! The self-test in the browser: the core's plan on the CPU engines, and on the GPU where there is one.

use crate::report::to_object;
use crate::results::split;
use js_sys::{Float32Array, Float64Array, Function, Object, Promise, Reflect};
use skinlab_core::selftest::{Plan, Report};
use skinlab_core::tables::{Engine, Posed, wire};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Why GPU checks are skipped where nobody has said why.
const NO_DEVICE: &str = "no WebGPU device is running on this page";

/// Steps of which progress is told: the plan, then one an engine.
const STEPS: u32 = 4;

/// Runs everything and resolves to the report, also when things are wrong.
pub(crate) async fn run(options: Option<Object>) -> Result<JsValue, JsValue> {
    let started = now();
    let option = |key| option(options.as_ref(), key);
    let progress = Progress(option("onProgress").dyn_into().ok());
    let reason = option("reason").as_string();
    let gpu: Option<Function> = option("run").dyn_into().ok();

    progress.tell(0).await;
    let plan = Plan::new();
    let mut report = Report::default();
    progress.tell(1).await;
    plan.grade(Engine::CpuF64, &plan.run_f64(), &mut report);
    progress.tell(2).await;
    plan.grade(Engine::CpuF32, &plan.run_f32(), &mut report);
    progress.tell(3).await;
    match &gpu {
        Some(gpu) => {
            // A GPU that fails in the middle leaves no vertices, and every one of its checks fails.
            let skinned = run_elsewhere(&plan, gpu).await.unwrap_or_default();
            plan.grade(Engine::GpuF32, &skinned, &mut report);
        }
        None => plan.skip(
            Engine::GpuF32,
            reason.as_deref().unwrap_or(NO_DEVICE),
            &mut report,
        ),
    }
    progress.tell(STEPS).await;

    let backend = if gpu.is_some() { "webgpu" } else { "canvas2d" };
    let adapter = option("adapter").dyn_into().ok();
    Ok(to_object(&report, backend, adapter, now() - started).into())
}

/// Lets `gpu` run the plan's jobs; `None` where it gave no answer.
async fn run_elsewhere(plan: &Plan, gpu: &Function) -> Option<Vec<Vec<Posed>>> {
    let jobs = Float64Array::from(&wire::write(plan.cases())[..]);
    let called = gpu.call1(&JsValue::UNDEFINED, &jobs).ok()?;
    let answer = JsFuture::from(Promise::resolve(&called)).await.ok()?;
    let answer: Float32Array = answer.dyn_into().ok()?;
    Some(split(plan.cases().iter(), &answer))
}

/// The caller's `onProgress`, if any.
struct Progress(Option<Function>);

impl Progress {
    /// Tells how much is done, and waits if the caller returns a promise, so that a page can paint.
    async fn tell(&self, done: u32) {
        if let Some(callback) = &self.0 {
            let called = callback.call2(&JsValue::UNDEFINED, &done.into(), &STEPS.into());
            if let Some(promise) = called
                .ok()
                .and_then(|value| value.dyn_into::<Promise>().ok())
            {
                // A caller's rejection is the caller's affair; the test goes on.
                let _ = JsFuture::from(promise).await;
            }
        }
    }
}

fn option(options: Option<&Object>, key: &str) -> JsValue {
    options
        .and_then(|options| Reflect::get(options, &JsValue::from_str(key)).ok())
        .unwrap_or(JsValue::UNDEFINED)
}

/// Milliseconds since the page was opened.
fn now() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |performance| performance.now())
}
