//! Layer edges: what two anti-aliased edges let through where one layer should take over from another.

use super::{CheckError, Finding, in_range, positive};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;

/// One layer of a drawing: triangles over the shared positions, painted on its own and anti-aliased.
pub type Layer<'a> = &'a [[u32; 3]];

/// Half a step of an 8-bit channel: a leak below it is rounded away.
pub const EIGHT_BIT_STEP: f64 = 0.5 / 255.0;

/// Samples along each side of a pixel. An even number, so that no sample lies on an edge through the
/// pixel's middle.
const SIDE: usize = 16;

/// How much of the background shines through layers that cover it, where the border of one comes within
/// a pixel of the border of another; the limit is [`EIGHT_BIT_STEP`].
///
/// Every layer covers a share `a_k` of a pixel and is blended over what is there, so `1 − Π (1 − a_k)` of
/// the pixel is painted: coverage is multiplied, as if each edge ran through the pixel at random. But the
/// layers cover a share `u` together, and the value is the largest `u − (1 − Π (1 − a_k))` over pixels of
/// side `pixel` half way between such borders. Two layers that overlap by `g` pixels (a slit for `g < 0`)
/// leave `((1 − |g|) / 2)²`: edge to edge, where `a = ½` each, a quarter; from one pixel on, nothing. Works
/// in any pose of `positions` (`V`, the *xy* plane, metres).
///
/// What this cannot see is colour: white under transparent texels and the wrong alpha mode show up in
/// real pixels only. Nor does it see a gap of more than a pixel, which is a matter of geometry.
///
/// # Errors
///
/// Refuses a `pixel` that is not a positive number, and a triangle that names a vertex at or past `V`.
pub fn layer_edges(
    positions: &[DVec3],
    layers: &[Layer<'_>],
    pixel: f64,
) -> Result<Finding, CheckError> {
    positive("pixel", pixel)?;
    for layer in layers {
        in_range(layer.iter().flatten().map(|&v| v as usize), positions.len())?;
    }
    let at = |vertex: u32| positions[vertex as usize].truncate();
    let borders: Vec<Vec<[u32; 2]>> = layers.iter().map(|layer| border(layer)).collect();
    let mut leaks = Vec::new();
    for (index, edges) in borders.iter().enumerate() {
        for &[a, b] in edges {
            let [from, to] = [at(a), at(b)];
            let boxes = ((to - from).length() / pixel).ceil().max(1.0);
            for step in 0..boxes as usize {
                let centre = from.lerp(to, (step as f64 + 0.5) / boxes);
                // One anti-aliased edge alone is right; look where another layer has one too.
                let others = borders[..index].iter().chain(&borders[index + 1..]);
                let nearest = others
                    .flatten()
                    .map(|&[c, d]| nearest(centre, at(c), at(d)))
                    .min_by(|p, q| p.distance(centre).total_cmp(&q.distance(centre)))
                    .filter(|point| point.distance(centre) < pixel);
                if let Some(point) = nearest {
                    let leak = leak(positions, layers, centre.midpoint(point), pixel);
                    leaks.push((leak, a as usize));
                }
            }
        }
    }
    Ok(Finding::largest(leaks.into_iter(), EIGHT_BIT_STEP))
}

/// The edges that belong to one triangle of the layer only.
fn border(layer: Layer<'_>) -> Vec<[u32; 2]> {
    let mut uses: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    for &[a, b, c] in layer {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *uses.entry([from.min(to), from.max(to)]).or_default() += 1;
        }
    }
    uses.into_iter()
        .filter(|&(_, count)| count == 1)
        .map(|(edge, _)| edge)
        .collect()
}

