use super::*;
use crate::compositing::picture::Picture;

const DEGREES_60: f64 = -std::f64::consts::FRAC_PI_3;

fn setup(cause: Cause) -> Setup {
    Setup {
        theta: DEGREES_60,
        cause,
        joining: Joining::Apart,
        overlap: 0.0,
        alpha: Alpha::Straight,
        smoothed: false,
        ground: Ground::Black,
        scale: 1,
    }
}

fn skin(setup: &Setup) -> Vec<DVec3> {
    let rig = rig(setup);
    rig.positions
        .iter()
        .zip(&rig.influences)
        .map(|(&position, list)| linear::position(&rig.joints, list, position))
        .collect()
}

fn look(setup: &Setup) -> (Picture, Leak) {
    let skinned = skin(setup);
    let picture = picture(setup, &skinned);
    let leak = leak(setup, &skinned, &picture.draw());
    (picture, leak)
}

#[test]
fn every_cause_leaks_and_every_fix_stops_it() {
    let worst = |setup: Setup| look(&setup).1.largest;
    for scale in [1, 2, 4] {
        let at = |cause| Setup {
            scale,
            ..setup(cause)
        };
        assert!(worst(at(Cause::Gap)) > 0.4);
        assert!((worst(at(Cause::Edges)) - 0.25).abs() < 0.01);
        assert!((worst(at(Cause::Fringe)) - 0.25).abs() < 0.01);
        assert!(worst(at(Cause::Jump)) > 0.99);
        for cause in [Cause::Gap, Cause::Edges] {
            assert!(
                worst(Setup {
                    joining: Joining::One,
                    ..at(cause)
                }) < 0.01
            );
            assert!(
                worst(Setup {
                    overlap: 2.0,
                    ..at(cause)
                }) < 0.01
            );
        }
        for alpha in [Alpha::Dilated, Alpha::Premultiplied] {
            assert!(
                worst(Setup {
                    alpha,
                    ..at(Cause::Fringe)
                }) < 0.01
            );
        }
        assert!(
            worst(Setup {
                smoothed: true,
                ..at(Cause::Jump)
            }) < 0.01
        );
    }
}

#[test]
fn shared_vertices_close_the_gap_and_leave_the_edges() {
    let shared = Setup {
        joining: Joining::Shared,
        ..setup(Cause::Gap)
    };
    assert!((look(&shared).1.largest - 0.25).abs() < 0.01);
}

#[test]
fn the_worst_pixel_is_the_middle_one() {
    for cause in [Cause::Gap, Cause::Edges, Cause::Fringe] {
        let setup = setup(cause);
        let (picture, leak) = look(&setup);
        let image = picture.draw();
        let middle = image.pixels[SIDE / 2 * SIDE + SIDE / 2];
        let [column, row] = leak.place;
        let worst = image.pixels[row * SIDE + column];
        let far = middle.iter().zip(worst).map(|(a, b)| a.abs_diff(b)).max();
        assert!(far <= Some(1), "{cause:?}: {middle:?}, {worst:?}");
    }
}

#[test]
fn enough_of_the_limb_is_looked_at() {
    for cause in [Cause::Gap, Cause::Edges, Cause::Fringe, Cause::Jump] {
        for degrees in [-120.0, -90.0, -60.0, -30.0, 0.0] {
            let setup = Setup {
                theta: f64::to_radians(degrees),
                ..setup(cause)
            };
            let looked_at = look(&setup).1.looked_at;
            assert!(looked_at > 30 * 30, "{cause:?} at {degrees}: {looked_at}");
        }
    }
}

#[test]
fn the_fringe_is_a_quarter_at_every_bend() {
    for degrees in [-120.0, -91.0, -46.0, -44.0, -10.0] {
        let setup = Setup {
            theta: f64::to_radians(degrees),
            ..setup(Cause::Fringe)
        };
        let largest = look(&setup).1.largest;
        assert!((largest - 0.25).abs() < 0.01, "{degrees}: {largest}");
    }
}
