//! The factorisation of the on-demand module against the core's own solver. The module itself is compiled for
//! the browser alone; this file of it knows no browser.

#[path = "../src/cholesky.rs"]
mod cholesky;

use cholesky::SparseCholesky;
use skinlab_core::rigs::torso::{self, NARROWEST, Shape, WIDEST};
use skinlab_core::weights::bind::{
    ConjugateGradients, Reach, SolveError, SpdMatrix, SpdSolver, assemble,
};

#[test]
fn both_solvers_agree_and_the_factorisation_leaves_no_weight_below_zero() {
    for gap in [NARROWEST, 0.04, WIDEST] {
        let shape = Shape { gap, bag: true };
        let torso = torso::build(shape).expect("a figure");
        let reach = Reach::new(&torso.sheet, &shape.bones()).expect("two bones");
        let system = assemble(&torso.sheet, &reach).expect("right angles");
        let factorised = SparseCholesky
            .solve(&system.matrix, &system.right)
            .expect("positive definite");
        let iterated = ConjugateGradients
            .solve(&system.matrix, &system.right)
            .expect("positive definite");
        assert_eq!(factorised.iterations, 0);
        assert_eq!(factorised.columns.len(), 2);
        for ((x, y), b) in factorised
            .columns
            .iter()
            .zip(&iterated.columns)
            .zip(&system.right)
        {
            assert_eq!(x.len(), system.vertices.len());
            assert!(system.matrix.residual(x, b) < 1e-14);
            for (x, y) in x.iter().zip(y) {
                // ‖A⁻¹‖∞ < 200 for this figure; both residuals are a few 1e-16 of sides below 10.
                assert!((x - y).abs() < 1e-12 && *x >= 0.0, "{x}, {y}");
            }
        }
    }
}

#[test]
fn refuses_what_it_cannot_solve() {
    let indefinite = SpdMatrix::new(&[1.0, 1.0], &[(0, 1, 2.0)]);
    assert_eq!(
        SparseCholesky.solve(&indefinite, &[vec![1.0, -1.0]]),
        Err(SolveError::NotPositiveDefinite)
    );
    assert_eq!(
        SparseCholesky.solve(&indefinite, &[vec![1.0]]),
        Err(SolveError::LengthMismatch { rows: 2, right: 1 })
    );
}
