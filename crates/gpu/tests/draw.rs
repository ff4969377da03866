//! Pictures of the mesh layer, read back pixel by pixel.

mod common;
#[path = "common/stage.rs"]
mod stage;

use common::gpu;
use skinlab_core::rigs::arm;
use skinlab_gpu::{FigureMesh, GpuError, Shape, View, wgpu};
use stage::{
    CHILD, CLEAR, COLOURS, DIAMOND, DISC, FORMAT, Lists, PARENT, Stage, is_near, mixed, view,
};

#[test]
fn the_straight_arm_has_its_colours_in_their_places() {
    let Some(gpu) = gpu() else { return };
    let mut stage = Stage::new(gpu);
    stage.pose([0.0, 0.0]);
    for dpr in [1.0, 1.5, 2.0] {
        let picture = stage.paint(&view(dpr));
        assert_eq!(picture.pixel(1.0, 1.0), CLEAR);
        assert_eq!(picture.world((0.9, 0.25), (0.0, 0.0)), CLEAR);
        assert_eq!(picture.world((0.9, -0.25), (0.0, 0.0)), CLEAR);

        // Middles of cells, away from edges and markers.
        let middle = |cell: usize| f64::midpoint(arm::column_x(cell), arm::column_x(cell + 1));
        assert_eq!(picture.world((middle(3), 0.0), (0.0, 0.0)), PARENT);
        let band = picture.world((middle(13), 0.0), (0.0, 0.0));
        assert!(is_near(band, [204, 204, 204, 255], 6), "{band:?}");
        let quarter = picture.world((middle(11), 0.1), (0.0, 0.0));
        assert!(quarter[2] > quarter[0] && quarter[0] > 40, "{quarter:?}");

        let (upper, lower) = ((arm::column_x(3), 0.18), (arm::column_x(3), -0.18));
        assert_eq!(picture.world(upper, (0.0, 0.0)), DISC);
        assert_eq!(picture.world(lower, (0.0, 0.0)), DISC);
        let child = (arm::column_x(20), 0.18);
        assert_eq!(picture.world(child, (0.0, 0.0)), DIAMOND);
    }
}

#[test]
fn child_cells_are_hatched_where_the_lines_run_and_nowhere_else() {
    let Some(gpu) = gpu() else { return };
    let mut stage = Stage::new(gpu);
    stage.pose([0.0, 0.0]);
    for dpr in [1.0, 2.0] {
        let picture = stage.paint(&view(dpr));
        let (mut on, mut off) = (0, 0);
        for cell in 20..26 {
            let (left, right) = (arm::column_x(cell), arm::column_x(cell + 1));
            for ((x, y), pixel) in picture.area((left + 0.015, -0.14), (right - 0.015, 0.14)) {
                let across = (x + y) / dpr * 0.5_f64.sqrt();
                let from_line = (across - 9.0 * (across / 9.0).round()).abs();
                if from_line < 0.9 {
                    let expected = mixed(CHILD, COLOURS.hatch);
                    assert!(is_near(pixel, expected, 2), "{pixel:?} at {x}, {y}");
                    on += 1;
                } else if from_line > 2.1 {
                    assert!(is_near(pixel, CHILD, 1), "{pixel:?} at {x}, {y}");
                    off += 1;
                }
            }
        }
        assert!(on > 300 && off > 300, "{on} {off}");
        for (_, pixel) in picture.area(
            (arm::column_x(2) + 0.015, -0.14),
            (arm::column_x(3) - 0.015, 0.14),
        ) {
            assert_eq!(pixel, PARENT);
        }
    }
}

#[test]
fn markers_have_the_form_of_their_joint_and_edges_their_width() {
    let Some(gpu) = gpu() else { return };
    let mut stage = Stage::new(gpu);
    stage.pose([0.0, 0.0]);
    let picture = stage.paint(&view(4.0));
    let disc = (arm::column_x(4), -0.18);
    let diamond = (arm::column_x(22), -0.18);
    for (dx, dy) in [(2.1, 2.1), (-2.1, 2.1), (2.1, -2.1), (-2.1, -2.1)] {
        assert_eq!(picture.world(disc, (dx, dy)), DISC);
        assert_ne!(picture.world(diamond, (1.2 * dx, 1.2 * dy)), DIAMOND);
    }
    for (dx, dy) in [(3.8, 0.0), (-3.8, 0.0), (0.0, 3.8), (0.0, -3.8)] {
        assert_eq!(picture.world(diamond, (dx, dy)), DIAMOND);
        assert_ne!(picture.world(disc, (dx, dy)), DISC);
    }
    // Below the arm's lower side nothing is left of a disc beyond its radius.
    assert_eq!(picture.world(disc, (0.0, 3.6)), CLEAR);

    // A column is one CSS pixel wide: half of it on each side.
    let column = (arm::column_x(4), 0.05);
    let edge = mixed(PARENT, COLOURS.edge);
    for dx in [-0.3, 0.0, 0.3] {
        let pixel = picture.world(column, (dx, 0.0));
        assert!(is_near(pixel, edge, 2), "{pixel:?} at {dx}");
    }
    for dx in [-0.9, 0.9] {
        assert_eq!(picture.world(column, (dx, 0.0)), PARENT);
    }
    // The lower side's edge stands half outside of the fill.
    let (x, _) = column;
    let outside = picture.world((x + 0.03, -0.18), (0.0, 0.25));
    assert!(is_near(outside, [0, 0, 0, 128], 2), "{outside:?}");
}

