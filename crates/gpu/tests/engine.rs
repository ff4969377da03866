//! The engine around the shader: what is dispatched and what is not, batches, refusals, faults.

mod common;

use common::{Draw, Worst, gpu};
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::PackedMesh;
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::selftest::{Plan, Report, Status};
use skinlab_core::tables::{Blend, Engine, Posed};
use skinlab_core::weights::Influence;
use skinlab_gpu::{Batch, GpuError, Influences, SkinnedMesh, Skinner, WeightFormat};

fn turn(angle: f64) -> Palette {
    Palette::from_joint_matrices(vec![DAffine3::from_rotation_z(angle), DAffine3::IDENTITY])
}

fn two_vertices(share: f64) -> PackedMesh {
    let lists = [
        vec![Influence::new(0, share), Influence::new(1, 1.0 - share)],
        vec![Influence::new(1, 1.0)],
    ];
    let mesh = Mesh::new(vec![DVec3::X, DVec3::Y], vec![], &lists, 2).expect("valid");
    PackedMesh::new(&mesh)
}

#[test]
fn dispatches_only_what_has_changed() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut mesh = SkinnedMesh::upload(&gpu, &skinner, &two_vertices(1.0)).expect("uploads");
    let first = |mesh: &SkinnedMesh| {
        let out = pollster::block_on(mesh.read(&gpu)).expect("reads");
        out[0].position
    };

    let mut palette = turn(0.0);
    assert_eq!(mesh.version(), 0);
    assert_eq!(mesh.update(&gpu, &palette), Ok(true));
    assert_eq!(mesh.update(&gpu, &palette), Ok(false));
    assert_eq!((mesh.version(), first(&mesh)), (1, [1.0, 0.0, 0.0]));

    let joints = turn(std::f64::consts::FRAC_PI_2).joints().to_vec();
    palette.set(joints.into_iter());
    assert_eq!(mesh.update(&gpu, &palette), Ok(true));
    assert_eq!(mesh.update(&gpu, &palette), Ok(false));
    assert!((first(&mesh)[1] - 1.0).abs() < 1e-6);

    // Another palette whose revision is the same number is another pose all the same.
    let mut other = turn(0.0);
    other.set(turn(std::f64::consts::PI).joints().to_vec().into_iter());
    assert_eq!(other.revision(), palette.revision());
    assert_eq!(mesh.update(&gpu, &other), Ok(true));
    assert!((first(&mesh)[0] + 1.0).abs() < 1e-6);

    // New weights, in another format and width, count as a change.
    let wider = PackedMesh::with_slots(
        &Mesh::new(
            vec![DVec3::X, DVec3::Y],
            vec![],
            &[[Influence::new(1, 1.0)], [Influence::new(1, 1.0)]],
            2,
        )
        .expect("valid"),
        8,
    )
    .expect("fits");
    for format in WeightFormat::ALL {
        let influences = Influences::encode(&wider, format).expect("sums to 1");
        mesh.set_influences(&gpu, &influences).expect("fits");
        assert_eq!(mesh.update(&gpu, &other), Ok(true));
        assert_eq!(mesh.update(&gpu, &other), Ok(false));
        assert_eq!(first(&mesh), [1.0, 0.0, 0.0]);
    }
    let back = Influences::float(&two_vertices(0.5)).expect("few slots");
    mesh.set_influences(&gpu, &back).expect("fits");
    assert_eq!(mesh.update(&gpu, &other), Ok(true));
    assert!(first(&mesh)[0].abs() < 1e-6);
    assert_eq!(gpu.check(), Ok(()));
}

#[test]
fn refuses_what_does_not_fit() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut mesh = SkinnedMesh::upload(&gpu, &skinner, &two_vertices(1.0)).expect("uploads");
    let short = Palette::from_joint_matrices(vec![DAffine3::IDENTITY]);
    assert_eq!(
        mesh.update(&gpu, &short),
        Err(GpuError::PaletteTooShort {
            joints: 1,
            needed: 2
        })
    );

    let mut draw = Draw(1);
    let other = PackedMesh::new(&draw.mesh(3, 1, 1));
    let other = Influences::float(&other).expect("few slots");
    assert_eq!(
        mesh.set_influences(&gpu, &other),
        Err(GpuError::VertexCount {
            what: "influences",
            given: 3,
            vertices: 2
        })
    );
    let more = Influences::float(&PackedMesh::new(&draw.mesh(2, 1, 5))).expect("few slots");
    assert_eq!(
        mesh.set_influences(&gpu, &more),
        Err(GpuError::JointCount {
            given: 5,
            joints: 2
        })
    );
    let wide = PackedMesh::new(&draw.mesh(1, 9, 9));
    assert_eq!(
        SkinnedMesh::upload(&gpu, &skinner, &wide).map(|_| ()),
        Err(GpuError::TooManySlots { slots: 12, most: 8 })
    );
    assert_eq!(mesh.update(&gpu, &turn(0.0)), Ok(true));
    assert_eq!(gpu.check(), Ok(()));
}

