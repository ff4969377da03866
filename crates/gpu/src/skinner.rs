//! Skinning on the GPU: the pipelines, and the buffers of one mesh.

use crate::buffer::{bind, encoder, filled, grid, make, storage_entry};
use crate::influences::Influences;
use crate::layout::{LINEAR_WGSL, Vertex};
use crate::readback::{self, SkinnedFuture};
use crate::{Gpu, GpuError, WeightFormat};
use skinlab_core::kernel::PackedMesh;
use skinlab_core::palette::{Palette, Rows};
use std::sync::OnceLock;
use wgpu::BufferUsages;

/// The compute pipelines, made once a device; each variant is compiled when it is first needed.
#[derive(Debug)]
pub struct Skinner {
    module: wgpu::ShaderModule,
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    variants: [OnceLock<wgpu::ComputePipeline>; 6],
}

impl Skinner {
    /// Compiles the shader.
    ///
    /// # Errors
    ///
    /// A fault of the device. In a browser a refused shader is heard of later, see [`Gpu::fault`].
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Self::with_source(gpu, LINEAR_WGSL)
    }

    /// As [`Skinner::new`] with another shader text, for tests that must see a wrong one fail.
    ///
    /// # Errors
    ///
    /// As [`Skinner::new`].
    #[doc(hidden)]
    pub fn with_source(gpu: &Gpu, source: &str) -> Result<Self, GpuError> {
        let device = gpu.device();
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("linear"),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("linear"),
            entries: &[
                storage_entry(0, true),
                storage_entry(1, true),
                storage_entry(2, true),
                storage_entry(3, false),
            ],
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("linear"),
            bind_group_layouts: &[Some(&bindings)],
            immediate_size: 0,
        });
        gpu.check()?;
        Ok(Self {
            module,
            bindings,
            layout,
            variants: Default::default(),
        })
    }

    /// The pipeline for this many slots and this weight format.
    fn pipeline(&self, gpu: &Gpu, influences: &Influences) -> wgpu::ComputePipeline {
        let row = match influences.format() {
            WeightFormat::Float32 => 0,
            WeightFormat::Unorm8 => 1,
            WeightFormat::Unorm16 => 2,
        };
        let variant = 2 * row + usize::from(influences.slots() > 4);
        let make = || {
            let constants = [
                ("SLOTS", influences.slots() as f64),
                ("WEIGHT_BITS", influences.format().bits() as f64),
            ];
            gpu.device()
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("linear"),
                    layout: Some(&self.layout),
                    module: &self.module,
                    entry_point: Some("skin"),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &constants,
                        ..Default::default()
                    },
                    cache: None,
                })
        };
        self.variants[variant].get_or_init(make).clone()
    }
}

/// The buffers of one mesh on the GPU, and which pose was last skinned into them.
///
/// The result stays on the GPU, as a vertex buffer of 24 bytes a vertex: position (metres), then
/// unit normal, `f32` each. Buffers are freed when the mesh is dropped.
#[derive(Debug)]
pub struct SkinnedMesh {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    palette: wgpu::Buffer,
    rest: wgpu::Buffer,
    influences: wgpu::Buffer,
    output: wgpu::Buffer,
    vertices: usize,
    joint_count: usize,
    skinned: Option<u64>,
    skinned_rows: Vec<Rows>,
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
        check_influences(influences, mesh.len(), mesh.joint_count())?;
        let rest: Vec<Vertex> = mesh.rest().iter().map(Vertex::from).collect();
        let rest = filled(gpu, "rest vertices", &rest, BufferUsages::STORAGE)?;
        let words = influences.words();
        let influence_buffer = filled(gpu, "influences", words, BufferUsages::STORAGE)?;
        let palette_size = mesh.joint_count() * size_of::<Rows>();
        let palette = make(gpu, "joint matrices", palette_size, BufferUsages::STORAGE)?;
        let output = make(
            gpu,
            "skinned vertices",
            mesh.len() * size_of::<Vertex>(),
            BufferUsages::STORAGE | BufferUsages::VERTEX | BufferUsages::COPY_SRC,
        )?;
        let buffers = [&palette, &rest, &influence_buffer, &output];
        let group = bind(gpu, &skinner.bindings, &buffers);
        let pipeline = skinner.pipeline(gpu, influences);
        gpu.check()?;
        Ok(Self {
            pipeline,
            group,
            palette,
            rest,
            influences: influence_buffer,
            output,
            vertices: mesh.len(),
            joint_count: mesh.joint_count(),
            skinned: None,
            skinned_rows: Vec::with_capacity(mesh.joint_count()),
            version: 0,
        })
    }

    /// Takes new influences (`V`), of any width and format; the next pose is skinned with them.
    ///
    /// # Errors
    ///
    /// As [`SkinnedMesh::upload_with`]; the mesh is as it was then.
    pub fn set_influences(
        &mut self,
        gpu: &Gpu,
        skinner: &Skinner,
        influences: &Influences,
    ) -> Result<(), GpuError> {
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
            self.group = bind(gpu, &skinner.bindings, &buffers);
        }
        self.pipeline = skinner.pipeline(gpu, influences);
        self.skinned = None;
        Ok(())
    }

    /// Uploads the palette, 48 bytes a joint, and records the dispatch, unless the mesh has been
    /// skinned with this very palette. Returns whether there was anything to do.
    ///
    /// `encoder` must be submitted, and before the next call: the mesh counts as skinned from now on.
    ///
    /// # Errors
    ///
    /// [`GpuError::PaletteTooShort`].
    pub fn encode(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        palette: &Palette,
    ) -> Result<bool, GpuError> {
        let rows = palette
            .rows()
            .get(..self.joint_count)
            .ok_or(GpuError::PaletteTooShort {
                joints: palette.rows().len(),
                needed: self.joint_count,
            })?;
        // Revisions of two palettes may be equal by chance, so equal revisions are looked into.
        if self.skinned == Some(palette.revision()) && self.skinned_rows == rows {
            return Ok(false);
        }
        self.skinned = Some(palette.revision());
        self.skinned_rows.clear();
        self.skinned_rows.extend_from_slice(rows);
        self.version += 1;
        if self.vertices == 0 {
            return Ok(true);
        }
        gpu.queue()
            .write_buffer(&self.palette, 0, bytemuck::cast_slice(rows));
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        let (x, y) = grid(self.vertices as u32);
        pass.dispatch_workgroups(x, y, 1);
        Ok(true)
    }

    /// As [`SkinnedMesh::encode`], and submits.
    ///
    /// # Errors
    ///
    /// As [`SkinnedMesh::encode`], or a fault of the device.
    pub fn update(&mut self, gpu: &Gpu, palette: &Palette) -> Result<bool, GpuError> {
        let mut encoder = encoder(gpu);
        let dispatched = self.encode(gpu, &mut encoder, palette)?;
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
        readback::skinned(gpu, &self.output, self.vertices)
    }

    /// The skinned vertices, 24 bytes each; usable as a vertex buffer.
    pub fn output(&self) -> &wgpu::Buffer {
        &self.output
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
