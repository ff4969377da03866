//! Hierarchies seen from outside: world transforms against a plain recursion over 4 × 4 matrices, and
//! the contract of the bind pose.

#[path = "support/naive.rs"]
mod naive;
#[path = "support/rigs.rs"]
mod rigs;
#[path = "support/shares.rs"]
mod shares;

use naive::Matrix;
use proptest::collection::vec;
use proptest::prelude::*;
use rigs::{affine, transform, vector};
use shares::influences;
use skinlab_core::blend::linear;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::palette::{Palette, inverse_bind};
use skinlab_core::pose::forward_kinematics;
use skinlab_core::skeleton::Skeleton;
use skinlab_core::transform::{Transform, planar};
use skinlab_core::weights::Influence;

/// The unit roundoff of `f64`.
const U: f64 = f64::EPSILON / 2.0;

/// A hierarchy in which a joint's parent is any joint before it, or none.
fn any_forest(joints: usize) -> impl Strategy<Value = Vec<Option<usize>>> {
    (0..joints)
        .map(|joint| (0..=joint).prop_map(move |parent| (parent < joint).then_some(parent)))
        .collect::<Vec<_>>()
}

/// A hierarchy at most 5 joints deep: a joint's parent lies in the first half of those before it.
fn shallow_tree(joints: usize) -> impl Strategy<Value = Vec<Option<usize>>> {
    (0..joints)
        .map(|joint| (0..=joint / 2).prop_map(move |parent| (parent < joint).then_some(parent)))
        .collect::<Vec<_>>()
}

fn world_of(parents: &[Option<usize>], local: &[DAffine3]) -> Vec<DAffine3> {
    let skeleton = Skeleton::new(parents.to_vec(), local.to_vec()).expect("parents come first");
    let mut world = Vec::new();
    forward_kinematics(&skeleton, local, &mut world).expect("one transform a joint");
    world
}

fn matrix(m: &DAffine3) -> Matrix {
    let c = m.to_cols_array();
    [
        [c[0], c[3], c[6], c[9]],
        [c[1], c[4], c[7], c[10]],
        [c[2], c[5], c[8], c[11]],
        [0.0, 0.0, 0.0, 1.0],
    ]
}

fn within(a: &Matrix, b: &Matrix, tolerance: &Matrix, factor: f64) -> bool {
    (0..16).all(|at| {
        let (row, column) = (at / 4, at % 4);
        (a[row][column] - b[row][column]).abs() <= factor * tolerance[row][column]
    })
}

/// Whether `world` is what the recursion gives. A level multiplies two matrices: 4 roundings an entry
/// on either side, of at most the same product of absolute values.
fn agrees_with_recursion(
    parents: &[Option<usize>],
    local: &[DAffine3],
    world: &[DAffine3],
) -> bool {
    let plain: Vec<Matrix> = local.iter().map(matrix).collect();
    let absolute: Vec<Matrix> = plain
        .iter()
        .map(|m| m.map(|row| row.map(f64::abs)))
        .collect();
    (0..parents.len()).all(|joint| {
        let levels = std::iter::successors(Some(joint), |&joint| parents[joint]).count();
        within(
            &matrix(&world[joint]),
            &naive::world(parents, &plain, joint),
            &naive::world(parents, &absolute, joint),
            8.0 * levels as f64 * U,
        )
    })
}

/// The Frobenius norm of the linear part.
fn norm(m: &DAffine3) -> f64 {
    m.to_cols_array()[..9]
        .iter()
        .map(|v| v * v)
        .sum::<f64>()
        .sqrt()
}

/// How exact an inverse by cofactors is, relative to its norm. With c = ‖B‖·‖B⁻¹‖ the determinant errs
/// by at most 12 u ‖B‖³ and is at least ‖B⁻¹‖⁻³; the cofactors err by at most 4 u ‖B‖²; so the inverse
/// errs by at most 16 u c³ of its norm. Twice that leaves room for the products around it.
fn inverse_slack(bind: &DAffine3) -> f64 {
    let condition = norm(bind) * norm(&bind.inverse());
    32.0 * U * condition.powi(3)
}

/// Whether `joints`, taken at the bind pose itself, are all the identity.
fn is_bind_identity(joints: &[DAffine3], bind: &[DAffine3]) -> bool {
    joints.iter().zip(bind).all(|(joint, bind)| {
        let slack = norm(bind) * norm(&bind.inverse()) * inverse_slack(bind);
        assert!(
            slack < 1e-6,
            "the rig is too ill-conditioned to show anything"
        );
        let linear = norm(&DAffine3 {
            matrix3: joint.matrix3 - DAffine3::IDENTITY.matrix3,
            ..*joint
        });
        linear <= slack && joint.translation.length() <= 2.0 * slack * bind.translation.length()
    })
}

fn palette(world: &[DAffine3], bind: &[DAffine3]) -> Palette {
    let mut palette = Palette::default();
    let inverse = inverse_bind(bind).expect("scales are not zero");
    palette
        .update(world, &inverse)
        .expect("one of each a joint");
    palette
}

/// How far `S · p` may err through the inverse of `bind`, where `S = W · B⁻¹`.
fn slack_through(world: &DAffine3, bind: &DAffine3, p: DVec3) -> f64 {
    let back = norm(&bind.inverse()) * (p.length() + bind.translation.length());
    inverse_slack(bind) * (norm(world) * back + world.translation.length())
}

