//! Text to `(Script, Vec<Problem>)`; never fails.

pub mod ast;
mod check;
mod explain;
mod format;
pub mod forms;
pub mod keys;
mod line_index;
mod lower;
pub mod numbers;
mod open;
pub mod pieces;
pub mod print;
mod problem;
pub mod reading;
pub mod roles;
mod shift;
mod source;
pub mod text;
pub mod tokens;
pub mod words;

use tree_sitter::Parser;

pub use check::{Reference, ReferencePlace, Surroundings, Symbol, SymbolKind, check, references};
pub use format::format;
pub use line_index::{LineIndex, Place};
pub use lower::{Before, lower, lower_again, lower_around};
pub use open::{File, Global, Opened, open, open_file};
pub use problem::{Problem, Severity};
pub use source::read;

/// A parser of scripts, for trees that [`lower`] takes. It keeps nothing between texts and can be reused.
pub fn parser() -> Result<Parser, tree_sitter::LanguageError> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_aite::LANGUAGE.into())?;
    Ok(parser)
}

/// What a text says, and what is wrong with it, in the text's order. A line with an error says nothing; the others say
/// what they say.
pub fn parse(text: &str) -> (ast::Script, Vec<Problem>) {
    let tree = parser()
        .ok()
        .and_then(|mut parser| parser.parse(text, None));
    match tree {
        Some(tree) => lower(&tree, text),
        // A parser without a time limit always gives a tree, and the build pairs the grammar with its library.
        None => (
            ast::Script::default(),
            vec![Problem::error(
                "no-parser",
                ast::Span::default(),
                "This build of aite cannot read scripts: its grammar and its parser do not fit together.",
            )],
        ),
    }
}
