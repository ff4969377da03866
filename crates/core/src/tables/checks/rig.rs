//! The section's arm on its way through the five checks, sound or with faults planted.

use super::{DESIGN_BEND, PIXEL};
use crate::blend::linear;
use crate::checks::{
    Finding, Layer, bind_identity, edge_lengths, kept_radius, layer_edges, outline_crossings,
    weight_steps, weight_sums,
};
use crate::mesh::Mesh;
use crate::mistake::{Mistakes, planted};
use crate::palette::inverse_bind;
use crate::pose::forward_kinematics;
use crate::rigs::arm::{self, COLUMNS};
use crate::tables::valid;
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// The arm, bound and bent.
#[derive(Clone, Debug)]
pub struct Rig {
    /// The mesh as bound (`V` = 56).
    pub mesh: Mesh,
    /// The layers that it is painted in.
    pub layers: Vec<Vec<[u32; 3]>>,
    /// Joint matrices in the bind pose (`J` = 2).
    pub at_bind: [DAffine3; 2],
    /// Joint matrices at the bend (`J` = 2).
    pub joints: [DAffine3; 2],
    /// Posed positions by the reference (`V`), metres.
    pub posed: Vec<DVec3>,
    /// Where the elbow is, at rest and now.
    pub elbow: [DVec3; 2],
    band: f64,
}

impl Rig {
    /// The straight arm with a band of half-width `band` metres, bent at the elbow by `degrees`.
    #[must_use]
    pub fn new(degrees: f64, band: f64, mistakes: Mistakes) -> Self {
        let bend = planted::bend(degrees, mistakes).to_radians();
        let bind = world(0.0);
        let now = world(bend);
        let inverse = valid(inverse_bind(&planted::bind_world(bind, mistakes)));
        let product = |world: [DAffine3; 2]| [world[0] * inverse[0], world[1] * inverse[1]];
        let lists: Vec<[Influence; 2]> = (0..arm::VERTICES)
            .map(|vertex| {
                planted::influences(vertex, arm::influences(vertex, Some(band)), mistakes)
            })
            .collect();
        let mesh = valid(Mesh::with_unchecked_sums(
            arm::straight_positions(),
            vec![],
            &lists,
            2,
        ));
        let joints = product(now);
        Self {
            posed: positions(&joints, &mesh),
            mesh,
            layers: planted::layers(mistakes),
            at_bind: product(bind),
            joints,
            elbow: [bind[1].translation, now[1].translation],
            band,
        }
    }

    /// What the checks find, in the order of [`super::FINDINGS`]; the layers' edges are looked at as
    /// modelled and given by [`Rig::layer_edges`], which depends on neither bend nor band.
    ///
    /// # Panics
    ///
    /// If `band` is not positive: parameters are checked on entry.
    #[must_use]
    pub fn findings(&self, layer_edges: Finding) -> [Finding; super::FINDINGS.len()] {
        let rest = self.mesh.positions();
        let edges = arm::edges();
        let steepest = 0.5 / self.band;
        [
            valid(bind_identity(
                rest,
                &positions(&self.at_bind, &self.mesh),
                1.0,
            )),
            weight_sums(&self.mesh),
            valid(weight_steps(&self.mesh, &edges, steepest)),
            valid(edge_lengths(
                &self.mesh,
                &edges,
                &self.joints,
                &self.posed,
                steepest,
            )),
            layer_edges,
            valid(outline_crossings(&self.posed, &outline())),
            valid(kept_radius(
                rest,
                &self.posed,
                self.elbow,
                (DESIGN_BEND.to_radians() / 2.0).cos(),
            )),
        ]
    }

    /// What the check of the layers' edges finds.
    #[must_use]
    pub fn layer_edges(&self) -> Finding {
        let layers: Vec<Layer<'_>> = self.layers.iter().map(Vec::as_slice).collect();
        valid(layer_edges(self.mesh.positions(), &layers, PIXEL))
    }
}

/// The vertices of the outline in order: out along the upper side and back along the lower.
#[must_use]
pub fn outline() -> Vec<usize> {
    let upper = (0..COLUMNS).map(|column| 2 * column);
    let lower = (0..COLUMNS).rev().map(|column| 2 * column + 1);
    upper.chain(lower).collect()
}

/// World transforms of root and elbow with the elbow bent by `bend` radians.
fn world(bend: f64) -> [DAffine3; 2] {
    let mut world = Vec::with_capacity(2);
    let skeleton = valid(arm::skeleton());
    valid(forward_kinematics(
        &skeleton,
        &arm::local([0.0, bend]),
        &mut world,
    ));
    [world[0], world[1]]
}

fn positions(joints: &[DAffine3], mesh: &Mesh) -> Vec<DVec3> {
    let mut out = Vec::with_capacity(mesh.len());
    linear::positions(joints, mesh, &mut out);
    out
}
