//! Real rigs from outside: two Khronos sample models read with the `gltf` crate, posed by their own
//! animations, skinned by both CPU engines and by an independent evaluation in plain loops.

#[path = "support/model.rs"]
mod model;
#[path = "support/model_rig.rs"]
mod model_rig;
#[path = "support/naive.rs"]
mod naive;

use model::{Model, Parts};
use model_rig::{Product, Rig, slots};
use skinlab_core::bound;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::mesh::{Mesh, MeshError};
use skinlab_core::palette::Palette;
use skinlab_core::weights::WeightError;

/// The unit roundoff of `f64`.
const U: f64 = f64::EPSILON / 2.0;

/// Every vertex by the definition: Σ w · (world · inverse bind · p), node by node from the file.
fn evaluate(model: &Model, parts: &[Parts]) -> Vec<[f64; 3]> {
    let matrices: Vec<naive::Matrix> = parts
        .iter()
        .map(|p| naive::from_parts(p.translation, p.rotation, p.scale))
        .collect();
    let joint_matrices: Vec<naive::Matrix> = (0..model.joint_nodes.len())
        .map(|joint| {
            let world = naive::world(&model.node_parents, &matrices, model.joint_nodes[joint]);
            // The file stores matrices column by column.
            let columns = model.inverse_bind[joint];
            let inverse_bind: naive::Matrix = std::array::from_fn(|row| {
                std::array::from_fn(|column| f64::from(columns[column][row]))
            });
            naive::product(&world, &inverse_bind)
        })
        .collect();
    let vertices = model
        .positions
        .iter()
        .zip(&model.joints)
        .zip(&model.weights);
    vertices
        .map(|((p, joints), weights)| {
            let p = [f64::from(p[0]), f64::from(p[1]), f64::from(p[2]), 1.0];
            let mut out = [0.0; 3];
            for slot in 0..4 {
                let matrix = &joint_matrices[usize::from(joints[slot])];
                for row in 0..3 {
                    let mut moved = 0.0;
                    for column in 0..4 {
                        moved += matrix[row][column] * p[column];
                    }
                    out[row] += f64::from(weights[slot]) * moved;
                }
            }
            out
        })
        .collect()
}

/// How far two evaluations in `f64` may lie apart, in the model's units.
///
/// Joints are rigid, so every product of rotations has entries of at most 1, and what rounds is at most
/// as long as all offsets of the hierarchy, the longest offset of an inverse bind matrix and the vertex
/// together. A rotation from a quaternion errs by 8 roundings, a product by 4, a hierarchy has at most
/// 25 levels, and both sides err: at most 2 · 25 · 12 + 2 · 20 roundings an entry, and three entries meet
/// the vertex: below 2048.
fn double_bound(model: &Model, parts: &[Parts]) -> f64 {
    assert!(parts.len() <= 26);
    let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
    for part in parts {
        assert!(
            part.scale.iter().all(|s| (s - 1.0).abs() < 1e-6),
            "the rig is not rigid"
        );
    }
    let offsets: f64 = parts.iter().map(|p| length(p.translation)).sum();
    let column = |m: &[[f32; 4]; 4]| length([0, 1, 2].map(|row| f64::from(m[3][row])));
    let inverse = model.inverse_bind.iter().map(column).fold(0.0, f64::max);
    let vertex = model
        .positions
        .iter()
        .map(|p| length(p.map(f64::from)))
        .fold(0.0, f64::max);
    2048.0 * U * (offsets + inverse + vertex)
}

/// How many vertices an engine put further from the evaluation than `bound` allows.
fn outside(skinned: &[DVec3], plain: &[[f64; 3]], bound: impl Fn(usize) -> DVec3) -> usize {
    assert_eq!(skinned.len(), plain.len());
    (0..plain.len())
        .filter(|&v| {
            let difference = (skinned[v] - DVec3::from_array(plain[v])).abs();
            !difference.cmple(bound(v)).all()
        })
        .count()
}

/// How many vertices of both engines are wrong in one pose.
fn faults(model: &Model, rig: &Rig, parts: &[Parts], product: Product) -> [usize; 2] {
    let plain = evaluate(model, parts);
    let palette = rig.palette(parts, product);
    let double = DVec3::splat(double_bound(model, parts));
    assert!(double.x < 1e-9);
    let single = |v: usize| {
        double
            + bound::position(
                palette.joints(),
                rig.mesh.influences(v),
                rig.mesh.positions()[v],
            )
    };
    [
        outside(&rig.double(&palette), &plain, |_| double),
        outside(&rig.single(&palette), &plain, single),
    ]
}

/// The rest pose, and nine times through every animation, both ends and one beyond included.
fn poses(model: &Model) -> Vec<Vec<Parts>> {
    let sampled = model
        .durations()
        .into_iter()
        .enumerate()
        .flat_map(|(animation, seconds)| {
            (0..9_u8).map(move |step| (animation, seconds * f32::from(step) / 7.0))
        });
    let mut poses = vec![model.rest()];
    poses.extend(sampled.map(|(animation, seconds)| model.sample(animation, seconds)));
    poses
}

