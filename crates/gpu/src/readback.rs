//! Copying a buffer back to the CPU: outside of frame loops, for tables and tests.

use crate::buffer;
use crate::layout::Vertex;
use crate::{Gpu, GpuError, SkinnedMesh};
use skinlab_core::kernel::SkinnedVertex;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use wgpu::BufferUsages;

/// Resolves to the skinned vertices of a mesh.
pub type SkinnedFuture = Pin<Box<dyn Future<Output = Result<Vec<SkinnedVertex>, GpuError>>>>;

/// The skinned vertices of several meshes, one mesh after the other, by one copy and one mapping. The
/// copy is submitted before this returns.
pub(crate) fn skinned(gpu: &Gpu, meshes: &[&SkinnedMesh]) -> SkinnedFuture {
    let bytes = download(gpu, meshes);
    Box::pin(async move {
        let bytes = bytes?.await?;
        let vertices = bytemuck::pod_collect_to_vec::<u8, Vertex>(&bytes);
        Ok(vertices.into_iter().map(SkinnedVertex::from).collect())
    })
}

fn download(
    gpu: &Gpu,
    meshes: &[&SkinnedMesh],
) -> Result<impl Future<Output = Result<Vec<u8>, GpuError>> + use<>, GpuError> {
    let size_of_mesh = |mesh: &SkinnedMesh| (mesh.len() * size_of::<Vertex>()) as u64;
    let size: u64 = meshes.iter().map(|mesh| size_of_mesh(mesh)).sum();
    buffer::check_size(gpu, "skinned vertices", size, BufferUsages::MAP_READ)?;
    let staging = (size > 0).then(|| {
        let staging = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size,
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = buffer::encoder(gpu);
        let mut start = 0;
        for mesh in meshes {
            let size = size_of_mesh(mesh);
            encoder.copy_buffer_to_buffer(mesh.output(), 0, &staging, start, size);
            start += size;
        }
        gpu.queue().submit([encoder.finish()]);
        let mapped = map(gpu, &staging);
        (staging, mapped)
    });
    let gpu = gpu.clone();
    Ok(async move {
        let Some((staging, mapped)) = staging else {
            return Ok(Vec::new());
        };
        let mapped = mapped.await;
        // A fault says more than the failed mapping that it led to.
        gpu.check()?;
        mapped?;
        let view = staging
            .get_mapped_range(..)
            .map_err(|_| GpuError::MapFailed)?;
        let bytes = view.to_vec();
        drop(view);
        staging.destroy();
        Ok(bytes)
    })
}

/// What the mapping's callback leaves for the future, and the future for the callback.
#[derive(Default)]
struct Mapping {
    result: Option<Result<(), wgpu::BufferAsyncError>>,
    waiting: Option<Waker>,
}

/// Maps a whole buffer for reading.
fn map(gpu: &Gpu, buffer: &wgpu::Buffer) -> impl Future<Output = Result<(), GpuError>> + use<> {
    let mapping = Arc::new(Mutex::new(Mapping::default()));
    let finished = Arc::clone(&mapping);
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        let waiting = {
            let mut mapping = finished.lock().unwrap_or_else(PoisonError::into_inner);
            mapping.result = Some(result);
            mapping.waiting.take()
        };
        if let Some(waker) = waiting {
            waker.wake();
        }
    });
    let gpu = gpu.clone();
    poll_fn(move |context| {
        // A browser calls back by itself. Elsewhere somebody has to drive the device, and whoever
        // awaits a readback has nothing better to do. What the drive says shows in the result.
        if cfg!(not(target_arch = "wasm32")) {
            drop(gpu.device().poll(wgpu::PollType::wait_indefinitely()));
        }
        let mut mapping = mapping.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(result) = mapping.result.take() {
            return Poll::Ready(result.map_err(|_| GpuError::MapFailed));
        }
        mapping.waiting = Some(context.waker().clone());
        Poll::Pending
    })
}
