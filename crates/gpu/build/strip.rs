// A shader's text as it ships: what only people read is left away, names stay.

/// Characters beside which WGSL needs no blank. Operators are not among them: `a - -b` and
/// `vec3<f32> = b` mean something else when they are pushed together.
const ALONE: [char; 9] = ['{', '}', '(', ')', '[', ']', ',', ';', ':'];

/// `source` without comments, line breaks and indentation. The shaders have line comments only.
pub fn strip(source: &str) -> String {
    let words = source.lines().flat_map(|line| {
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        code.split_whitespace()
    });
    let mut text = String::new();
    for word in words {
        if !text.ends_with(ALONE) && !word.starts_with(ALONE) && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text.push('\n');
    text
}
