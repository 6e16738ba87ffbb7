//! The grammar of aite's test scripts, for [tree-sitter](https://tree-sitter.github.io).
//!
//! Every text parses without `ERROR` and `MISSING` nodes: what does not fit is an `unexpected` node at the end of its
//! line, an `invalid_line`, or a field that is not there.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_aite() -> *const ();
}

/// The grammar; `Parser::set_language(&LANGUAGE.into())` takes it.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_aite) };

/// The kinds of nodes and their fields, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");
pub const TEXTOBJECTS_QUERY: &str = include_str!("../../queries/textobjects.scm");
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");
