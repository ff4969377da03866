//! What setup says about each thing.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

/// Says that a thing is there.
pub(super) fn present(thing: impl Display, detail: impl Display) {
    println!("  {thing:<24} present  {detail}");
}

/// Says what is being done, does it, and says how long it took.
pub(super) fn bring<T, E>(
    thing: impl Display,
    doing: impl Display,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    println!("  {thing:<24} missing  {doing} …");
    let _ = std::io::stdout().flush();
    let start = Instant::now();
    let result = work();
    let took = crate::exec::human(start.elapsed());
    match result {
        Ok(_) => println!("  {thing:<24} done     in {took}"),
        Err(_) => println!("  {thing:<24} failed   after {took}"),
    }
    result
}

/// Says that a thing is missing and what that means, without being an error.
pub(super) fn absent(thing: impl Display, meaning: impl Display) {
    println!("  {thing:<24} missing  {meaning}");
}
