//! Lab `weights/bleed`: where weights come from. A torso, an arm that hangs beside it, and four ways to make
//! weights, all on one slider that raises the arm.

use super::{Bench, Lab, LabTable};
use crate::blend::linear;
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mesh::Mesh;
use crate::mistake::{Mistake, Mistakes};
use crate::palette::{Palette, inverse_bind};
use crate::pose::forward_kinematics;
use crate::rigs::torso::{ARM, NARROWEST, SPINE, Shape, TORSO_VERTICES, Torso, WIDEST};
use crate::skeleton::Skeleton;
use crate::tables::bleed::{self, Bound, HIP, Method};
use crate::tables::{Row, valid};
use crate::weights::bind::{Binding, ConjugateGradients, SpdSolver};
use glam::{DAffine3, DVec3};

/// The lab.
pub const LAB: Lab = Lab {
    id: "weights/bleed",
    params: &[
        Param {
            name: "raise",
            unit: Unit::Degrees,
            min: 0.0,
            max: 150.0,
            step: 1.0,
            grain: 0.1,
            initial: 60.0,
            options: &[],
        },
        Param {
            name: "gap",
            unit: Unit::Metres,
            min: NARROWEST,
            max: WIDEST,
            step: 0.01,
            grain: 0.001,
            initial: bleed::SHAPE.gap,
            options: &[],
        },
        Param {
            name: "method",
            unit: Unit::Choice,
            min: 0.0,
            max: 3.0,
            step: 1.0,
            grain: 1.0,
            initial: 0.0,
            options: &["euclidean", "geodesic", "heat", "mask"],
        },
        Param {
            name: "bag",
            unit: Unit::Choice,
            min: 0.0,
            max: 1.0,
            step: 1.0,
            grain: 1.0,
            initial: 1.0,
            options: &["off", "on"],
        },
    ],
    switches: &[Switch {
        id: "through-gap",
        mistake: Mistake::ThroughGap,
        breaks: &["bleed/geodesic", "bleed/heat"],
    }],
    fields: &[
        "largest-euclidean",
        "largest-geodesic",
        "largest-heat",
        "largest-mask",
        "mean-euclidean",
        "mean-geodesic",
        "mean-heat",
        "mean-mask",
        "hip-euclidean",
        "hip-geodesic",
        "hip-heat",
        "hip-mask",
        "moved-euclidean",
        "moved-geodesic",
        "moved-heat",
        "moved-mask",
        "worst-euclidean",
        "worst-geodesic",
        "worst-heat",
        "worst-mask",
        "jump-euclidean",
        "jump-geodesic",
        "jump-heat",
        "jump-mask",
        "left-euclidean",
        "left-geodesic",
        "left-heat",
        "left-mask",
        "to-spine",
        "to-arm",
        "way-to-arm",
        "unknowns",
        "entries",
        "iterations",
        "residual",
    ],
    tables: &[LabTable {
        id: bleed::ID,
        rows: bleed::rows,
    }],
    bench: || Box::new(Bleed::new(Box::new(ConjugateGradients))),
};

/// The bench: the figure bound in four ways, made anew only when its shape or a mistake changes, and its
/// four poses.
#[derive(Debug)]
pub struct Bleed {
    solver: Box<dyn SpdSolver>,
    key: Key,
    bound: Bound,
    skeleton: Skeleton,
    inverse_bind: Vec<DAffine3>,
    world: Vec<DAffine3>,
    palette: Palette,
    figures: [Figure; 4],
}

/// What the weights depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    shape: Shape,
    mistakes: Mistakes,
}

