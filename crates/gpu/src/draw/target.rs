//! The textures that a picture is drawn into before it is resolved.

use crate::Gpu;

/// Samples a pixel.
pub(super) const SAMPLES: u32 = 4;

/// The multisampled texture of this size and format in `slot`, made again if it is another.
pub(super) fn attachment(
    gpu: &Gpu,
    slot: &mut Option<wgpu::TextureView>,
    size: wgpu::Extent3d,
    format: wgpu::TextureFormat,
) -> wgpu::TextureView {
    let stale = slot.take_if(|view| {
        let texture = view.texture();
        texture.size() != size || texture.format() != format
    });
    if let Some(stale) = stale {
        stale.texture().destroy();
    }
    slot.get_or_insert_with(|| {
        let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
            label: Some("samples"),
            size,
            mip_level_count: 1,
            sample_count: SAMPLES,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        texture.create_view(&wgpu::TextureViewDescriptor::default())
    })
    .clone()
}
