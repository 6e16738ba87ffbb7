//! Ever larger selections around a place.

use tower_lsp::lsp_types::{Position, SelectionRange};
use tree_sitter::Node;

use crate::analysis::Analysis;
use aite::script::ast::Span;

/// For each place, what stands there, and what that stands in.
pub fn selection_ranges(analysis: &Analysis, positions: &[Position]) -> Vec<SelectionRange> {
    positions
        .iter()
        .map(|position| around(analysis, analysis.offset(*position)))
        .collect()
}

fn around(analysis: &Analysis, offset: usize) -> SelectionRange {
    let root = analysis.tree.root_node();
    // Behind a word still means the word.
    let inner = root.descendant_for_byte_range(offset, offset);
    let before = offset
        .checked_sub(1)
        .and_then(|before| root.descendant_for_byte_range(before, before));
    let node = [inner, before]
        .into_iter()
        .flatten()
        .filter(|node| node.start_byte() <= offset && offset <= node.end_byte())
        .min_by_key(|node| node.byte_range().len());
    let mut spans = Vec::new();
    for node in std::iter::successors(node, Node::parent) {
        let inside = inside_quotes(node).filter(|span| span.start <= offset && offset <= span.end);
        spans.extend(inside);
        spans.push(Span {
            start: node.start_byte(),
            end: node.end_byte(),
        });
    }
    spans.push(Span {
        start: 0,
        end: analysis.file().text.len(),
    });
    spans.dedup();
    let outermost = spans.into_iter().rev().fold(None, |parent, span| {
        Some(SelectionRange {
            range: analysis.range(span),
            parent: parent.map(Box::new),
        })
    });
    outermost.unwrap_or(SelectionRange {
        range: analysis.range(Span::default()),
        parent: None,
    })
}

fn inside_quotes(node: Node) -> Option<Span> {
    let range = node.byte_range();
    let quoted = matches!(node.kind(), "string" | "quoted_cell") && range.len() > 2;
    quoted.then_some(Span {
        start: range.start + 1,
        end: range.end - 1,
    })
}
