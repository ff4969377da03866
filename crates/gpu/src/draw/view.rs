//! Where a figure's world lies on its canvas, and in which colours it is drawn.

use crate::layout::Frame;

/// A window on the world, looking along −z with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Width of the canvas, CSS pixels.
    pub width: f64,
    /// Height of the canvas, CSS pixels.
    pub height: f64,
    /// Device pixels a CSS pixel.
    pub dpr: f64,
    /// Where the world's origin is, CSS pixels from the left.
    pub origin_x: f64,
    /// Where the world's origin is, CSS pixels from the top.
    pub origin_y: f64,
    /// CSS pixels a metre.
    pub px_per_metre: f64,
}

impl View {
    /// Width and height in whole device pixels, at least 1.
    #[must_use]
    pub fn device_size(&self) -> (u32, u32) {
        let pixels = |css: f64| (css * self.dpr).round().max(1.0) as u32;
        (pixels(self.width), pixels(self.height))
    }

    /// A world point (x, y in metres) in device pixels from the top left corner.
    #[must_use]
    pub fn to_device(&self, x: f64, y: f64) -> (f64, f64) {
        (
            (self.origin_x + x * self.px_per_metre) * self.dpr,
            (self.origin_y - y * self.px_per_metre) * self.dpr,
        )
    }

    /// What the shaders need of it, for a target of `size` device pixels.
    pub(crate) fn frame(&self, (width, height): (u32, u32), colours: &Colours) -> Frame {
        let (x, y) = self.to_device(0.0, 0.0);
        Frame {
            origin: [x as f32, y as f32],
            size: [width as f32, height as f32],
            metre: (self.px_per_metre * self.dpr) as f32,
            dpr: self.dpr as f32,
            padding: [0.0; 2],
            parent_fill: colours.parent_fill,
            mid_fill: colours.mid_fill,
            child_fill: colours.child_fill,
            edge: colours.edge,
            hatch: colours.hatch,
            parent_marker: colours.parent_marker,
            child_marker: colours.child_marker,
        }
    }
}

/// sRGB colours, 0 to 1, with straight alpha; mixed as they are, without decoding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Colours {
    /// Fill where the parent holds all of a vertex.
    pub parent_fill: [f32; 4],
    /// Fill where parent and child hold half each.
    pub mid_fill: [f32; 4],
    /// Fill where the child holds all of a vertex.
    pub child_fill: [f32; 4],
    /// Cell edges.
    pub edge: [f32; 4],
    /// Hatching.
    pub hatch: [f32; 4],
    /// Discs on vertices that the parent holds.
    pub parent_marker: [f32; 4],
    /// Diamonds on vertices that the child holds.
    pub child_marker: [f32; 4],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y_goes_up_and_sizes_round() {
        let view = View {
            width: 100.25,
            height: 0.1,
            dpr: 2.0,
            origin_x: 10.0,
            origin_y: 40.0,
            px_per_metre: 20.0,
        };
        assert_eq!(view.device_size(), (201, 1));
        assert_eq!(view.to_device(1.0, 1.0), (60.0, 40.0));
    }
}
