//! The corpus, also for those who have no `tree-sitter` program: test/corpus/ in the format of `tree-sitter test`.

use std::path::Path;

use crate::parse;

#[test]
fn every_tree_of_the_corpus_is_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let mut count = 0;
    for entry in folder.read_dir().expect("the corpus is beside the grammar") {
        let path = entry.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("a corpus file is text");
        for (name, source, expected) in examples(&text) {
            let tree = parse(source).root_node().to_sexp();
            assert_eq!(tree, in_one_line(expected), "{}: {name}", path.display());
            count += 1;
        }
    }
    assert!(count > 40, "only {count} examples were found");
}

/// `(name, source, tree)` of each example of a corpus file.
fn examples(text: &str) -> Vec<(&str, &str, &str)> {
    let rule = format!("{}\n", "=".repeat(80));
    let dashes = format!("\n{}\n", "-".repeat(80));
    let parts: Vec<&str> = text.split(rule.as_str()).skip(1).collect();
    parts
        .chunks_exact(2)
        .map(|part| {
            let (source, tree) = part[1]
                .split_once(dashes.as_str())
                .expect("a line of dashes parts source and tree");
            (
                part[0].trim(),
                source.strip_prefix('\n').unwrap_or(source),
                tree,
            )
        })
        .collect()
}

fn in_one_line(tree: &str) -> String {
    tree.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" )", ")")
}
