//! Influences as the shader reads them: words of 32 bits, with the weights in one of three formats.

use crate::GpuError;
use skinlab_core::kernel::PackedMesh;
use skinlab_core::weights::{Influence, WeightError, normalise, quantise_u8, quantise_u16};

/// The most influence slots a vertex can have.
pub const MOST_SLOTS: usize = 8;

/// How a weight is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightFormat {
    /// A 32-bit float.
    Float32,
    /// A byte `q`, decoded in the shader as `q / 255`.
    Unorm8,
    /// 16 bits `q`, decoded in the shader as `q / 65535`.
    Unorm16,
}

impl WeightFormat {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Float32, Self::Unorm8, Self::Unorm16];

    /// Bits a weight.
    #[must_use]
    pub const fn bits(self) -> usize {
        match self {
            Self::Float32 => 32,
            Self::Unorm8 => 8,
            Self::Unorm16 => 16,
        }
    }
}

/// How a joint index is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointFormat {
    /// 16 bits, for any skeleton.
    Uint16,
    /// A byte, for at most 256 joints.
    Uint8,
}

impl JointFormat {
    /// The narrowest that can name each of so many joints.
    #[must_use]
    pub const fn narrowest(joint_count: usize) -> Self {
        if joint_count <= 256 {
            Self::Uint8
        } else {
            Self::Uint16
        }
    }

    /// Bits a joint.
    #[must_use]
    pub const fn bits(self) -> usize {
        match self {
            Self::Uint16 => 16,
            Self::Uint8 => 8,
        }
    }
}

/// The joints and weights of `V` vertices, `K` = 4 or 8 slots a vertex, in 32-bit words: first the
/// joints of a vertex, then its weights, each as many a word as fit, low bits first.
#[derive(Clone, Debug, PartialEq)]
pub struct Influences {
    words: Vec<u32>,
    slots: usize,
    joints: JointFormat,
    format: WeightFormat,
    vertices: usize,
    joint_count: usize,
}

impl Influences {
    /// Takes the weights of `mesh` as they are.
    ///
    /// # Errors
    ///
    /// [`GpuError::TooManySlots`] if the mesh has more than [`MOST_SLOTS`].
    pub fn float(mesh: &PackedMesh) -> Result<Self, GpuError> {
        Self::float_in(mesh, JointFormat::Uint16)
    }

    fn float_in(mesh: &PackedMesh, joints: JointFormat) -> Result<Self, GpuError> {
        let mut influences = Self::start(mesh, joints, WeightFormat::Float32)?;
        for vertex in 0..mesh.len() {
            let (joints, weights) = slots_of(mesh, vertex);
            influences.push(joints, weights.iter().map(|weight| weight.to_bits()));
        }
        Ok(influences)
    }

    /// Rounds the weights of `mesh` to bytes or to 16 bits; their sum stays exact.
    ///
    /// The `f32` weights of a packed mesh miss 1 by a rounding or two, so a sum within 1e-5 of 1 is
    /// divided out first; a sum further away is refused.
    ///
    /// # Errors
    ///
    /// [`EncodeError::Slots`] as for [`Influences::float`], and [`EncodeError::Weights`] for a
    /// vertex whose weights are refused. [`WeightFormat::Float32`] refuses no weights.
    pub fn encode(mesh: &PackedMesh, format: WeightFormat) -> Result<Self, EncodeError> {
        Self::encode_in(mesh, JointFormat::Uint16, format)
    }

    /// As [`Influences::encode`], with joints a byte wide where the mesh has at most 256.
    ///
    /// # Errors
    ///
    /// As [`Influences::encode`].
    pub fn pack(mesh: &PackedMesh, format: WeightFormat) -> Result<Self, EncodeError> {
        Self::encode_in(mesh, JointFormat::narrowest(mesh.joint_count()), format)
    }

    fn encode_in(
        mesh: &PackedMesh,
        joints: JointFormat,
        format: WeightFormat,
    ) -> Result<Self, EncodeError> {
        if format == WeightFormat::Float32 {
            return Ok(Self::float_in(mesh, joints)?);
        }
        let mut influences = Self::start(mesh, joints, format)?;
        for vertex in 0..mesh.len() {
            let (joints, weights) = slots_of(mesh, vertex);
            let list: Vec<Influence> = joints
                .iter()
                .zip(weights)
                .filter(|&(_, &weight)| weight != 0.0)
                .map(|(&joint, &weight)| Influence::new(joint, f64::from(weight)))
                .collect();
            let refused = |error| EncodeError::Weights { vertex, error };
            let units = quantise(&list, format).map_err(refused)?;
            let joints: Vec<u16> = list.iter().map(|influence| influence.joint).collect();
            influences.push(&joints, units.into_iter());
        }
        Ok(influences)
    }

