//! Many small cases through the shader at once: how tables and self-tests ask the GPU.

use crate::readback::SkinnedFuture;
use crate::{Gpu, GpuError, SkinnedMesh, Skinner};
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::skeleton::MAX_JOINTS;
use skinlab_core::weights::Influence;
use std::future::Future;

/// Cases of one palette and one mesh each, laid end to end so that one dispatch and one readback
/// serve all of them.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    joints: Vec<DAffine3>,
    positions: Vec<DVec3>,
    normals: Vec<DVec3>,
    influences: Vec<Vec<Influence>>,
    ends: Vec<usize>,
}

impl Batch {
    /// Adds a case and returns its number, counted from 0. Weights may sum to anything: a table may
    /// want to show what a wrong sum does.
    ///
    /// # Errors
    ///
    /// [`GpuError::PaletteTooShort`]; [`GpuError::TooManySlots`] if a vertex has more than 8
    /// influences; [`GpuError::BatchTooManyJoints`]. A refused case leaves the batch as it was.
    pub fn push(&mut self, palette: &Palette, mesh: &Mesh) -> Result<usize, GpuError> {
        let joints =
            palette
                .joints()
                .get(..mesh.joint_count())
                .ok_or(GpuError::PaletteTooShort {
                    joints: palette.joints().len(),
                    needed: mesh.joint_count(),
                })?;
        if mesh.max_influences() > crate::MOST_SLOTS {
            return Err(GpuError::TooManySlots {
                slots: mesh.max_influences(),
                most: crate::MOST_SLOTS,
            });
        }
        let first = self.joints.len();
        let together = first + joints.len();
        if together > MAX_JOINTS {
            return Err(GpuError::BatchTooManyJoints {
                joints: together,
                most: MAX_JOINTS,
            });
        }
        self.joints.extend_from_slice(joints);
        self.positions.extend_from_slice(mesh.positions());
        self.normals.extend_from_slice(mesh.normals());
        self.normals.resize(self.positions.len(), DVec3::ZERO);
        let moved = |i: &Influence| Influence::new((first + usize::from(i.joint)) as u16, i.weight);
        self.influences.extend(
            (0..mesh.len()).map(|vertex| mesh.influences(vertex).iter().map(moved).collect()),
        );
        self.ends.push(self.positions.len());
        Ok(self.ends.len() - 1)
    }

    /// The number of cases.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no cases.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
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
        let ends = self.ends.clone();
        async move {
            let vertices = started?.await?;
            let starts = std::iter::once(0).chain(ends.iter().copied());
            Ok(starts
                .zip(&ends)
                .map(|(start, &end)| vertices[start..end].to_vec())
                .collect())
        }
    }

    /// Uploads, dispatches and asks for the result. What was submitted outlives the mesh.
    fn start(&self, gpu: &Gpu, skinner: &Skinner) -> Result<SkinnedFuture, GpuError> {
        let mesh = PackedMesh::new(&self.mesh());
        let palette = Palette::from_joint_matrices(self.joints.clone());
        let mut skinned = SkinnedMesh::upload(gpu, skinner, &mesh)?;
        skinned.update(gpu, &palette)?;
        Ok(skinned.read(gpu))
    }

    /// All cases as one mesh.
    fn mesh(&self) -> Mesh {
        let joined = Mesh::with_unchecked_sums(
            self.positions.clone(),
            self.normals.clone(),
            &self.influences,
            self.joints.len(),
        );
        match joined {
            Ok(mesh) => mesh,
            Err(_) => unreachable!("the parts were checked when they were made"),
        }
    }
}
