//! A tree that followed an edit is the tree of the edited text.

use tree_sitter::{InputEdit, Node, Parser, Point};

use crate::{forms, parse};

#[test]
fn a_tree_follows_every_keystroke() {
    for line in forms() {
        let text = format!("test \"a\"\r\n  {line}\r\n  reload\n");
        for (at, replaced) in text.char_indices() {
            for typed in ["", "\"", "\n"] {
                follows(&text, at, at + replaced.len_utf8(), typed);
            }
        }
    }
}

fn follows(text: &str, start: usize, end: usize, typed: &str) {
    let mut edited = text.to_string();
    edited.replace_range(start..end, typed);
    let mut tree = parse(text);
    tree.edit(&InputEdit {
        start_byte: start,
        old_end_byte: end,
        new_end_byte: start + typed.len(),
        start_position: point(text, start),
        old_end_position: point(text, end),
        new_end_position: point(&edited, start + typed.len()),
    });
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_aite::LANGUAGE.into())
        .expect("the grammar loads");
    let followed = parser
        .parse(&edited, Some(&tree))
        .expect("the parser has no time limit");
    let fresh = parse(&edited);
    assert_eq!(
        shape(followed.root_node()),
        shape(fresh.root_node()),
        "{typed:?} at {start}..{end}"
    );
}

fn point(text: &str, at: usize) -> Point {
    let before = &text[..at];
    Point::new(
        before.matches('\n').count(),
        at - before.rfind('\n').map_or(0, |newline| newline + 1),
    )
}

/// Every node with its place.
fn shape(node: Node) -> Vec<(&'static str, usize, usize)> {
    let mut shapes = vec![(node.kind(), node.start_byte(), node.end_byte())];
    shapes.extend(node.children(&mut node.walk()).flat_map(shape));
    shapes
}
