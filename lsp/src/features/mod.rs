//! One file a feature: from what is known of a script to what LSP calls the answer.

pub mod actions;
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

use aite::script::File;

/// Takes the last of a list, where something holds of it.
fn pop_if<T>(list: &mut Vec<T>, holds: impl FnOnce(&T) -> bool) -> Option<T> {
    list.last().is_some_and(holds).then(|| list.pop()).flatten()
}

/// At most so many characters, so that what is shown stays short.
fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// As the script's first line ends.
fn line_end(file: &File) -> &'static str {
    let first = file.text.split_inclusive('\n').next();
    match first.is_some_and(|line| line.ends_with("\r\n")) {
        true => "\r\n",
        false => "\n",
    }
}

/// Whether the letters asked for stand in a name in their order, whatever their case.
fn has_letters(name: &str, asked: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    let mut asked = asked
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase);
    asked.all(|wanted| letters.any(|letter| letter == wanted))
}
