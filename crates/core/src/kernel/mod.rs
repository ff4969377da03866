//! The fast engine: `f32` batches with SIMD through `glam`, and the buffers that it shares with a GPU.

pub mod cofactor;
pub mod dual_quat;
pub mod linear;
mod packed;

pub use packed::{PackError, PackedMesh, SkinnedVertex};

use std::fmt;

/// Refuses a palette of `joints` joints that is too short for `mesh`, and an `output` of another length.
fn check_lengths(joints: usize, mesh: &PackedMesh, output: usize) -> Result<(), KernelError> {
    if joints < mesh.joint_count() {
        return Err(KernelError::PaletteTooShort {
            joints,
            needed: mesh.joint_count(),
        });
    }
    if output != mesh.len() {
        return Err(KernelError::OutputLength {
            output,
            vertices: mesh.len(),
        });
    }
    Ok(())
}

/// Why a batch was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KernelError {
    /// The palette has fewer joint matrices than the mesh names.
    PaletteTooShort {
        /// Joint matrices given.
        joints: usize,
        /// Joint matrices needed.
        needed: usize,
    },
    /// The output does not have one vertex a rest vertex.
    OutputLength {
        /// Vertices that fit.
        output: usize,
        /// Vertices of the mesh.
        vertices: usize,
    },
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PaletteTooShort { joints, needed } => write!(
                f,
                "the palette has {joints} joint matrices and the mesh names {needed}: give one a joint"
            ),
            Self::OutputLength { output, vertices } => write!(
                f,
                "the output holds {output} vertices and the mesh has {vertices}: make them equal"
            ),
        }
    }
}

impl std::error::Error for KernelError {}
