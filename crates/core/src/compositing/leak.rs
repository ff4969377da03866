//! What shines through inside a shape that ought to have one colour.

use super::coverage::coverage;
use super::picture::Image;
use super::widen;
use glam::DVec2;

/// What shines through, over all pixels that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leak {
    /// The largest share of the foreign colour in a pixel.
    pub largest: f64,
    /// The shares of all pixels added up, square pixels.
    pub area: f64,
    /// Where the largest share is: column and row.
    pub place: [usize; 2],
    /// How many pixels were looked at.
    pub looked_at: usize,
}

/// Whether each pixel lies inside of `contours` (polygons in pixels) and at least `margin` pixels, counted
/// along rows, columns and diagonals, from everything that they do not cover whole; so also from the border
/// of the picture. `width · height` answers, row by row from the top.
#[must_use]
pub fn interior(width: usize, height: usize, contours: &[Vec<DVec2>], margin: usize) -> Vec<bool> {
    let whole: Vec<bool> = coverage(width, height, contours)
        .into_iter()
        // A pixel whose area is summed up from many pieces may fall short of 1 by their rounding.
        .map(|share| share > 1.0 - 1e-9)
        .collect();
    let along_rows = eroded(&whole, width, margin, |x, y| y * width + x, height);
    eroded(&along_rows, height, margin, |y, x| y * width + x, width)
}

/// Keeps what has `margin` true neighbours on both sides along lines of `length`, of which there are `lines`.
fn eroded(
    whole: &[bool],
    length: usize,
    margin: usize,
    index: impl Fn(usize, usize) -> usize,
    lines: usize,
) -> Vec<bool> {
    let mut kept = vec![false; whole.len()];
    for line in 0..lines {
        let mut run = 0;
        for place in 0..length {
            run = if whole[index(place, line)] {
                run + 1
            } else {
                0
            };
            if run > 2 * margin {
                kept[index(place - margin, line)] = true;
            }
        }
    }
    kept
}

/// What shines through of `towards` where all should be `limb`: a pixel `c` holds the share
/// `(c − limb) · (towards − limb) / |towards − limb|²` of it, which is 0 for the limb and 1 for the other.
///
/// Only pixels that `inside` names are looked at. Where both colours are the same, no share can be told and
/// every one is NaN.
#[must_use]
pub fn leak(image: &Image, inside: &[bool], limb: [u8; 3], towards: [u8; 3]) -> Leak {
    let limb = widen(limb);
    let direction = widen(towards) - limb;
    let square = direction.length_squared();
    let mut found = Leak {
        largest: f64::NEG_INFINITY,
        ..Leak::default()
    };
    for (index, pixel) in image.pixels.iter().enumerate() {
        if !inside.get(index).is_some_and(|&inside| inside) {
            continue;
        }
        let share = (widen(*pixel) - limb).dot(direction) / square;
        found.looked_at += 1;
        found.area += share;
        if share > found.largest || share.is_nan() {
            found.largest = share;
            found.place = [index % image.width, index / image.width];
        }
    }
    // Where nothing was looked at nothing is known, and that must not pass for a clean picture.
    if found.looked_at == 0 {
        found.largest = f64::NAN;
        found.area = f64::NAN;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(from: f64, to: f64) -> Vec<Vec<DVec2>> {
        let corners = [(from, from), (to, from), (to, to), (from, to)];
        vec![corners.map(|(x, y)| DVec2::new(x, y)).to_vec()]
    }

    #[test]
    fn the_interior_keeps_its_distance_from_the_outline_and_the_border() {
        let inside = interior(10, 10, &square(0.5, 20.0), 2);
        let rows: Vec<String> = inside
            .chunks(10)
            .map(|row| row.iter().map(|&i| if i { '#' } else { '.' }).collect())
            .collect();
        assert_eq!(rows[2], "..........");
        assert_eq!(rows[3], "...#####..");
        assert_eq!(rows[7], "...#####..");
        assert_eq!(rows[8], "..........");
    }

    #[test]
    fn the_leak_is_found_where_it_is_and_as_large_as_it_is() {
        let mut image = Image {
            width: 3,
            pixels: vec![[100, 100, 100]; 9],
        };
        image.pixels[5] = [150, 150, 150];
        image.pixels[0] = [200, 200, 200];
        let mut inside = vec![true; 9];
        inside[0] = false;
        let found = leak(&image, &inside, [100, 100, 100], [200, 200, 200]);
        assert!((found.largest - 0.5).abs() < 1e-12 && (found.area - 0.5).abs() < 1e-12);
        assert_eq!((found.place, found.looked_at), ([2, 1], 8));
        let away = leak(&image, &inside, [100, 100, 100], [0, 0, 0]);
        assert_eq!(away.largest, 0.0);
    }

    #[test]
    fn a_picture_of_which_nothing_was_looked_at_is_not_clean() {
        let image = Image {
            width: 1,
            pixels: vec![[0, 0, 0]],
        };
        assert!(
            leak(&image, &[false], [0, 0, 0], [255, 0, 0])
                .largest
                .is_nan()
        );
        assert!(leak(&image, &[true], [9, 9, 9], [9, 9, 9]).largest.is_nan());
    }
}
