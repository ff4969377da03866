//! The buffers of the fast engines: what a mesh looks like once it is `f32` and of fixed width.

use crate::mesh::Mesh;
use std::fmt;

/// A vertex as the fast engines write it: 24 bytes, position then unit normal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct SkinnedVertex {
    /// Position in metres.
    pub position: [f32; 3],
    /// Unit normal; zero if the mesh has none.
    pub normal: [f32; 3],
}

/// A mesh in fixed-width buffers: every vertex has the same number of influence slots.
///
/// Slots that a vertex does not need hold joint 0 with weight 0.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedMesh {
    slots: usize,
    joint_count: usize,
    rest: Vec<SkinnedVertex>,
    joints: Vec<u16>,
    weights: Vec<f32>,
}

impl PackedMesh {
    /// Packs `mesh` into the narrowest of 1, 2, 4 or 8 slots, or the next multiple of 4 beyond.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        let slots = match mesh.max_influences() {
            0 | 1 => 1,
            2 => 2,
            3 | 4 => 4,
            5..=8 => 8,
            more => more.next_multiple_of(4),
        };
        Self::pack(mesh, slots)
    }

    /// Packs `mesh` into exactly `slots` slots a vertex.
    ///
    /// # Errors
    ///
    /// Refuses a vertex that has more influences than slots: trimming is the producer's choice.
    pub fn with_slots(mesh: &Mesh, slots: usize) -> Result<Self, PackError> {
        let too_many = (0..mesh.len()).find(|&vertex| mesh.influences(vertex).len() > slots);
        match too_many {
            Some(vertex) => Err(PackError::TooManyInfluences {
                vertex,
                influences: mesh.influences(vertex).len(),
                slots,
            }),
            None => Ok(Self::pack(mesh, slots)),
        }
    }

    fn pack(mesh: &Mesh, slots: usize) -> Self {
        let mut joints = vec![0; mesh.len() * slots];
        let mut weights = vec![0.0; mesh.len() * slots];
        for vertex in 0..mesh.len() {
            for (slot, influence) in (vertex * slots..).zip(mesh.influences(vertex)) {
                joints[slot] = influence.joint;
                weights[slot] = influence.weight as f32;
            }
        }
        let rest = mesh
            .positions()
            .iter()
            .enumerate()
            .map(|(vertex, position)| SkinnedVertex {
                position: position.as_vec3().to_array(),
                normal: mesh
                    .normals()
                    .get(vertex)
                    .map_or([0.0; 3], |normal| normal.as_vec3().to_array()),
            })
            .collect();
        Self {
            slots,
            joint_count: mesh.joint_count(),
            rest,
            joints,
            weights,
        }
    }

    /// The number of vertices, `V`.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    /// Whether there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Influence slots a vertex, `K`.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many joint matrices a palette must have.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// Rest positions and normals (`V`).
    #[must_use]
    pub fn rest(&self) -> &[SkinnedVertex] {
        &self.rest
    }

    /// Joint indices (`V × K`, a vertex's slots side by side).
    #[must_use]
    pub fn joints(&self) -> &[u16] {
        &self.joints
    }

    /// Weights (`V × K`, in the order of [`PackedMesh::joints`]).
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}

/// Why a mesh could not be packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackError {
    /// A vertex has more influences than there are slots.
    TooManyInfluences {
        /// The vertex.
        vertex: usize,
        /// Its influences.
        influences: usize,
        /// Slots a vertex.
        slots: usize,
    },
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyInfluences {
                vertex,
                influences,
                slots,
            } => write!(
                f,
                "vertex {vertex} has {influences} influences for {slots} slots: trim it first"
            ),
        }
    }
}

impl std::error::Error for PackError {}
