//! 4 × 4 matrices as plain rows of numbers, multiplied by plain loops: the other side of comparisons.

/// Rows of a 4 × 4 matrix that acts on columns.
pub type Matrix = [[f64; 4]; 4];

/// The matrix that moves nothing.
pub const IDENTITY: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// `a · b`.
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut out = [[0.0; 4]; 4];
    for row in 0..4 {
        for column in 0..4 {
            for inner in 0..4 {
                out[row][column] += a[row][inner] * b[inner][column];
            }
        }
    }
    out
}

/// Translation · rotation · scale; the rotation is a unit quaternion (x, y, z, w).
///
/// Column `c` is the axis `c` turned by `v + 2 w (u × v) + 2 u × (u × v)`, then scaled.
pub fn from_parts(translation: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) -> Matrix {
    let [x, y, z, w] = rotation;
    let u = [x, y, z];
    let mut out = IDENTITY;
    for column in 0..3 {
        let mut axis = [0.0; 3];
        axis[column] = 1.0;
        let once = cross(u, axis);
        let twice = cross(u, once);
        for row in 0..3 {
            let turned = axis[row] + 2.0 * w * once[row] + 2.0 * twice[row];
            out[row][column] = turned * scale[column];
        }
    }
    for row in 0..3 {
        out[row][3] = translation[row];
    }
    out
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The world matrix of `joint` by recursion towards the root, whatever the order of the joints.
pub fn world(parents: &[Option<usize>], locals: &[Matrix], joint: usize) -> Matrix {
    match parents[joint] {
        Some(parent) => product(&world(parents, locals, parent), &locals[joint]),
        None => locals[joint],
    }
}
