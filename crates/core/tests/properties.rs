//! What linear blending promises for every rig: it commutes with affine maps, carries a common
//! translation whole, stays in the convex hull, and does not care in which order influences come.
//!
//! Each promise is one function, which holds for random rigs and fails for a rig spoiled on purpose.

#[path = "support/rigs.rs"]
mod rigs;
#[path = "support/shares.rs"]
mod shares;

use proptest::collection::vec;
use proptest::prelude::*;
use rigs::{affine, direction, vector};
use shares::{JOINTS, influences, raw_influences};
use skinlab_core::blend::linear;
use skinlab_core::bound::magnitude;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::mesh::Mesh;
use skinlab_core::weights::{Influence, trim};

/// The unit roundoff of `f64`.
const U: f64 = f64::EPSILON / 2.0;

/// More roundings than the two sides of any comparison below meet together: on each side one matrix
/// product (4), the product with the vertex (4), the weight (1) and a sum of 11 influences (10); and 13
/// in the sum of the weights, which makes 51.
const ROUNDINGS: f64 = 64.0;

/// Whether every component of `a − b` lies within `tolerance`; NaN does not.
fn within(a: DVec3, b: DVec3, tolerance: DVec3) -> bool {
    (a - b).abs().cmple(tolerance).all()
}

/// The matrix of the absolute values.
fn absolute(m: DAffine3) -> DAffine3 {
    DAffine3::from_cols_array(&m.to_cols_array().map(f64::abs))
}

/// Moving every joint by `a` moves the blended vertex by `a`.
fn moves_with(
    before: &[DAffine3],
    after: &[DAffine3],
    influences: &[Influence],
    p: DVec3,
    a: DAffine3,
) -> bool {
    let expected = a.transform_point3(linear::position(before, influences, p));
    let reach = absolute(a).transform_point3(magnitude(before, influences, p));
    within(
        linear::position(after, influences, p),
        expected,
        ROUNDINGS * U * reach,
    )
}

/// Translating every joint by `t` translates the blended vertex by exactly `t`.
fn carries_translation(joints: &[DAffine3], influences: &[Influence], p: DVec3, t: DVec3) -> bool {
    let moved: Vec<_> = joints
        .iter()
        .map(|joint| DAffine3::from_translation(t) * *joint)
        .collect();
    let expected = linear::position(joints, influences, p) + t;
    let reach = magnitude(&moved, influences, p) + magnitude(joints, influences, p) + t.abs();
    within(
        linear::position(&moved, influences, p),
        expected,
        ROUNDINGS * U * reach,
    )
}

/// The blended vertex lies between the places where each joint alone would put it, seen along `d`.
fn stays_in_the_hull(joints: &[DAffine3], influences: &[Influence], p: DVec3, d: DVec3) -> bool {
    let alone = |i: &Influence| [Influence::new(i.joint, 1.0)];
    let (mut low, mut high, mut reach) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
    for i in influences.iter().filter(|i| i.weight != 0.0) {
        let along = d.dot(linear::position(joints, &alone(i), p));
        low = low.min(along);
        high = high.max(along);
        reach = reach.max(d.abs().dot(magnitude(joints, &alone(i), p)));
    }
    let blended = d.dot(linear::position(joints, influences, p));
    let slack = ROUNDINGS * U * reach;
    low - slack <= blended && blended <= high + slack
}

/// Two lists blend to the same place within what a sum of 11 terms in any order may round.
fn blend_alike(joints: &[DAffine3], a: &[Influence], b: &[Influence], p: DVec3) -> bool {
    let slack = 2.0 * 10.0 * U * magnitude(joints, a, p);
    within(
        linear::position(joints, a, p),
        linear::position(joints, b, p),
        slack,
    )
}

