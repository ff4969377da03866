//! Why the GPU engine could not do what it was asked.

/// Every refusal and fault of this crate, a sentence each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// No adapter was offered.
    #[error("no GPU adapter was offered: there is no usable GPU, or its driver is blocked")]
    NoAdapter,
    /// The adapter gave no device.
    #[error("the GPU adapter gave no device: {message}")]
    NoDevice {
        /// What the adapter said.
        message: String,
    },
    /// The device was lost while it was in use.
    #[error("the GPU device was lost{}", after_colon(message))]
    DeviceLost {
        /// What the driver said; may be empty.
        message: String,
    },
    /// The device was given up through [`crate::Gpu::destroy`].
    #[error("the GPU device was shut down")]
    DeviceDestroyed,
    /// The GPU refused a command or a shader.
    #[error("the GPU refused a command: {message}")]
    Validation {
        /// What it said.
        message: String,
    },
    /// The GPU ran out of memory.
    #[error("the GPU is out of memory")]
    OutOfMemory,
    /// The driver failed for a reason of its own.
    #[error("the GPU driver failed: {message}")]
    Internal {
        /// What it said.
        message: String,
    },
    /// A result could not be read back.
    #[error("the result could not be read back from the GPU")]
    MapFailed,
    /// The mesh has more influence slots a vertex than the shader.
    #[error(
        "the mesh has {slots} influence slots a vertex and the shader has at most {most}: trim its weights first"
    )]
    TooManySlots {
        /// Slots of the mesh.
        slots: usize,
        /// Slots that the shader can have.
        most: usize,
    },
    /// A buffer would be larger than the device allows.
    #[error(
        "the {what} of this mesh need {bytes} bytes and one GPU buffer holds at most {most}: split the mesh"
    )]
    BufferTooLarge {
        /// What the buffer was to hold.
        what: &'static str,
        /// Bytes needed.
        bytes: u64,
        /// Bytes that a buffer may have.
        most: u64,
    },
    /// The palette has fewer joint matrices than the mesh names.
    #[error(
        "the palette has {joints} joint matrices and the mesh names {needed}: give one a joint"
    )]
    PaletteTooShort {
        /// Joint matrices given.
        joints: usize,
        /// Joint matrices needed.
        needed: usize,
    },
    /// A list does not have one entry a vertex.
    #[error("{what} were given for {given} vertices, and the mesh has {vertices}")]
    VertexCount {
        /// What the list holds.
        what: &'static str,
        /// Entries given.
        given: usize,
        /// Vertices of the mesh.
        vertices: usize,
    },
    /// New influences name more joints than the mesh was made for.
    #[error("the new influences name {given} joints, and the mesh was made for {joints}")]
    JointCount {
        /// Joints that the influences need.
        given: usize,
        /// Joints that the mesh was made for.
        joints: usize,
    },
    /// An index list names a vertex that there is not.
    #[error("index {index} names vertex {vertex}, and the mesh has {vertices} vertices")]
    IndexOutOfRange {
        /// Position in the list.
        index: usize,
        /// The vertex named.
        vertex: u32,
        /// Vertices there are.
        vertices: usize,
    },
    /// A list of triangles has a number of indices that is not a multiple of 3.
    #[error("a list of triangles has {indices} indices, which is not a multiple of 3")]
    BrokenTriangle {
        /// Indices given.
        indices: usize,
    },
    /// More triangles are to be hatched than the figure has.
    #[error("{hatched} hatch indices were given, and the figure has {triangles} triangle indices")]
    TooManyHatched {
        /// Hatch indices given.
        hatched: usize,
        /// Triangle indices of the figure.
        triangles: usize,
    },
    /// The cases of a batch have more joints together than an index can name.
    #[error("the batch has {joints} joints, and a joint index reaches {most}: run it in parts")]
    BatchTooManyJoints {
        /// Joints of all cases.
        joints: usize,
        /// Joints that can be told apart.
        most: usize,
    },
    /// A mesh is to be drawn into a part of the picture that is empty or not all inside it.
    #[error(
        "the part {viewport:?} (left, top, width, height) is empty or reaches out of the picture of {width} × {height} pixels"
    )]
    ViewportOutside {
        /// Left, top, width and height asked for.
        viewport: [u32; 4],
        /// Width of the picture.
        width: u32,
        /// Height of the picture.
        height: u32,
    },
    /// A joint matrix is not rigid, so that no dual quaternion stands for it.
    #[error(
        "joint {joint} scales, shears, mirrors or is not finite: a dual quaternion carries rotation and translation only"
    )]
    NotRigid {
        /// The joint.
        joint: usize,
    },
    /// The canvas or window cannot be drawn on.
    #[error("the canvas cannot be drawn on by the GPU: {message}")]
    Surface {
        /// Why.
        message: String,
    },
    /// The canvas or window was lost and must be attached again.
    #[error("the drawing surface was lost: attach the canvas again")]
    SurfaceLost,
}

