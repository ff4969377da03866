//! The formula side of table `bleed`: what the weights on the torso must be, from the figure's measures.
//!
//! Nothing here looks at the mesh or its binding. The torso's vertices stand on a square grid of 3 cm; that,
//! the gap and the two bones are all that is used.
//!
//! - **Straight**: a vertex at x is |x| from the spine and `x_arm − x` from the arm.
//! - **Along the mesh**: as far from the spine; to the arm first up to the armpit's row, a diagonal at every
//!   step as long as there is torso to the right, then across.
//! - **Heat**: on a grid of right angles the cotangent weights are those of the five-point scheme, so the
//!   same equation is set up as finite differences, cell by cell, and eliminated in a band ([`Grid`]).
//! - **Mask**: exactly 0.

use super::Method;
use crate::rigs::torso::{
    ARM_COLUMNS, ARM_HALF_WIDTH, ARMPIT_ROW, BAG_VERTICES, CELL, COLUMNS, HALF_WIDTH, JOINT_ROW,
    ROWS_BELOW, Shape, TOP_ROW, TORSO_ROWS,
};

/// What a row must show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Expected {
    /// The largest arm weight on the torso.
    pub largest: f64,
    /// The mean arm weight on the torso.
    pub mean: f64,
    /// The arm weight of the flank's lowest vertex, beside the hand.
    pub hip: f64,
    /// How far its farthest vertex moves (metres): a share w of the chord of the arm's turn, w · 2 r sin(θ/2).
    pub moved: f64,
    /// How many vertices no bone reaches.
    pub left: f64,
}

impl Expected {
    pub(super) fn new(method: Method, shape: Shape, raise: f64) -> Self {
        let axis = HALF_WIDTH + shape.gap + ARM_HALF_WIDTH;
        let grid = (method == Method::Heat).then(|| Grid::new(shape.gap, axis));
        let share = |row: usize, column: usize| {
            let x = CELL * (column as f64 - 4.5);
            match (&grid, method) {
                (Some(grid), _) => grid.arm_share(row, column),
                (None, Method::Euclidean) => inverse_fourth(x.abs(), axis - x),
                (None, Method::Geodesic) => {
                    inverse_fourth(x.abs(), way_round(row, column) + axis - HALF_WIDTH)
                }
                (None, _) => 0.0,
            }
        };
        let joint_y = CELL * JOINT_ROW as f64;
        let (mut largest, mut sum, mut moved) = (0.0_f64, 0.0, 0.0_f64);
        for row in 0..TORSO_ROWS {
            for column in 0..COLUMNS {
                let weight = share(row, column);
                let (x, y) = (CELL * (column as f64 - 4.5), CELL * row as f64);
                let radius = (axis - x).hypot(joint_y - y);
                largest = largest.max(weight);
                sum += weight;
                moved = moved.max(weight * 2.0 * radius * (raise / 2.0).sin().abs());
            }
        }
        let cold = shape.bag && matches!(method, Method::Geodesic | Method::Heat);
        Self {
            largest,
            mean: sum / (TORSO_ROWS * COLUMNS) as f64,
            hip: share(0, COLUMNS - 1),
            moved,
            left: if cold { BAG_VERTICES as f64 } else { 0.0 },
        }
    }
}

/// The arm's share of a vertex at these distances from spine and arm: d⁻⁴ over the sum of both.
fn inverse_fourth(spine: f64, arm: f64) -> f64 {
    1.0 / (1.0 + (arm / spine).powi(4))
}

/// The way from a vertex of the torso to the corner of the armpit (`HALF_WIDTH`, y of [`ARMPIT_ROW`]) along
/// the edges: up, by diagonals as long as the flank is not reached, and what then is left to the right.
fn way_round(row: usize, column: usize) -> f64 {
    let up = ARMPIT_ROW - row;
    let right = COLUMNS - 1 - column;
    let diagonals = up.min(right);
    CELL * (2.0_f64.sqrt() * diagonals as f64
        + (up - diagonals) as f64
        + (right - diagonals) as f64)
}

/// The heat equation of the figure as finite differences, and the arm's share that solves it.
#[derive(Debug)]
struct Grid {
    /// The arm's share at every node, row by row from the lowest; 0 where the figure is not.
    shares: Vec<f64>,
}

/// Columns of nodes: the torso's, one in the gap, the arm's. Neighbours in a column are this far apart in
/// the list of nodes, which makes it the width of the band.
const WIDTH: usize = COLUMNS + 1 + ARM_COLUMNS;
const HEIGHT: usize = TOP_ROW + ROWS_BELOW + 1;

