//! Skinned meshes in space on one canvas, for the labs: skinned and drawn by the engine behind it.

mod actor;
mod canvas2d;
mod webgpu;

use crate::webgpu::SharedGpu;
use actor::Actor;
use js_sys::{Float32Array, Float64Array, Promise, Uint32Array};
use skinlab_gpu::{Light, SolidColours};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::HtmlCanvasElement;

/// What draws the stage.
#[derive(Debug)]
enum Layer {
    Canvas2d(canvas2d::Canvas2d),
    Webgpu(Box<webgpu::Webgpu>),
}

/// Where a mesh stands on the canvas: left, top, width, height, CSS pixels.
type Place = [f32; 4];

/// Meshes in numbered places, a canvas, and the engine behind it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stage {
    actors: Vec<Option<Actor>>,
    layer: Option<Layer>,
    colours: SolidColours,
    size: [f64; 3],
}

/// No light and shade: every surface has its own colour.
const FLAT: Light = Light {
    towards_lamp: [0.0, 0.0, 1.0],
    lamp: 0.0,
    ground: 1.0,
    sky: 1.0,
};

#[wasm_bindgen]
impl Stage {
    /// An empty stage without a canvas.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self {
            actors: Vec::new(),
            layer: None,
            colours: SolidColours {
                parent_fill: [0.5, 0.5, 0.5, 1.0],
                mid_fill: [0.5, 0.5, 0.5, 1.0],
                child_fill: [0.5, 0.5, 0.5, 1.0],
                edge: [0.0, 0.0, 0.0, 0.2],
                light: Light::STUDIO,
            },
            size: [1.0; 3],
        }
    }

    /// Draws on this canvas from now on, through `"canvas2d"` or `"webgpu"`.
    pub fn attach(&mut self, canvas: HtmlCanvasElement, kind: &str) -> Result<(), JsValue> {
        self.detach();
        self.layer = Some(match kind {
            "canvas2d" => Layer::Canvas2d(canvas2d::Canvas2d::new(canvas)?),
            "webgpu" => {
                let gpu = crate::gpu()
                    .ok_or_else(|| js_sys::Error::new("no GPU device has been started"))?;
                Layer::Webgpu(Box::new(webgpu::Webgpu::new(gpu, canvas)?))
            }
            _ => {
                return Err(
                    js_sys::Error::new("a canvas is drawn through canvas2d or webgpu").into(),
                );
            }
        });
        Ok(())
    }

    /// Lets the canvas and everything on the GPU go.
    pub fn detach(&mut self) {
        for actor in self.actors.iter_mut().flatten() {
            actor.leave_gpu();
        }
        self.layer = None;
    }

    /// Says how large the canvas is: CSS pixels, and device pixels a CSS pixel.
    pub fn resize(&mut self, width: f64, height: f64, dpr: f64) {
        self.size = [width, height, dpr];
        match &mut self.layer {
            Some(Layer::Canvas2d(layer)) => layer.resize(self.size),
            Some(Layer::Webgpu(layer)) => layer.resize(self.size),
            None => {}
        }
    }

    /// Takes the colours as `Lab.colours` does, and as the eighth what lies behind the canvas. Parent,
    /// middle and child fill come to lie on it, since a mesh in space must hide what is behind it.
    pub fn colours(&mut self, rgba: &Float32Array) -> Result<(), JsValue> {
        let numbers = rgba.to_vec();
        let &[parent, mid, child, edge, _, _, _, behind, ..] = numbers.as_chunks::<4>().0 else {
            return Err(js_sys::Error::new("eight colours of four numbers each are needed").into());
        };
        let [parent_fill, mid_fill, child_fill] =
            [parent, mid, child].map(|fill| opaque(fill, behind));
        self.colours = SolidColours {
            parent_fill,
            mid_fill,
            child_fill,
            edge,
            light: self.colours.light,
        };
        Ok(())
    }

    /// Whether surfaces keep their own colour, as a figure in the plane wants it.
    pub fn flat(&mut self, flat: bool) {
        self.colours.light = if flat { FLAT } else { Light::STUDIO };
    }

    /// Puts a mesh on place `slot`: one job as `tables::wire` writes it, which also says how it is posed
    /// and blended; its triangles; edges in pairs; and a child's share for each vertex.
    #[wasm_bindgen(js_name = setMesh)]
    pub fn set_mesh(
        &mut self,
        slot: usize,
        job: &Float64Array,
        triangles: &Uint32Array,
        edges: &Uint32Array,
        tints: &Float32Array,
    ) -> Result<(), JsValue> {
        let actor = Actor::new(
            &job.to_vec(),
            triangles.to_vec(),
            &edges.to_vec(),
            tints.to_vec(),
        )?;
        if slot >= self.actors.len() {
            self.actors.resize_with(slot + 1, || None);
        }
        self.actors[slot] = Some(actor);
        Ok(())
    }

    /// Gives the vertices of a mesh other shares.
    #[wasm_bindgen(js_name = setTints)]
    pub fn set_tints(&mut self, slot: usize, tints: &Float32Array) -> Result<(), JsValue> {
        let gpu = self.gpu();
        self.actor(slot)?.set_tints(tints, gpu.as_ref())
    }

    /// Poses a mesh: three rows of four numbers a joint matrix, blended `"linear"` or
    /// `"dual-quaternion"`. Throws where dual quaternions cannot carry a matrix.
    pub fn pose(
        &mut self,
        slot: usize,
        matrices: &Float64Array,
        blend: &str,
    ) -> Result<(), JsValue> {
        self.actor(slot)?.pose(matrices, blend)
    }

    /// Places a mesh: from world to clip space, column by column, and its part of the canvas in CSS
    /// pixels. Meshes with the same part hide one another.
    pub fn place(
        &mut self,
        slot: usize,
        clip_from_world: &Float32Array,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    ) -> Result<(), JsValue> {
        self.actor(slot)?
            .place(clip_from_world, [x, y, width, height])
    }

    /// Takes a mesh off the stage.
    pub fn remove(&mut self, slot: usize) {
        if let Some(actor) = self.actors.get_mut(slot) {
            *actor = None;
        }
    }

    /// Skins what has been posed anew and draws everything.
    pub fn draw(&mut self) -> Result<(), JsValue> {
        match &mut self.layer {
            Some(Layer::Canvas2d(layer)) => layer.draw(&mut self.actors, &self.colours, self.size),
            Some(Layer::Webgpu(layer)) => layer.draw(&mut self.actors, &self.colours, self.size),
            None => Ok(()),
        }
    }

    /// The vertices of a mesh as the engine that draws leaves them: position and normal, six numbers
    /// each. Not for the frame loop.
    pub fn read(&mut self, slot: usize) -> Result<Promise, JsValue> {
        let gpu = self.gpu();
        let read = self.actor(slot)?.read(gpu.as_ref())?;
        Ok(future_to_promise(async move {
            let numbers: Vec<f32> = read
                .await?
                .iter()
                .flat_map(|vertex| [vertex.position, vertex.normal])
                .flatten()
                .collect();
            Ok(Float32Array::from(&numbers[..]).into())
        }))
    }

    /// The GPU, where it is the engine that draws.
    fn gpu(&self) -> Option<SharedGpu> {
        match &self.layer {
            Some(Layer::Webgpu(layer)) => Some(layer.shared()),
            _ => None,
        }
    }

    fn actor(&mut self, slot: usize) -> Result<&mut Actor, JsValue> {
        self.actors
            .get_mut(slot)
            .and_then(Option::as_mut)
            .ok_or_else(|| js_sys::Error::new("no mesh stands on that place").into())
    }
}

/// A colour over another.
fn opaque([red, green, blue, alpha]: [f32; 4], behind: [f32; 4]) -> [f32; 4] {
    let over = |front: f32, back: f32| front * alpha + back * (1.0 - alpha);
    [
        over(red, behind[0]),
        over(green, behind[1]),
        over(blue, behind[2]),
        1.0,
    ]
}

impl Default for Stage {
    fn default() -> Self {
        Self::new()
    }
}
