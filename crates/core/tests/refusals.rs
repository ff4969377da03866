//! Every refusal of the crate met from outside: each variant of each public error, with a sentence that
//! names the place and the value.
//!
//! The `kind` functions match without a wildcard, so that a new variant does not compile until it has a
//! place here, and each test checks that every kind was met.

#[path = "support/refusal.rs"]
mod support;

use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::{KernelError, PackError, PackedMesh, SkinnedVertex, linear};
use skinlab_core::lessons::{ParamError, Scene};
use skinlab_core::mesh::{Mesh, MeshError};
use skinlab_core::palette::{Palette, PaletteError, inverse_bind};
use skinlab_core::pose::{PoseError, forward_kinematics};
use skinlab_core::skeleton::{MAX_JOINTS, Skeleton, SkeletonError};
use skinlab_core::weights::{Influence, WeightError, normalise, quantise_u8, quantise_u16, trim};
use std::error::Error as _;
use support::check;

const I: DAffine3 = DAffine3::IDENTITY;

fn list(weights: &[f64]) -> Vec<Influence> {
    (0..)
        .zip(weights)
        .map(|(joint, &weight)| Influence::new(joint, weight))
        .collect()
}

/// Eight vertices, of which the sixth has the given influences.
fn mesh_with(sixth: &[Influence]) -> Result<Mesh, MeshError> {
    let mut lists = vec![list(&[1.0]); 8];
    lists[5] = sixth.to_vec();
    Mesh::new(vec![DVec3::X; 8], vec![DVec3::Z; 8], &lists, 3)
}

#[test]
fn skeletons() {
    let kind = |error: &SkeletonError| match error {
        SkeletonError::Empty => 0,
        SkeletonError::LengthMismatch { .. } => 1,
        SkeletonError::TooManyJoints { .. } => 2,
        SkeletonError::ParentNotBefore { .. } => 3,
        SkeletonError::NotFinite { .. } => 4,
    };
    let broken = |joint: usize| {
        let mut rest = vec![I; 4];
        rest[joint].matrix3.y_axis.z = f64::INFINITY;
        rest
    };
    check(
        5,
        kind,
        vec![
            (0, Skeleton::new(vec![], vec![]), &["no joints"]),
            (
                1,
                Skeleton::new(vec![None; 3], vec![I; 2]),
                &["3 parents", "2 rest"],
            ),
            (
                1,
                Skeleton::new(vec![None], vec![]),
                &["1 parents", "0 rest"],
            ),
            (
                2,
                Skeleton::new(vec![None; MAX_JOINTS + 1], vec![I; MAX_JOINTS + 1]),
                &["65537", "65536"],
            ),
            (
                3,
                Skeleton::new(vec![None, Some(0), Some(2)], vec![I; 3]),
                &["joint 2", "parent 2"],
            ),
            (
                3,
                Skeleton::new(vec![None, Some(7)], vec![I; 2]),
                &["joint 1", "parent 7"],
            ),
            (
                3,
                Skeleton::new(vec![Some(usize::MAX)], vec![I]),
                &["joint 0"],
            ),
            (
                4,
                Skeleton::new(vec![None; 4], broken(2)),
                &["joint 2", "not finite"],
            ),
            (
                4,
                Skeleton::new(vec![None], vec![DAffine3::NAN]),
                &["joint 0", "not finite"],
            ),
        ],
    );
    assert_eq!(
        Skeleton::new(vec![None; MAX_JOINTS], vec![I; MAX_JOINTS]).map(|s| s.len()),
        Ok(65_536)
    );
}

#[test]
fn poses() {
    let kind = |error: &PoseError| match error {
        PoseError::LengthMismatch { .. } => 0,
    };
    let skeleton = Skeleton::new(vec![None, Some(0)], vec![I; 2]).expect("valid");
    let mut world = vec![DAffine3::from_translation(DVec3::X)];
    let mut pose = |locals: usize| forward_kinematics(&skeleton, &vec![I; locals], &mut world);
    check(
        1,
        kind,
        vec![
            (0, pose(0), &["0 local", "2 joints"]),
            (0, pose(1), &["1 local", "2 joints"]),
            (0, pose(3), &["3 local", "2 joints"]),
        ],
    );
    assert_eq!(world, [DAffine3::from_translation(DVec3::X)]);
}

