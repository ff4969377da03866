//! Engines against the reference: whole meshes, every vertex and component within the derived bound.

use super::{CheckResult, Status};
use crate::bound;
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::palette::Palette;
use crate::rigs::{arm, tube};
use crate::tables::weights::joint_matrices;
use crate::tables::{Blend, Case, Engine, Posed, valid};
use crate::weights::{Influence, normalise};
use glam::{DAffine3, DQuat, DVec3};

/// The name under which parities stand in reports.
pub(super) const TABLE: &str = "parity";

/// The reference vertices of one case, and how far an engine may lie from them. `reference` and `bound`
/// hold all positions, then, where the mesh has normals, all of these.
#[derive(Clone, Debug)]
pub(super) struct Parity {
    pub(super) id: &'static str,
    pub(super) case: usize,
    has_normals: bool,
    reference: Vec<DVec3>,
    bound: Vec<DVec3>,
}

impl Parity {
    pub(super) fn new(id: &'static str, index: usize, case: &Case) -> Self {
        let positions = case.bound();
        let normals = case.normal_bound().into_iter().map(DVec3::splat);
        let has_normals = !case.mesh.normals().is_empty();
        Self {
            id,
            case: index,
            has_normals,
            reference: flat(&case.run_f64(), has_normals),
            bound: positions.into_iter().chain(normals).collect(),
        }
    }

    pub(super) fn row(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(_, row)| row)
    }

    /// Reports the component that uses up most of its bound.
    pub(super) fn judge(&self, engine: Engine, skinned: &[Posed]) -> CheckResult {
        let skinned = flat(skinned, self.has_normals);
        let (error, tolerance) = bound::worst(&skinned, &self.reference, &self.bound);
        CheckResult {
            id: format!("{}/{}", self.id, engine.name()),
            table: TABLE,
            row: self.row(),
            engine,
            expected: 0.0,
            measured: error,
            error,
            tolerance,
            status: Status::of(error <= tolerance),
            reason: None,
        }
    }
}

/// All positions, then all normals if they are asked for.
fn flat(skinned: &[Posed], with_normals: bool) -> Vec<DVec3> {
    let normals = if with_normals { skinned } else { &[] };
    let positions = skinned.iter().map(|vertex| vertex.position);
    positions
        .chain(normals.iter().map(|vertex| vertex.normal))
        .collect()
}

/// The rigs: the arm over a grid of poses for three bands and hard, twisted tubes, random rigs; tubes and
/// random rigs as dual quaternions too.
pub(super) fn cases() -> Vec<(&'static str, Case)> {
    let mut cases = vec![
        ("parity/arm-hard", arm_grid(None)),
        ("parity/arm-band-0.02", arm_grid(Some(0.02))),
        ("parity/arm-band-0.25", arm_grid(Some(0.25))),
        ("parity/arm-band-0.50", arm_grid(Some(0.5))),
        ("parity/tube-twists", tubes(tube::twist)),
        ("parity/dual-tube-twists", dual(tubes(tube::twist))),
        ("parity/dual-tube-bends", dual(tubes(tube::bend))),
    ];
    for (id, influences, seed) in [
        ("parity/random-1", 1, 11),
        ("parity/random-2", 2, 22),
        ("parity/random-4", 4, 44),
        ("parity/random-8", 8, 88),
    ] {
        cases.push((id, random(influences, seed)));
    }
    for (id, influences, seed) in [
        ("parity/dual-random-1", 1, 111),
        ("parity/dual-random-2", 2, 222),
        ("parity/dual-random-4", 4, 444),
        ("parity/dual-random-8", 8, 888),
    ] {
        cases.push((id, dual(random(influences, seed))));
    }
    cases
}

/// The case with the first vertex's heaviest influence moved to another joint: an engine that skins it
/// must not agree with the reference of the unspoiled case.
pub(super) fn with_a_wrong_joint(case: &Case) -> Option<Case> {
    let joints = case.mesh.joint_count() as u16;
    let mut lists: Vec<Vec<Influence>> = (0..case.mesh.len())
        .map(|vertex| case.mesh.influences(vertex).to_vec())
        .collect();
    let last = lists.last_mut()?;
    // A cyclic shift keeps the joints of one vertex distinct.
    for influence in last.iter_mut() {
        influence.joint = (influence.joint + 1) % joints;
    }
    let mesh = Mesh::new(
        case.mesh.positions().to_vec(),
        case.mesh.normals().to_vec(),
        &lists,
        usize::from(joints),
    )
    .ok()?;
    Some(Case {
        mesh,
        ..case.clone()
    })
}

