//! The rigs of the lessons, made by formula: an arm in the plane, a tube in space, a torso with an arm beside it.

pub mod arm;
pub mod torso;
pub mod tube;
