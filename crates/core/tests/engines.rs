//! The single-precision kernel against the reference: every component of every vertex within the
//! derived bound, for random rigs of any influence count, and beyond it once the kernel is fed wrong.

#[path = "support/rigs.rs"]
mod rigs;
#[path = "support/shares.rs"]
mod shares;

use proptest::collection::vec;
use proptest::prelude::*;
use rigs::{affine, direction, vector};
use shares::{JOINTS, influences};
use skinlab_core::blend::linear as reference;
use skinlab_core::bound;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex, linear};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::weights::Influence;

/// A rig on its way into both engines.
#[derive(Clone, Debug)]
struct Rig {
    joints: Vec<DAffine3>,
    positions: Vec<DVec3>,
    normals: Vec<DVec3>,
    lists: Vec<Vec<Influence>>,
}

impl Rig {
    fn mesh(&self) -> Mesh {
        Mesh::new(
            self.positions.clone(),
            self.normals.clone(),
            &self.lists,
            usize::from(JOINTS),
        )
        .expect("random rigs are valid")
    }

    /// What the kernel makes of the rig in slots of any width that fits.
    fn skin(&self, slots: Option<usize>) -> Vec<SkinnedVertex> {
        let mesh = self.mesh();
        let packed = match slots {
            Some(slots) => PackedMesh::with_slots(&mesh, slots).expect("wide enough"),
            None => PackedMesh::new(&mesh),
        };
        let palette = Palette::from_joint_matrices(self.joints.clone());
        let mut out = vec![
            SkinnedVertex {
                position: [f32::NAN; 3],
                normal: [f32::NAN; 3]
            };
            packed.len()
        ];
        linear::skin(palette.rows(), &packed, &mut out).expect("lengths agree");
        out
    }

    /// The first vertex at which `skinned` leaves the bound about this rig's reference.
    fn outside(&self, skinned: &[SkinnedVertex]) -> Option<(usize, &'static str)> {
        assert_eq!(skinned.len(), self.positions.len());
        (0..skinned.len()).find_map(|vertex| {
            let (list, p, n) = (
                &self.lists[vertex],
                self.positions[vertex],
                self.normals[vertex],
            );
            let difference =
                wide(skinned[vertex].position) - reference::position(&self.joints, list, p);
            if !difference
                .abs()
                .cmple(bound::position(&self.joints, list, p))
                .all()
            {
                return Some((vertex, "position"));
            }
            let difference =
                wide(skinned[vertex].normal) - reference::normal(&self.joints, list, n);
            let bound = bound::normal(&self.joints, list, n);
            (!difference.abs().cmple(DVec3::splat(bound)).all()).then_some((vertex, "normal"))
        })
    }
}

