//! The reference: blending one vertex at a time in `f64`, written as the formula is.

pub mod dual_quat;
pub mod linear;
