//! The reference: blending one vertex at a time in `f64`, written as the formula is.

pub mod linear;
