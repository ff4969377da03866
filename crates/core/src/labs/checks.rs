//! Lab `weights/checks`: the five checks, on the section's arm and on a copy that must fail each.

use super::{Bench, Lab, LabTable};
use crate::checks::{Finding, Verdict};
use crate::lessons::{Param, Settings, Switch, Unit};
use crate::mistake::{Mistake, Mistakes, planted};
use crate::tables::Row;
use crate::tables::checks::{self, FINDINGS, Rig};

/// The lab.
pub const LAB: Lab = Lab {
    id: "weights/checks",
    params: &[
        Param {
            name: "theta1",
            unit: Unit::Degrees,
            min: -180.0,
            max: 180.0,
            step: 1.0,
            grain: 0.01,
            initial: checks::DESIGN_BEND,
            options: &[],
        },
        Param {
            name: "band",
            unit: Unit::Metres,
            min: 0.02,
            max: 0.5,
            step: 0.01,
            grain: 0.001,
            initial: checks::BAND,
            options: &[],
        },
    ],
    switches: &[
        Switch {
            id: "plant-bind",
            mistake: Mistake::BoundOff,
            breaks: &["checks/bind", "checks/pose/kept"],
        },
        Switch {
            id: "plant-sum",
            mistake: Mistake::ShareLost,
            breaks: &["checks/sums", "checks/bind", "checks/neighbours/lengths"],
        },
        Switch {
            id: "plant-stray",
            mistake: Mistake::StrayVertex,
            breaks: &["checks/neighbours/steps", "checks/neighbours/lengths"],
        },
        Switch {
            id: "plant-layers",
            mistake: Mistake::TwoLayers,
            breaks: &["checks/edges"],
        },
        Switch {
            id: "plant-stop",
            mistake: Mistake::NoStop,
            breaks: &["checks/pose/kept", "checks/pose/crossings"],
        },
    ],
    fields: &FIELDS,
    tables: &[LabTable {
        id: checks::ID,
        rows: checks::rows,
    }],
    bench: || Box::new(Checks::default()),
};

/// Fields of one finding: value, limit, whether it passes (1 or 0), worst vertex (−1 for none).
const PER_FINDING: usize = 4;

/// The findings of the arm, then those of the copy.
const FIELDS: [&str; 2 * PER_FINDING * FINDINGS.len()] = [
    "bind-value",
    "bind-limit",
    "bind-passed",
    "bind-vertex",
    "sums-value",
    "sums-limit",
    "sums-passed",
    "sums-vertex",
    "steps-value",
    "steps-limit",
    "steps-passed",
    "steps-vertex",
    "lengths-value",
    "lengths-limit",
    "lengths-passed",
    "lengths-vertex",
    "edges-value",
    "edges-limit",
    "edges-passed",
    "edges-vertex",
    "crossings-value",
    "crossings-limit",
    "crossings-passed",
    "crossings-vertex",
    "kept-value",
    "kept-limit",
    "kept-passed",
    "kept-vertex",
    "copy-bind-value",
    "copy-bind-limit",
    "copy-bind-passed",
    "copy-bind-vertex",
    "copy-sums-value",
    "copy-sums-limit",
    "copy-sums-passed",
    "copy-sums-vertex",
    "copy-steps-value",
    "copy-steps-limit",
    "copy-steps-passed",
    "copy-steps-vertex",
    "copy-lengths-value",
    "copy-lengths-limit",
    "copy-lengths-passed",
    "copy-lengths-vertex",
    "copy-edges-value",
    "copy-edges-limit",
    "copy-edges-passed",
    "copy-edges-vertex",
    "copy-crossings-value",
    "copy-crossings-limit",
    "copy-crossings-passed",
    "copy-crossings-vertex",
    "copy-kept-value",
    "copy-kept-limit",
    "copy-kept-passed",
    "copy-kept-vertex",
];

/// The bench: the rigs of the last view, and what the check of the layers' edges found, which no slider
/// changes.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    rigs: Option<[Rig; 2]>,
    edges: Option<(Mistakes, [Finding; 2])>,
}

impl Checks {
    /// The arm and its broken copy, as of the last view; `None` before the first.
    #[must_use]
    pub fn rigs(&self) -> Option<&[Rig; 2]> {
        self.rigs.as_ref()
    }
}

impl Bench for Checks {
    fn view(&mut self, settings: &Settings, out: &mut [f64]) {
        let mistakes = settings.mistakes();
        let (bend, band) = (settings.value("theta1"), settings.value("band"));
        let rigs = [mistakes, planted::all()].map(|faults| Rig::new(bend, band, faults));
        let edges = match self.edges {
            Some((known, edges)) if known == mistakes => edges,
            _ => [rigs[0].layer_edges(), rigs[1].layer_edges()],
        };
        self.edges = Some((mistakes, edges));
        let findings = rigs
            .iter()
            .zip(edges)
            .flat_map(|(rig, edges)| rig.findings(edges));
        for (fields, finding) in out.chunks_exact_mut(PER_FINDING).zip(findings) {
            fields.copy_from_slice(&[
                finding.value,
                finding.limit,
                f64::from(u8::from(finding.verdict() == Verdict::Passed)),
                finding.vertex.map_or(-1.0, |vertex| vertex as f64),
            ]);
        }
        self.rigs = Some(rigs);
    }

    fn now(&self, _: &Settings, _: &str) -> Vec<Row> {
        Vec::new()
    }
}
