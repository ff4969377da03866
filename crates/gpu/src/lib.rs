//! The GPU engine of Skinlab: linear blend skinning as a compute shader, and drawing from what it wrote.
//!
//! Conventions (units, axes, what a joint matrix is) are those of [`skinlab_core`]. The shader
//! `shaders/linear.wgsl` transcribes [`skinlab_core::kernel::linear`]; it contains no trigonometry
//! and no formula that is not there, and agrees with [`skinlab_core::blend`] within
//! [`skinlab_core::bound`].
//!
//! # The way of a frame
//!
//! [`SkinnedMesh::encode`] uploads 48 bytes a joint and dispatches one invocation a vertex, or does
//! nothing if the pose has not changed. [`Painter::paint`] draws from the buffer which that wrote.
//! Nothing is read back; [`SkinnedMesh::read`] and [`Batch`] are for tables and self-tests.
//!
//! # Faults
//!
//! A [`Gpu`] remembers its first fault. From then on [`Gpu::check`] returns it, and so does whatever
//! can fail anyway. Whoever holds the engine waits for [`Gpu::fault`] and then draws otherwise.
//!
//! # Out of scope
//!
//! Weights and poses are made elsewhere. Normals go through the blended matrix and not its inverse
//! transpose, as in the reference. Nothing here names a browser.

#![deny(missing_docs)]

mod buffer;
mod device;
mod draw;
mod error;
mod fault;
mod influences;
pub mod layout;
mod normals;
mod pose;
mod probe;
mod readback;
mod skinned_mesh;
mod skinner;
mod surface;
pub mod wgsl;

pub use device::{AdapterFacts, Gpu};
pub use draw::{
    Colours, FigureMesh, Light, Painter, Shape, SolidCanvas, SolidColours, SolidDraw, SolidMesh,
    SolidPainter, SolidShape, View,
};
pub use error::GpuError;
pub use influences::{EncodeError, Influences, JointFormat, MOST_SLOTS, WeightFormat};
pub use normals::{NORMAL_ERROR, pack_normal, unpack_normal};
pub use pose::Pose;
pub use probe::Batch;
pub use readback::SkinnedFuture;
pub use skinned_mesh::{RestFormat, SkinnedMesh};
pub use skinner::Skinner;
pub use surface::Surface;
pub use wgpu;
