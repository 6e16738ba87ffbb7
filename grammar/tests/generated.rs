//! What is committed in `src/` is what `grammar.js` says.

use std::fs;
use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// Neovim 0.10 and Emacs 30 load nothing newer.
const ABI: usize = 14;

#[test]
fn the_committed_parser_is_the_grammars() {
    let grammar = Path::new(env!("CARGO_MANIFEST_DIR"));
    let generated = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    generate_parser_in_directory(
        grammar,
        Some(&generated),
        Some(grammar.join("grammar.js")),
        ABI,
        None,
        Some("node"),
        true,
        OptLevel::default(),
        &mut Vec::new(),
    )
    .expect("grammar.js makes a parser; node has to be on the path");

    let committed = grammar.join("src");
    for name in ["grammar.json", "node-types.json", "parser.c"] {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap_or_default();
        assert!(
            read(&committed) == read(&generated),
            "grammar/src/{name} is not what grammar.js makes; \
             copy it from {generated}, or run `tree-sitter generate --abi {ABI}` in grammar/",
            generated = generated.display()
        );
    }
}