impl Grid {
    fn new(gap: f64, axis: f64) -> Self {
        let x = |column: usize| match column {
            0..COLUMNS => CELL * (column as f64 - 4.5),
            COLUMNS => HALF_WIDTH + gap / 2.0,
            _ => HALF_WIDTH + gap + CELL * (column - COLUMNS - 1) as f64,
        };
        let mut mass = vec![0.0; WIDTH * HEIGHT];
        let mut band = Band::new();
        for row in 0..HEIGHT - 1 {
            for column in (0..WIDTH - 1).filter(|&column| is_cell(row, column)) {
                let (wide, high) = (x(column + 1) - x(column), CELL);
                let node = row * WIDTH + column;
                let [a, b, c, d] = [node, node + 1, node + WIDTH, node + WIDTH + 1];
                // Half of each side's flux crosses this cell.
                band.connect(a, b, high / (2.0 * wide));
                band.connect(c, d, high / (2.0 * wide));
                band.connect(a, c, wide / (2.0 * high));
                band.connect(b, d, wide / (2.0 * high));
                // A third of each triangle: the ends of the diagonal lie in both.
                let diagonal = if column < COLUMNS { [a, d] } else { [b, c] };
                for corner in [a, b, c, d] {
                    let triangles = 1 + usize::from(diagonal.contains(&corner));
                    mass[corner] += wide * high * triangles as f64 / 6.0;
                }
            }
        }
        let mut right = vec![0.0; WIDTH * HEIGHT];
        for node in 0..WIDTH * HEIGHT {
            let (row, column) = (node / WIDTH, node % WIDTH);
            if mass[node] == 0.0 {
                // No part of the figure: an equation of its own, 1 · share = 0.
                band.rows[node][0] = 1.0;
                continue;
            }
            let y = CELL * (row as f64 - ROWS_BELOW as f64);
            let beyond = |low: f64, high: f64| (low - y).max(y - high).max(0.0);
            let bridge = row >= ARMPIT_ROW + ROWS_BELOW;
            let spine = (column < COLUMNS || bridge)
                .then(|| x(column).hypot(beyond(0.0, CELL * (TOP_ROW - 1) as f64)));
            let arm = (column > COLUMNS || bridge)
                .then(|| (axis - x(column)).hypot(beyond(-CELL, CELL * JOINT_ROW as f64)));
            let nearest = spine.into_iter().chain(arm).fold(f64::INFINITY, f64::min);
            let holds = |bone: Option<f64>| {
                f64::from(u8::from(bone.is_some_and(|d| d <= nearest * (1.0 + 1e-9))))
            };
            let rate = mass[node] / (nearest * nearest);
            band.rows[node][0] += rate * (holds(spine) + holds(arm));
            right[node] = rate * holds(arm);
        }
        band.solve(&mut right);
        Self { shares: right }
    }

    fn arm_share(&self, row: usize, column: usize) -> f64 {
        self.shares[(row + ROWS_BELOW) * WIDTH + column]
    }
}

/// Whether the figure has the cell above and to the right of a node: torso from y = 0 up, everything from
/// the armpit up, the arm everywhere.
fn is_cell(row: usize, column: usize) -> bool {
    let torso = column < COLUMNS - 1 && row >= ROWS_BELOW;
    torso || row >= ARMPIT_ROW + ROWS_BELOW || column > COLUMNS
}

/// A symmetric matrix whose entries lie within [`WIDTH`] of the diagonal: `rows[i][k]` is entry (i, i − k).
#[derive(Debug)]
struct Band {
    rows: Vec<[f64; WIDTH + 1]>,
}

impl Band {
    fn new() -> Self {
        Self {
            rows: vec![[0.0; WIDTH + 1]; WIDTH * HEIGHT],
        }
    }

    fn connect(&mut self, low: usize, high: usize, flow: f64) {
        self.rows[low][0] += flow;
        self.rows[high][0] += flow;
        self.rows[high][high - low] -= flow;
    }

    /// Gauss' elimination without exchanges, which a positive definite matrix does not need: A = L D Lᵀ.
    fn solve(mut self, right: &mut [f64]) {
        for i in 0..self.rows.len() {
            let first = i.saturating_sub(WIDTH);
            for j in first..i {
                let before: f64 = (first.max(j.saturating_sub(WIDTH))..j)
                    .map(|k| self.rows[i][i - k] * self.rows[j][j - k] * self.rows[k][0])
                    .sum();
                self.rows[i][i - j] = (self.rows[i][i - j] - before) / self.rows[j][0];
                self.rows[i][0] -= self.rows[i][i - j].powi(2) * self.rows[j][0];
                right[i] -= self.rows[i][i - j] * right[j];
            }
        }
        for i in (0..self.rows.len()).rev() {
            right[i] /= self.rows[i][0];
            let last = (i + WIDTH).min(self.rows.len() - 1);
            for j in i + 1..=last {
                right[i] -= self.rows[j][j - i] * right[j];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::bleed::{RAISE, SHAPE};

    fn expected(method: Method) -> Expected {
        Expected::new(method, SHAPE, RAISE.to_radians())
    }

    #[test]
    fn the_worst_straight_weight_by_hand() {
        // On the flank: 0.085 m from the arm, 0.135 m from the spine.
        let hand = 0.085_f64.powi(-4) / (0.085_f64.powi(-4) + 0.135_f64.powi(-4));
        assert!((expected(Method::Euclidean).largest - hand).abs() < 1e-15);
        // The lowest vertex of the flank, 0.57 m below the shoulder, a quarter turn.
        let moved = hand * 2.0_f64.sqrt() * 0.085_f64.hypot(0.57);
        assert!((expected(Method::Euclidean).moved - moved).abs() < 1e-15);
    }

    #[test]
    fn the_worst_weight_along_the_mesh_by_hand() {
        // From the chest 0.15 m up to the armpit, then 0.085 m across.
        let hand = 0.235_f64.powi(-4) / (0.235_f64.powi(-4) + 0.135_f64.powi(-4));
        assert!((expected(Method::Geodesic).largest - hand).abs() < 1e-15);
    }

    #[test]
    fn the_band_solves_what_a_hand_solves() {
        // One connection of 1 between nodes 0 and 1, each warmed at rate 1, the second by the arm:
        // 2 a − b = 0, 2 b − a = 1.
        let mut band = Band::new();
        band.connect(0, 1, 1.0);
        band.rows.iter_mut().for_each(|row| row[0] += 1.0);
        let mut right = vec![0.0; WIDTH * HEIGHT];
        right[1] = 1.0;
        band.solve(&mut right);
        assert!((right[0] - 1.0 / 3.0).abs() < 1e-15 && (right[1] - 2.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn the_order_of_the_methods() {
        let [straight, along, heat, mask] = Method::ALL.map(|method| expected(method).largest);
        assert!(straight > 0.8 && along < 0.1 && heat < along && heat > mask && mask == 0.0);
    }
}
