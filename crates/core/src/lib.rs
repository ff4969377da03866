//! Skeletal skinning, from joint angles to skinned vertices, and the tables that check it.
//!
//! # Conventions
//!
//! Stated here once; every other page of these docs links here instead of repeating them.
//!
//! - **Units.** Metres and radians. Degrees appear only in the names and values that people read
//!   ([`lessons`], [`tables`]).
//! - **Axes.** Right-handed, *y* up; the lessons bend in the *xy* plane, about +*z*.
//! - **Column vectors.** A matrix stands to the left of what it moves: `q = M · p`, and in `A · B`
//!   the factor `B` acts first.
//! - **World transform.** `W_i = W_parent(i) · local_i`, parents before children ([`pose`]).
//! - **Joint matrix.** `S_i = W_i · B_i⁻¹`, where `B_i` is the world transform of joint `i` in the
//!   bind pose ([`palette`]). Some texts write `M · B⁻¹` or `B · M⁻¹` for the same product.
//! - **Linear blend skinning.** `p′ = Σ w_i · S_i · p` with `w_i ≥ 0` and `Σ w_i = 1` ([`blend::linear`]).
//! - **Dual quaternions.** `q̂ = r + ε d` with `d = ½ t r`; blended to the side of the heaviest influence, divided
//!   by the length, applied once ([`blend::dual_quat`]).
//! - **Weights.** The producer normalises, the consumer checks on entry and refuses; nothing is
//!   repaired in silence ([`weights`], [`mesh`]).
//!
//! # Two engines live here
//!
//! [`blend`] is the reference: `f64`, one vertex at a time, and it reads like the formula.
//! [`kernel`] is the fast one: `f32`, batches, SIMD through `glam`. They agree within the bound
//! derived in [`bound`], and the GPU crate's shaders transcribe the kernel.
//!
//! # Out of scope
//!
//! No GPU, browser, file format, clock or thread; no animation curves, no inverse kinematics beyond
//! one angle, no rendering. Scale in a skeleton is carried through the matrices as it is; dual quaternions,
//! which have no room for it, refuse it or lose it by name ([`dual_palette`]).

#![deny(missing_docs)]

pub mod blend;
pub mod bound;
pub mod checks;
pub mod closed_form;
pub mod compositing;
pub mod dual_palette;
pub mod dual_quat;
pub mod kernel;
pub mod labs;
pub mod lessons;
pub mod mesh;
pub mod mistake;
pub mod morph;
pub mod palette;
pub mod pose;
pub mod random;
pub mod rigs;
pub mod seam;
pub mod selftest;
pub mod skeleton;
pub mod tables;
pub mod transform;
pub mod weights;

pub use glam;
