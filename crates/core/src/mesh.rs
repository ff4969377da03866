//! A mesh as it was modelled: rest vertices and their influences, checked once on entry.

use crate::weights::{Influence, WeightError, check};
use glam::DVec3;
use std::fmt;

/// How far from 1 the weights of a vertex may sum: single-precision files sum to 1 only about.
pub const SUM_TOLERANCE: f64 = 1e-5;

/// `V` rest vertices (metres, model space), each with the joints that move it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    positions: Vec<DVec3>,
    normals: Vec<DVec3>,
    influences: Vec<Influence>,
    ends: Vec<usize>,
    joint_count: usize,
}

impl Mesh {
    /// Builds a mesh from `V` positions, `V` normals (or none) and `V` influence lists of any length.
    ///
    /// # Errors
    ///
    /// Refuses lists of different lengths, a number that is not finite, a vertex whose influences
    /// are empty, negative, not finite or repeated, a joint index at or past `joint_count`, and
    /// weights whose sum is further than [`SUM_TOLERANCE`] from 1. Nothing is normalised here.
    pub fn new(
        positions: Vec<DVec3>,
        normals: Vec<DVec3>,
        influences: &[impl AsRef<[Influence]>],
        joint_count: usize,
    ) -> Result<Self, MeshError> {
        let mesh = Self::with_unchecked_sums(positions, normals, influences, joint_count)?;
        for vertex in 0..mesh.len() {
            let sum: f64 = mesh.influences(vertex).iter().map(|i| i.weight).sum();
            if (sum - 1.0).abs() > SUM_TOLERANCE {
                return Err(MeshError::WeightSum { vertex, sum });
            }
        }
        Ok(mesh)
    }

    /// As [`Mesh::new`], but takes weights whatever they sum to: for showing what goes wrong then.
    ///
    /// # Errors
    ///
    /// As [`Mesh::new`], without the check of the sum.
    pub fn with_unchecked_sums(
        positions: Vec<DVec3>,
        normals: Vec<DVec3>,
        influences: &[impl AsRef<[Influence]>],
        joint_count: usize,
    ) -> Result<Self, MeshError> {
        if influences.len() != positions.len()
            || !(normals.is_empty() || normals.len() == positions.len())
        {
            return Err(MeshError::LengthMismatch {
                positions: positions.len(),
                normals: normals.len(),
                influences: influences.len(),
            });
        }
        let all_finite = |list: &[DVec3]| {
            list.iter()
                .position(|value| !value.is_finite())
                .map_or(Ok(()), |vertex| Err(MeshError::NotFinite { vertex }))
        };
        all_finite(&positions)?;
        all_finite(&normals)?;

        let mut flat = Vec::new();
        let mut ends = Vec::with_capacity(positions.len());
        for (vertex, list) in influences.iter().enumerate() {
            let list = list.as_ref();
            check(list).map_err(|error| MeshError::Weights { vertex, error })?;
            if let Some(influence) = list.iter().find(|i| usize::from(i.joint) >= joint_count) {
                return Err(MeshError::JointOutOfRange {
                    vertex,
                    joint: influence.joint,
                    joint_count,
                });
            }
            flat.extend_from_slice(list);
            ends.push(flat.len());
        }
        Ok(Self {
            positions,
            normals,
            influences: flat,
            ends,
            joint_count,
        })
    }

    /// The number of vertices, `V`.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Rest positions (`V`), metres.
    #[must_use]
    pub fn positions(&self) -> &[DVec3] {
        &self.positions
    }

    /// Rest normals (`V`), or none at all.
    #[must_use]
    pub fn normals(&self) -> &[DVec3] {
        &self.normals
    }

    /// The influences of one vertex.
    ///
    /// # Panics
    ///
    /// If `vertex` is at or past [`Mesh::len`].
    #[must_use]
    pub fn influences(&self, vertex: usize) -> &[Influence] {
        let start = if vertex == 0 {
            0
        } else {
            self.ends[vertex - 1]
        };
        &self.influences[start..self.ends[vertex]]
    }

    /// The longest influence list of any vertex.
    #[must_use]
    pub fn max_influences(&self) -> usize {
        (0..self.len())
            .map(|vertex| self.influences(vertex).len())
            .max()
            .unwrap_or(0)
    }

