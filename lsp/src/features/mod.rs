//! One file a feature: from what is known of a script to what LSP calls the answer.

mod comments;
pub mod completion;
pub mod diagnostics;
pub mod folding;
pub mod formatting;
pub mod hover;
mod known;
pub mod links;
pub mod navigation;
mod queries;
pub mod rename;
pub mod selection;
pub mod semantic_tokens;
pub mod signature;
pub mod symbols;
mod words;

/// At most so many characters, so that what is shown stays short.
fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
