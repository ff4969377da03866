//! The sparse Cholesky factorisation of `nalgebra-sparse`, for the heat that binds a figure.
//!
//! It does not reorder rows to keep the factor sparse. A mesh numbered row by row, as the lab's is, needs
//! none: the factor fills up no further than from one row of vertices to the next.
//!
//! The factor of an M-matrix has no positive entry off its diagonal. Substitution then adds up what is not
//! negative, so that weights come out non-negative also with rounding.

use nalgebra::DMatrix;
use nalgebra_sparse::CscMatrix;
use nalgebra_sparse::factorization::CscCholesky;
use skinlab_core::weights::bind::{Solution, SolveError, SpdMatrix, SpdSolver};

/// Factorises once and substitutes for every right side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SparseCholesky;

// region: sparse-cholesky
impl SpdSolver for SparseCholesky {
    fn solve(&self, matrix: &SpdMatrix, right: &[Vec<f64>]) -> Result<Solution, SolveError> {
        let rows = matrix.rows();
        if let Some(b) = right.iter().find(|b| b.len() != rows) {
            return Err(SolveError::LengthMismatch {
                rows,
                right: b.len(),
            });
        }
        // Row by row is column by column, since the matrix is symmetric.
        let columns = CscMatrix::try_from_csc_data(
            rows,
            rows,
            matrix.starts().to_vec(),
            matrix.columns().to_vec(),
            matrix.values().to_vec(),
        );
        let factor = columns
            .ok()
            .and_then(|columns| CscCholesky::factor(&columns).ok())
            .ok_or(SolveError::NotPositiveDefinite)?;
        let mut x = DMatrix::from_fn(rows, right.len(), |row, column| right[column][row]);
        factor.solve_mut(&mut x);
        Ok(Solution {
            columns: x
                .column_iter()
                .map(|column| column.iter().copied().collect())
                .collect(),
            iterations: 0,
        })
    }
}
// endregion: sparse-cholesky
