//! A flat triangle mesh, and what can be asked of it: its edges, its pieces, and who sees whom inside it.

use super::BindError;
use glam::DVec2;
use std::collections::HashMap;

/// Below this distance (metres) two places of a sheet count as one: far above the rounding of metre-sized
/// coordinates (1e-16), far below any detail that is modelled.
const TOUCH: f64 = 1e-9;

/// A flat triangle mesh in the *xy* plane: `V` vertices (metres) and their triangles, checked once.
///
/// Flat, because then "inside" needs no volume: the sheet is its own inside, as in a paper puppet. A
/// surface in space asks the same questions of the volume that it encloses.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    positions: Vec<DVec2>,
    triangles: Vec<[usize; 3]>,
    edges: Vec<Edge>,
    piece: Vec<usize>,
    pieces: usize,
}

/// An edge and the corners that face it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its vertices, the lower index first.
    pub ends: [usize; 2],
    /// The third vertex of each triangle at the edge; the second is `None` on the outline.
    pub facing: [Option<usize>; 2],
}

impl Sheet {
    /// Builds a sheet from `V` positions (metres) and counterclockwise triangles.
    ///
    /// # Errors
    ///
    /// Refuses a sheet without triangles, a number that is not finite, a triangle that names a vertex which
    /// is not there, is flat or runs clockwise, an edge with more than two triangles, and a vertex without
    /// any.
    pub fn new(positions: Vec<DVec2>, triangles: Vec<[usize; 3]>) -> Result<Self, BindError> {
        if triangles.is_empty() {
            return Err(BindError::NoTriangles);
        }
        if let Some(vertex) = positions.iter().position(|p| !p.is_finite()) {
            return Err(BindError::NotFinite { vertex });
        }
        let mut used = vec![false; positions.len()];
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&v| v >= positions.len()) {
                return Err(BindError::VertexOutOfRange { triangle, vertex });
            }
            let [a, b, c] = corners.map(|v| positions[v]);
            if (b - a).perp_dot(c - a) <= TOUCH * TOUCH {
                return Err(BindError::NotCounterclockwise { triangle });
            }
            for &vertex in corners {
                used[vertex] = true;
            }
        }
        if let Some(vertex) = used.iter().position(|used| !used) {
            return Err(BindError::Loose { vertex });
        }
        let edges = edges(&triangles)?;
        let (piece, pieces) = pieces(positions.len(), &edges);
        Ok(Self {
            positions,
            triangles,
            edges,
            piece,
            pieces,
        })
    }

    /// The vertices (`V`), metres.
    #[must_use]
    pub fn positions(&self) -> &[DVec2] {
        &self.positions
    }

    /// The triangles, counterclockwise.
    #[must_use]
    pub fn triangles(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    /// Every edge once.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The number of pieces that no edge connects.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Which piece a vertex belongs to, from 0.
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    #[must_use]
    pub fn piece(&self, vertex: usize) -> usize {
        self.piece[vertex]
    }

    /// Whether the straight line from `vertex` to `target` stays on the vertex's own piece. The outline
    /// belongs to the piece: a line along it is inside.
    ///
    /// The line is cut wherever it touches the outline, and the middle of every part must lie in a triangle
    /// of the piece.
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    #[must_use]
    pub fn sees(&self, vertex: usize, target: DVec2) -> bool {
        let from = self.positions[vertex];
        let line = target - from;
        let length = line.length();
        if length <= TOUCH {
            return true;
        }
        let piece = self.piece[vertex];
        let mut cuts = vec![0.0, 1.0];
        for edge in self.edges.iter().filter(|edge| edge.facing[1].is_none()) {
            if self.piece[edge.ends[0]] == piece {
                let ends = edge.ends.map(|v| self.positions[v] - from);
                cut(line, ends, &mut cuts);
            }
        }
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.windows(2)
            .filter(|part| (part[1] - part[0]) * length > 2.0 * TOUCH)
            .all(|part| self.contains(piece, from + line * f64::midpoint(part[0], part[1])))
    }

    /// Whether `point` lies in a triangle of `piece` or on its rim.
    fn contains(&self, piece: usize, point: DVec2) -> bool {
        self.triangles
            .iter()
            .filter(|corners| self.piece[corners[0]] == piece)
            .any(|corners| {
                let [a, b, c] = corners.map(|v| self.positions[v]);
                [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| {
                    let side = to - from;
                    side.perp_dot(point - from) >= -TOUCH * side.length()
                })
            })
    }
}

/// Adds the places, as shares of `line` from the origin, where it touches the segment between `ends`.
fn cut(line: DVec2, [a, b]: [DVec2; 2], cuts: &mut Vec<f64>) {
    let side = b - a;
    let (length, reach) = (line.length(), side.length());
    let turn = line.perp_dot(side);
    let mut add = |share: f64| {
        if share > 0.0 && share < 1.0 {
            cuts.push(share);
        }
    };
    if turn.abs() <= TOUCH * length.max(reach) {
        // Parallel: the ends of a segment that lies along the line are where it may leave the sheet.
        if line.perp_dot(a).abs() <= TOUCH * length {
            add(a.dot(line) / line.length_squared());
            add(b.dot(line) / line.length_squared());
        }
        return;
    }
    let along_side = a.perp_dot(line) / turn;
    if (-TOUCH..=reach + TOUCH).contains(&(along_side * reach)) {
        add(a.perp_dot(side) / turn);
    }
}

