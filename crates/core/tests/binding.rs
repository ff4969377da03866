//! Binding a figure: heat against a dense solve, the maximum principle, islands, refusals, and the rig
//! over the whole range of its gap.

use skinlab_core::glam::DVec2;
use skinlab_core::rigs::torso::{
    self, ARM, BAG_VERTICES, NARROWEST, SPINE, Shape, TORSO_VERTICES, VERTICES, WIDEST,
};
use skinlab_core::weights::bind::{
    BindError, Bone, ConjugateGradients, Island, Mask, Reach, Sheet, Solution, SolveError,
    SpdMatrix, SpdSolver, assemble, euclidean, geodesic, geodesic_distances, heat, masked,
};

const GAPS: [f64; 6] = [NARROWEST, 0.03, 0.04, 0.05, 0.08, WIDEST];

fn figure(gap: f64, bag: bool) -> (torso::Torso, Reach) {
    let shape = Shape { gap, bag };
    let torso = torso::build(shape).expect("a figure");
    let reach = Reach::new(&torso.sheet, &shape.bones()).expect("two bones");
    (torso, reach)
}

/// Cholesky's factorisation of the full matrix, row by row: nothing is shared with the code under test.
fn dense_solve(matrix: &SpdMatrix, b: &[f64]) -> Vec<f64> {
    let n = matrix.rows();
    let mut l = vec![vec![0.0; n]; n];
    for (row, line) in l.iter_mut().enumerate() {
        for (column, value) in matrix.row(row).filter(|&(column, _)| column <= row) {
            line[column] = value;
        }
    }
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let left = l[i][j] - sum;
            if i == j {
                assert!(left > 0.0, "not positive definite in row {i}");
                l[i][i] = left.sqrt();
            } else {
                l[i][j] = left / l[j][j];
            }
        }
    }
    let mut x = b.to_vec();
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| l[i][k] * x[k]).sum();
        x[i] = (x[i] - sum) / l[i][i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| l[k][i] * x[k]).sum();
        x[i] = (x[i] - sum) / l[i][i];
    }
    x
}

#[test]
fn conjugate_gradients_agree_with_a_dense_cholesky_solve() {
    let (torso, reach) = figure(0.04, true);
    let system = assemble(&torso.sheet, &reach).expect("right angles");
    let solution = ConjugateGradients
        .solve(&system.matrix, &system.right)
        .expect("positive definite");
    let mut compared = 0;
    for (x, b) in solution.columns.iter().zip(&system.right) {
        for (x, dense) in x.iter().zip(dense_solve(&system.matrix, b)) {
            // ‖A⁻¹‖∞ ≤ 1 / min(M H) < 200 for this figure, and both residuals are a few 1e-16 of sides below 10.
            assert!((x - dense).abs() < 1e-12, "{x} is not {dense}");
            compared += 1;
        }
    }
    assert_eq!(compared, 2 * VERTICES);
}

#[test]
fn heat_weights_are_shares_at_every_gap() {
    for gap in GAPS {
        let (torso, reach) = figure(gap, false);
        let system = assemble(&torso.sheet, &reach).expect("right angles");
        for row in 0..system.matrix.rows() {
            let mut sum = 0.0;
            for (column, value) in system.matrix.row(row) {
                assert!(if column == row {
                    value > 0.0
                } else {
                    value <= 0.0
                });
                sum += value;
            }
            let taken: f64 = system.right.iter().map(|b| b[row]).sum();
            assert!(
                (sum - taken).abs() < 1e-12 && taken > 0.0,
                "rows sum to M H"
            );
        }
        let (binding, report) = heat(&torso.sheet, &reach, &ConjugateGradients).expect("solved");
        assert_eq!(report.unknowns, VERTICES);
        assert!(report.residual < 1e-14, "{report:?}");
        assert!(binding.islands().is_empty());
        for list in binding.influences() {
            let sum: f64 = list.iter().map(|i| i.weight).sum();
            assert!((sum - 1.0).abs() < 1e-15 && list.iter().all(|i| i.weight >= 0.0));
        }
    }
}

/// The maximum principle: below the chest every vertex is warmed by the spine alone, so the arm's share
/// has no maximum there and falls from row to row.
#[test]
fn heat_from_the_arm_only_falls_on_the_way_down() {
    let (torso, reach) = figure(0.04, false);
    let (binding, _) = heat(&torso.sheet, &reach, &ConjugateGradients).expect("solved");
    let warmest = |row: usize| {
        (0..torso::COLUMNS)
            .map(|column| binding.weight(torso::COLUMNS * row + column, ARM))
            .fold(0.0, f64::max)
    };
    for row in 1..torso::TORSO_ROWS {
        assert!(warmest(row - 1) < warmest(row), "row {row}");
    }
}

