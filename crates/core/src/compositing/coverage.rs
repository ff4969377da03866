//! How much of each pixel a path covers: the exact area, which a browser's anti-aliasing approximates.

use glam::DVec2;

/// The covered share of every pixel, `width · height` of them, row by row from the top.
///
/// `contours` are closed polygons in pixels, filled together by the non-zero rule. The area is exact
/// wherever the contours do not overlap within one pixel; where they do, it is cut off at 1.
///
/// The edges are cut at every pixel border. A piece of height `h` whose middle is `m` from its pixel's left
/// side adds `h (1 − m)` to that pixel and `h` to all pixels right of it: the area between the piece and
/// the right side. Summed with sign around a contour, what lies outside cancels.
#[must_use]
pub fn coverage(width: usize, height: usize, contours: &[Vec<DVec2>]) -> Vec<f64> {
    let mut accumulated = Accumulated {
        width,
        height,
        // One more a row, for what an edge in the last column gives to the right of it.
        areas: vec![0.0; (width + 1) * height],
    };
    for contour in contours {
        let next = contour.iter().cycle().skip(1);
        for (&from, &to) in contour.iter().zip(next) {
            accumulated.edge(from, to);
        }
    }
    accumulated
        .areas
        .chunks_exact(width + 1)
        .flat_map(|row| {
            row[..width].iter().scan(0.0, |sum: &mut f64, area| {
                *sum += area;
                Some(sum.abs().min(1.0))
            })
        })
        .collect()
}

struct Accumulated {
    width: usize,
    height: usize,
    areas: Vec<f64>,
}

impl Accumulated {
    fn edge(&mut self, from: DVec2, to: DVec2) {
        let (sign, upper, lower) = if from.y < to.y {
            (1.0, from, to)
        } else {
            (-1.0, to, from)
        };
        let top = upper.y.max(0.0);
        let bottom = lower.y.min(self.height as f64);
        if bottom <= top {
            return;
        }
        let slope = (lower.x - upper.x) / (lower.y - upper.y);
        let at = |y: f64| upper.x + slope * (y - upper.y);
        for row in top as usize..bottom.ceil() as usize {
            let start = top.max(row as f64);
            let end = bottom.min((row + 1) as f64);
            self.within_row(row, sign * (end - start), at(start), at(end));
        }
    }

    /// An edge's piece in one row: `height` with its sign, from `x0` to `x1`.
    fn within_row(&mut self, row: usize, height: f64, x0: f64, x1: f64) {
        let width = self.width as f64;
        let (left, right) = (x0.min(x1), x0.max(x1));
        let cells = &mut self.areas[row * (self.width + 1)..][..=self.width];
        let per_column = height / (right - left);
        // What runs left of the picture covers the whole row; what runs right of it covers nothing here.
        if left < 0.0 {
            let outside = right.min(0.0) - left;
            cells[0] += if right > 0.0 {
                per_column * outside
            } else {
                height
            };
        }
        if right < 0.0 || left >= width {
            return;
        }
        let (left, right) = (left.max(0.0), right.min(width));
        for column in left as usize..(right.ceil() as usize).max(left as usize + 1) {
            let start = left.max(column as f64);
            let end = right.min((column + 1) as f64);
            // An upright piece lies in one column with all of its height.
            let piece = if x0 == x1 {
                height
            } else {
                per_column * (end - start)
            };
            let middle = f64::midpoint(start, end) - column as f64;
            cells[column] += piece * (1.0 - middle);
            cells[column + 1] += piece * middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[[f64; 2]]) -> Vec<Vec<DVec2>> {
        vec![
            points
                .iter()
                .map(|&point| DVec2::from_array(point))
                .collect(),
        ]
    }

    fn assert_close(measured: &[f64], expected: &[f64]) {
        assert_eq!(measured.len(), expected.len());
        for (a, b) in measured.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{measured:?} is not {expected:?}");
        }
    }

    #[test]
    fn an_upright_rectangle_covers_shares_of_its_border_pixels() {
        let rectangle = polygon(&[[0.25, 0.5], [2.5, 0.5], [2.5, 2.0], [0.25, 2.0]]);
        let expected = [0.375, 0.5, 0.25, 0.75, 1.0, 0.5];
        assert_close(&coverage(3, 2, &rectangle), &expected);
        let mut turned = rectangle;
        turned[0].reverse();
        assert_close(&coverage(3, 2, &turned), &expected);
    }

    #[test]
    fn a_triangle_covers_half_of_the_pixels_on_its_diagonal() {
        let triangle = polygon(&[[0.0, 0.0], [3.0, 3.0], [0.0, 3.0]]);
        let expected = [0.5, 0.0, 0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.5];
        assert_close(&coverage(3, 3, &triangle), &expected);
    }

    #[test]
    fn a_shallow_edge_crosses_several_pixels_of_a_row() {
        // Below y = x / 3: the areas under the line are 1/6, 1/2, 5/6.
        let wedge = polygon(&[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]]);
        assert_close(&coverage(3, 1, &wedge), &[1.0 / 6.0, 0.5, 5.0 / 6.0]);
    }

    #[test]
    fn what_lies_outside_of_the_picture_is_cut_off() {
        let large = polygon(&[[-5.0, -7.0], [1.5, -7.0], [1.5, 9.0], [-5.0, 9.0]]);
        assert_close(&coverage(2, 1, &large), &[1.0, 0.5]);
        let slanted = polygon(&[[-1.0, 0.0], [1.0, 0.0], [9.0, 0.0], [9.0, 1.0], [1.0, 1.0]]);
        assert_close(&coverage(1, 1, &slanted), &[0.75]);
        let right = polygon(&[[4.0, 0.0], [6.0, 0.0], [6.0, 1.0]]);
        assert_close(&coverage(2, 1, &right), &[0.0, 0.0]);
    }

    #[test]
    fn two_contours_that_share_an_edge_cover_it_whole() {
        let mut both = polygon(&[[0.0, 0.0], [1.3, 0.0], [1.7, 1.0], [0.0, 1.0]]);
        both.extend(polygon(&[[1.3, 0.0], [3.0, 0.0], [3.0, 1.0], [1.7, 1.0]]));
        assert_close(&coverage(3, 1, &both), &[1.0; 3]);
        assert_close(&coverage(3, 1, &both[..1]), &[1.0, 0.5, 0.0]);
    }
}
