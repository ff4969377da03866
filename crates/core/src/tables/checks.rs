//! Table `checks`: what the five checks find on the section's arm, and on a copy with a fault planted for
//! each of them.

mod hand;
mod rig;

pub use rig::{Rig, outline};

use super::{Case, Measure, Quantity, Row, valid};
use crate::bound::CLOSED_FORM;
use crate::checks::Finding;
use crate::mesh::Mesh;
use crate::mistake::Mistakes;
use crate::mistake::planted::{LOST, OFF, all};
use crate::rigs::arm::{COLUMNS, L1, L2, VERTICES};
use crate::weights::Influence;
use glam::DAffine3;
use hand::Hand;

/// The table's id.
pub const ID: &str = "checks";

/// What the checks find, in order: two of the five have two findings.
pub const FINDINGS: [&str; 7] = [
    "bind",
    "sums",
    "neighbours/steps",
    "neighbours/lengths",
    "edges",
    "pose/crossings",
    "pose/kept",
];

/// The bend that the arm is designed for, degrees. Linear blending keeps `cos 45°` of the radius there,
/// and that is what the last check asks for.
pub const DESIGN_BEND: f64 = -90.0;

/// Half-width of the band in the fixed rows, metres.
pub const BAND: f64 = 0.25;

/// The side of a pixel, metres: the arm's 1.8 m on 600 pixels.
pub const PIXEL: f64 = 0.003;

/// The fixed rows: one a finding, on the arm and on the copy with all five faults.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    let rig = Rig::new(DESIGN_BEND, BAND, mistakes);
    let copy = Rig::new(DESIGN_BEND, BAND, all());
    let found = rig.findings(rig.layer_edges());
    let found_in_copy = copy.findings(copy.layer_edges());
    let sound = Hand::sound(DESIGN_BEND, BAND);
    let broken = Hand::broken(DESIGN_BEND, BAND);
    let (kept_at, kept) = sound.kept();
    let (copy_kept_at, copy_kept) = broken.kept();

    let at_bind = beside(&rig, &copy, &[rig.at_bind, copy.at_bind], mistakes);
    let at_bend = beside(&rig, &copy, &[rig.joints, copy.joints], mistakes);
    let value = |finding: Finding| computed(finding.value);
    let crosses = |finding: Finding| computed(f64::from(u8::from(finding.value > 0.0)));
    let radius = |vertex: usize, of: &Rig| Measure::Distance {
        vertex,
        from: of.elbow[1],
        unit: of.mesh.positions()[vertex % VERTICES].distance(of.elbow[0]),
    };
    let spacing = (L1 + L2) / (COLUMNS - 1) as f64;
    let row = |id, case: &Case, formula: [f64; 2], measures: [Measure; 2]| {
        let [rig, copy] = measures;
        Row {
            id,
            case: case.clone(),
            quantities: vec![
                quantity("rig", formula[0], rig),
                quantity("copy", formula[1], copy),
            ],
        }
    };
    let pair = |index: usize| [value(found[index]), value(found_in_copy[index])];
    vec![
        row(
            FINDINGS[0],
            &at_bind,
            [0.0, OFF],
            [0..VERTICES, VERTICES..2 * VERTICES]
                .map(|vertices| Measure::MaxDisplacement { vertices }),
        ),
        row(FINDINGS[1], &at_bind, [0.0, LOST], pair(1)),
        // The slope of the band; and all of a vertex changing hands over one cell.
        row(
            FINDINGS[2],
            &at_bind,
            [1.0 / (2.0 * BAND), 1.0 / spacing],
            pair(2),
        ),
        row(
            FINDINGS[3],
            &at_bend,
            [sound.longest(), broken.longest()],
            pair(3),
        ),
        // Two edges of coverage ½ leave (1 − ½)² of the background.
        row(FINDINGS[4], &at_bind, [0.0, 0.25], pair(4)),
        row(
            FINDINGS[5],
            &at_bend,
            [0.0, 1.0],
            [crosses(found[5]), crosses(found_in_copy[5])],
        ),
        row(
            FINDINGS[6],
            &at_bend,
            [kept, copy_kept],
            [
                radius(kept_at, &rig),
                radius(VERTICES + copy_kept_at, &copy),
            ],
        ),
    ]
}

/// Both rigs in one job: the copy's vertices and joints come after the rig's.
fn beside(rig: &Rig, copy: &Rig, joints: &[[DAffine3; 2]; 2], mistakes: Mistakes) -> Case {
    let lists: Vec<Vec<Influence>> = [(rig, 0), (copy, 2)]
        .into_iter()
        .flat_map(|(of, first)| {
            (0..VERTICES).map(move |vertex| {
                let list = of.mesh.influences(vertex).iter();
                list.map(|i| Influence::new(i.joint + first, i.weight))
                    .collect()
            })
        })
        .collect();
    let positions = [rig.mesh.positions(), copy.mesh.positions()].concat();
    let mesh = Mesh::with_unchecked_sums(positions, vec![], &lists, 4);
    Case::new(joints.concat(), valid(mesh), mistakes)
}

fn quantity(name: &'static str, formula: f64, measure: Measure) -> Quantity {
    Quantity {
        name,
        formula,
        measure,
    }
}

fn computed(value: f64) -> Measure {
    Measure::Value {
        value,
        tolerance: CLOSED_FORM,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Verdict;
    use crate::mistake::planted::{FAULTS, SHORT, STRAY};

    fn verdicts(mistakes: Mistakes) -> [Verdict; 7] {
        let rig = Rig::new(DESIGN_BEND, BAND, mistakes);
        rig.findings(rig.layer_edges()).map(|f| f.verdict())
    }

    /// The findings of each check.
    const CHECKS: [&[usize]; 5] = [&[0], &[1], &[2, 3], &[4], &[5, 6]];

    #[test]
    fn the_arm_passes_everything_and_the_copy_fails_each_check() {
        assert_eq!(verdicts(Mistakes::NONE), [Verdict::Passed; 7]);
        assert_eq!(verdicts(all()), [Verdict::Failed; 7]);
    }

    #[test]
    fn each_fault_alone_is_found_by_its_own_check() {
        for (fault, findings) in FAULTS.into_iter().zip(CHECKS) {
            let verdicts = verdicts(Mistakes::NONE.with(fault));
            for &finding in findings {
                assert_eq!(verdicts[finding], Verdict::Failed, "{fault:?} {finding}");
            }
        }
    }

    #[test]
    fn the_worst_vertices_are_the_planted_ones() {
        let copy = Rig::new(DESIGN_BEND, BAND, all());
        let found = copy.findings(copy.layer_edges());
        assert_eq!(found[1].vertex, Some(SHORT));
        let beside_the_stray = [STRAY - 2, STRAY];
        assert!(
            found[2]
                .vertex
                .is_some_and(|v| beside_the_stray.contains(&v))
        );
    }

    #[test]
    fn a_bend_past_the_design_fails_the_last_check_alone() {
        for bend in [-120.0, 120.0] {
            let rig = Rig::new(bend, BAND, Mistakes::NONE);
            let found = rig.findings(rig.layer_edges()).map(|f| f.verdict());
            assert_eq!(found[..5], [Verdict::Passed; 5]);
            assert_eq!(found[5..], [Verdict::Failed; 2]);
        }
    }
}
