//! Bone heat: the weights are the temperatures of a mesh that its bones keep warm.
//!
//! For bone *i*, `(−Δ + H) wᵢ = H pᵢ`: heat flows along the mesh (Δ) and is exchanged with the nearest bone
//! that the vertex sees (`H = 1/d²`, `pᵢ` = 1 where that is bone *i*, else 0). On triangles, with cotangent
//! weights `L` and lumped masses `M`, this is `(L + M H) wᵢ = M H pᵢ`: one matrix `A` for all bones.
//!
//! **Non-negative, and sum 1, without being told to.** `A` has no positive entry off its diagonal as long as
//! no edge has a negative cotangent weight; its rows sum to `M H ≥ 0`, somewhere more than 0 on every
//! piece. That makes it an M-matrix: `A⁻¹ ≥ 0`, so `wᵢ = A⁻¹ M H pᵢ ≥ 0`. And since `A · 1 = M H · 1` and
//! the `pᵢ` sum to 1 wherever `H` is not 0, so do the `wᵢ` everywhere.
//!
//! **Obtuse angles.** A corner wider than 90° has a negative cotangent. Two corners that face one edge
//! may not sum to more than 180°, one on the outline not to more than 90°: the mesh is then Delaunay
//! inside. Elsewhere weights could go below zero, and clamping them would be a repair, so such an edge is
//! refused by name.
//!
//! Source: Baran & Popović, *Automatic Rigging and Animation of 3D Characters*, ACM TOG 26(3), 2007, §4, with
//! c = 1. They set `H` to 0 where the very nearest bone is out of sight; here the nearest of those in sight
//! counts. Cotangents: Pinkall & Polthier 1993; when they are non-negative: Wardetzky et al., *Discrete Laplace
//! operators: no free lunch*, 2007.

use super::{BindError, Binding, Reach, Sheet, SpdMatrix, SpdSolver};

/// A cotangent weight this far below zero is the rounding of a right angle, whose cotangent is 0: the dot
/// product of two perpendicular edges errs by 2⁻⁵³ of their lengths' product, about twice the area below it.
const RIGHT_ANGLE: f64 = 1e-12;

/// How near to equal the distances of two bones may be to count as equal, as a share.
const EQUALLY_NEAR: f64 = 1e-9;

/// How far a weight may lie below 0, or a sum from 1, before the solution is refused. For an M-matrix
/// |error| ≤ ‖A⁻¹‖ · ‖residual‖, with ‖A⁻¹‖ ≤ 1 / min(M H) where every vertex sees a bone: about 1e3 for a
/// figure of a metre with vertices 1 to 10 cm apart; a residual of 1e-13 leaves four orders of magnitude.
const SETTLED: f64 = 1e-9;

/// What the solve was like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// Rows of the system: the vertices on pieces that a bone reaches.
    pub unknowns: usize,
    /// Stored entries of the matrix.
    pub entries: usize,
    /// Iterations that the solver made; 0 if it factorised.
    pub iterations: usize,
    /// The largest `|b − A w|` over all bones, as a share of the largest `|b|`.
    pub residual: f64,
}

/// The linear system of bone heat.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// `A = L + M H` over the vertices that are in the system.
    pub matrix: SpdMatrix,
    /// `M H pᵢ`, one right side a bone.
    pub right: Vec<Vec<f64>>,
    /// The vertex of every row.
    pub vertices: Vec<usize>,
}

/// Weights by bone heat, and what the solve was like. A piece of the mesh from which no vertex sees a bone
/// stays cold: it is left out of the system and reported.
///
/// The solution is divided by its sum, which is 1 but for rounding, and a rounding below zero becomes zero.
///
/// # Errors
///
/// As [`assemble`]; what the solver refuses; a solution that leaves 0…1 by more than rounding can.
pub fn heat(
    sheet: &Sheet,
    reach: &Reach,
    solver: &dyn SpdSolver,
) -> Result<(Binding, Heat), BindError> {
    let System {
        matrix,
        right,
        vertices,
    } = assemble(sheet, reach)?;
    let solution = solver.solve(&matrix, &right)?;
    let mut row_of = vec![None; sheet.positions().len()];
    for (row, &vertex) in vertices.iter().enumerate() {
        row_of[vertex] = Some(row);
        let weights = || solution.columns.iter().map(|column| column[row]);
        // Written so that a NaN counts as out of range.
        let off = weights().find(|weight| !(-SETTLED..=1.0 + SETTLED).contains(weight));
        let sum: f64 = weights().sum();
        let off = off.or((!(1.0 - SETTLED..=1.0 + SETTLED).contains(&sum)).then_some(sum));
        if let Some(value) = off {
            return Err(BindError::OutOfRange { vertex, value });
        }
    }
    let binding = Binding::from_shares(sheet, reach, |vertex, bone| {
        row_of[vertex].map_or(0.0, |row| solution.columns[bone][row].max(0.0))
    })?;
    let residual = solution
        .columns
        .iter()
        .zip(&right)
        .map(|(x, b)| matrix.residual(x, b))
        .fold(0.0, f64::max);
    let heat = Heat {
        unknowns: matrix.rows(),
        entries: matrix.values().len(),
        iterations: solution.iterations,
        residual,
    };
    Ok((binding, heat))
}

