// A vertex as it is stored: position (metres), then unit normal. Arrays instead of vec3, which would
// be padded: 24 bytes, as a vertex buffer wants them.

struct Vertex {
    position: array<f32, 3>,
    normal: array<f32, 3>,
}