/// A mesh modelled elsewhere, vertices and bind pose alike moved by `a`, is posed as before.
fn ignores_model_space(
    world: &[DAffine3],
    (bind, p): (&[DAffine3], DVec3),
    (bind_there, p_there): (&[DAffine3], DVec3),
    influences: &[Influence],
) -> bool {
    let here = linear::position(palette(world, bind).joints(), influences, p);
    let there = linear::position(palette(world, bind_there).joints(), influences, p_there);
    let slack: f64 = influences
        .iter()
        .map(|i| {
            let joint = usize::from(i.joint);
            let (w, b, b_there) = (&world[joint], &bind[joint], &bind_there[joint]);
            i.weight * (slack_through(w, b, p) + slack_through(w, b_there, p_there))
        })
        .sum();
    assert!(
        slack < 1e-4,
        "the rig is too ill-conditioned to show anything"
    );
    (here - there).length() <= slack
}

fn moved(bind: &[DAffine3], a: DAffine3) -> Vec<DAffine3> {
    bind.iter().map(|bind| a * *bind).collect()
}

fn affines(transforms: &[Transform]) -> Vec<DAffine3> {
    transforms.iter().map(|t| t.to_affine()).collect()
}

proptest! {
    #[test]
    fn world_transforms_are_those_of_the_plain_recursion(
        (parents, local) in (1_usize..24).prop_flat_map(|n| (any_forest(n), vec(affine(), n))),
    ) {
        prop_assert!(agrees_with_recursion(&parents, &local, &world_of(&parents, &local)));
    }

    #[test]
    fn a_local_transform_is_translation_after_rotation_after_scale(transform in transform(4.0)) {
        let plain = naive::from_parts(
            transform.translation.to_array(),
            transform.rotation.to_array(),
            transform.scale.to_array(),
        );
        // A component of a rotation is a sum of products of numbers up to 1: fewer than 16 roundings.
        let scale = transform.scale.to_array();
        let tolerance = std::array::from_fn(|row| {
            std::array::from_fn(|column| if row < 3 && column < 3 { scale[column] } else { 0.0 })
        });
        prop_assert!(within(&matrix(&transform.to_affine()), &plain, &tolerance, 16.0 * U));
    }

    #[test]
    fn at_the_bind_pose_every_joint_matrix_is_the_identity(
        (parents, local) in (1_usize..17)
            .prop_flat_map(|n| (shallow_tree(n), vec(transform(1.25), n))),
    ) {
        let bind = world_of(&parents, &affines(&local));
        prop_assert!(is_bind_identity(palette(&bind, &bind).joints(), &bind));
    }

    #[test]
    fn the_space_in_which_a_mesh_was_modelled_does_not_matter(
        parents in shallow_tree(16), now in vec(transform(1.25), 16), at_bind in vec(transform(1.25), 16),
        influences in influences(), p in vector(2.0), a in affine(),
    ) {
        let world = world_of(&parents, &affines(&now));
        let bind = world_of(&parents, &affines(&at_bind));
        let there = (moved(&bind, a), a.transform_point3(p));
        prop_assert!(ignores_model_space(&world, (&bind, p), (&there.0, there.1), &influences));
    }
}

/// A root with an arm of two joints and a leg beside it.
const PARENTS: [Option<usize>; 4] = [None, Some(0), Some(1), Some(0)];

fn bent() -> Vec<DAffine3> {
    (0..4)
        .map(|joint| planar(DVec3::X, 0.3 + f64::from(joint)))
        .collect()
}

#[test]
fn control_a_wrong_parent_is_seen() {
    assert!(agrees_with_recursion(
        &PARENTS,
        &bent(),
        &world_of(&PARENTS, &bent())
    ));
    let chain = [None, Some(0), Some(1), Some(2)];
    assert!(!agrees_with_recursion(
        &PARENTS,
        &bent(),
        &world_of(&chain, &bent())
    ));
}

#[test]
fn control_child_before_parent_is_seen() {
    let local = bent();
    let mut world = local.clone();
    for joint in 0..4 {
        if let Some(parent) = PARENTS[joint] {
            world[joint] = local[joint] * world[parent];
        }
    }
    assert!(!agrees_with_recursion(&PARENTS, &local, &world));
}

#[test]
fn control_without_the_inverse_there_is_no_identity() {
    let bind = world_of(&PARENTS, &bent());
    assert!(is_bind_identity(palette(&bind, &bind).joints(), &bind));
    assert!(!is_bind_identity(&bind, &bind));
    let elsewhere = moved(&bind, DAffine3::from_rotation_z(1e-9));
    assert!(!is_bind_identity(
        palette(&bind, &elsewhere).joints(),
        &bind
    ));
}

#[test]
fn control_vertices_moved_without_their_bind_pose_are_seen() {
    let bind = world_of(&PARENTS, &bent());
    let world = world_of(&PARENTS, &affines(&[Transform::IDENTITY; 4]));
    let half = [Influence::new(1, 0.5), Influence::new(3, 0.5)];
    let (a, p) = (DAffine3::from_rotation_z(0.5), DVec3::new(0.5, 0.25, 0.0));
    let (there, p_there) = (moved(&bind, a), a.transform_point3(p));
    assert!(ignores_model_space(
        &world,
        (&bind, p),
        (&there, p_there),
        &half
    ));
    assert!(!ignores_model_space(&world, (&bind, p), (&there, p), &half));
    assert!(!ignores_model_space(
        &world,
        (&bind, p),
        (&bind, p_there),
        &half
    ));
}