/// The system of every vertex on a piece from which some vertex sees some bone.
///
/// # Errors
///
/// Refuses an edge whose cotangent weight is negative.
// region: heat-system
pub fn assemble(sheet: &Sheet, reach: &Reach) -> Result<System, BindError> {
    let exchange: Vec<Exchange> = (0..sheet.positions().len())
        .map(|vertex| Exchange::of(reach, vertex))
        .collect();
    let mut warm = vec![false; sheet.pieces()];
    for (vertex, exchange) in exchange.iter().enumerate() {
        warm[sheet.piece(vertex)] |= exchange.rate > 0.0;
    }
    let vertices: Vec<usize> = (0..exchange.len())
        .filter(|&vertex| warm[sheet.piece(vertex)])
        .collect();
    let mut row_of = vec![usize::MAX; exchange.len()];
    for (row, &vertex) in vertices.iter().enumerate() {
        row_of[vertex] = row;
    }

    let mass = masses(sheet);
    let taken: Vec<f64> = vertices
        .iter()
        .map(|&v| mass[v] * exchange[v].rate)
        .collect();
    let mut diagonal = taken.clone();
    let mut above = Vec::with_capacity(sheet.edges().len());
    for edge in sheet.edges() {
        let weight = cotangent_weight(sheet, edge.ends, edge.facing);
        if weight < -RIGHT_ANGLE {
            let ends = edge.ends;
            return Err(BindError::NegativeCotangents { ends, weight });
        }
        if warm[sheet.piece(edge.ends[0])] {
            let [a, b] = edge.ends.map(|v| row_of[v]);
            let weight = weight.max(0.0);
            diagonal[a] += weight;
            diagonal[b] += weight;
            above.push((a.min(b), a.max(b), -weight));
        }
    }
    let right = (0..reach.bones().len())
        .map(|bone| {
            let share = |v: usize| {
                if exchange[v].nearest[bone] {
                    1.0 / exchange[v].count
                } else {
                    0.0
                }
            };
            vertices
                .iter()
                .zip(&taken)
                .map(|(&v, taken)| taken * share(v))
                .collect()
        })
        .collect();
    Ok(System {
        matrix: SpdMatrix::new(&diagonal, &above),
        right,
        vertices,
    })
}
// endregion: heat-system

/// The heat that a vertex exchanges with the bones that it sees.
#[derive(Clone, Debug)]
struct Exchange {
    /// H: the number of nearest bones over the square of their distance (1/m²); 0 if none is seen.
    rate: f64,
    /// Which bones are the nearest seen.
    nearest: Vec<bool>,
    /// How many are, at least 1.
    count: f64,
}

impl Exchange {
    fn of(reach: &Reach, vertex: usize) -> Self {
        let bones = 0..reach.bones().len();
        let seen = |bone: &usize| reach.sees(vertex, *bone);
        let shortest = bones
            .clone()
            .filter(seen)
            .map(|bone| reach.distance(vertex, bone))
            .fold(f64::INFINITY, f64::min);
        let near = shortest * (1.0 + EQUALLY_NEAR);
        let nearest: Vec<bool> = bones
            .map(|bone| seen(&bone) && reach.distance(vertex, bone) <= near)
            .collect();
        let count = nearest.iter().filter(|&&is| is).count() as f64;
        Self {
            rate: count / (shortest * shortest),
            nearest,
            count: count.max(1.0),
        }
    }
}

/// The lumped mass of every vertex (`V`, m²): a third of the area of each of its triangles.
fn masses(sheet: &Sheet) -> Vec<f64> {
    let mut masses = vec![0.0; sheet.positions().len()];
    for corners in sheet.triangles() {
        let [a, b, c] = corners.map(|v| sheet.positions()[v]);
        let area = (b - a).perp_dot(c - a) / 2.0;
        for &vertex in corners {
            masses[vertex] += area / 3.0;
        }
    }
    masses
}

/// Half the sum of the cotangents of the angles that face an edge.
fn cotangent_weight(sheet: &Sheet, ends: [usize; 2], facing: [Option<usize>; 2]) -> f64 {
    let [a, b] = ends.map(|v| sheet.positions()[v]);
    let cotangents = facing.iter().flatten().map(|&corner| {
        let [u, v] = [a, b].map(|end| end - sheet.positions()[corner]);
        u.dot(v) / u.perp_dot(v).abs()
    });
    cotangents.sum::<f64>() / 2.0
}
