//! The buffers of one mesh on the GPU, and what is known of their contents.

use crate::buffer::{bind, encoder, filled, grid, make};
use crate::influences::Influences;
use crate::layout::{PackedVertex, Vertex};
use crate::pose::MOST_ROWS;
use crate::readback::{self, SkinnedFuture};
use crate::skinner::Variant;
use crate::{Gpu, GpuError, Pose, Skinner};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex};
use skinlab_core::tables::Blend;
use wgpu::BufferUsages;

/// How the rest vertices are stored on the GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RestFormat {
    /// Position and normal as `f32`, 24 bytes a vertex.
    #[default]
    Plain,
    /// Position as `f32` and the normal in a word, 16 bytes a vertex. Decoded normals lie within
    /// [`crate::NORMAL_ERROR`] of the mesh's.
    Packed,
}

/// The buffers of one mesh on the GPU, and which pose was last skinned into them.
///
/// The result stays on the GPU, as a vertex buffer of 24 bytes a vertex: position (metres), then
/// unit normal, `f32` each. Buffers are freed when the mesh is dropped.
#[derive(Debug)]
pub struct SkinnedMesh {
    skinner: Skinner,
    variant: Variant,
    group: wgpu::BindGroup,
    palette: wgpu::Buffer,
    rest: wgpu::Buffer,
    influences: wgpu::Buffer,
    output: wgpu::Buffer,
    vertices: usize,
    joint_count: usize,
    skinned: Option<(Blend, u64)>,
    skinned_rows: Vec<[f32; 4]>,
    version: u64,
}

impl SkinnedMesh {
    /// Uploads `mesh` (`V`) with `f32` weights.
    ///
    /// # Errors
    ///
    /// [`GpuError::TooManySlots`], [`GpuError::BufferTooLarge`], or a fault of the device.
    pub fn upload(gpu: &Gpu, skinner: &Skinner, mesh: &PackedMesh) -> Result<Self, GpuError> {
        Self::upload_with(gpu, skinner, mesh, &Influences::float(mesh)?)
    }

    /// Uploads `mesh` (`V`) with the given influences (`V`) in place of its own.
    ///
    /// # Errors
    ///
    /// [`GpuError::VertexCount`], [`GpuError::JointCount`], [`GpuError::BufferTooLarge`], or a fault
    /// of the device.
    pub fn upload_with(
        gpu: &Gpu,
        skinner: &Skinner,
        mesh: &PackedMesh,
        influences: &Influences,
    ) -> Result<Self, GpuError> {
        Self::upload_as(gpu, skinner, mesh, influences, RestFormat::Plain)
    }

    /// As [`SkinnedMesh::upload_with`], with the rest vertices in either format. With
    /// [`Influences::pack`] a vertex of four influences takes 24 bytes in place of 48.
    ///
    /// # Errors
    ///
    /// As [`SkinnedMesh::upload_with`].
    pub fn upload_as(
        gpu: &Gpu,
        skinner: &Skinner,
        mesh: &PackedMesh,
        influences: &Influences,
        rest_format: RestFormat,
    ) -> Result<Self, GpuError> {
        check_influences(influences, mesh.len(), mesh.joint_count())?;
        let rest = match rest_format {
            RestFormat::Plain => rest_buffer::<Vertex>(gpu, mesh)?,
            RestFormat::Packed => rest_buffer::<PackedVertex>(gpu, mesh)?,
        };
        let words = influences.words();
        let influence_buffer = filled(gpu, "influences", words, BufferUsages::STORAGE)?;
        let rows = mesh.joint_count() * MOST_ROWS;
        let palette_size = rows * size_of::<[f32; 4]>();
        let palette = make(gpu, "joints", palette_size, BufferUsages::STORAGE)?;
        let output = make(
            gpu,
            "skinned vertices",
            mesh.len() * size_of::<Vertex>(),
            BufferUsages::STORAGE | BufferUsages::VERTEX | BufferUsages::COPY_SRC,
        )?;
        let buffers = [&palette, &rest, &influence_buffer, &output];
        let group = bind(gpu, skinner.bindings(), &buffers);
        gpu.check()?;
        Ok(Self {
            skinner: skinner.clone(),
            variant: Variant::of(rest_format, influences),
            group,
            palette,
            rest,
            influences: influence_buffer,
            output,
            vertices: mesh.len(),
            joint_count: mesh.joint_count(),
            skinned: None,
            skinned_rows: Vec::with_capacity(rows),
            version: 0,
        })
    }

    /// Takes new influences (`V`), of any width and format; the next pose is skinned with them.
    ///
    /// # Errors
    ///
    /// As [`SkinnedMesh::upload_with`]; the mesh is as it was then.
    pub fn set_influences(&mut self, gpu: &Gpu, influences: &Influences) -> Result<(), GpuError> {
        check_influences(influences, self.vertices, self.joint_count)?;
        let words = influences.words();
        let fits = size_of_val(words) as u64 == self.influences.size();
        if fits {
            gpu.queue()
                .write_buffer(&self.influences, 0, bytemuck::cast_slice(words));
        } else {
            let fresh = filled(gpu, "influences", words, BufferUsages::STORAGE)?;
            std::mem::replace(&mut self.influences, fresh).destroy();
            let buffers = [&self.palette, &self.rest, &self.influences, &self.output];
            self.group = bind(gpu, self.skinner.bindings(), &buffers);
        }
        self.variant = Variant::of(self.variant.rest, influences);
        self.skinned = None;
        Ok(())
    }

