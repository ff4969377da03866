//! A sparse symmetric positive definite system, and who solves it.

use super::SolveError;

/// A sparse symmetric positive definite matrix of `N` rows, both triangles stored row by row (which is
/// column by column too, since it is symmetric).
#[derive(Clone, Debug, PartialEq)]
pub struct SpdMatrix {
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}

impl SpdMatrix {
    /// Builds the matrix from its diagonal (`N`) and its entries above it: `(row, column, value)` with
    /// `row < column`, each at most once. The diagonal is stored even where it is zero.
    ///
    /// # Panics
    ///
    /// If an entry lies outside the matrix.
    #[must_use]
    pub fn new(diagonal: &[f64], above: &[(usize, usize, f64)]) -> Self {
        let mut rows: Vec<Vec<(usize, f64)>> = diagonal
            .iter()
            .enumerate()
            .map(|(row, &value)| vec![(row, value)])
            .collect();
        for &(row, column, value) in above {
            rows[row].push((column, value));
            rows[column].push((row, value));
        }
        let mut matrix = Self {
            starts: vec![0],
            columns: Vec::new(),
            values: Vec::new(),
        };
        for mut row in rows {
            row.sort_unstable_by_key(|&(column, _)| column);
            for (column, value) in row {
                matrix.columns.push(column);
                matrix.values.push(value);
            }
            matrix.starts.push(matrix.columns.len());
        }
        matrix
    }

    /// The number of rows, `N`.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where each row starts in [`SpdMatrix::columns`] and [`SpdMatrix::values`], and where the last ends
    /// (`N` + 1).
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The column of every stored entry, rising within a row.
    #[must_use]
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The stored entries.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The stored entries of one row: column and value.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[row]..self.starts[row + 1];
        self.columns[range.clone()]
            .iter()
            .copied()
            .zip(self.values[range].iter().copied())
    }

    /// `out = A x`.
    ///
    /// # Panics
    ///
    /// If `x` or `out` is shorter than the matrix.
    pub fn times(&self, x: &[f64], out: &mut [f64]) {
        for (row, out) in out.iter_mut().enumerate().take(self.rows()) {
            *out = self.row(row).map(|(column, value)| value * x[column]).sum();
        }
    }

    /// The largest component of `b − A x`, as a share of the largest of `b` (or as it is, for `b` = 0).
    ///
    /// # Panics
    ///
    /// As [`SpdMatrix::times`].
    #[must_use]
    pub fn residual(&self, x: &[f64], b: &[f64]) -> f64 {
        let mut product = vec![0.0; self.rows()];
        self.times(x, &mut product);
        let left: Vec<f64> = b.iter().zip(&product).map(|(b, ax)| b - ax).collect();
        let scale = largest(b);
        largest(&left) / if scale > 0.0 { scale } else { 1.0 }
    }
}

/// What a solver returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// One solution a right side (`N` each).
    pub columns: Vec<Vec<f64>>,
    /// Iterations in all; 0 for a solver that factorises.
    pub iterations: usize,
}

/// Whoever solves `A x = b`. The core has [`ConjugateGradients`]; a page that has a sparse Cholesky
/// factorisation passes that in.
pub trait SpdSolver: std::fmt::Debug {
    /// Solves for every right side (`N` each).
    ///
    /// # Errors
    ///
    /// Refuses a right side of another length, a matrix that is not positive definite, and a solution that
    /// it could not make accurate.
    fn solve(&self, matrix: &SpdMatrix, right: &[Vec<f64>]) -> Result<Solution, SolveError>;
}

/// Conjugate gradients with the diagonal as preconditioner, restarted from the true residual until that
/// is down to rounding.
///
/// Source: Shewchuk, *An Introduction to the Conjugate Gradient Method Without the Agonizing Pain* (1994),
/// §12; restarting is iterative refinement, Higham, *Accuracy and Stability of Numerical Algorithms*, ch. 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConjugateGradients;

/// Each run shrinks the residual by this much at least: a run from zero, then one on what it left.
const SHRINK: f64 = 1e-10;

/// Runs at most: the first reaches 1e-10, the second rounding, the third is in reserve.
const RUNS: usize = 3;

/// The largest residual that is accepted, as a share of the right side: a few hundred roundings of 2⁻⁵³.
const ACCEPTED: f64 = 1e-13;

