//! A stage on a 2D canvas: triangles from far to near, each in one colour by its share and its light.
//! The GPU crate's `solid.wgsl` draws the same scene with a depth buffer and smooth shading.

use super::Actor;
use super::webgpu::device_size;
use skinlab_core::glam::{Mat4, Vec3, Vec4};
use skinlab_core::kernel::SkinnedVertex;
use skinlab_gpu::SolidColours;
use std::cmp::Ordering;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Steps of share and of light that colours are rounded to: finer ones cannot be told apart.
const TINTS: usize = 33;
const LIGHTS: usize = 48;
const EDGE_WIDTH: f64 = 1.0;

/// A canvas, its 2D context, and what is kept from frame to frame.
#[derive(Debug)]
pub(super) struct Canvas2d {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    colours: Option<SolidColours>,
    /// CSS colours by share and light, written when they are first needed.
    fills: Vec<Option<JsValue>>,
    edge: JsValue,
    /// The names of the context's two styles, so that no text is made in a frame.
    styles: [JsValue; 2],
    points: Vec<Point>,
    faces: Vec<Face>,
}

/// A vertex on the canvas: CSS pixels, and depth from 0 (near) to 1.
#[derive(Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
    depth: f32,
}

/// A triangle to fill, or an edge to draw, by vertex of this frame's list.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [u32; 3],
    depth: f32,
    fill: usize,
}

/// The fill of a face that is an edge; its third corner says nothing.
const EDGE: usize = usize::MAX;
/// By how much an edge is nearer than the faces that it bounds.
const EDGE_LIFT: f32 = 2e-4;

impl Canvas2d {
    /// Takes a canvas that has no context of another kind.
    pub(super) fn new(canvas: HtmlCanvasElement) -> Result<Self, JsValue> {
        let context = canvas
            .get_context("2d")?
            .ok_or_else(|| js_sys::Error::new("this browser gives no 2D context"))?
            .unchecked_into();
        Ok(Self {
            canvas,
            context,
            colours: None,
            fills: vec![None; TINTS * LIGHTS],
            edge: JsValue::NULL,
            styles: ["fillStyle", "strokeStyle"].map(JsValue::from_str),
            points: Vec::new(),
            faces: Vec::new(),
        })
    }

    pub(super) fn resize(&self, size: [f64; 3]) {
        let [width, height] = device_size(size);
        self.canvas.set_width(width);
        self.canvas.set_height(height);
    }

    /// Skins and draws every mesh. Meshes of the same place are sorted together.
    pub(super) fn draw(
        &mut self,
        actors: &mut [Option<Actor>],
        colours: &SolidColours,
        size: [f64; 3],
    ) -> Result<(), JsValue> {
        self.take(colours);
        let [width, height, dpr] = size;
        self.context.set_transform(dpr, 0.0, 0.0, dpr, 0.0, 0.0)?;
        self.context.clear_rect(0.0, 0.0, width, height);
        for actor in actors.iter_mut().flatten() {
            actor.skin()?;
        }
        for first in 0..actors.len() {
            let Some(place) = actors[first].as_ref().map(|actor| actor.place) else {
                continue;
            };
            let same = |actor: &&Actor| actor.place == place;
            // A place that an earlier mesh has had is drawn already.
            if actors[..first].iter().flatten().any(|actor| same(&actor)) {
                continue;
            }
            self.points.clear();
            self.faces.clear();
            for actor in actors[first..].iter().flatten().filter(same) {
                self.collect(actor, colours);
            }
            self.paint(place);
        }
        Ok(())
    }

    /// Forgets colours that were mixed from others.
    fn take(&mut self, colours: &SolidColours) {
        if self.colours != Some(*colours) {
            self.colours = Some(*colours);
            self.fills.fill(None);
            self.edge = css(colours.edge);
        }
    }

