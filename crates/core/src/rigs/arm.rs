//! The two-bone arm: 0.9 m and 0.9 m along +x, root at the origin, a flat mesh of 28 columns × 2 rows.

use crate::mesh::{Mesh, MeshError};
use crate::mistake::{self, Mistakes};
use crate::skeleton::{Skeleton, SkeletonError};
use crate::transform::planar;
use crate::weights::{Band, Influence};
use glam::{DAffine3, DVec3};

/// Length of the upper arm (joint 0), metres.
pub const L1: f64 = 0.9;
/// Length of the forearm (joint 1), metres.
pub const L2: f64 = 0.9;
/// Half the thickness of the mesh, metres: its rows lie at y = ±0.18.
pub const HALF_THICKNESS: f64 = 0.18;
/// Columns of the mesh, evenly spaced from x = 0 to x = 1.8.
pub const COLUMNS: usize = 28;
/// Vertices of the mesh: vertex `2 · column + row`, row 0 above, row 1 below.
pub const VERTICES: usize = 2 * COLUMNS;

/// The skeleton: joint 0 at the root, joint 1 at the elbow; the rest pose is straight.
///
/// # Errors
///
/// None in practice; the signature is [`Skeleton::new`]'s.
pub fn skeleton() -> Result<Skeleton, SkeletonError> {
    Skeleton::new(vec![None, Some(0)], local([0.0, 0.0]).to_vec())
}

/// The local transforms of a pose (`J` = 2): θ₀ at the root, θ₁ at the elbow, radians.
#[must_use]
pub fn local([theta0, theta1]: [f64; 2]) -> [DAffine3; 2] {
    [
        planar(DVec3::ZERO, theta0),
        planar(DVec3::new(L1, 0.0, 0.0), theta1),
    ]
}

/// Where column `column` stands on the straight arm, metres.
#[must_use]
pub fn column_x(column: usize) -> f64 {
    (L1 + L2) * column as f64 / (COLUMNS - 1) as f64
}

/// The rest position of a vertex of the straight arm.
#[must_use]
pub fn straight(vertex: usize) -> DVec3 {
    let y = if vertex.is_multiple_of(2) {
        HALF_THICKNESS
    } else {
        -HALF_THICKNESS
    };
    DVec3::new(column_x(vertex / 2), y, 0.0)
}

/// The influences of a vertex: shared across `band`, or its own half's joint alone for a `None`.
#[must_use]
pub fn influences(vertex: usize, band: Option<f64>) -> [Influence; 2] {
    Band {
        pivot: L1,
        half_width: band.unwrap_or(0.0),
    }
    .influences(column_x(vertex / 2))
}

/// The mesh: `positions` (`V` = [`VERTICES`], or more: see `extra`) bound with `band` as half-width in
/// metres, or hard with `None`; `extra` vertices with influences of their own follow.
///
/// # Errors
///
/// As [`Mesh::new`]; with mistakes on, the sums go unchecked as the mistake intends.
pub fn mesh(
    positions: Vec<DVec3>,
    band: Option<f64>,
    extra: &[[Influence; 2]],
    mistakes: Mistakes,
) -> Result<Mesh, MeshError> {
    let list: Vec<[Influence; 2]> = (0..VERTICES)
        .map(|vertex| influences(vertex, band))
        .chain(extra.iter().copied())
        .map(|pair| mistake::influences(pair, mistakes))
        .collect();
    let normals = vec![DVec3::Z; positions.len()];
    if mistakes.is_none() {
        Mesh::new(positions, normals, &list, 2)
    } else {
        Mesh::with_unchecked_sums(positions, normals, &list, 2)
    }
}

/// Rest positions of a mesh like the arm's with another number of columns (`V` = 2 · `columns`).
#[must_use]
pub fn strip_positions(columns: usize) -> Vec<DVec3> {
    let step = (L1 + L2) / (columns.max(2) - 1) as f64;
    (0..columns)
        .flat_map(|column| {
            [HALF_THICKNESS, -HALF_THICKNESS].map(|y| DVec3::new(column as f64 * step, y, 0.0))
        })
        .collect()
}

/// The straight arm's rest positions (`V`).
#[must_use]
pub fn straight_positions() -> Vec<DVec3> {
    (0..VERTICES).map(straight).collect()
}

/// Triangles of the mesh, two a cell, 27 cells from the root outward, counterclockwise.
#[must_use]
pub fn triangles() -> Vec<[u32; 3]> {
    strip_triangles(COLUMNS)
}

/// Triangles of a mesh like the arm's with another number of columns.
#[must_use]
pub fn strip_triangles(columns: usize) -> Vec<[u32; 3]> {
    (0..(columns as u32).saturating_sub(1))
        .flat_map(|cell| {
            let [a, b, c, d] = [2 * cell, 2 * cell + 1, 2 * cell + 2, 2 * cell + 3];
            [[a, b, c], [c, b, d]]
        })
        .collect()
}

/// Edges of the cells: every column, and both long sides.
#[must_use]
pub fn edges() -> Vec<[u32; 2]> {
    strip_edges(COLUMNS)
}

/// Edges of a mesh like the arm's with another number of columns.
#[must_use]
pub fn strip_edges(columns: usize) -> Vec<[u32; 2]> {
    let columns = columns as u32;
    let across = (0..columns).map(|column| [2 * column, 2 * column + 1]);
    let along = (0..columns.saturating_sub(1))
        .flat_map(|cell| [[2 * cell, 2 * cell + 2], [2 * cell + 1, 2 * cell + 3]]);
    across.chain(along).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::forward_kinematics;

    #[test]
    fn the_straight_arm_reaches_as_far_as_its_mesh() {
        let skeleton = skeleton().expect("constant");
        let mut world = Vec::new();
        forward_kinematics(&skeleton, skeleton.rest(), &mut world).expect("two joints");
        assert_eq!(world[1].translation, DVec3::new(L1, 0.0, 0.0));
        assert_eq!(straight(VERTICES - 1), DVec3::new(1.8, -0.18, 0.0));
    }

    #[test]
    fn half_of_the_vertices_are_the_forearms() {
        let child = (0..VERTICES)
            .filter(|&v| influences(v, None)[1].weight == 1.0)
            .count();
        assert_eq!(child, VERTICES / 2);
    }

    #[test]
    fn triangles_cover_the_rectangle_once() {
        let positions = straight_positions();
        let area: f64 = triangles()
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|v| positions[v as usize]);
                (b - a).cross(c - a).z / 2.0
            })
            .sum();
        assert!((area - 1.8 * 0.36).abs() < 1e-12);
        assert_eq!(edges().len(), 28 + 2 * 27);
    }

    #[test]
    fn a_strip_of_as_many_columns_is_the_arm() {
        for (strip, arm) in strip_positions(COLUMNS).iter().zip(straight_positions()) {
            assert!(strip.distance(arm) < 1e-15);
        }
        assert!(strip_triangles(0).is_empty() && strip_edges(0).is_empty());
    }
}
