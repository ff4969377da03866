//! The self-test's report, read from JSON and printed for people.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// How many failures are printed one by one.
const SHOWN: usize = 20;

/// What matters of a report.
#[derive(Debug, PartialEq)]
pub(super) struct Report {
    version: String,
    backend: String,
    adapter: String,
    duration_ms: f64,
    worst: String,
    counts: [u64; 3],
    /// Passed, failed and skipped of each engine.
    engines: BTreeMap<String, [u64; 3]>,
    failures: Vec<String>,
    reasons: BTreeMap<String, u64>,
    missed: Vec<String>,
    caught: usize,
}

impl Report {
    /// Reads a report of schema 1.
    ///
    /// # Errors
    /// Says what is missing or does not add up.
    pub(super) fn read(json: &Value) -> Result<Self, String> {
        if json["schema"] != 1 {
            return Err(format!("its schema is {}", json["schema"]));
        }
        let count = |name: &str| json[name].as_u64().ok_or(format!("`{name}` is no count"));
        let list = |name: &str| json[name].as_array().ok_or(format!("`{name}` is no list"));
        let mut report = Self {
            version: text(&json["version"]),
            backend: text(&json["backend"]),
            adapter: adapter(&json["adapter"]),
            duration_ms: json["durationMs"].as_f64().unwrap_or_default(),
            worst: worst(&json["worst"]),
            counts: [count("passed")?, count("failed")?, count("skipped")?],
            engines: BTreeMap::new(),
            failures: Vec::new(),
            reasons: BTreeMap::new(),
            missed: Vec::new(),
            caught: 0,
        };
        for check in list("checks")? {
            report.add_check(check)?;
        }
        for control in list("controls")? {
            if control["status"] == "caught" {
                report.caught += 1;
            } else {
                let (id, breaks) = (text(&control["id"]), text(&control["breaks"]));
                report.missed.push(format!("{id} did not break {breaks}"));
            }
        }
        report.add_up(&json["shown"])?;
        Ok(report)
    }

    fn add_check(&mut self, check: &Value) -> Result<(), String> {
        let id = text(&check["id"]);
        let status = match check["status"].as_str() {
            Some("passed") => 0,
            Some("failed") => 1,
            Some("skipped") => 2,
            _ => return Err(format!("check {id} has the status {}", check["status"])),
        };
        let engine = text(&check["engine"]);
        self.engines.entry(engine).or_default()[status] += 1;
        match status {
            1 => self.failures.push(format!(
                "{id}: expected {}, measured {}, error {} over {}",
                check["expected"], check["measured"], check["error"], check["tolerance"]
            )),
            2 => *self.reasons.entry(text(&check["reason"])).or_default() += 1,
            _ => {}
        }
        Ok(())
    }

    /// A report whose totals differ from its parts, or from what the page showed,
    /// proves nothing.
    fn add_up(&self, shown: &Value) -> Result<(), String> {
        let mut sums = self.engines.values().fold([0; 3], |mut sums, counts| {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
            sums
        });
        sums[1] += self.missed.len() as u64;
        if sums != self.counts {
            return Err(format!(
                "its totals are {:?}, its parts add up to {sums:?}",
                self.counts
            ));
        }
        if sums[0] == 0 {
            return Err("it has no passed check".to_owned());
        }
        let verdict = if self.is_good() { "passed" } else { "failed" };
        if shown.as_str().is_some_and(|shown| shown != verdict) {
            return Err(format!(
                "the page showed {shown}, the report says {verdict}"
            ));
        }
        Ok(())
    }

