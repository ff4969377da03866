//! Drawing skinned meshes in space, shaded, straight from the skinned vertices.

use super::SolidColours;
use super::depth::{DEPTH, line_depth, surface_depth};
use super::lists::{check_indices, check_triangles, fits};
use super::target::{SAMPLES, attachment};
use crate::buffer::{filled, make};
use crate::layout::{Solid, Vertex};
use crate::{Gpu, GpuError, SkinnedMesh, wgsl};
use wgpu::{BufferUsages, VertexAttribute, VertexFormat, VertexStepMode};

/// From one mesh's uniform to the next: the largest alignment that an adapter may ask for.
const STRIDE: u64 = 256;

/// The lists of a mesh in space, by vertex index.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolidShape<'a> {
    /// Triangles to fill, three indices each, wound either way.
    pub triangles: &'a [u32],
    /// Edges to draw as lines one device pixel wide, two indices each.
    pub edges: &'a [[u32; 2]],
    /// The child's share of each vertex (`V`), 0 to 1: the fill's colour.
    pub child_weights: &'a [f32],
}

/// The buffers of one mesh in space. Its positions and normals come from a [`SkinnedMesh`] when it is
/// painted. Buffers are freed when it is dropped.
#[derive(Debug)]
pub struct SolidMesh {
    triangles: wgpu::Buffer,
    triangle_indices: u32,
    edges: wgpu::Buffer,
    edge_indices: u32,
    child_weights: wgpu::Buffer,
    vertices: usize,
}

impl SolidMesh {
    /// Uploads the lists.
    ///
    /// # Errors
    ///
    /// [`GpuError::BrokenTriangle`], [`GpuError::IndexOutOfRange`], [`GpuError::BufferTooLarge`], or a
    /// fault of the device.
    pub fn new(gpu: &Gpu, shape: &SolidShape<'_>) -> Result<Self, GpuError> {
        let vertices = shape.child_weights.len();
        check_triangles(shape.triangles, vertices)?;
        check_indices(shape.edges.as_flattened(), vertices)?;
        let edges = shape.edges.as_flattened();
        let mesh = Self {
            triangles: filled(gpu, "triangles", shape.triangles, BufferUsages::INDEX)?,
            triangle_indices: shape.triangles.len() as u32,
            edges: filled(gpu, "edges", edges, BufferUsages::INDEX)?,
            edge_indices: edges.len() as u32,
            child_weights: filled(gpu, "weights", shape.child_weights, BufferUsages::VERTEX)?,
            vertices,
        };
        gpu.check()?;
        Ok(mesh)
    }

    /// Takes new weights (`V`).
    ///
    /// # Errors
    ///
    /// [`GpuError::VertexCount`]; the mesh is as it was then.
    pub fn set_weights(&mut self, gpu: &Gpu, child_weights: &[f32]) -> Result<(), GpuError> {
        fits("weights", child_weights.len(), self.vertices)?;
        gpu.queue()
            .write_buffer(&self.child_weights, 0, bytemuck::cast_slice(child_weights));
        Ok(())
    }
}

impl Drop for SolidMesh {
    fn drop(&mut self) {
        for buffer in [&self.triangles, &self.edges, &self.child_weights] {
            buffer.destroy();
        }
    }
}

/// One mesh to draw, and where.
#[derive(Clone, Copy, Debug)]
pub struct SolidDraw<'a> {
    /// Positions and normals.
    pub mesh: &'a SkinnedMesh,
    /// What is drawn of them.
    pub solid: &'a SolidMesh,
    /// From world to clip space, column by column. Clip space is WebGPU's: depth from 0 (near) to 1,
    /// y up; the matrix must not mirror.
    pub clip_from_world: [f32; 16],
    /// Left, top, width and height of its part of the picture, device pixels. Meshes with the same
    /// part hide one another.
    pub viewport: [u32; 4],
}

