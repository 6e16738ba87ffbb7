//! The open page's own elements as completions, each with the shortest words that mean it and no other.

use aite::script::ast::Span;
use aite::script::forms::{Expected, LOCATOR_WORDS};
use aite::script::roles;
use aite::script::tokens::Token;
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionTextEdit, TextEdit,
};

use super::page::Offered;
use crate::analysis::Analysis;
use crate::features::completion::place::{Place, place};

/// What the page offers where a target is being written; the most like what is typed comes first.
pub fn items(analysis: &Analysis, offset: usize, offered: &[Offered]) -> Vec<CompletionItem> {
    let Some(span) = target_at(analysis, offset) else {
        return Vec::new();
    };
    let typed = &analysis.file().text[span.start..offset.max(span.start)];
    let mut ranked: Vec<_> = offered
        .iter()
        .map(|one| (likeness(typed, &one.words), one))
        .collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let range = analysis.range(span);
    let item = |(at, (_, one)): (usize, (f64, &Offered))| CompletionItem {
        label: one.words.clone(),
        label_details: Some(CompletionItemLabelDetails {
            detail: None,
            description: Some(format!("<{}>", one.tag)),
        }),
        kind: Some(CompletionItemKind::REFERENCE),
        detail: Some("on the open page".to_owned()),
        // In front of what the language itself offers.
        sort_text: Some(format!("!{at:04}")),
        filter_text: Some(one.words.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            range,
            one.words.clone(),
        ))),
        ..CompletionItem::default()
    };
    ranked.into_iter().enumerate().map(item).collect()
}

/// The target that is being written at a byte, as far as it is there: empty where one may begin.
fn target_at(analysis: &Analysis, offset: usize) -> Option<Span> {
    let may_begin = |expected: &[Expected]| {
        let begins = [Expected::Target, Expected::Locator];
        expected.iter().any(|each| begins.contains(each))
    };
    match place(analysis.file(), offset) {
        Place::Word(word) if may_begin(&word.expected) => Some(word.span),
        // A pattern behind its role: the role is a part of what is replaced.
        Place::Word(word) if word.expected.contains(&Expected::Pattern) => Some(Span {
            start: locator_word(&word.before)?,
            end: word.span.end,
        }),
        Place::String(inside) => {
            let quote = inside.span.start - 1;
            let start = match locator_word(&inside.before) {
                Some(start) => start,
                None if may_begin(&inside.expected) => quote,
                None => return None,
            };
            Some(Span {
                start,
                end: inside.span.end + usize::from(inside.is_closed),
            })
        }
        _ => None,
    }
}

/// Where the role or the like begins that stands last.
fn locator_word(before: &[Token<'_>]) -> Option<usize> {
    let last = before.last()?;
    let is_locator = roles::find(last.text).is_some() || LOCATOR_WORDS.contains(&last.text);
    is_locator.then_some(last.span.start)
}

/// From 0 to 1: everything is alike where nothing is typed.
fn likeness(typed: &str, words: &str) -> f64 {
    let (typed, words) = (typed.to_lowercase(), words.to_lowercase());
    let bare = typed.trim_matches(|c: char| c == '"' || c.is_whitespace());
    match words.find(bare) {
        Some(0) => 1.0,
        Some(at) if !words[..at].ends_with(char::is_alphanumeric) => 0.9,
        Some(_) => 0.7,
        None => 0.5 * strsim::normalized_damerau_levenshtein(&typed, &words),
    }
}
