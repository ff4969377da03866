//! A pose as an engine takes it: the joints of one frame, for one way of blending.

use skinlab_core::dual_palette::DualPalette;
use skinlab_core::palette::Palette;
use skinlab_core::tables::Blend;

/// The joints of one pose, borrowed: joint matrices for linear blend skinning, motions for
/// dual-quaternion skinning. Made from a reference to either palette by `into`.
#[derive(Clone, Copy, Debug)]
pub enum Pose<'a> {
    /// Joint matrices, 48 bytes a joint.
    Linear(&'a Palette),
    /// Dual quaternions, 32 bytes a joint.
    DualQuat(&'a DualPalette),
}

/// The most rows of four `f32` that a joint takes in any way of blending.
pub(crate) const MOST_ROWS: usize = 3;

impl<'a> Pose<'a> {
    /// Which way of blending it is for.
    pub fn blend(self) -> Blend {
        match self {
            Self::Linear(_) => Blend::Linear,
            Self::DualQuat(_) => Blend::DualQuat,
        }
    }

    /// The number of joints.
    pub fn joint_count(self) -> usize {
        match self {
            Self::Linear(palette) => palette.rows().len(),
            Self::DualQuat(palette) => palette.rows().len(),
        }
    }

    /// The palette's counter of changes.
    pub fn revision(self) -> u64 {
        match self {
            Self::Linear(palette) => palette.revision(),
            Self::DualQuat(palette) => palette.revision(),
        }
    }

    /// The rows of the first `joints` joints, or `None` if there are fewer.
    pub(crate) fn rows(self, joints: usize) -> Option<&'a [[f32; 4]]> {
        match self {
            Self::Linear(palette) => palette.rows().get(..joints).map(<[_]>::as_flattened),
            Self::DualQuat(palette) => palette.rows().get(..joints).map(<[_]>::as_flattened),
        }
    }
}

impl<'a> From<&'a Palette> for Pose<'a> {
    fn from(palette: &'a Palette) -> Self {
        Self::Linear(palette)
    }
}

impl<'a> From<&'a DualPalette> for Pose<'a> {
    fn from(palette: &'a DualPalette) -> Self {
        Self::DualQuat(palette)
    }
}
