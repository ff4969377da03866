//! What a figure asks of a scene beside the posed mesh: outlines, dragging, picking, displacements.

use super::Scene;
use crate::blend::linear;
use crate::mistake;
use crate::rigs::arm::VERTICES;
use glam::{DAffine3, DVec3};

/// A handle that the reader can drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// The elbow, which turns θ₀.
    Elbow,
    /// The wrist, which turns θ₁.
    Wrist,
    /// The elbow of the bind pose.
    BindElbow,
    /// The wrist of the bind pose.
    BindWrist,
}

/// An outline of the mesh that a figure draws beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Every vertex follows the parent.
    Parent,
    /// Every vertex follows the child.
    Child,
    /// As modelled, in the bind pose.
    Modelled,
    /// Where the vertices belong: the same state without its mistakes.
    Right,
}

/// How far the mesh moves when the pose is the bind pose: 0 if the contract holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MovesAtBind {
    pub(super) largest: f64,
    pub(super) forearm_mean: f64,
    pub(super) s1: DVec3,
}

impl Scene {
    /// The positions of the arm's vertices on one of the figure's outlines (metres).
    pub fn outline(&self, outline: Outline) -> impl Iterator<Item = DVec3> + '_ {
        (0..VERTICES).map(move |vertex| match outline {
            Outline::Parent => self.joints[0].transform_point3(self.mesh.positions()[vertex]),
            Outline::Child => self.joints[1].transform_point3(self.mesh.positions()[vertex]),
            Outline::Modelled => self.mesh.positions()[vertex],
            Outline::Right => self.right[vertex],
        })
    }

    /// The angle in degrees, within −180° to 180°, that puts `handle` in the direction of the world point
    /// (`x`, `y`), measured on the arm as of the last [`Scene::view`], which is the one that the reader
    /// holds; `None` where the point lies on the joint that would turn.
    #[must_use]
    pub fn drag(&self, handle: Handle, x: f64, y: f64) -> Option<f64> {
        let (origin, turned) = match handle {
            Handle::Elbow | Handle::BindElbow => (DVec3::ZERO, 0.0),
            Handle::Wrist => (self.world[1].translation, heading(&self.world[0])),
            Handle::BindWrist => (self.bind_world[1].translation, heading(&self.bind_world[0])),
        };
        let reach = DVec3::new(x, y, 0.0) - origin;
        if reach.length() <= 1e-6 || !reach.is_finite() {
            return None;
        }
        let degrees = (reach.y.atan2(reach.x) - turned).to_degrees();
        let wrapped = degrees - 360.0 * (degrees / 360.0).round();
        Some(((wrapped * 10.0).round() / 10.0).clamp(-180.0, 180.0))
    }

    /// The arm's vertex nearest to the world point (`x`, `y`).
    #[must_use]
    pub fn pick(&self, x: f64, y: f64) -> usize {
        let point = DVec3::new(x, y, 0.0);
        let distance = |vertex: usize| self.reference[vertex].distance_squared(point);
        (0..VERTICES)
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
            .unwrap_or(0)
    }

    pub(super) fn moves_at_bind(&self) -> MovesAtBind {
        let at_bind = [0, 1].map(|joint| {
            mistake::joint_matrix(
                self.bind_world[joint],
                self.inverse_bind[joint],
                self.mistakes(),
            )
        });
        let moved = |vertex: usize| {
            let rest = self.mesh.positions()[vertex];
            (linear::position(&at_bind, self.mesh.influences(vertex), rest) - rest).length()
        };
        let forearm = VERTICES / 2..VERTICES;
        MovesAtBind {
            largest: (0..VERTICES).map(moved).fold(0.0, f64::max),
            forearm_mean: forearm.clone().map(moved).sum::<f64>() / forearm.len() as f64,
            s1: at_bind[1].translation,
        }
    }

    /// The largest distance of a vertex from where it belongs.
    pub(super) fn largest_misplacement(&self) -> f64 {
        self.reference
            .iter()
            .zip(&self.right)
            .map(|(now, right)| now.distance(*right))
            .fold(0.0, f64::max)
    }
}

/// The direction of a joint's bone in the plane, radians.
fn heading(joint: &DAffine3) -> f64 {
    let bone = joint.matrix3.x_axis;
    bone.y.atan2(bone.x)
}
