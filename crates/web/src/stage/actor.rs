//! One mesh of a stage: its rest state, its pose, and what the engines have made of it.

use super::Place;
use crate::webgpu::SharedGpu;
use js_sys::{Float32Array, Float64Array};
use skinlab_core::dual_palette::DualPalette;
use skinlab_core::glam::DAffine3;
use skinlab_core::kernel::{self, PackedMesh, SkinnedVertex};
use skinlab_core::palette::Palette;
use skinlab_core::tables::{Blend, wire};
use skinlab_gpu::{Pose, SkinnedMesh, SolidMesh, SolidShape};
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::JsValue;

/// Skinned vertices, when they have come.
pub(super) type Vertices = Pin<Box<dyn Future<Output = Result<Vec<SkinnedVertex>, JsValue>>>>;

/// A mesh and everything that follows from its pose.
#[derive(Debug)]
pub(super) struct Actor {
    packed: PackedMesh,
    pub(super) triangles: Vec<u32>,
    pub(super) edges: Vec<[u32; 2]>,
    pub(super) tints: Vec<f32>,
    blend: Blend,
    linear: Palette,
    dual: DualPalette,
    joints: Vec<DAffine3>,
    numbers: Vec<f64>,
    pub(super) clip_from_world: [f32; 16],
    pub(super) place: Place,
    pub(super) skinned: Vec<SkinnedVertex>,
    /// What `skinned` holds: the blend and the palette's revision.
    skinned_as: Option<(Blend, u64)>,
    pub(super) buffers: Option<(SkinnedMesh, SolidMesh)>,
}

impl Actor {
    pub(super) fn new(
        job: &[f64],
        triangles: Vec<u32>,
        edges: &[u32],
        tints: Vec<f32>,
    ) -> Result<Self, JsValue> {
        let mut cases = wire::read(job).map_err(|error| crate::error(&error))?;
        let (Some(case), true) = (cases.pop(), cases.is_empty()) else {
            return Err(js_sys::Error::new("a place takes exactly one mesh").into());
        };
        let vertices = case.mesh.len();
        let inside = triangles
            .iter()
            .chain(edges)
            .all(|&index| (index as usize) < vertices);
        let whole = triangles.len().is_multiple_of(3) && edges.len().is_multiple_of(2);
        if !inside || tints.len() != vertices || !whole {
            return Err(js_sys::Error::new(
                "triangles, edges or shares do not belong to the mesh's vertices",
            )
            .into());
        }
        let mut actor = Self {
            packed: PackedMesh::new(&case.mesh),
            triangles,
            edges: edges.as_chunks().0.to_vec(),
            tints,
            blend: case.blend,
            linear: Palette::default(),
            dual: DualPalette::default(),
            joints: case.palette.joints().to_vec(),
            numbers: Vec::new(),
            clip_from_world: [0.0; 16],
            place: [0.0; 4],
            skinned: vec![SkinnedVertex::default(); vertices],
            skinned_as: None,
            buffers: None,
        };
        actor.take_joints()?;
        Ok(actor)
    }

    pub(super) fn pose(&mut self, matrices: &Float64Array, blend: &str) -> Result<(), JsValue> {
        self.numbers.resize(matrices.length() as usize, 0.0);
        matrices.copy_to(&mut self.numbers);
        let (rows, rest) = self.numbers.as_chunks::<12>();
        if rows.len() < self.packed.joint_count() || !rest.is_empty() {
            return Err(
                js_sys::Error::new("a pose has twelve numbers for each joint of the mesh").into(),
            );
        }
        self.joints.clear();
        self.joints.extend(rows.iter().map(wire::joint));
        self.blend = match blend {
            "linear" => Blend::Linear,
            "dual-quaternion" => Blend::DualQuat,
            _ => {
                return Err(
                    js_sys::Error::new("a mesh is blended linear or dual-quaternion").into(),
                );
            }
        };
        self.take_joints()
    }

