//! What hides what in a picture in space.

/// Every adapter has it, with four samples too.
pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth24Plus;

/// Surfaces hide one another, and stand back a little so that the lines on them show; steep ones more,
/// whose depth changes most from pixel to pixel.
pub(super) fn surface_depth() -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::Less),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState {
            constant: 4,
            slope_scale: 1.5,
            clamp: 0.0,
        },
    }
}

/// Lines are hidden by surfaces and hide nothing.
pub(super) fn line_depth() -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        depth_write_enabled: Some(false),
        depth_compare: Some(wgpu::CompareFunction::LessEqual),
        bias: wgpu::DepthBiasState::default(),
        ..surface_depth()
    }
}
