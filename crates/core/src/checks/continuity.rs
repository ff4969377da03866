//! Neighbours: how steeply weights change along edges, and how far a pose pulls edges.

use super::{CheckError, Finding, in_range, positive, same_length};
use crate::mesh::Mesh;
use crate::weights::{Influence, diameter};
use glam::{DAffine3, DVec3};

/// What rounding may add to a rate or a length, relative: some 10 operations of 2⁻⁵³ on differences that
/// cancel at most six digits.
const ROUNDING: f64 = 1e-9;

/// The share of the weights that changes hands from one vertex to the other: `½ Σ_j |w_a(j) − w_b(j)|`.
fn exchanged(a: &[Influence], b: &[Influence]) -> f64 {
    let weight = |list: &[Influence], joint: u16| {
        list.iter()
            .find(|i| i.joint == joint)
            .map_or(0.0, |i| i.weight)
    };
    let of_a: f64 = a
        .iter()
        .map(|i| (i.weight - weight(b, i.joint)).abs())
        .sum();
    let of_b_alone: f64 = b
        .iter()
        .filter(|i| a.iter().all(|other| other.joint != i.joint))
        .map(|i| i.weight)
        .sum();
    f64::midpoint(of_a, of_b_alone)
}

/// The share that changes hands per metre of edge, at the steepest edge. The limit is `steepest`, in
/// shares a metre: for a band of half-width `r` it is `1 / 2r`, the slope of its weight curve.
///
/// Two vertices in one place with different weights count as infinitely steep: the pose tears them apart.
///
/// # Errors
///
/// Refuses a `steepest` that is not a positive number, and an edge that names a vertex at or past `V`.
// region: weight-steps
pub fn weight_steps(mesh: &Mesh, edges: &[[u32; 2]], steepest: f64) -> Result<Finding, CheckError> {
    positive("steepest", steepest)?;
    in_range(edges.iter().flatten().map(|&v| v as usize), mesh.len())?;
    let rates = edges.iter().map(|edge| {
        let [a, b] = edge.map(|v| v as usize);
        let step = exchanged(mesh.influences(a), mesh.influences(b));
        let length = mesh.positions()[a].distance(mesh.positions()[b]);
        (if step == 0.0 { 0.0 } else { step / length }, a)
    });
    Ok(Finding::largest(rates, steepest * (1.0 + ROUNDING)))
}
// endregion: weight-steps

