//! The engines of this crate at work on a [`Case`], and how far a 32-bit engine may lie from the reference.

use super::{Blend, Case, Posed, valid};
use crate::blend::{dual_quat, linear};
use crate::bound;
use crate::kernel::{self, PackedMesh, SkinnedVertex};
use crate::weights::Influence;
use glam::DVec3;

impl Case {
    /// The skinned vertices (`V`) by the reference.
    #[must_use]
    pub fn run_f64(&self) -> Vec<Posed> {
        match self.blend {
            Blend::Linear => {
                let joints = self.palette.joints();
                self.pose(
                    |influences, p| linear::position(joints, influences, p),
                    |influences, n| linear::normal(joints, influences, n),
                )
            }
            Blend::DualQuat => {
                let palette = valid(self.dual_palette());
                let joints = palette.joints();
                self.pose(
                    |influences, p| dual_quat::position(joints, influences, p),
                    |influences, n| dual_quat::normal(joints, influences, n),
                )
            }
        }
    }

    /// Every vertex (`V`) moved by these two; the normal is zero where the mesh has none.
    fn pose(
        &self,
        position: impl Fn(&[Influence], DVec3) -> DVec3,
        normal: impl Fn(&[Influence], DVec3) -> DVec3,
    ) -> Vec<Posed> {
        (0..self.mesh.len())
            .map(|vertex| {
                let influences = self.mesh.influences(vertex);
                let rest = self.mesh.normals().get(vertex);
                Posed {
                    position: position(influences, self.mesh.positions()[vertex]),
                    normal: rest.map_or(DVec3::ZERO, |&rest| normal(influences, rest)),
                }
            })
            .collect()
    }

    /// The skinned vertices (`V`) by the batch kernel.
    #[must_use]
    pub fn run_f32(&self) -> Vec<Posed> {
        let packed = PackedMesh::new(&self.mesh);
        let mut out = vec![SkinnedVertex::default(); packed.len()];
        valid(match self.blend {
            Blend::Linear => kernel::linear::skin(self.palette.rows(), &packed, &mut out),
            Blend::DualQuat => {
                let palette = valid(self.dual_palette());
                kernel::dual_quat::skin(palette.rows(), &packed, &mut out)
            }
        });
        out.iter().map(Posed::from).collect()
    }

    /// How far a 32-bit engine may lie from the reference at each vertex (`V`), a component each (metres).
    #[must_use]
    pub fn bound(&self) -> Vec<DVec3> {
        let dual = match self.blend {
            Blend::Linear => None,
            Blend::DualQuat => Some(valid(self.dual_palette())),
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

    /// How far a 32-bit engine's unit normal may lie from the reference's at each vertex, in any
    /// component (`V`; empty where the mesh has no normals).
    #[must_use]
    pub fn normal_bound(&self) -> Vec<f64> {
        let dual = match self.blend {
            Blend::Linear => None,
            Blend::DualQuat => Some(valid(self.dual_palette())),
        };
        self.mesh
            .normals()
            .iter()
            .enumerate()
            .map(|(vertex, &n)| {
                let influences = self.mesh.influences(vertex);
                match &dual {
                    None => bound::normal(self.palette.joints(), influences, n),
                    Some(dual) => bound::dual_quat::normal(dual.joints(), influences, n),
                }
            })
            .collect()
    }
}
