//! A model from a file as the crate's own types: skeleton, inverse bind matrices and mesh.

use crate::model::{Model, Parts};
use skinlab_core::blend::linear as reference;
use skinlab_core::glam::{DAffine3, DQuat, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex, linear};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::pose::forward_kinematics;
use skinlab_core::skeleton::Skeleton;
use skinlab_core::transform::Transform;
use skinlab_core::weights::Influence;

/// A model as this crate takes it.
pub struct Rig {
    /// The joints alone; nodes above them must rest where the world does.
    pub skeleton: Skeleton,
    /// For every joint of the skeleton its node in the file.
    nodes: Vec<usize>,
    /// In the order of the skeleton.
    inverse_bind: Vec<DAffine3>,
    /// The vertices, without the padding of their slots.
    pub mesh: Mesh,
}

/// How a joint matrix is multiplied together.
#[derive(Clone, Copy, PartialEq)]
pub enum Product {
    /// As it must be.
    WorldTimesInverseBind,
    /// The inverse bind matrix forgotten.
    WorldAlone,
    /// The two exchanged.
    InverseBindTimesWorld,
}

impl Rig {
    /// Sorts the file's joints parents first, and names them anew in the vertices' slots.
    pub fn new(model: &Model) -> Self {
        let joint_of = |node: usize| model.joint_nodes.iter().position(|&other| other == node);
        let parent_of: Vec<Option<usize>> = model
            .joint_nodes
            .iter()
            .map(|&node| model.node_parents[node].and_then(joint_of))
            .collect();
        let depth = |joint: usize| std::iter::successors(Some(joint), |&j| parent_of[j]).count();
        let mut order: Vec<usize> = (0..parent_of.len()).collect();
        order.sort_by_key(|&joint| depth(joint));
        let mut slot_of = vec![0; order.len()];
        for (slot, &joint) in order.iter().enumerate() {
            slot_of[joint] = slot;
        }

        let nodes: Vec<usize> = order
            .iter()
            .map(|&joint| model.joint_nodes[joint])
            .collect();
        let parents = order
            .iter()
            .map(|&joint| parent_of[joint].map(|parent| slot_of[parent]))
            .collect();
        let skeleton =
            Skeleton::new(parents, locals(&model.rest(), &nodes)).expect("parents first");
        let inverse_bind = order
            .iter()
            .map(|&joint| affine(&model.inverse_bind[joint]))
            .collect();
        let lists: Vec<Vec<Influence>> = slots(model)
            .map(|list| {
                let used = list.into_iter().filter(|i| i.weight != 0.0);
                used.map(|i| Influence::new(slot_of[usize::from(i.joint)] as u16, i.weight))
                    .collect()
            })
            .collect();
        let positions = model
            .positions
            .iter()
            .map(|p| DVec3::from_array(p.map(f64::from)))
            .collect();
        let mesh = Mesh::new(positions, vec![], &lists, nodes.len()).expect("weights sum to 1");
        Self {
            skeleton,
            nodes,
            inverse_bind,
            mesh,
        }
    }

    /// The joint matrices of one pose.
    pub fn palette(&self, parts: &[Parts], product: Product) -> Palette {
        let mut world = Vec::new();
        forward_kinematics(&self.skeleton, &locals(parts, &self.nodes), &mut world)
            .expect("lengths agree");
        let mut palette = Palette::default();
        match product {
            Product::WorldTimesInverseBind => palette.update(&world, &self.inverse_bind),
            Product::WorldAlone => palette.update(&world, &vec![DAffine3::IDENTITY; world.len()]),
            Product::InverseBindTimesWorld => palette.update(&self.inverse_bind, &world),
        }
        .expect("lengths agree");
        palette
    }

    /// Every vertex by the reference.
    pub fn double(&self, palette: &Palette) -> Vec<DVec3> {
        let mut out = Vec::new();
        reference::positions(palette.joints(), &self.mesh, &mut out);
        out
    }

    /// Every vertex by the batch kernel.
    pub fn single(&self, palette: &Palette) -> Vec<DVec3> {
        let packed = PackedMesh::new(&self.mesh);
        let mut out = vec![SkinnedVertex::default(); packed.len()];
        linear::skin(palette.rows(), &packed, &mut out).expect("lengths agree");
        out.iter()
            .map(|v| DVec3::from_array(v.position.map(f64::from)))
            .collect()
    }
}

fn locals(parts: &[Parts], nodes: &[usize]) -> Vec<DAffine3> {
    let local = |parts: &Parts| Transform {
        translation: DVec3::from_array(parts.translation),
        rotation: DQuat::from_array(parts.rotation),
        scale: DVec3::from_array(parts.scale),
    };
    nodes
        .iter()
        .map(|&node| local(&parts[node]).to_affine())
        .collect()
}

fn affine(columns: &[[f32; 4]; 4]) -> DAffine3 {
    assert_eq!(columns.map(|column| column[3]), [0.0, 0.0, 0.0, 1.0]);
    let column = |c: usize| DVec3::from_array([0, 1, 2].map(|row| f64::from(columns[c][row])));
    DAffine3::from_cols(column(0), column(1), column(2), column(3))
}

/// The four slots of every vertex as the file has them.
pub fn slots(model: &Model) -> impl Iterator<Item = [Influence; 4]> + '_ {
    model
        .joints
        .iter()
        .zip(&model.weights)
        .map(|(joints, weights)| {
            std::array::from_fn(|slot| Influence::new(joints[slot], f64::from(weights[slot])))
        })
}