    /// Adds a mesh's faces and edges to this place's list.
    fn collect(&mut self, actor: &Actor, colours: &SolidColours) {
        let first = self.points.len() as u32;
        let clip = Mat4::from_cols_array(&actor.clip_from_world);
        let [left, top, width, height] = actor.place.map(f64::from);
        self.points.extend(actor.skinned.iter().map(|vertex| {
            let at: Vec4 = clip * Vec3::from_array(vertex.position).extend(1.0);
            let [x, y] = [at.x / at.w, at.y / at.w].map(f64::from);
            Point {
                x: left + width * (0.5 + 0.5 * x),
                y: top + height * (0.5 - 0.5 * y),
                depth: at.z / at.w,
            }
        }));
        let (triangles, _) = actor.triangles.as_chunks::<3>();
        for triangle in triangles {
            let corners = triangle.map(|corner| &actor.skinned[corner as usize]);
            let light = colours
                .light
                .on(facing(corners, &clip).to_array())
                .clamp(0.0, 1.0);
            let tint = triangle
                .iter()
                .map(|&corner| actor.tints[corner as usize])
                .sum::<f32>()
                / 3.0;
            let depth = self.depth(first, triangle);
            self.faces.push(Face {
                corners: triangle.map(|corner| first + corner),
                depth,
                fill: step(tint, TINTS) * LIGHTS + step(light, LIGHTS),
            });
        }
        for &[a, b] in &actor.edges {
            let depth = self.depth(first, &[a, b]) - EDGE_LIFT;
            self.faces.push(Face {
                corners: [first + a, first + b, first + b],
                depth,
                fill: EDGE,
            });
        }
    }

    /// The mean depth of some vertices.
    fn depth(&self, first: u32, corners: &[u32]) -> f32 {
        let sum: f32 = corners
            .iter()
            .map(|&corner| self.points[(first + corner) as usize].depth)
            .sum();
        sum / corners.len() as f32
    }

    /// Draws the list from far to near, within its place.
    fn paint(&mut self, place: super::Place) {
        self.faces
            .sort_unstable_by(|a, b| b.depth.partial_cmp(&a.depth).unwrap_or(Ordering::Equal));
        let [x, y, width, height] = place.map(f64::from);
        self.context.save();
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
        self.context.set_line_width(EDGE_WIDTH);
        self.context.set_line_join("round");
        let mut set_now = None;
        for face in &self.faces {
            let [a, b, c] = face.corners.map(|corner| self.points[corner as usize]);
            if !(a.x + a.y + b.x + b.y + c.x + c.y).is_finite() {
                continue;
            }
            if set_now != Some(face.fill) {
                set_now = Some(face.fill);
                let style = if face.fill == EDGE {
                    &self.edge
                } else {
                    self.fills[face.fill]
                        .get_or_insert_with(|| mixed(self.colours.as_ref(), face.fill))
                };
                for name in &self.styles {
                    // A context takes any text; the typed setters would copy it every time.
                    let _ = js_sys::Reflect::set(&self.context, name, style);
                }
            }
            self.context.begin_path();
            self.context.move_to(a.x, a.y);
            self.context.line_to(b.x, b.y);
            if face.fill != EDGE {
                self.context.line_to(c.x, c.y);
                self.context.close_path();
                self.context.fill();
            }
            // On a face it covers the seam that two anti-aliased neighbours would leave between them.
            self.context.stroke();
        }
        self.context.restore();
    }
}

/// The mean normal of a triangle, or its own where the mesh has none, on the side that is seen.
fn facing(corners: [&SkinnedVertex; 3], clip: &Mat4) -> Vec3 {
    let [a, b, c] = corners.map(|vertex| Vec3::from_array(vertex.position));
    let own = (b - a).cross(c - a).normalize_or_zero();
    let smooth: Vec3 = corners
        .iter()
        .map(|vertex| Vec3::from_array(vertex.normal))
        .sum();
    let normal = if smooth.length_squared() > 0.25 {
        smooth.normalize()
    } else {
        own
    };
    // Towards the viewer is where clip depth falls.
    let away = Vec3::new(clip.x_axis.z, clip.y_axis.z, clip.z_axis.z);
    if normal.dot(away) > 0.0 {
        -normal
    } else {
        normal
    }
}

/// The nearest of `count` steps from 0 to 1.
fn step(share: f32, count: usize) -> usize {
    let last = count - 1;
    ((share.clamp(0.0, 1.0) * last as f32).round() as usize).min(last)
}

/// The colour of a share and a light, as `solid.wgsl` mixes it.
fn mixed(colours: Option<&SolidColours>, fill: usize) -> JsValue {
    let Some(colours) = colours else {
        return JsValue::NULL;
    };
    let share = (fill / LIGHTS) as f32 / (TINTS - 1) as f32;
    let light = (fill % LIGHTS) as f32 / (LIGHTS - 1) as f32;
    let [parent, mid, child] =
        [colours.parent_fill, colours.mid_fill, colours.child_fill].map(Vec4::from_array);
    let tinted = if share < 0.5 {
        parent.lerp(mid, 2.0 * share)
    } else {
        mid.lerp(child, 2.0 * share - 1.0)
    };
    css((tinted.truncate() * light).extend(tinted.w).to_array())
}

/// A colour as CSS writes it.
fn css(rgba: [f32; 4]) -> JsValue {
    JsValue::from_str(&crate::canvas2d::css(rgba))
}