#[test]
fn a_batch_keeps_its_cases_apart() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(5);
    let mut batch = Batch::default();
    assert_eq!(pollster::block_on(batch.run(&gpu, &skinner)), Ok(vec![]));
    let cases: Vec<_> = (1..=8)
        .map(|influences| {
            let joints = influences + draw.below(9);
            let vertices = 1 + draw.below(70);
            let palette = Palette::from_joint_matrices(draw.joints(joints + 1));
            (palette, draw.mesh(vertices, influences, joints))
        })
        .collect();
    for (number, (palette, mesh)) in cases.iter().enumerate() {
        assert_eq!(batch.push(palette, mesh), Ok(number));
    }
    let bare = Mesh::with_unchecked_sums(
        vec![DVec3::new(10.0, 0.0, 0.0)],
        vec![],
        &[[Influence::new(0, 0.25), Influence::new(1, 0.5)]],
        2,
    )
    .expect("valid but for its sum");
    assert_eq!(batch.push(&turn(0.0), &bare), Ok(8));
    assert_eq!(
        batch.push(&turn(0.0), &draw.mesh(1, 3, 3)),
        Err(GpuError::PaletteTooShort {
            joints: 2,
            needed: 3
        })
    );
    let nine = Palette::from_joint_matrices(draw.joints(9));
    assert_eq!(
        batch.push(&nine, &draw.mesh(1, 9, 9)),
        Err(GpuError::TooManySlots { slots: 9, most: 8 })
    );
    assert_eq!(batch.len(), 9);

    let results = pollster::block_on(batch.run(&gpu, &skinner)).expect("reads");
    assert_eq!(results.len(), 9);
    let mut worst = Worst::default();
    for ((palette, mesh), skinned) in cases.iter().zip(&results) {
        worst.join(Worst::of(palette, mesh, None, skinned));
    }
    worst.expect("batch", 8 * 6);
    assert_eq!(results[8][0].position, [7.5, 0.0, 0.0]);
    assert_eq!(results[8][0].normal, [0.0; 3]);
}

#[test]
fn the_self_tests_plan_passes_on_this_engine() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let plan = Plan::new();
    let mut batch = Batch::default();
    for case in plan.cases() {
        batch.push_case(case).expect("fits");
    }
    let skinned: Vec<Vec<Posed>> = pollster::block_on(batch.run(&gpu, &skinner))
        .expect("reads")
        .iter()
        .map(|case| case.iter().map(Posed::from).collect())
        .collect();
    let mut report = Report::default();
    plan.grade(Engine::GpuF32, &skinned, &mut report);
    assert_eq!(report.checks.len(), plan.check_count(Engine::GpuF32));
    let failed: Vec<_> = report
        .checks
        .iter()
        .filter(|check| check.status != Status::Passed)
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert!(report.controls.iter().all(|control| control.caught));
    println!(
        "{} checks, {} controls",
        report.checks.len(),
        report.controls.len()
    );
}

#[test]
fn a_shader_that_is_wrong_is_refused_and_remembered() {
    let Some(gpu) = gpu() else { return };
    let refused = Skinner::with_source(&gpu, Blend::Linear, "fn nonsense(").map(|_| ());
    assert!(
        matches!(refused, Err(GpuError::Validation { .. })),
        "{refused:?}"
    );
    assert_eq!(gpu.check(), refused);
    assert_eq!(Err(pollster::block_on(gpu.fault())), refused);
}

#[test]
fn a_device_that_is_shut_down_says_so() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut mesh = SkinnedMesh::upload(&gpu, &skinner, &two_vertices(1.0)).expect("uploads");
    assert_eq!(mesh.update(&gpu, &turn(0.0)), Ok(true));
    let fault = gpu.clone().fault();
    gpu.destroy();
    assert_eq!(pollster::block_on(fault), GpuError::DeviceDestroyed);
    assert_eq!(
        mesh.update(&gpu, &turn(1.0)),
        Err(GpuError::DeviceDestroyed)
    );
    assert_eq!(
        pollster::block_on(mesh.read(&gpu)),
        Err(GpuError::DeviceDestroyed)
    );
    assert_eq!(
        Skinner::new(&gpu).map(|_| ()),
        Err(GpuError::DeviceDestroyed)
    );
}

#[test]
fn a_device_that_is_lost_under_the_engine_is_noticed() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut mesh = SkinnedMesh::upload(&gpu, &skinner, &two_vertices(1.0)).expect("uploads");
    mesh.update(&gpu, &turn(0.0)).expect("dispatches");
    gpu.device().destroy();
    let read = pollster::block_on(mesh.read(&gpu));
    assert!(read.is_err(), "{read:?}");
    assert!(matches!(
        gpu.check(),
        Err(GpuError::DeviceLost { .. } | GpuError::Validation { .. })
    ));
}

#[test]
fn a_fault_heard_of_elsewhere_counts() {
    let Some(gpu) = gpu() else { return };
    gpu.report(GpuError::OutOfMemory);
    assert_eq!(Skinner::new(&gpu).map(|_| ()), Err(GpuError::OutOfMemory));
    assert!(!gpu.facts().name.is_empty());
}