    /// How many joints a palette must have to skin this mesh.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joint_count
    }
}

/// Why a mesh was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// The lists describe different numbers of vertices.
    LengthMismatch {
        /// Positions given.
        positions: usize,
        /// Normals given.
        normals: usize,
        /// Influence lists given.
        influences: usize,
    },
    /// A position or normal has a number that is NaN or infinite.
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// The influences of a vertex were refused.
    Weights {
        /// The vertex.
        vertex: usize,
        /// Why.
        error: WeightError,
    },
    /// An influence names a joint that the skeleton does not have.
    JointOutOfRange {
        /// The vertex.
        vertex: usize,
        /// The joint named.
        joint: u16,
        /// Joints there are.
        joint_count: usize,
    },
    /// The weights of a vertex do not sum to 1.
    WeightSum {
        /// The vertex.
        vertex: usize,
        /// Their sum.
        sum: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LengthMismatch {
                positions,
                normals,
                influences,
            } => write!(
                f,
                "{positions} positions, {normals} normals and {influences} influence lists: give one of each a vertex (normals may be left out)"
            ),
            Self::NotFinite { vertex } => write!(
                f,
                "vertex {vertex} has a position or normal that is not finite"
            ),
            Self::Weights { vertex, error } => write!(f, "vertex {vertex}: {error}"),
            Self::JointOutOfRange {
                vertex,
                joint,
                joint_count,
            } => write!(
                f,
                "vertex {vertex} names joint {joint}, but the skeleton has {joint_count} joints"
            ),
            Self::WeightSum { vertex, sum } => write!(
                f,
                "the weights of vertex {vertex} sum to {sum} and not to 1: normalise them where they are made"
            ),
        }
    }
}

impl std::error::Error for MeshError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Weights { error, .. } => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(influences: &[Influence]) -> Result<Mesh, MeshError> {
        Mesh::new(vec![DVec3::X], vec![], &[influences], 2)
    }

    #[test]
    fn keeps_lists_of_any_length_apart() {
        let long: Vec<_> = (0..9)
            .map(|joint| Influence::new(joint, 1.0 / 9.0))
            .collect();
        let mesh = Mesh::new(
            vec![DVec3::X, DVec3::Y],
            vec![],
            &[long.clone(), vec![Influence::new(3, 1.0)]],
            9,
        )
        .expect("valid");
        assert_eq!(mesh.influences(0), long);
        assert_eq!(mesh.influences(1), [Influence::new(3, 1.0)]);
        assert_eq!(mesh.max_influences(), 9);
    }

    #[test]
    fn refuses_each_fault_with_vertex_and_value() {
        assert_eq!(
            one(&[Influence::new(0, 0.25), Influence::new(1, 0.6)]),
            Err(MeshError::WeightSum {
                vertex: 0,
                sum: 0.85
            })
        );
        assert_eq!(
            one(&[Influence::new(2, 1.0)]),
            Err(MeshError::JointOutOfRange {
                vertex: 0,
                joint: 2,
                joint_count: 2
            })
        );
        assert_eq!(
            one(&[]),
            Err(MeshError::Weights {
                vertex: 0,
                error: WeightError::Empty
            })
        );
        assert_eq!(
            Mesh::new(vec![DVec3::NAN], vec![], &[[Influence::new(0, 1.0)]], 1),
            Err(MeshError::NotFinite { vertex: 0 })
        );
        assert_eq!(
            Mesh::new(
                vec![DVec3::X],
                vec![DVec3::X; 2],
                &[[Influence::new(0, 1.0)]],
                1
            ),
            Err(MeshError::LengthMismatch {
                positions: 1,
                normals: 2,
                influences: 1
            })
        );
    }

    #[test]
    fn the_demonstration_door_still_checks_joints() {
        let broken = [Influence::new(0, 0.25), Influence::new(1, 0.6)];
        assert!(Mesh::with_unchecked_sums(vec![DVec3::X], vec![], &[broken], 2).is_ok());
        assert!(Mesh::with_unchecked_sums(vec![DVec3::X], vec![], &[broken], 1).is_err());
    }
}
