//! The texts of the shader modules, put together from parts that several of them share. They are the
//! files under `shaders/` without what only people read; the build script strips that.

/// The text of one file as it ships.
macro_rules! part {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name, ".wgsl"))
    };
}

const COLOUR: &str = part!("colour");
const DUAL_QUAT: &str = part!("dual_quat");
const EDGES: &str = part!("edges");
const FIGURE: &str = part!("figure");
const LINEAR: &str = part!("linear");
const SKIN: &str = part!("skin");
const SOLID: &str = part!("solid");
const UNIT: &str = part!("unit");
const VERTEX: &str = part!("vertex");

/// The compute shader of linear blend skinning.
pub fn linear() -> String {
    [VERTEX, UNIT, SKIN, LINEAR].concat()
}

/// The compute shader of dual-quaternion skinning.
pub fn dual_quat() -> String {
    [VERTEX, UNIT, SKIN, DUAL_QUAT].concat()
}

/// The compute shader that gathers the ends of cell edges.
pub fn edges() -> String {
    [VERTEX, EDGES].concat()
}

/// The shaders that draw a figure in the plane.
pub fn figure() -> String {
    [COLOUR, FIGURE].concat()
}

/// The shaders that draw meshes in space.
pub fn solid() -> String {
    [COLOUR, UNIT, SOLID].concat()
}
