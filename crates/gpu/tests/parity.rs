//! The compute shader against the reference, vertex by vertex, within the derived bound; and wrong
//! shaders, which must fall out of it.

mod common;

use common::{Draw, LINEAR, Worst, compare_formats, gpu, shader};
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::PackedMesh;
use skinlab_core::mesh::Mesh;
use skinlab_core::mistake::Mistakes;
use skinlab_core::palette::{Palette, inverse_bind};
use skinlab_core::pose::forward_kinematics;
use skinlab_core::rigs::arm;
use skinlab_core::tables::Blend;
use skinlab_core::weights::{Influence, normalise};
use skinlab_gpu::{Influences, SkinnedMesh, Skinner, WeightFormat};

#[test]
fn the_arm_over_a_grid_of_poses() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let skeleton = arm::skeleton().expect("constant");
    let mut world = Vec::new();
    forward_kinematics(&skeleton, skeleton.rest(), &mut world).expect("two joints");
    let inverse = inverse_bind(&world).expect("rigid");

    let mut worst = Worst::default();
    for band in [None, Some(0.02), Some(0.25), Some(0.5)] {
        let mesh = arm::mesh(arm::straight_positions(), band, &[], Mistakes::NONE).expect("valid");
        let packed = PackedMesh::new(&mesh);
        for format in WeightFormat::ALL {
            let influences = Influences::encode(&packed, format).expect("sums to 1");
            let mut skinned =
                SkinnedMesh::upload_with(&gpu, &skinner, &packed, &influences).expect("uploads");
            let decoded = (format != WeightFormat::Float32).then_some(&influences);
            let mut palette = Palette::default();
            for pose in 0..81 {
                let angle = |step: i32| (f64::from(step - 4) * 44.0 + 1.0).to_radians();
                let local = arm::local([angle(pose % 9), angle(pose / 9)]);
                forward_kinematics(&skeleton, &local, &mut world).expect("two joints");
                palette.update(&world, &inverse).expect("two joints");
                assert_eq!(skinned.update(&gpu, &palette), Ok(true));
                let vertices = pollster::block_on(skinned.read(&gpu)).expect("reads");
                worst.join(Worst::of(&palette, &mesh, decoded, &vertices));
            }
        }
    }
    worst.expect("arm", 4 * 3 * 81 * arm::VERTICES * 6);
}

#[test]
fn random_rigs_of_every_width_and_format() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(2026);
    let mut worst = Worst::default();
    for influences in 1..=8 {
        for joints in [influences, 8 + draw.below(16), 64] {
            let palette = Palette::from_joint_matrices(draw.joints(joints));
            let mesh = draw.mesh(517, influences, joints);
            worst.join(compare_formats(&gpu, &skinner, &palette, &mesh));
        }
    }
    worst.expect("random", 8 * 3 * 3 * 517 * 6);
}

#[test]
fn a_million_vertices_in_rows_of_workgroups() {
    const VERTICES: usize = 1_000_000;
    const JOINTS: usize = 64;
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let palette = Palette::from_joint_matrices(Draw(7).joints(JOINTS));
    let shares: Vec<_> = [0.4, 0.3, 0.2, 0.1]
        .into_iter()
        .zip([0_usize, 7, 19, 40])
        .collect();
    let list_from = |first: usize| -> [Influence; 4] {
        std::array::from_fn(|slot| {
            let (weight, offset) = shares[slot];
            Influence::new(((first + offset) % JOINTS) as u16, weight)
        })
    };
    let lists: Vec<[Influence; 4]> = (0..VERTICES).map(list_from).collect();
    let positions: Vec<DVec3> = (0..VERTICES)
        .map(|vertex| {
            let at = vertex as f64 / VERTICES as f64;
            DVec3::new(at, 1.0 - 2.0 * at, 8.0 * at * at - 4.0)
        })
        .collect();
    let mesh = Mesh::new(positions, vec![DVec3::Y; VERTICES], &lists, JOINTS).expect("valid");
    let packed = PackedMesh::new(&mesh);
    let mut skinned = SkinnedMesh::upload(&gpu, &skinner, &packed).expect("uploads");
    assert_eq!(skinned.update(&gpu, &palette), Ok(true));
    let vertices = pollster::block_on(skinned.read(&gpu)).expect("reads");
    let worst = Worst::of(&palette, &mesh, None, &vertices);
    worst.expect("a million vertices", VERTICES * 6);
}