/// What a canvas needs beside its picture: samples, depth, and a uniform a mesh. Made again only when
/// the picture's size or the number of meshes grows past it. Freed when it is dropped.
#[derive(Debug, Default)]
pub struct SolidCanvas {
    samples: Option<wgpu::TextureView>,
    depth: Option<wgpu::TextureView>,
    uniforms: Option<(wgpu::Buffer, wgpu::BindGroup)>,
}

impl Drop for SolidCanvas {
    fn drop(&mut self) {
        for view in [&self.samples, &self.depth].into_iter().flatten() {
            view.texture().destroy();
        }
        if let Some((buffer, _)) = &self.uniforms {
            buffer.destroy();
        }
    }
}

/// The pipelines that draw meshes in space in one texture format, made once a device.
#[derive(Debug)]
pub struct SolidPainter {
    format: wgpu::TextureFormat,
    uniform_layout: wgpu::BindGroupLayout,
    surface: wgpu::RenderPipeline,
    line: wgpu::RenderPipeline,
}

impl SolidPainter {
    /// Compiles the shaders for targets of `format`. Colours are written as they are, so take a
    /// format without sRGB encoding.
    ///
    /// # Errors
    ///
    /// A fault of the device. In a browser a refused shader is heard of later, see [`Gpu::fault`].
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Result<Self, GpuError> {
        let device = gpu.device();
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("solid"),
            source: wgpu::ShaderSource::Wgsl(wgsl::solid().into()),
        });
        let uniform_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("solid"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: true,
                    min_binding_size: wgpu::BufferSize::new(size_of::<Solid>() as u64),
                },
                count: None,
            }],
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("solid"),
            bind_group_layouts: &[Some(&uniform_layout)],
            immediate_size: 0,
        });
        let pipeline = |[vertex, fragment]: [&str; 2], topology, buffers: &[_], depth| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(fragment),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(vertex),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers,
                },
                primitive: wgpu::PrimitiveState {
                    topology,
                    ..Default::default()
                },
                depth_stencil: Some(depth),
                multisample: wgpu::MultisampleState {
                    count: SAMPLES,
                    ..Default::default()
                },
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(wgpu::ColorTargetState {
                        format,
                        blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let list = wgpu::PrimitiveTopology::TriangleList;
        let lines = wgpu::PrimitiveTopology::LineList;
        let [skinned, weights] = BUFFERS.map(Some);
        let painter = Self {
            format,
            surface: pipeline(
                ["surface_vertex", "surface_fragment"],
                list,
                &[skinned.clone(), weights],
                surface_depth(),
            ),
            line: pipeline(
                ["line_vertex", "line_fragment"],
                lines,
                &[skinned],
                line_depth(),
            ),
            uniform_layout,
        };
        gpu.check()?;
        Ok(painter)
    }

    /// The format of the targets.
    pub fn format(&self) -> wgpu::TextureFormat {
        self.format
    }

    /// Records the drawing of `draws` in one pass into `target`, which is cleared to transparent. Which
    /// comes first does not matter. Colours come out premultiplied.
    ///
    /// `encoder` must be submitted before the same canvas is painted again.
    ///
    /// # Errors
    ///
    /// [`GpuError::VertexCount`] if a solid was made for another mesh, [`GpuError::ViewportOutside`],
    /// [`GpuError::BufferTooLarge`]. Nothing is recorded then.
    pub fn paint(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        canvas: &mut SolidCanvas,
        draws: &[SolidDraw<'_>],
        colours: &SolidColours,
    ) -> Result<(), GpuError> {
        let size = target.texture().size();
        for draw in draws {
            let given = draw.solid.vertices;
            fits("weights of a solid", given, draw.mesh.len())?;
            check_viewport(draw.viewport, size)?;
        }
        let group = self.upload(gpu, canvas, draws, colours)?;
        let samples = attachment(gpu, &mut canvas.samples, size, self.format);
        let depth = attachment(gpu, &mut canvas.depth, size, DEPTH);

        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("solid"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &samples,
                depth_slice: None,
                resolve_target: Some(target),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        // Lines mix with what they lie on, so every surface comes first.
        for (pipeline, of_surface) in [(&self.surface, true), (&self.line, false)] {
            pass.set_pipeline(pipeline);
            for (draw, offset) in draws.iter().zip((0..).step_by(STRIDE as usize)) {
                let solid = draw.solid;
                let (indices, count) = if of_surface {
                    (&solid.triangles, solid.triangle_indices)
                } else {
                    (&solid.edges, solid.edge_indices)
                };
                let [x, y, width, height] = draw.viewport.map(|pixels| pixels as f32);
                pass.set_viewport(x, y, width, height, 0.0, 1.0);
                pass.set_bind_group(0, &group, &[offset]);
                pass.set_vertex_buffer(0, draw.mesh.output().slice(..));
                pass.set_vertex_buffer(1, solid.child_weights.slice(..));
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..count, 0, 0..1);
            }
        }
        Ok(())
    }

    /// Writes a uniform a mesh, in a buffer that grows when it must.
    fn upload(
        &self,
        gpu: &Gpu,
        canvas: &mut SolidCanvas,
        draws: &[SolidDraw<'_>],
        colours: &SolidColours,
    ) -> Result<wgpu::BindGroup, GpuError> {
        let needed = STRIDE * draws.len().max(1) as u64;
        if let Some((small, _)) = canvas
            .uniforms
            .take_if(|(buffer, _)| buffer.size() < needed)
        {
            small.destroy();
        }
        let (buffer, group) = match &mut canvas.uniforms {
            Some(uniforms) => uniforms,
            none => none.insert(self.uniforms(gpu, needed as usize)?),
        };
        for (draw, offset) in draws.iter().zip((0..).step_by(STRIDE as usize)) {
            let uniform = colours.uniform(draw.clip_from_world);
            gpu.queue()
                .write_buffer(buffer, offset, bytemuck::bytes_of(&uniform));
        }
        Ok(group.clone())
    }

    fn uniforms(
        &self,
        gpu: &Gpu,
        bytes: usize,
    ) -> Result<(wgpu::Buffer, wgpu::BindGroup), GpuError> {
        let buffer = make(gpu, "uniforms", bytes, BufferUsages::UNIFORM)?;
        let group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("solid"),
            layout: &self.uniform_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(size_of::<Solid>() as u64),
                }),
            }],
        });
        Ok((buffer, group))
    }
}