    fn take_joints(&mut self) -> Result<(), JsValue> {
        match self.blend {
            Blend::Linear => self.linear.set(self.joints.iter().copied()),
            // The refusal's own sentence would bring the code that prints floating-point numbers.
            Blend::DualQuat => self.dual.update(&self.joints).map_err(|_| {
                js_sys::Error::new("dual quaternions carry rotation and translation only")
            })?,
        }
        Ok(())
    }

    pub(super) fn place(
        &mut self,
        clip_from_world: &Float32Array,
        place: Place,
    ) -> Result<(), JsValue> {
        if clip_from_world.length() != 16 {
            return Err(js_sys::Error::new("a clip matrix has sixteen numbers").into());
        }
        clip_from_world.copy_to(&mut self.clip_from_world);
        self.place = place;
        Ok(())
    }

    pub(super) fn set_tints(
        &mut self,
        tints: &Float32Array,
        gpu: Option<&SharedGpu>,
    ) -> Result<(), JsValue> {
        if tints.length() as usize != self.tints.len() {
            return Err(js_sys::Error::new("a mesh has one share for each vertex").into());
        }
        tints.copy_to(&mut self.tints);
        if let (Some(gpu), Some((_, solid))) = (gpu, &mut self.buffers) {
            solid
                .set_weights(gpu.gpu(), &self.tints)
                .map_err(|error| crate::error(&error))?;
        }
        Ok(())
    }

    /// Frees what lies on the GPU.
    pub(super) fn leave_gpu(&mut self) {
        self.buffers = None;
    }

    /// Skins by the batch kernel, unless this very pose has been skinned.
    pub(super) fn skin(&mut self) -> Result<(), JsValue> {
        let revision = match self.blend {
            Blend::Linear => self.linear.revision(),
            Blend::DualQuat => self.dual.revision(),
        };
        if self.skinned_as == Some((self.blend, revision)) {
            return Ok(());
        }
        let skinned = match self.blend {
            Blend::Linear => {
                kernel::linear::skin(self.linear.rows(), &self.packed, &mut self.skinned)
            }
            Blend::DualQuat => {
                kernel::dual_quat::skin(self.dual.rows(), &self.packed, &mut self.skinned)
            }
        };
        skinned.map_err(|error| crate::error(&error))?;
        self.skinned_as = Some((self.blend, revision));
        Ok(())
    }

    /// Skins on the GPU, after an upload where the mesh is new to it.
    pub(super) fn skin_on(&mut self, shared: &SharedGpu) -> Result<(), JsValue> {
        let gpu = shared.gpu();
        if self.buffers.is_none() {
            let mesh = SkinnedMesh::upload(gpu, shared.skinner(), &self.packed)
                .map_err(|error| crate::error(&error))?;
            let solid = SolidMesh::new(
                gpu,
                &SolidShape {
                    triangles: &self.triangles,
                    edges: &self.edges,
                    child_weights: &self.tints,
                },
            )
            .map_err(|error| crate::error(&error))?;
            self.buffers = Some((mesh, solid));
        }
        let pose: Pose<'_> = match self.blend {
            Blend::Linear => (&self.linear).into(),
            Blend::DualQuat => (&self.dual).into(),
        };
        if let Some((mesh, _)) = &mut self.buffers {
            mesh.update(gpu, pose)
                .map_err(|error| crate::error(&error))?;
        }
        Ok(())
    }

    /// The vertices as the engine that draws leaves them; the future borrows nothing.
    pub(super) fn read(&mut self, gpu: Option<&SharedGpu>) -> Result<Vertices, JsValue> {
        if let Some(shared) = gpu {
            self.skin_on(shared)?;
            if let Some((mesh, _)) = &self.buffers {
                let read = mesh.read(shared.gpu());
                return Ok(Box::pin(async move {
                    read.await.map_err(|error| crate::error(&error))
                }));
            }
        }
        self.skin()?;
        let vertices = self.skinned.clone();
        Ok(Box::pin(async move { Ok(vertices) }))
    }
}
