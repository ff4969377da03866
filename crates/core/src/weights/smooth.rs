//! Smoothing influence lists over neighbouring vertices, and never across a hard outline.

use super::{Influence, WeightError, check, normalise};
use std::fmt;

/// Two vertices that smoothing should know as neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The two vertices.
    pub ends: [usize; 2],
    /// What lies between them.
    pub kind: LinkKind,
}

/// What lies between two neighbouring vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// Nothing: they stand in the same place and are one point of the surface, so they get one list.
    Weld,
    /// Surface: weights flow.
    Soft,
    /// A hard outline (armour, a cuff, a finger beside another): nothing flows.
    Hard,
}

/// Why weights could not be smoothed.
#[derive(Clone, Debug, PartialEq)]
pub enum SmoothError {
    /// The list of a vertex is refused.
    List {
        /// The vertex.
        vertex: usize,
        /// Why.
        source: WeightError,
    },
    /// A link names a vertex that is not there.
    Link {
        /// Position of the link.
        link: usize,
        /// The vertex that it names.
        vertex: usize,
        /// How many vertices there are.
        vertices: usize,
    },
}

impl fmt::Display for SmoothError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List { vertex, source } => write!(f, "vertex {vertex}: {source}"),
            Self::Link {
                link,
                vertex,
                vertices,
            } => write!(
                f,
                "link {link} names vertex {vertex} of {vertices}: number vertices from 0"
            ),
        }
    }
}

impl std::error::Error for SmoothError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::List { source, .. } => Some(source),
            Self::Link { .. } => None,
        }
    }
}

// region: smooth
/// Welded vertices take the mean of their lists and go on as one. Then, `passes` times, every vertex takes
/// half of its own list and half of the mean of its soft neighbours.
///
/// Both are means of shares, so what was non-negative and summed to 1 still is and does (`V` lists in, `V`
/// out, joints ascending, without zeros). A vertex whose links are all hard keeps its list.
///
/// # Errors
///
/// Refuses a list that [`normalise`] refuses, and a link past the last vertex.
pub fn smooth(
    lists: &[Vec<Influence>],
    links: &[Link],
    passes: usize,
) -> Result<Vec<Vec<Influence>>, SmoothError> {
    let places = places(lists.len(), links)?;
    let mut shares = welded(lists, &places)?;
    let soft: Vec<[usize; 2]> = links
        .iter()
        .filter(|link| link.kind == LinkKind::Soft)
        .map(|link| link.ends.map(|vertex| places[vertex]))
        .filter(|[a, b]| a != b)
        .collect();
    for _ in 0..passes {
        let mut around: Vec<Vec<f64>> = shares.iter().map(|own| vec![0.0; own.len()]).collect();
        let mut count = vec![0.0; shares.len()];
        for &[a, b] in &soft {
            for (to, from) in [(a, b), (b, a)] {
                count[to] += 1.0;
                for (sum, share) in around[to].iter_mut().zip(&shares[from]) {
                    *sum += share;
                }
            }
        }
        for (place, own) in shares
            .iter_mut()
            .enumerate()
            .filter(|&(p, _)| count[p] > 0.0)
        {
            for (share, sum) in own.iter_mut().zip(&around[place]) {
                *share = f64::midpoint(*share, sum / count[place]);
            }
        }
    }
    places
        .iter()
        .enumerate()
        .map(|(vertex, &place)| {
            normalise(&listed(&shares[place]))
                .map_err(|source| SmoothError::List { vertex, source })
        })
        .collect()
}
// endregion: smooth

/// The place of every vertex: the lowest vertex that it is welded to, through others or at once.
fn places(vertices: usize, links: &[Link]) -> Result<Vec<usize>, SmoothError> {
    let mut places: Vec<usize> = (0..vertices).collect();
    for (link, Link { ends, kind }) in links.iter().enumerate() {
        if let Some(&vertex) = ends.iter().find(|&&vertex| vertex >= vertices) {
            return Err(SmoothError::Link {
                link,
                vertex,
                vertices,
            });
        }
        if *kind == LinkKind::Weld {
            let [a, b] = ends.map(|vertex| places[vertex]);
            let (low, high) = (a.min(b), a.max(b));
            for place in places.iter_mut().filter(|place| **place == high) {
                *place = low;
            }
        }
    }
    Ok(places)
}

