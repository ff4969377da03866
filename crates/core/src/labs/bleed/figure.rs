//! The figure of lab `weights/bleed`: bound in four ways, and posed once for each.

use crate::blend::linear;
use crate::lessons::Settings;
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::palette::{Palette, inverse_bind};
use crate::pose::forward_kinematics;
use crate::rigs::torso::{ARM, SPINE, Shape, TORSO_VERTICES, Torso};
use crate::skeleton::Skeleton;
use crate::tables::bleed::{self, Bound, Method};
use crate::tables::valid;
use crate::weights::bind::{Binding, SpdSolver};
use glam::{DAffine3, DVec3};

/// How far the arm can be raised, degrees.
pub(super) const HIGHEST: f64 = 120.0;

/// What the weights depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) shape: Shape,
    pub(super) mistakes: Mistakes,
}

impl Key {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            shape: Shape {
                gap: settings.value("gap"),
                bag: settings.value("bag") == 1.0,
            },
            mistakes: settings.mistakes(),
        }
    }

    /// # Panics
    ///
    /// If the solver fails on a system that is positive definite by construction.
    pub(super) fn bind(self, solver: &dyn SpdSolver) -> Bound {
        valid(bleed::bind(self.shape, self.mistakes, solver))
    }
}

/// The figure, bound for one key, and its four poses.
#[derive(Debug)]
pub struct Bleeding {
    pub(super) key: Key,
    pub(super) bound: Bound,
    skeleton: Skeleton,
    inverse_bind: Vec<DAffine3>,
    world: Vec<DAffine3>,
    palette: Palette,
    figures: [Figure; 4],
}

impl Bleeding {
    pub(super) fn new(key: Key, bound: Bound) -> Self {
        let skeleton = valid(key.shape.skeleton());
        let mut world = Vec::with_capacity(skeleton.len());
        valid(forward_kinematics(&skeleton, skeleton.rest(), &mut world));
        Self {
            key,
            figures: Method::ALL
                .map(|method| Figure::new(&bound.torso, &bound.bindings[method as usize])),
            bound,
            skeleton,
            inverse_bind: valid(inverse_bind(&world)),
            world,
            palette: Palette::default(),
        }
    }

    /// Poses all four with the arm raised by `raise` radians. Allocates nothing.
    pub(super) fn pose(&mut self, raise: f64) {
        let local = self.key.shape.local(raise);
        valid(forward_kinematics(&self.skeleton, &local, &mut self.world));
        valid(self.palette.update(&self.world, &self.inverse_bind));
        for figure in &mut self.figures {
            linear::positions(self.palette.joints(), &figure.mesh, &mut figure.posed);
        }
    }

    /// What each method made of the figure.
    #[must_use]
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The figure under each of [`Method::ALL`], posed.
    #[must_use]
    pub fn figures(&self) -> &[Figure; 4] {
        &self.figures
    }

    /// The joint matrices of the pose.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The raise in degrees, within the lab's range and rounded to a tenth, that puts the hand in the
    /// direction of the world point (`x`, `y`); `None` on the shoulder.
    #[must_use]
    pub fn drag(&self, x: f64, y: f64) -> Option<f64> {
        let reach = DVec3::new(x, y, 0.0) - self.arm()[0];
        if reach.length() <= 1e-6 || !reach.is_finite() {
            return None;
        }
        // 0 hangs straight down; a point on the torso's side counts as the nearer end of the range.
        let degrees = reach.x.atan2(-reach.y).to_degrees();
        let degrees = if degrees < -90.0 { 180.0 } else { degrees };
        Some(((degrees * 10.0).round() / 10.0).clamp(0.0, HIGHEST))
    }

    /// Where the arm's bone starts and ends in the pose, metres.
    pub(super) fn arm(&self) -> [DVec3; 2] {
        let bone = self.key.shape.bones()[usize::from(ARM)];
        let joint = &self.palette.joints()[usize::from(ARM)];
        [bone.from, bone.to].map(|end| joint.transform_point3(end.extend(0.0)))
    }
}

/// The figure under one method.
#[derive(Clone, Debug)]
pub struct Figure {
    mesh: Mesh,
    shares: Vec<f64>,
    posed: Vec<DVec3>,
    worst: usize,
    jump: f64,
}

impl Figure {
    /// What one binding makes of the figure; a vertex that no bone reaches stays with the spine, which in
    /// this lab never moves.
    fn new(torso: &Torso, binding: &Binding) -> Self {
        let rest: Vec<DVec3> = torso
            .sheet
            .positions()
            .iter()
            .map(|p| p.extend(0.0))
            .collect();
        let shares: Vec<f64> = (0..rest.len())
            .map(|vertex| binding.weight(vertex, ARM))
            .collect();
        // The lowest vertex of several: the farthest from the shoulder, which moves most.
        let worst = (0..TORSO_VERTICES).fold(0, |worst, vertex| {
            if shares[vertex] > shares[worst] {
                vertex
            } else {
                worst
            }
        });
        let jump = torso
            .sheet
            .edges()
            .iter()
            .map(|edge| (shares[edge.ends[0]] - shares[edge.ends[1]]).abs())
            .fold(0.0, f64::max);
        let lists = binding.with_islands_on(SPINE);
        Self {
            mesh: valid(Mesh::new(rest.clone(), vec![], &lists, 2)),
            shares,
            posed: rest,
            worst,
            jump,
        }
    }

    /// The vertices at rest and their influences.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The arm's share of every vertex (`V`); 0 for one that no bone reaches.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The posed vertices (`V`, metres).
    #[must_use]
    pub fn posed(&self) -> &[DVec3] {
        &self.posed
    }

    /// The vertex of the torso of which the arm holds most; the lowest of several.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.worst
    }

    /// The largest difference of shares along one edge.
    pub(super) fn jump(&self) -> f64 {
        self.jump
    }

    /// The mean arm share on the torso.
    pub(super) fn mean(&self) -> f64 {
        let torso = &self.shares[..TORSO_VERTICES];
        torso.iter().sum::<f64>() / torso.len() as f64
    }

    /// How far the farthest vertex of the torso has moved, metres.
    pub(super) fn moved(&self) -> f64 {
        let rest = self.mesh.positions();
        (0..TORSO_VERTICES)
            .map(|vertex| self.posed[vertex].distance(rest[vertex]))
            .fold(0.0, f64::max)
    }
}
