//! What the tests share: a device, random rigs, and the comparison with the reference.

#![allow(dead_code, reason = "each test binary uses its own part")]

use skinlab_core::blend::{dual_quat, linear};
use skinlab_core::bound;
use skinlab_core::dual_palette::DualPalette;
use skinlab_core::glam::{DAffine3, DQuat, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex};
use skinlab_core::mesh::Mesh;
use skinlab_core::weights::{Influence, normalise};
use skinlab_gpu::{Gpu, GpuError, Influences, Pose, SkinnedMesh, Skinner, WeightFormat};
use std::io::Write;

/// A device, or `None` where there is no adapter; with `SKINLAB_REQUIRE_GPU` set that is a failure.
pub fn gpu() -> Option<Gpu> {
    match pollster::block_on(Gpu::request()) {
        Ok(gpu) => Some(gpu),
        Err(GpuError::NoAdapter) if std::env::var_os("SKINLAB_REQUIRE_GPU").is_none() => {
            // Written past the harness, which would swallow a print of a test that passes.
            let name = std::thread::current().name().unwrap_or("a test").to_owned();
            writeln!(std::io::stderr(), "SKIPPED {name}: no GPU adapter").ok();
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// How much of their bounds the worst position and the worst normal use up, and how many numbers
/// were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    pub position: f64,
    pub normal: f64,
    pub compared: usize,
}

impl Worst {
    /// Compares every component of every vertex with the reference of `mesh`, whose influences may
    /// be replaced by those that a format decodes to. Where the bound is infinite, since a sign is not
    /// decided there, nothing is compared.
    pub fn of<'a>(
        pose: impl Into<Pose<'a>>,
        mesh: &Mesh,
        decoded: Option<&Influences>,
        skinned: &[SkinnedVertex],
    ) -> Self {
        assert_eq!(skinned.len(), mesh.len());
        let pose = pose.into();
        let mut worst = Self::default();
        for (vertex, skinned) in skinned.iter().enumerate() {
            let own;
            let influences = match decoded {
                Some(decoded) => {
                    own = decoded.decode(vertex);
                    &own
                }
                None => mesh.influences(vertex),
            };
            let p = mesh.positions()[vertex];
            let n = mesh.normals().get(vertex).copied();
            let expected = Expected::of(pose, influences, p, n.unwrap_or(DVec3::ZERO));
            if expected.position_bound[0].is_infinite() {
                continue;
            }
            for axis in 0..3 {
                let error = (f64::from(skinned.position[axis]) - expected.position[axis]).abs();
                let share = share(error, expected.position_bound[axis]);
                worst.position = larger(worst.position, share);
                worst.compared += 1;
            }
            if n.is_none() {
                assert_eq!(skinned.normal, [0.0; 3], "a mesh without normals gets none");
                continue;
            }
            for axis in 0..3 {
                let error = (f64::from(skinned.normal[axis]) - expected.normal[axis]).abs();
                worst.normal = larger(worst.normal, share(error, expected.normal_bound));
                worst.compared += 1;
            }
        }
        worst
    }

    pub fn join(&mut self, other: Self) {
        self.position = larger(self.position, other.position);
        self.normal = larger(self.normal, other.normal);
        self.compared += other.compared;
    }

    pub fn is_within(&self) -> bool {
        self.position <= 1.0 && self.normal <= 1.0
    }

    /// Says what was seen, and fails if it is too much or if too little was compared.
    pub fn expect(&self, what: &str, least: usize) {
        println!(
            "{what}: {} numbers, positions use {:.4} of the bound, normals {:.4}",
            self.compared, self.position, self.normal
        );
        assert!(self.is_within(), "{what}: {self:?}");
        assert!(self.compared >= least, "{what}: only {self:?}");
    }
}

/// A vertex by the reference, and how far an engine may lie from it.
struct Expected {
    position: DVec3,
    position_bound: DVec3,
    normal: DVec3,
    normal_bound: f64,
}

impl Expected {
    fn of(pose: Pose<'_>, influences: &[Influence], p: DVec3, n: DVec3) -> Self {
        match pose {
            Pose::Linear(palette) => {
                let joints = palette.joints();
                Self {
                    position: linear::position(joints, influences, p),
                    position_bound: bound::position(joints, influences, p),
                    normal: linear::normal(joints, influences, n),
                    normal_bound: bound::normal(joints, influences, n),
                }
            }
            Pose::DualQuat(palette) => {
                let joints = palette.joints();
                let allowed = bound::dual_quat::position(joints, influences, p);
                Self {
                    position: dual_quat::position(joints, influences, p),
                    position_bound: DVec3::splat(allowed),
                    normal: dual_quat::normal(joints, influences, n),
                    normal_bound: bound::dual_quat::normal(joints, influences, n),
                }
            }
        }
    }
}

/// The part of `allowed` that `error` takes; an error where none is allowed takes infinitely much.
fn share(error: f64, allowed: f64) -> f64 {
    if error == 0.0 { 0.0 } else { error / allowed }
}

/// The larger of two; NaN wins, so that a lost vertex cannot pass.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.max(b)
    }
}

