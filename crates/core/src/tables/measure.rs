//! Reading numbers off skinned vertices, and how exact each reading may claim to be.

use super::{Blend, Case, Row};
use crate::blend::{dual_quat, linear};
use crate::bound;
use crate::kernel::{self, PackedMesh, SkinnedVertex};
use glam::DVec3;
use std::ops::Range;

/// An engine that skins a [`Case`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The reference, [`crate::blend`].
    CpuF64,
    /// The batch kernel, [`crate::kernel`].
    CpuF32,
    /// The compute shader of the GPU crate.
    GpuF32,
}

impl Engine {
    /// All engines, reference first.
    pub const ALL: [Self; 3] = [Self::CpuF64, Self::CpuF32, Self::GpuF32];

    /// The name in reports: `cpu-f64`, `cpu-f32` or `gpu-f32`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CpuF64 => "cpu-f64",
            Self::CpuF32 => "cpu-f32",
            Self::GpuF32 => "gpu-f32",
        }
    }
}

/// How one number is read off the skinned vertices of a case (metres, or a ratio of metres).
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// One coordinate of one vertex: axis 0, 1 or 2.
    Coordinate {
        /// The vertex.
        vertex: usize,
        /// The axis.
        axis: usize,
    },
    /// The distance of one vertex from a point, in units of `unit` metres.
    Distance {
        /// The vertex.
        vertex: usize,
        /// The point, metres.
        from: DVec3,
        /// The length that counts as 1.
        unit: f64,
    },
    /// The largest distance of the vertices from their rest positions.
    MaxDisplacement {
        /// Which vertices.
        vertices: Range<usize>,
    },
    /// The mean distance of the vertices from their rest positions.
    MeanDisplacement {
        /// Which vertices.
        vertices: Range<usize>,
    },
    /// The weight of one influence, as the mesh holds it; no engine is asked.
    Weight {
        /// The vertex.
        vertex: usize,
        /// Which of its influences.
        slot: usize,
    },
    /// A number that the code under test computed while the row was made; no engine is asked.
    Value {
        /// The number.
        value: f64,
        /// How far it may lie from its closed form.
        tolerance: f64,
    },
}

impl Measure {
    /// Reads the number off `skinned`, the positions of the case's vertices (`V`) as the engine left them.
    #[must_use]
    pub fn read(&self, case: &Case, skinned: &[DVec3]) -> f64 {
        let moved = |vertex: usize| (skinned[vertex] - case.mesh.positions()[vertex]).length();
        match *self {
            Self::Coordinate { vertex, axis } => skinned[vertex][axis],
            Self::Distance { vertex, from, unit } => (skinned[vertex] - from).length() / unit,
            Self::MaxDisplacement { ref vertices } => largest(vertices.clone().map(moved)),
            Self::MeanDisplacement { ref vertices } => {
                vertices.clone().map(moved).sum::<f64>() / vertices.len().max(1) as f64
            }
            Self::Weight { vertex, slot } => case.mesh.influences(vertex)[slot].weight,
            Self::Value { value, .. } => value,
        }
    }

    /// How far the reading may lie from its closed form.
    ///
    /// The reference gets [`bound::CLOSED_FORM`]. A 32-bit engine gets that plus its own bound: of the
    /// component for a coordinate; the length of the bound's vector for a distance, since
    /// |‖p + δ‖ − ‖p‖| ≤ ‖δ‖; the largest such length over the vertices for the largest displacement,
    /// and for the mean, which cannot err more than its worst term.
    #[must_use]
    pub fn tolerance(&self, engine: Engine, case: &Case) -> f64 {
        if let Self::Value { tolerance, .. } = *self {
            return tolerance;
        }
        if engine == Engine::CpuF64 {
            return bound::CLOSED_FORM;
        }
        let bound = case.bound();
        let error = |vertex: usize| bound[vertex];
        let single = match *self {
            Self::Coordinate { vertex, axis } => error(vertex)[axis],
            Self::Distance { vertex, unit, .. } => error(vertex).length() / unit,
            Self::MaxDisplacement { ref vertices } | Self::MeanDisplacement { ref vertices } => {
                largest(vertices.clone().map(|vertex| error(vertex).length()))
            }
            Self::Weight { .. } | Self::Value { .. } => 0.0,
        };
        bound::CLOSED_FORM + single
    }

    /// Whether the reading depends on an engine at all.
    #[must_use]
    pub fn needs_engine(&self) -> bool {
        !matches!(self, Self::Weight { .. } | Self::Value { .. })
    }
}

/// The largest of some lengths. NaN wins and stays, unlike in [`f64::max`], so that a vertex that an
/// engine lost cannot pass for one that did not move.
fn largest(lengths: impl Iterator<Item = f64>) -> f64 {
    lengths.fold(0.0, |largest, length| {
        if length > largest || length.is_nan() {
            length
        } else {
            largest
        }
    })
}

impl Case {
    /// The skinned positions (`V`) by the reference.
    #[must_use]
    pub fn run_f64(&self) -> Vec<DVec3> {
        let mut out = Vec::new();
        match self.blend {
            Blend::Linear => linear::positions(self.palette.joints(), &self.mesh, &mut out),
            Blend::DualQuat => {
                let palette = super::valid(self.dual_palette());
                dual_quat::positions(palette.joints(), &self.mesh, &mut out);
            }
        }
        out
    }

    /// The skinned positions (`V`) by the batch kernel.
    #[must_use]
    pub fn run_f32(&self) -> Vec<DVec3> {
        let packed = PackedMesh::new(&self.mesh);
        let mut out = vec![SkinnedVertex::default(); packed.len()];
        super::valid(match self.blend {
            Blend::Linear => kernel::linear::skin(self.palette.rows(), &packed, &mut out),
            Blend::DualQuat => {
                let palette = super::valid(self.dual_palette());
                kernel::dual_quat::skin(palette.rows(), &packed, &mut out)
            }
        });
        out.iter().map(|vertex| widen(vertex.position)).collect()
    }

    /// How far a 32-bit engine may lie from the reference at each vertex (`V`), a component each (metres).
    #[must_use]
    pub fn bound(&self) -> Vec<DVec3> {
        let dual = match self.blend {
            Blend::Linear => None,
            Blend::DualQuat => Some(super::valid(self.dual_palette())),
        };
        (0..self.mesh.len())
            .map(|vertex| {
                let (influences, p) = (self.mesh.influences(vertex), self.mesh.positions()[vertex]);
                match &dual {
                    None => bound::position(self.palette.joints(), influences, p),
                    Some(dual) => {
                        DVec3::splat(bound::dual_quat::position(dual.joints(), influences, p))
                    }
                }
            })
            .collect()
    }
}

impl Row {
    /// The row's numbers by one of the CPU engines, in the order of its quantities.
    ///
    /// [`Engine::GpuF32`] cannot run here; its rows are read with [`Measure::read`] from what the GPU
    /// crate returns, and asking for it here gives the reference.
    #[must_use]
    pub fn read(&self, engine: Engine) -> Vec<f64> {
        let skinned = match engine {
            Engine::CpuF32 => self.case.run_f32(),
            Engine::CpuF64 | Engine::GpuF32 => self.case.run_f64(),
        };
        self.quantities
            .iter()
            .map(|quantity| quantity.measure.read(&self.case, &skinned))
            .collect()
    }
}

/// A single-precision position in double precision.
#[must_use]
pub fn widen(position: [f32; 3]) -> DVec3 {
    DVec3::from_array(position.map(f64::from))
}
