//! What a string may hold: files, keys, addresses, variables, and the words that targets were found by before.

use std::collections::BTreeSet;

use aite::lock::{LockFile, lock_path};
use aite::script::ast::{LetValue, Line, Locator, Script, StepKind, Target, Text, Value};
use aite::script::forms::Expected;
use aite::script::pieces::{self, Piece};
use aite::script::tokens::Token;
use aite::script::{keys, roles, text};
use tower_lsp::lsp_types::CompletionItemKind;

use super::item::Offer;
use super::place::Inside;
use super::{Asked, files};

pub fn inside(asked: &Asked, inside: &Inside) -> Vec<Offer> {
    let file = asked.analysis.file();
    let typed = &file.text[inside.span.start..asked.offset.max(inside.span.start)];
    let last = inside.before.last();
    let (kind, texts) = match last {
        Some(token) if token.is("env") => (CompletionItemKind::VARIABLE, variables(asked)),
        Some(token) if token.is("use") => (CompletionItemKind::FILE, files::scripts(asked)),
        Some(token) if token.is("upload") => {
            (CompletionItemKind::FILE, files::beside(asked, typed))
        }
        Some(token) if token.is("press") => (CompletionItemKind::VALUE, chords(typed)),
        Some(token) if token.is("open") => (CompletionItemKind::REFERENCE, addresses(asked)),
        Some(token) if is_target(&inside.expected) => {
            (CompletionItemKind::TEXT, found_before(asked, token))
        }
        _ => return Vec::new(),
    };
    let close = if inside.is_closed { "" } else { "\"" };
    let own = file.text[inside.span.start..inside.span.end].to_owned();
    texts
        .into_iter()
        .filter(|text| *text != own)
        .map(|text| {
            let offer = Offer::new(text.as_str(), kind, inside.span);
            // A folder's name is not the whole of it yet.
            let close = if text.ends_with('/') && kind == CompletionItemKind::FILE {
                ""
            } else {
                close
            };
            offer.text(format!("{text}{close}"))
        })
        .collect()
}

fn is_target(expected: &[Expected]) -> bool {
    let found = [Expected::Target, Expected::Locator, Expected::Pattern];
    expected.iter().any(|expected| found.contains(expected))
}

/// The keys, behind the modifiers that are typed already.
fn chords(typed: &str) -> Vec<String> {
    let held = typed.rfind('+').map_or("", |end| &typed[..=end]);
    let modifiers = ["Ctrl", "Shift", "Alt", "Meta", "ControlOrMeta"];
    let chords = modifiers
        .iter()
        .map(|modifier| format!("{held}{modifier}+"));
    let named = keys::NAMED.iter().map(|key| format!("{held}{key}"));
    let functions = (1..=12).map(|number| format!("{held}F{number}"));
    named.chain(functions).chain(chords).collect()
}

/// The variables that the files read already.
fn variables(asked: &Asked) -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in &asked.whole.opened.files {
        let secrets = file.script.secrets.iter();
        found.extend(secrets.map(|secret| inner(&secret.variable)));
        for value in values(&file.script) {
            if let Value::Env { variable, .. } = value {
                found.insert(inner(variable));
            }
        }
    }
    found.into_iter().collect()
}

/// The addresses opened elsewhere in the files, and the pages the lock knows.
fn addresses(asked: &Asked) -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in &asked.whole.opened.files {
        for line in file.script.lines() {
            if let Line::Step(step) = line
                && let StepKind::Open {
                    url: Value::Text(url),
                    ..
                } = &step.kind
            {
                found.insert(inner(url));
            }
        }
    }
    let lock = LockFile::read(&lock_path(&asked.analysis.file().path)).unwrap_or_default();
    let pages = lock.elements.into_keys().filter(|page| !page.contains('*'));
    found.extend(pages.map(|page| escaped(&page)));
    found.into_iter().collect()
}

/// The strings that targets of the files are found by: with the word in front, where one stands there.
fn found_before(asked: &Asked, word: &Token) -> Vec<String> {
    let wanted = is_locator_word(word.text).then_some(word.text);
    let mut found = BTreeSet::new();
    for file in &asked.whole.opened.files {
        let targets = targets(&file.script);
        for target in targets.into_iter().flat_map(pieces::chain) {
            let (Some(text), _) = pieces::sought(&target.locator) else {
                continue;
            };
            if word_of(&target.locator) == wanted {
                found.insert(inner(text));
            }
        }
    }
    found.into_iter().collect()
}

fn is_locator_word(word: &str) -> bool {
    roles::find(word).is_some() || aite::script::forms::LOCATOR_WORDS.contains(&word)
}

fn word_of(locator: &Locator) -> Option<&str> {
    match locator {
        Locator::Text(_) | Locator::Name(_) => None,
        Locator::Role { role, .. } => Some(&role.text),
        Locator::Label(_) => Some("label"),
        Locator::Placeholder(_) => Some("placeholder"),
        Locator::Alt(_) => Some("alt"),
        Locator::Tooltip(_) => Some("tooltip"),
        Locator::TestId(_) => Some("testid"),
        Locator::Css(_) => Some("css"),
        Locator::XPath(_) => Some("xpath"),
    }
}

fn targets(script: &Script) -> Vec<&Target> {
    let lets = script.lets.iter().map(|found| &found.value);
    let mut targets: Vec<_> = lets.filter_map(of_let).collect();
    for line in script.lines() {
        match line {
            Line::Let(found) => targets.extend(of_let(&found.value)),
            Line::Step(step) => {
                let pieces = pieces::pieces(&step.kind).into_iter();
                targets.extend(pieces.filter_map(|piece| match piece {
                    Piece::Target(target) => Some(target),
                    _ => None,
                }));
            }
        }
    }
    targets
}

fn of_let(value: &LetValue) -> Option<&Target> {
    match value {
        LetValue::Target(target) => Some(target),
        LetValue::Value(_) => None,
    }
}

fn values(script: &Script) -> Vec<&Value> {
    let mut values = Vec::new();
    for line in script.lines() {
        match line {
            Line::Let(found) => match &found.value {
                LetValue::Value(value) => values.push(value),
                LetValue::Target(_) => {}
            },
            Line::Step(step) => {
                let pieces = pieces::pieces(&step.kind).into_iter();
                values.extend(pieces.filter_map(|piece| match piece {
                    Piece::Value(value) | Piece::Number(value) => Some(value),
                    _ => None,
                }));
            }
        }
    }
    let lets = script.lets.iter().map(|found| &found.value);
    values.extend(lets.filter_map(|value| match value {
        LetValue::Value(value) => Some(value),
        LetValue::Target(_) => None,
    }));
    values
}

/// A string as it is written, without its quotes.
fn inner(text: &Text) -> String {
    let quoted = aite::script::print::text(text, &mut |_| None);
    quoted[1..quoted.len() - 1].to_owned()
}

fn escaped(value: &str) -> String {
    let mut escaped = String::new();
    text::escape_into(value, &mut escaped);
    escaped
}
