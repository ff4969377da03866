//! Reading numbers off skinned vertices, and how exact each reading may claim to be.

use super::{Case, Posed, Row, shape};
use crate::bound;
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

/// How far an angle (degrees) between two unit vectors may lie from its closed form, if one of them is
/// within [`bound::CLOSED_FORM`] of the right one.
///
/// A vector within δ ≤ 1 of a unit vector makes an angle with it whose sine is at most δ, so of at most
/// (π/2) δ radians, which are 90 δ degrees.
pub const ANGLE: f64 = 90.0 * bound::CLOSED_FORM;

/// How one number is read off the skinned vertices of a case: metres, a ratio of metres, or for an
/// angle the degrees that a reader sees.
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
    /// The distance between two vertices, in units of `unit` metres.
    Span {
        /// The two vertices.
        vertices: [usize; 2],
        /// The length that counts as 1.
        unit: f64,
    },
    /// One coordinate of one vertex's unit normal: axis 0, 1 or 2.
    Normal {
        /// The vertex.
        vertex: usize,
        /// The axis.
        axis: usize,
    },
    /// The angle between one vertex's normal and a direction, degrees from 0 to 180. A normal of no
    /// length, or a mesh without normals, has none: NaN.
    NormalAngle {
        /// The vertex.
        vertex: usize,
        /// The direction, of any length but zero.
        from: DVec3,
    },
    /// The angle at which one vertex stands about an axis along +x, degrees, read within 180° of `near`.
    Turn {
        /// The vertex.
        vertex: usize,
        /// A point of the axis, metres. The angle counts from +y towards +z.
        about: DVec3,
        /// How far the vertex stands from the axis by its closed form, metres.
        radius: f64,
        /// An angle within 180° of the one to be read, degrees: which of its turns is meant.
        near: f64,
    },
    /// The largest distance of the vertices from two bones that meet at a joint, in units of `unit`
    /// metres. The parent bone lies in −x of the joint, the child bone in the xy plane; both reach far.
    FromBones {
        /// Which vertices.
        vertices: Range<usize>,
        /// The joint, metres.
        joint: DVec3,
        /// The direction of the child bone from +x, radians.
        theta: f64,
        /// The length that counts as 1.
        unit: f64,
    },
    /// The area of the polygon whose corners are the vertices in order, in units of `unit` square metres.
    Area {
        /// Which vertices; they lie in a plane.
        vertices: Range<usize>,
        /// The area that counts as 1.
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
    /// Reads the number off `skinned`, the case's vertices (`V`) as the engine left them.
    #[must_use]
    pub fn read(&self, case: &Case, skinned: &[Posed]) -> f64 {
        let position = |vertex: usize| skinned[vertex].position;
        let moved = |vertex: usize| (position(vertex) - case.mesh.positions()[vertex]).length();
        // A mesh without normals comes back with zeros, which must not pass for a direction.
        let normal = |vertex: usize| {
            if case.mesh.normals().is_empty() {
                DVec3::NAN
            } else {
                skinned[vertex].normal
            }
        };
        match *self {
            Self::Coordinate { vertex, axis } => position(vertex)[axis],
            Self::Distance { vertex, from, unit } => (position(vertex) - from).length() / unit,
            Self::Span {
                vertices: [a, b],
                unit,
            } => (position(a) - position(b)).length() / unit,
            Self::Normal { vertex, axis } => normal(vertex)[axis],
            Self::NormalAngle { vertex, from } => degrees_between(normal(vertex), from),
            Self::Turn {
                vertex,
                about,
                near,
                ..
            } => near + shape::degrees_beyond(position(vertex) - about, near),
            Self::FromBones {
                ref vertices,
                joint,
                theta,
                unit,
            } => {
                let distance = |v| shape::distance_from_bones(position(v) - joint, theta);
                largest(vertices.clone().map(distance)) / unit
            }
            Self::Area { ref vertices, unit } => {
                let corners: Vec<DVec3> = vertices.clone().map(position).collect();
                shape::area(&corners) / unit
            }
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
    /// and for the mean, which cannot err more than its worst term; both ends' lengths for a span; and
    /// [`bound::normal`] for a normal's coordinate.
    ///
    /// An angle gets what [`ANGLE`] derives, with δ = √3 times the bound of a normal's one coordinate. In the
    /// same way a vertex within δ of a place at radius ρ from an axis turns like a unit vector by δ / ρ.
    ///
    /// A distance from bones changes by no more than the vertex moves. Corners that each move by δ change
    /// the area of a polygon by at most its perimeter times δ, to first order: half of |pₖ₊₁ − pₖ₋₁| δ
    /// a corner. Twice the perimeter at rest covers the rest, while a polygon does not grow to half as
    /// much again.
    #[must_use]
    pub fn tolerance(&self, engine: Engine, case: &Case) -> f64 {
        if let Self::Value { tolerance, .. } = *self {
            return tolerance;
        }
        let single = if engine == Engine::CpuF64 {
            0.0
        } else {
            self.single(case)
        };
        let error = bound::CLOSED_FORM + single;
        match self {
            Self::NormalAngle { .. } => ANGLE / bound::CLOSED_FORM * error,
            Self::Turn { radius, .. } => ANGLE / bound::CLOSED_FORM * error / radius,
            _ => error,
        }
    }

    /// What a 32-bit engine may add to the error of the reading; radians' sine for an angle.
    fn single(&self, case: &Case) -> f64 {
        let (bound, normals) = (case.bound(), case.normal_bound());
        let error = |vertex: usize| bound[vertex];
        let normal = |vertex: usize| normals.get(vertex).copied().unwrap_or(f64::NAN);
        match *self {
            Self::Coordinate { vertex, axis } => error(vertex)[axis],
            Self::Distance { vertex, unit, .. } => error(vertex).length() / unit,
            Self::Span {
                vertices: [a, b],
                unit,
            } => (error(a).length() + error(b).length()) / unit,
            Self::Normal { vertex, .. } => normal(vertex),
            Self::NormalAngle { vertex, .. } => 3.0_f64.sqrt() * normal(vertex),
            Self::Turn { vertex, .. } => error(vertex).length(),
            Self::FromBones {
                ref vertices, unit, ..
            } => largest(vertices.clone().map(|vertex| error(vertex).length())) / unit,
            Self::Area { ref vertices, unit } => {
                let moved = largest(vertices.clone().map(|vertex| error(vertex).length()));
                2.0 * shape::perimeter(&case.mesh.positions()[vertices.clone()]) * moved / unit
            }
            Self::MaxDisplacement { ref vertices } | Self::MeanDisplacement { ref vertices } => {
                largest(vertices.clone().map(|vertex| error(vertex).length()))
            }
            Self::Weight { .. } | Self::Value { .. } => 0.0,
        }
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

/// The angle between two vectors in degrees, exact to rounding from 0 to 180; NaN if one has no length.
///
/// Source: Kahan, *Miscalculating Area and Angles of a Needle-like Triangle*, §13: the arc tangent of
/// sine and cosine, where the arc cosine alone would lose half of the digits near 0 and 180°.
#[must_use]
pub fn degrees_between(a: DVec3, b: DVec3) -> f64 {
    if a == DVec3::ZERO || b == DVec3::ZERO {
        return f64::NAN;
    }
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use crate::palette::Palette;
    use crate::tables::Blend;
    use crate::weights::Influence;
    use glam::DAffine3;
    use std::f64::consts::FRAC_PI_2;

    fn quarter_turn(normals: Vec<DVec3>) -> Case {
        let own = [[Influence::new(0, 1.0)]; 2];
        let mesh = Mesh::new(vec![DVec3::X, DVec3::Y], normals, &own, 1).expect("valid");
        Case {
            palette: Palette::from_joint_matrices(vec![DAffine3::from_rotation_z(FRAC_PI_2)]),
            mesh,
            blend: Blend::Linear,
        }
    }

    #[test]
    fn normals_and_spans_are_read_off_both_engines() {
        let case = quarter_turn(vec![DVec3::X, DVec3::Y]);
        let readings = [
            (Measure::Normal { vertex: 0, axis: 1 }, 1.0),
            (Measure::Normal { vertex: 1, axis: 0 }, -1.0),
            (
                Measure::NormalAngle {
                    vertex: 0,
                    from: DVec3::new(3.0, 3.0, 0.0),
                },
                45.0,
            ),
            (
                Measure::Span {
                    vertices: [0, 1],
                    unit: 2.0,
                },
                0.5_f64.sqrt(),
            ),
        ];
        for (engine, skinned) in [
            (Engine::CpuF64, case.run_f64()),
            (Engine::CpuF32, case.run_f32()),
        ] {
            for (measure, right) in &readings {
                let error = (measure.read(&case, &skinned) - right).abs();
                assert!(error <= measure.tolerance(engine, &case), "{measure:?}");
                // The engine's own bound is small beside the number: a wrong one would not pass.
                assert!(measure.tolerance(engine, &case) < 0.01 * right.abs());
            }
        }
    }

    #[test]
    fn a_mesh_without_normals_has_no_normal_to_read() {
        let case = quarter_turn(vec![]);
        let measure = Measure::Normal { vertex: 0, axis: 2 };
        assert!(measure.read(&case, &case.run_f64()).is_nan());
        assert!(measure.tolerance(Engine::CpuF32, &case).is_nan());
    }

    #[test]
    fn small_angles_keep_their_digits() {
        let tiny = DVec3::new(1.0, 1e-9, 0.0);
        assert!((degrees_between(DVec3::X, tiny) - 1e-9_f64.to_degrees()).abs() < 1e-20);
        assert_eq!(degrees_between(DVec3::X, -DVec3::X), 180.0);
        assert!(degrees_between(DVec3::ZERO, DVec3::X).is_nan());
    }
}
