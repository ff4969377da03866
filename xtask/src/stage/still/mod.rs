//! A still picture of each figure in its first state: what a reader sees where scripts or WebAssembly
//! are blocked, and what a host page shows until a lesson is loaded.
//!
//! The positions are the core's own, in the state in which the page opens. Colours stand in attributes,
//! since a policy may refuse style elements, and no text is drawn, since a picture has no language.

mod tokens;

use std::fmt::Write as _;

use skinlab_core::glam::DVec3;
use skinlab_core::lessons::{LESSONS, Outline, Scene};
use skinlab_core::rigs::arm;
use tokens::{Shade, Tokens};

/// The size of every picture, px.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
/// Room around what is drawn, px.
const MARGIN: f64 = 48.0;
/// Lines of the grid, metres.
const GRID: f64 = 0.3;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StillError {
    /// The style sheet lacks a colour.
    #[error("www/style/tokens.css has no colour --{0} with a light and a dark value")]
    Colour(String),
    /// A scene does not answer for its own fields.
    #[error("the lesson {0} gives no first state")]
    Scene(&'static str),
}

/// The file name and the text of every picture; `css` is the style sheet with the colours.
///
/// # Errors
/// When a colour or a scene is missing.
pub(super) fn all(css: &str) -> Result<Vec<(String, String)>, StillError> {
    let tokens = Tokens::read(css);
    let mut stills = Vec::new();
    for (index, lesson) in LESSONS.iter().enumerate() {
        for (shade, name) in Shade::ALL {
            let mut still =
                Still::new(index, &tokens, shade).ok_or(StillError::Scene(lesson.id))?;
            stills.push((format!("{}-{name}.svg", lesson.id), still.draw()?));
        }
    }
    Ok(stills)
}

/// One picture on its way.
struct Still<'a> {
    scene: Scene,
    elbow: DVec3,
    tip: DVec3,
    tokens: &'a Tokens,
    shade: Shade,
    scale: f64,
    origin: DVec3,
    svg: String,
}

impl<'a> Still<'a> {
    fn new(lesson: usize, tokens: &'a Tokens, shade: Shade) -> Option<Self> {
        let mut scene = Scene::new(lesson)?;
        let fields = scene.lesson().fields;
        let mut values = vec![0.0; fields.len()];
        scene.view(&mut values).ok()?;
        let value = |name: &str| Some(values[fields.iter().position(|field| *field == name)?]);
        let elbow = DVec3::new(value("elbow-x")?, value("elbow-y")?, 0.0);
        let tip = DVec3::new(value("tip-x")?, value("tip-y")?, 0.0);
        let mut still = Self {
            scene,
            elbow,
            tip,
            tokens,
            shade,
            scale: 1.0,
            origin: DVec3::ZERO,
            svg: String::new(),
        };
        still.fit();
        Some(still)
    }

    fn has_mesh(&self) -> bool {
        self.scene.lesson().has_mesh
    }

