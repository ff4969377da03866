//! The arm on an offscreen texture, and the picture's pixels.

#![allow(dead_code, reason = "each test binary uses its own part")]

use skinlab_core::kernel::PackedMesh;
use skinlab_core::mistake::Mistakes;
use skinlab_core::palette::{Palette, inverse_bind};
use skinlab_core::pose::forward_kinematics;
use skinlab_core::rigs::arm;
use skinlab_gpu::{Colours, FigureMesh, Gpu, Painter, Shape, SkinnedMesh, Skinner, View, wgpu};

pub use canvas::{CLEAR, Canvas, FORMAT, Pixel, Pixels, is_near};

#[path = "canvas.rs"]
mod canvas;

pub const COLOURS: Colours = Colours {
    parent_fill: [0.0, 0.0, 1.0, 1.0],
    mid_fill: [0.8, 0.8, 0.8, 1.0],
    child_fill: [1.0, 0.4, 0.0, 1.0],
    edge: [0.0, 0.0, 0.0, 0.5],
    hatch: [0.0, 0.4, 0.0, 0.5],
    parent_marker: [0.0, 1.0, 1.0, 1.0],
    child_marker: [1.0, 0.0, 1.0, 1.0],
};

pub const PARENT: Pixel = [0, 0, 255, 255];
pub const CHILD: Pixel = [255, 102, 0, 255];
pub const DISC: Pixel = [0, 255, 255, 255];
pub const DIAMOND: Pixel = [255, 0, 255, 255];

pub fn view(dpr: f64) -> View {
    View {
        width: 500.0,
        height: 300.0,
        dpr,
        origin_x: 50.0,
        origin_y: 100.0,
        px_per_metre: 200.0,
    }
}

/// The arm with a band of 0.25 m, its hatching by cell, and the device to draw it with.
pub struct Stage {
    pub gpu: Gpu,
    pub painter: Painter,
    pub skinned: SkinnedMesh,
    pub figure: FigureMesh,
    pub palette: Palette,
}

pub struct Lists {
    pub triangles: Vec<u32>,
    pub hatched: Vec<u32>,
    pub edges: Vec<[u32; 2]>,
    pub weights: Vec<f32>,
}

impl Lists {
    pub fn new(band: Option<f64>) -> Self {
        let weights: Vec<f32> = (0..arm::VERTICES)
            .map(|vertex| arm::influences(vertex, band)[1].weight as f32)
            .collect();
        let triangles = arm::triangles();
        let hatched = triangles
            .chunks_exact(2)
            .enumerate()
            .filter(|(cell, _)| weights[2 * cell..2 * cell + 4].iter().sum::<f32>() > 2.0)
            .flat_map(|(_, cell)| cell.iter().flatten().copied())
            .collect();
        Self {
            triangles: triangles.into_flattened(),
            hatched,
            edges: arm::edges(),
            weights,
        }
    }

    pub fn shape(&self) -> Shape<'_> {
        Shape {
            triangles: &self.triangles,
            hatched: &self.hatched,
            edges: &self.edges,
            child_weights: &self.weights,
        }
    }
}

impl Stage {
    pub fn new(gpu: Gpu) -> Self {
        let skinner = Skinner::new(&gpu).expect("compiles");
        let painter = Painter::new(&gpu, FORMAT).expect("compiles");
        let positions = arm::straight_positions();
        let mesh = arm::mesh(positions, Some(0.25), &[], Mistakes::NONE).expect("valid");
        let packed = PackedMesh::new(&mesh);
        let skinned = SkinnedMesh::upload(&gpu, &skinner, &packed).expect("uploads");
        let figure = FigureMesh::new(&gpu, &Lists::new(Some(0.25)).shape()).expect("valid");
        let palette = Palette::default();
        Self {
            gpu,
            painter,
            skinned,
            figure,
            palette,
        }
    }

    pub fn pose(&mut self, degrees: [f64; 2]) {
        let skeleton = arm::skeleton().expect("constant");
        let mut world = Vec::new();
        forward_kinematics(&skeleton, skeleton.rest(), &mut world).expect("two joints");
        let inverse = inverse_bind(&world).expect("rigid");
        let local = arm::local(degrees.map(f64::to_radians));
        forward_kinematics(&skeleton, &local, &mut world).expect("two joints");
        self.palette.update(&world, &inverse).expect("two joints");
    }

    pub fn paint(&mut self, view: &View) -> Picture {
        let canvas = Canvas::new(&self.gpu, view.device_size());
        let plain = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.gpu.device().create_command_encoder(&plain);
        let target = canvas.view();
        let (gpu, skinned) = (&self.gpu, &mut self.skinned);
        skinned
            .encode(gpu, &mut encoder, &self.palette)
            .expect("fits");
        self.painter
            .paint(
                gpu,
                &mut encoder,
                &target,
                skinned,
                &mut self.figure,
                view,
                &COLOURS,
            )
            .expect("the figure is the mesh's");
        Picture {
            pixels: canvas.read(gpu, encoder),
            view: *view,
        }
    }
}

pub struct Picture {
    pub pixels: Pixels,
    view: View,
}

impl Picture {
    pub fn pixel(&self, x: f64, y: f64) -> Pixel {
        self.pixels.at(x as usize, y as usize)
    }

    /// The pixel at a world point, moved by some CSS pixels.
    pub fn world(&self, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> Pixel {
        let (x, y) = self.view.to_device(x, y);
        self.pixel(x + dx * self.view.dpr, y + dy * self.view.dpr)
    }

    /// All pixels whose centres lie in a world rectangle.
    pub fn area(&self, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> Vec<((f64, f64), Pixel)> {
        let (left, bottom) = self.view.to_device(x0, y0);
        let (right, top) = self.view.to_device(x1, y1);
        let mut pixels = Vec::new();
        for y in top.ceil() as usize..bottom.floor() as usize {
            for x in left.ceil() as usize..right.floor() as usize {
                let centre = (x as f64 + 0.5, y as f64 + 0.5);
                pixels.push((centre, self.pixel(centre.0, centre.1)));
            }
        }
        pixels
    }
}

pub fn mixed(under: Pixel, over: [f32; 4]) -> Pixel {
    std::array::from_fn(|channel| {
        let under = f32::from(under[channel]) / 255.0;
        let source = if channel == 3 {
            over[3]
        } else {
            over[channel] * over[3]
        };
        ((under * (1.0 - over[3]) + source) * 255.0).round() as u8
    })
}
