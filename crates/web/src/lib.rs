//! The page's WebAssembly module: what JavaScript can ask for, each export a few lines over
//! `skinlab-core` and `skinlab-gpu`. Numbers, strings, typed arrays and plain objects cross the border;
//! no view into this module's memory survives a call.

#![cfg(target_arch = "wasm32")]
#![expect(
    clippy::missing_errors_doc,
    reason = "an export throws what the crates below refuse, and the sentence says which"
)]

mod canvas2d;
mod engine;
mod figure;
mod object;
mod refusal;
mod selftest;
mod stage;
mod webgpu;

use figure::{Figure, Layer};
use js_sys::{Float32Array, Float64Array, Function, Object, Promise};
use refusal::{error, refusal};
use skinlab_core::closed_form;
use skinlab_core::lessons::{Handle, LESSONS, Outline, Scene};
use skinlab_gpu::{Colours, View};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::HtmlCanvasElement;
use webgpu::SharedGpu;

thread_local! {
    /// The one device of the page, which all figures and the self-test share.
    static GPU: RefCell<Option<SharedGpu>> = const { RefCell::new(None) };
    /// How often a device was asked for: one that arrives late knows by it that a later one is wanted.
    static REQUESTS: Cell<u32> = const { Cell::new(0) };
}

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The four lessons' figures and the engines that draw them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lab {
    figures: Vec<Rc<RefCell<Figure>>>,
    colours: Colours,
    numbers: Vec<f64>,
}