/// Skins `mesh` in every weight format and compares with the reference of each.
pub fn compare_formats<'a>(
    gpu: &Gpu,
    skinner: &Skinner,
    pose: impl Into<Pose<'a>>,
    mesh: &Mesh,
) -> Worst {
    let pose = pose.into();
    let packed = PackedMesh::new(mesh);
    let mut worst = Worst::default();
    for format in WeightFormat::ALL {
        let influences = Influences::encode(&packed, format).expect("weights sum to 1");
        let mut skinned =
            SkinnedMesh::upload_with(gpu, skinner, &packed, &influences).expect("uploads");
        assert_eq!(skinned.update(gpu, pose), Ok(true));
        let vertices = pollster::block_on(skinned.read(gpu)).expect("reads");
        let decoded = (format != WeightFormat::Float32).then_some(&influences);
        worst.join(Worst::of(pose, mesh, decoded, &vertices));
    }
    worst
}

/// A shader module as people read it, put together from the files under `shaders`.
pub fn shader(parts: &[&str]) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    parts
        .iter()
        .map(|part| std::fs::read_to_string(folder.join(part).with_extension("wgsl")))
        .collect::<Result<String, _>>()
        .expect("the files are there")
}

/// The parts of the module of linear blend skinning.
pub const LINEAR: [&str; 4] = ["vertex", "unit", "skin", "linear"];

/// The parts of the module of dual-quaternion skinning.
pub const DUAL_QUAT: [&str; 4] = ["vertex", "unit", "skin", "dual_quat"];

/// `SplitMix64` (Steele et al. 2014): the same seed gives the same rig everywhere.
pub struct Draw(pub u64);

impl Draw {
    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Each component from −`reach` to `reach`.
    pub fn vector(&mut self, reach: f64) -> DVec3 {
        (DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0) * reach
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    /// `count` joint matrices with any rotation, offsets within 2 m and scales from ½ to 2.
    pub fn joints(&mut self, count: usize) -> Vec<DAffine3> {
        (0..count)
            .map(|_| {
                let axis = self.vector(1.0).normalize_or(DVec3::Z);
                let turn = DQuat::from_axis_angle(axis, self.unit() * std::f64::consts::TAU);
                let scale = DVec3::splat(0.5 + 1.5 * self.unit());
                DAffine3::from_scale_rotation_translation(scale, turn, self.vector(2.0))
            })
            .collect()
    }

    /// `count` rigid joints with any rotation and offsets within 2 m.
    pub fn motions(&mut self, count: usize) -> DualPalette {
        let joints: Vec<DAffine3> = (0..count)
            .map(|_| {
                let axis = self.vector(1.0).normalize_or(DVec3::Z);
                let turn = DQuat::from_axis_angle(axis, self.unit() * std::f64::consts::TAU);
                DAffine3::from_rotation_translation(turn, self.vector(2.0))
            })
            .collect();
        DualPalette::from_joint_matrices(&joints).expect("rigid")
    }

    /// `vertices` vertices within 2 m, each with `influences` of `joints` joints.
    pub fn mesh(&mut self, vertices: usize, influences: usize, joints: usize) -> Mesh {
        let positions = (0..vertices).map(|_| self.vector(2.0)).collect();
        let normals = (0..vertices)
            .map(|_| self.vector(1.0).normalize_or(DVec3::X))
            .collect();
        let lists: Vec<Vec<Influence>> = (0..vertices)
            .map(|_| {
                let first = self.below(joints);
                let raw: Vec<Influence> = (0..influences)
                    .map(|slot| {
                        let joint = ((first + slot) % joints) as u16;
                        Influence::new(joint, 0.02 + self.unit())
                    })
                    .collect();
                normalise(&raw).expect("positive")
            })
            .collect();
        Mesh::new(positions, normals, &lists, joints).expect("valid")
    }
}
