//! What a lesson refuses.

use std::fmt;

/// Why a parameter was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamError {
    /// The lesson has no parameter or switch of that number.
    Unknown {
        /// The number.
        index: usize,
    },
    /// The value is outside the range, not finite, or not whole where it must be.
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: f64,
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// The output does not have one place a field.
    FieldCount {
        /// Places given.
        given: usize,
        /// Fields of the lesson.
        fields: usize,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { index } => {
                write!(f, "the lesson has no parameter or switch number {index}")
            }
            Self::OutOfRange {
                name,
                value,
                min,
                max,
            } => {
                write!(f, "{name} = {value} is not a value from {min} to {max}")
            }
            Self::FieldCount { given, fields } => {
                write!(
                    f,
                    "the output has {given} places for {fields} fields: make them equal"
                )
            }
        }
    }
}

impl std::error::Error for ParamError {}
