//! The page's one GPU device, and the mesh layer of a figure drawn from what the compute shader wrote.

use crate::object::set;
use js_sys::{Object, Reflect};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex};
use skinlab_core::lessons::Scene;
use skinlab_core::rigs::arm;
use skinlab_core::tables::{Case, Posed};
use skinlab_gpu::{
    Batch, Colours, FigureMesh, Gpu, GpuError, Painter, Shape, SkinnedFuture, SkinnedMesh, Skinner,
    SolidPainter, Surface, View, wgpu,
};
use std::cell::OnceCell;
use std::future::Future;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{EventTarget, HtmlCanvasElement};

/// A handle to the page's device and its pipelines; a clone is the same device.
#[derive(Clone, Debug)]
pub(crate) struct SharedGpu(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    gpu: Gpu,
    skinner: Skinner,
    painter: OnceCell<Painter>,
    solid: OnceCell<SolidPainter>,
    info: Object,
}

impl SharedGpu {
    /// Asks for a device. `info` is what the browser itself says of the adapter.
    pub(crate) async fn request(info: Option<Object>) -> Result<Self, JsValue> {
        let gpu = Gpu::request().await.map_err(|error| crate::error(&error))?;
        listen(&gpu)?;
        let skinner = Skinner::new(&gpu).map_err(|error| crate::error(&error))?;
        let info = info.unwrap_or_else(|| {
            let facts = Object::new();
            set(&facts, "description", gpu.facts().name.as_str());
            set(&facts, "isFallback", gpu.facts().is_software);
            facts
        });
        Ok(Self(Rc::new(Inner {
            gpu,
            skinner,
            painter: OnceCell::new(),
            solid: OnceCell::new(),
            info,
        })))
    }

    /// What is known of the adapter.
    pub(crate) fn adapter(&self) -> Object {
        self.0.info.clone()
    }

    /// Waits for the first fault of the device and says it in a sentence.
    pub(crate) fn fault(&self) -> impl Future<Output = String> + use<> {
        let fault = self.0.gpu.fault();
        async move { fault.await.to_string() }
    }

    /// Whether the device was lost or failed; `None` while it works.
    pub(crate) fn kind_of_fault(&self) -> Option<&'static str> {
        match self.0.gpu.check() {
            Ok(()) => None,
            Err(GpuError::DeviceLost { .. } | GpuError::DeviceDestroyed) => Some("lost"),
            Err(_) => Some("failed"),
        }
    }

    pub(crate) fn destroy(&self) {
        self.0.gpu.destroy();
    }

    /// Runs the cases in one dispatch and returns the vertices of each.
    pub(crate) fn run(
        &self,
        cases: &[&Case],
    ) -> impl Future<Output = Result<Vec<Vec<Posed>>, JsValue>> + use<> {
        let skinned = self.skin(cases);
        async move {
            let skinned = skinned.await?;
            Ok(skinned
                .iter()
                .map(|case| case.iter().map(Posed::from).collect())
                .collect())
        }
    }

    /// Runs the cases in one dispatch and returns the vertices of each.
    pub(crate) fn skin(
        &self,
        cases: &[&Case],
    ) -> impl Future<Output = Result<Vec<Vec<SkinnedVertex>>, JsValue>> + use<> {
        let mut batch = Batch::default();
        let pushed: Result<Vec<usize>, GpuError> =
            cases.iter().map(|case| batch.push_case(case)).collect();
        let run = pushed.map(|_| batch.run(&self.0.gpu, &self.0.skinner));
        async move {
            let run = run.map_err(|error| crate::error(&error))?;
            run.await.map_err(|error| crate::error(&error))
        }
    }

    /// The device.
    pub(crate) fn gpu(&self) -> &Gpu {
        &self.0.gpu
    }

    /// The skinning pipelines.
    pub(crate) fn skinner(&self) -> &Skinner {
        &self.0.skinner
    }

    /// As [`SharedGpu::painter`], for meshes in space.
    pub(crate) fn solid_painter(
        &self,
        format: wgpu::TextureFormat,
    ) -> Result<&SolidPainter, GpuError> {
        if self.0.solid.get().is_none() {
            let _ = self.0.solid.set(SolidPainter::new(&self.0.gpu, format)?);
        }
        self.0.solid.get().ok_or(GpuError::SurfaceLost)
    }

    /// The drawing pipelines, made when the first canvas tells its format; every canvas of a browser
    /// has the same.
    fn painter(&self, format: wgpu::TextureFormat) -> Result<&Painter, GpuError> {
        if self.0.painter.get().is_none() {
            let painter = Painter::new(&self.0.gpu, format)?;
            // Nobody can have set it meanwhile: this module has one thread.
            let _ = self.0.painter.set(painter);
        }
        self.0.painter.get().ok_or(GpuError::SurfaceLost)
    }
}

