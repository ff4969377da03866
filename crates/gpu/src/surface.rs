//! A canvas or window to draw on.

use crate::{Gpu, GpuError};

/// A surface with premultiplied alpha, in a format that takes colours as they are.
#[derive(Debug)]
pub struct Surface {
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
}

impl Surface {
    /// Takes `target`, in a browser a canvas, and gives it a size in device pixels.
    ///
    /// A canvas that has been drawn on in another way can never be drawn on by the GPU, and the
    /// other way round: make sure of the device first.
    ///
    /// # Errors
    ///
    /// [`GpuError::Surface`] if it cannot be drawn on, or a fault of the device.
    pub fn new(
        gpu: &Gpu,
        target: wgpu::SurfaceTarget<'static>,
        size: (u32, u32),
    ) -> Result<Self, GpuError> {
        let surface = gpu
            .instance()
            .create_surface(target)
            .map_err(|error| GpuError::Surface {
                message: error.to_string(),
            })?;
        let offered = surface.get_capabilities(gpu.adapter());
        let format = offered
            .formats
            .iter()
            .copied()
            .find(|&format| is_plain(format))
            .ok_or_else(|| GpuError::Surface {
                message: "it has no 8-bit format without sRGB encoding".to_owned(),
            })?;
        let (width, height) = clamped(gpu, size);
        let config = wgpu::SurfaceConfiguration {
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            format,
            color_space: wgpu::SurfaceColorSpace::Auto,
            width,
            height,
            present_mode: wgpu::PresentMode::AutoVsync,
            desired_maximum_frame_latency: 2,
            alpha_mode: if offered
                .alpha_modes
                .contains(&wgpu::CompositeAlphaMode::PreMultiplied)
            {
                wgpu::CompositeAlphaMode::PreMultiplied
            } else {
                wgpu::CompositeAlphaMode::Auto
            },
            view_formats: Vec::new(),
        };
        surface.configure(gpu.device(), &config);
        gpu.check()?;
        Ok(Self { surface, config })
    }

    /// The format of its pictures, which is what a [`crate::Painter`] needs to know.
    pub fn format(&self) -> wgpu::TextureFormat {
        self.config.format
    }

    /// Its size in device pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.config.width, self.config.height)
    }

    /// Gives it another size in device pixels; kept within what the device can draw.
    pub fn resize(&mut self, gpu: &Gpu, size: (u32, u32)) {
        let size = clamped(gpu, size);
        if size != self.size() {
            (self.config.width, self.config.height) = size;
            self.surface.configure(gpu.device(), &self.config);
        }
    }

    /// The next picture to draw; hand it to [`Surface::present`] after the drawing is submitted.
    /// `None` if nobody would see one now.
    ///
    /// # Errors
    ///
    /// [`GpuError::SurfaceLost`], or a fault of the device.
    pub fn next(&mut self, gpu: &Gpu) -> Result<Option<wgpu::SurfaceTexture>, GpuError> {
        use wgpu::CurrentSurfaceTexture as Current;

        gpu.check()?;
        let mut current = self.surface.get_current_texture();
        if matches!(current, Current::Outdated) {
            self.surface.configure(gpu.device(), &self.config);
            current = self.surface.get_current_texture();
        }
        match current {
            Current::Success(texture) | Current::Suboptimal(texture) => Ok(Some(texture)),
            Current::Timeout | Current::Occluded => Ok(None),
            Current::Outdated | Current::Lost => Err(GpuError::SurfaceLost),
            Current::Validation => {
                gpu.check()?;
                Err(GpuError::SurfaceLost)
            }
        }
    }

    /// Shows what was drawn.
    pub fn present(&self, gpu: &Gpu, texture: wgpu::SurfaceTexture) {
        gpu.queue().present(texture);
    }
}

fn is_plain(format: wgpu::TextureFormat) -> bool {
    matches!(
        format,
        wgpu::TextureFormat::Rgba8Unorm | wgpu::TextureFormat::Bgra8Unorm
    )
}

fn clamped(gpu: &Gpu, (width, height): (u32, u32)) -> (u32, u32) {
    let most = gpu.device().limits().max_texture_dimension_2d;
    (width.clamp(1, most), height.clamp(1, most))
}
