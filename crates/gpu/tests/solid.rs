//! Pictures of meshes in space, read back pixel by pixel.

mod common;
#[path = "common/studio.rs"]
mod studio;

use skinlab_core::dual_palette::DualPalette;
use skinlab_core::glam::dcamera::rh::proj::directx::{orthographic, perspective};
use skinlab_core::glam::dcamera::rh::view::{look_at_mat4, look_to_mat4};
use skinlab_core::glam::{DAffine3, DMat4, DVec3};
use skinlab_core::mesh::Mesh;
use skinlab_core::palette::Palette;
use skinlab_core::rigs::{arm, tube};
use skinlab_core::weights::Influence;
use skinlab_gpu::{GpuError, SolidMesh, SolidShape};
use studio::{CLEAR, COLOURS, Pixels, Studio, WHOLE, is_near, lit, straight};

const EDGE: studio::Pixel = [0, 0, 0, 255];

#[test]
fn a_square_stands_where_it_must_in_its_colour_and_light() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let square = studio.square(-1.0, 0.0, 0.0, Some(DVec3::Z), false);
    let picture = studio.paint(&[(&square, straight(), WHOLE)]).expect("fits");
    let blue = lit(COLOURS.parent_fill, [0.0, 0.0, 1.0]);
    // Its middle is at pixel (50, 50) and its half-width 25 pixels.
    for (x, y) in [(50, 50), (26, 26), (73, 26), (26, 73), (73, 73)] {
        assert!(is_near(picture.at(x, y), blue, 1), "{:?}", picture.at(x, y));
    }
    for (x, y) in [(23, 50), (77, 50), (50, 23), (50, 77), (150, 50), (0, 0)] {
        assert_eq!(picture.at(x, y), CLEAR);
    }
    assert_eq!(picture.drawn(0..200), 50 * 50);
}

#[test]
fn light_falls_by_the_normal_on_the_side_that_is_seen() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let up_and_front = DVec3::new(0.0, 0.6, 0.8);
    let away = DVec3::new(0.0, -0.6, -0.8);
    // A normal on the far side turns to the near one; a mesh without normals has its triangles'.
    let cases = [
        (Some(up_and_front), [0.0, 0.6, 0.8]),
        (Some(away), [0.0, 0.6, 0.8]),
        (Some(DVec3::Z), [0.0, 0.0, 1.0]),
        (None, [0.0, 0.0, 1.0]),
    ];
    let mut seen = Vec::new();
    for (normal, expected) in cases {
        let square = studio.square(0.0, 0.0, 1.0, normal, false);
        let picture = studio.paint(&[(&square, straight(), WHOLE)]).expect("fits");
        let (pixel, expected) = (picture.at(100, 50), lit(COLOURS.child_fill, expected));
        assert!(is_near(pixel, expected, 1), "{pixel:?} is not {expected:?}");
        seen.push(pixel);
    }
    // Seen from behind, the same triangles wind the other way, and the lamp is behind them.
    let square = studio.square(0.0, 0.0, 1.0, Some(up_and_front), false);
    let eye = look_to_mat4(DVec3::Z * -5.0, DVec3::Z, DVec3::Y);
    let behind = orthographic(-2.0, 2.0, -1.0, 1.0, 0.0, 10.0) * eye;
    let behind = behind.to_cols_array().map(|value| value as f32);
    let picture = studio.paint(&[(&square, behind, WHOLE)]).expect("fits");
    let expected = lit(COLOURS.child_fill, [0.0, -0.6, -0.8]);
    assert!(is_near(picture.at(100, 50), expected, 1));
    assert!(!is_near(seen[0], seen[2], 8) && !is_near(seen[0], expected, 8));
}

#[test]
fn the_near_one_hides_the_far_one_whichever_is_drawn_first() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let near = studio.square(0.25, 1.0, 0.0, Some(DVec3::Z), true);
    let far = studio.square(-0.25, -1.0, 1.0, Some(DVec3::Z), true);
    let (blue, red) = (
        lit(COLOURS.parent_fill, [0.0, 0.0, 1.0]),
        lit(COLOURS.child_fill, [0.0, 0.0, 1.0]),
    );
    let mut pictures = Vec::new();
    for pair in [[&near, &far], [&far, &near]] {
        let picture = studio
            .paint(&pair.map(|thing| (thing, straight(), WHOLE)))
            .expect("fits");
        assert!(is_near(picture.at(100, 50), blue, 1), "both are there");
        assert!(is_near(picture.at(70, 50), red, 1), "only the far one");
        assert!(is_near(picture.at(130, 50), blue, 1), "only the near one");
        // The far one's right side, at x = 0.25, lies behind the near one.
        assert!(is_near(picture.at(112, 40), blue, 1));
        pictures.push(picture);
    }
    assert!(pictures[0] == pictures[1]);
    // With their depths exchanged the other one is in front: depth is looked at, not the order.
    let near = studio.square(0.25, -2.0, 0.0, Some(DVec3::Z), true);
    let picture = studio
        .paint(&[&near, &far].map(|thing| (thing, straight(), WHOLE)))
        .expect("fits");
    assert!(is_near(picture.at(100, 50), red, 1));
}