fn wide(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

fn rig() -> impl Strategy<Value = Rig> {
    let vertex = (vector(2.0), direction(), influences());
    (vec(affine(), usize::from(JOINTS)), vec(vertex, 1..24)).prop_map(|(joints, vertices)| {
        let mut rig = Rig {
            joints,
            positions: vec![],
            normals: vec![],
            lists: vec![],
        };
        for (position, normal, list) in vertices {
            rig.positions.push(position);
            rig.normals.push(normal);
            rig.lists.push(list);
        }
        rig
    })
}

proptest! {
    #[test]
    fn the_kernel_stays_within_the_bound(rig in rig()) {
        prop_assert_eq!(rig.outside(&rig.skin(None)), None);
    }

    #[test]
    fn the_width_of_the_slots_is_the_packers_business(rig in rig(), spare in 0_usize..6) {
        let slots = rig.mesh().max_influences() + spare;
        prop_assert_eq!(rig.outside(&rig.skin(Some(slots))), None);
    }

    #[test]
    fn normals_are_unit_and_ignore_where_the_joints_are(rig in rig(), t in vector(50.0)) {
        let mut moved = rig.clone();
        for joint in &mut moved.joints {
            joint.translation += t;
        }
        for (here, there) in rig.skin(None).iter().zip(moved.skin(None)) {
            prop_assert_eq!(here.normal, there.normal);
            prop_assert!((wide(here.normal).length() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn one_wrong_joint_leaves_the_bound(rig in rig()) {
        let mut wrong = rig.clone();
        for influence in &mut wrong.lists[0] {
            // A cyclic shift keeps the joints of one vertex distinct.
            influence.joint = (influence.joint + 1) % JOINTS;
        }
        prop_assert_eq!(rig.outside(&wrong.skin(None)).map(|(vertex, _)| vertex), Some(0));
    }
}

/// Eleven joints around the origin that all share one vertex.
fn eleven() -> Rig {
    let joints = (0..JOINTS)
        .map(|joint| {
            DAffine3::from_rotation_z(f64::from(joint)) * DAffine3::from_translation(DVec3::X)
        })
        .collect();
    Rig {
        joints,
        positions: vec![DVec3::new(0.5, 0.25, 1.0)],
        normals: vec![DVec3::new(0.6, 0.0, 0.8)],
        lists: vec![
            (0..11)
                .map(|joint| Influence::new(joint, 1.0 / 11.0))
                .collect(),
        ],
    }
}

#[test]
fn control_each_fault_of_an_engine_is_seen() {
    let rig = eleven();
    let good = rig.skin(None);
    assert_eq!(rig.outside(&good), None);

    let rest = [SkinnedVertex {
        position: [0.5, 0.25, 1.0],
        normal: [0.6, 0.0, 0.8],
    }];
    assert_eq!(rig.outside(&rest), Some((0, "position")));

    let mut without_the_last = eleven();
    without_the_last.lists[0].truncate(10);
    without_the_last.lists[0][9].weight = 2.0 / 11.0;
    assert_eq!(
        rig.outside(&without_the_last.skin(None)),
        Some((0, "position"))
    );

    let transposed = |joint: &DAffine3| DAffine3 {
        matrix3: joint.matrix3.transpose(),
        ..*joint
    };
    let columns = Rig {
        joints: rig.joints.iter().map(transposed).collect(),
        ..eleven()
    };
    assert!(rig.outside(&columns.skin(None)).is_some());

    let not_unit = [SkinnedVertex {
        normal: [0.5; 3],
        ..good[0]
    }];
    assert_eq!(rig.outside(&not_unit), Some((0, "normal")));

    let lost = [SkinnedVertex {
        position: [f32::NAN; 3],
        ..good[0]
    }];
    assert_eq!(rig.outside(&lost), Some((0, "position")));
}

#[test]
fn the_bound_is_tight_enough_to_mean_something() {
    let rig = eleven();
    let (list, p, n) = (&rig.lists[0], rig.positions[0], rig.normals[0]);
    assert!(bound::position(&rig.joints, list, p).max_element() < 1e-5);
    assert!(bound::normal(&rig.joints, list, n) < 1e-4);
}

#[test]
fn a_normal_of_no_length_has_a_bound_and_stays_zero() {
    let rig = Rig {
        normals: vec![DVec3::ZERO],
        ..eleven()
    };
    assert!(bound::normal(&rig.joints, &rig.lists[0], DVec3::ZERO).is_finite());
    assert_eq!(rig.skin(None)[0].normal, [0.0; 3]);
    assert_eq!(rig.outside(&rig.skin(None)), None);
}

#[test]
fn a_collapsed_normal_may_point_anywhere() {
    let mut rig = eleven();
    rig.joints = vec![
        DAffine3::IDENTITY,
        DAffine3::from_rotation_z(std::f64::consts::PI),
    ];
    rig.joints.resize(usize::from(JOINTS), DAffine3::IDENTITY);
    rig.normals = vec![DVec3::X];
    rig.lists = vec![vec![Influence::new(0, 0.5), Influence::new(1, 0.5)]];
    assert!(bound::normal(&rig.joints, &rig.lists[0], DVec3::X) > 2.0);
    assert_eq!(rig.outside(&rig.skin(None)), None);
}

#[test]
fn an_empty_mesh_is_skinned_into_nothing() {
    let none: [Vec<Influence>; 0] = [];
    let mesh = Mesh::new(vec![], vec![], &none, 0).expect("nothing to refuse");
    for packed in [
        PackedMesh::new(&mesh),
        PackedMesh::with_slots(&mesh, 0).expect("no vertex is cut"),
        PackedMesh::with_slots(&mesh, 4).expect("no vertex is cut"),
    ] {
        assert!(packed.is_empty());
        assert_eq!(linear::skin(&[], &packed, &mut []), Ok(()));
    }
}
