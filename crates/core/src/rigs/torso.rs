//! A flat torso with an arm that hangs beside it: near in space, far along the mesh.
//!
//! ```text
//!     y  0.63 ┌──────────────────┬──┬─────┐
//!             │     shoulder        │  │  joint 1 at y = 0.57
//!        0.51 │  · · · · · · · · ┌──┘  │  the armpit
//!             │                  │  │  │
//!        0.36 ├──────────────────┤  │  │
//!             │      torso       │  │arm│
//!        0    └──────────────────┘  │  │
//!       −0.06                       └──┘
//!            −0.135    joint 0   0.135
//! ```
//!
//! Cells of 3 cm, cut at right angles, so that every triangle is right-angled and no cotangent is negative.
//! Only the gap's cells are as wide as the gap asks. The bones run through the middle of a column of
//! cells, 1.5 cm from the nearest vertices. A bag hangs beside the hand: a piece of its own, which no edge
//! connects with the figure.

use crate::skeleton::{Skeleton, SkeletonError};
use crate::transform::planar;
use crate::weights::bind::{BindError, Bone, Sheet};
use glam::{DAffine3, DVec2, DVec3};

/// The side of a cell, metres.
pub const CELL: f64 = 0.03;
/// Half the width of the torso, metres: it reaches from x = −0.135 to 0.135.
pub const HALF_WIDTH: f64 = 4.5 * CELL;
/// Half the width of the arm, metres.
pub const ARM_HALF_WIDTH: f64 = 1.5 * CELL;
/// Columns of vertices of the torso.
pub const COLUMNS: usize = 10;
/// Columns of vertices of the arm.
pub const ARM_COLUMNS: usize = 4;
/// Rows of vertices of the torso's lower part, from y = 0 up; the first vertices of the mesh, row by row.
pub const TORSO_ROWS: usize = 13;
/// The row of the armpit: the shoulder bridges the gap from here up.
pub const ARMPIT_ROW: usize = 17;
/// The row of the shoulder joint.
pub const JOINT_ROW: usize = 19;
/// The uppermost row.
pub const TOP_ROW: usize = 21;
/// Rows of the arm below y = 0.
pub const ROWS_BELOW: usize = 2;
/// Vertices of the torso's lower part: vertices 0 to `TORSO_VERTICES − 1`.
pub const TORSO_VERTICES: usize = TORSO_ROWS * COLUMNS;
/// Vertices of the figure without the bag.
pub const VERTICES: usize = TORSO_VERTICES
    + (TOP_ROW + 1 - TORSO_ROWS) * COLUMNS
    + (TOP_ROW + 1 - ARMPIT_ROW) * (1 + ARM_COLUMNS)
    + (ARMPIT_ROW + ROWS_BELOW) * ARM_COLUMNS;
/// Vertices of the bag: three columns and four rows.
pub const BAG_VERTICES: usize = 12;
/// The narrowest gap, metres.
pub const NARROWEST: f64 = 0.02;
/// The widest gap, metres.
pub const WIDEST: f64 = 0.12;
/// How far the bag hangs from the arm, metres.
const BAG_GAP: f64 = 0.015;
/// The joint of the torso.
pub const SPINE: u16 = 0;
/// The joint of the arm.
pub const ARM: u16 = 1;

/// What the figure looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The width of the gap between torso and arm, metres.
    pub gap: f64,
    /// Whether the bag is there.
    pub bag: bool,
}

/// The part of the figure that a vertex belongs to: what a rigger would paint by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Below the chest: no business of the arm's.
    Torso,
    /// Chest, shoulder and bridge: shared by both.
    Shoulder,
    /// Below the armpit, beside the torso.
    Arm,
    /// The bag.
    Bag,
}

/// The parts of the bones: the spine's is the torso, the arm's the arm.
pub const BONE_PARTS: [usize; 2] = [Part::Torso as usize, Part::Arm as usize];

/// Which parts are neighbours: the shoulder of both, and the bag of the arm, which carries it.
pub const NEIGHBOURS: [[usize; 2]; 3] = [
    [Part::Torso as usize, Part::Shoulder as usize],
    [Part::Shoulder as usize, Part::Arm as usize],
    [Part::Arm as usize, Part::Bag as usize],
];

impl Shape {
    /// Where the arm's axis hangs, metres along x.
    #[must_use]
    pub fn arm_axis(self) -> f64 {
        HALF_WIDTH + self.gap + ARM_HALF_WIDTH
    }

