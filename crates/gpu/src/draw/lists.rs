//! Checks of index lists and of lists of one entry a vertex.

use crate::GpuError;

/// Refuses an index that names a vertex that there is not.
pub(super) fn check_indices(indices: &[u32], vertices: usize) -> Result<(), GpuError> {
    match indices
        .iter()
        .position(|&vertex| vertex as usize >= vertices)
    {
        Some(index) => Err(GpuError::IndexOutOfRange {
            index,
            vertex: indices[index],
            vertices,
        }),
        None => Ok(()),
    }
}

/// Refuses a list of triangles that is broken off or names a vertex that there is not.
pub(super) fn check_triangles(indices: &[u32], vertices: usize) -> Result<(), GpuError> {
    if !indices.len().is_multiple_of(3) {
        return Err(GpuError::BrokenTriangle {
            indices: indices.len(),
        });
    }
    check_indices(indices, vertices)
}

/// Refuses a list of `what` for another number of vertices than there are.
pub(super) fn fits(what: &'static str, given: usize, vertices: usize) -> Result<(), GpuError> {
    if given == vertices {
        return Ok(());
    }
    Err(GpuError::VertexCount {
        what,
        given,
        vertices,
    })
}
