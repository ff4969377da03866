//! The rigs of the lessons and labs, made by formula: an arm in the plane, what is added to it against
//! collapse, a tube in space, and a torso with an arm beside it.

pub mod arm;
pub mod corrective;
pub mod cut_arm;
pub mod helper;
pub mod split;
pub mod torso;
pub mod tube;