    fn start(
        mesh: &PackedMesh,
        joints: JointFormat,
        format: WeightFormat,
    ) -> Result<Self, GpuError> {
        if mesh.slots() > MOST_SLOTS {
            return Err(GpuError::TooManySlots {
                slots: mesh.slots(),
                most: MOST_SLOTS,
            });
        }
        let slots = mesh.slots().next_multiple_of(4);
        let mut influences = Self {
            words: Vec::new(),
            slots,
            joints,
            format,
            vertices: mesh.len(),
            joint_count: mesh.joint_count(),
        };
        let words = mesh.len() * influences.words_a_vertex();
        influences.words.reserve_exact(words);
        Ok(influences)
    }

    /// Words a vertex.
    fn words_a_vertex(&self) -> usize {
        self.slots * (self.joints.bits() + self.format.bits()) / 32
    }

    /// Appends one vertex; slots that it does not fill name joint 0 with weight 0.
    fn push(&mut self, joints: &[u16], weights: impl Iterator<Item = u32>) {
        let first = self.words.len();
        self.words.resize(first + self.words_a_vertex(), 0);
        let joint_bits = self.joints.bits();
        let (joint_words, weight_words) =
            self.words[first..].split_at_mut(self.slots * joint_bits / 32);
        for (slot, &joint) in joints.iter().enumerate() {
            set_field(joint_words, slot, joint_bits, u32::from(joint));
        }
        for (slot, weight) in weights.enumerate() {
            set_field(weight_words, slot, self.format.bits(), weight);
        }
    }

    /// The influences of one vertex with the weights that the shader decodes, before it rounds them
    /// to `f32`: what an exact reference has to be fed with. Empty slots are left out.
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    #[must_use]
    pub fn decode(&self, vertex: usize) -> Vec<Influence> {
        let width = self.words_a_vertex();
        let words = &self.words[vertex * width..][..width];
        let joint_bits = self.joints.bits();
        let (joints, weights) = words.split_at(self.slots * joint_bits / 32);
        let bits = self.format.bits();
        (0..self.slots)
            .map(|slot| {
                let joint = field(joints, slot, joint_bits) as u16;
                let stored = field(weights, slot, bits);
                let weight = match self.format {
                    WeightFormat::Float32 => f64::from(f32::from_bits(stored)),
                    WeightFormat::Unorm8 => f64::from(stored) / 255.0,
                    WeightFormat::Unorm16 => f64::from(stored) / 65_535.0,
                };
                Influence::new(joint, weight)
            })
            .filter(|influence| influence.weight != 0.0)
            .collect()
    }

    /// The words of all vertices.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Slots a vertex, 4 or 8.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How the joints are stored.
    pub fn joint_format(&self) -> JointFormat {
        self.joints
    }

    /// How the weights are stored.
    pub fn format(&self) -> WeightFormat {
        self.format
    }

    /// The number of vertices, `V`.
    pub fn len(&self) -> usize {
        self.vertices
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.vertices == 0
    }

    /// How many joint matrices a palette must have.
    pub fn joint_count(&self) -> usize {
        self.joint_count
    }
}

fn slots_of(mesh: &PackedMesh, vertex: usize) -> (&[u16], &[f32]) {
    let slots = vertex * mesh.slots()..(vertex + 1) * mesh.slots();
    (&mesh.joints()[slots.clone()], &mesh.weights()[slots])
}

/// The `index`-th field of `bits` bits, low bits first.
fn field(words: &[u32], index: usize, bits: usize) -> u32 {
    let a_word = 32 / bits;
    (words[index / a_word] >> (bits * (index % a_word))) & (u32::MAX >> (32 - bits))
}

/// Writes a field that is still 0.
fn set_field(words: &mut [u32], index: usize, bits: usize, value: u32) {
    let a_word = 32 / bits;
    words[index / a_word] |= value << (bits * (index % a_word));
}

fn quantise(list: &[Influence], format: WeightFormat) -> Result<Vec<u32>, WeightError> {
    let sum: f64 = list.iter().map(|influence| influence.weight).sum();
    if (sum - 1.0).abs() > skinlab_core::mesh::SUM_TOLERANCE {
        return Err(WeightError::NotNormalised { sum });
    }
    let exact = normalise(list)?;
    Ok(match format {
        WeightFormat::Unorm8 => quantise_u8(&exact)?.into_iter().map(u32::from).collect(),
        _ => quantise_u16(&exact)?.into_iter().map(u32::from).collect(),
    })
}