    /// Uploads the pose, 48 or 32 bytes a joint, and records the dispatch, unless the mesh has been
    /// skinned with this very pose. Returns whether there was anything to do.
    ///
    /// `encoder` must be submitted, and before the next call: the mesh counts as skinned from now on.
    ///
    /// # Errors
    ///
    /// [`GpuError::PaletteTooShort`].
    pub fn encode<'a>(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pose: impl Into<Pose<'a>>,
    ) -> Result<bool, GpuError> {
        let pose = pose.into();
        let is_stale = self.upload_pose(gpu, pose)?;
        if is_stale && self.vertices > 0 {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.dispatch(gpu, pose.blend(), &mut pass);
        }
        Ok(is_stale)
    }

    /// Uploads the pose if the mesh has not been skinned with it; then it counts as skinned.
    fn upload_pose(&mut self, gpu: &Gpu, pose: Pose<'_>) -> Result<bool, GpuError> {
        let rows = pose
            .rows(self.joint_count)
            .ok_or(GpuError::PaletteTooShort {
                joints: pose.joint_count(),
                needed: self.joint_count,
            })?;
        let skinned = Some((pose.blend(), pose.revision()));
        // Revisions of two palettes may be equal by chance, so equal revisions are looked into.
        if self.skinned == skinned && self.skinned_rows == rows {
            return Ok(false);
        }
        self.skinned = skinned;
        self.skinned_rows.clear();
        self.skinned_rows.extend_from_slice(rows);
        self.version += 1;
        gpu.queue()
            .write_buffer(&self.palette, 0, bytemuck::cast_slice(rows));
        Ok(true)
    }

    fn dispatch(&self, gpu: &Gpu, blend: Blend, pass: &mut wgpu::ComputePass<'_>) {
        pass.set_pipeline(self.skinner.pipeline(gpu, blend, self.variant));
        pass.set_bind_group(0, &self.group, &[]);
        let (x, y) = grid(self.vertices as u32);
        pass.dispatch_workgroups(x, y, 1);
    }

    /// As [`SkinnedMesh::encode`], and submits.
    ///
    /// # Errors
    ///
    /// As [`SkinnedMesh::encode`], or a fault of the device.
    pub fn update<'a>(&mut self, gpu: &Gpu, pose: impl Into<Pose<'a>>) -> Result<bool, GpuError> {
        let mut encoder = encoder(gpu);
        let dispatched = self.encode(gpu, &mut encoder, pose)?;
        if dispatched {
            gpu.queue().submit([encoder.finish()]);
        }
        gpu.check()?;
        Ok(dispatched)
    }

    /// Copies the skinned vertices (`V`) back. The copy is asked for now, and the future borrows
    /// nothing. Not for use in a frame loop.
    ///
    /// It resolves to [`GpuError::MapFailed`] or a fault of the device if there is no result.
    pub fn read(&self, gpu: &Gpu) -> SkinnedFuture {
        readback::skinned(gpu, &[self])
    }

    /// The skinned vertices, 24 bytes each; usable as a vertex buffer.
    pub fn output(&self) -> &wgpu::Buffer {
        &self.output
    }

    /// The bytes that rest vertices and influences take on the GPU, uploaded once.
    pub fn static_bytes(&self) -> u64 {
        match self.vertices {
            0 => 0,
            _ => self.rest.size() + self.influences.size(),
        }
    }

    /// The number of vertices, `V`.
    pub fn len(&self) -> usize {
        self.vertices
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.vertices == 0
    }

    /// How often the mesh has been skinned: what is derived from the output is stale when this moves.
    pub fn version(&self) -> u64 {
        self.version
    }
}

impl Drop for SkinnedMesh {
    fn drop(&mut self) {
        for buffer in [&self.palette, &self.rest, &self.influences, &self.output] {
            buffer.destroy();
        }
    }
}

/// The rest vertices of `mesh` in the format of `T`.
fn rest_buffer<T>(gpu: &Gpu, mesh: &PackedMesh) -> Result<wgpu::Buffer, GpuError>
where
    T: bytemuck::NoUninit + for<'a> From<&'a SkinnedVertex>,
{
    let rest: Vec<T> = mesh.rest().iter().map(T::from).collect();
    filled(gpu, "rest vertices", &rest, BufferUsages::STORAGE)
}

fn check_influences(
    influences: &Influences,
    vertices: usize,
    joints: usize,
) -> Result<(), GpuError> {
    if influences.len() != vertices {
        return Err(GpuError::VertexCount {
            what: "influences",
            given: influences.len(),
            vertices,
        });
    }
    if influences.joint_count() > joints {
        return Err(GpuError::JointCount {
            given: influences.joint_count(),
            joints,
        });
    }
    Ok(())
}
