//! The rigs of the lessons, made by formula: an arm in the plane and a tube in space.

pub mod arm;
pub mod cut_arm;
pub mod tube;
