//! What the inverse transpose is worth on a whole tube, bent or twisted.

use crate::blend::linear::{exact_normal, normal, surface_normal};
use crate::closed_form;
use crate::lessons::Settings;
use crate::rigs::arm::L1;
use crate::rigs::tube::{RADIUS, twist};
use crate::tables::measure::degrees_between;
use crate::tables::weights::joint_matrices;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};
use std::f64::consts::{FRAC_PI_4, TAU};

/// Places across a tube's band, and round it: an eighth of a turn and the middle of the band are among
/// them.
const PLACES: [u32; 2] = [40, 48];

/// What the inverse transpose is worth on a whole tube: angles in degrees over its band.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tube {
    /// Largest angle between plain normal and inverse transpose.
    pub(super) largest: f64,
    /// The same by closed form.
    pub(super) largest_formula: f64,
    /// Mean of that angle.
    pub(super) mean: f64,
    /// Mean angle of the plain normal from the surface's own.
    pub(super) plain_from_surface: f64,
    /// Mean angle of the inverse transpose from the surface's own.
    pub(super) exact_from_surface: f64,
}

/// The tube bent or twisted by φ, whatever moves the one normal of the figure.
pub(super) fn tube(settings: &Settings) -> Tube {
    let (phi, r) = (settings.value("phi").to_radians(), settings.value("band"));
    let is_bent = settings.value("tube") == 0.0;
    let joints = if is_bent {
        joint_matrices([0.0, phi])
    } else {
        twist(phi).to_vec()
    };
    let mut tube = Tube::default();
    let mut count = 0.0;
    for step in 1..PLACES[0] {
        let w = f64::from(step) / f64::from(PLACES[0]);
        for segment in 0..PLACES[1] {
            let round = TAU * f64::from(segment) / f64::from(PLACES[1]);
            let Some([apart, plain, exact]) = place(&joints, w, r, round) else {
                continue;
            };
            tube.largest = tube.largest.max(apart);
            tube.mean += apart;
            tube.plain_from_surface += plain;
            tube.exact_from_surface += exact;
            count += 1.0;
        }
    }
    if is_bent {
        let left = closed_form::retention(0.5, phi);
        let apart = closed_form::normals::squeezed_apart([1.0, left], FRAC_PI_4);
        tube.largest_formula = apart.to_degrees();
    }
    for sum in [
        &mut tube.mean,
        &mut tube.plain_from_surface,
        &mut tube.exact_from_surface,
    ] {
        *sum /= f64::max(count, 1.0);
    }
    tube
}

/// At one place of the tube, degrees: plain normal and inverse transpose apart, and each of them from the
/// surface's own normal. `None` where the surface is flat and has none.
fn place(joints: &[DAffine3], w: f64, r: f64, round: f64) -> Option<[f64; 3]> {
    let n = DVec3::new(0.0, round.cos(), round.sin());
    let p = DVec3::X * (L1 + (2.0 * w - 1.0) * r) + RADIUS * n;
    let influences = [Influence::new(0, 1.0 - w), Influence::new(1, w)];
    let slope = DVec3::X / (2.0 * r);
    let own = surface_normal(joints, &influences, &[-slope, slope], p, n).ok()?;
    let exact = exact_normal(joints, &influences, n).ok()?;
    let plain = normal(joints, &influences, n);
    Some([
        degrees_between(plain, exact),
        degrees_between(plain, own),
        degrees_between(exact, own),
    ])
}
