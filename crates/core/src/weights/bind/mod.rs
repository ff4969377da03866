//! Where weights come from: four ways to bind a flat mesh to bones.
//!
//! | method | what counts as near | a gap |
//! |---|---|---|
//! | [`euclidean`] | the straight line to the bone, through anything | is crossed |
//! | [`geodesic`] | the way along the mesh | is walked round |
//! | [`heat`] | heat that the mesh alone conducts (Baran & Popović 2007) | does not conduct |
//! | [`masked`] | the straight line, but only within a part and its neighbours | is ruled out by hand |
//!
//! Each starts from a [`Reach`], which knows how far every vertex is from every bone and whether it sees
//! it inside the mesh, and ends in a [`Binding`]: influence lists that are non-negative and sum to 1, and a
//! report of the pieces that no bone reaches. Those are left empty: what they should follow, only their
//! author knows.

mod distance;
mod error;
mod heat;
mod reach;
mod sheet;
mod solver;

pub use distance::{Mask, euclidean, geodesic, geodesic_distances, masked};
pub use error::{BindError, SolveError};
pub use heat::{Heat, System, assemble, heat};
pub use reach::{Bone, Reach};
pub use sheet::{Edge, Sheet};
pub use solver::{ConjugateGradients, Solution, SpdMatrix, SpdSolver};

use super::{Influence, normalise};

/// What a method made of a mesh: `V` influence lists, and the vertices that it could not serve.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    influences: Vec<Vec<Influence>>,
    islands: Vec<Island>,
}

/// Vertices of one piece of the mesh that no bone reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Island {
    /// The piece of the sheet.
    pub piece: usize,
    /// Its first vertex that is not reached, by which its author finds it.
    pub first: usize,
    /// How many are not.
    pub vertices: usize,
}

impl Binding {
    /// Makes influence lists of what each bone claims of each vertex (`V` × bones, any scale); bones that
    /// move the same joint add up. A vertex of which no bone claims anything goes into the report.
    fn from_shares(
        sheet: &Sheet,
        reach: &Reach,
        shares: impl Fn(usize, usize) -> f64,
    ) -> Result<Self, BindError> {
        let mut influences = Vec::with_capacity(sheet.positions().len());
        let mut islands: Vec<Island> = Vec::new();
        for vertex in 0..sheet.positions().len() {
            let mut list: Vec<Influence> = Vec::with_capacity(reach.bones().len());
            for (bone, &Bone { joint, .. }) in reach.bones().iter().enumerate() {
                let share = shares(vertex, bone);
                if share == 0.0 {
                    continue;
                }
                match list.iter_mut().find(|i| i.joint == joint) {
                    Some(influence) => influence.weight += share,
                    None => list.push(Influence::new(joint, share)),
                }
            }
            if list.is_empty() {
                let piece = sheet.piece(vertex);
                match islands.iter_mut().find(|island| island.piece == piece) {
                    Some(island) => island.vertices += 1,
                    None => islands.push(Island {
                        piece,
                        first: vertex,
                        vertices: 1,
                    }),
                }
            } else {
                list = normalise(&list).map_err(|error| BindError::Weights { vertex, error })?;
            }
            influences.push(list);
        }
        Ok(Self {
            influences,
            islands,
        })
    }

    /// The influence lists (`V`); empty for a vertex that no bone reaches.
    #[must_use]
    pub fn influences(&self) -> &[Vec<Influence>] {
        &self.influences
    }

    /// The pieces that no bone reaches, whole or in part.
    #[must_use]
    pub fn islands(&self) -> &[Island] {
        &self.islands
    }

    /// The share of `joint` in a vertex; 0 where no bone reaches.
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    #[must_use]
    pub fn weight(&self, vertex: usize, joint: u16) -> f64 {
        self.influences[vertex]
            .iter()
            .find(|i| i.joint == joint)
            .map_or(0.0, |i| i.weight)
    }

    /// The influence lists (`V`) with `joint` for what no bone reaches: a decision of the caller's, who has
    /// seen the report.
    #[must_use]
    pub fn with_islands_on(&self, joint: u16) -> Vec<Vec<Influence>> {
        self.influences
            .iter()
            .map(|list| {
                if list.is_empty() {
                    vec![Influence::new(joint, 1.0)]
                } else {
                    list.clone()
                }
            })
            .collect()
    }
}