    /// The two bones: the spine from y = 0 to 0.6, and the arm from the shoulder joint down to y = −0.03.
    #[must_use]
    pub fn bones(self) -> [Bone; 2] {
        let x = self.arm_axis();
        [
            Bone {
                from: DVec2::ZERO,
                to: DVec2::new(0.0, CELL * (TOP_ROW - 1) as f64),
                joint: SPINE,
            },
            Bone {
                from: DVec2::new(x, CELL * JOINT_ROW as f64),
                to: DVec2::new(x, -CELL),
                joint: ARM,
            },
        ]
    }

    /// The local transforms of a pose (`J` = 2): the arm raised sideways by `raise` radians.
    #[must_use]
    pub fn local(self, raise: f64) -> [DAffine3; 2] {
        let shoulder = self.bones()[1].from;
        [
            planar(DVec3::ZERO, 0.0),
            planar(shoulder.extend(0.0), raise),
        ]
    }

    /// The skeleton: the arm's joint hangs on the spine's; in the rest pose the arm hangs down.
    ///
    /// # Errors
    ///
    /// None in practice; the signature is [`Skeleton::new`]'s.
    pub fn skeleton(self) -> Result<Skeleton, SkeletonError> {
        Skeleton::new(vec![None, Some(0)], self.local(0.0).to_vec())
    }
}

/// The figure's mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Torso {
    /// The vertices and triangles.
    pub sheet: Sheet,
    /// The part of every vertex (`V`), as a number for a mask.
    pub parts: Vec<usize>,
}

impl Torso {
    /// The edges of the cells, without the diagonals that cut them.
    pub fn cell_edges(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let along_an_axis = |ends: &[usize; 2]| {
            let [a, b] = ends.map(|v| self.sheet.positions()[v]);
            a.x == b.x || a.y == b.y
        };
        self.sheet
            .edges()
            .iter()
            .map(|edge| edge.ends)
            .filter(along_an_axis)
    }
}

/// Builds the figure: torso row by row from below, shoulder row by row, arm row by row from the armpit down,
/// bag row by row.
///
/// # Errors
///
/// None for a gap from [`NARROWEST`] to [`WIDEST`]; a gap of zero or less folds triangles over, which
/// [`Sheet::new`] refuses.
pub fn build(shape: Shape) -> Result<Torso, BindError> {
    let mut grid = Grid::new(shape);
    // Rows are counted from the lowest of the arm here.
    let [hip, chest, armpit, top] =
        [0, TORSO_ROWS, ARMPIT_ROW, TOP_ROW].map(|row| row + ROWS_BELOW);
    let gap = COLUMNS;
    let arm = gap + 1;
    let last = arm + ARM_COLUMNS;
    for row in hip..chest {
        grid.add_row(row, 0..gap, Part::Torso);
    }
    for row in chest..=top {
        let end = if row < armpit { gap } else { last };
        grid.add_row(row, 0..end, Part::Shoulder);
    }
    for row in (0..armpit).rev() {
        grid.add_row(row, arm..last, Part::Arm);
    }
    for row in 0..top {
        for column in 0..last - 1 {
            let on_torso = column + 1 < gap && row >= hip;
            let on_arm = column >= arm;
            if on_torso || on_arm || row >= armpit {
                grid.add_cell(row, column);
            }
        }
    }
    if shape.bag {
        grid.add_bag();
    }
    Ok(Torso {
        sheet: Sheet::new(grid.positions, grid.triangles)?,
        parts: grid.parts,
    })
}

/// The mesh while it is made.
#[derive(Debug)]
struct Grid {
    /// The x of every column of vertices: torso, middle of the gap, arm.
    xs: Vec<f64>,
    /// The vertex at row and column, rows from the lowest of the arm.
    index: Vec<Option<usize>>,
    positions: Vec<DVec2>,
    triangles: Vec<[usize; 3]>,
    parts: Vec<usize>,
}

impl Grid {
    fn new(shape: Shape) -> Self {
        let torso = (0..COLUMNS).map(column_x);
        let middle = HALF_WIDTH + shape.gap / 2.0;
        let arm = (0..ARM_COLUMNS).map(|column| HALF_WIDTH + shape.gap + CELL * column as f64);
        let xs: Vec<f64> = torso.chain([middle]).chain(arm).collect();
        Self {
            index: vec![None; xs.len() * (TOP_ROW + ROWS_BELOW + 1)],
            xs,
            positions: Vec::with_capacity(VERTICES + BAG_VERTICES),
            triangles: Vec::with_capacity(2 * VERTICES),
            parts: Vec::with_capacity(VERTICES + BAG_VERTICES),
        }
    }

    fn slot(&self, row: usize, column: usize) -> usize {
        row * self.xs.len() + column
    }

    fn add_row(&mut self, row: usize, columns: std::ops::Range<usize>, part: Part) {
        for column in columns {
            let slot = self.slot(row, column);
            self.index[slot] = Some(self.positions.len());
            self.positions.push(DVec2::new(self.xs[column], row_y(row)));
            self.parts.push(part as usize);
        }
    }

