//! Real rigs: Khronos `SimpleSkin` and Fox, every pose of their animations that is tried, in every
//! weight format.

mod common;

use common::{Worst, compare_formats, gpu};
use gltf::animation::util::ReadOutputs;
use skinlab_core::glam::{DAffine3, DMat4, DQuat, DVec3};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::transform::Transform;
use skinlab_core::weights::{Influence, normalise};
use skinlab_gpu::Skinner;
use std::path::Path;

/// A skinned mesh read from a file, and its nodes.
struct Rig {
    document: gltf::Document,
    buffers: Vec<Vec<u8>>,
    mesh: Mesh,
    inverse_bind: Vec<DAffine3>,
}

impl Rig {
    fn open(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../core/tests/fixtures")
            .join(name);
        let bytes = std::fs::read(path).expect("the fixture is there");
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&bytes).expect("valid glTF");
        let buffers: Vec<Vec<u8>> = document
            .buffers()
            .map(|buffer| match buffer.source() {
                gltf::buffer::Source::Bin => blob.clone().expect("a .glb has a blob"),
                gltf::buffer::Source::Uri(uri) => from_base64(uri),
            })
            .collect();
        let skin = document.skins().next().expect("a skin");
        let reader = skin.reader(|buffer| Some(&buffers[buffer.index()]));
        let inverse_bind: Vec<DAffine3> = reader
            .read_inverse_bind_matrices()
            .expect("inverse bind matrices")
            .map(affine)
            .collect();
        let mesh = read_mesh(&document, &buffers, inverse_bind.len());
        Self {
            document,
            buffers,
            mesh,
            inverse_bind,
        }
    }

    /// The palette at `phase` (0 to 1) of an animation, at the key frame that it falls on.
    fn palette(&self, animation: &gltf::Animation<'_>, phase: f64) -> Palette {
        let mut locals: Vec<Transform> = self
            .document
            .nodes()
            .map(|node| {
                let (translation, rotation, scale) = node.transform().decomposed();
                Transform {
                    translation: vector(translation),
                    rotation: quaternion(rotation),
                    scale: vector(scale),
                }
            })
            .collect();
        for channel in animation.channels() {
            let local = &mut locals[channel.target().node().index()];
            let reader = channel.reader(|buffer| Some(&self.buffers[buffer.index()]));
            match reader.read_outputs().expect("key frames") {
                ReadOutputs::Translations(keys) => local.translation = vector(at(keys, phase)),
                ReadOutputs::Rotations(keys) => {
                    local.rotation = quaternion(at(keys.into_f32(), phase));
                }
                ReadOutputs::Scales(keys) => local.scale = vector(at(keys, phase)),
                ReadOutputs::MorphTargetWeights(_) => panic!("no rig here has morph targets"),
            }
        }
        let mut world = vec![DAffine3::IDENTITY; locals.len()];
        for scene in self.document.scenes() {
            for root in scene.nodes() {
                place(&root, DAffine3::IDENTITY, &locals, &mut world);
            }
        }
        let skin = self.document.skins().next().expect("a skin");
        let joints = skin
            .joints()
            .zip(&self.inverse_bind)
            .map(|(joint, inverse_bind)| world[joint.index()] * *inverse_bind)
            .collect();
        Palette::from_joint_matrices(joints)
    }
}

fn place(node: &gltf::Node<'_>, parent: DAffine3, locals: &[Transform], world: &mut [DAffine3]) {
    let here = parent * locals[node.index()].to_affine();
    world[node.index()] = here;
    for child in node.children() {
        place(&child, here, locals, world);
    }
}

/// The positions and influences of the first primitive; normals where the file has some, else up.
fn read_mesh(document: &gltf::Document, buffers: &[Vec<u8>], joints: usize) -> Mesh {
    let mesh = document.meshes().next().expect("a mesh");
    let primitive = mesh.primitives().next().expect("a primitive");
    let reader = primitive.reader(|buffer| Some(&buffers[buffer.index()]));
    let positions: Vec<DVec3> = reader
        .read_positions()
        .expect("positions")
        .map(vector)
        .collect();
    let normals = reader.read_normals().map_or_else(
        || vec![DVec3::Y; positions.len()],
        |normals| normals.map(vector).collect(),
    );
    let named = reader.read_joints(0).expect("joints").into_u16();
    let shares = reader.read_weights(0).expect("weights").into_f32();
    let lists: Vec<Vec<Influence>> = named
        .zip(shares)
        .map(|(joints, weights)| {
            let list: Vec<Influence> = joints
                .into_iter()
                .zip(weights)
                .filter(|&(_, weight)| weight > 0.0)
                .map(|(joint, weight)| Influence::new(joint, f64::from(weight)))
                .collect();
            normalise(&list).expect("each vertex follows a joint")
        })
        .collect();
    Mesh::new(positions, normals, &lists, joints).expect("valid")
}

fn at<T>(keys: impl Iterator<Item = T>, phase: f64) -> T {
    let mut keys: Vec<T> = keys.collect();
    let key = (phase * (keys.len() - 1) as f64) as usize;
    keys.swap_remove(key)
}

fn vector(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

fn quaternion(q: [f32; 4]) -> DQuat {
    DQuat::from_array(q.map(f64::from)).normalize()
}

fn affine(columns: [[f32; 4]; 4]) -> DAffine3 {
    let columns = columns.map(|column| column.map(f64::from));
    DAffine3::from_mat4(DMat4::from_cols_array_2d(&columns))
}

/// The bytes of a `data:` address.
fn from_base64(uri: &str) -> Vec<u8> {
    let (_, text) = uri.split_once(";base64,").expect("a base64 data address");
    let mut bytes = Vec::new();
    let mut held = 0_u32;
    let mut bits = 0;
    for letter in text.bytes().take_while(|&letter| letter != b'=') {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => panic!("{letter} is not base64"),
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}

fn compare(name: &str, vertices: usize, animations: usize, poses: usize) {
    let Some(gpu) = gpu() else { return };
    let skinner = Skinner::new(&gpu).expect("compiles");
    let rig = Rig::open(name);
    assert_eq!(rig.mesh.len(), vertices);
    assert_eq!(rig.document.animations().count(), animations);
    let mut worst = Worst::default();
    for animation in rig.document.animations() {
        for pose in 0..poses {
            let palette = rig.palette(&animation, pose as f64 / (poses - 1) as f64);
            worst.join(compare_formats(&gpu, &skinner, &palette, &rig.mesh));
        }
    }
    worst.expect(name, vertices * animations * poses * 3 * 6);
}

#[test]
fn simple_skin() {
    compare("SimpleSkin.gltf", 10, 1, 12);
}

#[test]
fn fox() {
    compare("Fox.glb", 1728, 3, 8);
}