/// The shares of every joint at every place: the mean of the lists of the vertices there.
fn welded(lists: &[Vec<Influence>], places: &[usize]) -> Result<Vec<Vec<f64>>, SmoothError> {
    let joints = lists
        .iter()
        .flatten()
        .map(|influence| usize::from(influence.joint) + 1)
        .max()
        .unwrap_or(0);
    let mut shares = vec![vec![0.0; joints]; lists.len()];
    for (vertex, list) in lists.iter().enumerate() {
        check(list).map_err(|source| SmoothError::List { vertex, source })?;
        let here = places
            .iter()
            .filter(|&&place| place == places[vertex])
            .count() as f64;
        for influence in list {
            shares[places[vertex]][usize::from(influence.joint)] += influence.weight / here;
        }
    }
    Ok(shares)
}

/// The joints that have a share.
fn listed(shares: &[f64]) -> Vec<Influence> {
    (0..)
        .zip(shares)
        .filter(|(_, share)| **share > 0.0)
        .map(|(joint, &share)| Influence::new(joint, share))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(of_second: f64) -> Vec<Influence> {
        vec![
            Influence::new(0, 1.0 - of_second),
            Influence::new(1, of_second),
        ]
    }

    fn link(a: usize, b: usize, kind: LinkKind) -> Link {
        Link { ends: [a, b], kind }
    }

    fn second(list: &[Influence]) -> f64 {
        list.iter().find(|i| i.joint == 1).map_or(0.0, |i| i.weight)
    }

    #[test]
    fn welded_vertices_get_one_list() {
        let lists = [share(0.25), share(0.75), share(0.5)];
        let links = [link(0, 1, LinkKind::Weld)];
        let smoothed = smooth(&lists, &links, 0).expect("valid");
        assert_eq!(smoothed[0], smoothed[1]);
        assert!((second(&smoothed[0]) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn welds_reach_through_others() {
        let lists = [share(0.0), share(0.3), share(0.9)];
        let links = [link(2, 1, LinkKind::Weld), link(0, 2, LinkKind::Weld)];
        let smoothed = smooth(&lists, &links, 0).expect("valid");
        assert!(
            smoothed
                .iter()
                .all(|list| (second(list) - 0.4).abs() < 1e-15)
        );
    }

    #[test]
    fn a_pass_goes_half_of_the_way_to_the_soft_neighbours() {
        let lists = [share(0.0), share(1.0), share(0.5)];
        let links = [link(0, 1, LinkKind::Soft), link(1, 2, LinkKind::Soft)];
        let smoothed = smooth(&lists, &links, 1).expect("valid");
        for (list, expected) in smoothed.iter().zip([0.5, 0.625, 0.75]) {
            assert!((second(list) - expected).abs() < 1e-15);
            assert!((list.iter().map(|i| i.weight).sum::<f64>() - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn nothing_crosses_a_hard_outline() {
        let lists = [share(0.0), share(1.0)];
        let links = [link(0, 1, LinkKind::Hard)];
        let smoothed = smooth(&lists, &links, 9).expect("valid");
        assert_eq!((second(&smoothed[0]), second(&smoothed[1])), (0.0, 1.0));
    }

    #[test]
    fn refuses_bad_lists_and_links() {
        let refused = smooth(&[share(0.5), vec![]], &[], 1).expect_err("an empty list");
        assert!(
            refused
                .to_string()
                .starts_with("vertex 1: the vertex has no influences")
        );
        let refused = smooth(&[share(0.5)], &[link(0, 1, LinkKind::Soft)], 1);
        assert_eq!(
            refused,
            Err(SmoothError::Link {
                link: 0,
                vertex: 1,
                vertices: 1
            })
        );
        assert_eq!(smooth(&[], &[], 3), Ok(vec![]));
    }
}
