//! Light and colours for meshes in space.

use crate::layout::Solid;

/// Light for meshes in space: an even light from above and below and one lamp far away. The fill's
/// colour is multiplied by what falls on it, and no component gets past 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Towards the lamp, world space, of any length but 0; a vector of length 0 puts the lamp out.
    pub towards_lamp: [f32; 3],
    /// What the lamp adds where it falls in straight.
    pub lamp: f32,
    /// What falls on a surface that faces straight down.
    pub ground: f32,
    /// What falls on a surface that faces straight up.
    pub sky: f32,
}

impl Light {
    /// From above, over the left shoulder of somebody who looks along −z; where it is brightest a
    /// colour comes out nearly as it is.
    pub const STUDIO: Self = Self {
        towards_lamp: [-0.4, 0.7, 0.6],
        lamp: 0.285,
        ground: 0.5,
        sky: 0.74,
    };

    /// By how much the colour of a surface with this unit normal is multiplied; what
    /// `solid.wgsl` computes, for whoever draws the same without a GPU.
    #[must_use]
    pub fn on(&self, normal: [f32; 3]) -> f32 {
        let lamp = self.unit_towards_lamp();
        let straight: f32 = normal.iter().zip(lamp).map(|(n, l)| n * l).sum();
        let up = 0.5 + 0.5 * normal[1];
        self.ground * (1.0 - up) + self.sky * up + self.lamp * straight.max(0.0)
    }

    fn unit_towards_lamp(&self) -> [f32; 3] {
        let squared: f32 = self.towards_lamp.iter().map(|x| x * x).sum();
        let length = squared.max(f32::MIN_POSITIVE).sqrt();
        self.towards_lamp.map(|x| x / length)
    }
}

/// sRGB colours, 0 to 1, with straight alpha, and the light. Fills should be opaque: what lies behind
/// another mesh is hidden and not mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidColours {
    /// Fill where the parent holds all of a vertex.
    pub parent_fill: [f32; 4],
    /// Fill where parent and child hold half each.
    pub mid_fill: [f32; 4],
    /// Fill where the child holds all of a vertex.
    pub child_fill: [f32; 4],
    /// Lines along edges; light does not change them.
    pub edge: [f32; 4],
    /// The light.
    pub light: Light,
}

impl SolidColours {
    pub(super) fn uniform(&self, clip_from_world: [f32; 16]) -> Solid {
        Solid {
            clip_from_world,
            parent_fill: self.parent_fill,
            mid_fill: self.mid_fill,
            child_fill: self.child_fill,
            edge: self.edge,
            towards_lamp: self.light.unit_towards_lamp(),
            lamp: self.light.lamp,
            ground: self.light.ground,
            sky: self.light.sky,
            padding: [0.0; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_what_falls_from_each_side() {
        let light = Light {
            towards_lamp: [0.0, 0.0, 2.0],
            lamp: 0.25,
            ground: 0.5,
            sky: 0.75,
        };
        assert_eq!(light.on([0.0, 1.0, 0.0]), 0.75);
        assert_eq!(light.on([0.0, -1.0, 0.0]), 0.5);
        assert_eq!(light.on([0.0, 0.0, 1.0]), 0.875);
        assert_eq!(light.on([0.0, 0.0, -1.0]), 0.625);
        let dark = Light {
            towards_lamp: [0.0; 3],
            ..light
        };
        assert_eq!(dark.on([0.0, 0.0, 1.0]), 0.625);
    }

    #[test]
    fn the_studio_never_gets_past_the_colour_itself() {
        let mut brightest = 0.0_f32;
        for step in 0..=180 {
            for turn in 0..72 {
                let (polar, around) =
                    ((step as f32).to_radians(), (turn as f32 * 5.0).to_radians());
                let normal = [
                    polar.sin() * around.cos(),
                    polar.cos(),
                    polar.sin() * around.sin(),
                ];
                brightest = brightest.max(Light::STUDIO.on(normal));
            }
        }
        assert!((0.97..=1.0).contains(&brightest), "{brightest}");
    }
}
