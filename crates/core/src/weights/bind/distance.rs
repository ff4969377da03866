//! Weights from distances: straight, along the mesh, and straight within a mask.

use super::{BindError, Binding, Reach, Sheet};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

// region: falloff
/// What a bone at `distance` claims of a vertex whose nearest bone is at `nearest`: the inverse fourth
/// power, scaled so that the nearest bone claims 1. A bone that is infinitely far claims nothing.
///
/// Source: the falloff of Dionne & de Lasa, *Geodesic Voxel Binding for Production Character Meshes*
/// (SCA 2013), at its smooth end α = 1, where it is `(1 / d²)²`.
fn falloff(distance: f64, nearest: f64) -> f64 {
    if distance.is_finite() {
        (nearest / distance).powi(4)
    } else {
        0.0
    }
}
// endregion: falloff

/// Weights by the straight distance to each bone, whatever lies between.
///
/// # Errors
///
/// None that a [`Reach`] of this sheet can cause; the signature is shared.
pub fn euclidean(sheet: &Sheet, reach: &Reach) -> Result<Binding, BindError> {
    by_distance(sheet, reach, |vertex, bone| reach.distance(vertex, bone))
}

/// Weights by the distance to each bone along the mesh, see [`geodesic_distances`].
///
/// # Errors
///
/// As [`euclidean`].
pub fn geodesic(sheet: &Sheet, reach: &Reach) -> Result<Binding, BindError> {
    let distances: Vec<Vec<f64>> = (0..reach.bones().len())
        .map(|bone| geodesic_distances(sheet, reach, bone))
        .collect();
    by_distance(sheet, reach, |vertex, bone| distances[bone][vertex])
}

/// Which bone may move which vertex: its part's, and those of the neighbouring parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mask<'a> {
    /// The part of every vertex (`V`).
    pub vertices: &'a [usize],
    /// The part of every bone.
    pub bones: &'a [usize],
    /// The pairs of parts that are neighbours.
    pub neighbours: &'a [[usize; 2]],
}

impl Mask<'_> {
    fn allows(&self, vertex: usize, bone: usize) -> bool {
        let (a, b) = (self.vertices[vertex], self.bones[bone]);
        a == b || self.neighbours.contains(&[a, b]) || self.neighbours.contains(&[b, a])
    }
}

/// Weights by the straight distance, among the bones that the mask allows the vertex.
///
/// Crude: the mask is drawn by hand, and a weight may jump where a part ends. But across a gap it lets
/// through exactly nothing.
///
/// # Errors
///
/// Refuses a mask that has not one part a vertex and one a bone.
pub fn masked(sheet: &Sheet, reach: &Reach, mask: &Mask<'_>) -> Result<Binding, BindError> {
    if mask.vertices.len() != sheet.positions().len() || mask.bones.len() != reach.bones().len() {
        return Err(BindError::MaskLength {
            vertices: mask.vertices.len(),
            bones: mask.bones.len(),
        });
    }
    by_distance(sheet, reach, |vertex, bone| {
        if mask.allows(vertex, bone) {
            reach.distance(vertex, bone)
        } else {
            f64::INFINITY
        }
    })
}

fn by_distance(
    sheet: &Sheet,
    reach: &Reach,
    distance: impl Fn(usize, usize) -> f64,
) -> Result<Binding, BindError> {
    let bones = 0..reach.bones().len();
    Binding::from_shares(sheet, reach, |vertex, bone| {
        let nearest = bones
            .clone()
            .map(|bone| distance(vertex, bone))
            .fold(f64::INFINITY, f64::min);
        falloff(distance(vertex, bone), nearest)
    })
}

/// The distance of every vertex (`V`, metres) from one bone along the mesh; infinite on a piece of the mesh
/// from which no vertex sees the bone.
///
/// A vertex that sees the bone is as far as the straight line is long. The others walk along edges to one
/// that does (Dijkstra). A walk along edges is never shorter than the way across the triangles: where
/// edges run in eight directions it overestimates by up to 8 % (1 / cos 22.5°), where a diagonal is
/// missing by up to 41 % (√2), and not at all along a straight run of edges. It never crosses a gap.
///
/// # Panics
///
/// If there is no such bone.
// region: geodesic
#[must_use]
pub fn geodesic_distances(sheet: &Sheet, reach: &Reach, bone: usize) -> Vec<f64> {
    let vertices = sheet.positions().len();
    let mut neighbours: Vec<Vec<(usize, f64)>> = vec![Vec::new(); vertices];
    for edge in sheet.edges() {
        let [a, b] = edge.ends;
        let length = sheet.positions()[a].distance(sheet.positions()[b]);
        neighbours[a].push((b, length));
        neighbours[b].push((a, length));
    }
    let mut distances = vec![f64::INFINITY; vertices];
    let mut open = BinaryHeap::new();
    for vertex in (0..vertices).filter(|&vertex| reach.sees(vertex, bone)) {
        distances[vertex] = reach.distance(vertex, bone);
        open.push(Open(distances[vertex], vertex));
    }
    while let Some(Open(distance, vertex)) = open.pop() {
        for &(next, length) in &neighbours[vertex] {
            if distance + length < distances[next] {
                distances[next] = distance + length;
                open.push(Open(distances[next], next));
            }
        }
    }
    distances
}
// endregion: geodesic

/// A vertex to walk on from, the nearest first.
#[derive(Clone, Copy, Debug)]
struct Open(f64, usize);

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}
