// The mesh layer of a figure, seen along −z: fill, hatching, cell edges, vertex markers.
//
// Colours are sRGB values, mixed and written as they are, which is also what a 2D canvas does.
// Lines and markers take their smooth edges from a distance in device pixels; the outline of the
// fill takes its own from multisampling. Needs `colour.wgsl`.

struct Frame {
    // Where the world's origin is, in device pixels from the top left corner, y down.
    origin: vec2<f32>,
    // The size of the picture in device pixels.
    size: vec2<f32>,
    // Device pixels a metre.
    metre: f32,
    // Device pixels a CSS pixel.
    dpr: f32,
    // Straight alpha.
    parent_fill: vec4<f32>,
    mid_fill: vec4<f32>,
    child_fill: vec4<f32>,
    edge: vec4<f32>,
    hatch: vec4<f32>,
    parent_marker: vec4<f32>,
    child_marker: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// CSS pixels, the same in the 2D canvas's drawing.
const HATCH_PERIOD = 9.0;
const HATCH_WIDTH = 3.0;
const EDGE_WIDTH = 1.0;
const DISC_RADIUS = 3.2;
const DIAMOND_HALF_DIAGONAL = 4.2;

fn to_pixels(world: vec2<f32>) -> vec2<f32> {
    return frame.origin + frame.metre * vec2(world.x, -world.y);
}

fn to_clip(pixels: vec2<f32>) -> vec4<f32> {
    let unit = 2.0 * pixels / frame.size - 1.0;
    return vec4(unit.x, -unit.y, 0.0, 1.0);
}

// How much of a pixel a shape covers whose edge is `distance` device pixels away, positive outside.
fn coverage(distance: f32) -> f32 {
    return saturate(0.5 - distance);
}

// How much of a pixel a stroke covers whose middle is `distance` away and that is `width` wide.
fn stroke(distance: f32, width: f32) -> f32 {
    return min(coverage(distance - 0.5 * width), width);
}

struct Fill {
    @builtin(position) clip: vec4<f32>,
    @location(0) child: f32,
}

@vertex
fn fill_vertex(@location(0) position: vec3<f32>, @location(1) child: f32) -> Fill {
    return Fill(to_clip(to_pixels(position.xy)), child);
}

@fragment
fn fill_fragment(in: Fill) -> @location(0) vec4<f32> {
    let fill = tinted(frame.parent_fill, frame.mid_fill, frame.child_fill, in.child);
    return premultiplied(fill, 1.0);
}

@fragment
fn hatch_fragment(in: Fill) -> @location(0) vec4<f32> {
    // Across the lines x + y = k, a pixel's centre is this far from the top left corner.
    let across = (in.clip.x + in.clip.y) * sqrt(0.5);
    let period = HATCH_PERIOD * frame.dpr;
    let from_line = abs(across - period * round(across / period));
    return premultiplied(frame.hatch, stroke(from_line, HATCH_WIDTH * frame.dpr));
}

// The corner of a strip of two triangles, each coordinate −1 or 1.
fn corner_of(index: u32) -> vec2<f32> {
    return vec2(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
}

struct Line {
    @builtin(position) clip: vec4<f32>,
    // Device pixels along the line from its middle, and across it.
    @location(0) from_middle: vec2<f32>,
    @location(1) half_length: f32,
}

@vertex
fn edge_vertex(@builtin(vertex_index) index: u32, @location(0) ends: vec4<f32>) -> Line {
    let a = to_pixels(ends.xy);
    let b = to_pixels(ends.zw);
    let length_ab = distance(a, b);
    // An edge that has collapsed to a point has no direction, and its strip no area.
    let along = (b - a) / max(length_ab, 1e-6);
    // One pixel more on every side leaves room for the smooth edge.
    let half_size = 0.5 * vec2(length_ab, EDGE_WIDTH * frame.dpr) + 1.0;
    let from_middle = corner_of(index) * half_size;
    let across = vec2(-along.y, along.x);
    let pixels = 0.5 * (a + b) + from_middle.x * along + from_middle.y * across;
    return Line(to_clip(pixels), from_middle, 0.5 * length_ab);
}

@fragment
fn edge_fragment(in: Line) -> @location(0) vec4<f32> {
    let sideways = stroke(abs(in.from_middle.y), EDGE_WIDTH * frame.dpr);
    let lengthways = coverage(abs(in.from_middle.x) - in.half_length);
    return premultiplied(frame.edge, sideways * lengthways);
}

struct Marker {
    @builtin(position) clip: vec4<f32>,
    // Device pixels from the vertex.
    @location(0) from_vertex: vec2<f32>,
    // 0 for a disc, 1 for a diamond.
    @location(1) diamond: f32,
}

@vertex
fn marker_vertex(
    @builtin(vertex_index) index: u32,
    @location(0) position: vec3<f32>,
    @location(1) child: f32,
) -> Marker {
    let from_vertex = corner_of(index) * (DIAMOND_HALF_DIAGONAL * frame.dpr + 1.0);
    let pixels = to_pixels(position.xy) + from_vertex;
    return Marker(to_clip(pixels), from_vertex, select(0.0, 1.0, child >= 0.5));
}

@fragment
fn marker_fragment(in: Marker) -> @location(0) vec4<f32> {
    let disc = length(in.from_vertex) - DISC_RADIUS * frame.dpr;
    let diagonal = abs(in.from_vertex.x) + abs(in.from_vertex.y);
    let diamond = (diagonal - DIAMOND_HALF_DIAGONAL * frame.dpr) * sqrt(0.5);
    if in.diamond > 0.5 {
        return premultiplied(frame.child_marker, coverage(diamond));
    }
    return premultiplied(frame.parent_marker, coverage(disc));
}