#[wasm_bindgen]
impl Lab {
    /// All lessons at their initial values, no canvas attached.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        let figures = (0..LESSONS.len())
            .filter_map(Scene::new)
            .map(|scene| Rc::new(RefCell::new(Figure::new(scene))))
            .collect();
        Self {
            figures,
            colours: Colours::default(),
            numbers: Vec::new(),
        }
    }

    /// Sets one parameter, in its own unit; throws where the value is refused.
    pub fn set(&self, lesson: usize, param: usize, value: f64) -> Result<(), JsValue> {
        self.figure(lesson)?
            .borrow_mut()
            .scene
            .set(param, value)
            .map_err(|e| refusal(&e))
    }

    /// Switches one mistake on or off.
    #[wasm_bindgen(js_name = setSwitch)]
    pub fn set_switch(&self, lesson: usize, index: usize, on: bool) -> Result<(), JsValue> {
        self.figure(lesson)?
            .borrow_mut()
            .scene
            .set_switch(index, on)
            .map_err(|e| refusal(&e))
    }

    /// Recomputes a lesson's state and writes its fields into `out`, in order.
    pub fn view(&mut self, lesson: usize, out: &Float64Array) -> Result<(), JsValue> {
        let figure = Rc::clone(self.figure(lesson)?);
        let scene = &mut figure.borrow_mut().scene;
        self.numbers.clear();
        self.numbers.resize(scene.lesson().fields.len(), 0.0);
        scene.view(&mut self.numbers).map_err(|e| refusal(&e))?;
        write(&self.numbers, out)
    }

    /// An outline of the mesh as x, y pairs, walked around once: 0 all vertices follow the parent,
    /// 1 the child, 2 as modelled, 3 where they belong. Returns how many numbers it wrote.
    pub fn outline(
        &mut self,
        lesson: usize,
        which: usize,
        out: &Float64Array,
    ) -> Result<usize, JsValue> {
        let outline = match which {
            0 => Outline::Parent,
            1 => Outline::Child,
            2 => Outline::Modelled,
            3 => Outline::Right,
            _ => return Err(JsValue::from_str("an outline is 0, 1, 2 or 3")),
        };
        let figure = Rc::clone(self.figure(lesson)?);
        let points: Vec<_> = figure.borrow().scene.outline(outline).collect();
        self.numbers.clear();
        // Up along the upper row, back along the lower one.
        let around = points
            .iter()
            .step_by(2)
            .chain(points.iter().skip(1).step_by(2).rev());
        self.numbers
            .extend(around.flat_map(|point| [point.x, point.y]));
        write(&self.numbers, out)?;
        Ok(self.numbers.len())
    }

    /// The angle in degrees that turns a handle towards a world point: 0 elbow, 1 wrist, 2 and 3 the
    /// same of the bind pose. NaN where the point lies on the joint.
    pub fn drag(&self, lesson: usize, handle: usize, x: f64, y: f64) -> Result<f64, JsValue> {
        let handle = match handle {
            0 => Handle::Elbow,
            1 => Handle::Wrist,
            2 => Handle::BindElbow,
            3 => Handle::BindWrist,
            _ => return Err(JsValue::from_str("a handle is 0, 1, 2 or 3")),
        };
        let angle = self.figure(lesson)?.borrow().scene.drag(handle, x, y);
        Ok(angle.unwrap_or(f64::NAN))
    }

    /// The mesh vertex nearest to a world point.
    pub fn pick(&self, lesson: usize, x: f64, y: f64) -> Result<usize, JsValue> {
        Ok(self.figure(lesson)?.borrow().scene.pick(x, y))
    }

    /// The posed vertices by the reference, as x, y pairs. Returns how many numbers it wrote.
    pub fn vertices(&mut self, lesson: usize, out: &Float64Array) -> Result<usize, JsValue> {
        let figure = Rc::clone(self.figure(lesson)?);
        self.numbers.clear();
        let scene = &figure.borrow().scene;
        self.numbers
            .extend(scene.reference().iter().flat_map(|p| [p.x, p.y]));
        self.numbers.truncate(out.length() as usize);
        out.subarray(0, self.numbers.len() as u32)
            .copy_from(&self.numbers);
        Ok(self.numbers.len())
    }

    /// The share of the radius that is kept, by closed form, at `out.length` angles from 0° to 180°.
    #[wasm_bindgen(js_name = retentionCurve)]
    pub fn retention_curve(&mut self, w: f64, out: &Float64Array) {
        let count = out.length();
        let step = std::f64::consts::PI / f64::from(count.max(2) - 1);
        self.numbers.clear();
        self.numbers
            .extend((0..count).map(|i| closed_form::retention(w, f64::from(i) * step)));
        out.copy_from(&self.numbers);
    }

    /// Draws a lesson's mesh on this canvas from now on, through `"canvas2d"` or `"webgpu"`. A canvas
    /// that has had the one can never have the other. Lesson 0 has no mesh, and nothing happens.
    pub fn attach(
        &self,
        lesson: usize,
        canvas: HtmlCanvasElement,
        kind: &str,
    ) -> Result<(), JsValue> {
        let mut figure = self.figure(lesson)?.borrow_mut();
        if !figure.scene.lesson().has_mesh {
            return Ok(());
        }
        figure.layer = Some(match kind {
            "canvas2d" => Layer::Canvas2d(canvas2d::Canvas2d::new(canvas)?),
            "webgpu" => {
                let gpu =
                    gpu().ok_or_else(|| JsValue::from_str("no GPU device has been started"))?;
                Layer::Webgpu(Box::new(webgpu::WebgpuLayer::new(gpu, canvas)?))
            }
            _ => {
                return Err(JsValue::from_str(
                    "a canvas is drawn through canvas2d or webgpu",
                ));
            }
        });
        Ok(())
    }

    /// Lets a lesson's canvas go.
    pub fn detach(&self, lesson: usize) -> Result<(), JsValue> {
        self.figure(lesson)?.borrow_mut().layer = None;
        Ok(())
    }

    /// Says how large a lesson's canvas is (CSS pixels), where the world's origin lies on it and how
    /// many CSS pixels a metre has; sets the canvas's size in device pixels.
    #[expect(clippy::too_many_arguments, reason = "JavaScript passes plain numbers")]
    pub fn resize(
        &self,
        lesson: usize,
        width: f64,
        height: f64,
        dpr: f64,
        origin_x: f64,
        origin_y: f64,
        px_per_metre: f64,
    ) -> Result<(), JsValue> {
        self.figure(lesson)?.borrow_mut().resize(View {
            width,
            height,
            dpr,
            origin_x,
            origin_y,
            px_per_metre,
        });
        Ok(())
    }

    /// Takes the colours, sRGB and alpha from 0 to 1 each: parent fill, middle fill, child fill, edge,
    /// hatch, parent marker, child marker.
    pub fn colours(&mut self, rgba: &Float32Array) -> Result<(), JsValue> {
        let numbers = rgba.to_vec();
        let (colours, _) = numbers.as_chunks::<4>();
        let &[
            parent_fill,
            mid_fill,
            child_fill,
            edge,
            hatch,
            parent_marker,
            child_marker,
            ..,
        ] = colours
        else {
            return Err(js_sys::Error::new("seven colours of four numbers each are needed").into());
        };
        self.colours = Colours {
            parent_fill,
            mid_fill,
            child_fill,
            edge,
            hatch,
            parent_marker,
            child_marker,
        };
        Ok(())
    }

    /// Skins a lesson's mesh with the engine of its canvas and draws it.
    pub fn draw(&self, lesson: usize) -> Result<(), JsValue> {
        self.figure(lesson)?.borrow_mut().draw(&self.colours)
    }

    /// Enters the GPU. Call it only after the browser's own `requestAdapter` has given an adapter.
    /// Resolves to what is known of the adapter; `info`, the browser's own facts, goes into reports.
    /// Rejects where the browser gives no device, and where another call has come meanwhile.
    #[wasm_bindgen(js_name = startGpu)]
    pub fn start_gpu(&self, info: Option<Object>) -> Promise {
        let request = REQUESTS.get().wrapping_add(1);
        REQUESTS.set(request);
        future_to_promise(async move {
            let shared = SharedGpu::request(info).await?;
            if REQUESTS.get() != request {
                shared.destroy();
                return Err(js_sys::Error::new("another device was asked for meanwhile").into());
            }
            let facts = shared.adapter();
            GPU.with_borrow_mut(|slot| *slot = Some(shared));
            Ok(facts.into())
        })
    }

    /// Leaves the GPU: detaches every canvas drawn by it and destroys the device.
    #[wasm_bindgen(js_name = stopGpu)]
    pub fn stop_gpu(&self) {
        for figure in &self.figures {
            let mut figure = figure.borrow_mut();
            if matches!(figure.layer, Some(Layer::Webgpu(_))) {
                figure.layer = None;
            }
        }
        if let Some(gpu) = GPU.take() {
            gpu.destroy();
        }
    }

    /// Calls back once with a sentence when the present device is lost or fails.
    #[wasm_bindgen(js_name = onGpuLost)]
    pub fn on_gpu_lost(&self, callback: Function) {
        if let Some(gpu) = gpu() {
            wasm_bindgen_futures::spawn_local(async move {
                let sentence = gpu.fault().await;
                let _ = callback.call1(&JsValue::UNDEFINED, &JsValue::from_str(&sentence));
            });
        }
    }

    /// What has become of the present device: `"lost"` (another one may do), `"failed"` (it refused a
    /// command, ran out of memory or broke), or `undefined` while it works.
    #[wasm_bindgen(js_name = gpuFault)]
    pub fn gpu_fault(&self) -> Option<String> {
        gpu()?.kind_of_fault().map(str::to_owned)
    }

    /// Measures a lesson's tables on the engine that draws it: for each check measured, formula, error,
    /// tolerance, and 0 for passed or 1 for failed.
    pub fn measure(&self, lesson: usize) -> Result<Promise, JsValue> {
        let numbers = engine::measure(&self.figure(lesson)?.borrow(), gpu());
        Ok(future_to_promise(async move {
            Ok(Float64Array::from(&numbers.await?[..]).into())
        }))
    }

    /// How far the drawing engine lies from the reference over the drawn mesh, where it comes nearest
    /// to its bound: the difference and that bound, metres.
    pub fn difference(&self, lesson: usize) -> Result<Promise, JsValue> {
        let numbers = self.figure(lesson)?.borrow_mut().difference()?;
        Ok(future_to_promise(async move {
            Ok(Float64Array::from(&numbers.await?[..]).into())
        }))
    }

    /// Runs skinning jobs of the labs on the GPU and resolves to six numbers a vertex: position, normal.
    /// Rejects where there is no device.
    pub fn run(&self, jobs: &Float64Array) -> Result<Promise, JsValue> {
        let gpu = gpu().ok_or_else(|| js_sys::Error::new("no GPU device has been started"))?;
        selftest::run_jobs(&gpu, jobs)
    }

    fn figure(&self, lesson: usize) -> Result<&Rc<RefCell<Figure>>, JsValue> {
        self.figures
            .get(lesson)
            .ok_or_else(|| JsValue::from_str("there are lessons 0 to 3"))
    }
}

impl Default for Lab {
    fn default() -> Self {
        Self::new()
    }
}

/// Runs every table on every engine that is there and resolves to the report. `options` may hold
/// `onProgress(done, total)`, which may return a promise to wait for, and `reason`, a sentence that
/// says why there is no GPU.
#[wasm_bindgen(js_name = __selftest)]
pub fn selftest(options: Option<Object>) -> Promise {
    future_to_promise(selftest::run(options, gpu()))
}

/// The module of the labs, fetched when it is first asked for.
#[wasm_bindgen]
pub fn labs() -> Promise {
    selftest::load_labs()
}

fn gpu() -> Option<SharedGpu> {
    GPU.with_borrow(Clone::clone)
}

/// Copies numbers into an array of the same length.
fn write(numbers: &[f64], out: &Float64Array) -> Result<(), JsValue> {
    if out.length() as usize == numbers.len() {
        out.copy_from(numbers);
        Ok(())
    } else {
        Err(js_sys::Error::new("the output array has another length than the numbers").into())
    }
}
