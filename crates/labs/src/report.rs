//! The self-test's report as the plain object that JavaScript gets.

use js_sys::{Array, Object, Reflect};
use skinlab_core::selftest::{CheckResult, ControlResult, Report, Status};
use wasm_bindgen::JsValue;

/// The object of schema 1.
pub(crate) fn to_object(
    report: &Report,
    backend: &str,
    adapter: Option<Object>,
    duration_ms: f64,
) -> Object {
    let object = Object::new();
    set(&object, "schema", 1);
    set(&object, "version", env!("CARGO_PKG_VERSION"));
    set(&object, "backend", backend);
    set(
        &object,
        "adapter",
        adapter.map_or(JsValue::NULL, JsValue::from),
    );
    set(&object, "passed", report.passed() as u32);
    set(&object, "failed", report.failed() as u32);
    set(&object, "skipped", report.skipped() as u32);
    set(&object, "durationMs", duration_ms);
    let worst = report.worst().map_or(JsValue::NULL, |check| {
        let worst = Object::new();
        set(&worst, "id", check.id.as_str());
        set(&worst, "error", check.error);
        set(&worst, "tolerance", check.tolerance);
        worst.into()
    });
    set(&object, "worst", worst);
    set(
        &object,
        "checks",
        report.checks.iter().map(check_object).collect::<Array>(),
    );
    set(
        &object,
        "controls",
        report
            .controls
            .iter()
            .map(control_object)
            .collect::<Array>(),
    );
    object
}

fn check_object(check: &CheckResult) -> Object {
    let object = Object::new();
    set(&object, "id", check.id.as_str());
    set(&object, "table", check.table);
    set(&object, "row", check.row);
    set(&object, "engine", check.engine.name());
    set(&object, "expected", check.expected + 0.0);
    // What was not run has no numbers: null, which also survives JSON, and not NaN, which does not. Nor
    // does a negative zero: adding zero makes it positive and changes no other number.
    let run = check.status != Status::Skipped;
    let number = |value: f64| {
        if run {
            JsValue::from(value + 0.0)
        } else {
            JsValue::NULL
        }
    };
    set(&object, "measured", number(check.measured));
    set(&object, "error", number(check.error));
    set(&object, "tolerance", number(check.tolerance));
    set(&object, "status", check.status.name());
    if let Some(reason) = &check.reason {
        set(&object, "reason", reason.as_str());
    }
    object
}

fn control_object(control: &ControlResult) -> Object {
    let object = Object::new();
    set(&object, "id", control.id.as_str());
    set(&object, "breaks", control.breaks.as_str());
    set(
        &object,
        "status",
        if control.caught { "caught" } else { "missed" },
    );
    object
}

/// Sets one property.
pub(crate) fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // Setting a property of a plain object that was just made cannot fail.
    let _ = Reflect::set(object, &JsValue::from_str(key), &value.into());
}