/// Why weights could not be stored in the format asked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EncodeError {
    /// The mesh has too many slots.
    #[error(transparent)]
    Slots(#[from] GpuError),
    /// The weights of a vertex cannot be rounded to whole numbers with an exact sum.
    #[error("vertex {vertex}: {error}")]
    Weights {
        /// The vertex.
        vertex: usize,
        /// Why.
        error: WeightError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use skinlab_core::glam::DVec3;
    use skinlab_core::mesh::Mesh;

    fn packed(lists: &[Vec<Influence>]) -> PackedMesh {
        let positions = vec![DVec3::ZERO; lists.len()];
        let mesh = Mesh::with_unchecked_sums(positions, vec![], lists, 300).expect("valid");
        PackedMesh::new(&mesh)
    }

    fn list(entries: &[(u16, f64)]) -> Vec<Influence> {
        entries
            .iter()
            .map(|&(joint, weight)| Influence::new(joint, weight))
            .collect()
    }

    #[test]
    fn words_hold_joints_then_weights_low_bits_first() {
        let mesh = packed(&[list(&[(258, 0.6), (2, 0.3), (3, 0.1)])]);
        let bytes = Influences::encode(&mesh, WeightFormat::Unorm8).expect("sums to 1");
        assert_eq!(
            bytes.words(),
            [0x0002_0102, 3, 153 + 77 * 256 + 25 * 65_536]
        );
        let halves = Influences::encode(&mesh, WeightFormat::Unorm16).expect("sums to 1");
        assert_eq!(halves.words().len(), 4);
        let floats = Influences::float(&mesh).expect("few slots");
        assert_eq!(floats.words()[2], 0.6_f32.to_bits());
        assert_eq!(floats.words().len(), 6);
    }

    #[test]
    fn joints_are_a_byte_wide_where_there_are_at_most_256() {
        let lists = [list(&[(255, 0.6), (2, 0.3), (3, 0.1)])];
        let mesh = |joints: usize| {
            let mesh = Mesh::with_unchecked_sums(vec![DVec3::ZERO], vec![], &lists, joints);
            PackedMesh::new(&mesh.expect("valid"))
        };
        let narrow = Influences::pack(&mesh(256), WeightFormat::Unorm8).expect("sums to 1");
        assert_eq!(narrow.joint_format(), JointFormat::Uint8);
        assert_eq!(narrow.words(), [0x0003_02FF, 153 + 77 * 256 + 25 * 65_536]);
        let wide = Influences::pack(&mesh(257), WeightFormat::Unorm8).expect("sums to 1");
        assert_eq!(wide.joint_format(), JointFormat::Uint16);
        for (influences, words) in [(&narrow, 2), (&wide, 3)] {
            assert_eq!(influences.words().len(), words);
            let decoded = influences.decode(0);
            let joints: Vec<u16> = decoded.iter().map(|i| i.joint).collect();
            assert_eq!(joints, [255, 2, 3]);
        }
        for (format, words) in [(WeightFormat::Unorm16, 3), (WeightFormat::Float32, 5)] {
            let narrow = Influences::pack(&mesh(256), format).expect("sums to 1");
            assert_eq!(narrow.words().len(), words);
            assert_eq!(narrow.decode(0)[0].joint, 255);
        }
    }

    #[test]
    fn decoding_gives_back_joints_and_weights_of_every_format_and_width() {
        for count in 1..=8_u16 {
            let weight = 1.0 / f64::from(count);
            let entries: Vec<_> = (0..count).map(|joint| (joint * 41, weight)).collect();
            let mesh = packed(&[list(&[(7, 1.0)]), list(&entries)]);
            for (format, step) in
                WeightFormat::ALL
                    .into_iter()
                    .zip([1e-7, 1.0 / 255.0, 1.0 / 65_535.0])
            {
                let influences = Influences::encode(&mesh, format).expect("sums to 1");
                assert_eq!(influences.decode(0), [Influence::new(7, 1.0)]);
                let decoded = influences.decode(1);
                assert_eq!(decoded.len(), usize::from(count));
                for (decoded, &(joint, weight)) in decoded.iter().zip(&entries) {
                    assert_eq!(decoded.joint, joint);
                    assert!((decoded.weight - weight).abs() <= step);
                }
                let sum: f64 = decoded.iter().map(|influence| influence.weight).sum();
                assert!((sum - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn refuses_too_many_slots_and_sums_that_are_not_1() {
        let nine: Vec<_> = (0..9).map(|joint| (joint, 1.0 / 9.0)).collect();
        let wide = packed(&[list(&nine)]);
        assert_eq!(
            Influences::float(&wide),
            Err(GpuError::TooManySlots { slots: 12, most: 8 })
        );
        let broken = packed(&[list(&[(0, 1.0)]), list(&[(0, 0.25), (1, 0.5)])]);
        assert!(Influences::float(&broken).is_ok());
        let error = Influences::encode(&broken, WeightFormat::Unorm8).expect_err("sums to 0.75");
        assert_eq!(
            error.to_string(),
            "vertex 1: the weights sum to 0.75 and not to 1: normalise before quantising"
        );
    }
}