#[test]
fn lines_show_on_their_own_surface_and_not_through_another() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let square = studio.square(0.0, 0.0, 0.0, Some(DVec3::Z), true);
    let picture = studio.paint(&[(&square, straight(), WHOLE)]).expect("fits");
    // A line is a pixel wide, about the side at x = 75: the darkest of the two columns beside it.
    let dark = |picture: &Pixels, columns: [usize; 2], y: usize| {
        columns
            .into_iter()
            .any(|x| picture.at(x, y)[2] < 140 && picture.at(x, y)[3] > 100)
    };
    for y in [30, 50, 70] {
        assert!(dark(&picture, [74, 75], y), "no line at {y}");
        assert!(dark(&picture, [124, 125], y), "no line at {y}");
        assert!(!dark(&picture, [99, 100], y));
    }
    // Tilted steeply, as the flank of a tube, it still shows: the surface stands back more there.
    let eye = look_at_mat4(DVec3::new(5.0, 0.0, 1.0), DVec3::ZERO, DVec3::Y);
    let aside = orthographic(-2.0, 2.0, -1.0, 1.0, 0.0, 10.0) * eye;
    let aside = aside.to_cols_array().map(|value| value as f32);
    let tilted = studio.paint(&[(&square, aside, WHOLE)]).expect("fits");
    let line_pixels = |picture: &Pixels| {
        let all = (0..200).flat_map(|x| (0..100).map(move |y| (x, y)));
        all.filter(|&(x, y)| is_near(picture.at(x, y), EDGE, 110) && picture.at(x, y)[3] > 100)
            .count()
    };
    // Two sides of 50 pixels and two that are 50 · sin(11.3°) = 9.8 long.
    assert!(
        line_pixels(&tilted) >= 2 * 45 + 2 * 7,
        "{}",
        line_pixels(&tilted)
    );

    let cover = studio.square(0.5, 1.0, 0.0, Some(DVec3::Z), false);
    let covered = studio
        .paint(&[&square, &cover].map(|thing| (thing, straight(), WHOLE)))
        .expect("fits");
    assert!(dark(&covered, [74, 75], 50));
    assert!(!dark(&covered, [124, 125], 50), "a line shows through");
}

#[test]
fn an_empty_mesh_draws_nothing_and_so_does_none() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let lists: [[Influence; 1]; 0] = [];
    let mesh = Mesh::new(vec![], vec![], &lists, 1).expect("valid");
    let palette = Palette::from_joint_matrices(vec![DAffine3::IDENTITY]);
    let empty = studio.thing(&mesh, &palette, &SolidShape::default());
    let picture = studio.paint(&[(&empty, straight(), WHOLE)]).expect("fits");
    assert_eq!(picture.drawn(0..200), 0);
    assert_eq!(studio.paint(&[]).expect("fits").drawn(0..200), 0);
    let square = studio.square(0.0, 0.0, 0.0, None, false);
    let both = [&empty, &square].map(|thing| (thing, straight(), WHOLE));
    assert_eq!(studio.paint(&both).expect("fits").drawn(0..200), 50 * 50);
}

/// The triangles of a tube of rings.
fn tube_triangles(rings: u32, segments: u32) -> Vec<u32> {
    let vertex = |ring: u32, segment: u32| ring * segments + segment % segments;
    (0..rings - 1)
        .flat_map(|ring| (0..segments).map(move |segment| (ring, segment)))
        .flat_map(|(ring, segment)| {
            let [a, b] = [vertex(ring, segment), vertex(ring, segment + 1)];
            let [c, d] = [vertex(ring + 1, segment), vertex(ring + 1, segment + 1)];
            [a, c, b, b, c, d]
        })
        .collect()
}