/// Drivers often say nothing about a loss; then the sentence ends without them.
fn after_colon(message: &str) -> String {
    if message.is_empty() {
        String::new()
    } else {
        [": ", message].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_has_a_sentence_of_its_own_with_its_values() {
        let message = || "it said so".to_owned();
        let errors = [
            (GpuError::NoAdapter, "no GPU adapter"),
            (GpuError::NoDevice { message: message() }, "it said so"),
            (
                GpuError::DeviceLost { message: message() },
                "lost: it said so",
            ),
            (GpuError::DeviceDestroyed, "shut down"),
            (
                GpuError::Validation { message: message() },
                "refused a command: it said so",
            ),
            (GpuError::OutOfMemory, "out of memory"),
            (
                GpuError::Internal { message: message() },
                "driver failed: it said so",
            ),
            (GpuError::MapFailed, "read back"),
            (
                GpuError::TooManySlots { slots: 12, most: 8 },
                "12 influence slots",
            ),
            (
                GpuError::BufferTooLarge {
                    what: "rest vertices",
                    bytes: 300,
                    most: 200,
                },
                "rest vertices of this mesh need 300 bytes and one GPU buffer holds at most 200",
            ),
            (
                GpuError::PaletteTooShort {
                    joints: 1,
                    needed: 2,
                },
                "1 joint matrices",
            ),
            (
                GpuError::VertexCount {
                    what: "weights",
                    given: 3,
                    vertices: 4,
                },
                "weights were given for 3 vertices, and the mesh has 4",
            ),
            (
                GpuError::JointCount {
                    given: 5,
                    joints: 4,
                },
                "name 5 joints",
            ),
            (
                GpuError::IndexOutOfRange {
                    index: 7,
                    vertex: 9,
                    vertices: 8,
                },
                "index 7 names vertex 9",
            ),
            (GpuError::BrokenTriangle { indices: 4 }, "4 indices"),
            (
                GpuError::TooManyHatched {
                    hatched: 6,
                    triangles: 3,
                },
                "6 hatch indices",
            ),
            (
                GpuError::BatchTooManyJoints {
                    joints: 70_000,
                    most: 65_536,
                },
                "70000 joints",
            ),
            (
                GpuError::ViewportOutside {
                    viewport: [1, 2, 30, 4],
                    width: 20,
                    height: 9,
                },
                "[1, 2, 30, 4] (left, top, width, height) is empty or reaches out of the picture of 20 × 9",
            ),
            (GpuError::NotRigid { joint: 5 }, "joint 5 scales"),
            (
                GpuError::Surface { message: message() },
                "canvas cannot be drawn on",
            ),
            (GpuError::SurfaceLost, "attach the canvas again"),
        ];
        let sentences: HashSet<String> =
            errors.iter().map(|(error, _)| error.to_string()).collect();
        assert_eq!(sentences.len(), errors.len());
        for (error, part) in &errors {
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn a_loss_without_words_is_still_a_sentence() {
        let error = GpuError::DeviceLost {
            message: String::new(),
        };
        assert_eq!(error.to_string(), "the GPU device was lost");
    }
}
