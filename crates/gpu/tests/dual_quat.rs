//! Dual-quaternion skinning on the GPU against the reference, within its own derived bound; both ways
//! of blending on one mesh and in one batch; and wrong shaders, which must fall out of the bound.

mod common;

use common::{DUAL_QUAT, Draw, Worst, compare_formats, gpu, shader};
use skinlab_core::dual_palette::DualPalette;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::PackedMesh;
use skinlab_core::mesh::Mesh;
use skinlab_core::mistake::Mistakes;
use skinlab_core::palette::Palette;
use skinlab_core::rigs::arm::{self, L1};
use skinlab_core::rigs::tube;
use skinlab_core::tables::{Blend, Case};
use skinlab_core::weights::Influence;
use skinlab_gpu::{Batch, Gpu, GpuError, SkinnedMesh, Skinner};

fn dual(joints: &[DAffine3]) -> DualPalette {
    DualPalette::from_joint_matrices(joints).expect("rigid")
}

/// The joints of a tube whose child is bent by `angle` radians about +z at the elbow.
fn bend(angle: f64) -> [DAffine3; 2] {
    let elbow = DVec3::X * L1;
    let there = DAffine3::from_translation(elbow);
    let back = DAffine3::from_translation(-elbow);
    [
        DAffine3::IDENTITY,
        there * DAffine3::from_rotation_z(angle) * back,
    ]
}

#[test]
fn the_tube_twisted_and_bent() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut worst = Worst::default();
    for half_width in [0.02, 0.25, 0.5] {
        let mesh = tube::mesh(19, 12, half_width).expect("constant");
        for step in -11..=11 {
            // 1° off the multiples of 15 keeps clear of 180°, where no sign is decided.
            let angle = (f64::from(step) * 15.0 + 1.0).to_radians();
            for joints in [tube::twist(angle), bend(angle)] {
                worst.join(compare_formats(&gpu, &skinner, &dual(&joints), &mesh));
            }
        }
    }
    worst.expect("tube", 3 * 23 * 2 * 3 * 19 * 12 * 6);
}

#[test]
fn random_rigs_of_every_width_and_format() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(2027);
    let mut worst = Worst::default();
    for influences in 1..=8 {
        for joints in [influences, 8 + draw.below(16), 64] {
            let palette = draw.motions(joints);
            let mesh = draw.mesh(517, influences, joints);
            worst.join(compare_formats(&gpu, &skinner, &palette, &mesh));
        }
    }
    // One vertex in a hundred may lie where two bytes of weight tie and would choose other signs.
    worst.expect("random", 8 * 3 * 3 * 517 * 6 * 99 / 100);
}

#[test]
fn a_bare_mesh_gets_no_normals_and_weights_of_zero_move_nothing() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let lists = [[Influence::new(0, 1.0)], [Influence::new(0, 0.0)]];
    let mesh = Mesh::with_unchecked_sums(vec![DVec3::Y; 2], vec![], &lists, 1).expect("valid");
    let packed = PackedMesh::new(&mesh);
    let mut skinned = SkinnedMesh::upload(&gpu, &skinner, &packed).expect("uploads");
    let palette = dual(&[DAffine3::from_translation(DVec3::X)]);
    assert_eq!(skinned.update(&gpu, &palette), Ok(true));
    let out = pollster::block_on(skinned.read(&gpu)).expect("reads");
    assert_eq!(out[0].position, [1.0, 1.0, 0.0]);
    assert_eq!(out[1].position, [0.0, 1.0, 0.0]);
    assert_eq!([out[0].normal, out[1].normal], [[0.0; 3]; 2]);
}

#[test]
fn one_mesh_takes_poses_of_both_kinds_and_never_confuses_them() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mesh = tube::mesh(9, 8, 0.5).expect("constant");
    let packed = PackedMesh::new(&mesh);
    let mut skinned = SkinnedMesh::upload(&gpu, &skinner, &packed).expect("uploads");
    let joints = bend(2.0);
    let linear = Palette::from_joint_matrices(joints.to_vec());
    let dual = dual(&joints);
    // The two counters stand at the same number, so only the kind tells the poses apart.
    assert_eq!(linear.revision(), dual.revision());
    let read = |skinned: &SkinnedMesh| pollster::block_on(skinned.read(&gpu)).expect("reads");
    let mut worst = Worst::default();
    for _ in 0..2 {
        assert_eq!(skinned.update(&gpu, &linear), Ok(true));
        assert_eq!(skinned.update(&gpu, &linear), Ok(false));
        let by_matrices = read(&skinned);
        worst.join(Worst::of(&linear, &mesh, None, &by_matrices));
        assert_eq!(skinned.update(&gpu, &dual), Ok(true));
        assert_eq!(skinned.update(&gpu, &dual), Ok(false));
        let by_motions = read(&skinned);
        worst.join(Worst::of(&dual, &mesh, None, &by_motions));
        assert_ne!(by_matrices, by_motions);
    }
    assert_eq!(skinned.version(), 4);
    worst.expect("both kinds", 4 * 72 * 6);

    let short = DualPalette::from_joint_matrices(&joints[..1]).expect("rigid");
    let refused = GpuError::PaletteTooShort {
        joints: 1,
        needed: 2,
    };
    assert_eq!(skinned.update(&gpu, &short), Err(refused));
}