#[test]
fn only_the_straight_line_bleeds_at_every_gap() {
    for gap in GAPS {
        let (torso, reach) = figure(gap, false);
        let largest = |binding: &skinlab_core::weights::bind::Binding| {
            (0..TORSO_VERTICES)
                .map(|vertex| binding.weight(vertex, ARM))
                .fold(0.0, f64::max)
        };
        let straight = largest(&euclidean(&torso.sheet, &reach).expect("bound"));
        let along = largest(&geodesic(&torso.sheet, &reach).expect("bound"));
        let heated = heat(&torso.sheet, &reach, &ConjugateGradients).expect("solved");
        assert!(straight > 4.0 * along, "{gap}: {straight}, {along}");
        assert!(along > largest(&heated.0));
    }
}

#[test]
fn blind_to_the_gap_distance_along_the_mesh_is_straight_distance() {
    let shape = Shape {
        gap: 0.04,
        bag: true,
    };
    let torso = torso::build(shape).expect("a figure");
    let blind = Reach::through_everything(&torso.sheet, &shape.bones()).expect("two bones");
    assert_eq!(
        geodesic(&torso.sheet, &blind),
        euclidean(&torso.sheet, &blind)
    );
    let (heated, _) = heat(&torso.sheet, &blind, &ConjugateGradients).expect("solved");
    // On the flank the arm is the nearest bone: it warms the torso through the gap, all the way down.
    assert!(heated.weight(torso::COLUMNS - 1, ARM) > 0.1);
    assert!(heated.islands().is_empty());
}

#[test]
fn the_bag_is_reported_and_the_rest_is_bound() {
    let (torso, reach) = figure(0.04, true);
    let (alone, near) = figure(0.04, false);
    let bag = Island {
        piece: 1,
        first: VERTICES,
        vertices: BAG_VERTICES,
    };
    let along = geodesic(&torso.sheet, &reach).expect("bound");
    let (heated, report) = heat(&torso.sheet, &reach, &ConjugateGradients).expect("solved");
    assert_eq!(report.unknowns, VERTICES);
    for (with_bag, without) in [
        (along, geodesic(&alone.sheet, &near).expect("bound")),
        (
            heated,
            heat(&alone.sheet, &near, &ConjugateGradients)
                .expect("solved")
                .0,
        ),
    ] {
        assert_eq!(with_bag.islands(), [bag]);
        assert_eq!(with_bag.influences()[..VERTICES], *without.influences());
        assert!(
            with_bag.influences()[VERTICES..]
                .iter()
                .all(std::vec::Vec::is_empty)
        );
        let decided = with_bag.with_islands_on(SPINE);
        assert!(
            decided[VERTICES..]
                .iter()
                .all(|list| list[0].joint == SPINE)
        );
    }
    // The straight line and the mask give the bag to the arm.
    let mask = Mask {
        vertices: &torso.parts,
        bones: &torso::BONE_PARTS,
        neighbours: &torso::NEIGHBOURS,
    };
    let straight = euclidean(&torso.sheet, &reach).expect("bound");
    let by_hand = masked(&torso.sheet, &reach, &mask).expect("bound");
    for vertex in VERTICES..VERTICES + BAG_VERTICES {
        assert!(straight.weight(vertex, ARM) > 0.9);
        assert_eq!(by_hand.weight(vertex, ARM), 1.0);
    }
    assert!(straight.islands().is_empty() && by_hand.islands().is_empty());
}

#[test]
fn a_part_without_a_bone_is_reported_too() {
    let (torso, reach) = figure(0.04, true);
    let mask = Mask {
        vertices: &torso.parts,
        bones: &torso::BONE_PARTS,
        neighbours: &torso::NEIGHBOURS[..2],
    };
    let binding = masked(&torso.sheet, &reach, &mask).expect("bound");
    assert_eq!(binding.islands().len(), 1);
    assert_eq!(binding.islands()[0].vertices, BAG_VERTICES);
    let short = Mask {
        vertices: &torso.parts[1..],
        ..mask
    };
    assert_eq!(
        masked(&torso.sheet, &reach, &short),
        Err(BindError::MaskLength {
            vertices: VERTICES + BAG_VERTICES - 1,
            bones: 2
        })
    );
}

#[test]
fn the_way_along_the_mesh_by_hand() {
    let (torso, reach) = figure(0.04, false);
    let ways = geodesic_distances(&torso.sheet, &reach, usize::from(ARM));
    let flank = |row: usize| torso::COLUMNS * row + torso::COLUMNS - 1;
    // Straight up to the armpit at 0.51 m, then 0.04 m of gap and 0.045 m of arm.
    for row in [0, 5, 12] {
        let hand = 0.51 - 0.03 * row as f64 + 0.085;
        assert!((ways[flank(row)] - hand).abs() < 1e-12);
    }
    // In the arm, the straight line.
    let hand = torso.sheet.positions()[VERTICES - 1];
    assert!((ways[VERTICES - 1] - hand.distance(DVec2::new(0.22, -0.03))).abs() < 1e-15);
}