    /// Whether nothing failed; missed controls count as failed.
    pub(super) fn is_good(&self) -> bool {
        self.counts[1] == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            version,
            backend,
            adapter,
            duration_ms,
            worst,
            ..
        } = self;
        writeln!(
            f,
            "Skinlab {version}, drawn by {backend} ({adapter}), {duration_ms:.0} ms"
        )?;
        for (engine, [passed, failed, skipped]) in &self.engines {
            writeln!(
                f,
                "  {engine:<10} {passed:>5} passed {failed:>4} failed {skipped:>5} skipped"
            )?;
        }
        writeln!(f, "  largest error: {worst}")?;
        writeln!(
            f,
            "  controls: {} caught, {} missed",
            self.caught,
            self.missed.len()
        )?;
        for (reason, count) in &self.reasons {
            writeln!(f, "  skipped {count}: {reason}")?;
        }
        for failure in self.failures.iter().take(SHOWN) {
            writeln!(f, "  FAILED {failure}")?;
        }
        if self.failures.len() > SHOWN {
            writeln!(f, "  … and {} more", self.failures.len() - SHOWN)?;
        }
        for control in &self.missed {
            writeln!(f, "  MISSED {control}")?;
        }
        let [passed, failed, skipped] = self.counts;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn adapter(value: &Value) -> String {
    if value.is_null() {
        return "no GPU adapter".to_owned();
    }
    let words = ["vendor", "architecture", "device", "description"].map(|name| text(&value[name]));
    let words: Vec<_> = words
        .into_iter()
        .filter(|w| !w.is_empty() && w != "null")
        .collect();
    if words.is_empty() {
        "unnamed adapter".to_owned()
    } else {
        words.join(" ")
    }
}

fn worst(value: &Value) -> String {
    match (value["error"].as_f64(), value["id"].as_str()) {
        (Some(error), Some(id)) => format!("{error:.1e} in {id}"),
        _ => "none".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample() -> Value {
        json!({
            "schema": 1, "version": "0.1.0", "backend": "canvas2d", "adapter": null,
            "passed": 1, "failed": 2, "skipped": 1, "durationMs": 12.5,
            "worst": { "id": "fk/now/x/cpu-f64", "error": 0.5 },
            "checks": [
                { "id": "a", "engine": "cpu-f64", "status": "passed" },
                { "id": "b", "engine": "cpu-f32", "status": "failed", "expected": 1.0,
                  "measured": 1.5, "error": 0.5, "tolerance": 1e-6 },
                { "id": "c", "engine": "gpu-f32", "status": "skipped", "reason": "no adapter" },
            ],
            "controls": [
                { "id": "transposed", "breaks": "c", "status": "caught" },
                { "id": "apart", "breaks": "b", "status": "missed" },
            ],
            "shown": "failed",
        })
    }

    #[test]
    fn a_report_is_printed_with_its_failures_and_ends_with_the_counts() {
        let report = Report::read(&sample()).unwrap();
        let text = report.to_string();
        assert!(!report.is_good());
        assert!(
            text.contains("FAILED b: expected 1.0, measured 1.5, error 0.5 over 1e-6"),
            "{text}"
        );
        assert!(text.contains("MISSED apart did not break b"));
        assert!(text.contains("skipped 1: no adapter"));
        assert!(text.ends_with("\n1 passed, 2 failed, 1 skipped"));
    }

    #[test]
    fn a_missed_control_counts_as_failed() {
        let mut json = sample();
        json["checks"][1]["status"] = "passed".into();
        json["passed"] = 2.into();
        json["failed"] = 1.into();
        assert!(!Report::read(&json).unwrap().is_good());
        json["failed"] = 0.into();
        assert!(Report::read(&json).unwrap_err().contains("add up"));
    }

    #[test]
    fn what_proves_nothing_is_refused() {
        for (name, value, word) in [
            ("schema", json!(2), "schema"),
            ("passed", json!(5), "add up"),
            ("checks", json!(null), "checks"),
            ("shown", json!("passed"), "showed"),
        ] {
            let mut json = sample();
            json[name] = value;
            let error = Report::read(&json).unwrap_err();
            assert!(error.contains(word), "{name}: {error}");
        }
        let empty = json!({ "schema": 1, "passed": 0, "failed": 0, "skipped": 0,
            "checks": [], "controls": [] });
        assert!(
            Report::read(&empty)
                .unwrap_err()
                .contains("no passed check")
        );
    }
}
