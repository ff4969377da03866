//! What a figure draws of a skinned mesh: which triangles, hatching, edges and weights.

use super::lists::{check_indices, check_triangles, fits};
use crate::buffer::{bind, filled, make};
use crate::layout::{Edge, Ends, Frame};
use crate::{Gpu, GpuError, SkinnedMesh};
use wgpu::BufferUsages;

/// The lists of a figure, by vertex index.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape<'a> {
    /// Triangles to fill, three indices each, drawn in this order.
    pub triangles: &'a [u32],
    /// Triangles to hatch, three indices each; at most as many as are filled.
    pub hatched: &'a [u32],
    /// Edges to draw, two indices each.
    pub edges: &'a [[u32; 2]],
    /// The child's share of each vertex (`V`), 0 to 1: the fill's colour and the marker's form.
    pub child_weights: &'a [f32],
}

/// The buffers of one figure, on one canvas. Its positions come from a [`SkinnedMesh`] when it is
/// painted. Buffers are freed when it is dropped.
#[derive(Debug)]
pub struct FigureMesh {
    pub(super) triangles: wgpu::Buffer,
    pub(super) triangle_indices: u32,
    pub(super) hatched: wgpu::Buffer,
    pub(super) hatched_indices: u32,
    pub(super) child_weights: wgpu::Buffer,
    pub(super) vertices: u32,
    pub(super) edges: wgpu::Buffer,
    pub(super) ends: wgpu::Buffer,
    pub(super) edge_count: u32,
    pub(super) frame: wgpu::Buffer,
    pub(super) frame_group: Option<wgpu::BindGroup>,
    pub(super) gathered: Option<Gathered>,
    pub(super) samples: Option<wgpu::TextureView>,
}

/// From which buffer, and from which version of it, the ends of the edges were gathered.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) output: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
    pub(super) version: Option<u64>,
}

impl FigureMesh {
    /// Uploads the lists.
    ///
    /// # Errors
    ///
    /// [`GpuError::BrokenTriangle`], [`GpuError::IndexOutOfRange`], [`GpuError::TooManyHatched`],
    /// [`GpuError::BufferTooLarge`], or a fault of the device.
    pub fn new(gpu: &Gpu, shape: &Shape<'_>) -> Result<Self, GpuError> {
        let vertices = shape.child_weights.len();
        check_triangles(shape.triangles, vertices)?;
        check_hatched(shape.hatched, shape.triangles.len(), vertices)?;
        check_indices(shape.edges.as_flattened(), vertices)?;

        let hatched_size = size_of_val(shape.triangles);
        let ends_size = shape.edges.len() * size_of::<Ends>();
        let edges: &[Edge] = shape.edges;
        let figure = Self {
            triangles: filled(gpu, "triangles", shape.triangles, BufferUsages::INDEX)?,
            triangle_indices: shape.triangles.len() as u32,
            hatched: make(gpu, "hatched triangles", hatched_size, BufferUsages::INDEX)?,
            hatched_indices: shape.hatched.len() as u32,
            child_weights: filled(gpu, "weights", shape.child_weights, BufferUsages::VERTEX)?,
            vertices: vertices as u32,
            edges: filled(gpu, "edges", edges, BufferUsages::STORAGE)?,
            ends: make(
                gpu,
                "ends of edges",
                ends_size,
                BufferUsages::STORAGE | BufferUsages::VERTEX,
            )?,
            edge_count: shape.edges.len() as u32,
            frame: make(gpu, "frame", size_of::<Frame>(), BufferUsages::UNIFORM)?,
            frame_group: None,
            gathered: None,
            samples: None,
        };
        let hatched = bytemuck::cast_slice(shape.hatched);
        gpu.queue().write_buffer(&figure.hatched, 0, hatched);
        gpu.check()?;
        Ok(figure)
    }

    /// Takes new weights (`V`) and the triangles to hatch that follow from them.
    ///
    /// # Errors
    ///
    /// [`GpuError::VertexCount`], and as [`FigureMesh::new`]; the figure is as it was then.
    pub fn set_weights(
        &mut self,
        gpu: &Gpu,
        child_weights: &[f32],
        hatched: &[u32],
    ) -> Result<(), GpuError> {
        let vertices = self.vertices as usize;
        fits("weights", child_weights.len(), vertices)?;
        check_hatched(hatched, self.triangle_indices as usize, vertices)?;
        gpu.queue()
            .write_buffer(&self.child_weights, 0, bytemuck::cast_slice(child_weights));
        gpu.queue()
            .write_buffer(&self.hatched, 0, bytemuck::cast_slice(hatched));
        self.hatched_indices = hatched.len() as u32;
        Ok(())
    }

    /// Whether the ends of the edges must be gathered again from `skinned`; binds it if it is new.
    pub(super) fn is_stale(
        &mut self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        skinned: &SkinnedMesh,
    ) -> bool {
        let version = Some(skinned.version());
        match &mut self.gathered {
            Some(gathered) if gathered.output == *skinned.output() => {
                std::mem::replace(&mut gathered.version, version) != version
            }
            gathered => {
                let output = skinned.output().clone();
                let group = bind(gpu, layout, &[&output, &self.edges, &self.ends]);
                *gathered = Some(Gathered {
                    output,
                    group,
                    version,
                });
                true
            }
        }
    }
}

impl Drop for FigureMesh {
    fn drop(&mut self) {
        let buffers = [
            &self.triangles,
            &self.hatched,
            &self.child_weights,
            &self.edges,
            &self.ends,
            &self.frame,
        ];
        buffers.into_iter().for_each(wgpu::Buffer::destroy);
        if let Some(samples) = &self.samples {
            samples.texture().destroy();
        }
    }
}

fn check_hatched(hatched: &[u32], triangles: usize, vertices: usize) -> Result<(), GpuError> {
    if hatched.len() > triangles {
        return Err(GpuError::TooManyHatched {
            hatched: hatched.len(),
            triangles,
        });
    }
    check_triangles(hatched, vertices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_broken_lists_with_place_and_value() {
        assert_eq!(
            check_triangles(&[0, 1, 2, 3], 4),
            Err(GpuError::BrokenTriangle { indices: 4 })
        );
        assert_eq!(
            check_triangles(&[0, 1, 4], 4),
            Err(GpuError::IndexOutOfRange {
                index: 2,
                vertex: 4,
                vertices: 4
            })
        );
        assert_eq!(
            check_hatched(&[0, 1, 2], 0, 4),
            Err(GpuError::TooManyHatched {
                hatched: 3,
                triangles: 0
            })
        );
        assert_eq!(check_hatched(&[0, 1, 2], 3, 4), Ok(()));
    }
}
