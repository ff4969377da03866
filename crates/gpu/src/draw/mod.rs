//! Drawing the mesh layer of a figure straight from the skinned vertices: nothing is read back.
//!
//! Back to front: the fill, coloured by weight; the hatching; the cell edges; a marker on each
//! vertex. Lengths are CSS pixels: hatching is the lines x + y = 9 √2 k from the top left corner, 3
//! wide and so 9 apart; edges are 1 wide with butt ends; discs have a radius of 3.2 and diamonds a
//! half-diagonal of 4.2. A 2D canvas that draws the same gets the same picture.

mod depth;
mod figure;
mod light;
mod lists;
mod solid;
mod target;
mod view;

pub use figure::{FigureMesh, Shape};
pub use light::{Light, SolidColours};
pub use solid::{SolidCanvas, SolidDraw, SolidMesh, SolidPainter, SolidShape};
pub use view::{Colours, View};

use crate::buffer::{bind, grid, storage_entry};
use crate::layout::{Ends, Vertex};
use crate::{Gpu, GpuError, SkinnedMesh, wgsl};
use lists::fits;
use target::{SAMPLES, attachment};
use wgpu::{VertexFormat, VertexStepMode};

/// The pipelines that draw figures in one texture format, made once a device.
#[derive(Debug)]
pub struct Painter {
    format: wgpu::TextureFormat,
    frame_layout: wgpu::BindGroupLayout,
    ends_layout: wgpu::BindGroupLayout,
    gather: wgpu::ComputePipeline,
    fill: wgpu::RenderPipeline,
    hatch: wgpu::RenderPipeline,
    edge: wgpu::RenderPipeline,
    marker: wgpu::RenderPipeline,
}

impl Painter {
    /// Compiles the shaders for targets of `format`. Colours are written as they are, so take a
    /// format without sRGB encoding.
    ///
    /// # Errors
    ///
    /// A fault of the device. In a browser a refused shader is heard of later, see [`Gpu::fault`].
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Result<Self, GpuError> {
        let device = gpu.device();
        let frame_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("frame"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            }],
        });
        let ends_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("edges"),
            entries: &[
                storage_entry(0, true),
                storage_entry(1, true),
                storage_entry(2, false),
            ],
        });
        let gather = gather_pipeline(device, &ends_layout);

        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("figure"),
            source: wgpu::ShaderSource::Wgsl(wgsl::figure().into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("figure"),
            bind_group_layouts: &[Some(&frame_layout)],
            immediate_size: 0,
        });
        let pipeline = |vertex: &str, fragment: &str, topology, buffers: &[_]| {
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
                depth_stencil: None,
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
        let strip = wgpu::PrimitiveTopology::TriangleStrip;
        let mesh = vertex_buffers(VertexStepMode::Vertex);
        let painter = Self {
            format,
            gather,
            fill: pipeline("fill_vertex", "fill_fragment", list, &mesh),
            hatch: pipeline("fill_vertex", "hatch_fragment", list, &mesh),
            edge: pipeline("edge_vertex", "edge_fragment", strip, &[Some(ENDS)]),
            marker: pipeline(
                "marker_vertex",
                "marker_fragment",
                strip,
                &vertex_buffers(VertexStepMode::Instance),
            ),
            frame_layout,
            ends_layout,
        };
        gpu.check()?;
        Ok(painter)
    }

    /// The format of the targets.
    pub fn format(&self) -> wgpu::TextureFormat {
        self.format
    }

    /// Records the drawing of `skinned` as `figure` into `target`, which is cleared to transparent.
    /// Colours come out premultiplied.
    ///
    /// `encoder` must be submitted before the same figure is painted again.
    ///
    /// # Errors
    ///
    /// [`GpuError::VertexCount`] if the figure was made for another mesh.
    #[expect(clippy::too_many_arguments, reason = "each is a thing of its own")]
    pub fn paint(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        skinned: &SkinnedMesh,
        figure: &mut FigureMesh,
        view: &View,
        colours: &Colours,
    ) -> Result<(), GpuError> {
        let given = figure.vertices as usize;
        fits("weights of a figure", given, skinned.len())?;
        if figure.is_stale(gpu, &self.ends_layout, skinned) {
            self.gather_ends(encoder, figure);
        }
        let size = target.texture().size();
        let frame = view.frame((size.width, size.height), colours);
        gpu.queue()
            .write_buffer(&figure.frame, 0, bytemuck::bytes_of(&frame));
        let frame_group = figure
            .frame_group
            .get_or_insert_with(|| bind(gpu, &self.frame_layout, &[&figure.frame]))
            .clone();
        let samples = attachment(gpu, &mut figure.samples, size, self.format);

        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("figure"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &samples,
                depth_slice: None,
                resolve_target: Some(target),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            ..Default::default()
        });
        pass.set_bind_group(0, &frame_group, &[]);
        pass.set_vertex_buffer(0, skinned.output().slice(..));
        pass.set_vertex_buffer(1, figure.child_weights.slice(..));

        pass.set_pipeline(&self.fill);
        pass.set_index_buffer(figure.triangles.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..figure.triangle_indices, 0, 0..1);

        pass.set_pipeline(&self.hatch);
        pass.set_index_buffer(figure.hatched.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..figure.hatched_indices, 0, 0..1);

        pass.set_pipeline(&self.edge);
        pass.set_vertex_buffer(0, figure.ends.slice(..));
        pass.draw(0..4, 0..figure.edge_count);

        pass.set_pipeline(&self.marker);
        pass.set_vertex_buffer(0, skinned.output().slice(..));
        pass.draw(0..4, 0..figure.vertices);
        Ok(())
    }

    /// Records the gathering of the ends of the edges.
    fn gather_ends(&self, encoder: &mut wgpu::CommandEncoder, figure: &FigureMesh) {
        let Some(gathered) = figure.gathered.as_ref().filter(|_| figure.edge_count > 0) else {
            return;
        };
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.gather);
        pass.set_bind_group(0, &gathered.group, &[]);
        let (x, y) = grid(figure.edge_count);
        pass.dispatch_workgroups(x, y, 1);
    }
}

fn gather_pipeline(
    device: &wgpu::Device,
    bindings: &wgpu::BindGroupLayout,
) -> wgpu::ComputePipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("edges"),
        source: wgpu::ShaderSource::Wgsl(wgsl::edges().into()),
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("edges"),
        bind_group_layouts: &[Some(bindings)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("edges"),
        layout: Some(&layout),
        module: &module,
        entry_point: Some("gather"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}

/// An instance is an edge, with both its ends.
const ENDS: wgpu::VertexBufferLayout<'_> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Ends>() as u64,
    step_mode: VertexStepMode::Instance,
    attributes: &[wgpu::VertexAttribute {
        format: VertexFormat::Float32x4,
        offset: 0,
        shader_location: 0,
    }],
};

/// Positions from the skinned vertices and the child's shares, a vertex or an instance each.
fn vertex_buffers(step_mode: VertexStepMode) -> [Option<wgpu::VertexBufferLayout<'static>>; 2] {
    [
        Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode,
            attributes: &[wgpu::VertexAttribute {
                format: VertexFormat::Float32x3,
                offset: 0,
                shader_location: 0,
            }],
        }),
        Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<f32>() as u64,
            step_mode,
            attributes: &[wgpu::VertexAttribute {
                format: VertexFormat::Float32,
                offset: 0,
                shader_location: 1,
            }],
        }),
    ]
}