    /// The outlines that the figure of the page draws too, with their colours.
    fn outlines(&self) -> &'static [(Outline, &'static str)] {
        match self.scene.lesson().id {
            "inverse-bind" => &[(Outline::Modelled, "ink-2")],
            "weights" | "cost" => &[(Outline::Parent, "c0-ink"), (Outline::Child, "c1-ink")],
            _ => &[],
        }
    }

    /// Puts scale and origin so that everything drawn has room.
    fn fit(&mut self) {
        let mut points = vec![DVec3::ZERO, self.elbow, self.tip];
        if self.has_mesh() {
            points.extend_from_slice(self.scene.reference());
        }
        for (outline, _) in self.outlines() {
            points.extend(self.scene.outline(*outline));
        }
        let low = points.iter().fold(DVec3::ZERO, |low, p| low.min(*p));
        let high = points.iter().fold(DVec3::ZERO, |high, p| high.max(*p));
        let room = high - low;
        let (wide, tall) = (WIDTH - 2.0 * MARGIN, HEIGHT - 2.0 * MARGIN);
        self.scale = (wide / room.x).min(tall / room.y);
        let middle = low.midpoint(high) * self.scale;
        self.origin = DVec3::new(WIDTH / 2.0 - middle.x, HEIGHT / 2.0 + middle.y, 0.0);
    }

    fn x(&self, metres: f64) -> f64 {
        self.origin.x + self.scale * metres
    }

    fn y(&self, metres: f64) -> f64 {
        self.origin.y - self.scale * metres
    }

    fn colour(&self, name: &str) -> Result<&'a str, StillError> {
        let colour = self.tokens.get(name, self.shade);
        colour.ok_or_else(|| StillError::Colour(name.to_owned()))
    }

    fn draw(&mut self) -> Result<String, StillError> {
        let surface = self.colour("surface")?;
        self.put(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\"><defs>"
        ));
        self.pattern("mesh", 9, 3, None, self.colour("mesh-hatch")?);
        self.pattern(
            "bone",
            7,
            3,
            Some(self.colour("c1-wash")?),
            self.colour("c1")?,
        );
        self.put(&format!(
            "</defs><path fill=\"{surface}\" d=\"M0 0H{WIDTH}V{HEIGHT}H0z\"/>"
        ));
        self.ground()?;
        for (outline, colour) in self.outlines() {
            let points: Vec<DVec3> = self.scene.outline(*outline).collect();
            let around = self.polygon(&around(&points));
            let colour = self.colour(colour)?;
            self.put(&format!(
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.75\" \
                 stroke-dasharray=\"6 5\" d=\"{around}\"/>"
            ));
        }
        if self.has_mesh() {
            self.mesh()?;
        }
        self.bones()?;
        self.put("</svg>\n");
        Ok(std::mem::take(&mut self.svg))
    }

    fn put(&mut self, text: &str) {
        self.svg.push_str(text);
    }

    fn pattern(&mut self, id: &str, period: u8, width: u8, ground: Option<&str>, line: &str) {
        let ground = ground.map_or_else(String::new, |colour| {
            format!("<path fill=\"{colour}\" d=\"M0 0H{period}V{period}H0z\"/>")
        });
        self.put(&format!(
            "<pattern id=\"{id}\" width=\"{period}\" height=\"{period}\" \
             patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">{ground}\
             <path stroke=\"{line}\" stroke-width=\"{}\" d=\"M0 0V{period}\"/></pattern>",
            2 * width
        ));
    }

    /// Grid, axes, and how far the arm reaches.
    fn ground(&mut self) -> Result<(), StillError> {
        let step = GRID * self.scale;
        let mut lines = String::new();
        let mut x = self.origin.x.rem_euclid(step);
        while x < WIDTH {
            let _ = write!(lines, "M{x:.1} 0V{HEIGHT}");
            x += step;
        }
        let mut y = self.origin.y.rem_euclid(step);
        while y < HEIGHT {
            let _ = write!(lines, "M0 {y:.1}H{WIDTH}");
            y += step;
        }
        let (line, axis) = (self.colour("line")?, self.colour("line-2")?);
        let (x, y, far) = (self.x(0.0), self.y(0.0), (arm::L1 + arm::L2) * self.scale);
        let dots = self.colour("ink-3")?;
        self.put(&format!(
            "<path stroke=\"{line}\" fill=\"none\" d=\"{lines}\"/>\
             <path stroke=\"{axis}\" fill=\"none\" d=\"M0 {y:.1}H{WIDTH}M{x:.1} 0V{HEIGHT}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{far:.1}\" fill=\"none\" stroke=\"{dots}\" \
             stroke-width=\"1.5\" stroke-dasharray=\"1 5\" stroke-linecap=\"round\"/>"
        ));
        Ok(())
    }

    fn polygon(&self, points: &[DVec3]) -> String {
        let mut path = String::new();
        for (index, point) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(
                path,
                "{letter}{:.1} {:.1}",
                self.x(point.x),
                self.y(point.y)
            );
        }
        path.push('z');
        path
    }

    /// The cells of the mesh, tinted by the child's share, hatched where the child holds the most.
    fn mesh(&mut self) -> Result<(), StillError> {
        let points = self.scene.reference().to_vec();
        let child: Vec<f64> = self.scene.child_weights().collect();
        let [parent, middle, other] = [
            self.colour("mesh-parent")?,
            self.colour("mesh-middle")?,
            self.colour("mesh-child")?,
        ];
        let edge = self.colour("mesh-edge")?;
        let mut hatched = String::new();
        for cell in 0..arm::COLUMNS - 1 {
            let [a, b, c, d] = [2 * cell, 2 * cell + 1, 2 * cell + 2, 2 * cell + 3];
            let share = f64::midpoint(child[a], child[c]);
            let path = self.polygon(&[points[a], points[c], points[d], points[b]]);
            let fill = if share < 0.5 {
                Tokens::between(parent, middle, 2.0 * share)
            } else {
                Tokens::between(middle, other, 2.0 * share - 1.0)
            };
            let fill = fill.ok_or_else(|| StillError::Colour("mesh-middle".to_owned()))?;
            self.put(&format!(
                "<path fill=\"{fill}\" stroke=\"{edge}\" d=\"{path}\"/>"
            ));
            if share > 0.5 {
                hatched.push_str(&path);
            }
        }
        self.put(&format!("<path fill=\"url(#mesh)\" d=\"{hatched}\"/>"));
        Ok(())
    }

    /// Both bones, widest at an eighth of their length, the fixed root and the elbow, the tip.
    fn bones(&mut self) -> Result<(), StillError> {
        let fills = [self.colour("c0")?, "url(#bone)"];
        let lines = [self.colour("c0-ink")?, self.colour("c1-ink")?];
        for (joint, (from, to)) in [(DVec3::ZERO, self.elbow), (self.elbow, self.tip)]
            .into_iter()
            .enumerate()
        {
            let along = to - from;
            let aside = DVec3::new(-along.y, along.x, 0.0) * 0.058;
            let wide = from + along * 0.13;
            let path = self.polygon(&[from, wide + aside, to, wide - aside]);
            self.put(&format!(
                "<path fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\" d=\"{path}\"/>",
                fills[joint], lines[joint]
            ));
        }
        let (surface, ink) = (self.colour("surface")?, self.colour("ink")?);
        for joint in [DVec3::ZERO, self.elbow] {
            let (x, y) = (self.x(joint.x), self.y(joint.y));
            self.put(&format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{surface}\" stroke=\"{ink}\" \
                 stroke-width=\"2.5\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{ink}\"/>"
            ));
        }
        let (x, y) = (self.x(self.tip.x), self.y(self.tip.y));
        let colour = self.colour("c1")?;
        self.put(&format!(
            "<path fill=\"{colour}\" stroke=\"{surface}\" stroke-width=\"2\" \
             d=\"M{x:.1} {:.1}l12 12l-12 12l-12 -12z\"/>",
            y - 12.0
        ));
        Ok(())
    }
}

