//! What has no dual quaternion is refused, each kind in its own words.

#[path = "support/refusal.rs"]
mod refusal;

use skinlab_core::dual_palette::{DualPalette, DualPaletteError};
use skinlab_core::dual_quat::{DualQuat, DualQuatError};
use skinlab_core::glam::{DAffine3, DMat3, DQuat, DVec3};

fn scaled(x: f64, y: f64, z: f64) -> DAffine3 {
    DAffine3::from_scale(DVec3::new(x, y, z))
}

fn sheared() -> DAffine3 {
    DAffine3::from_mat3(DMat3::from_cols(
        DVec3::X,
        DVec3::new(0.1, 1.0, 0.0),
        DVec3::Z,
    ))
}

fn cancelled() -> DualQuat {
    DualQuat::IDENTITY + -DualQuat::IDENTITY
}

fn kind(error: &DualQuatError) -> usize {
    match error {
        DualQuatError::NotFinite => 0,
        DualQuatError::NotRigid { .. } => 1,
        DualQuatError::InsideOut => 2,
        DualQuatError::Flat => 3,
        DualQuatError::NoDirection { .. } => 4,
    }
}

#[test]
fn each_refusal_says_what_and_how_far() {
    let rigid = |matrix| DualQuat::from_rigid(&matrix);
    let nearest = |matrix| DualQuat::dropping_scale(&matrix, DVec3::X);
    refusal::check(
        5,
        kind,
        vec![
            (0, rigid(scaled(1.0, f64::NAN, 1.0)), &["not finite"]),
            (0, nearest(scaled(1.0, f64::INFINITY, 1.0)), &["not finite"]),
            (
                0,
                rigid(DAffine3::from_translation(DVec3::splat(f64::NAN))),
                &["not finite"],
            ),
            (
                1,
                rigid(scaled(1.0, 2.0, 1.0)),
                &["scales or shears", "3 away"],
            ),
            (1, rigid(sheared()), &["scales or shears", "0.1 away"]),
            (2, rigid(scaled(1.0, 1.0, -1.0)), &["inside out"]),
            (2, nearest(scaled(2.0, 1.0, -3.0)), &["inside out"]),
            (3, nearest(scaled(1.0, 0.0, 1.0)), &["flattens", "zero"]),
            (3, nearest(scaled(0.0, 0.0, 0.0)), &["flattens"]),
            (4, cancelled().normalise(), &["length 0", "no direction"]),
            (
                4,
                (f64::NAN * DualQuat::IDENTITY).normalise(),
                &["length NaN"],
            ),
        ],
    );
}

#[test]
fn the_tolerance_lets_single_precision_through_and_nothing_that_one_could_see() {
    let turn = DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 2.5));
    let single = turn.as_mat3();
    let mut chain = DMat3::IDENTITY;
    for _ in 0..40 {
        chain *= single.as_dmat3();
    }
    assert!(DualQuat::from_rigid(&DAffine3::from_mat3(chain)).is_ok());
    let stretched = DAffine3::from_mat3(1.0001 * turn);
    assert!(matches!(
        DualQuat::from_rigid(&stretched),
        Err(DualQuatError::NotRigid { deviation }) if (deviation - 2.0001e-4).abs() < 1e-8
    ));
}

#[test]
fn a_palette_names_the_joint() {
    let joints = [
        DAffine3::IDENTITY,
        scaled(2.0, 2.0, 2.0),
        scaled(1.0, 0.0, 1.0),
    ];
    let rigid = DualPalette::from_joint_matrices(&joints).expect_err("scaled");
    assert!(rigid.to_string().starts_with("joint 1: "));
    let pivots = [DVec3::ZERO; 3];
    let flat = DualPalette::dropping_scale(&joints, &pivots).expect_err("flat");
    let error = DualQuatError::Flat;
    assert_eq!(flat, DualPaletteError::Joint { joint: 2, error });
    let short = DualPalette::dropping_scale(&joints, &pivots[..2]).expect_err("too few");
    assert!(short.to_string().contains("3 joint matrices but 2 pivots"));
}