proptest! {
    #[test]
    fn an_affine_map_of_all_joints_maps_the_result(
        joints in vec(affine(), usize::from(JOINTS)), influences in influences(), p in vector(2.0), a in affine(),
    ) {
        let after: Vec<_> = joints.iter().map(|joint| a * *joint).collect();
        prop_assert!(moves_with(&joints, &after, &influences, p, a));
    }

    #[test]
    fn a_common_translation_is_carried_whole(
        joints in vec(affine(), usize::from(JOINTS)), influences in influences(), p in vector(2.0), t in vector(100.0),
    ) {
        prop_assert!(carries_translation(&joints, &influences, p, t));
    }

    #[test]
    fn the_result_lies_in_the_convex_hull(
        joints in vec(affine(), usize::from(JOINTS)), influences in influences(), p in vector(2.0),
        directions in vec(direction(), 8),
    ) {
        for d in directions {
            prop_assert!(stays_in_the_hull(&joints, &influences, p, d), "{d}");
        }
    }

    #[test]
    fn the_order_of_influences_moves_a_vertex_by_roundings_only(
        joints in vec(affine(), usize::from(JOINTS)), p in vector(2.0),
        (list, shuffled) in influences().prop_flat_map(|list| {
            let shuffled = Just(list.clone()).prop_shuffle();
            (Just(list), shuffled)
        }),
    ) {
        prop_assert!(blend_alike(&joints, &list, &shuffled, p));
    }

    #[test]
    fn after_trimming_the_order_of_influences_leaves_no_trace(
        joints in vec(affine(), usize::from(JOINTS)), p in vector(2.0), limit in 1_usize..12,
        (list, shuffled) in raw_influences().prop_flat_map(|list| {
            let shuffled = Just(list.clone()).prop_shuffle();
            (Just(list), shuffled)
        }),
    ) {
        let (a, b) = (trim(&list, limit).expect("valid"), trim(&shuffled, limit).expect("valid"));
        prop_assert_eq!(bits(&a), bits(&b));
        let place = |list: &[Influence]| linear::position(&joints, list, p).to_array().map(f64::to_bits);
        prop_assert_eq!(place(&a), place(&b));
    }

    #[test]
    fn a_whole_mesh_is_blended_as_its_vertices_are(
        joints in vec(affine(), usize::from(JOINTS)),
        vertices in vec((vector(2.0), influences()), 0..20),
    ) {
        let (positions, lists): (Vec<_>, Vec<_>) = vertices.into_iter().unzip();
        let mesh = Mesh::new(positions.clone(), vec![], &lists, joints.len()).expect("valid");
        let mut out = vec![DVec3::NAN; 3];
        linear::positions(&joints, &mesh, &mut out);
        prop_assert_eq!(out.len(), positions.len());
        for ((&p, list), out) in positions.iter().zip(&lists).zip(out) {
            prop_assert_eq!(out, linear::position(&joints, list, p));
        }
    }
}

/// The numbers of a list, so that two lists compare equal only bit for bit.
fn bits(list: &[Influence]) -> Vec<(u16, u64)> {
    list.iter().map(|i| (i.joint, i.weight.to_bits())).collect()
}

/// Two joints a metre apart, one of them turned: the rig that the controls spoil.
fn pair() -> [DAffine3; 2] {
    [
        DAffine3::from_translation(DVec3::X),
        DAffine3::from_rotation_z(1.0) * DAffine3::from_translation(DVec3::Y),
    ]
}

fn shares(parent: f64, child: f64) -> [Influence; 2] {
    [Influence::new(0, parent), Influence::new(1, child)]
}

const P: DVec3 = DVec3::new(0.5, -0.25, 1.0);

#[test]
fn control_a_joint_left_behind_breaks_affine_invariance() {
    let a = DAffine3::from_rotation_x(0.5);
    let moved = pair().map(|joint| a * joint);
    assert!(moves_with(&pair(), &moved, &shares(0.4, 0.6), P, a));
    let left_behind = [moved[0], pair()[1]];
    assert!(!moves_with(&pair(), &left_behind, &shares(0.4, 0.6), P, a));
    let other_side = pair().map(|joint| joint * a);
    assert!(!moves_with(&pair(), &other_side, &shares(0.4, 0.6), P, a));
}

#[test]
fn control_weights_that_do_not_sum_to_one_lose_translation() {
    let t = DVec3::new(100.0, 0.0, 0.0);
    assert!(carries_translation(&pair(), &shares(0.25, 0.75), P, t));
    assert!(!carries_translation(&pair(), &shares(0.25, 0.6), P, t));
    // A sum that is off by a millionth of a millionth is seen too: the tolerance hides nothing.
    assert!(!carries_translation(
        &pair(),
        &shares(0.25, 0.75 + 1e-12),
        P,
        t
    ));
}

#[test]
fn control_a_negative_weight_leaves_the_hull() {
    let apart = |weights: &[Influence; 2]| {
        [DVec3::X, DVec3::Y, DVec3::Z]
            .iter()
            .all(|&d| stays_in_the_hull(&pair(), weights, P, d))
    };
    assert!(apart(&shares(0.3, 0.7)));
    assert!(!apart(&shares(-0.3, 1.3)));
    assert!(!apart(&shares(0.5, 0.25)));
}

#[test]
fn control_exchanged_weights_are_not_another_order() {
    let [first, second] = shares(0.3, 0.7);
    assert!(blend_alike(&pair(), &[first, second], &[second, first], P));
    assert!(!blend_alike(
        &pair(),
        &[first, second],
        &shares(0.7, 0.3),
        P
    ));
}

#[test]
fn control_cutting_without_sorting_depends_on_the_order() {
    let list: Vec<_> = (0..5)
        .map(|joint| Influence::new(joint, if joint == 4 { 0.8 } else { 0.05 }))
        .collect();
    let reversed: Vec<_> = list.iter().rev().copied().collect();
    let cut = |list: &[Influence]| trim(&list[..4], 4).expect("valid");
    assert_ne!(bits(&cut(&list)), bits(&cut(&reversed)));
    assert_eq!(
        bits(&trim(&list, 4).expect("valid")),
        bits(&trim(&reversed, 4).expect("valid"))
    );
}