/// How long the posed edges are, as a share of what weights that change by at most `steepest` a metre
/// allow; the limit is 1.
///
/// Under rigid joint matrices `S_j`, an edge from `p_a` to `p_b` of length `ℓ` becomes
/// `Σ_j w_b(j) S_j (p_b − p_a) + Σ_j (w_b(j) − w_a(j)) S_j p_a`. The first sum is at most `ℓ` long. The
/// second moves a share of at most `steepest · ℓ` between places that lie at most `D` apart, the diameter
/// of `{S_j p_a}` over the joints of either end. So the edge grows to at most `1 + steepest · D` times its
/// length. Joints that stretch would need more.
///
/// # Errors
///
/// Refuses a `steepest` that is not a positive number, an edge that names a vertex at or past `V`,
/// `skinned` of another length than the mesh, and fewer `joints` than the mesh names.
pub fn edge_lengths(
    mesh: &Mesh,
    edges: &[[u32; 2]],
    joints: &[DAffine3],
    skinned: &[DVec3],
    steepest: f64,
) -> Result<Finding, CheckError> {
    positive("steepest", steepest)?;
    in_range(edges.iter().flatten().map(|&v| v as usize), mesh.len())?;
    same_length(mesh.positions(), skinned)?;
    if joints.len() < mesh.joint_count() {
        return Err(CheckError::TooFewJoints {
            named: mesh.joint_count(),
            joints: joints.len(),
        });
    }
    let shares = edges.iter().map(|edge| {
        let [a, b] = edge.map(|v| v as usize);
        let rest = mesh.positions()[a];
        let length = rest.distance(mesh.positions()[b]);
        let holders = mesh.influences(a).iter().chain(mesh.influences(b));
        let places: Vec<DVec3> = holders
            .filter(|i| i.weight > 0.0)
            .map(|i| joints[usize::from(i.joint)].transform_point3(rest))
            .collect();
        let allowed = length * (1.0 + steepest * diameter(&places));
        let posed = skinned[a].distance(skinned[b]);
        // An edge without length may not gain any.
        let share = if posed == 0.0 { 0.0 } else { posed / allowed };
        (share, a)
    });
    Ok(Finding::largest(shares, 1.0 + ROUNDING))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::linear;
    use crate::checks::Verdict;
    use crate::mistake::Mistakes;
    use crate::random::SplitMix64;
    use crate::rigs::arm;
    use crate::tables::weights::joint_matrices;

    fn arm(band: f64) -> Mesh {
        arm::mesh(arm::straight_positions(), Some(band), &[], Mistakes::NONE).expect("constant")
    }

    #[test]
    fn the_share_that_changes_hands_counts_every_joint_once() {
        let a = [Influence::new(0, 0.75), Influence::new(1, 0.25)];
        let b = [Influence::new(1, 0.5), Influence::new(2, 0.5)];
        assert_eq!(exchanged(&a, &b), 0.75);
        assert_eq!(exchanged(&b, &a), 0.75);
        assert_eq!(exchanged(&a, &a), 0.0);
    }

    #[test]
    fn a_band_is_as_steep_as_its_width_says_and_no_steeper() {
        for r in [0.1, 0.25, 0.5] {
            let finding = weight_steps(&arm(r), &arm::edges(), 0.5 / r).expect("the arm's edges");
            assert!((finding.value - 0.5 / r).abs() < 1e-12, "{finding:?}");
            assert_eq!(finding.verdict(), Verdict::Passed);
            let stricter = weight_steps(&arm(r), &arm::edges(), 0.49 / r).expect("the same");
            assert_eq!(stricter.verdict(), Verdict::Failed);
        }
    }

    #[test]
    fn vertices_in_one_place_may_not_differ() {
        let lists = [[Influence::new(0, 1.0)], [Influence::new(1, 1.0)]];
        let mesh = Mesh::new(vec![DVec3::X; 2], vec![], &lists, 2).expect("valid");
        let finding = weight_steps(&mesh, &[[0, 1]], 1e9).expect("in range");
        assert_eq!(
            (finding.value, finding.verdict()),
            (f64::INFINITY, Verdict::Failed)
        );
        let joints = [DAffine3::IDENTITY, DAffine3::from_translation(DVec3::X)];
        let mut skinned = Vec::new();
        linear::positions(&joints, &mesh, &mut skinned);
        let torn = edge_lengths(&mesh, &[[0, 1]], &joints, &skinned, 1.0).expect("in range");
        assert_eq!(
            (torn.value, torn.verdict()),
            (f64::INFINITY, Verdict::Failed)
        );
    }

    #[test]
    fn no_pose_pulls_the_edges_of_a_band_past_the_bound() {
        let mut random = SplitMix64::new(9);
        let mut closest = 0.0_f64;
        for _ in 0..200 {
            let r = 0.02 + 0.48 * random.share();
            let pose = [(); 2].map(|()| (2.0 * random.share() - 1.0) * std::f64::consts::PI);
            let (mesh, joints) = (arm(r), joint_matrices(pose));
            let mut skinned = Vec::new();
            linear::positions(&joints, &mesh, &mut skinned);
            let finding = edge_lengths(&mesh, &arm::edges(), &joints, &skinned, 0.5 / r);
            let finding = finding.expect("the arm's edges");
            assert_eq!(finding.verdict(), Verdict::Passed, "{finding:?}");
            closest = closest.max(finding.value);
        }
        assert!(closest > 0.9, "{closest}");
    }

    #[test]
    fn one_vertex_with_the_wrong_joint_is_found_by_both() {
        let mut lists: Vec<_> = (0..arm::VERTICES)
            .map(|vertex| arm::influences(vertex, Some(0.25)))
            .collect();
        lists[44].swap(0, 1);
        lists[44][0].joint = 0;
        lists[44][1].joint = 1;
        let mesh = Mesh::new(arm::straight_positions(), vec![], &lists, 2).expect("valid");
        let joints = joint_matrices([0.0, -1.5]);
        let mut skinned = Vec::new();
        linear::positions(&joints, &mesh, &mut skinned);
        for finding in [
            weight_steps(&mesh, &arm::edges(), 2.0),
            edge_lengths(&mesh, &arm::edges(), &joints, &skinned, 2.0),
        ] {
            let finding = finding.expect("the arm's edges");
            assert_eq!(finding.verdict(), Verdict::Failed);
            assert!([42, 44].contains(&finding.vertex.expect("looked at")));
        }
    }

    #[test]
    fn refuses_edges_joints_and_positions_that_do_not_fit() {
        let mesh = arm(0.25);
        let rest = mesh.positions().to_vec();
        let joints = joint_matrices([0.0; 2]);
        assert!(weight_steps(&mesh, &[[0, 56]], 2.0).is_err());
        assert!(weight_steps(&mesh, &[[0, 1]], 0.0).is_err());
        assert!(edge_lengths(&mesh, &[[0, 56]], &joints, &rest, 2.0).is_err());
        assert!(edge_lengths(&mesh, &[[0, 1]], &joints[..1], &rest, 2.0).is_err());
        assert!(edge_lengths(&mesh, &[[0, 1]], &joints, &rest[1..], 2.0).is_err());
        assert!(edge_lengths(&mesh, &[[0, 1]], &joints, &rest, f64::NAN).is_err());
    }
}
