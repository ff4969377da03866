//! Why a mesh was not bound.

use crate::weights::WeightError;
use std::fmt;

/// Why a mesh, a set of bones or their binding was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum BindError {
    /// The sheet has no triangles.
    NoTriangles,
    /// A position has a number that is NaN or infinite.
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// A triangle names a vertex that is not there.
    VertexOutOfRange {
        /// The triangle.
        triangle: usize,
        /// The vertex that it names.
        vertex: usize,
    },
    /// A triangle is flat or runs clockwise.
    NotCounterclockwise {
        /// The triangle.
        triangle: usize,
    },
    /// More than two triangles share an edge.
    CrowdedEdge {
        /// The edge's vertices.
        ends: [usize; 2],
    },
    /// A vertex belongs to no triangle.
    Loose {
        /// The vertex.
        vertex: usize,
    },
    /// There are no bones.
    NoBones,
    /// A bone has a number that is NaN or infinite.
    BoneNotFinite {
        /// The bone.
        bone: usize,
    },
    /// A vertex lies on a bone.
    OnBone {
        /// The vertex.
        vertex: usize,
        /// The bone.
        bone: usize,
    },
    /// The mask names a part for another number of vertices or bones than there are.
    MaskLength {
        /// Parts given for vertices.
        vertices: usize,
        /// Parts given for bones.
        bones: usize,
    },
    /// The cotangents of the angles that face an edge sum to less than zero, so that heat would flow
    /// from cold to warm along it.
    NegativeCotangents {
        /// The edge's vertices.
        ends: [usize; 2],
        /// Half the sum.
        weight: f64,
    },
    /// The linear system was not solved.
    Solve(SolveError),
    /// A solution left the range that the maximum principle gives it by more than rounding can.
    OutOfRange {
        /// The vertex.
        vertex: usize,
        /// The weight, or the sum of the weights.
        value: f64,
    },
    /// The shares of a vertex could not be normalised.
    Weights {
        /// The vertex.
        vertex: usize,
        /// The reason.
        error: WeightError,
    },
}

/// Why a solver gave no solution.
#[derive(Clone, Debug, PartialEq)]
pub enum SolveError {
    /// A right side has another length than the matrix.
    LengthMismatch {
        /// Rows of the matrix.
        rows: usize,
        /// Numbers in the right side.
        right: usize,
    },
    /// The matrix is not positive definite.
    NotPositiveDefinite,
    /// The iteration ended before the residual was small.
    NotConverged {
        /// Iterations made.
        iterations: usize,
        /// The residual that was left, as a share of the right side.
        residual: f64,
    },
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTriangles => {
                f.write_str("the sheet has no triangles: there is no surface to follow")
            }
            Self::NotFinite { vertex } => {
                write!(f, "vertex {vertex} has a position that is not finite")
            }
            Self::VertexOutOfRange { triangle, vertex } => write!(
                f,
                "triangle {triangle} names vertex {vertex}, which is not there"
            ),
            Self::NotCounterclockwise { triangle } => write!(
                f,
                "triangle {triangle} is flat or runs clockwise: swap two of its corners, or drop it"
            ),
            Self::CrowdedEdge { ends: [a, b] } => write!(
                f,
                "more than two triangles share the edge {a}–{b}: split the mesh there"
            ),
            Self::Loose { vertex } => {
                write!(f, "vertex {vertex} belongs to no triangle: remove it")
            }
            Self::NoBones => f.write_str("there are no bones: give at least one"),
            Self::BoneNotFinite { bone } => {
                write!(f, "bone {bone} has an end that is not finite")
            }
            Self::OnBone { vertex, bone } => write!(
                f,
                "vertex {vertex} lies on bone {bone}, where the inverse distance is infinite: move one of them"
            ),
            Self::MaskLength { vertices, bones } => write!(
                f,
                "the mask names parts for {vertices} vertices and {bones} bones: give one a vertex and one a bone"
            ),
            Self::NegativeCotangents {
                ends: [a, b],
                weight,
            } => write!(
                f,
                "the angles that face edge {a}–{b} are too wide (weight {weight}): flip the edge, or refine the mesh there"
            ),
            Self::Solve(error) => write!(f, "the heat was not found: {error}"),
            Self::OutOfRange { vertex, value } => write!(
                f,
                "vertex {vertex} got {value}, which no heat can be: the solver is wrong or the system too ill-conditioned for it"
            ),
            Self::Weights { vertex, error } => write!(f, "vertex {vertex}: {error}"),
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch { rows, right } => write!(
                f,
                "the matrix has {rows} rows and the right side {right} numbers"
            ),
            Self::NotPositiveDefinite => f.write_str("the matrix is not positive definite"),
            Self::NotConverged {
                iterations,
                residual,
            } => write!(
                f,
                "after {iterations} iterations a residual of {residual} of the right side was left"
            ),
        }
    }
}

impl std::error::Error for BindError {}
impl std::error::Error for SolveError {}

impl From<SolveError> for BindError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}
