//! The formula side: where the arm's vertices are by closed form, sound or with the same faults planted.

use crate::closed_form::{band_share, follow_child, mix};
use crate::mistake::planted::{LOST, OFF, SHORT, STRAY, UNSTOPPED};
use crate::rigs::arm::{self, L1};
use glam::DVec2;

/// The arm by closed form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    bend: f64,
    band: f64,
    broken: bool,
}

impl Hand {
    pub(super) fn sound(degrees: f64, band: f64) -> Self {
        Self {
            bend: degrees.to_radians(),
            band,
            broken: false,
        }
    }

    pub(super) fn broken(degrees: f64, band: f64) -> Self {
        Self {
            bend: UNSTOPPED.copysign(degrees).to_radians(),
            band,
            broken: true,
        }
    }

    fn rest(vertex: usize) -> DVec2 {
        arm::straight(vertex).truncate()
    }

    /// The child's share.
    fn share(self, vertex: usize) -> f64 {
        if self.broken && vertex == STRAY {
            0.0
        } else {
            band_share(Self::rest(vertex).x, L1, self.band)
        }
    }

    /// Where the child alone would carry a vertex: bound too far out, it starts too far in.
    fn by_child(self, vertex: usize) -> DVec2 {
        let rest = Self::rest(vertex);
        let off = if self.broken { OFF } else { 0.0 };
        DVec2::from_array(follow_child([rest.x - off, rest.y], L1, [0.0, self.bend]))
    }

    fn place(self, vertex: usize) -> DVec2 {
        let parent = Self::rest(vertex).to_array();
        let child = self.by_child(vertex).to_array();
        let place = DVec2::from_array(mix(parent, child, self.share(vertex)));
        if self.broken && vertex == SHORT {
            place * (1.0 - LOST)
        } else {
            place
        }
    }

    /// The vertex that keeps the smallest share of its distance from the elbow, and that share.
    pub(super) fn kept(self) -> (usize, f64) {
        let elbow = DVec2::new(L1, 0.0);
        (0..arm::VERTICES)
            .map(|v| {
                let kept = self.place(v).distance(elbow) / Self::rest(v).distance(elbow);
                (v, kept)
            })
            .fold((0, f64::INFINITY), |least, next| {
                if next.1 < least.1 { next } else { least }
            })
    }

    /// The longest edge as a share of what the band allows.
    pub(super) fn longest(self) -> f64 {
        let share = |edge: &[u32; 2]| {
            let [a, b] = edge.map(|v| v as usize);
            let touched = [a, b].map(|v| self.share(v));
            let is_shared = touched.iter().any(|&w| w > 0.0) && touched.iter().any(|&w| w < 1.0);
            let apart = if is_shared {
                Self::rest(a).distance(self.by_child(a))
            } else {
                0.0
            };
            let rest = Self::rest(a).distance(Self::rest(b));
            let allowed = rest * (1.0 + apart / (2.0 * self.band));
            self.place(a).distance(self.place(b)) / allowed
        };
        arm::edges().iter().map(share).fold(0.0, f64::max)
    }
}
