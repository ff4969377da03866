//! Refusals of the crates below, as JavaScript gets them.

use skinlab_core::lessons::ParamError;
use wasm_bindgen::JsValue;

/// An error as JavaScript gets it: an `Error` with the sentence.
pub(crate) fn error(error: &dyn std::error::Error) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// What a scene refuses, with the numbers written by JavaScript: `ParamError`'s own sentence would bring
/// the code that prints floating-point numbers, a tenth of this module, for a case that the page avoids.
pub(crate) fn refusal(error: &ParamError) -> JsValue {
    let number = |value: f64| {
        let written = js_sys::Number::from(value).to_string_with_radix(10);
        written.map(String::from).unwrap_or_default()
    };
    let sentence = match *error {
        ParamError::Unknown { .. } => {
            "the lesson has no parameter or switch of that number".to_owned()
        }
        ParamError::OutOfRange {
            name,
            value,
            min,
            max,
        } => [
            name,
            " = ",
            &number(value),
            " is not a value from ",
            &number(min),
            " to ",
            &number(max),
        ]
        .concat(),
        ParamError::FieldCount { .. } => "the output must have one place a field".to_owned(),
    };
    js_sys::Error::new(&sentence).into()
}