#[test]
fn palettes() {
    let kind = |error: &PaletteError| match error {
        PaletteError::LengthMismatch { .. } => 0,
        PaletteError::NotInvertible { .. } => 1,
    };
    let flat = DAffine3::from_scale(DVec3::new(1.0, 1.0, 0.0));
    let update = |world: usize, inverse: usize| {
        Palette::default()
            .update(&vec![I; world], &vec![I; inverse])
            .map(|()| vec![])
    };
    check(
        2,
        kind,
        vec![
            (0, update(2, 3), &["2 world", "3 inverse"]),
            (0, update(1, 0), &["1 world", "0 inverse"]),
            (1, inverse_bind(&[I, I, flat]), &["joint 2"]),
            (1, inverse_bind(&[DAffine3::ZERO]), &["joint 0"]),
            (1, inverse_bind(&[I, DAffine3::NAN]), &["joint 1"]),
        ],
    );
}

/// A palette that refuses an update keeps what it had.
#[test]
fn a_refused_palette_is_left_alone() {
    let mut palette = Palette::from_joint_matrices(vec![I; 2]);
    let before = palette.clone();
    assert!(palette.update(&[I], &[I, I]).is_err());
    assert_eq!(palette, before);
}

#[test]
fn meshes() {
    let kind = |error: &MeshError| match error {
        MeshError::LengthMismatch { .. } => 0,
        MeshError::NotFinite { .. } => 1,
        MeshError::Weights { .. } => 2,
        MeshError::JointOutOfRange { .. } => 3,
        MeshError::WeightSum { .. } => 4,
    };
    let whole = vec![list(&[1.0]); 3];
    let lengths = |positions: usize, normals: usize| {
        Mesh::new(
            vec![DVec3::X; positions],
            vec![DVec3::Z; normals],
            &whole,
            1,
        )
    };
    let broken = |position: f64, normal: f64| {
        let at = |value| vec![DVec3::X, DVec3::new(0.0, value, 0.0), DVec3::X];
        Mesh::new(at(position), at(normal), &whole, 1)
    };
    check(
        5,
        kind,
        vec![
            (
                0,
                lengths(2, 0),
                &["2 positions", "0 normals", "3 influence"],
            ),
            (
                0,
                lengths(3, 1),
                &["3 positions", "1 normals", "3 influence"],
            ),
            (1, broken(f64::NAN, 1.0), &["vertex 1", "not finite"]),
            (
                1,
                broken(1.0, f64::NEG_INFINITY),
                &["vertex 1", "not finite"],
            ),
            (2, mesh_with(&[]), &["vertex 5", "no influences"]),
            (
                2,
                mesh_with(&list(&[1.5, -0.5])),
                &["vertex 5", "influence 1", "-0.5"],
            ),
            (
                2,
                mesh_with(&list(&[f64::NAN])),
                &["vertex 5", "influence 0", "NaN"],
            ),
            (
                2,
                mesh_with(&[Influence::new(2, 0.5), Influence::new(2, 0.5)]),
                &["vertex 5", "influence 1", "joint 2"],
            ),
            (
                3,
                mesh_with(&[Influence::new(3, 1.0)]),
                &["vertex 5", "joint 3", "3 joints"],
            ),
            (
                3,
                mesh_with(&[Influence::new(1, 1.0), Influence::new(u16::MAX, 0.0)]),
                &["joint 65535"],
            ),
            (4, mesh_with(&list(&[0.25, 0.5])), &["vertex 5", "0.75"]),
            (4, mesh_with(&list(&[1.0, 0.25])), &["vertex 5", "1.25"]),
            (4, mesh_with(&list(&[0.0, 0.0])), &["vertex 5", "sum to 0"]),
        ],
    );
    let error = mesh_with(&[]).expect_err("empty");
    assert_eq!(
        error.source().map(ToString::to_string),
        Some(WeightError::Empty.to_string())
    );
    assert!(
        mesh_with(&list(&[0.25, 0.5]))
            .expect_err("short")
            .source()
            .is_none()
    );
}

/// The tolerance of the sum lets single precision through, and nothing that a reader could see.
#[test]
fn sums_of_single_precision_pass_and_others_do_not() {
    for (sum, passes) in [
        (1.0 + 1e-7, true),
        (1.0 - 9e-6, true),
        (1.0 + 2e-5, false),
        (0.999, false),
    ] {
        assert_eq!(mesh_with(&list(&[sum])).is_ok(), passes, "{sum}");
    }
}