/// Two triangles with a common edge, their far corners `height` above and below it.
fn kite(height: f64) -> Sheet {
    let at = DVec2::new;
    Sheet::new(
        vec![
            at(0.0, 0.0),
            at(1.0, 0.0),
            at(0.5, height),
            at(0.5, -height),
        ],
        vec![[0, 1, 2], [1, 0, 3]],
    )
    .expect("a kite")
}

#[test]
fn an_edge_between_two_wide_angles_is_refused_by_name() {
    let bone = [Bone {
        from: DVec2::new(0.4, 0.01),
        to: DVec2::new(0.6, 0.01),
        joint: 0,
    }];
    let bound = |height: f64| {
        let sheet = kite(height);
        let reach = Reach::new(&sheet, &bone).expect("one bone");
        heat(&sheet, &reach, &ConjugateGradients)
    };
    assert!(bound(0.6).is_ok());
    // The corner above the edge measures 2 atan(0.5 / 0.2) = 136°, and so does the one below:
    // its cotangent is (0.2² − 0.5²) / (2 · 0.2 · 0.5) = −1.05.
    let Err(BindError::NegativeCotangents { ends, weight }) = bound(0.2) else {
        panic!("two obtuse angles face the edge");
    };
    assert_eq!(ends, [0, 1]);
    assert!((weight + 1.05).abs() < 1e-12);
}

#[test]
fn bones_of_one_joint_add_up() {
    let sheet = kite(0.6);
    let bone = |x: f64, joint| Bone {
        from: DVec2::new(x, 0.1),
        to: DVec2::new(x, 0.1),
        joint,
    };
    let reach = Reach::new(&sheet, &[bone(0.4, 3), bone(0.5, 7), bone(0.6, 3)]).expect("bones");
    let (binding, _) = heat(&sheet, &reach, &ConjugateGradients).expect("solved");
    for list in binding.influences() {
        assert_eq!(list.len(), 2);
    }
    assert!(binding.weight(0, 3) > binding.weight(0, 7));
}

#[test]
fn a_vertex_half_way_between_two_bones_is_warmed_by_both() {
    let sheet = kite(0.6);
    let bone = |x: f64, joint| Bone {
        from: DVec2::new(x, 0.0),
        to: DVec2::new(x, 0.01),
        joint,
    };
    let reach = Reach::new(&sheet, &[bone(0.25, 0), bone(0.75, 1)]).expect("bones");
    let (binding, _) = heat(&sheet, &reach, &ConjugateGradients).expect("solved");
    for vertex in [2, 3] {
        assert!((binding.weight(vertex, 0) - 0.5).abs() < 1e-14);
    }
}

/// A solver that returns what it is told to.
#[derive(Debug)]
struct Liar(f64);

impl SpdSolver for Liar {
    fn solve(&self, matrix: &SpdMatrix, right: &[Vec<f64>]) -> Result<Solution, SolveError> {
        Ok(Solution {
            columns: vec![vec![self.0; matrix.rows()]; right.len()],
            iterations: 0,
        })
    }
}

#[test]
fn a_solution_that_is_no_temperature_is_refused() {
    let (torso, reach) = figure(0.04, false);
    let solved = |value| heat(&torso.sheet, &reach, &Liar(value)).map(|_| ());
    assert_eq!(solved(0.5), Ok(()));
    assert_eq!(
        solved(-0.1),
        Err(BindError::OutOfRange {
            vertex: 0,
            value: -0.1
        })
    );
    assert_eq!(
        solved(0.25),
        Err(BindError::OutOfRange {
            vertex: 0,
            value: 0.5
        })
    );
    assert!(matches!(
        solved(f64::NAN),
        Err(BindError::OutOfRange { vertex: 0, .. })
    ));
}

#[test]
fn each_refusal_has_words_of_its_own() {
    let errors = [
        BindError::NoTriangles,
        BindError::NotFinite { vertex: 3 },
        BindError::VertexOutOfRange {
            triangle: 1,
            vertex: 9,
        },
        BindError::NotCounterclockwise { triangle: 2 },
        BindError::CrowdedEdge { ends: [4, 7] },
        BindError::Loose { vertex: 5 },
        BindError::NoBones,
        BindError::BoneNotFinite { bone: 1 },
        BindError::OnBone { vertex: 8, bone: 0 },
        BindError::MaskLength {
            vertices: 3,
            bones: 2,
        },
        BindError::NegativeCotangents {
            ends: [0, 1],
            weight: -1.05,
        },
        BindError::Solve(SolveError::NotPositiveDefinite),
        BindError::Solve(SolveError::NotConverged {
            iterations: 40,
            residual: 0.1,
        }),
        BindError::Solve(SolveError::LengthMismatch { rows: 3, right: 2 }),
        BindError::OutOfRange {
            vertex: 6,
            value: -0.1,
        },
    ];
    let sentences: std::collections::HashSet<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(sentences.len(), errors.len());
    assert!(errors[4].to_string().contains("edge 4–7"));
    assert!(errors[8].to_string().contains("vertex 8 lies on bone 0"));
}
