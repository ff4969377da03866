//! The mesh layer on a 2D canvas, from what the batch kernel wrote. The GPU crate's `figure.wgsl` draws
//! the same picture: the same widths, the same mixing of colours, the same order.

use skinlab_core::kernel::SkinnedVertex;
use skinlab_core::rigs::arm;
use skinlab_gpu::{Colours, View};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

// CSS pixels, as in `figure.wgsl`.
const HATCH_PERIOD: f64 = 9.0;
const HATCH_WIDTH: f64 = 3.0;
const EDGE_WIDTH: f64 = 1.0;
const DISC_RADIUS: f64 = 3.2;
const DIAMOND_HALF_DIAGONAL: f64 = 4.2;

/// A canvas, its 2D context, and the colours as CSS text.
#[derive(Debug)]
pub(crate) struct Canvas2d {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    colours: Colours,
    text: Text,
    edges: Vec<[u32; 2]>,
}

/// The colours that are used whole.
#[derive(Debug, Default)]
struct Text {
    edge: String,
    hatch: String,
    parent_marker: String,
    child_marker: String,
}

impl Canvas2d {
    /// Takes a canvas that has no context of another kind.
    pub(crate) fn new(canvas: HtmlCanvasElement) -> Result<Self, JsValue> {
        let context = canvas
            .get_context("2d")?
            .ok_or_else(|| JsValue::from_str("this browser gives no 2D context"))?
            .unchecked_into();
        Ok(Self {
            canvas,
            context,
            colours: Colours::default(),
            text: Text::default(),
            edges: arm::edges(),
        })
    }

    /// Makes the canvas as large as `view` says, in device pixels.
    pub(crate) fn resize(&self, view: View) {
        let (width, height) = view.device_size();
        self.canvas.set_width(width);
        self.canvas.set_height(height);
    }

    /// Draws the arm: `skinned` holds at least its vertices, `child` one child's share each.
    pub(crate) fn draw(
        &mut self,
        view: View,
        colours: &Colours,
        skinned: &[SkinnedVertex],
        child: &[f32],
    ) -> Result<(), JsValue> {
        self.take(colours);
        let points: Vec<[f64; 2]> = skinned
            .iter()
            .map(|vertex| to_pixels(view, vertex.position))
            .collect();
        let context = &self.context;
        context.set_transform(view.dpr, 0.0, 0.0, view.dpr, 0.0, 0.0)?;
        context.clear_rect(0.0, 0.0, view.width, view.height);
        for cell in 0..arm::COLUMNS - 1 {
            self.fill_cell(cell, &points, child);
        }
        self.hatch(view, &points, child);
        self.stroke_edges(&points);
        self.mark(&points[..arm::VERTICES], child)
    }

    fn take(&mut self, colours: &Colours) {
        if self.colours != *colours || self.text.edge.is_empty() {
            self.colours = *colours;
            self.text = Text {
                edge: css(colours.edge),
                hatch: css(colours.hatch),
                parent_marker: css(colours.parent_marker),
                child_marker: css(colours.child_marker),
            };
        }
    }

    /// Fills one cell. Where the shares differ, each triangle gets a linear gradient: a share that is
    /// interpolated over a triangle is linear in the plane, so the gradient is exact. The whole cell
    /// is filled first, so that the seam between its triangles does not show what lies behind.
    fn fill_cell(&self, cell: usize, points: &[[f64; 2]], child: &[f32]) {
        let [a, b, c, d] = [2 * cell, 2 * cell + 1, 2 * cell + 2, 2 * cell + 3];
        let (left, right) = (f64::from(child[a]), f64::from(child[c]));
        self.path(&[points[a], points[c], points[d], points[b]]);
        self.context
            .set_fill_style_str(&css(self.mixed(f64::midpoint(left, right))));
        self.context.fill();
        if left != right {
            self.fill_triangle([points[a], points[b], points[c]], [left, left, right]);
            self.fill_triangle([points[c], points[b], points[d]], [right, left, right]);
        }
    }

    fn fill_triangle(&self, corners: [[f64; 2]; 3], shares: [f64; 3]) {
        let Some([from, to]) = gradient_line(corners, shares) else {
            return;
        };
        let gradient = self
            .context
            .create_linear_gradient(from[0], from[1], to[0], to[1]);
        for (offset, colour) in [
            (0.0, self.colours.parent_fill),
            (0.5, self.colours.mid_fill),
            (1.0, self.colours.child_fill),
        ] {
            // The offsets are constants within 0 to 1 and the colours are written by `css`.
            let _ = gradient.add_color_stop(offset, &css(colour));
        }
        self.path(&corners);
        self.context.set_fill_style_canvas_gradient(&gradient);
        self.context.fill();
    }

