//! The compiler's wasm32 target.

use std::path::Path;

use super::{SetupError, report};
use crate::exec;

const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the target through rustup where the compiler lacks it.
pub(super) fn bring() -> Result<(), SetupError> {
    let sysroot = exec::capture(&mut exec::words("rustc --print sysroot"))?;
    if Path::new(&sysroot)
        .join("lib/rustlib")
        .join(TARGET)
        .is_dir()
    {
        report::present("wasm32 target", TARGET);
        return Ok(());
    }
    if exec::find("rustup").is_none() {
        return Err(SetupError::NoRustup);
    }
    report::bring(
        "wasm32 target",
        format!("rustup target add {TARGET}"),
        || exec::run(exec::words("rustup target add").arg(TARGET)),
    )?;
    Ok(())
}
