//! The mistake of automatic weights: measuring through what lies between.

use super::{Mistake, Mistakes};
use crate::weights::bind::{BindError, Bone, Reach, Sheet};

/// How far every vertex is from every bone and whether it sees it inside the mesh; with
/// [`Mistake::ThroughGap`] nobody asks what lies between.
///
/// # Errors
///
/// As [`Reach::new`].
pub fn reach(sheet: &Sheet, bones: &[Bone], mistakes: Mistakes) -> Result<Reach, BindError> {
    if mistakes.has(Mistake::ThroughGap) {
        Reach::through_everything(sheet, bones)
    } else {
        Reach::new(sheet, bones)
    }
}
