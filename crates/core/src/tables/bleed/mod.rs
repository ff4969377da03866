//! Table `bleed`: how much of the arm ends up on the torso that it hangs beside, for four ways to make
//! weights.
//!
//! The figure is [`torso`]; "the torso" is its part below the chest, which the arm touches nowhere. A row's
//! job holds the mesh twice. Once the arm is carried off by 1 m while the spine stays, so that a vertex
//! moves by exactly its arm weight in metres and any engine can measure weights; once the arm is raised.

mod expected;

use super::{Case, Measure, NOW, Quantity, Row, valid};
use crate::bound;
use crate::mesh::Mesh;
use crate::mistake::{self, Mistakes};
use crate::palette::inverse_bind;
use crate::pose::forward_kinematics;
use crate::rigs::torso::{self, ARM, SPINE, Shape, TORSO_VERTICES, Torso};
use crate::weights::Influence;
use crate::weights::bind::{
    BindError, Binding, ConjugateGradients, Heat, Mask, SpdSolver, euclidean, geodesic,
    geodesic_distances, heat, masked,
};
use expected::Expected;
use glam::{DAffine3, DVec3};

/// The table's id.
pub const ID: &str = "bleed";

/// The figure of the fixed rows: a gap of 4 cm, and a bag that no bone reaches.
pub const SHAPE: Shape = Shape {
    gap: 0.04,
    bag: true,
};

/// The lowest vertex of the torso's flank: the hand hangs right beside it, and the way there along the mesh
/// is longest.
pub const HIP: usize = torso::COLUMNS - 1;

/// How far the fixed rows raise the arm, degrees.
pub const RAISE: f64 = 90.0;

/// A way to make weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Straight distance.
    Euclidean,
    /// Distance along the mesh.
    Geodesic,
    /// Bone heat.
    Heat,
    /// Straight distance within a part mask.
    Mask,
}

impl Method {
    /// All methods, in printed order.
    pub const ALL: [Self; 4] = [Self::Euclidean, Self::Geodesic, Self::Heat, Self::Mask];

    /// The row's id.
    const fn row(self) -> &'static str {
        match self {
            Self::Euclidean => "euclidean",
            Self::Geodesic => "geodesic",
            Self::Heat => "heat",
            Self::Mask => "mask",
        }
    }
}

/// The figure bound in all four ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The figure.
    pub torso: Torso,
    /// What each of [`Method::ALL`] made of it.
    pub bindings: [Binding; 4],
    /// What the solve for the heat was like.
    pub heat: Heat,
    /// How far every vertex (`V`) is from the arm along the mesh, metres; infinite where no way leads.
    pub ways: Vec<f64>,
}

/// Binds the figure in all four ways.
///
/// # Errors
///
/// What the figure, the methods or the solver refuse; see [`torso::build`] and [`crate::weights::bind`].
pub fn bind(shape: Shape, mistakes: Mistakes, solver: &dyn SpdSolver) -> Result<Bound, BindError> {
    let torso = torso::build(shape)?;
    let reach = mistake::reach(&torso.sheet, &shape.bones(), mistakes)?;
    let mask = Mask {
        vertices: &torso.parts,
        bones: &torso::BONE_PARTS,
        neighbours: &torso::NEIGHBOURS,
    };
    let (heated, heat) = heat(&torso.sheet, &reach, solver)?;
    let bindings = [
        euclidean(&torso.sheet, &reach)?,
        geodesic(&torso.sheet, &reach)?,
        heated,
        masked(&torso.sheet, &reach, &mask)?,
    ];
    let ways = geodesic_distances(&torso.sheet, &reach, usize::from(ARM));
    Ok(Bound {
        torso,
        bindings,
        heat,
        ways,
    })
}

/// The joint matrices (`J` = 2) with the arm raised by `raise` radians.
#[must_use]
pub fn joints(shape: Shape, raise: f64) -> [DAffine3; 2] {
    let skeleton = valid(shape.skeleton());
    let (mut bind, mut now) = (Vec::new(), Vec::new());
    valid(forward_kinematics(&skeleton, skeleton.rest(), &mut bind));
    valid(forward_kinematics(&skeleton, &shape.local(raise), &mut now));
    let inverse = valid(inverse_bind(&bind));
    [now[0] * inverse[0], now[1] * inverse[1]]
}

/// The fixed rows: one a method.
#[must_use]
pub fn rows(mistakes: Mistakes) -> Vec<Row> {
    let bound = valid(bind(SHAPE, mistakes, &ConjugateGradients));
    Method::ALL
        .into_iter()
        .map(|method| row(method.row(), method, &bound, SHAPE, RAISE, mistakes))
        .collect()
}