impl Key {
    fn of(settings: &Settings) -> Self {
        Self {
            shape: Shape {
                gap: settings.value("gap"),
                bag: settings.value("bag") == 1.0,
            },
            mistakes: settings.mistakes(),
        }
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
        let positions = torso.sheet.positions();
        let rest: Vec<DVec3> = positions.iter().map(|p| p.extend(0.0)).collect();
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
        Self {
            mesh: valid(Mesh::new(
                rest.clone(),
                vec![],
                &binding.with_islands_on(SPINE),
                2,
            )),
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

    /// How far the farthest vertex of the torso has moved, metres.
    fn moved(&self) -> f64 {
        let rest = self.mesh.positions();
        (0..TORSO_VERTICES)
            .map(|vertex| self.posed[vertex].distance(rest[vertex]))
            .fold(0.0, f64::max)
    }
}

impl Bleed {
    /// The bench at the lab's initial values, with `solver` for the heat.
    ///
    /// # Panics
    ///
    /// If the solver fails on a system that is positive definite by construction.
    #[must_use]
    pub fn new(solver: Box<dyn SpdSolver>) -> Self {
        let key = Key {
            shape: bleed::SHAPE,
            mistakes: Mistakes::NONE,
        };
        let bound = valid(bleed::bind(key.shape, key.mistakes, solver.as_ref()));
        let mut bench = Self {
            solver,
            key,
            figures: figures(&bound),
            bound,
            skeleton: valid(key.shape.skeleton()),
            inverse_bind: Vec::new(),
            world: Vec::with_capacity(2),
            palette: Palette::default(),
        };
        bench.take_bind_pose();
        bench
    }

    /// The figure and what each method made of it.
    #[must_use]
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// The figure under each of [`Method::ALL`], posed as of the last view.
    #[must_use]
    pub fn figures(&self) -> &[Figure; 4] {
        &self.figures
    }

    /// The joint matrices as of the last view.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Takes the state over; weights are made anew only if what they depend on has changed.
    fn refresh(&mut self, settings: &Settings) {
        let key = Key::of(settings);
        if key != self.key {
            self.key = key;
            self.bound = valid(bleed::bind(key.shape, key.mistakes, self.solver.as_ref()));
            self.figures = figures(&self.bound);
            self.skeleton = valid(key.shape.skeleton());
            self.take_bind_pose();
        }
        let local = key.shape.local(settings.value("raise").to_radians());
        valid(forward_kinematics(&self.skeleton, &local, &mut self.world));
        valid(self.palette.update(&self.world, &self.inverse_bind));
        for figure in &mut self.figures {
            linear::positions(self.palette.joints(), &figure.mesh, &mut figure.posed);
        }
    }

    /// Binds the arm as it hangs at rest.
    fn take_bind_pose(&mut self) {
        valid(forward_kinematics(
            &self.skeleton,
            self.skeleton.rest(),
            &mut self.world,
        ));
        self.inverse_bind = valid(inverse_bind(&self.world));
    }
}

impl Bench for Bleed {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        self.refresh(settings);
        let chosen = &self.figures[settings.value("method") as usize];
        let worst = chosen.mesh.positions()[chosen.worst].truncate();
        let [spine, arm] = self
            .key
            .shape
            .bones()
            .map(|bone| bone.nearest(worst).distance(worst));
        let way = self.bound.ways[chosen.worst];
        let heat = self.bound.heat;
        for (index, figure) in self.figures.iter().enumerate() {
            let columns = [
                figure.shares[figure.worst],
                self.mean(index),
                figure.shares[HIP],
                figure.moved(),
                figure.worst as f64,
                figure.jump,
                bleed::left(&self.bound.bindings[index]) as f64,
            ];
            for (column, value) in columns.into_iter().enumerate() {
                out[4 * column + index] = value;
            }
        }
        out[28..].copy_from_slice(&[
            spine,
            arm,
            way,
            heat.unknowns as f64,
            heat.entries as f64,
            heat.iterations as f64,
            heat.residual,
        ]);
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        vec![bleed::now(
            Method::ALL[settings.value("method") as usize],
            &self.bound,
            self.key.shape,
            settings.value("raise"),
            settings.mistakes(),
        )]
    }
}

impl Bleed {
    /// The mean arm share on the torso.
    fn mean(&self, method: usize) -> f64 {
        let torso = &self.figures[method].shares[..TORSO_VERTICES];
        torso.iter().sum::<f64>() / torso.len() as f64
    }
}

fn figures(bound: &Bound) -> [Figure; 4] {
    Method::ALL.map(|method| Figure::new(&bound.torso, &bound.bindings[method as usize]))
}
