//! An offscreen picture and its pixels.

#![allow(dead_code, reason = "each test binary uses its own part")]

use skinlab_gpu::{Gpu, wgpu};

pub const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

pub type Pixel = [u8; 4];

pub const CLEAR: Pixel = [0; 4];

/// A texture to paint into, and the buffer that it is copied to.
pub struct Canvas {
    texture: wgpu::Texture,
    buffer: wgpu::Buffer,
    row: u32,
}

impl Canvas {
    pub fn new(gpu: &Gpu, (width, height): (u32, u32)) -> Self {
        let device = gpu.device();
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let row = (4 * width).next_multiple_of(256);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        Self {
            texture,
            buffer,
            row,
        }
    }

    pub fn view(&self) -> wgpu::TextureView {
        self.texture
            .create_view(&wgpu::TextureViewDescriptor::default())
    }

    /// Submits what was recorded and reads the picture back.
    pub fn read(self, gpu: &Gpu, mut encoder: wgpu::CommandEncoder) -> Pixels {
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(self.row),
                    rows_per_image: None,
                },
            },
            self.texture.size(),
        );
        gpu.queue().submit([encoder.finish()]);
        self.buffer
            .map_async(wgpu::MapMode::Read, .., |result| result.expect("maps"));
        gpu.device()
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("the device works");
        assert_eq!(gpu.check(), Ok(()));
        Pixels {
            bytes: self.buffer.get_mapped_range(..).expect("mapped").to_vec(),
            row: self.row as usize,
            width: self.texture.width() as usize,
            height: self.texture.height() as usize,
        }
    }
}

/// The picture, row by row from the top.
#[derive(PartialEq)]
pub struct Pixels {
    pub bytes: Vec<u8>,
    row: usize,
    pub width: usize,
    pub height: usize,
}

impl Pixels {
    pub fn at(&self, x: usize, y: usize) -> Pixel {
        let first = y * self.row + x * 4;
        std::array::from_fn(|channel| self.bytes[first + channel])
    }

    /// How many pixels of some columns are not clear.
    pub fn drawn(&self, columns: std::ops::Range<usize>) -> usize {
        columns
            .flat_map(|x| (0..self.height).map(move |y| (x, y)))
            .filter(|&(x, y)| self.at(x, y) != CLEAR)
            .count()
    }
}

pub fn is_near(a: Pixel, b: Pixel, by: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= by)
}
