//! One lesson's figure: its scene, the layer that draws its mesh, and the engine behind that layer.

use crate::canvas2d::Canvas2d;
use crate::engine::Yardstick;
use crate::webgpu::WebgpuLayer;
use skinlab_core::kernel::{self, PackedMesh, SkinnedVertex};
use skinlab_core::lessons::Scene;
use skinlab_gpu::{Colours, View};
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::JsValue;

/// What draws a figure's mesh, and so which engine skins it.
#[derive(Debug)]
pub(crate) enum Layer {
    /// The batch kernel and a 2D canvas.
    Canvas2d(Canvas2d),
    /// The compute shader and a WebGPU canvas.
    Webgpu(Box<WebgpuLayer>),
}

/// A difference and its bound, when they have come.
pub(crate) type Difference = Pin<Box<dyn Future<Output = Result<[f64; 2], JsValue>>>>;

/// A scene and its drawing.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) scene: Scene,
    pub(crate) layer: Option<Layer>,
    view: Option<View>,
    packed: PackedMesh,
    packed_revision: u64,
    skinned: Vec<SkinnedVertex>,
    child: Vec<f32>,
}

impl Figure {
    pub(crate) fn new(scene: Scene) -> Self {
        let packed = PackedMesh::new(scene.mesh());
        let mut figure = Self {
            packed,
            packed_revision: 0,
            scene,
            layer: None,
            view: None,
            skinned: Vec::new(),
            child: Vec::new(),
        };
        figure.pack();
        figure
    }

    pub(crate) fn resize(&mut self, view: View) {
        self.view = Some(view);
        match &mut self.layer {
            Some(Layer::Canvas2d(canvas)) => canvas.resize(view),
            Some(Layer::Webgpu(layer)) => layer.resize(view),
            None => {}
        }
    }

    /// Skins the mesh with the layer's engine and draws it; without a layer there is nothing to do.
    pub(crate) fn draw(&mut self, colours: &Colours) -> Result<(), JsValue> {
        let Some(view) = self.view else {
            return Ok(());
        };
        let remade = self.pack();
        match &mut self.layer {
            Some(Layer::Canvas2d(canvas)) => {
                skin(&self.scene, &self.packed, &mut self.skinned)?;
                canvas.draw(view, colours, &self.skinned, &self.child)
            }
            Some(Layer::Webgpu(layer)) => {
                layer.skin(&self.scene, &self.packed, &self.child, remade)?;
                layer.draw(view, colours)
            }
            None => Ok(()),
        }
    }

    /// How far the drawing engine lies from the reference in the present state: the difference that
    /// uses up most of its bound, and that bound (metres). Everything is asked for now; the future
    /// borrows nothing.
    pub(crate) fn difference(&mut self) -> Result<Difference, JsValue> {
        let remade = self.pack();
        let yardstick = Yardstick::new(&self.scene);
        if let Some(Layer::Webgpu(layer)) = &mut self.layer {
            layer.skin(&self.scene, &self.packed, &self.child, remade)?;
            let read = layer.read();
            return Ok(Box::pin(async move {
                let vertices = read.await.map_err(|error| crate::error(&error))?;
                Ok(yardstick.hold_against(vertices.iter().map(|vertex| vertex.position)))
            }));
        }
        skin(&self.scene, &self.packed, &mut self.skinned)?;
        let numbers = yardstick.hold_against(self.skinned.iter().map(|vertex| vertex.position));
        Ok(Box::pin(async move { Ok(numbers) }))
    }

    /// Packs the mesh if the scene has made a new one; says whether it has.
    fn pack(&mut self) -> bool {
        let revision = self.scene.mesh_revision();
        if self.packed_revision == revision {
            return false;
        }
        self.packed_revision = revision;
        self.packed = PackedMesh::new(self.scene.mesh());
        self.skinned
            .resize(self.packed.len(), SkinnedVertex::default());
        self.child.clear();
        self.child
            .extend(self.scene.child_weights().map(|weight| weight as f32));
        true
    }
}

fn skin(scene: &Scene, packed: &PackedMesh, out: &mut [SkinnedVertex]) -> Result<(), JsValue> {
    kernel::linear::skin(scene.palette().rows(), packed, out).map_err(|error| crate::error(&error))
}
