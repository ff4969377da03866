//! A painter of meshes in space, with simple things to paint.

#[path = "canvas.rs"]
mod canvas;

use crate::common::gpu;
pub use canvas::{CLEAR, Canvas, FORMAT, Pixel, Pixels, is_near};
use skinlab_core::glam::dcamera::rh::proj::directx::orthographic;
use skinlab_core::glam::dcamera::rh::view::look_to_mat4;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::PackedMesh;
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::weights::Influence;
use skinlab_gpu::{
    Gpu, GpuError, Light, Pose, SkinnedMesh, Skinner, SolidCanvas, SolidColours, SolidDraw,
    SolidMesh, SolidPainter, SolidShape, wgpu,
};

pub const SIZE: (u32, u32) = (200, 100);
pub const WHOLE: [u32; 4] = [0, 0, 200, 100];

pub const COLOURS: SolidColours = SolidColours {
    parent_fill: [0.0, 0.4, 1.0, 1.0],
    mid_fill: [0.8, 0.8, 0.8, 1.0],
    child_fill: [1.0, 0.4, 0.0, 1.0],
    edge: [0.0, 0.0, 0.0, 1.0],
    light: Light {
        towards_lamp: [0.0, 3.0, 4.0],
        lamp: 0.3,
        ground: 0.4,
        sky: 0.7,
    },
};

/// A fill as it comes out on a surface with this unit normal.
pub fn lit(fill: [f32; 4], normal: [f32; 3]) -> Pixel {
    let light = COLOURS.light.on(normal);
    let channel = |value: f32| ((value * light).min(1.0) * 255.0).round() as u8;
    [channel(fill[0]), channel(fill[1]), channel(fill[2]), 255]
}

/// From straight ahead, 2 units high and 4 wide; near is z = 5 and far z = −5.
pub fn straight() -> [f32; 16] {
    let eye = look_to_mat4(DVec3::Z * 5.0, DVec3::NEG_Z, DVec3::Y);
    let clip = orthographic(-2.0, 2.0, -1.0, 1.0, 0.0, 10.0);
    (clip * eye).to_cols_array().map(|value| value as f32)
}

pub struct Studio {
    pub gpu: Gpu,
    skinner: Skinner,
    painter: SolidPainter,
    canvas: SolidCanvas,
}

/// A mesh on the GPU, with what is drawn of it.
pub type Thing = (SkinnedMesh, SolidMesh);

impl Studio {
    pub fn new() -> Option<Self> {
        let gpu = gpu()?;
        Some(Self {
            skinner: Skinner::new(&gpu).expect("compiles"),
            painter: SolidPainter::new(&gpu, FORMAT).expect("compiles"),
            canvas: SolidCanvas::default(),
            gpu,
        })
    }

    pub fn thing<'a>(
        &self,
        mesh: &Mesh,
        pose: impl Into<Pose<'a>>,
        shape: &SolidShape<'_>,
    ) -> Thing {
        let packed = PackedMesh::new(mesh);
        let mut skinned = SkinnedMesh::upload(&self.gpu, &self.skinner, &packed).expect("uploads");
        skinned.update(&self.gpu, pose).expect("skins");
        (skinned, SolidMesh::new(&self.gpu, shape).expect("valid"))
    }

    /// A square of half-width 0.5 around (x, 0, z) that faces +z, held by the parent or the child, with
    /// lines along its sides if it has `edges`.
    pub fn square(&self, x: f64, z: f64, child: f32, normal: Option<DVec3>, edges: bool) -> Thing {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let positions: Vec<DVec3> = corners.map(|(dx, dy)| DVec3::new(dx, dy, 0.0)).to_vec();
        let normals = normal.map_or(vec![], |n| vec![n; 4]);
        let lists = [[Influence::new(0, 1.0)]; 4];
        let mesh = Mesh::new(positions, normals, &lists, 1).expect("valid");
        let moved = DAffine3::from_translation(DVec3::new(x, 0.0, z));
        let sides = [[0, 1], [1, 2], [2, 3], [3, 0]];
        self.thing(
            &mesh,
            &Palette::from_joint_matrices(vec![moved]),
            &SolidShape {
                triangles: &[0, 1, 2, 0, 2, 3],
                edges: if edges { &sides } else { &[] },
                child_weights: &[child; 4],
            },
        )
    }

    pub fn paint(&mut self, things: &[(&Thing, [f32; 16], [u32; 4])]) -> Result<Pixels, GpuError> {
        let canvas = Canvas::new(&self.gpu, SIZE);
        let plain = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.gpu.device().create_command_encoder(&plain);
        let draws: Vec<SolidDraw<'_>> = things
            .iter()
            .map(|&((mesh, solid), clip_from_world, viewport)| SolidDraw {
                mesh,
                solid,
                clip_from_world,
                viewport,
            })
            .collect();
        self.painter.paint(
            &self.gpu,
            &mut encoder,
            &canvas.view(),
            &mut self.canvas,
            &draws,
            &COLOURS,
        )?;
        Ok(canvas.read(&self.gpu, encoder))
    }
}
