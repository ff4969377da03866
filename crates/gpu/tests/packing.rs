//! Packed vertices on the GPU: the same bounds against the reference of what they decode to, the
//! stated distance from what was packed, fewer bytes; and wrong decodings, which must fail.

mod common;

use common::{DUAL_QUAT, Draw, LINEAR, Worst, gpu, shader};
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::tables::Blend;
use skinlab_core::weights::Influence;
use skinlab_gpu::{
    Gpu, Influences, JointFormat, NORMAL_ERROR, Pose, RestFormat, SkinnedMesh, Skinner,
    WeightFormat, pack_normal, unpack_normal,
};

/// The mesh with the normals that its packed ones decode to: what the reference is fed with.
fn decoded(mesh: &Mesh) -> Mesh {
    let packed = PackedMesh::new(mesh);
    let normals = packed
        .rest()
        .iter()
        .map(|vertex| unpack_normal(pack_normal(vertex.normal)));
    let lists: Vec<_> = (0..mesh.len())
        .map(|vertex| mesh.influences(vertex))
        .collect();
    Mesh::new(
        mesh.positions().to_vec(),
        normals.collect(),
        &lists,
        mesh.joint_count(),
    )
    .expect("valid")
}

fn skin<'a>(
    gpu: &Gpu,
    skinner: &Skinner,
    mesh: &Mesh,
    influences: &Influences,
    pose: impl Into<Pose<'a>>,
) -> Vec<SkinnedVertex> {
    let packed = PackedMesh::new(mesh);
    let mut skinned = SkinnedMesh::upload_as(gpu, skinner, &packed, influences, RestFormat::Packed)
        .expect("uploads");
    assert_eq!(skinned.update(gpu, pose), Ok(true));
    pollster::block_on(skinned.read(gpu)).expect("reads")
}

#[test]
fn both_blends_in_every_format_and_width() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(77);
    let mut worst = [Worst::default(); 2];
    for (joints, joint_format) in [(256, JointFormat::Uint8), (300, JointFormat::Uint16)] {
        let linear = Palette::from_joint_matrices(draw.joints(joints));
        let dual = draw.motions(joints);
        for slots in [1, 3, 4, 6, 8] {
            let mesh = draw.mesh(200, slots, joints);
            let expected = decoded(&mesh);
            for format in WeightFormat::ALL {
                let influences =
                    Influences::pack(&PackedMesh::new(&mesh), format).expect("sums to 1");
                assert_eq!(influences.joint_format(), joint_format);
                let weights = (format != WeightFormat::Float32).then_some(&influences);
                let poses: [Pose<'_>; 2] = [(&linear).into(), (&dual).into()];
                for (worst, pose) in worst.iter_mut().zip(poses) {
                    let out = skin(&gpu, &skinner, &mesh, &influences, pose);
                    worst.join(Worst::of(pose, &expected, weights, &out));
                }
            }
        }
    }
    worst[0].expect("packed, linear", 2 * 5 * 3 * 200 * 6);
    worst[1].expect("packed, dual quaternions", 2 * 5 * 3 * 200 * 6 * 99 / 100);
}

#[test]
fn a_normal_lies_within_the_stated_distance_of_what_was_packed() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(5);
    let mesh = draw.mesh(20_000, 1, 1);
    let influences =
        Influences::pack(&PackedMesh::new(&mesh), WeightFormat::Unorm8).expect("sums to 1");
    // Nothing moves, so what comes out is what was decoded.
    let still = Palette::from_joint_matrices(vec![DAffine3::IDENTITY]);
    let out = skin(&gpu, &skinner, &mesh, &influences, &still);
    let mut worst = 0.0_f64;
    for (vertex, &n) in out.iter().zip(mesh.normals()) {
        let error = (DVec3::from_array(vertex.normal.map(f64::from)) - n).length();
        worst = worst.max(error);
    }
    // 51 u for the decoding in f32 and 59 u for the blend, see `normals.rs`.
    let rounding = 110.0 / 16_777_216.0;
    println!("worst normal: {:.3} of the bound", worst / NORMAL_ERROR);
    assert!(worst <= NORMAL_ERROR + rounding, "{worst}");
    assert!(worst > 0.5 * NORMAL_ERROR, "nothing was packed: {worst}");
}