/// The case with the last vertex's normal pointing elsewhere and every position as it was: only an
/// engine's normals can tell the two apart. `None` for a mesh without normals.
pub(super) fn with_a_wrong_normal(case: &Case) -> Option<Case> {
    let mut normals = case.mesh.normals().to_vec();
    let last = normals.last_mut()?;
    *last = last.any_orthonormal_vector();
    let lists: Vec<&[Influence]> = (0..case.mesh.len())
        .map(|vertex| case.mesh.influences(vertex))
        .collect();
    let mesh = Mesh::new(
        case.mesh.positions().to_vec(),
        normals,
        &lists,
        case.mesh.joint_count(),
    )
    .ok()?;
    Some(Case {
        palette: case.palette.clone(),
        mesh,
        blend: case.blend,
    })
}

/// Many poses of one mesh as a single case: pose `k` has joints `2k` and `2k + 1`.
fn stack(poses: &[[DAffine3; 2]], mesh: &Mesh) -> Case {
    let joints: Vec<DAffine3> = poses.iter().flatten().copied().collect();
    let mut positions = Vec::new();
    let mut normals = Vec::new();
    let mut influences: Vec<Vec<Influence>> = Vec::new();
    for pose in 0..poses.len() as u16 {
        positions.extend_from_slice(mesh.positions());
        normals.extend_from_slice(mesh.normals());
        influences.extend((0..mesh.len()).map(|vertex| {
            mesh.influences(vertex)
                .iter()
                .map(|i| Influence::new(2 * pose + i.joint, i.weight))
                .collect()
        }));
    }
    let stacked = valid(Mesh::new(positions, normals, &influences, joints.len()));
    Case {
        palette: Palette::from_joint_matrices(joints),
        mesh: stacked,
        blend: Blend::Linear,
    }
}

fn arm_grid(band: Option<f64>) -> Case {
    let angles = (-4..=4).map(|step| f64::from(step) * 45.0_f64.to_radians());
    let poses: Vec<[DAffine3; 2]> = angles
        .clone()
        .flat_map(|theta0| angles.clone().map(move |theta1| [theta0, theta1 + 0.1]))
        .map(|pose| {
            let joints = joint_matrices(pose);
            [joints[0], joints[1]]
        })
        .collect();
    let mesh = arm::mesh(arm::straight_positions(), band, &[], Mistakes::NONE);
    stack(&poses, &valid(mesh))
}

/// The case with its rigid joints blended as dual quaternions.
fn dual(case: Case) -> Case {
    Case {
        blend: Blend::DualQuat,
        ..case
    }
}

fn tubes(pose: fn(f64) -> [DAffine3; 2]) -> Case {
    let poses: Vec<[DAffine3; 2]> = (0..=12)
        .map(|step| pose((f64::from(step) * 15.0 + 1.0).to_radians()))
        .collect();
    stack(&poses, &valid(tube::mesh(13, 12, 0.25)))
}

/// 256 vertices within 2 m, 16 joints with any rotation and up to 2 m of offset.
fn random(influences: u16, seed: u64) -> Case {
    let mut draw = Draw(seed);
    let joints: Vec<DAffine3> = (0..16)
        .map(|_| {
            let axis = draw.vector().normalize_or(DVec3::Z);
            let turn = DQuat::from_axis_angle(axis, draw.unit() * std::f64::consts::PI);
            DAffine3::from_rotation_translation(turn, draw.vector())
        })
        .collect();
    let positions: Vec<DVec3> = (0..256).map(|_| draw.vector()).collect();
    let lists: Vec<Vec<Influence>> = (0..256)
        .map(|_| {
            let first = (draw.unit().abs() * 15.0) as u16;
            let raw: Vec<Influence> = (0..influences)
                .map(|slot| Influence::new((first + slot) % 16, 0.05 + draw.unit().abs()))
                .collect();
            valid(normalise(&raw))
        })
        .collect();
    let normals = (0..256)
        .map(|_| draw.vector().normalize_or(DVec3::Z))
        .collect();
    Case {
        palette: Palette::from_joint_matrices(joints),
        mesh: valid(Mesh::new(positions, normals, &lists, 16)),
        blend: Blend::Linear,
    }
}

/// A small generator (`SplitMix64`, Steele et al. 2014): the same seed gives the same rig everywhere.
struct Draw(u64);

impl Draw {
    /// A number from −1 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        2.0 * DVec3::new(self.unit(), self.unit(), self.unit())
    }
}
