//! Many small cases through the shaders at once: how tables and self-tests ask the GPU.

use crate::buffer::encoder;
use crate::readback::{self, SkinnedFuture};
use crate::{Gpu, GpuError, Pose, SkinnedMesh, Skinner};
use skinlab_core::dual_palette::{DualPalette, DualPaletteError};
use skinlab_core::dual_quat::DualQuat;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::skeleton::MAX_JOINTS;
use skinlab_core::tables::{Blend, Case};
use skinlab_core::weights::Influence;
use std::future::Future;
use std::ops::Range;

/// Cases of one pose and one mesh each, laid end to end: one dispatch for each way of blending and one
/// readback serve all of them.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    linear: Part<DAffine3>,
    dual_quat: Part<DualQuat>,
    places: Vec<Place>,
}

/// Where a case lies: in which part, and in which of its vertices.
#[derive(Clone, Debug)]
struct Place {
    blend: Blend,
    vertices: Range<usize>,
}

/// The cases of one way of blending, as one mesh and one pose.
#[derive(Clone, Debug)]
struct Part<J> {
    joints: Vec<J>,
    positions: Vec<DVec3>,
    normals: Vec<DVec3>,
    influences: Vec<Vec<Influence>>,
}

// Derived, it would ask for joints that have a default.
impl<J> Default for Part<J> {
    fn default() -> Self {
        Self {
            joints: Vec::new(),
            positions: Vec::new(),
            normals: Vec::new(),
            influences: Vec::new(),
        }
    }
}

impl Batch {
    /// Adds a case and returns its number, counted from 0. Weights may sum to anything: a table may
    /// want to show what a wrong sum does.
    ///
    /// # Errors
    ///
    /// [`GpuError::PaletteTooShort`]; [`GpuError::TooManySlots`] if a vertex has more than 8
    /// influences; [`GpuError::BatchTooManyJoints`], counted for each way of blending apart. A refused
    /// case leaves the batch as it was.
    pub fn push<'a>(&mut self, pose: impl Into<Pose<'a>>, mesh: &Mesh) -> Result<usize, GpuError> {
        let pose = pose.into();
        if mesh.max_influences() > crate::MOST_SLOTS {
            return Err(GpuError::TooManySlots {
                slots: mesh.max_influences(),
                most: crate::MOST_SLOTS,
            });
        }
        let vertices = match pose {
            Pose::Linear(palette) => self.linear.push(palette.joints(), mesh)?,
            Pose::DualQuat(palette) => self.dual_quat.push(palette.joints(), mesh)?,
        };
        self.places.push(Place {
            blend: pose.blend(),
            vertices,
        });
        Ok(self.places.len() - 1)
    }

    /// As [`Batch::push`], for a table's case, blended as it says.
    ///
    /// # Errors
    ///
    /// As [`Batch::push`], and [`GpuError::NotRigid`] for a case of dual quaternions whose joint
    /// matrices are more than rotation and translation.
    pub fn push_case(&mut self, case: &Case) -> Result<usize, GpuError> {
        match case.blend {
            Blend::Linear => self.push(&case.palette, &case.mesh),
            Blend::DualQuat => {
                let palette = case.dual_palette().map_err(|error| match error {
                    DualPaletteError::Joint { joint, .. } => GpuError::NotRigid { joint },
                    DualPaletteError::LengthMismatch { joints, pivots } => {
                        GpuError::PaletteTooShort {
                            joints,
                            needed: pivots,
                        }
                    }
                })?;
                self.push(&palette, &case.mesh)
            }
        }
    }

    /// The number of cases.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no cases.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Skins every case and resolves to its vertices, case by case in the order of [`Batch::push`].
    /// The work is submitted before this returns, and the future borrows nothing.
    ///
    /// # Errors
    ///
    /// [`GpuError::BufferTooLarge`], [`GpuError::MapFailed`], or a fault of the device.
    pub fn run(
        &self,
        gpu: &Gpu,
        skinner: &Skinner,
    ) -> impl Future<Output = Result<Vec<Vec<SkinnedVertex>>, GpuError>> + use<> {
        let started = self.start(gpu, skinner);
        let first_dual = self.linear.positions.len();
        let places = self.places.clone();
        async move {
            let vertices = started?.await?;
            Ok(places
                .into_iter()
                .map(|place| {
                    let first = match place.blend {
                        Blend::Linear => 0,
                        Blend::DualQuat => first_dual,
                    };
                    let Range { start, end } = place.vertices;
                    vertices[first + start..first + end].to_vec()
                })
                .collect())
        }
    }

    /// Uploads, dispatches and asks for the result. What was submitted outlives the meshes.
    fn start(&self, gpu: &Gpu, skinner: &Skinner) -> Result<SkinnedFuture, GpuError> {
        let linear = Palette::from_joint_matrices(self.linear.joints.clone());
        let dual_quat = DualPalette::from_dual_quats(&self.dual_quat.joints);
        let parts: [(PackedMesh, Pose<'_>); 2] = [
            (self.linear.packed(), (&linear).into()),
            (self.dual_quat.packed(), (&dual_quat).into()),
        ];
        let mut encoder = encoder(gpu);
        let mut meshes = Vec::with_capacity(parts.len());
        for (mesh, pose) in parts.iter().filter(|(mesh, _)| !mesh.is_empty()) {
            let mut skinned = SkinnedMesh::upload(gpu, skinner, mesh)?;
            skinned.encode(gpu, &mut encoder, *pose)?;
            meshes.push(skinned);
        }
        gpu.queue().submit([encoder.finish()]);
        gpu.check()?;
        let meshes: Vec<&SkinnedMesh> = meshes.iter().collect();
        Ok(readback::skinned(gpu, &meshes))
    }
}

impl<J: Copy> Part<J> {
    /// Appends a case and returns where its vertices lie.
    fn push(&mut self, joints: &[J], mesh: &Mesh) -> Result<Range<usize>, GpuError> {
        let joints = joints
            .get(..mesh.joint_count())
            .ok_or(GpuError::PaletteTooShort {
                joints: joints.len(),
                needed: mesh.joint_count(),
            })?;
        let first = self.joints.len();
        let together = first + joints.len();
        if together > MAX_JOINTS {
            return Err(GpuError::BatchTooManyJoints {
                joints: together,
                most: MAX_JOINTS,
            });
        }
        let start = self.positions.len();
        self.joints.extend_from_slice(joints);
        self.positions.extend_from_slice(mesh.positions());
        self.normals.extend_from_slice(mesh.normals());
        self.normals.resize(self.positions.len(), DVec3::ZERO);
        let moved = |i: &Influence| Influence::new((first + usize::from(i.joint)) as u16, i.weight);
        self.influences.extend(
            (0..mesh.len()).map(|vertex| mesh.influences(vertex).iter().map(moved).collect()),
        );
        Ok(start..self.positions.len())
    }

    /// All cases as one mesh.
    fn packed(&self) -> PackedMesh {
        let joined = Mesh::with_unchecked_sums(
            self.positions.clone(),
            self.normals.clone(),
            &self.influences,
            self.joints.len(),
        );
        match joined {
            Ok(mesh) => PackedMesh::new(&mesh),
            Err(_) => unreachable!("the parts were checked when they were made"),
        }
    }
}
