//! The two tubes of the lab as engines draw them: a mesh, and the matrices that move it.

use super::Turn;
use crate::blend::{dual_quat, linear};
use crate::bound;
use crate::dual_quat::DualQuat;
use crate::glam::{DAffine3, DVec3};
use crate::lessons::Settings;
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::palette::Palette;
use crate::rigs::tube::{self, JOINT};
use crate::tables::{Blend, Case, valid};

/// Vertices along and around a tube.
const RINGS: usize = 49;
const SEGMENTS: usize = 32;

/// How far a tube reaches on either side of the joint, metres: past the widest band.
pub(super) const REACH: f64 = 0.6;

/// Every so many vertices a line is drawn along the tube and around it.
const LINE: usize = 4;

/// Which of the two tubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tube {
    /// The one that is blended linearly.
    Linear,
    /// The one that is blended as dual quaternions.
    DualQuat,
}

/// Both tubes in the lab's present state.
///
/// With a mistake switched on, the tube of dual quaternions has a transform of its own for each vertex
/// ([`mistake::dual_transform`]), so that any engine can draw it.
#[derive(Clone, Debug)]
pub struct Tubes {
    band: f64,
    mistakes: Mistakes,
    joints: [DAffine3; 2],
    mesh: Mesh,
    own: Option<Mesh>,
    transforms: Vec<DAffine3>,
}

impl Default for Tubes {
    fn default() -> Self {
        Self {
            band: f64::NAN,
            mistakes: Mistakes::NONE,
            joints: [DAffine3::IDENTITY; 2],
            mesh: rest(0.25),
            own: None,
            transforms: Vec::new(),
        }
    }
}

impl Tubes {
    /// Takes the state that the lab's settings describe. Returns whether a mesh is another one now (its
    /// weights, or what its vertices are bound to); where it is not, nothing is allocated.
    pub fn follow(&mut self, settings: &Settings) -> bool {
        let band = settings.value("band");
        let mistakes = settings.mistakes();
        let changed = self.band != band || self.mistakes != mistakes;
        if changed {
            self.band = band;
            self.mistakes = mistakes;
            self.mesh = rest(band);
            self.own = (!mistakes.is_none()).then(|| valid(mistake::bound_to_own(&self.mesh)));
        }
        self.joints = Turn::of(settings).joints();
        self.transforms.clear();
        if self.own.is_some() {
            let motions = motions(&self.joints);
            let (joints, mesh) = (&self.joints, &self.mesh);
            self.transforms
                .extend((0..mesh.len()).map(|vertex| {
                    super::dual(joints, &motions, mesh.influences(vertex), mistakes)
                }));
        }
        changed
    }

    /// How far an engine's vertices of a tube lie from the reference's where they come nearest to their
    /// bound: the difference and that bound, metres.
    #[must_use]
    pub fn difference(&self, which: Tube, skinned: &[DVec3]) -> [f64; 2] {
        let reference: Vec<DVec3> = (0..self.mesh.len())
            .map(|vertex| self.reference(which, vertex))
            .collect();
        let (difference, bound) = bound::worst(skinned, &reference, &self.case(which).bound());
        [difference, bound]
    }

    /// The mesh of a tube: 49 × 32 vertices with normals.
    #[must_use]
    pub fn mesh(&self, which: Tube) -> &Mesh {
        match (which, &self.own) {
            (Tube::DualQuat, Some(own)) => own,
            _ => &self.mesh,
        }
    }

    /// The matrices that move a tube: two joints, or one a vertex where a mistake is on.
    #[must_use]
    pub fn matrices(&self, which: Tube) -> &[DAffine3] {
        if which == Tube::DualQuat && self.own.is_some() {
            &self.transforms
        } else {
            &self.joints
        }
    }

    /// How an engine has to blend a tube.
    #[must_use]
    pub fn blend(&self, which: Tube) -> Blend {
        if which == Tube::DualQuat && self.own.is_none() {
            Blend::DualQuat
        } else {
            Blend::Linear
        }
    }

    /// A tube in its present state as a skinning job.
    #[must_use]
    pub fn case(&self, which: Tube) -> Case {
        Case {
            palette: Palette::from_joint_matrices(self.matrices(which).to_vec()),
            mesh: self.mesh(which).clone(),
            blend: self.blend(which),
        }
    }