/// The outline of the arm's mesh: along the upper row, back along the lower one.
fn around(points: &[DVec3]) -> Vec<DVec3> {
    let upper = points.iter().step_by(2);
    let lower = points.iter().skip(1).step_by(2).rev();
    upper.chain(lower).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stills() -> Vec<(String, String)> {
        let css = std::fs::read_to_string(crate::repo::root().join("www/style/tokens.css"));
        all(&css.unwrap()).unwrap()
    }

    #[test]
    fn every_lesson_has_a_light_and_a_dark_picture() {
        let stills = stills();
        assert_eq!(stills.len(), 2 * LESSONS.len());
        for lesson in &LESSONS {
            for shade in ["light", "dark"] {
                let name = format!("{}-{shade}.svg", lesson.id);
                let (_, svg) = stills.iter().find(|(file, _)| *file == name).unwrap();
                assert!(svg.contains("url(#bone)") && svg.ends_with("</svg>\n"));
                assert_eq!(
                    svg.contains("url(#mesh)\" d=\"M"),
                    lesson.has_mesh,
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn the_hand_lies_where_the_closed_form_has_it() {
        // At θ₀ = 40° and θ₁ = −70° the tip is at (0.9 cos 40° + 0.9 cos 30°, 0.9 sin 40° − 0.45).
        let css = ":root {\n --ink: light-dark(#000000, #ffffff);\n}";
        let tokens = Tokens::read(css);
        let still = Still::new(0, &tokens, Shade::Light).unwrap();
        let (first, second) = (40_f64.to_radians(), 30_f64.to_radians());
        assert!((still.tip.x - 0.9 * (first.cos() + second.cos())).abs() < 1e-12);
        assert!((still.tip.y - (0.9 * first.sin() - 0.45)).abs() < 1e-12);
        let (x, y) = (still.x(still.tip.x), still.y(still.tip.y));
        assert!(x <= WIDTH - MARGIN + 0.1 && (MARGIN - 0.1..HEIGHT).contains(&y));
    }

    #[test]
    fn a_missing_colour_is_named_and_no_style_or_script_is_in_a_picture() {
        let message = all(":root {}").unwrap_err().to_string();
        assert!(message.contains("--surface"), "{message}");
        for (name, svg) in stills() {
            for word in ["style", "script", "NaN", "inf", "<text"] {
                assert!(!svg.contains(word), "{name}: {word}");
            }
        }
    }
}
