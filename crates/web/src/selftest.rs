//! The self-test in the browser: the core's plan on the CPU engines, and on the GPU where there is one.

use crate::report::to_object;
use crate::webgpu::SharedGpu;
use js_sys::{Function, Object, Promise, Reflect};
use skinlab_core::selftest::{Plan, Report};
use skinlab_core::tables::{Case, Engine};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Why GPU checks are skipped where nobody has said why.
const NO_DEVICE: &str = "no WebGPU device is running on this page";

/// Steps of which progress is told: the plan, then one an engine.
const STEPS: u32 = 4;

/// Runs everything and resolves to the report, also when things are wrong.
pub(crate) async fn run(
    options: Option<Object>,
    gpu: Option<SharedGpu>,
) -> Result<JsValue, JsValue> {
    let started = now();
    let progress = Progress(option(options.as_ref(), "onProgress").dyn_into().ok());
    let reason = option(options.as_ref(), "reason").as_string();

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
            let cases: Vec<&Case> = plan.cases().iter().collect();
            // A GPU that fails in the middle leaves no vertices, and every one of its checks fails.
            let skinned = gpu.run(&cases).await.unwrap_or_default();
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
    let adapter = gpu.as_ref().map(SharedGpu::adapter);
    Ok(to_object(&report, backend, adapter, now() - started).into())
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
