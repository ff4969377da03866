//! A stage on a WebGPU canvas, drawn from what the compute shader wrote.

use super::Actor;
use crate::webgpu::SharedGpu;
use skinlab_gpu::{SolidCanvas, SolidColours, SolidDraw, Surface, wgpu};
use wasm_bindgen::JsValue;
use web_sys::HtmlCanvasElement;

/// A canvas, its surface, and its depth and sample buffers.
#[derive(Debug)]
pub(super) struct Webgpu {
    shared: SharedGpu,
    canvas: HtmlCanvasElement,
    surface: Surface,
    buffers: SolidCanvas,
}

impl Webgpu {
    /// Takes a canvas that has no context of another kind.
    pub(super) fn new(shared: SharedGpu, canvas: HtmlCanvasElement) -> Result<Self, JsValue> {
        let size = (canvas.width(), canvas.height());
        let target = wgpu::SurfaceTarget::Canvas(canvas.clone());
        let surface =
            Surface::new(shared.gpu(), target, size).map_err(|error| crate::error(&error))?;
        Ok(Self {
            shared,
            canvas,
            surface,
            buffers: SolidCanvas::default(),
        })
    }

    pub(super) fn shared(&self) -> SharedGpu {
        self.shared.clone()
    }

    pub(super) fn resize(&mut self, size: [f64; 3]) {
        let [width, height] = device_size(size);
        self.canvas.set_width(width);
        self.canvas.set_height(height);
        self.surface.resize(self.shared.gpu(), (width, height));
    }

    /// Skins and draws every mesh in one pass.
    pub(super) fn draw(
        &mut self,
        actors: &mut [Option<Actor>],
        colours: &SolidColours,
        size: [f64; 3],
    ) -> Result<(), JsValue> {
        for actor in actors.iter_mut().flatten() {
            actor.skin_on(&self.shared)?;
        }
        let gpu = self.shared.gpu();
        let painter = self
            .shared
            .solid_painter(self.surface.format())
            .map_err(|error| crate::error(&error))?;
        let Some(texture) = self
            .surface
            .next(gpu)
            .map_err(|error| crate::error(&error))?
        else {
            return Ok(());
        };
        let target = texture
            .texture
            .create_view(&wgpu::TextureViewDescriptor::default());
        let draws: Vec<SolidDraw<'_>> = actors
            .iter()
            .flatten()
            .filter_map(|actor| {
                let (mesh, solid) = actor.buffers.as_ref()?;
                Some(SolidDraw {
                    mesh,
                    solid,
                    clip_from_world: actor.clip_from_world,
                    viewport: viewport(actor.place, size)?,
                })
            })
            .collect();
        let mut encoder = gpu
            .device()
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        painter
            .paint(
                gpu,
                &mut encoder,
                &target,
                &mut self.buffers,
                &draws,
                colours,
            )
            .map_err(|error| crate::error(&error))?;
        gpu.queue().submit([encoder.finish()]);
        self.surface.present(gpu, texture);
        Ok(())
    }
}

/// Width and height in whole device pixels, at least 1.
pub(super) fn device_size([width, height, dpr]: [f64; 3]) -> [u32; 2] {
    [width, height].map(|css| (css * dpr).round().max(1.0) as u32)
}

/// A place in device pixels, cut to the canvas; `None` where nothing of it is left.
fn viewport([x, y, width, height]: super::Place, size: [f64; 3]) -> Option<[u32; 4]> {
    let most = device_size(size);
    let dpr = size[2] as f32;
    let edge = |css: f32, most: u32| ((css * dpr).round().max(0.0) as u32).min(most);
    let (left, top) = (edge(x, most[0]), edge(y, most[1]));
    let (right, bottom) = (edge(x + width, most[0]), edge(y + height, most[1]));
    (right > left && bottom > top).then(|| [left, top, right - left, bottom - top])
}