#[test]
fn everything_moves_with_the_pose_and_the_weights() {
    let Some(gpu) = gpu() else { return };
    let mut stage = Stage::new(gpu);
    let view = view(2.0);
    stage.pose([0.0, 0.0]);
    stage.paint(&view);
    stage.pose([0.0, -90.0]);
    let picture = stage.paint(&view);
    // Where the straight forearm was there is nothing; it hangs from the elbow now.
    let tip = picture.area((1.3, -0.17), (1.8, 0.17));
    assert!(tip.iter().all(|&(_, pixel)| pixel == CLEAR));
    let upper_tip = (0.9 + 0.18, -0.9);
    assert_eq!(picture.world(upper_tip, (0.0, 0.0)), DIAMOND);
    // The last column's outer half lies on nothing.
    let outside = picture.world((0.95, -0.9), (0.0, 0.25));
    assert!(is_near(outside, [0, 0, 0, 128], 2), "{outside:?}");

    let weights = Lists::new(None);
    stage
        .figure
        .set_weights(&stage.gpu, &weights.weights, &weights.hatched)
        .expect("as many as before");
    stage.pose([0.0, 0.0]);
    let picture = stage.paint(&view);
    let (left, right) = (arm::column_x(12), arm::column_x(13));
    assert_eq!(
        picture.world((f64::midpoint(left, right), 0.0), (0.0, 0.0)),
        PARENT
    );

    let other_size = View {
        width: 320.0,
        ..view
    };
    assert_eq!(stage.paint(&other_size).pixel(1.0, 1.0), CLEAR);
}

#[test]
fn a_wrong_pose_gives_another_picture() {
    let Some(gpu) = gpu() else { return };
    let mut stage = Stage::new(gpu);
    let mut painted = |pose| {
        stage.pose(pose);
        stage.paint(&view(1.0)).pixels.bytes
    };
    let (right, again, wrong) = (
        painted([0.0, -60.0]),
        painted([0.0, -60.0]),
        painted([0.0, -64.0]),
    );
    let differing = |a: &[u8], b: &[u8]| {
        let pairs = a.chunks_exact(4).zip(b.chunks_exact(4));
        pairs.filter(|(a, b)| a != b).count()
    };
    assert_eq!(differing(&right, &again), 0);
    assert!(differing(&right, &wrong) > 500 * 300 / 100);
}

#[test]
fn a_figure_of_another_mesh_is_refused() {
    let Some(gpu) = gpu() else { return };
    let lists = Lists::new(None);
    let mut figure = FigureMesh::new(&gpu, &lists.shape()).expect("valid");
    assert_eq!(
        figure.set_weights(&gpu, &[0.0; 3], &[]),
        Err(GpuError::VertexCount {
            what: "weights",
            given: 3,
            vertices: arm::VERTICES
        })
    );
    let broken = Shape {
        edges: &[[0, 99]],
        ..lists.shape()
    };
    assert_eq!(
        FigureMesh::new(&gpu, &broken).map(|_| ()),
        Err(GpuError::IndexOutOfRange {
            index: 1,
            vertex: 99,
            vertices: arm::VERTICES
        })
    );

    let mut stage = Stage::new(gpu);
    let one = Shape {
        child_weights: &[1.0],
        ..Shape::default()
    };
    let mut small = FigureMesh::new(&stage.gpu, &one).expect("one marker is a figure");
    let target = stage.gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d::default(),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let target = target.create_view(&wgpu::TextureViewDescriptor::default());
    let plain = wgpu::CommandEncoderDescriptor::default();
    let mut encoder = stage.gpu.device().create_command_encoder(&plain);
    let refused = stage.painter.paint(
        &stage.gpu,
        &mut encoder,
        &target,
        &stage.skinned,
        &mut small,
        &view(1.0),
        &COLOURS,
    );
    assert_eq!(
        refused,
        Err(GpuError::VertexCount {
            what: "weights of a figure",
            given: 1,
            vertices: arm::VERTICES
        })
    );
    stage.pose([0.0, 0.0]);
    assert_eq!(stage.paint(&view(1.0)).pixel(0.0, 0.0), CLEAR);
}