    /// The child's share of each vertex: what a tube is coloured by.
    pub fn shares(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.mesh.len()).map(|vertex| {
            let child = self.mesh.influences(vertex).iter().find(|i| i.joint == 1);
            child.map_or(0.0, |influence| influence.weight)
        })
    }

    /// Triangles of either tube, three vertex indices each.
    #[must_use]
    pub fn triangles() -> Vec<u32> {
        tube::triangles(RINGS, SEGMENTS)
    }

    /// Lines along and around either tube, two vertex indices each: they show the twist.
    #[must_use]
    pub fn lines() -> Vec<u32> {
        let vertex = |ring: usize, segment: usize| (ring * SEGMENTS + segment % SEGMENTS) as u32;
        let along = (0..SEGMENTS)
            .step_by(LINE)
            .flat_map(|segment| (1..RINGS).map(move |ring| (ring, segment)))
            .flat_map(|(ring, segment)| [vertex(ring - 1, segment), vertex(ring, segment)]);
        let around = (0..RINGS)
            .step_by(LINE)
            .flat_map(|ring| (0..SEGMENTS).map(move |segment| (ring, segment)))
            .flat_map(|(ring, segment)| [vertex(ring, segment), vertex(ring, segment + 1)]);
        along.chain(around).collect()
    }

    /// The reference's place of a vertex of a tube, metres.
    #[must_use]
    pub fn reference(&self, which: Tube, vertex: usize) -> DVec3 {
        let mesh = self.mesh(which);
        let (influences, p) = (mesh.influences(vertex), mesh.positions()[vertex]);
        match self.blend(which) {
            Blend::Linear => linear::position(self.matrices(which), influences, p),
            Blend::DualQuat => dual_quat::position(&motions(&self.joints), influences, p),
        }
    }
}

/// A tube about the joint whose weights have this band.
fn rest(band: f64) -> Mesh {
    let ends = [JOINT.x - REACH, JOINT.x + REACH];
    valid(tube::part(ends, RINGS, SEGMENTS, band))
}

/// The motions of two rigid joints.
pub(super) fn motions(joints: &[DAffine3; 2]) -> [DualQuat; 2] {
    joints.map(|joint| valid(DualQuat::from_rigid(&joint)))
}

#[cfg(test)]
mod tests {
    use super::super::LAB;
    use super::*;

    fn index(name: &str) -> usize {
        LAB.params
            .iter()
            .position(|param| param.name == name)
            .expect("listed")
    }

    #[test]
    fn only_weights_and_mistakes_make_another_mesh() {
        let mut settings = Settings::new(LAB.params, LAB.switches);
        let mut tubes = Tubes::default();
        assert!(tubes.follow(&settings));
        settings.set(index("twist"), -60.0).expect("in range");
        assert!(!tubes.follow(&settings));
        settings.set(index("band"), 0.1).expect("in range");
        assert!(tubes.follow(&settings));
        settings.set_switch(0, true).expect("listed");
        assert!(tubes.follow(&settings) && !tubes.follow(&settings));
        assert_eq!(tubes.matrices(Tube::DualQuat).len(), RINGS * SEGMENTS);
        assert_eq!(tubes.matrices(Tube::Linear).len(), 2);
    }

    #[test]
    fn a_twisted_tube_keeps_its_radius_by_one_blend_and_not_by_the_other() {
        let settings = Settings::new(LAB.params, LAB.switches);
        let mut tubes = Tubes::default();
        tubes.follow(&settings);
        let narrowest = |which: Tube| {
            let radius = |vertex| {
                let p = tubes.reference(which, vertex);
                p.y.hypot(p.z)
            };
            (0..tubes.mesh(which).len())
                .map(radius)
                .fold(f64::INFINITY, f64::min)
        };
        assert!((narrowest(Tube::DualQuat) - tube::RADIUS).abs() < 1e-12);
        // At 120° half is left where the weights are equal.
        assert!((narrowest(Tube::Linear) - 0.5 * tube::RADIUS).abs() < 1e-12);
    }

    #[test]
    fn engines_agree_on_both_tubes_in_every_state() {
        let mut settings = Settings::new(LAB.params, LAB.switches);
        let mut tubes = Tubes::default();
        let mut compared = 0;
        for switch in 0..=LAB.switches.len() {
            for mode in [0.0, 1.0] {
                settings.set(index("mode"), mode).expect("in range");
                tubes.follow(&settings);
                for which in [Tube::Linear, Tube::DualQuat] {
                    let case = tubes.case(which);
                    let (skinned, bound) = (case.run_f32(), case.bound());
                    for (vertex, (posed, bound)) in skinned.iter().zip(bound).enumerate() {
                        let difference = posed.position - tubes.reference(which, vertex);
                        assert!(
                            difference.abs().cmple(bound).all(),
                            "{switch} {mode} {which:?}"
                        );
                        compared += 1;
                    }
                }
            }
            if switch < LAB.switches.len() {
                settings.set_switch(switch, true).expect("listed");
            }
        }
        assert_eq!(compared, 4 * 2 * 2 * RINGS * SEGMENTS);
    }

    #[test]
    fn lines_join_neighbours() {
        let lines = Tubes::lines();
        let mesh = Tubes::default().mesh;
        for pair in lines.as_chunks::<2>().0 {
            let [a, b] = pair.map(|vertex| mesh.positions()[vertex as usize]);
            assert!(a.distance(b) < 0.05);
        }
        assert!(
            lines
                .iter()
                .chain(&Tubes::triangles())
                .all(|&v| (v as usize) < mesh.len())
        );
    }
}
