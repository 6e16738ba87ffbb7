//! Between bytes of a text and what an editor calls a position.

use aite::script::ast::Span;
use aite::script::{File, LineIndex};
use ropey::Rope;
use tower_lsp::lsp_types::{Position, PositionEncodingKind, Range};

/// How the editor counts in a line (LSP, `PositionEncodingKind`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    /// UTF-8 where the editor offers it, as nothing has to be counted then; else what every editor speaks.
    pub fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The units a text has.
    pub fn length(self, text: &str) -> u32 {
        let length = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
        };
        length as u32
    }

    /// The byte in a line that so many units lead to: one inside a character leads to the character's start, one past the
    /// line's end to its end.
    pub fn byte_in(self, line: &str, units: u32) -> usize {
        let mut left = units as usize;
        for (at, c) in line.char_indices() {
            let length = match self {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if left < length {
                return at;
            }
            left -= length;
        }
        line.len()
    }
}

/// The byte of a text that a position leads to. One past a line's end is the line's end, one past the last line the text's.
pub fn to_byte(rope: &Rope, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    if line >= rope.len_lines() {
        return rope.len_bytes();
    }
    let start = rope.line_to_byte(line);
    let slice = rope.line(line);
    let whole = std::borrow::Cow::from(slice);
    start + encoding.byte_in(without_end(&whole), position.character)
}

/// The byte of a file that a position leads to.
pub fn to_offset(file: &File, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    match file.lines.start(line) {
        Some(start) => start + encoding.byte_in(file.line_text(line), position.character),
        None => file.text.len(),
    }
}

pub fn to_position(file: &File, offset: usize, encoding: Encoding) -> Position {
    position_in(&file.text, &file.lines, offset, encoding)
}

/// The position of a byte of a text, of which `lines` are the lines.
pub fn position_in(text: &str, lines: &LineIndex, offset: usize, encoding: Encoding) -> Position {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let line = lines.line(offset);
    let start = lines.start(line).unwrap_or(0);
    Position {
        line: line as u32,
        character: encoding.length(&text[start..offset]),
    }
}

pub fn to_range(file: &File, span: Span, encoding: Encoding) -> Range {
    Range {
        start: to_position(file, span.start, encoding),
        end: to_position(file, span.end, encoding),
    }
}

fn without_end(line: &str) -> &str {
    line.strip_suffix('\n')
        .map_or(line, |line| line.strip_suffix('\r').unwrap_or(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aite::script::parse;

    #[test]
    fn positions_lead_to_bytes_and_back_in_both_encodings() {
        let text = "a\nclick \"ma\u{f1}ana \u{1f600} e\u{301}\"\r\nend";
        let file = File::new("x.aite".as_ref(), text.into(), parse(text));
        let rope = Rope::from_str(text);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (offset, _) in text.char_indices() {
                let position = to_position(&file, offset, encoding);
                assert_eq!(
                    to_offset(&file, position, encoding),
                    to_byte(&rope, position, encoding)
                );
                if !matches!(text.as_bytes()[offset], b'\n')
                    || text.as_bytes()[offset.saturating_sub(1)] != b'\r'
                {
                    assert_eq!(to_byte(&rope, position, encoding), offset);
                }
            }
        }
        let far = Position::new(1, 900);
        assert_eq!(&text[to_byte(&rope, far, Encoding::Utf16)..], "\r\nend");
        assert_eq!(
            to_byte(&rope, Position::new(9, 0), Encoding::Utf8),
            text.len()
        );
        // In the middle of the two halves of an emoji.
        let emoji = text.find('\u{1f600}').expect("there");
        let position = to_position(&file, emoji, Encoding::Utf16);
        let middle = Position::new(position.line, position.character + 1);
        assert_eq!(to_byte(&rope, middle, Encoding::Utf16), emoji);
    }
}
