//! The extreme pose: does the outline cross itself, and how much of its radius does a joint keep.

use super::{CheckError, Finding, Rule, in_range, same_length};
use glam::DVec3;

/// How often a closed outline crosses itself in the *xy* plane; the limit is 0, since a silhouette that
/// encloses its area once does not cross itself. `outline` lists vertices of `skinned` in order, and the
/// last is joined to the first; edges that only touch do not cross.
///
/// # Errors
///
/// Refuses an outline that names a vertex at or past `V`.
// region: outline-crossings
pub fn outline_crossings(skinned: &[DVec3], outline: &[usize]) -> Result<Finding, CheckError> {
    in_range(outline.iter().copied(), skinned.len())?;
    let next = outline.iter().cycle().skip(1);
    let edges: Vec<[usize; 2]> = outline.iter().zip(next).map(|(&a, &b)| [a, b]).collect();
    let mut crossings = 0_u32;
    let mut first = None;
    for (at, a) in edges.iter().enumerate() {
        for b in &edges[..at] {
            // Neighbours share a vertex, which lies on both lines, and so they do not cross.
            if cross(a.map(|v| skinned[v]), b.map(|v| skinned[v])) {
                crossings += 1;
                first = first.or(Some(b[0]));
            }
        }
    }
    let is_whole = outline.iter().all(|&v| skinned[v].is_finite());
    Ok(Finding {
        value: if is_whole {
            f64::from(crossings)
        } else {
            f64::NAN
        },
        limit: 0.0,
        rule: Rule::AtMost,
        vertex: first.or(outline.first().copied()),
    })
}
// endregion: outline-crossings

/// Whether two segments cross in a point inside both.
fn cross([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> bool {
    let side = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p).z;
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// The smallest share of its distance from a joint that a vertex keeps: `|p′ − j′| / |p − j|` over `rest`
/// and `skinned` (`V` each), with the joint at `joint[0]` at rest and at `joint[1]` now (metres). A vertex
/// at the joint itself has no radius and is left out.
///
/// The limit `least` is the design's. Between two joints that turn about one point by at most φ, linear
/// blending keeps at least `cos(φ/2)` whatever the weights, so with that as `least` the check finds what
/// is not the blend's own doing; a design that wants more says so and needs more than linear blending.
///
/// # Errors
///
/// Refuses lists of different lengths.
pub fn kept_radius(
    rest: &[DVec3],
    skinned: &[DVec3],
    joint: [DVec3; 2],
    least: f64,
) -> Result<Finding, CheckError> {
    same_length(rest, skinned)?;
    let mut finding = Finding {
        value: f64::INFINITY,
        limit: least,
        rule: Rule::AtLeast,
        vertex: None,
    };
    for ((rest, skinned), vertex) in rest.iter().zip(skinned).zip(0..) {
        let radius = rest.distance(joint[0]);
        let kept = skinned.distance(joint[1]) / radius;
        let is_worse = kept.is_nan() || kept < finding.value;
        if radius > 0.0 && is_worse && !finding.value.is_nan() {
            finding.value = kept;
            finding.vertex = Some(vertex);
        }
    }
    if finding.vertex.is_none() {
        // Nobody lost anything.
        finding.value = 1.0;
    }
    Ok(finding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Verdict;

    fn points(list: &[[f64; 2]]) -> Vec<DVec3> {
        list.iter().map(|&[x, y]| DVec3::new(x, y, 0.0)).collect()
    }

    #[test]
    fn a_square_does_not_cross_itself_and_a_bow_tie_does_once() {
        let corners = points(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        let square = outline_crossings(&corners, &[0, 1, 2, 3]).expect("in range");
        assert_eq!((square.value, square.verdict()), (0.0, Verdict::Passed));
        let bow_tie = outline_crossings(&corners, &[0, 1, 3, 2]).expect("in range");
        assert_eq!((bow_tie.value, bow_tie.verdict()), (1.0, Verdict::Failed));
        assert!(outline_crossings(&corners, &[0, 1, 4]).is_err());
    }

    #[test]
    fn a_lost_vertex_is_no_outline() {
        let mut corners = points(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        corners[2].x = f64::NAN;
        let finding = outline_crossings(&corners, &[0, 1, 2, 3]).expect("in range");
        assert_eq!(finding.verdict(), Verdict::Failed);
        let kept = kept_radius(&[DVec3::X; 4], &corners, [DVec3::ZERO; 2], 0.0).expect("as long");
        assert_eq!((kept.verdict(), kept.vertex), (Verdict::Failed, Some(2)));
    }

    #[test]
    fn the_smallest_radius_is_found_and_the_joint_left_out() {
        let rest = points(&[[1.0, 0.0], [1.0, 2.0], [4.0, 0.0]]);
        let now = points(&[[9.0, 9.0], [6.0, 5.0], [5.0, 7.0]]);
        let joint = points(&[[1.0, 0.0], [5.0, 5.0]]);
        let finding = kept_radius(&rest, &now, [joint[0], joint[1]], 0.6).expect("as long");
        assert_eq!((finding.value, finding.vertex), (0.5, Some(1)));
        assert_eq!(finding.verdict(), Verdict::Failed);
        let none = kept_radius(&[], &[], [DVec3::ZERO; 2], 0.6).expect("as long");
        assert_eq!(none.verdict(), Verdict::Passed);
        assert!(kept_radius(&rest, &now[1..], [DVec3::ZERO; 2], 0.6).is_err());
    }
}
