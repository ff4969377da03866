//! Dual-quaternion skinning for every rig: what the blend promises, and the kernel within the derived bound
//! of the reference; each promise with a rig that is spoiled on purpose.

#[path = "support/rigs.rs"]
mod rigs;
#[path = "support/shares.rs"]
mod shares;

use proptest::collection::vec;
use proptest::prelude::*;
use rigs::{affine, direction, transform, vector};
use shares::{JOINTS, influences};
use skinlab_core::blend::{dual_quat as reference, linear};
use skinlab_core::bound::dual_quat as bound;
use skinlab_core::dual_palette::DualPalette;
use skinlab_core::dual_quat::DualQuat;
use skinlab_core::glam::{DAffine3, DVec3};
use skinlab_core::kernel::{PackedMesh, SkinnedVertex, dual_quat};
use skinlab_core::mesh::Mesh;
use skinlab_core::transform::Transform;
use skinlab_core::weights::Influence;

/// The unit roundoff of `f64`, and more roundings than two `f64` evaluations of one blend meet together:
/// the terms of the derivation in [`bound`], twice.
const DOUBLE: f64 = 512.0 * f64::EPSILON / 2.0;

/// A rigid motion with any rotation, within 2 m.
fn rigid() -> impl Strategy<Value = DAffine3> {
    transform(1.0).prop_map(Transform::to_affine)
}

/// The motions of [`JOINTS`] joints, in either sign.
fn motions() -> impl Strategy<Value = Vec<DualQuat>> {
    vec((rigid(), any::<bool>()), usize::from(JOINTS)).prop_map(|joints| {
        joints
            .iter()
            .map(|(matrix, negative)| {
                let q = DualQuat::from_rigid(matrix).expect("rigid");
                if *negative { -q } else { q }
            })
            .collect()
    })
}

#[derive(Clone, Debug)]
struct Rig {
    joints: Vec<DualQuat>,
    positions: Vec<DVec3>,
    normals: Vec<DVec3>,
    lists: Vec<Vec<Influence>>,
}