/// A skinned vertex, and the child's share of it.
const BUFFERS: [wgpu::VertexBufferLayout<'_>; 2] = [
    wgpu::VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: VertexStepMode::Vertex,
        attributes: &[
            VertexAttribute {
                format: VertexFormat::Float32x3,
                offset: std::mem::offset_of!(Vertex, position) as u64,
                shader_location: 0,
            },
            VertexAttribute {
                format: VertexFormat::Float32x3,
                offset: std::mem::offset_of!(Vertex, normal) as u64,
                shader_location: 1,
            },
        ],
    },
    wgpu::VertexBufferLayout {
        array_stride: size_of::<f32>() as u64,
        step_mode: VertexStepMode::Vertex,
        attributes: &[VertexAttribute {
            format: VertexFormat::Float32,
            offset: 0,
            shader_location: 2,
        }],
    },
];

/// Refuses a part that is empty or does not lie inside the picture.
fn check_viewport(viewport: [u32; 4], size: wgpu::Extent3d) -> Result<(), GpuError> {
    let [x, y, width, height] = viewport;
    let inside = |start: u32, length: u32, whole: u32| {
        length > 0 && start.checked_add(length).is_some_and(|end| end <= whole)
    };
    if inside(x, width, size.width) && inside(y, height, size.height) {
        return Ok(());
    }
    Err(GpuError::ViewportOutside {
        viewport,
        width: size.width,
        height: size.height,
    })
}
