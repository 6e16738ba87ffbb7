//! What the grammar promises. Here is what its parts share: the language line by line, and trees as text.

mod corpus;
mod edits;
mod queries;
mod recovery;

use tree_sitter::{Node, Parser, Tree};

/// A line of every form the language has.
fn forms() -> Vec<&'static str> {
    include_str!("lines.txt").lines().collect()
}

fn parse(source: &str) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_aite::LANGUAGE.into())
        .expect("the grammar loads");
    parser
        .parse(source, None)
        .expect("the parser has neither a time limit nor a cancellation flag")
}

/// Every line's node and, where the line says too much, the `unexpected` behind it; `(row, text, tree)`.
fn lines(source: &str) -> Vec<(usize, String, String)> {
    let tree = parse(source);
    let mut found = Vec::new();
    collect(tree.root_node(), source, &mut found);
    found
}

fn collect(node: Node, source: &str, found: &mut Vec<(usize, String, String)>) {
    if matches!(
        node.kind(),
        "source_file" | "hook" | "flow" | "test" | "table"
    ) {
        for child in node.named_children(&mut node.walk()) {
            collect(child, source, found);
        }
    } else if node.kind() != "comment" {
        let text = &source[node.byte_range()];
        found.push((node.start_position().row, text.to_string(), node.to_sexp()));
    }
}
