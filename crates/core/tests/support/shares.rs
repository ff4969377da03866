//! Random influence lists of 1 to 11 joints.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use skinlab_core::weights::{Influence, normalise};

/// Joints that the lists draw from.
pub const JOINTS: u16 = 16;

/// 1 to 11 distinct joints in any order with weights from 0 to 1 that are not yet normalised; one in
/// eight is exactly 0, and equal weights are common.
pub fn raw_influences() -> impl Strategy<Value = Vec<Influence>> {
    let weight = prop_oneof![
        1 => Just(0.0),
        2 => (1_u8..=4).prop_map(|quarters| f64::from(quarters) / 4.0),
        5 => 1e-6..1.0,
    ];
    subsequence((0..JOINTS).collect::<Vec<_>>(), 1..=11)
        .prop_shuffle()
        .prop_flat_map(move |joints| {
            let count = joints.len();
            (Just(joints), vec(weight.clone(), count), 1e-3..1.0)
        })
        .prop_map(|(joints, mut weights, some)| {
            // A list that is zero throughout has no shares; its refusal has a test of its own.
            weights[0] += some;
            joints
                .into_iter()
                .zip(weights)
                .map(|(joint, weight)| Influence::new(joint, weight))
                .collect()
        })
}

/// [`raw_influences`], normalised.
pub fn influences() -> impl Strategy<Value = Vec<Influence>> {
    raw_influences()
        .prop_map(|raw| normalise(&raw).expect("no weight is negative, one is not zero"))
}
