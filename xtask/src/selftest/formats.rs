//! The report in the forms that CI systems read: TAP 14 and `JUnit` XML.

use std::iter;

use minijinja::{AutoEscape, Environment, context};
use serde_json::Value;

/// A suite an engine; a control that was missed is a failure of the suite `controls`.
const JUNIT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="skinlab" tests="{{ cases|length }}" failures="{{ cases|selectattr('failed')|list|length }}" skipped="{{ cases|selectattr('skipped')|list|length }}" time="{{ seconds }}">
{%- for suite in cases|groupby("suite") %}
  <testsuite name="{{ suite.grouper }}" tests="{{ suite.list|length }}" failures="{{ suite.list|selectattr('failed')|list|length }}" skipped="{{ suite.list|selectattr('skipped')|list|length }}">
{%- for case in suite.list %}
    <testcase classname="skinlab.{{ suite.grouper }}" name="{{ case.id }}">
{%- if case.failed %}<failure message="{{ case.why }}"/>{% elif case.skipped %}<skipped message="{{ case.why }}"/>{% endif %}</testcase>
{%- endfor %}
  </testsuite>
{%- endfor %}
</testsuites>
"#;

/// One check or control, as both forms tell it.
struct Case {
    suite: String,
    id: String,
    failed: bool,
    skipped: bool,
    /// Why it failed or was skipped.
    why: String,
}

/// The report of schema 1 as TAP 14: a line a check, then a line a control.
pub(super) fn tap(report: &Value) -> String {
    let cases = cases(report);
    let lines = cases.iter().enumerate().map(|(index, case)| {
        let verdict = if case.failed { "not ok" } else { "ok" };
        let line = format!("{verdict} {} - {}", index + 1, escaped(&case.id));
        if case.failed {
            let message = Value::from(case.why.as_str());
            format!("{line}\n  ---\n  message: {message}\n  ...\n")
        } else if case.skipped {
            format!("{line} # SKIP {}\n", escaped(&case.why))
        } else {
            format!("{line}\n")
        }
    });
    let head = format!("TAP version 14\n1..{}\n", cases.len());
    iter::once(head).chain(lines).collect()
}

/// The report of schema 1 as `JUnit` XML.
///
/// # Errors
/// When the template is wrong, which a test of this module would show.
pub(super) fn junit(report: &Value) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let cases: Vec<_> = cases(report)
        .into_iter()
        .map(|case| {
            context! { suite => case.suite, id => case.id, failed => case.failed,
            skipped => case.skipped, why => case.why }
        })
        .collect();
    let seconds = report["durationMs"].as_f64().unwrap_or_default() / 1000.0;
    environment.render_str(
        JUNIT,
        context! { cases, seconds => format!("{seconds:.3}") },
    )
}

fn cases(report: &Value) -> Vec<Case> {
    let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut cases: Vec<_> = list("checks")
        .iter()
        .map(|check| {
            let (failed, skipped) = (check["status"] == "failed", check["status"] == "skipped");
            let why = if failed {
                format!(
                    "expected {}, measured {}, error {} over {}",
                    check["expected"], check["measured"], check["error"], check["tolerance"]
                )
            } else {
                text(&check["reason"])
            };
            Case {
                suite: text(&check["engine"]),
                id: text(&check["id"]),
                failed,
                skipped,
                why,
            }
        })
        .collect();
    cases.extend(list("controls").iter().map(|control| Case {
        suite: "controls".to_owned(),
        id: text(&control["id"]),
        failed: control["status"] != "caught",
        skipped: false,
        why: format!("did not break {}", text(&control["breaks"])),
    }));
    cases
}

/// TAP gives `#` and `\` a meaning of their own.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report() -> Value {
        json!({
            "durationMs": 1500.0,
            "checks": [
                { "id": "fk/0,0", "engine": "cpu-f64", "status": "passed" },
                { "id": "a<b", "engine": "cpu-f32", "status": "failed", "expected": 1.0,
                  "measured": 1.5, "error": 0.5, "tolerance": 0.25 },
                { "id": "c#1", "engine": "gpu-f32", "status": "skipped", "reason": "no \"GPU\"" },
            ],
            "controls": [
                { "id": "apart", "breaks": "fk/0,0", "status": "missed" },
                { "id": "transposed", "breaks": "fk/0,0", "status": "caught" },
            ],
        })
    }

    #[test]
    fn tap_counts_every_check_and_control_and_tells_why() {
        assert_eq!(
            tap(&report()),
            "TAP version 14\n1..5\nok 1 - fk/0,0\nnot ok 2 - a<b\n  ---\n  message: \"expected 1.0, \
             measured 1.5, error 0.5 over 0.25\"\n  ...\nok 3 - c\\#1 # SKIP no \"GPU\"\nnot ok 4 - apart\n  \
             ---\n  message: \"did not break fk/0,0\"\n  ...\nok 5 - transposed\n"
        );
    }

    #[test]
    fn junit_has_a_suite_an_engine_and_escapes_what_it_quotes() {
        let xml = junit(&report()).unwrap();
        for part in [
            r#"<testsuites name="skinlab" tests="5" failures="2" skipped="1" time="1.500">"#,
            r#"<testsuite name="controls" tests="2" failures="1" skipped="0">"#,
            r#"name="a&lt;b"><failure message="expected 1.0, measured 1.5, error 0.5 over 0.25"/>"#,
            r#"<skipped message="no &quot;GPU&quot;"/>"#,
            r#"<failure message="did not break fk&#x2f;0,0"/>"#,
        ] {
            assert!(xml.contains(part), "{part} is not in\n{xml}");
        }
        assert_eq!(xml.matches("<testcase ").count(), 5);
        assert_eq!(xml.matches("</testcase>").count(), 5);
    }
}
