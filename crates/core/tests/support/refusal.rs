//! What a refusal must be: of the expected kind, in a sentence that names place and value.

use std::error::Error;
use std::fmt::Debug;

/// Checks that each result is a refusal of the expected kind whose sentence contains the given words, and
/// that all `kinds` kinds were met, each with a sentence of its own.
pub fn check<T: Debug, E: Error>(
    kinds: usize,
    kind: impl Fn(&E) -> usize,
    cases: Vec<(usize, Result<T, E>, &[&str])>,
) {
    let mut met = vec![String::new(); kinds];
    for (expected, result, words) in cases {
        let error = result.expect_err("this input must be refused");
        assert_eq!(kind(&error), expected, "{error}");
        let sentence = error.to_string();
        for word in words {
            assert!(sentence.contains(word), "`{word}` is not in: {sentence}");
        }
        assert!(sentence.contains(' ') && !sentence.contains('\n'));
        met[expected] = sentence;
    }
    assert!(met.iter().all(|sentence| !sentence.is_empty()), "{met:?}");
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), kinds);
}