#[test]
fn weights() {
    let kind = |error: &WeightError| match error {
        WeightError::Empty => 0,
        WeightError::ZeroLimit => 1,
        WeightError::Negative { .. } => 2,
        WeightError::NotFinite { .. } => 3,
        WeightError::DuplicateJoint { .. } => 4,
        WeightError::ZeroTotal => 5,
        WeightError::NotNormalised { .. } => 6,
    };
    let twice = [
        Influence::new(4, 0.5),
        Influence::new(7, 0.25),
        Influence::new(4, 0.25),
    ];
    let words = |weights: &[f64]| quantise_u16(&list(weights)).map(|_| vec![]);
    let bytes = |weights: &[f64]| quantise_u8(&list(weights)).map(|_| vec![]);
    check(
        7,
        kind,
        vec![
            (0, trim(&[], 4), &["no influences"]),
            (0, normalise(&[]), &["no influences"]),
            (0, bytes(&[]), &["no influences"]),
            (1, trim(&list(&[1.0]), 0), &["limit of 0"]),
            (
                2,
                trim(&list(&[1.0, 0.5, -0.25]), 2),
                &["influence 2", "-0.25"],
            ),
            (2, words(&[1.5, -0.5]), &["influence 1", "-0.5"]),
            (3, trim(&list(&[1.0, f64::NAN]), 2), &["influence 1", "NaN"]),
            (
                3,
                normalise(&list(&[f64::INFINITY])),
                &["influence 0", "inf"],
            ),
            (
                3,
                normalise(&list(&[0.5, f64::NEG_INFINITY])),
                &["influence 1", "-inf"],
            ),
            (4, trim(&twice, 1), &["influence 2", "joint 4"]),
            (5, trim(&list(&[0.0, 0.0]), 1), &["zero"]),
            (5, normalise(&list(&[0.0])), &["zero"]),
            (6, bytes(&[0.5, 0.25]), &["0.75"]),
            (6, words(&[1.0, 1e-6]), &["1.000001"]),
        ],
    );
}

#[test]
fn batches() {
    let kind = |error: &KernelError| match error {
        KernelError::PaletteTooShort { .. } => 0,
        KernelError::OutputLength { .. } => 1,
    };
    let packed = PackedMesh::new(&mesh_with(&list(&[0.5, 0.25, 0.25])).expect("valid"));
    let skin = |joints: usize, vertices: usize| {
        let palette = Palette::from_joint_matrices(vec![I; joints]);
        let mut out = vec![SkinnedVertex::default(); vertices];
        let result = linear::skin(palette.rows(), &packed, &mut out);
        assert!(result.is_ok() || out.iter().all(|v| *v == SkinnedVertex::default()));
        result
    };
    check(
        2,
        kind,
        vec![
            (0, skin(2, 8), &["2 joint matrices", "names 3"]),
            (0, skin(0, 8), &["0 joint matrices", "names 3"]),
            (1, skin(3, 7), &["holds 7", "has 8"]),
            (1, skin(3, 9), &["holds 9", "has 8"]),
        ],
    );
    assert_eq!(skin(4, 8), Ok(()));
}

#[test]
fn packing() {
    let kind = |error: &PackError| match error {
        PackError::TooManyInfluences { .. } => 0,
    };
    let mesh = mesh_with(&list(&[0.5, 0.25, 0.25])).expect("valid");
    check(
        1,
        kind,
        vec![
            (
                0,
                PackedMesh::with_slots(&mesh, 2),
                &["vertex 5", "3 influences", "2 slots"],
            ),
            (
                0,
                PackedMesh::with_slots(&mesh, 0),
                &["vertex 0", "1 influences", "0 slots"],
            ),
        ],
    );
    assert_eq!(
        PackedMesh::with_slots(&mesh, 3).map(|packed| packed.slots()),
        Ok(3)
    );
}

#[test]
fn parameters() {
    let kind = |error: &ParamError| match error {
        ParamError::Unknown { .. } => 0,
        ParamError::OutOfRange { .. } => 1,
        ParamError::FieldCount { .. } => 2,
    };
    let scene = || Scene::new(2).expect("the lesson about weights");
    check(
        3,
        kind,
        vec![
            (0, scene().set(9, 0.0), &["number 9"]),
            (0, scene().set_switch(2, true), &["number 2"]),
            (1, scene().set(0, 180.5), &["theta0 = 180.5", "-180", "180"]),
            (1, scene().set(1, f64::NAN), &["theta1 = NaN"]),
            (1, scene().set(2, 0.0), &["band = 0 ", "0.02", "0.5"]),
            (1, scene().set(3, 0.5), &["binding = 0.5", "0", "1"]),
            (1, scene().set(4, 56.0), &["vertex = 56", "0", "55"]),
            (1, scene().set(4, 3.25), &["vertex = 3.25"]),
            (2, scene().view(&mut [0.0; 3]), &["3 places", "25 fields"]),
        ],
    );
}
