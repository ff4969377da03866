//! The engines of this crate at work on a [`Case`], and how far a 32-bit engine may lie from the reference.

use super::{Blend, Case, Posed, valid};
use crate::blend::{dual_quat, linear};
use crate::bound;
use crate::kernel::{self, PackedMesh, SkinnedVertex};
use glam::DVec3;

/// How far a 32-bit engine may lie from the reference at one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// In each component of the position, metres.
    pub position: DVec3,
    /// In any component of the normal; NaN where the mesh has none.
    pub normal: f64,
}

impl Case {
    /// The skinned vertices (`V`) by the reference.
    #[must_use]
    pub fn run_f64(&self) -> Vec<Posed> {
        let joints = self.palette.joints();
        match self.blend {
            Blend::Linear => self.each(|influences, p, n| Posed {
                position: linear::position(joints, influences, p),
                normal: n.map_or(DVec3::ZERO, |n| linear::normal(joints, influences, n)),
            }),
            Blend::DualQuat => {
                let palette = valid(self.dual_palette());
                self.each(|influences, p, n| {
                    let motion = dual_quat::motion(palette.joints(), influences);
                    Posed {
                        position: motion.transform_point(p),
                        normal: n.map_or(DVec3::ZERO, |n| motion.transform_vector(n)),
                    }
                })
            }
        }
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

    /// How far a 32-bit engine may lie from the reference, for each vertex (`V`).
    #[must_use]
    pub fn bounds(&self) -> Vec<Bound> {
        let joints = self.palette.joints();
        match self.blend {
            Blend::Linear => self.each(|influences, p, n| Bound {
                position: bound::position(joints, influences, p),
                normal: n.map_or(f64::NAN, |n| bound::normal(joints, influences, n)),
            }),
            Blend::DualQuat => {
                let palette = valid(self.dual_palette());
                let joints = palette.joints();
                self.each(|influences, p, n| Bound {
                    position: DVec3::splat(bound::dual_quat::position(joints, influences, p)),
                    normal: n.map_or(f64::NAN, |n| {
                        bound::dual_quat::normal(joints, influences, n)
                    }),
                })
            }
        }
    }

    /// Asks for something of every vertex: its influences, its rest position, its rest normal if it has one.
    fn each<T>(
        &self,
        of: impl Fn(&[crate::weights::Influence], DVec3, Option<DVec3>) -> T,
    ) -> Vec<T> {
        let normals = self.mesh.normals();
        self.mesh
            .positions()
            .iter()
            .enumerate()
            .map(|(vertex, &p)| {
                of(
                    self.mesh.influences(vertex),
                    p,
                    normals.get(vertex).copied(),
                )
            })
            .collect()
    }
}