#[test]
fn a_mesh_without_normals_stays_without() {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let list = [Influence::new(0, 1.0)];
    let mesh = Mesh::new(vec![DVec3::Y; 3], vec![], &[list; 3], 1).expect("valid");
    let influences =
        Influences::pack(&PackedMesh::new(&mesh), WeightFormat::Unorm8).expect("sums to 1");
    let moved = Palette::from_joint_matrices(vec![DAffine3::from_translation(DVec3::X)]);
    for vertex in skin(&gpu, &skinner, &mesh, &influences, &moved) {
        assert_eq!(
            (vertex.position, vertex.normal),
            ([1.0, 1.0, 0.0], [0.0; 3])
        );
    }
}

#[test]
fn a_packed_vertex_takes_half_the_bytes() {
    const VERTICES: usize = 1000;
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let mut draw = Draw(1);
    let mut measured = Vec::new();
    for slots in [4, 8] {
        let mesh = PackedMesh::new(&draw.mesh(VERTICES, slots, 64));
        for (narrow, rest) in [(false, RestFormat::Plain), (true, RestFormat::Packed)] {
            for format in WeightFormat::ALL {
                let influences = if narrow {
                    Influences::pack(&mesh, format)
                } else {
                    Influences::encode(&mesh, format)
                };
                let influences = influences.expect("sums to 1");
                let skinned = SkinnedMesh::upload_as(&gpu, &skinner, &mesh, &influences, rest)
                    .expect("uploads");
                let bytes = skinned.static_bytes() as usize / VERTICES;
                println!("{slots} slots, {rest:?}, {format:?}: {bytes} bytes a vertex");
                measured.push(bytes);
            }
        }
    }
    // f32, unorm8 and unorm16 weights: 24 + 2 K + K b plain, 16 + K + K b packed.
    assert_eq!(measured, [48, 36, 40, 36, 24, 28, 72, 48, 56, 56, 32, 40]);
}

/// Skins with a shader whose text was changed, and says how much of the bound that uses.
fn with_changed_shader(gpu: &Gpu, blend: Blend, change: (&str, &str)) -> Worst {
    let (from, to) = change;
    let source = match blend {
        Blend::Linear => shader(&LINEAR),
        Blend::DualQuat => shader(&DUAL_QUAT),
    };
    assert!(source.contains(from), "the shader no longer says {from}");
    let skinner =
        Skinner::with_source(gpu, blend, &source.replace(from, to)).expect("a valid shader");
    let mut draw = Draw(13);
    let linear = Palette::from_joint_matrices(draw.joints(100));
    let dual = draw.motions(100);
    let pose = match blend {
        Blend::Linear => Pose::Linear(&linear),
        Blend::DualQuat => Pose::DualQuat(&dual),
    };
    let mesh = draw.mesh(300, 4, 100);
    let influences =
        Influences::pack(&PackedMesh::new(&mesh), WeightFormat::Unorm16).expect("sums to 1");
    let out = skin(gpu, &skinner, &mesh, &influences, pose);
    let worst = Worst::of(pose, &decoded(&mesh), Some(&influences), &out);
    println!("{blend:?}, {from} -> {to}: {worst:?}");
    worst
}

#[test]
fn tripwires_of_the_decoding() {
    let Some(gpu) = gpu() else { return };
    for blend in [Blend::Linear, Blend::DualQuat] {
        let same = with_changed_shader(&gpu, blend, ("// The word of", "// A word of"));
        assert!(same.is_within(), "{same:?}");
        for (change, least) in [
            (("p < vec2(0.0)", "p > vec2(0.0)"), 100.0),
            (("p - select(fold, -fold, p < vec2(0.0))", "p"), 100.0),
            (
                ("extractBits(word, 16u, 16u)", "extractBits(word, 15u, 16u)"),
                100.0,
            ),
            (("/ 32767.0", "/ 32760.0"), 3.0),
        ] {
            let worst = with_changed_shader(&gpu, blend, change);
            assert!(worst.position <= 1.0 && worst.normal > least, "{worst:?}");
        }
        let shifted = (
            "bits * (slot % a_word), bits)",
            "bits * (slot % a_word), bits - 1u)",
        );
        let worst = with_changed_shader(&gpu, blend, shifted);
        assert!(worst.position > 100.0 && worst.normal > 100.0, "{worst:?}");
    }
}
