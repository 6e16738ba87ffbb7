//! What may come next where the cursor is.

mod files;
mod item;
mod names;
pub mod place;
mod snippets;
mod strings;
mod tags;
mod words;

use tower_lsp::lsp_types::CompletionList;

pub use files::written_from;

use crate::analysis::{Analysis, Workspace};
use item::Offer;
use place::{Place, Word};

/// What is asked: for what script, and where in it.
pub struct Asked<'a> {
    pub workspace: &'a Workspace,
    pub analysis: &'a Analysis,
    /// The same script as it was last read whole, perhaps a few letters ago.
    pub whole: &'a Analysis,
    pub offset: usize,
}

/// More than anyone reads; an editor asks again as letters are typed.
const MOST_OFFERED: usize = 200;

/// Everything that may stand at a byte of the script, each with the edit that writes it.
pub fn completion(asked: &Asked) -> CompletionList {
    let mut offers = match place::place(asked.analysis.file(), asked.offset) {
        Place::Nowhere => Vec::new(),
        Place::Word(word) => at_word(asked, &word),
        Place::String(inside) => strings::inside(asked, &inside),
        Place::Braces { span, is_closed } => names::in_braces(asked, span, is_closed),
    };
    let is_incomplete = offers.len() > MOST_OFFERED;
    if is_incomplete {
        offers.retain(|offer| offer.fits(asked));
        offers.truncate(MOST_OFFERED);
    }
    let offers = offers.into_iter().enumerate();
    let items = offers.map(|(at, offer)| offer.into_item(asked, at));
    CompletionList {
        is_incomplete,
        items: items.collect(),
    }
}

fn at_word(asked: &Asked, word: &Word) -> Vec<Offer> {
    if word
        .before
        .iter()
        .all(|token| token.is("try") || token.is("soft"))
    {
        return words::line_starts(asked, word);
    }
    let mut offers = Vec::new();
    for expected in &word.expected {
        offers.extend(words::of_expected(asked, word, *expected));
    }
    let mut seen = std::collections::HashSet::new();
    offers.retain(|offer| seen.insert(offer.label.clone()));
    offers
}
