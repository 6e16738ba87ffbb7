//! What a person wrote about a line.

use aite::script::File;

/// The comment right above the line of a byte, without its `#`s.
pub fn above(file: &File, offset: usize) -> Option<String> {
    let line = file.lines.line(offset);
    let comment = |at: usize| file.line_text(at).trim().strip_prefix('#').map(str::trim);
    let mut lines: Vec<_> = (0..line).rev().map_while(comment).collect();
    lines.reverse();
    let said = lines.join("\n").trim().to_owned();
    (!said.is_empty()).then_some(said)
}