/// The row of the lab's present figure, method and raise (degrees).
#[must_use]
pub fn now(method: Method, bound: &Bound, shape: Shape, raise: f64, mistakes: Mistakes) -> Row {
    row(NOW, method, bound, shape, raise, mistakes)
}

fn row(
    id: &'static str,
    method: Method,
    bound: &Bound,
    shape: Shape,
    raise: f64,
    mistakes: Mistakes,
) -> Row {
    let binding = &bound.bindings[method as usize];
    let vertices = bound.torso.sheet.positions().len();
    let [spine, arm] = joints(shape, raise.to_radians());
    let carried = DAffine3::from_translation(DVec3::X);
    let mesh = twice(&bound.torso, &binding.with_islands_on(SPINE));
    let formula = Expected::new(method, shape, raise.to_radians());
    let on_torso = |copy: usize| copy * vertices..copy * vertices + TORSO_VERTICES;
    let quantity = |name, formula, measure| Quantity {
        name,
        formula,
        measure,
    };
    let value = |value| Measure::Value {
        value,
        tolerance: bound::CLOSED_FORM,
    };
    Row {
        id,
        case: Case::new(
            vec![DAffine3::IDENTITY, carried, spine, arm],
            mesh,
            mistakes,
        ),
        quantities: vec![
            quantity(
                "largest",
                formula.largest,
                Measure::MaxDisplacement {
                    vertices: on_torso(0),
                },
            ),
            quantity(
                "mean",
                formula.mean,
                Measure::MeanDisplacement {
                    vertices: on_torso(0),
                },
            ),
            quantity(
                "hip",
                formula.hip,
                Measure::MaxDisplacement {
                    vertices: HIP..HIP + 1,
                },
            ),
            quantity(
                "moved",
                formula.moved,
                Measure::MaxDisplacement {
                    vertices: on_torso(1),
                },
            ),
            quantity("sum", 1.0, value(farthest_sum(binding))),
            quantity("left", formula.left, value(left(binding) as f64)),
        ],
    }
}

/// The mesh twice: once on joints 0 and 1, once on joints 2 and 3.
fn twice(torso: &Torso, lists: &[Vec<Influence>]) -> Mesh {
    let positions: Vec<DVec3> = torso
        .sheet
        .positions()
        .iter()
        .map(|p| p.extend(0.0))
        .collect();
    let second = lists.iter().map(|list| {
        list.iter()
            .map(|i| Influence::new(i.joint + 2, i.weight))
            .collect()
    });
    let influences: Vec<Vec<Influence>> = lists.iter().cloned().chain(second).collect();
    valid(Mesh::new(
        [positions.clone(), positions].concat(),
        vec![],
        &influences,
        4,
    ))
}

/// The sum of weights that is farthest from 1, over the vertices that a bone reaches.
fn farthest_sum(binding: &Binding) -> f64 {
    binding
        .influences()
        .iter()
        .filter(|list| !list.is_empty())
        .map(|list| list.iter().map(|i| i.weight).sum())
        .fold(1.0, |far: f64, sum: f64| {
            if (sum - 1.0).abs() > (far - 1.0).abs() || sum.is_nan() {
                sum
            } else {
                far
            }
        })
}

/// How many vertices no bone reaches.
#[must_use]
pub fn left(binding: &Binding) -> usize {
    binding.islands().iter().map(|island| island.vertices).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rigs::torso::{NARROWEST, WIDEST};
    use crate::tables::Engine;

    /// The live row, as far as the lab's sliders go. A gap of 0.03 m puts a column half way between the two
    /// bones.
    #[test]
    fn every_live_row_passes_on_both_cpu_engines() {
        let mut checked = 0;
        for (gap, bag) in [
            (NARROWEST, true),
            (0.03, false),
            (0.075, true),
            (WIDEST, false),
        ] {
            let shape = Shape { gap, bag };
            let bound = bind(shape, Mistakes::NONE, &ConjugateGradients).expect("a figure");
            for method in Method::ALL {
                for raise in [0.0, 33.0, 150.0] {
                    let row = now(method, &bound, shape, raise, Mistakes::NONE);
                    for engine in [Engine::CpuF64, Engine::CpuF32] {
                        for (q, read) in row.quantities.iter().zip(row.read(engine)) {
                            let error = (read - q.formula).abs();
                            assert!(
                                error <= q.measure.tolerance(engine, &row.case),
                                "{method:?}, gap {gap}, {raise}°, {}: {read} is not {}",
                                q.name,
                                q.formula
                            );
                            checked += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(checked, 4 * 4 * 3 * 2 * 6);
    }
}
