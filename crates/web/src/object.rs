//! Plain objects for JavaScript.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// Sets one property.
pub(crate) fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // Setting a property of a plain object that was just made cannot fail.
    let _ = Reflect::set(object, &JsValue::from_str(key), &value.into());
}