/// Checks every vertex in every pose, and that the poses move the mesh by at least `travel`.
fn check(file: &str, [vertices, joints, animations]: [usize; 3], travel: f64) {
    let model = Model::read(file);
    let rig = Rig::new(&model);
    assert_eq!(rig.mesh.len(), vertices);
    assert_eq!(rig.skeleton.len(), joints);
    assert_eq!(model.durations().len(), animations);
    let poses = poses(&model);
    assert_eq!(poses.len(), 1 + 9 * animations);

    let mut farthest = 0.0_f64;
    for parts in &poses {
        assert_eq!(
            faults(&model, &rig, parts, Product::WorldTimesInverseBind),
            [0, 0]
        );
        let skinned = rig.double(&rig.palette(parts, Product::WorldTimesInverseBind));
        let moved = skinned
            .iter()
            .zip(rig.mesh.positions())
            .map(|(a, b)| a.distance(*b));
        farthest = moved.fold(farthest, f64::max);
    }
    assert!(farthest > travel, "{farthest}");
}

#[test]
fn simple_skin_agrees_with_the_plain_evaluation() {
    check("SimpleSkin.gltf", [10, 2, 1], 1.0);
}

#[test]
fn fox_agrees_with_the_plain_evaluation() {
    check("Fox.glb", [1728, 24, 3], 10.0);
}

/// From 1 s to 1.5 s the upper joint is turned by 90° about (0, 1), so its vertices (±½, 2) stand at
/// (−1, 1 ± ½).
#[test]
fn simple_skin_stands_where_a_reader_can_compute_it() {
    let model = Model::read("SimpleSkin.gltf");
    let rig = Rig::new(&model);
    let parts = model.sample(0, 1.25);
    let skinned = rig.double(&rig.palette(&parts, Product::WorldTimesInverseBind));
    let expected = [DVec3::new(-1.0, 0.5, 0.0), DVec3::new(-1.0, 1.5, 0.0)];
    assert!(skinned[8].distance(expected[0]) < 1e-12, "{}", skinned[8]);
    assert!(skinned[9].distance(expected[1]) < 1e-12, "{}", skinned[9]);
    assert_eq!(skinned[..2], rig.mesh.positions()[..2]);
}

/// At rest the upper joint's world transform is the inverse of its inverse bind matrix.
#[test]
fn simple_skin_at_rest_is_as_modelled() {
    let model = Model::read("SimpleSkin.gltf");
    let rig = Rig::new(&model);
    let palette = rig.palette(&model.rest(), Product::WorldTimesInverseBind);
    assert_eq!(palette.joints(), [DAffine3::IDENTITY; 2]);
    assert_eq!(rig.double(&palette), rig.mesh.positions());
}

#[test]
fn the_order_of_joints_in_the_file_does_not_matter() {
    let model = Model::read("Fox.glb");
    let mut reversed = Model::read("Fox.glb");
    reversed.joint_nodes.reverse();
    reversed.inverse_bind.reverse();
    let last = reversed.joint_nodes.len() as u16 - 1;
    for joint in reversed.joints.iter_mut().flatten() {
        *joint = last - *joint;
    }
    let parts = model.sample(1, 0.3);
    let [skinned, other] = [&model, &reversed].map(|model| {
        let rig = Rig::new(model);
        rig.double(&rig.palette(&parts, Product::WorldTimesInverseBind))
    });
    assert_eq!(skinned.len(), 1728);
    assert_eq!(skinned, other);
}

/// glTF fills unused slots with weight 0 and any joint: they are padding, and a reader drops them.
#[test]
fn padding_in_the_slots_is_refused_and_not_guessed_at() {
    let model = Model::read("Fox.glb");
    let positions = vec![DVec3::ZERO; model.positions.len()];
    let lists: Vec<_> = slots(&model).collect();
    let refused = Mesh::new(positions, vec![], &lists, 24);
    assert!(matches!(
        refused,
        Err(MeshError::Weights {
            error: WeightError::DuplicateJoint { .. },
            ..
        })
    ));
}

#[test]
fn control_without_the_inverse_bind_matrices_nothing_fits() {
    for (file, animation, seconds, at_least) in
        [("Fox.glb", 1, 0.3, 1728), ("SimpleSkin.gltf", 0, 1.25, 8)]
    {
        let model = Model::read(file);
        let rig = Rig::new(&model);
        let parts = model.sample(animation, seconds);
        for product in [Product::WorldAlone, Product::InverseBindTimesWorld] {
            let [double, single] = faults(&model, &rig, &parts, product);
            assert!(
                double >= at_least && single >= at_least,
                "{file}: {double}, {single}"
            );
        }
    }
}

#[test]
fn control_one_joint_left_at_rest_is_seen() {
    let model = Model::read("Fox.glb");
    let rig = Rig::new(&model);
    let parts = model.sample(2, 0.4);
    let mut joints = rig
        .palette(&parts, Product::WorldTimesInverseBind)
        .joints()
        .to_vec();
    let head = 6;
    joints[head] = rig
        .palette(&model.rest(), Product::WorldTimesInverseBind)
        .joints()[head];
    let (plain, spoiled) = (
        evaluate(&model, &parts),
        Palette::from_joint_matrices(joints),
    );
    let double = DVec3::splat(double_bound(&model, &parts));
    let wrong = outside(&rig.double(&spoiled), &plain, |_| double);
    let follow = (0..rig.mesh.len())
        .filter(|&v| {
            rig.mesh
                .influences(v)
                .iter()
                .any(|i| usize::from(i.joint) == head)
        })
        .count();
    assert!(follow > 50);
    assert_eq!(wrong, follow);
}