#[test]
fn a_mesh_without_normals_gets_none_and_one_without_vertices_nothing() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let palette = Palette::from_joint_matrices(vec![DAffine3::from_translation(DVec3::X)]);
    for vertices in [0, 1, 3] {
        let lists = vec![[Influence::new(0, 1.0)]; vertices];
        let mesh = Mesh::new(vec![DVec3::Y; vertices], vec![], &lists, 1).expect("valid");
        let mut skinned =
            SkinnedMesh::upload(&gpu, &skinner, &PackedMesh::new(&mesh)).expect("uploads");
        assert_eq!(skinned.update(&gpu, &palette), Ok(true));
        let out = pollster::block_on(skinned.read(&gpu)).expect("reads");
        assert_eq!(out.len(), vertices);
        for vertex in out {
            assert_eq!(
                (vertex.position, vertex.normal),
                ([1.0, 1.0, 0.0], [0.0; 3])
            );
        }
    }
}

#[test]
fn a_normal_that_collapses_stays_bounded() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let joints = vec![
        DAffine3::IDENTITY,
        DAffine3::from_rotation_z(std::f64::consts::PI),
    ];
    let palette = Palette::from_joint_matrices(joints);
    let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
    let mesh = Mesh::new(vec![DVec3::X], vec![DVec3::X], &[half], 2).expect("valid");
    let mut skinned =
        SkinnedMesh::upload(&gpu, &skinner, &PackedMesh::new(&mesh)).expect("uploads");
    skinned.update(&gpu, &palette).expect("dispatches");
    let out = pollster::block_on(skinned.read(&gpu)).expect("reads");
    let length: f32 = out[0].normal.iter().map(|n| n * n).sum::<f32>().sqrt();
    assert!(length <= 1.0 + 1e-6, "{out:?}");
}

/// Skins a rig with a shader whose text was changed, and says how much of the bound that uses.
fn with_changed_shader(from: &str, to: &str, format: WeightFormat) -> Option<Worst> {
    let gpu = gpu()?;
    let source = shader(&LINEAR);
    assert!(source.contains(from), "the shader no longer says {from}");
    let changed = source.replace(from, to);
    let skinner =
        Skinner::with_source(&gpu, Blend::Linear, &changed).expect("still a valid shader");
    let mut draw = Draw(11);
    let palette = Palette::from_joint_matrices(draw.joints(12));
    // Index 11 is left free so that a joint index that is one too high still names a joint.
    let source = draw.mesh(100, 4, 11);
    let lists: Vec<_> = (0..source.len())
        .map(|vertex| normalise(source.influences(vertex)).expect("positive"))
        .collect();
    let positions = source.positions().to_vec();
    let mesh = Mesh::new(positions, source.normals().to_vec(), &lists, 12).expect("valid");
    let packed = PackedMesh::new(&mesh);
    let influences = Influences::encode(&packed, format).expect("sums to 1");
    let mut skinned =
        SkinnedMesh::upload_with(&gpu, &skinner, &packed, &influences).expect("uploads");
    skinned.update(&gpu, &palette).expect("dispatches");
    let vertices = pollster::block_on(skinned.read(&gpu)).expect("reads");
    let worst = Worst::of(&palette, &mesh, Some(&influences), &vertices);
    println!("{from} -> {to}: {worst:?}");
    Some(worst)
}

#[test]
fn tripwire_a_changed_comment_passes() {
    for format in WeightFormat::ALL {
        if let Some(worst) = with_changed_shader("// Linear blend", "// Still linear blend", format)
        {
            assert!(worst.is_within(), "{worst:?}");
        }
    }
}

#[test]
fn tripwire_swapped_rows_fail() {
    let swap = ("m[1] += weight * rows[1]", "m[1] += weight * rows[2]");
    if let Some(worst) = with_changed_shader(swap.0, swap.1, WeightFormat::Float32) {
        assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
    }
}

#[test]
fn tripwire_weights_divided_by_256_fail() {
    // 256 in place of 255 and 65536 in place of 65535.
    let most = "f32(0xffffffffu >> (32u - WEIGHT_BITS))";
    let wrong = "f32(1u << WEIGHT_BITS)";
    if let Some(worst) = with_changed_shader(most, wrong, WeightFormat::Unorm8) {
        assert!(worst.position > 100.0, "{worst:?}");
    }
    if let Some(worst) = with_changed_shader(most, wrong, WeightFormat::Unorm16) {
        assert!(worst.position > 1.0, "{worst:?}");
    }
}

#[test]
fn tripwire_a_joint_index_off_by_one_fails() {
    let off = (
        "palette[joint_of(vertex, slot)]",
        "palette[joint_of(vertex, slot) + 1u]",
    );
    for format in WeightFormat::ALL {
        if let Some(worst) = with_changed_shader(off.0, off.1, format) {
            assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
        }
    }
}

#[test]
fn tripwire_a_translated_normal_fails() {
    let moved = ("vec4(normal, 0.0)", "vec4(normal, 1.0)");
    if let Some(worst) = with_changed_shader(moved.0, moved.1, WeightFormat::Float32) {
        assert!(worst.position <= 1.0 && worst.normal > 100.0, "{worst:?}");
    }
}
