//! The texts that are open in the editor, each with its syntax tree, edited together.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ropey::Rope;
use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};
use tree_sitter::{InputEdit, Parser, Point, Tree};

use crate::analysis::Analysis;
use crate::position::{Encoding, to_byte};

/// One open text.
pub struct Document {
    pub uri: Url,
    pub path: PathBuf,
    pub version: i32,
    pub rope: Rope,
    /// None for a text that is no script, as a lock.
    pub tree: Option<Tree>,
    /// What was last found out about it, of this version or an earlier one.
    pub analysis: Option<Arc<Analysis>>,
}

/// A change of a text, in bytes of the text before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub start: usize,
    pub old_end: usize,
    pub new_end: usize,
    pub inserted: String,
}

/// All open texts.
pub struct Documents {
    parser: Parser,
    open: HashMap<Url, Document>,
    /// Counts everything that may change what is known of a script from outside of it.
    pub generation: u64,
}

impl Documents {
    pub fn new() -> Result<Documents, tree_sitter::LanguageError> {
        Ok(Documents {
            parser: aite::script::parser()?,
            open: HashMap::new(),
            generation: 0,
        })
    }

    pub fn open(&mut self, uri: Url, version: i32, text: &str) {
        let path = path_of(&uri);
        let tree = is_script(&path)
            .then(|| self.parser.parse(text, None))
            .flatten();
        let document = Document {
            path,
            version,
            rope: Rope::from_str(text),
            tree,
            analysis: None,
            uri: uri.clone(),
        };
        self.open.insert(uri, document);
        self.generation += 1;
    }

    /// Makes the changes of one notification; says what they were, in order. A text that is not open is left alone.
    pub fn change(
        &mut self,
        uri: &Url,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> Vec<Edit> {
        let Some(document) = self.open.get_mut(uri) else {
            return Vec::new();
        };
        let edits: Vec<_> = changes
            .iter()
            .map(|change| document.edit(change, encoding))
            .collect();
        document.version = version;
        document.reparse(&mut self.parser);
        self.generation += 1;
        edits
    }

    pub fn close(&mut self, uri: &Url) {
        self.open.remove(uri);
        self.generation += 1;
    }

    pub fn get(&self, uri: &Url) -> Option<&Document> {
        self.open.get(uri)
    }

    pub fn get_mut(&mut self, uri: &Url) -> Option<&mut Document> {
        self.open.get_mut(uri)
    }

    pub fn all(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// The text of a path, where it is open.
    pub fn text_at(&self, path: &Path) -> Option<String> {
        let mut all = self.open.values();
        let document = all.find(|document| document.path == path)?;
        Some(document.rope.to_string())
    }
}

impl Document {
    fn edit(&mut self, change: &TextDocumentContentChangeEvent, encoding: Encoding) -> Edit {
        let edit = match change.range {
            Some(range) => {
                let start = to_byte(&self.rope, range.start, encoding);
                let old_end = to_byte(&self.rope, range.end, encoding).max(start);
                Edit {
                    start,
                    old_end,
                    new_end: start + change.text.len(),
                    inserted: change.text.clone(),
                }
            }
            None => difference(&self.rope.to_string(), &change.text),
        };
        let before = [self.point(edit.start), self.point(edit.old_end)];
        let start = self.rope.byte_to_char(edit.start);
        self.rope
            .remove(start..self.rope.byte_to_char(edit.old_end));
        self.rope.insert(start, &edit.inserted);
        let input = InputEdit {
            start_byte: edit.start,
            old_end_byte: edit.old_end,
            new_end_byte: edit.new_end,
            start_position: before[0],
            old_end_position: before[1],
            new_end_position: self.point(edit.new_end),
        };
        if let Some(tree) = &mut self.tree {
            tree.edit(&input);
        }
        edit
    }

    fn point(&self, byte: usize) -> Point {
        let line = self.rope.byte_to_line(byte);
        Point::new(line, byte - self.rope.line_to_byte(line))
    }

    fn reparse(&mut self, parser: &mut Parser) {
        let Some(old) = &self.tree else { return };
        let rope = &self.rope;
        let mut chunk_at = |byte: usize, _: Point| {
            if byte >= rope.len_bytes() {
                return &[][..];
            }
            let (chunk, start, _, _) = rope.chunk_at_byte(byte);
            &chunk.as_bytes()[byte - start..]
        };
        let new = parser.parse_with_options(&mut chunk_at, Some(old), None);
        self.tree = new.or_else(|| parser.parse(rope.to_string(), None));
    }
}

/// The smallest change that makes one text of another: what is the same at both ends is not part of it.
pub fn difference(old: &str, new: &str) -> Edit {
    let same = old
        .char_indices()
        .zip(new.chars())
        .find(|((_, one), other)| one != other)
        .map_or(old.len().min(new.len()), |((at, _), _)| at);
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let same_end: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(|(one, other)| one == other)
        .map(|(c, _)| c.len_utf8())
        .sum();
    let inserted = new_rest[..new_rest.len() - same_end].to_owned();
    Edit {
        start: same,
        old_end: old.len() - same_end,
        new_end: same + inserted.len(),
        inserted,
    }
}

/// The file a document is, or a path that is none for one that has not been saved.
pub fn path_of(uri: &Url) -> PathBuf {
    uri.to_file_path()
        .unwrap_or_else(|()| PathBuf::from(uri.path()))
}

pub fn is_script(path: &Path) -> bool {
    path.extension()
        .is_none_or(|extension| extension != "lock" && extension != "json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_new_text_is_taken_as_the_smallest_change() {
        let edit = difference("open \"é\"\nclick", "open \"è\"\nclick");
        assert_eq!(
            (edit.start, edit.old_end, edit.inserted.as_str()),
            (6, 8, "è")
        );
        assert_eq!(difference("aa", "aaa").inserted, "a");
        assert_eq!(
            difference("same", "same"),
            Edit {
                start: 4,
                old_end: 4,
                new_end: 4,
                inserted: String::new()
            }
        );
    }
}