/// Hears of errors that nobody waits for. wgpu's own handler cannot be used: it traps the whole module
/// when the browser reports an internal error.
fn listen(gpu: &Gpu) -> Result<(), JsValue> {
    let Some(device) = gpu.device().as_webgpu() else {
        return Ok(());
    };
    let faults = gpu.clone();
    let heard = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let message = Reflect::get(&event, &"error".into())
            .and_then(|error| Reflect::get(&error, &"message".into()))
            .ok()
            .and_then(|message| message.as_string())
            .unwrap_or_default();
        faults.report(GpuError::Validation { message });
    });
    let target: &EventTarget = AsRef::<JsValue>::as_ref(device).unchecked_ref();
    target.add_event_listener_with_callback("uncapturederror", heard.as_ref().unchecked_ref())?;
    // The device keeps it for as long as it lives.
    heard.forget();
    Ok(())
}

/// A WebGPU canvas and the buffers of the mesh that it shows.
#[derive(Debug)]
pub(crate) struct WebgpuLayer {
    shared: SharedGpu,
    canvas: HtmlCanvasElement,
    surface: Surface,
    buffers: Option<Buffers>,
}

#[derive(Debug)]
struct Buffers {
    mesh: SkinnedMesh,
    figure: FigureMesh,
}

impl WebgpuLayer {
    /// Takes a canvas that has no context of another kind.
    pub(crate) fn new(shared: SharedGpu, canvas: HtmlCanvasElement) -> Result<Self, JsValue> {
        let size = (canvas.width(), canvas.height());
        let target = wgpu::SurfaceTarget::Canvas(canvas.clone());
        let surface =
            Surface::new(&shared.0.gpu, target, size).map_err(|error| crate::error(&error))?;
        Ok(Self {
            shared,
            canvas,
            surface,
            buffers: None,
        })
    }

    /// Makes the canvas as large as `view` says, in device pixels.
    pub(crate) fn resize(&mut self, view: View) {
        let (width, height) = view.device_size();
        self.canvas.set_width(width);
        self.canvas.set_height(height);
        self.surface.resize(&self.shared.0.gpu, (width, height));
    }

    /// Brings the buffers up to date: uploads the mesh if it was `remade`, skins it if the palette has
    /// changed since.
    pub(crate) fn skin(
        &mut self,
        scene: &Scene,
        packed: &PackedMesh,
        child: &[f32],
        remade: bool,
    ) -> Result<(), JsValue> {
        let Inner { gpu, skinner, .. } = &*self.shared.0;
        if remade || self.buffers.is_none() {
            self.buffers = Some(upload(gpu, skinner, packed, child).map_err(|e| crate::error(&e))?);
        }
        if let Some(buffers) = &mut self.buffers {
            buffers
                .mesh
                .update(gpu, scene.palette())
                .map_err(|e| crate::error(&e))?;
        }
        Ok(())
    }

    /// Draws what was skinned last.
    pub(crate) fn draw(&mut self, view: View, colours: &Colours) -> Result<(), JsValue> {
        let painter = self
            .shared
            .painter(self.surface.format())
            .map_err(|e| crate::error(&e))?;
        let Some(Buffers { mesh, figure }) = &mut self.buffers else {
            return Ok(());
        };
        let gpu = &self.shared.0.gpu;
        let Some(texture) = self.surface.next(gpu).map_err(|e| crate::error(&e))? else {
            return Ok(());
        };
        let target = texture
            .texture
            .create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = gpu
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        painter
            .paint(gpu, &mut encoder, &target, mesh, figure, &view, colours)
            .map_err(|e| crate::error(&e))?;
        gpu.queue().submit([encoder.finish()]);
        self.surface.present(gpu, texture);
        Ok(())
    }

    /// Asks for the skinned vertices. Not for the frame loop.
    pub(crate) fn read(&self) -> SkinnedFuture {
        match &self.buffers {
            Some(buffers) => buffers.mesh.read(&self.shared.0.gpu),
            None => Box::pin(async { Ok(Vec::new()) }),
        }
    }
}

fn upload(
    gpu: &Gpu,
    skinner: &Skinner,
    packed: &PackedMesh,
    child: &[f32],
) -> Result<Buffers, GpuError> {
    let triangles = arm::triangles();
    let hatched: Vec<u32> = triangles
        .chunks_exact(2)
        .filter(|cell| f32::midpoint(child[cell[0][0] as usize], child[cell[0][2] as usize]) > 0.5)
        .flatten()
        .flatten()
        .copied()
        .collect();
    let figure = FigureMesh::new(
        gpu,
        &Shape {
            triangles: triangles.as_flattened(),
            hatched: &hatched,
            edges: &arm::edges(),
            child_weights: child,
        },
    )?;
    Ok(Buffers {
        mesh: SkinnedMesh::upload(gpu, skinner, packed)?,
        figure,
    })
}
