//! Skinning jobs as numbers, so that one module of a page can hand them to the module that holds the
//! GPU. Nothing is rounded: every number travels as it stands.
//!
//! A job is: joints `J`, vertices `V`, whether normals follow (1) or not (0), whether the blend is of dual
//! quaternions (1) or linear (0), `J` × 12 matrix entries row by row, `V` × 3 positions, `V` × 3 normals or none, then for each vertex its number of influences
//! and as many pairs of joint and weight.

use super::{Blend, Case};
use crate::mesh::Mesh;
use crate::palette::Palette;
use crate::weights::Influence;
use glam::{DAffine3, DMat3, DVec3};
use std::fmt;

/// Numbers a joint matrix takes.
const MATRIX: usize = 12;

/// Why numbers are not jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError {
    /// Where the first number stands that has no place in a job.
    pub at: usize,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the numbers stop being skinning jobs at number {}: pass on what `write` made, whole",
            self.at
        )
    }
}

impl std::error::Error for WireError {}

/// The jobs as numbers.
#[must_use]
pub fn write<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Vec<f64> {
    let mut out = Vec::new();
    for case in cases {
        write_case(case, &mut out);
    }
    out
}

fn write_case(case: &Case, out: &mut Vec<f64>) {
    let (mesh, joints) = (&case.mesh, case.palette.joints());
    let has_normals = !mesh.normals().is_empty();
    out.extend([
        joints.len() as f64,
        mesh.len() as f64,
        f64::from(u8::from(has_normals)),
        f64::from(u8::from(case.blend == Blend::DualQuat)),
    ]);
    for joint in joints {
        let rows = joint.matrix3.transpose();
        for (row, shift) in [rows.x_axis, rows.y_axis, rows.z_axis]
            .into_iter()
            .zip(joint.translation.to_array())
        {
            out.extend(row.to_array());
            out.push(shift);
        }
    }
    let vectors = mesh.positions().iter().chain(mesh.normals());
    out.extend(vectors.flat_map(DVec3::to_array));
    for vertex in 0..mesh.len() {
        let influences = mesh.influences(vertex);
        out.push(influences.len() as f64);
        out.extend(
            influences
                .iter()
                .flat_map(|influence| [f64::from(influence.joint), influence.weight]),
        );
    }
}

/// The jobs that [`write()`] wrote.
///
/// # Errors
///
/// Refuses numbers that break off, that no job has at their place, and meshes that [`Mesh`] refuses.
pub fn read(numbers: &[f64]) -> Result<Vec<Case>, WireError> {
    let mut reader = Reader { numbers, at: 0 };
    let mut cases = Vec::new();
    while reader.at < numbers.len() {
        cases.push(reader.case()?);
    }
    Ok(cases)
}

struct Reader<'a> {
    numbers: &'a [f64],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[f64], WireError> {
        let error = WireError { at: self.at };
        let end = self.at.checked_add(count).ok_or(error)?;
        let taken = self.numbers.get(self.at..end).ok_or(error)?;
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> Result<f64, WireError> {
        Ok(self.take(1)?[0])
    }

    /// A whole number up to `most`.
    fn count(&mut self, most: usize) -> Result<usize, WireError> {
        let error = WireError { at: self.at };
        let number = self.number()?;
        if number.fract() == 0.0 && (0.0..=most as f64).contains(&number) {
            Ok(number as usize)
        } else {
            Err(error)
        }
    }

    fn vectors(&mut self, count: usize) -> Result<Vec<DVec3>, WireError> {
        let numbers = self.take(3 * count)?;
        Ok(numbers
            .as_chunks()
            .0
            .iter()
            .copied()
            .map(DVec3::from_array)
            .collect())
    }

    fn case(&mut self) -> Result<Case, WireError> {
        let error = WireError { at: self.at };
        let left = self.numbers.len();
        let joint_count = self.count(left / MATRIX)?;
        let vertices = self.count(left / 3)?;
        let has_normals = self.count(1)? == 1;
        let blend = match self.count(1)? {
            0 => Blend::Linear,
            _ => Blend::DualQuat,
        };
        let matrices = self.take(MATRIX * joint_count)?;
        let joints = matrices.as_chunks::<MATRIX>().0.iter().map(joint).collect();
        let positions = self.vectors(vertices)?;
        let normals = self.vectors(if has_normals { vertices } else { 0 })?;
        let influences = (0..vertices)
            .map(|_| self.influences())
            .collect::<Result<Vec<_>, _>>()?;
        // A job may be a mistake that a reader switched on, with weights that do not sum to 1.
        let mesh = Mesh::with_unchecked_sums(positions, normals, &influences, joint_count)
            .map_err(|_| error)?;
        Ok(Case {
            palette: Palette::from_joint_matrices(joints),
            mesh,
            blend,
        })
    }

    fn influences(&mut self) -> Result<Vec<Influence>, WireError> {
        let count = self.count(self.numbers.len() / 2)?;
        (0..count)
            .map(|_| {
                let joint = self.count(usize::from(u16::MAX))?;
                Ok(Influence::new(joint as u16, self.number()?))
            })
            .collect()
    }
}

/// A joint matrix from its three rows of four numbers.
#[must_use]
pub fn joint(&[a, b, c, x, d, e, f, y, g, h, i, z]: &[f64; MATRIX]) -> DAffine3 {
    let rows = DMat3::from_cols_array(&[a, b, c, d, e, f, g, h, i]);
    DAffine3 {
        matrix3: rows.transpose(),
        translation: DVec3::new(x, y, z),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::{Mistake, Mistakes};
    use crate::tables;

    fn cases() -> Vec<Case> {
        let spoiled = Mistakes::NONE.with(Mistake::SkipNormalisation);
        [Mistakes::NONE, spoiled]
            .into_iter()
            .flat_map(|mistakes| tables::table("weights", mistakes).expect("listed").rows)
            .flat_map(|row| {
                let dual = Case {
                    blend: Blend::DualQuat,
                    ..row.case.clone()
                };
                [row.case, dual]
            })
            .collect()
    }

    #[test]
    fn jobs_come_back_as_they_were() {
        let cases = cases();
        let back = read(&write(&cases)).expect("just written");
        assert_eq!(back.len(), cases.len());
        for (back, case) in back.iter().zip(&cases) {
            assert_eq!(back.palette.joints(), case.palette.joints());
            assert_eq!(back.mesh, case.mesh);
            assert_eq!(back.blend, case.blend);
        }
    }

    #[test]
    fn refuses_what_is_not_jobs() {
        let numbers = write(&cases());
        assert!(read(&numbers[..numbers.len() - 1]).is_err());
        for (place, number) in [(0, 1e300), (0, -1.0), (1, f64::NAN), (2, 2.0), (1, 0.5)] {
            let mut spoiled = numbers.clone();
            spoiled[place] = number;
            assert!(read(&spoiled).is_err(), "{place}: {number}");
        }
        assert_eq!(read(&[]), Ok(Vec::new()));
    }
}