fn edges(triangles: &[[usize; 3]]) -> Result<Vec<Edge>, BindError> {
    let mut edges: Vec<Edge> = Vec::with_capacity(2 * triangles.len());
    let mut known: HashMap<[usize; 2], usize> = HashMap::new();
    for &[a, b, c] in triangles {
        for [from, to, corner] in [[a, b, c], [b, c, a], [c, a, b]] {
            let ends = [from.min(to), from.max(to)];
            if let Some(&index) = known.get(&ends) {
                if edges[index].facing[1].is_some() {
                    return Err(BindError::CrowdedEdge { ends });
                }
                edges[index].facing[1] = Some(corner);
            } else {
                known.insert(ends, edges.len());
                edges.push(Edge {
                    ends,
                    facing: [Some(corner), None],
                });
            }
        }
    }
    Ok(edges)
}

/// The piece of every vertex, numbered in the order of their first vertices.
fn pieces(vertices: usize, edges: &[Edge]) -> (Vec<usize>, usize) {
    let mut root: Vec<usize> = (0..vertices).collect();
    let find = |root: &[usize], mut v: usize| {
        while root[v] != v {
            v = root[v];
        }
        v
    };
    for edge in edges {
        let [a, b] = edge.ends.map(|v| find(&root, v));
        root[a.max(b)] = a.min(b);
    }
    let mut number = vec![usize::MAX; vertices];
    let mut pieces = 0;
    let piece = (0..vertices)
        .map(|v| {
            let first = find(&root, v);
            if number[first] == usize::MAX {
                number[first] = pieces;
                pieces += 1;
            }
            number[first]
        })
        .collect();
    (piece, pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A U of unit squares, open at the top: columns 0, 1, 2 in row 0, columns 0 and 2 in row 1.
    pub(crate) fn u() -> Sheet {
        let place = |x: usize, y: usize| DVec2::new(x as f64, y as f64);
        let positions = (0..3)
            .flat_map(|y| (0..4).map(move |x| place(x, y)))
            .collect();
        let triangles = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)]
            .into_iter()
            .flat_map(|(x, y)| {
                let v = 4 * y + x;
                [[v, v + 1, v + 5], [v, v + 5, v + 4]]
            })
            .collect();
        Sheet::new(positions, triangles).expect("a U")
    }

    #[test]
    fn sight_stays_on_the_sheet() {
        let u = u();
        let at = DVec2::new;
        // From the top of the left leg across the opening, and round it.
        assert!(!u.sees(9, at(2.0, 2.0)));
        assert!(!u.sees(8, at(3.0, 1.5)));
        assert!(u.sees(4, at(3.0, 1.0)));
        // Along the outline of the opening, down and across.
        assert!(u.sees(9, at(1.0, 1.0)));
        assert!(u.sees(5, at(2.0, 1.0)));
        // Through the corner of the opening into the base.
        assert!(u.sees(8, at(2.0, 0.0)));
        assert!(!u.sees(8, at(2.5, 0.0)));
        // Off the sheet.
        assert!(!u.sees(0, at(-1.0, 0.0)));
        assert!(u.sees(0, at(0.0, 0.0)));
    }

    #[test]
    fn edges_know_their_corners_and_pieces_their_vertices() {
        let u = u();
        let outline = u.edges().iter().filter(|e| e.facing[1].is_none()).count();
        assert_eq!(outline, 12);
        // Euler: V − E + F = 1 for a disc.
        assert_eq!(12 + u.triangles().len() - u.edges().len(), 1);
        assert_eq!(u.pieces(), 1);
        let mut positions = u.positions().to_vec();
        positions.extend([
            DVec2::new(5.0, 0.0),
            DVec2::new(6.0, 0.0),
            DVec2::new(5.0, 1.0),
        ]);
        let mut triangles = u.triangles().to_vec();
        triangles.push([12, 13, 14]);
        let two = Sheet::new(positions, triangles).expect("two pieces");
        assert_eq!((two.pieces(), two.piece(11), two.piece(13)), (2, 0, 1));
    }

    #[test]
    fn refuses_each_fault_by_name() {
        let corners = || vec![DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE];
        let refused = |positions, triangles| Sheet::new(positions, triangles).expect_err("broken");
        assert_eq!(refused(corners(), vec![]), BindError::NoTriangles);
        assert_eq!(
            refused(vec![DVec2::NAN], vec![[0, 0, 0]]),
            BindError::NotFinite { vertex: 0 }
        );
        assert_eq!(
            refused(corners(), vec![[0, 1, 4]]),
            BindError::VertexOutOfRange {
                triangle: 0,
                vertex: 4
            }
        );
        assert_eq!(
            refused(corners(), vec![[0, 2, 1]]),
            BindError::NotCounterclockwise { triangle: 0 }
        );
        assert_eq!(
            refused(corners(), vec![[0, 1, 2]]),
            BindError::Loose { vertex: 3 }
        );
        assert_eq!(
            refused(corners(), vec![[0, 1, 2], [0, 1, 3], [0, 1, 2]]),
            BindError::CrowdedEdge { ends: [0, 1] }
        );
    }
}