#[test]
fn a_batch_holds_cases_of_both_kinds_in_any_order() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(31);
    let cases: Vec<Case> = (0..12)
        .map(|number| {
            let vertices = 1 + draw.below(40);
            let mesh = draw.mesh(vertices, 1 + number % 8, 9);
            let motions = draw.motions(9);
            let joints = motions.joints().iter().map(|q| q.to_affine()).collect();
            let case = Case::dual_quat(joints, mesh, Mistakes::NONE);
            let blend = if number % 3 == 0 {
                Blend::Linear
            } else {
                Blend::DualQuat
            };
            Case { blend, ..case }
        })
        .collect();
    let mut batch = Batch::default();
    for (number, case) in cases.iter().enumerate() {
        assert_eq!(batch.push_case(case), Ok(number));
    }
    let scaled = vec![DAffine3::IDENTITY, DAffine3::from_scale(DVec3::splat(2.0))];
    let arm = arm::mesh(arm::straight_positions(), None, &[], Mistakes::NONE).expect("valid");
    assert_eq!(
        batch.push_case(&Case::dual_quat(scaled, arm, Mistakes::NONE)),
        Err(GpuError::NotRigid { joint: 1 })
    );
    assert_eq!(batch.len(), 12);

    let results = pollster::block_on(batch.run(&gpu, &skinner)).expect("reads");
    let mut worst = Worst::default();
    for (case, skinned) in cases.iter().zip(&results) {
        worst.join(match case.blend {
            Blend::Linear => Worst::of(&case.palette, &case.mesh, None, skinned),
            Blend::DualQuat => {
                let palette = case.dual_palette().expect("rigid");
                Worst::of(&palette, &case.mesh, None, skinned)
            }
        });
    }
    let numbers: usize = cases.iter().map(|case| case.mesh.len() * 6).sum();
    worst.expect("batch", numbers);
}

#[test]
fn each_kind_of_a_batch_has_all_the_joints_that_an_index_can_name() {
    let mesh =
        Mesh::new(vec![DVec3::X], vec![], &[[Influence::new(0, 1.0)]], 40_000).expect("valid");
    let linear = Palette::from_joint_matrices(vec![DAffine3::IDENTITY; 40_000]);
    let dual = dual(&vec![DAffine3::IDENTITY; 40_000]);
    let mut batch = Batch::default();
    assert_eq!(batch.push(&linear, &mesh), Ok(0));
    assert_eq!(batch.push(&dual, &mesh), Ok(1));
    let refused = Err(GpuError::BatchTooManyJoints {
        joints: 80_000,
        most: 65_536,
    });
    assert_eq!(batch.push(&linear, &mesh), refused);
    assert_eq!(batch.push(&dual, &mesh), refused);
    assert_eq!(batch.len(), 2);
}

/// Skins a random rig with a shader whose text was changed, and says how much of the bound that uses.
fn with_changed_shader(gpu: &Gpu, changes: &[(&str, &str)]) -> Worst {
    let mut source = shader(&DUAL_QUAT);
    for (from, to) in changes {
        assert!(source.contains(from), "the shader no longer says {from}");
        source = source.replace(from, to);
    }
    let skinner = Skinner::with_source(gpu, Blend::DualQuat, &source).expect("a valid shader");
    let mut draw = Draw(12);
    let palette = draw.motions(12);
    let mesh = draw.mesh(300, 4, 12);
    let mut skinned = SkinnedMesh::upload(gpu, &skinner, &PackedMesh::new(&mesh)).expect("uploads");
    skinned.update(gpu, &palette).expect("dispatches");
    let vertices = pollster::block_on(skinned.read(gpu)).expect("reads");
    let worst = Worst::of(&palette, &mesh, None, &vertices);
    println!("{changes:?}: {worst:?}");
    assert_eq!(worst.compared, 300 * 6);
    worst
}

#[test]
fn tripwire_a_changed_comment_passes() {
    let Some(gpu) = gpu() else { return };
    let worst = with_changed_shader(&gpu, &[("// Dual-quaternion", "// Still dual-quaternion")]);
    assert!(worst.is_within(), "{worst:?}");
}

#[test]
fn tripwire_no_choice_of_signs_fails() {
    let Some(gpu) = gpu() else { return };
    let chosen = "select(weight, -weight, dot(rows[0], pivot) < 0.0)";
    let worst = with_changed_shader(&gpu, &[(chosen, "weight")]);
    assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
}

#[test]
fn tripwire_signs_against_the_running_sum_fail() {
    let Some(gpu) = gpu() else { return };
    let worst = with_changed_shader(&gpu, &[("dot(rows[0], pivot)", "dot(rows[0], b[0])")]);
    assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
}

#[test]
fn tripwire_signs_against_the_first_influence_fail() {
    let Some(gpu) = gpu() else { return };
    let worst = with_changed_shader(
        &gpu,
        &[("palette[heaviest(vertex)]", "palette[joint_of(vertex, 0u)]")],
    );
    assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
}

#[test]
fn tripwire_real_and_dual_part_swapped_fail() {
    let Some(gpu) = gpu() else { return };
    let swap = [
        ("b[0] += near * rows[0]", "b[0] += near * rows[9]"),
        ("b[1] += near * rows[1]", "b[1] += near * rows[0]"),
        ("rows[9]", "rows[1]"),
    ];
    let worst = with_changed_shader(&gpu, &swap);
    assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
}

#[test]
fn tripwire_without_division_by_the_length_fails() {
    let Some(gpu) = gpu() else { return };
    let worst = with_changed_shader(
        &gpu,
        &[("array(scale * b[0], scale * b[1])", "array(b[0], b[1])")],
    );
    assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
}