fn rig() -> impl Strategy<Value = Rig> {
    let vertex = (vector(2.0), direction(), influences());
    (motions(), vec(vertex, 1..24)).prop_map(|(joints, vertices)| {
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

impl Rig {
    /// What the kernel makes of the rig, with `spare` slots more than the packer would choose.
    fn skin(&self, spare: Option<usize>) -> Vec<SkinnedVertex> {
        let joints = usize::from(JOINTS);
        let mesh = Mesh::new(
            self.positions.clone(),
            self.normals.clone(),
            &self.lists,
            joints,
        )
        .expect("random rigs are valid");
        let packed = match spare {
            Some(spare) => {
                PackedMesh::with_slots(&mesh, mesh.max_influences() + spare).expect("wide enough")
            }
            None => PackedMesh::new(&mesh),
        };
        let palette = DualPalette::from_dual_quats(&self.joints);
        let lost = SkinnedVertex {
            position: [f32::NAN; 3],
            normal: [f32::NAN; 3],
        };
        let mut out = vec![lost; packed.len()];
        dual_quat::skin(palette.rows(), &packed, &mut out).expect("lengths agree");
        out
    }

    /// The largest share of its bound that any vertex of `skinned` uses up; infinite for NaN. Vertices
    /// whose signs are not decided have no bound and count 0.
    fn worst(&self, skinned: &[SkinnedVertex]) -> f64 {
        assert_eq!(skinned.len(), self.positions.len());
        let mut worst = 0.0_f64;
        for (index, (vertex, list)) in skinned.iter().zip(&self.lists).enumerate() {
            let (p, n) = (self.positions[index], self.normals[index]);
            for (skinned, right, bound) in [
                (
                    vertex.position,
                    reference::position(&self.joints, list, p),
                    bound::position(&self.joints, list, p),
                ),
                (
                    vertex.normal,
                    reference::normal(&self.joints, list, n),
                    bound::normal(&self.joints, list, n),
                ),
            ] {
                let share = (wide(skinned) - right).length() / bound;
                worst = worst.max(if share.is_nan() { f64::INFINITY } else { share });
            }
        }
        worst
    }

    fn decided(&self) -> usize {
        let bound = |list: &Vec<Influence>| bound::position(&self.joints, list, DVec3::X);
        self.lists
            .iter()
            .filter(|list| bound(list).is_finite())
            .count()
    }
}

fn wide(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

/// Whether two places are one within the roundings of `f64`, where the signs are decided.
fn same(joints: &[DualQuat], list: &[Influence], p: DVec3, a: DVec3, b: DVec3) -> bool {
    let slack = bound::position(joints, list, p) / bound::SINGLE * DOUBLE;
    (a - b).length() <= slack
}

/// The sum of the joints in the signs in which they come, normalised: what the blend would be without
/// the sign check.
fn unchecked(joints: &[DualQuat], list: &[Influence], p: DVec3) -> DVec3 {
    let sum = list.iter().fold(DualQuat::ZERO, |sum, i| {
        sum + i.weight * joints[usize::from(i.joint)]
    });
    sum.normalise()
        .map_or(DVec3::NAN, |motion| motion.transform_point(p))
}

proptest! {
    #[test]
    fn the_kernel_stays_within_the_bound(rig in rig()) {
        prop_assert!(rig.worst(&rig.skin(None)) <= 1.0);
    }

    #[test]
    fn the_width_of_the_slots_is_the_packers_business(rig in rig(), spare in 0_usize..6) {
        prop_assert!(rig.worst(&rig.skin(Some(spare))) <= 1.0);
    }

    #[test]
    fn one_wrong_joint_leaves_the_bound(rig in rig()) {
        let mut wrong = rig.clone();
        for influence in &mut wrong.lists[0] {
            influence.joint = (influence.joint + 1) % JOINTS;
        }
        prop_assume!(rig.decided() == rig.lists.len());
        prop_assert!(rig.worst(&wrong.skin(None)) > 1.0);
    }

    #[test]
    fn the_order_of_influences_does_not_matter(
        joints in motions(), p in vector(2.0),
        (list, shuffled) in influences().prop_flat_map(|list| {
            let shuffled = Just(list.clone()).prop_shuffle();
            (Just(list), shuffled)
        }),
    ) {
        let [a, b] = [&list, &shuffled].map(|list| reference::position(&joints, list, p));
        prop_assert!(same(&joints, &list, p, a, b));
    }

    #[test]
    fn the_signs_of_the_joints_do_not_matter(rig in rig(), which in 0..usize::from(JOINTS)) {
        let mut negated = rig.clone();
        negated.joints[which] = -negated.joints[which];
        let bits = |rig: &Rig| rig.skin(None).iter().map(|v| v.position.map(f32::to_bits)).collect::<Vec<_>>();
        if rig.decided() == rig.lists.len() {
            prop_assert_eq!(bits(&rig), bits(&negated));
        }
        for (list, &p) in rig.lists.iter().zip(&rig.positions) {
            let [a, b] = [&rig, &negated].map(|rig| reference::position(&rig.joints, list, p));
            prop_assert!(same(&rig.joints, list, p, a, b));
        }
    }

    #[test]
    fn one_joint_alone_moves_as_its_matrix_does(matrix in rigid(), p in vector(2.0)) {
        let joints = [DualQuat::from_rigid(&matrix).expect("rigid")];
        let alone = [Influence::new(0, 1.0)];
        let moved = reference::position(&joints, &alone, p);
        prop_assert!(same(&joints, &alone, p, moved, linear::position(&[matrix], &alone, p)));
    }

    #[test]
    fn the_blend_is_rigid(joints in motions(), list in influences(), a in vector(2.0), b in vector(2.0)) {
        let [c, d] = [a, b].map(|p| reference::position(&joints, &list, p));
        let slack = (bound::position(&joints, &list, a) + bound::position(&joints, &list, b)) / bound::SINGLE * DOUBLE;
        prop_assert!(((c - d).length() - (a - b).length()).abs() <= slack);
    }

    #[test]
    fn a_rigid_motion_of_all_joints_moves_the_result(
        joints in motions(), list in influences(), p in vector(2.0), by in rigid(),
    ) {
        let motion = DualQuat::from_rigid(&by).expect("rigid");
        let after: Vec<_> = joints.iter().map(|&q| motion * q).collect();
        let expected = by.transform_point3(reference::position(&joints, &list, p));
        prop_assert!(same(&after, &list, p, reference::position(&after, &list, p), expected)
            || bound::position(&joints, &list, p).is_infinite());
    }

    #[test]
    fn products_and_conjugates_act_as_matrices_do(a in rigid(), b in rigid(), p in vector(2.0)) {
        let [x, y] = [a, b].map(|matrix| DualQuat::from_rigid(&matrix).expect("rigid"));
        prop_assert!(((x * y).transform_point(p) - (a * b).transform_point3(p)).length() < 1e-14);
        prop_assert!((x.conjugate().transform_point(a.transform_point3(p)) - p).length() < 1e-14);
        prop_assert!(x.to_affine().abs_diff_eq(a, 1e-14));
        prop_assert!(((x * y).norm()[0] - 1.0).abs() < 1e-15 && (x * y).norm()[1].abs() < 1e-14);
    }

    #[test]
    fn dropping_scale_leaves_the_nearest_rotation(matrix in affine(), pivot in vector(2.0)) {
        let kept = DualQuat::dropping_scale(&matrix, pivot).expect("not flat");
        prop_assert!((kept.transform_point(pivot) - matrix.transform_point3(pivot)).length() < 1e-13);
        // Rᵀ M is symmetric and positive for the orthogonal factor R of M, and for no other rotation.
        let stretch = kept.to_affine().matrix3.transpose() * matrix.matrix3;
        prop_assert!(stretch.abs_diff_eq(stretch.transpose(), 1e-13));
        prop_assert!(stretch.x_axis.x > 0.0 && stretch.determinant() > 0.0);
    }

    #[test]
    fn the_length_of_the_sum_is_at_least_the_heaviest_weight(joints in motions(), list in influences()) {
        let most = list.iter().map(|i| i.weight).fold(0.0, f64::max);
        prop_assert!(reference::sum(&joints, &list).real.length() >= most - 1e-15);
    }
}

/// Joints about the origin, each turned by 40° more than the one before, that share vertices 1 to 8 ways.
fn fan() -> Rig {
    let joints = (0..JOINTS)
        .map(|joint| {
            let turn = DAffine3::from_rotation_z(f64::from(joint) * 40.0_f64.to_radians() + 0.01);
            let matrix = turn * DAffine3::from_translation(DVec3::new(1.0, 0.2, -0.3));
            DualQuat::from_rigid(&matrix).expect("rigid")
        })
        .collect();
    let lists: Vec<Vec<Influence>> = (1..=8)
        .map(|count: u16| {
            let total = f64::from(count * (count + 1)) / 2.0;
            (0..count)
                .map(|joint| Influence::new(joint, f64::from(count - joint) / total))
                .collect()
        })
        .collect();
    Rig {
        joints,
        positions: vec![DVec3::new(0.5, 0.25, 1.0); 8],
        normals: vec![DVec3::new(0.6, 0.0, 0.8); 8],
        lists,
    }
}

#[test]
fn ordinary_use_stays_well_inside_the_bound() {
    let rig = fan();
    assert_eq!(rig.decided(), 8);
    let worst = rig.worst(&rig.skin(None));
    assert!(worst > 0.0 && worst < 0.25, "{worst}");
    for list in &rig.lists {
        assert!(bound::position(&rig.joints, list, rig.positions[0]) < 1e-4);
    }
}

#[test]
fn control_an_engine_without_the_sign_check_leaves_the_bound() {
    let rig = fan();
    let spoiled = |joints: &[DualQuat]| {
        let mut skinned = rig.skin(None);
        for (vertex, (list, &p)) in skinned.iter_mut().zip(rig.lists.iter().zip(&rig.positions)) {
            vertex.position = unchecked(joints, list, p).as_vec3().to_array();
        }
        rig.worst(&skinned)
    };
    let mut negated = rig.joints.clone();
    negated[1] = -negated[1];
    assert!(spoiled(&negated) > 1e3);
    let together: Vec<_> = rig
        .joints
        .iter()
        .map(|&q| {
            if q.real.dot(rig.joints[0].real) < 0.0 {
                -q
            } else {
                q
            }
        })
        .collect();
    assert!(
        spoiled(&together) <= 1.0,
        "the control spoils the signs and nothing else"
    );
}

#[test]
fn control_each_other_fault_of_an_engine_is_seen() {
    let rig = fan();
    let good = rig.skin(None);
    let with = |change: &dyn Fn(&mut SkinnedVertex)| {
        let mut skinned = good.clone();
        change(&mut skinned[3]);
        rig.worst(&skinned)
    };
    assert!(with(&|_| ()) <= 1.0);
    assert!(with(&|v| v.position = [0.5, 0.25, 1.0]) > 1.0);
    assert!(with(&|v| v.position[2] += 1e-4) > 1.0);
    assert!(with(&|v| v.normal[0] += 1e-4) > 1.0);
    assert!(with(&|v| v.position[1] = f32::NAN) > 1.0);
    let linear: Vec<DAffine3> = rig.joints.iter().map(|q| q.to_affine()).collect();
    let blended = linear::position(&linear, &rig.lists[3], rig.positions[3]).as_vec3();
    assert!(with(&|v| v.position = blended.to_array()) > 1.0);
}

#[test]
fn where_a_sign_is_undecided_there_is_no_bound() {
    let turn = |degrees: f64| {
        DualQuat::from_rigid(&DAffine3::from_rotation_x(degrees.to_radians())).expect("rigid")
    };
    let half = [Influence::new(0, 0.5), Influence::new(1, 0.5)];
    let bound = |degrees| bound::position(&[turn(0.0), turn(degrees)], &half, DVec3::Y);
    assert!(bound(180.0).is_infinite());
    assert!(bound(179.99).is_finite() && bound(-179.99).is_finite());
    // Three joints of one weight, 140° apart: which of the first two is the pivot decides the third's sign.
    let third = 1.0 / 3.0;
    let fan = [turn(0.0), turn(140.0), turn(280.0)];
    let list = [0, 1, 2].map(|joint| Influence::new(joint, third));
    assert!(bound::position(&fan, &list, DVec3::Y).is_infinite());
    let heavier = [
        Influence::new(0, 0.34),
        Influence::new(1, 0.33),
        Influence::new(2, 0.33),
    ];
    assert!(bound::position(&fan, &heavier, DVec3::Y).is_finite());
    // An influence without weight decides nothing.
    let none = [Influence::new(0, 1.0), Influence::new(1, 0.0)];
    assert!(bound::position(&[turn(0.0), turn(180.0)], &none, DVec3::Y).is_finite());
}
