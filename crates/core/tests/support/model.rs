//! Skinned glTF models as plain numbers: what the file says, and nothing computed from it but the local
//! transforms of an animation at a given time.

use gltf::animation::util::ReadOutputs;
use gltf::buffer::Source;
use std::path::Path;

/// Translation, rotation (x, y, z, w; unit) and scale of one node relative to its parent.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Offset from the parent's origin.
    pub translation: [f64; 3],
    /// Unit quaternion.
    pub rotation: [f64; 4],
    /// Scale along the node's own axes.
    pub scale: [f64; 3],
}

/// The first skin of a file and the mesh that it moves.
pub struct Model {
    document: gltf::Document,
    buffers: Vec<Vec<u8>>,
    /// The parent of every node.
    pub node_parents: Vec<Option<usize>>,
    /// The node of every joint, in the file's order.
    pub joint_nodes: Vec<usize>,
    /// The inverse bind matrix of every joint, as columns.
    pub inverse_bind: Vec<[[f32; 4]; 4]>,
    /// Rest positions.
    pub positions: Vec<[f32; 3]>,
    /// The joints of every vertex in its four slots, as positions in `joint_nodes`.
    pub joints: Vec<[u16; 4]>,
    /// The weights in the same slots.
    pub weights: Vec<[f32; 4]>,
}

impl Model {
    /// Reads a model from the fixtures.
    pub fn read(file: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures")
            .join(file);
        let bytes = std::fs::read(&path).expect("the fixture is part of the repository");
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&bytes).expect("valid glTF");
        let buffers: Vec<Vec<u8>> = document
            .buffers()
            .map(|buffer| match buffer.source() {
                Source::Bin => blob.clone().expect("a binary file has a binary chunk"),
                Source::Uri(uri) => decode(uri),
            })
            .collect();

        let mut node_parents = vec![None; document.nodes().len()];
        for node in document.nodes() {
            for child in node.children() {
                node_parents[child.index()] = Some(node.index());
            }
        }
        let skin = document.skins().next().expect("the model is skinned");
        let data = |buffer: gltf::Buffer<'_>| buffers.get(buffer.index()).map(Vec::as_slice);
        let inverse_bind = skin
            .reader(data)
            .read_inverse_bind_matrices()
            .expect("present")
            .collect();
        let mesh = document.meshes().next().expect("there is a mesh");
        let primitive = mesh.primitives().next().expect("the mesh has a primitive");
        let reader = primitive.reader(data);
        Self {
            node_parents,
            joint_nodes: skin.joints().map(|joint| joint.index()).collect(),
            inverse_bind,
            positions: reader.read_positions().expect("present").collect(),
            joints: reader.read_joints(0).expect("present").into_u16().collect(),
            weights: reader
                .read_weights(0)
                .expect("present")
                .into_f32()
                .collect(),
            document,
            buffers,
        }
    }

    /// The length of every animation in seconds.
    pub fn durations(&self) -> Vec<f32> {
        let last = |animation: gltf::Animation<'_>| {
            animation
                .channels()
                .filter_map(|channel| self.keys(&channel).0.last().copied())
                .fold(0.0, f32::max)
        };
        self.document.animations().map(last).collect()
    }

    /// The local transforms of every node as the file rests.
    pub fn rest(&self) -> Vec<Parts> {
        self.document
            .nodes()
            .map(|node| {
                let (translation, rotation, scale) = node.transform().decomposed();
                Parts {
                    translation: translation.map(f64::from),
                    rotation: unit(rotation.map(f64::from)),
                    scale: scale.map(f64::from),
                }
            })
            .collect()
    }

    /// The local transforms of every node at `seconds` of an animation.
    pub fn sample(&self, animation: usize, seconds: f32) -> Vec<Parts> {
        let mut parts = self.rest();
        let animation = self.document.animations().nth(animation).expect("in range");
        for channel in animation.channels() {
            let node = channel.target().node().index();
            let (times, outputs) = self.keys(&channel);
            let (from, to, share) = segment(&times, seconds);
            match outputs {
                ReadOutputs::Translations(keys) => {
                    let keys: Vec<_> = keys.collect();
                    parts[node].translation = lerp(keys[from], keys[to], share);
                }
                ReadOutputs::Scales(keys) => {
                    let keys: Vec<_> = keys.collect();
                    parts[node].scale = lerp(keys[from], keys[to], share);
                }
                ReadOutputs::Rotations(keys) => {
                    let keys: Vec<_> = keys.into_f32().collect();
                    parts[node].rotation = slerp(keys[from], keys[to], share);
                }
                ReadOutputs::MorphTargetWeights(_) => panic!("the fixtures have no morph targets"),
            }
        }
        parts
    }

    fn keys<'a>(&'a self, channel: &gltf::animation::Channel<'a>) -> (Vec<f32>, ReadOutputs<'a>) {
        use gltf::animation::Interpolation::Linear;
        assert_eq!(channel.sampler().interpolation(), Linear);
        let reader = channel.reader(|buffer| self.buffers.get(buffer.index()).map(Vec::as_slice));
        let times = reader.read_inputs().expect("present").collect();
        (times, reader.read_outputs().expect("present"))
    }
}

/// The keys on either side of `seconds`, and how far between them it lies; the ends hold.
fn segment(times: &[f32], seconds: f32) -> (usize, usize, f64) {
    let after = times.partition_point(|&time| time <= seconds);
    if after == 0 || after == times.len() {
        let end = after.saturating_sub(1);
        return (end, end, 0.0);
    }
    let [from, to, now] = [times[after - 1], times[after], seconds].map(f64::from);
    (after - 1, after, (now - from) / (to - from))
}

fn lerp(a: [f32; 3], b: [f32; 3], share: f64) -> [f64; 3] {
    std::array::from_fn(|axis| (1.0 - share) * f64::from(a[axis]) + share * f64::from(b[axis]))
}

/// Spherical linear interpolation the shorter way round (glTF 2.0, appendix C.4).
fn slerp(a: [f32; 4], b: [f32; 4], share: f64) -> [f64; 4] {
    let (a, b) = (unit(a.map(f64::from)), unit(b.map(f64::from)));
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let angle = dot.abs().min(1.0).acos();
    let (first, second) = if angle < 1e-6 {
        (1.0 - share, share)
    } else {
        let at = |share: f64| (share * angle).sin() / angle.sin();
        (at(1.0 - share), at(share))
    };
    unit(std::array::from_fn(|c| {
        first * a[c] + second * dot.signum() * b[c]
    }))
}

/// Quaternions in files are rounded, `SimpleSkin`'s to three decimals: only unit ones are rotations.
fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    q.map(|c| c / length)
}

/// The bytes of a base64 data URI (RFC 4648 §4), so that the crate's image decoders are not pulled in.
fn decode(uri: &str) -> Vec<u8> {
    let (_, text) = uri
        .split_once(";base64,")
        .expect("the fixtures embed their buffers");
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0_u32, 0);
    for character in text.bytes().take_while(|&character| character != b'=') {
        let six = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            other => panic!("{other} is not a base64 character"),
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xFF) as u8);
        }
    }
    bytes
}