    /// Hatches the cells that the child holds more than half of, along x + y = k on the canvas.
    fn hatch(&self, view: View, points: &[[f64; 2]], child: &[f32]) {
        let context = &self.context;
        context.save();
        context.begin_path();
        for cell in 0..arm::COLUMNS - 1 {
            let [a, b, c, d] = [2 * cell, 2 * cell + 1, 2 * cell + 2, 2 * cell + 3];
            if f64::midpoint(f64::from(child[a]), f64::from(child[c])) > 0.5 {
                self.trace(&[points[a], points[c], points[d], points[b]]);
            }
        }
        context.clip();
        context.begin_path();
        let step = HATCH_PERIOD * std::f64::consts::SQRT_2;
        let reach = view.width + view.height;
        for line in 0..=(reach / step) as u32 {
            let sum = f64::from(line) * step;
            context.move_to(sum, 0.0);
            context.line_to(sum - view.height, view.height);
        }
        context.set_stroke_style_str(&self.text.hatch);
        context.set_line_width(HATCH_WIDTH);
        context.stroke();
        context.restore();
    }

    fn stroke_edges(&self, points: &[[f64; 2]]) {
        let context = &self.context;
        context.set_stroke_style_str(&self.text.edge);
        context.set_line_width(EDGE_WIDTH);
        for &[a, b] in &self.edges {
            let ([ax, ay], [bx, by]) = (points[a as usize], points[b as usize]);
            context.begin_path();
            context.move_to(ax, ay);
            context.line_to(bx, by);
            context.stroke();
        }
    }

    /// A disc on every vertex that the parent holds, a diamond where the child holds half or more.
    fn mark(&self, points: &[[f64; 2]], child: &[f32]) -> Result<(), JsValue> {
        let context = &self.context;
        context.set_fill_style_str(&self.text.parent_marker);
        for ([x, y], _) in points.iter().zip(child).filter(|(_, share)| **share < 0.5) {
            context.begin_path();
            context.arc(*x, *y, DISC_RADIUS, 0.0, std::f64::consts::TAU)?;
            context.fill();
        }
        context.set_fill_style_str(&self.text.child_marker);
        let r = DIAMOND_HALF_DIAGONAL;
        for ([x, y], _) in points.iter().zip(child).filter(|(_, share)| **share >= 0.5) {
            self.path(&[[x - r, *y], [*x, y - r], [x + r, *y], [*x, y + r]]);
            context.fill();
        }
        Ok(())
    }

    fn path(&self, points: &[[f64; 2]]) {
        self.context.begin_path();
        self.trace(points);
    }

    fn trace(&self, points: &[[f64; 2]]) {
        for (index, [x, y]) in points.iter().enumerate() {
            if index == 0 {
                self.context.move_to(*x, *y);
            } else {
                self.context.line_to(*x, *y);
            }
        }
        self.context.close_path();
    }

    /// The fill at a child's share: parent → middle → child, linear in each half.
    fn mixed(&self, share: f64) -> [f32; 4] {
        let share = share as f32;
        let mix = |from: [f32; 4], to: [f32; 4], t: f32| {
            std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * t)
        };
        if share <= 0.5 {
            mix(self.colours.parent_fill, self.colours.mid_fill, 2.0 * share)
        } else {
            mix(
                self.colours.mid_fill,
                self.colours.child_fill,
                2.0 * share - 1.0,
            )
        }
    }
}

/// A world point (metres) in CSS pixels.
fn to_pixels(view: View, [x, y, _]: [f32; 3]) -> [f64; 2] {
    [
        view.origin_x + view.px_per_metre * f64::from(x),
        view.origin_y - view.px_per_metre * f64::from(y),
    ]
}

/// The points of the plane where a share that is linear over the triangle is 0 and 1; `None` for a
/// triangle without area or a share that does not change.
fn gradient_line(corners: [[f64; 2]; 3], shares: [f64; 3]) -> Option<[[f64; 2]; 2]> {
    let [[ax, ay], [bx, by], [cx, cy]] = corners;
    let (ux, uy, vx, vy) = (bx - ax, by - ay, cx - ax, cy - ay);
    let area = ux * vy - uy * vx;
    let (du, dv) = (shares[1] - shares[0], shares[2] - shares[0]);
    let gx = (du * vy - dv * uy) / area;
    let gy = (dv * ux - du * vx) / area;
    let square = gx * gx + gy * gy;
    if !square.is_finite() || square == 0.0 {
        return None;
    }
    let along = |share: f64| {
        let t = (share - shares[0]) / square;
        [ax + t * gx, ay + t * gy]
    };
    Some([along(0.0), along(1.0)])
}

/// A colour as CSS text.
pub(crate) fn css([red, green, blue, alpha]: [f32; 4]) -> String {
    let byte = |channel: f32| (channel * 255.0).round() as u8;
    let percent = (alpha * 100.0).round() as u8;
    format!(
        "rgb({} {} {} / {percent}%)",
        byte(red),
        byte(green),
        byte(blue)
    )
}
