//! Words of the language, roles, and what else may stand outside of strings.

use aite::script::ast::{LetValue, Span};
use aite::script::forms::{Expected, LOCATOR_WORDS, MODIFIERS, OTHERS, STEPS};
use aite::script::roles;
use tower_lsp::lsp_types::CompletionItemKind;

use super::item::Offer;
use super::names::{self, Holds};
use super::place::Word;
use super::{Asked, files, snippets, tags};
use crate::features::words;

/// The lines that may begin here.
pub fn line_starts(asked: &Asked, word: &Word) -> Vec<Offer> {
    let span = word.span;
    let file = asked.analysis.file();
    let is_modified = !word.before.is_empty();
    let mut starts = Vec::new();
    let line = |word: &str, snippet: String, kind| {
        let said = words::of_line(word);
        Offer::new(word, kind, span)
            .detail(said.as_ref().map_or("", |said| said.form))
            .documentation(said.as_ref().map_or("", |said| said.does))
            .snippet(snippet)
    };
    for form in STEPS {
        let snippet = snippets::of_form(form);
        starts.push(line(form.word, snippet, CompletionItemKind::FUNCTION));
    }
    for &modifier in MODIFIERS {
        if !word.before.iter().any(|token| token.is(modifier)) {
            let snippet = format!("{modifier} ");
            starts.push(line(modifier, snippet, CompletionItemKind::KEYWORD));
        }
    }
    if is_modified {
        return starts;
    }
    let mut others: Vec<_> = OTHERS
        .iter()
        .filter(|form| may_stand(asked, form.word))
        .map(|form| {
            line(
                form.word,
                snippets::of_form(form),
                CompletionItemKind::KEYWORD,
            )
        })
        .collect();
    // In front of the first block, a step would be out of place.
    let blocks = file.script.hooks.iter().map(|hook| hook.span.start);
    let blocks = blocks.chain(file.script.flows.iter().map(|flow| flow.span.start));
    let mut blocks = blocks.chain(
        file.script
            .tests
            .iter()
            .filter(|test| !test.is_bare())
            .map(|test| test.span.start),
    );
    match blocks.all(|start| start > asked.offset)
        && !file.script.tests.iter().any(|test| test.is_bare())
    {
        true => {
            others.extend(starts);
            others
        }
        false => {
            starts.extend(others);
            starts
        }
    }
}

/// `use`, `profile` and `secret` stand in front of the first block.
fn may_stand(asked: &Asked, word: &str) -> bool {
    let script = &asked.analysis.file().script;
    let hooks = script.hooks.iter().map(|hook| hook.block.start);
    let flows = script.flows.iter().map(|flow| flow.block.start);
    let tests = script.tests.iter().map(|test| test.block.start);
    let first = hooks.chain(flows).chain(tests).min();
    !matches!(word, "use" | "profile" | "secret") || first.is_none_or(|first| asked.offset <= first)
}

/// What one expectation offers.
pub fn of_expected(asked: &Asked, word: &Word, expected: Expected) -> Vec<Offer> {
    let span = word.span;
    match expected {
        Expected::Word(text) => vec![keyword(text, span)],
        Expected::Equals => vec![Offer::new("=", CompletionItemKind::OPERATOR, span)],
        Expected::Text if word.before.last().is_some_and(|token| token.is("use")) => {
            files::scripts(asked)
                .into_iter()
                .map(|path| Offer::new(quoted(&path), CompletionItemKind::FILE, span))
                .collect()
        }
        Expected::Text => vec![string(span)],
        Expected::Value => {
            let mut offers = names::in_scope(asked, span, Holds::Value);
            offers.push(string(span));
            offers.push(env(span));
            offers
        }
        Expected::Env => vec![env(span)],
        Expected::Regex => vec![
            Offer::new("/…/", CompletionItemKind::SNIPPET, span)
                .detail("a regular expression")
                .text("/")
                .snippet("/$1/"),
        ],
        Expected::Target => {
            let mut offers = locators(asked, span);
            offers.extend(["first", "last"].map(|word| keyword(word, span)));
            offers
        }
        Expected::Locator => locators(asked, span),
        Expected::Pattern => patterns(span),
        Expected::Name(what) => names::of_kind(asked, span, what),
        Expected::Duration => ["1s", "5s", "10s", "30s", "1m"]
            .map(|long| Offer::new(long, CompletionItemKind::VALUE, span))
            .to_vec(),
        Expected::Tag => tags::all(asked, span),
    }
}

fn keyword(word: &str, span: Span) -> Offer {
    Offer::new(word, CompletionItemKind::KEYWORD, span)
        .documentation(words::inside(word).unwrap_or_default())
}

fn string(span: Span) -> Offer {
    Offer::new("\"…\"", CompletionItemKind::SNIPPET, span)
        .detail("a string")
        .text("\"")
        .snippet("\"$1\"")
}

fn env(span: Span) -> Offer {
    keyword("env", span).text("env \"").snippet("env \"$1\"")
}

fn patterns(span: Span) -> Vec<Offer> {
    vec![
        string(span),
        Offer::new("~\"…\"", CompletionItemKind::SNIPPET, span)
            .detail("a part of the text")
            .text("~\"")
            .snippet("~\"$1\""),
        Offer::new("/…/", CompletionItemKind::SNIPPET, span)
            .detail("a regular expression")
            .text("/")
            .snippet("/$1/"),
    ]
}

/// What an element can be found by.
fn locators(asked: &Asked, span: Span) -> Vec<Offer> {
    let mut offers = names::in_scope(asked, span, Holds::Target);
    offers.extend(patterns(span));
    let of_word = |word: &str, kind, said: String| {
        Offer::new(word, kind, span)
            .documentation(said)
            .text(format!("{word} \""))
            .snippet(format!("{word} \"$1\""))
    };
    offers.extend(roles::ALL.iter().map(|role| {
        let said = format!("An element with the role {}.", role.aria.join(", "));
        of_word(role.word, CompletionItemKind::CLASS, said)
    }));
    offers.extend(LOCATOR_WORDS.iter().map(|&word| {
        let said = words::inside(word).unwrap_or_default().to_owned();
        of_word(word, CompletionItemKind::PROPERTY, said)
    }));
    offers
}

fn quoted(text: &str) -> String {
    aite::script::text::quote(text)
}

/// Whether a let names an element.
pub fn is_target(value: &LetValue) -> bool {
    matches!(value, LetValue::Target(_))
}
