//! Where a byte of a text is, as people and editors count.

/// The starts of a text's lines. Lines end with `\n`; a `\r` before it belongs to the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
}

/// A place in a text. All three count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Place {
    pub line: usize,
    /// In characters (Unicode scalar values).
    pub column: usize,
    /// In UTF-16 code units, as editors that speak LSP count by default.
    pub utf16: usize,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let after_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        LineIndex {
            starts: std::iter::once(0).chain(after_newlines).collect(),
        }
    }

    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 0, that `offset` is in. An offset past the end is in the last line.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The byte offset where a line begins.
    pub fn start(&self, line: usize) -> Option<usize> {
        self.starts.get(line).copied()
    }

    /// The place of a byte offset. `text` is the one the index was made of; an offset inside a character is that
    /// character's place, one past the end the end's.
    pub fn place(&self, text: &str, offset: usize) -> Place {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset);
        let before = &text[self.starts[line].min(offset)..offset];
        Place {
            line,
            column: before.chars().count(),
            utf16: before.encode_utf16().count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_bytes_characters_and_utf16_units() {
        let text = "a\nmañana 😀 x\r\nend";
        let index = LineIndex::new(text);
        let at = |needle: &str| index.place(text, text.find(needle).unwrap());
        assert_eq!(at("a"), Place::default());
        assert_eq!(
            at("x"),
            Place {
                line: 1,
                column: 9,
                utf16: 10
            }
        );
        assert_eq!(
            at("end"),
            Place {
                line: 2,
                column: 0,
                utf16: 0
            }
        );
        assert_eq!(index.place(text, 9_999).line, 2);
        assert_eq!(index.lines(), 3);
    }
}
