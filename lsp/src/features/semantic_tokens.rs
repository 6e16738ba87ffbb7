//! Colours, from the same query that colours a script in editors without a server.

use std::ops::Range;

use tower_lsp::lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend,
};
use tree_sitter::{QueryCursor, StreamingIterator};

use crate::analysis::Analysis;
use crate::features::{pop_if, queries};
use crate::position::to_position;

const DECLARATION: u32 = 1 << 0;
const BUILT_IN: u32 = 1 << 1;

const MODIFIERS: [SemanticTokenModifier; 2] = [
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];

/// What each capture of the query is in LSP. An error has its diagnostic.
const CAPTURES: &[(&str, Option<SemanticTokenType>, u32)] = &[
    ("comment", Some(SemanticTokenType::COMMENT), 0),
    ("error", None, 0),
    ("keyword", Some(SemanticTokenType::KEYWORD), 0),
    ("keyword.import", Some(SemanticTokenType::KEYWORD), 0),
    ("keyword.type", Some(SemanticTokenType::KEYWORD), 0),
    ("keyword.modifier", Some(SemanticTokenType::MODIFIER), 0),
    ("keyword.conditional", Some(SemanticTokenType::KEYWORD), 0),
    ("keyword.operator", Some(SemanticTokenType::KEYWORD), 0),
    ("property", Some(SemanticTokenType::PROPERTY), 0),
    (
        "constant.builtin",
        Some(SemanticTokenType::ENUM_MEMBER),
        BUILT_IN,
    ),
    ("type", Some(SemanticTokenType::TYPE), BUILT_IN),
    ("number", Some(SemanticTokenType::NUMBER), 0),
    ("attribute", Some(SemanticTokenType::DECORATOR), 0),
    ("function", Some(SemanticTokenType::FUNCTION), DECLARATION),
    ("function.call", Some(SemanticTokenType::FUNCTION), 0),
    (
        "variable.parameter",
        Some(SemanticTokenType::PARAMETER),
        DECLARATION,
    ),
    ("module", Some(SemanticTokenType::NAMESPACE), 0),
    ("variable", Some(SemanticTokenType::VARIABLE), 0),
    ("string", Some(SemanticTokenType::STRING), 0),
    (
        "string.escape",
        Some(SemanticTokenType::new("escapeSequence")),
        0,
    ),
    ("string.regexp", Some(SemanticTokenType::REGEXP), 0),
    ("punctuation.special", Some(SemanticTokenType::OPERATOR), 0),
    (
        "punctuation.delimiter",
        Some(SemanticTokenType::OPERATOR),
        0,
    ),
    ("operator", Some(SemanticTokenType::OPERATOR), 0),
];

pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: types(),
        token_modifiers: MODIFIERS.to_vec(),
    }
}

/// The tokens of the whole script, or of the part between two bytes.
pub fn semantic_tokens(analysis: &Analysis, part: Range<usize>) -> Vec<SemanticToken> {
    let file = analysis.file();
    let mut line = 0;
    let mut start = 0;
    let mut tokens = Vec::new();
    for piece in pieces(&captured(analysis, part)) {
        for part in lines(&file.text, piece.range) {
            let at = to_position(file, part.start, analysis.encoding);
            let length = analysis.encoding.length(&file.text[part.clone()]);
            if at.line != line {
                start = 0;
            }
            tokens.push(SemanticToken {
                delta_line: at.line - line,
                delta_start: at.character - start,
                length,
                token_type: piece.kind,
                token_modifiers_bitset: piece.modifiers,
            });
            (line, start) = (at.line, at.character);
        }
    }
    tokens
}

#[derive(Clone)]
struct Piece {
    range: Range<usize>,
    kind: u32,
    modifiers: u32,
}

fn types() -> Vec<SemanticTokenType> {
    let mut types: Vec<SemanticTokenType> = Vec::new();
    for (_, kind, _) in CAPTURES {
        types.extend(kind.clone().filter(|kind| !types.contains(kind)));
    }
    types
}

/// What the query captures, outer pieces in front of the inner ones that begin where they do.
fn captured(analysis: &Analysis, part: Range<usize>) -> Vec<Piece> {
    let query = queries::highlights();
    let types = types();
    let names = query.capture_names().iter();
    let meanings: Vec<_> = names
        .map(|name| {
            let (_, kind, modifiers) = CAPTURES.iter().find(|(known, ..)| known == name)?;
            let kind = types
                .iter()
                .position(|known| Some(known) == kind.as_ref())?;
            Some((kind as u32, *modifiers))
        })
        .collect();
    let text = analysis.file().text.as_bytes();
    let mut cursor = QueryCursor::new();
    cursor.set_byte_range(part.clone());
    let mut captures = cursor.captures(query, analysis.tree.root_node(), text);
    let mut pieces = Vec::new();
    while let Some((found, at)) = captures.next() {
        let capture = found.captures[*at];
        let range = capture.node.byte_range();
        let is_inside = range.start < part.end && range.end > part.start;
        if let Some((kind, modifiers)) = meanings[capture.index as usize]
            && is_inside
        {
            pieces.push(Piece {
                range,
                kind,
                modifiers,
            });
        }
    }
    pieces.sort_by_key(|piece| (piece.range.start, std::cmp::Reverse(piece.range.end)));
    pieces
}

/// The same, none overlapping another: what is captured inside of something else is cut out of it.
fn pieces(captured: &[Piece]) -> Vec<Piece> {
    let mut flat = Vec::new();
    let mut open: Vec<Piece> = Vec::new();
    let mut at = 0;
    let mut up_to = |piece: &Piece, at: usize, end: usize| {
        if at < end {
            flat.push(Piece {
                range: at..end,
                ..piece.clone()
            });
        }
    };
    for piece in captured {
        while let Some(last) = pop_if(&mut open, |last| last.range.end <= piece.range.start) {
            up_to(&last, at, last.range.end);
            at = at.max(last.range.end);
        }
        if let Some(outer) = open.last() {
            up_to(outer, at, piece.range.start);
        }
        at = at.max(piece.range.start);
        open.push(piece.clone());
    }
    while let Some(last) = open.pop() {
        up_to(&last, at, last.range.end);
        at = at.max(last.range.end);
    }
    flat
}

/// A piece, line by line, without the lines' ends.
fn lines(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = range.start;
    let whole = text.get(range).unwrap_or_default();
    whole.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        (end > start).then_some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capture_of_the_query_has_its_meaning() {
        for name in queries::highlights().capture_names() {
            assert!(CAPTURES.iter().any(|(known, ..)| known == name), "{name}");
        }
    }
}