impl SpdSolver for ConjugateGradients {
    fn solve(&self, matrix: &SpdMatrix, right: &[Vec<f64>]) -> Result<Solution, SolveError> {
        let mut solution = Solution {
            columns: Vec::with_capacity(right.len()),
            iterations: 0,
        };
        for b in right {
            if b.len() != matrix.rows() {
                return Err(SolveError::LengthMismatch {
                    rows: matrix.rows(),
                    right: b.len(),
                });
            }
            let mut x = vec![0.0; b.len()];
            let mut residual = b.clone();
            for _ in 0..RUNS {
                solution.iterations += run(matrix, &mut residual, &mut x)?;
                let mut product = vec![0.0; b.len()];
                matrix.times(&x, &mut product);
                for ((r, b), ax) in residual.iter_mut().zip(b).zip(product) {
                    *r = b - ax;
                }
                // One share of rounding a stored entry of a row is as low as a residual goes.
                if largest(&residual) <= 4.0 * f64::EPSILON * largest(b) {
                    break;
                }
            }
            let left = matrix.residual(&x, b);
            // Written so that a NaN fails it.
            if !matches!(left.partial_cmp(&ACCEPTED), Some(std::cmp::Ordering::Less)) {
                return Err(SolveError::NotConverged {
                    iterations: solution.iterations,
                    residual: left,
                });
            }
            solution.columns.push(x);
        }
        Ok(solution)
    }
}

// region: conjugate-gradients
/// Adds to `x` what `A⁻¹` makes of `residual`, up to [`SHRINK`]; returns the iterations.
fn run(matrix: &SpdMatrix, residual: &mut [f64], x: &mut [f64]) -> Result<usize, SolveError> {
    let diagonal: Vec<f64> = (0..matrix.rows())
        .map(|row| {
            matrix
                .row(row)
                .filter(|&(c, _)| c == row)
                .map(|(_, v)| v)
                .sum()
        })
        .collect();
    if diagonal.iter().any(|&value| value <= 0.0) {
        return Err(SolveError::NotPositiveDefinite);
    }
    let precondition =
        |r: &[f64]| -> Vec<f64> { r.iter().zip(&diagonal).map(|(r, d)| r / d).collect() };
    let mut direction = precondition(residual);
    let mut energy = dot(residual, &direction);
    let target = energy * SHRINK * SHRINK;
    let mut product = vec![0.0; x.len()];
    // In exact arithmetic N steps suffice; rounding may ask for more.
    let limit = 10 * x.len();
    let mut iterations = 0;
    while energy > target && iterations < limit {
        matrix.times(&direction, &mut product);
        let curvature = dot(&direction, &product);
        if curvature <= 0.0 {
            return Err(SolveError::NotPositiveDefinite);
        }
        let step = energy / curvature;
        for ((x, d), (r, ad)) in x
            .iter_mut()
            .zip(&direction)
            .zip(residual.iter_mut().zip(&product))
        {
            *x += step * d;
            *r -= step * ad;
        }
        let next = precondition(residual);
        let left = dot(residual, &next);
        let keep = left / energy;
        for (d, n) in direction.iter_mut().zip(next) {
            *d = n + keep * *d;
        }
        energy = left;
        iterations += 1;
    }
    Ok(iterations)
}
// endregion: conjugate-gradients

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The largest absolute value; a NaN wins and stays, so that it cannot pass for a small residual.
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, n| {
        if n.is_nan() || n.abs() > largest {
            n.abs()
        } else {
            largest
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// −x″ = 1 on a string of `n` beads held at both ends: bead k at k (n + 1 − k) / 2.
    fn string(n: usize) -> SpdMatrix {
        let above: Vec<_> = (1..n).map(|k| (k - 1, k, -1.0)).collect();
        SpdMatrix::new(&vec![2.0; n], &above)
    }

    #[test]
    fn a_string_under_its_weight_hangs_as_a_parabola() {
        let n = 50;
        let matrix = string(n);
        let solved = ConjugateGradients
            .solve(&matrix, &[vec![1.0; n]])
            .expect("positive definite");
        for (k, x) in solved.columns[0].iter().enumerate() {
            let k = k as f64 + 1.0;
            let hand = k * (n as f64 + 1.0 - k) / 2.0;
            // ‖A⁻¹‖∞ = max x = 325, and the residual is a few roundings of entries up to 650.
            assert!((x - hand).abs() < 1e-10, "{x} is not {hand}");
        }
        assert!(solved.iterations > 0);
    }

    #[test]
    fn refuses_what_it_cannot_solve() {
        let indefinite = SpdMatrix::new(&[1.0, 1.0], &[(0, 1, 2.0)]);
        assert_eq!(
            ConjugateGradients.solve(&indefinite, &[vec![1.0, -1.0]]),
            Err(SolveError::NotPositiveDefinite)
        );
        assert_eq!(
            ConjugateGradients.solve(&SpdMatrix::new(&[0.0], &[]), &[vec![1.0]]),
            Err(SolveError::NotPositiveDefinite)
        );
        assert_eq!(
            ConjugateGradients.solve(&string(3), &[vec![1.0; 2]]),
            Err(SolveError::LengthMismatch { rows: 3, right: 2 })
        );
        assert!(matches!(
            ConjugateGradients.solve(&string(3), &[vec![f64::NAN; 3]]),
            Err(SolveError::NotConverged { .. })
        ));
    }
}
