//! Buffers, made one way: filled through the queue, never empty, never larger than the device allows.

use crate::{Gpu, GpuError};
use wgpu::BufferUsages;

/// The invocations of one workgroup, in every compute shader here.
const GROUP: u32 = 64;

/// The workgroups of one row of a dispatch, far below the 65,535 that a device allows: a mesh of
/// more than 65,536 vertices takes several rows.
const GROUPS_A_ROW: u32 = 1024;

/// A buffer of `bytes` bytes, or of 16 if there is nothing to hold: an empty one cannot be bound.
pub(crate) fn make(
    gpu: &Gpu,
    what: &'static str,
    bytes: usize,
    usage: BufferUsages,
) -> Result<wgpu::Buffer, GpuError> {
    let bytes = if bytes == 0 {
        16
    } else {
        (bytes as u64).next_multiple_of(4)
    };
    check_size(gpu, what, bytes, usage)?;
    Ok(gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: Some(what),
        size: bytes,
        usage: usage | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    }))
}

/// Refuses a buffer that the device does not allow.
pub(crate) fn check_size(
    gpu: &Gpu,
    what: &'static str,
    bytes: u64,
    usage: BufferUsages,
) -> Result<(), GpuError> {
    let limits = gpu.device().limits();
    let most = if usage.contains(BufferUsages::STORAGE) {
        limits
            .max_buffer_size
            .min(limits.max_storage_buffer_binding_size)
    } else {
        limits.max_buffer_size
    };
    if bytes > most {
        return Err(GpuError::BufferTooLarge { what, bytes, most });
    }
    Ok(())
}

/// A buffer that holds `contents`.
pub(crate) fn filled<T: bytemuck::NoUninit>(
    gpu: &Gpu,
    what: &'static str,
    contents: &[T],
    usage: BufferUsages,
) -> Result<wgpu::Buffer, GpuError> {
    let buffer = make(gpu, what, size_of_val(contents), usage)?;
    gpu.queue()
        .write_buffer(&buffer, 0, bytemuck::cast_slice(contents));
    Ok(buffer)
}

/// A recorder of commands.
pub(crate) fn encoder(gpu: &Gpu) -> wgpu::CommandEncoder {
    let plain = wgpu::CommandEncoderDescriptor::default();
    gpu.device().create_command_encoder(&plain)
}

/// The rows and columns of workgroups that give each of `count` items an invocation.
pub(crate) fn grid(count: u32) -> (u32, u32) {
    let groups = count.div_ceil(GROUP);
    (groups.min(GROUPS_A_ROW), groups.div_ceil(GROUPS_A_ROW))
}

/// A binding of a storage buffer for the compute stage.
pub(crate) fn storage_entry(binding: u32, read_only: bool) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

/// A bind group of whole buffers, bound in order from 0.
pub(crate) fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    buffers: &[&wgpu::Buffer],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &entries,
    })
}

#[cfg(test)]
mod tests {
    use super::grid;

    #[test]
    fn a_grid_covers_every_item_and_wastes_less_than_a_row() {
        for count in [
            1, 63, 64, 65, 65_535, 65_536, 65_537, 1_000_000, 5_000_000, 60_000_000,
        ] {
            let (x, y) = grid(count);
            let invocations = u64::from(x) * u64::from(y) * 64;
            assert!(invocations >= u64::from(count));
            assert!(invocations - u64::from(count) < 65_536 + 64);
            assert!(x <= 65_535 && y <= 65_535);
        }
        assert_eq!(grid(0), (0, 0));
    }
}