    /// Two triangles for the cell above and to the right of a vertex. The diagonal runs towards the armpit:
    /// up to the right in the torso, up to the left in the arm.
    fn add_cell(&mut self, row: usize, column: usize) {
        let corner = |r: usize, c: usize| self.index[self.slot(row + r, column + c)];
        let [Some(a), Some(b), Some(c), Some(d)] =
            [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)]
        else {
            return;
        };
        self.triangles.extend(if column < COLUMNS {
            [[a, b, c], [a, c, d]]
        } else {
            [[a, b, d], [b, c, d]]
        });
    }

    /// Two by three cells beside the hand.
    fn add_bag(&mut self) {
        let left = self.xs[self.xs.len() - 1] + BAG_GAP;
        let first = self.positions.len();
        for vertex in 0..BAG_VERTICES {
            let (row, column) = (vertex / 3, vertex % 3);
            self.positions
                .push(DVec2::new(left + CELL * column as f64, row_y(row)));
            self.parts.push(Part::Bag as usize);
            if column < 2 && row < 3 {
                let a = first + vertex;
                self.triangles
                    .extend([[a, a + 1, a + 4], [a, a + 4, a + 3]]);
            }
        }
    }
}

/// How high a row lies, counted from the lowest of the arm, metres.
fn row_y(row: usize) -> f64 {
    CELL * (row as f64 - ROWS_BELOW as f64)
}

/// Where a column of the torso's vertices stands, metres.
#[must_use]
pub fn column_x(column: usize) -> f64 {
    CELL * column as f64 - HALF_WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(gap: f64, bag: bool) -> Torso {
        build(Shape { gap, bag }).expect("a figure")
    }

    #[test]
    fn one_figure_and_one_bag() {
        let torso = figure(0.04, true);
        assert_eq!(torso.sheet.positions().len(), VERTICES + BAG_VERTICES);
        assert_eq!(torso.sheet.pieces(), 2);
        assert_eq!(torso.sheet.piece(VERTICES), 1);
        assert_eq!(figure(0.04, false).sheet.pieces(), 1);
        let of = |part: Part| torso.parts.iter().filter(|&&p| p == part as usize).count();
        assert_eq!(of(Part::Torso), TORSO_VERTICES);
        assert!(
            torso.parts[..TORSO_VERTICES]
                .iter()
                .all(|&p| p == Part::Torso as usize)
        );
        assert_eq!(of(Part::Bag), BAG_VERTICES);
    }

    #[test]
    fn the_triangles_cover_torso_bridge_and_arm_once() {
        for gap in [NARROWEST, 0.04, WIDEST] {
            let sheet = figure(gap, false).sheet;
            let area: f64 = sheet
                .triangles()
                .iter()
                .map(|corners| {
                    let [a, b, c] = corners.map(|v| sheet.positions()[v]);
                    (b - a).perp_dot(c - a) / 2.0
                })
                .sum();
            let hand = 0.27 * 0.63 + gap * 0.12 + 0.09 * 0.69;
            assert!((area - hand).abs() < 1e-12, "{area} is not {hand}");
        }
    }

    #[test]
    fn every_triangle_has_a_right_angle() {
        let sheet = figure(0.05, true).sheet;
        for corners in sheet.triangles() {
            let [a, b, c] = corners.map(|v| sheet.positions()[v]);
            let narrowest = [(a, b, c), (b, c, a), (c, a, b)]
                .map(|(p, q, r)| (q - p).dot(r - p).abs())
                .into_iter()
                .fold(f64::INFINITY, f64::min);
            assert!(narrowest < 1e-15);
        }
    }

    #[test]
    fn the_gap_is_open_below_the_armpit_and_bridged_above() {
        let shape = Shape {
            gap: 0.04,
            bag: false,
        };
        let sheet = figure(0.04, false).sheet;
        let [_, arm] = shape.bones();
        for (vertex, &p) in sheet.positions().iter().enumerate() {
            let sees = sheet.sees(vertex, arm.nearest(p));
            let below = p.y < CELL * ARMPIT_ROW as f64 - 1e-9;
            assert_eq!(sees, !below || p.x > HALF_WIDTH, "{p}");
        }
    }

    #[test]
    fn every_cell_has_one_diagonal() {
        let torso = figure(0.04, true);
        let diagonals = torso.sheet.edges().len() - torso.cell_edges().count();
        assert_eq!(diagonals, torso.sheet.triangles().len() / 2);
    }

    #[test]
    fn a_gap_of_nothing_is_refused() {
        assert!(matches!(
            build(Shape {
                gap: 0.0,
                bag: false
            }),
            Err(BindError::NotCounterclockwise { .. })
        ));
    }
}