/// The point of a segment that is nearest to `p`.
fn nearest(p: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    let length = along.length_squared();
    let t = if length > 0.0 {
        ((p - from).dot(along) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    from + along * t
}

// region: leak
/// The leak of the pixel of side `pixel` about `centre`, by counting samples.
fn leak(positions: &[DVec3], layers: &[Layer<'_>], centre: DVec2, pixel: f64) -> f64 {
    let corner = DVec2::splat(pixel / 2.0);
    let near: Vec<Vec<&[u32; 3]>> = layers
        .iter()
        .map(|layer| {
            let touches = |t: &&[u32; 3]| touches(positions, t, centre - corner, centre + corner);
            layer.iter().filter(touches).collect()
        })
        .collect();
    let mut covered = vec![0_u32; layers.len()];
    let mut by_any = 0_u32;
    for sample in 0..SIDE * SIDE {
        let [column, row] = [sample % SIDE, sample / SIDE].map(|i| (i as f64 + 0.5) / SIDE as f64);
        let point = centre + pixel * (DVec2::new(column, row) - 0.5);
        let mut hit = false;
        for (count, layer) in covered.iter_mut().zip(&near) {
            if layer
                .iter()
                .any(|triangle| holds(positions, triangle, point))
            {
                *count += 1;
                hit = true;
            }
        }
        by_any += u32::from(hit);
    }
    let share = |count: u32| f64::from(count) / (SIDE * SIDE) as f64;
    let unpainted: f64 = covered.iter().map(|&count| 1.0 - share(count)).product();
    // Painting more than there is only makes a border heavier; nothing shines through.
    (share(by_any) - (1.0 - unpainted)).max(0.0)
}
// endregion: leak

/// Whether a triangle's box reaches into the box from `low` to `high`.
fn touches(positions: &[DVec3], triangle: &[u32; 3], low: DVec2, high: DVec2) -> bool {
    let [a, b, c] = triangle.map(|v| positions[v as usize].truncate());
    a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
}

/// Whether a triangle of either winding holds a point.
fn holds(positions: &[DVec3], triangle: &[u32; 3], point: DVec2) -> bool {
    let [a, b, c] = triangle.map(|v| positions[v as usize].truncate());
    let side = |p: DVec2, q: DVec2| (q - p).perp_dot(point - p);
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Verdict;

    const PIXEL: f64 = 0.01;

    /// Two unit squares beside each other; the second begins at `x = 1 + gap`.
    fn squares(gap: f64) -> Vec<DVec3> {
        let square = |x: f64| [[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]];
        [square(0.0), square(1.0 + gap)]
            .concat()
            .iter()
            .map(|&[x, y]| DVec3::new(x, y, 0.0))
            .collect()
    }

    const LEFT: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];
    const RIGHT: [[u32; 3]; 2] = [[4, 5, 6], [6, 4, 7]];

    fn leak_of(gap: f64) -> Finding {
        layer_edges(&squares(gap), &[&LEFT, &RIGHT], PIXEL).expect("in range")
    }

    #[test]
    fn edge_to_edge_a_quarter_of_the_background_shines_through() {
        let finding = leak_of(0.0);
        assert_eq!((finding.value, finding.verdict()), (0.25, Verdict::Failed));
    }

    #[test]
    fn an_overlap_of_two_pixels_lets_nothing_through() {
        let finding = leak_of(-2.0 * PIXEL);
        assert_eq!((finding.value, finding.verdict()), (0.0, Verdict::Passed));
    }

    #[test]
    fn overlaps_and_slits_below_a_pixel_leak_by_their_closed_form() {
        for gap in [-0.75, -0.5, -0.25, 0.25, 0.5, 0.75_f64] {
            let finding = leak_of(gap * PIXEL);
            let expected = ((1.0 - gap.abs()) / 2.0).powi(2);
            // Both coverages fall on whole columns of samples, so the counts are exact.
            assert!(
                (finding.value - expected).abs() < 1e-12,
                "{gap}: {finding:?}"
            );
            assert_eq!(finding.verdict(), Verdict::Failed);
        }
        let apart = leak_of(0.5);
        assert_eq!((apart.value, apart.vertex), (0.0, None));
    }

    #[test]
    fn one_layer_has_no_edges_to_meet() {
        let both = [LEFT, RIGHT].concat();
        let finding = layer_edges(&squares(0.0), &[&both], PIXEL).expect("in range");
        assert_eq!((finding.value, finding.verdict()), (0.0, Verdict::Passed));
    }

    #[test]
    fn outlines_that_cross_at_a_right_angle_multiply_rightly() {
        // The pixel at the crossing: both cover half, together three quarters, and so they paint.
        let mut positions = squares(0.0);
        for (vertex, [x, y]) in [[0.5, -2.0], [0.5, 3.0], [-3.0, 3.0], [-3.0, -2.0]]
            .into_iter()
            .enumerate()
        {
            positions[4 + vertex] = DVec3::new(x, y, 0.0);
        }
        let layers: [Layer<'_>; 2] = [&LEFT, &RIGHT];
        assert_eq!(leak(&positions, &layers, DVec2::new(0.5, 1.0), PIXEL), 0.0);
    }

    #[test]
    fn borders_are_used_once_and_bad_input_is_refused() {
        assert_eq!(border(&LEFT), [[0, 1], [0, 3], [1, 2], [2, 3]]);
        assert!(layer_edges(&squares(0.0), &[&LEFT, &RIGHT], 0.0).is_err());
        assert!(layer_edges(&squares(0.0), &[&[[0, 1, 8]]], PIXEL).is_err());
    }
}
