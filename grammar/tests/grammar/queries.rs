//! The queries fit the grammar, and the highlighting colours what it should.

use crate::{forms, parse};
use tree_sitter::{Node, Query, QueryCursor, StreamingIterator};

fn query(source: &str) -> Query {
    Query::new(&tree_sitter_aite::LANGUAGE.into(), source)
        .unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// What a query captures in a text: `(capture, node's text)`, in the text's order.
fn captures(query_source: &str, text: &str) -> Vec<(String, String)> {
    let query = query(query_source);
    let tree = parse(text);
    let mut cursor = QueryCursor::new();
    let mut found = Vec::new();
    let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
    while let Some((found_match, index)) = captures.next() {
        let capture = found_match.captures[*index];
        let name = query.capture_names()[capture.index as usize];
        found.push((
            name.to_string(),
            text[capture.node.byte_range()].to_string(),
        ));
    }
    found
}

#[test]
fn every_query_is_one() {
    query(tree_sitter_aite::HIGHLIGHTS_QUERY);
    query(tree_sitter_aite::FOLDS_QUERY);
    query(tree_sitter_aite::LOCALS_QUERY);
    query(tree_sitter_aite::TEXTOBJECTS_QUERY);
    query(tree_sitter_aite::INDENTS_QUERY);
    query(tree_sitter_aite::INJECTIONS_QUERY);
}

#[test]
fn every_word_has_a_colour() {
    let query = query(tree_sitter_aite::HIGHLIGHTS_QUERY);
    for line in forms() {
        let tree = parse(line);
        let mut coloured = std::collections::HashMap::new();
        let mut cursor = QueryCursor::new();
        let mut captures = cursor.captures(&query, tree.root_node(), line.as_bytes());
        while let Some((found_match, index)) = captures.next() {
            *coloured
                .entry(found_match.captures[*index].node.id())
                .or_insert(0) += 1;
        }
        check_colours(tree.root_node(), line, &coloured, false);
    }
}

/// Each leaf is captured, or is inside a node that is, and no node is captured twice.
fn check_colours(
    node: Node,
    line: &str,
    coloured: &std::collections::HashMap<usize, usize>,
    inside: bool,
) {
    let times = coloured.get(&node.id()).copied().unwrap_or(0);
    let what = &line[node.byte_range()];
    assert!(times <= 1, "{line}\n`{what}` is captured {times} times");
    let inside = inside || times == 1;
    assert!(
        inside || node.child_count() > 0 || what.is_empty(),
        "{line}\n`{what}` has no colour"
    );
    for child in node.children(&mut node.walk()) {
        check_colours(child, line, coloured, inside);
    }
}

#[test]
fn a_column_is_a_name_and_a_cell_a_text() {
    let found = captures(
        tree_sitter_aite::HIGHLIGHTS_QUERY,
        "| amount |\n| 1 |\n| \"2\" |\n| 3 |\n",
    );
    let cells: Vec<_> = found
        .iter()
        .filter(|(_, text)| text != "|")
        .map(|(name, text)| format!("{name} {text}"))
        .collect();
    assert_eq!(
        cells,
        ["property amount", "string 1", "string \"2\"", "string 3"]
    );
}

#[test]
fn a_block_folds_without_the_comment_above_the_next() {
    let text = "test \"a\"\n  reload\n\n# about b\ntest \"b\"\n  reload\n";
    let folds = captures(tree_sitter_aite::FOLDS_QUERY, text);
    let texts: Vec<_> = folds.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(texts, ["test \"a\"\n  reload", "test \"b\"\n  reload"]);
}