#[test]
fn two_tubes_side_by_side_linear_and_dual_quaternion() {
    const RINGS: usize = 33;
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let mesh = tube::mesh(RINGS, 24, 0.25).expect("constant");
    let child: Vec<f32> = (0..mesh.len())
        .map(|vertex| {
            mesh.influences(vertex)
                .get(1)
                .map_or(0.0, |i| i.weight as f32)
        })
        .collect();
    let triangles = tube_triangles(RINGS as u32, 24);
    let shape = SolidShape {
        triangles: &triangles,
        edges: &[],
        child_weights: &child,
    };
    let joints = tube::twist(170_f64.to_radians());
    let linear = Palette::from_joint_matrices(joints.to_vec());
    let dual = DualPalette::from_joint_matrices(&joints).expect("rigid");
    let tubes = [
        studio.thing(&mesh, &linear, &shape),
        studio.thing(&mesh, &dual, &shape),
    ];
    // From the front, with perspective; the elbow in the middle, the tube's axis level.
    let eye = look_at_mat4(DVec3::new(arm::L1, 0.0, 4.0), DVec3::X * arm::L1, DVec3::Y);
    let clip = perspective(30_f64.to_radians(), 1.0, 1.0, 8.0) * eye;
    let clip_from_world = clip.to_cols_array().map(|value| value as f32);
    let halves = [[0, 0, 100, 100], [100, 0, 100, 100]];
    let picture = studio
        .paint(&[
            (&tubes[0], clip_from_world, halves[0]),
            (&tubes[1], clip_from_world, halves[1]),
        ])
        .expect("fits");

    // How much of a column is drawn, at some x along the tube.
    let height = |left: usize, x: f64| {
        let column = (clip.project_point3(DVec3::new(x, 0.0, 0.0)).x * 50.0 + 50.0) as usize;
        (0..100)
            .filter(|&y| picture.at(left + column, y)[3] > 127)
            .count()
    };
    // Far from the elbow both are as wide as the radius looks: its outline is seen where a ray
    // touches the circle, at r / √(1 − (r / 4)²) in the plane of the axis.
    let outline = tube::RADIUS / (1.0 - (tube::RADIUS / 4.0).powi(2)).sqrt();
    let whole = clip.project_point3(DVec3::Y * outline).y * 100.0;
    for x in [0.3, 1.5] {
        for left in [0, 100] {
            let seen = height(left, x) as f64;
            assert!((seen - whole).abs() <= 1.5, "{seen} is not {whole} at {x}");
        }
    }
    // At the elbow the linear tube keeps cos 85° of its radius, the other all of it.
    let collapsed = height(0, arm::L1) as f64;
    assert!((1.0..=4.0).contains(&collapsed), "{collapsed}");
    assert!((height(100, arm::L1) as f64 - whole).abs() <= 1.5);

    // Blue on the parent's side, red on the child's, in both.
    for left in [0, 100] {
        let pixel = |x: f64| {
            let column = clip.project_point3(DVec3::new(x, 0.0, 0.0)).x * 50.0 + 50.0;
            picture.at(left + column as usize, 50)
        };
        let (parent, child) = (pixel(0.3), pixel(1.5));
        assert!(parent[2] > 2 * parent[0] && child[0] > 2 * child[2]);
    }
}

#[test]
fn nothing_leaves_its_viewport() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let square = studio.square(0.0, 0.0, 0.0, None, false);
    let zoomed = DMat4::from_scale(DVec3::new(9.0, 9.0, 0.1)).to_cols_array();
    let zoomed = zoomed.map(|value| value as f32);
    let picture = studio
        .paint(&[(&square, zoomed, [60, 20, 30, 40])])
        .expect("fits");
    assert_eq!(picture.drawn(0..200), 30 * 40);
    assert_ne!(picture.at(60, 20), CLEAR);
    assert_ne!(picture.at(89, 59), CLEAR);
    // Nine of them, more than any canvas before, one in each field.
    let nine: Vec<_> = (0..9_u32)
        .map(|field| {
            let corner = [24 * (field % 3), 24 * (field / 3)];
            (&square, straight(), [corner[0], corner[1], 24, 24])
        })
        .collect();
    let picture = studio.paint(&nine).expect("fits");
    assert_eq!(picture.drawn(0..200), 9 * 6 * 12);
}

#[test]
fn refuses_what_does_not_fit() {
    let Some(mut studio) = Studio::new() else {
        return;
    };
    let square = studio.square(0.0, 0.0, 0.0, None, false);
    for viewport in [
        [0, 0, 0, 10],
        [190, 0, 11, 10],
        [0, 91, 10, 10],
        [u32::MAX, 0, 2, 2],
    ] {
        assert_eq!(
            studio.paint(&[(&square, straight(), viewport)]).err(),
            Some(GpuError::ViewportOutside {
                viewport,
                width: 200,
                height: 100
            })
        );
    }
    let one = SolidShape {
        child_weights: &[1.0],
        ..SolidShape::default()
    };
    let mut other = SolidMesh::new(&studio.gpu, &one).expect("valid");
    let wrong = |what| GpuError::VertexCount {
        what,
        given: if what == "weights" { 3 } else { 1 },
        vertices: if what == "weights" { 1 } else { 4 },
    };
    assert_eq!(
        other.set_weights(&studio.gpu, &[0.0; 3]),
        Err(wrong("weights"))
    );
    let mixed = (square.0, other);
    assert_eq!(
        studio.paint(&[(&mixed, straight(), WHOLE)]).err(),
        Some(wrong("weights of a solid"))
    );
    let broken = SolidShape {
        triangles: &[0, 1, 2],
        edges: &[[0, 3]],
        child_weights: &[0.0; 3],
    };
    assert_eq!(
        SolidMesh::new(&studio.gpu, &broken).map(|_| ()),
        Err(GpuError::IndexOutOfRange {
            index: 1,
            vertex: 3,
            vertices: 3
        })
    );
    assert_eq!(studio.paint(&[]).expect("fits").drawn(0..200), 0);
}
