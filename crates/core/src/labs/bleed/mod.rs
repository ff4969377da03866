//! Lab `weights/bleed`: where weights come from. A torso, an arm that hangs beside it, and four ways to make
//! weights, all on one slider that raises the arm.

mod figure;

pub use figure::{Bleeding, Figure};

use super::{Bench, Lab, LabTable};
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::Mistake;
use crate::rigs::torso::{ARM, NARROWEST, SPINE, VERTICES, WIDEST};
use crate::tables::Row;
use crate::tables::bleed::{self, HIP, Method};
use crate::weights::bind::{ConjugateGradients, SpdSolver};
use figure::{HIGHEST, Key};

/// The lab.
pub const LAB: Lab = Lab {
    id: "weights/bleed",
    params: &[
        Param {
            name: "raise",
            unit: Unit::Degrees,
            min: 0.0,
            max: HIGHEST,
            step: 1.0,
            grain: 0.1,
            initial: 65.0,
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
        "jump-euclidean",
        "jump-geodesic",
        "jump-heat",
        "jump-mask",
        "left-euclidean",
        "left-geodesic",
        "left-heat",
        "left-mask",
        "worst-x-euclidean",
        "worst-x-geodesic",
        "worst-x-heat",
        "worst-x-mask",
        "worst-y-euclidean",
        "worst-y-geodesic",
        "worst-y-heat",
        "worst-y-mask",
        "shoulder-x",
        "shoulder-y",
        "hand-x",
        "hand-y",
        "bag-x",
        "bag-y",
        "hip-to-spine",
        "hip-to-arm",
        "hip-way",
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

/// Numbers that [`Bench::view`] writes once a method; the others follow.
const PER_METHOD: usize = 8;

/// The bench: binds the figure anew only when its shape or a mistake changes.
#[derive(Debug)]
pub struct Bleed {
    solver: Box<dyn SpdSolver>,
    state: Option<Bleeding>,
}

impl Bleed {
    /// A bench that solves for the heat with `solver`. Nothing is bound before the first view.
    #[must_use]
    pub fn new(solver: Box<dyn SpdSolver>) -> Self {
        Self {
            solver,
            state: None,
        }
    }

    /// The figure as of the last view; `None` before the first.
    #[must_use]
    pub fn state(&self) -> Option<&Bleeding> {
        self.state.as_ref()
    }

    /// The figure for these settings, posed.
    fn refresh(&mut self, settings: &Settings) -> &Bleeding {
        let key = Key::of(settings);
        let kept = self.state.take().filter(|state| state.key == key);
        let mut state = kept.unwrap_or_else(|| Bleeding::new(key, key.bind(self.solver.as_ref())));
        state.pose(settings.value("raise").to_radians());
        self.state.insert(state)
    }
}

impl Bench for Bleed {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let state = self.refresh(settings);
        let bound = state.bound();
        let (per_method, rest) = out.split_at_mut(PER_METHOD * Method::ALL.len());
        for (method, figure) in state.figures().iter().enumerate() {
            let worst = figure.posed()[figure.worst()];
            let numbers = [
                figure.shares()[figure.worst()],
                figure.mean(),
                figure.shares()[HIP],
                figure.moved(),
                figure.jump(),
                bleed::left(&bound.bindings[method]) as f64,
                worst.x,
                worst.y,
            ];
            for (kind, number) in numbers.into_iter().enumerate() {
                per_method[Method::ALL.len() * kind + method] = number;
            }
        }
        let bones = state.key.shape.bones();
        let positions = bound.torso.sheet.positions();
        let hip = positions[HIP];
        let [to_spine, to_arm] =
            [SPINE, ARM].map(|joint| bones[usize::from(joint)].nearest(hip).distance(hip));
        // Without the bag there is no corner of it; the hand stands in.
        let bag = positions
            .get(VERTICES)
            .copied()
            .unwrap_or(bones[usize::from(ARM)].to);
        let [shoulder, hand] = state.arm();
        let heat = bound.heat;
        rest.copy_from_slice(&[
            shoulder.x,
            shoulder.y,
            hand.x,
            hand.y,
            bag.x,
            bag.y,
            to_spine,
            to_arm,
            bound.ways[HIP],
            heat.unknowns as f64,
            heat.entries as f64,
            heat.iterations as f64,
            heat.residual,
        ]);
    }

    fn now(&self, settings: &Settings, _: &str) -> Vec<Row> {
        let key = Key::of(settings);
        let fresh;
        let bound = match &self.state {
            Some(state) if state.key == key => state.bound(),
            _ => {
                fresh = key.bind(self.solver.as_ref());
                &fresh
            }
        };
        vec![bleed::now(
            Method::ALL[settings.value("method") as usize],
            bound,
            key.shape,
            settings.value("raise"),
            key.mistakes,
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labs::{LABS, LabScene};

    fn scene() -> (LabScene, Vec<f64>) {
        let index = LABS
            .iter()
            .position(|lab| lab.id == LAB.id)
            .expect("listed");
        let scene = LabScene::new(index).expect("listed");
        (scene, vec![f64::NAN; LAB.fields.len()])
    }

    fn field(out: &[f64], name: &str) -> f64 {
        let at = LAB.fields.iter().position(|field| *field == name);
        out[at.expect("a field")]
    }

    #[test]
    fn raising_the_arm_tears_the_flank_only_by_the_straight_line() {
        let (mut scene, mut out) = scene();
        scene.set(0, 0.0).expect("in range");
        scene.view(&mut out).expect("one place a field");
        for method in LAB.params[2].options {
            assert!(field(&out, &format!("moved-{method}")) < 1e-12);
        }
        scene.set(0, 90.0).expect("in range");
        scene.view(&mut out).expect("one place a field");
        assert!(field(&out, "moved-euclidean") > 0.7);
        assert!(field(&out, "moved-geodesic") < 0.04);
        assert!(field(&out, "moved-heat") < 0.01);
        assert_eq!(field(&out, "moved-mask"), 0.0);
        // Crude: the hand-made border is the sharpest.
        assert!(field(&out, "jump-mask") > field(&out, "jump-euclidean"));
    }

    #[test]
    fn dragging_the_hand_turns_the_arm_after_the_pointer() {
        let mut bench = Bleed::new(Box::new(ConjugateGradients));
        let settings = Settings::new(LAB.params, LAB.switches);
        let state = bench.refresh(&settings);
        let [shoulder, _] = state.arm();
        for (x, y, degrees) in [
            (0.0, -1.0, 0.0),
            (1.0, 0.0, 90.0),
            (1.0, -1.0, 45.0),
            (0.1, 1.0, 120.0),
            (-0.1, 1.0, 120.0),
            (-1.0, -0.1, 0.0),
        ] {
            assert_eq!(state.drag(shoulder.x + x, shoulder.y + y), Some(degrees));
        }
        assert_eq!(state.drag(shoulder.x, shoulder.y), None);
        assert_eq!(state.drag(f64::NAN, 0.0), None);
    }

    #[test]
    fn the_bag_is_left_by_the_two_that_follow_the_mesh() {
        let (mut scene, mut out) = scene();
        for (bag, left) in [(1.0, 12.0), (0.0, 0.0)] {
            scene.set(3, bag).expect("in range");
            scene.view(&mut out).expect("one place a field");
            assert_eq!(field(&out, "left-geodesic"), left);
            assert_eq!(field(&out, "left-heat"), left);
            assert_eq!(field(&out, "left-euclidean"), 0.0);
            assert_eq!(field(&out, "left-mask"), 0.0);
        }
    }

    #[test]
    fn the_live_row_is_that_of_the_settings_before_any_view() {
        let (mut scene, mut out) = scene();
        scene.set(1, 0.08).expect("in range");
        let before = scene.tables();
        scene.view(&mut out).expect("one place a field");
        assert_eq!(before, scene.tables());
    }

    #[test]
    fn figures_move_without_being_bound_again() {
        let mut bench = Bleed::new(Box::new(ConjugateGradients));
        let mut settings = Settings::new(LAB.params, LAB.switches);
        assert!(bench.state().is_none());
        let first = bench.refresh(&settings).figures()[0].shares().as_ptr();
        settings.set(0, 30.0).expect("in range");
        assert_eq!(
            bench.refresh(&settings).figures()[0].shares().as_ptr(),
            first
        );
        settings.set(1, 0.05).expect("in range");
        bench.refresh(&settings);
        assert!((bench.state().expect("viewed").key.shape.gap - 0.05).abs() < 1e-15);
    }
}
