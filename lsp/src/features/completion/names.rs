//! Names that the script gave: variables, flows, profiles.

use std::collections::BTreeSet;

use aite::script::ast::{LetValue, Line, Name, Span, StepKind};
use aite::script::words::BUILT_IN;
use tower_lsp::lsp_types::CompletionItemKind;

use super::item::Offer;
use super::words::is_target;
use super::{Asked, snippets};
use crate::features::words;

/// What a name has to stand for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Holds {
    Value,
    /// A target; a string is one too.
    Target,
}

/// A name that means something at the cursor.
struct Known<'a> {
    name: &'a Name,
    detail: String,
    holds: Holds,
}

/// The names that may stand at the cursor, the block's own first.
pub fn in_scope(asked: &Asked, span: Span, wanted: Holds) -> Vec<Offer> {
    let known = known(asked).into_iter();
    let fitting = known.filter(|known| wanted == Holds::Target || known.holds == Holds::Value);
    fitting
        .map(|known| {
            Offer::new(&known.name.text, CompletionItemKind::VARIABLE, span).detail(known.detail)
        })
        .collect()
}

/// The names that may stand between braces in a string.
pub fn in_braces(asked: &Asked, span: Span, is_closed: bool) -> Vec<Offer> {
    let mut offers = in_scope(asked, span, Holds::Value);
    offers.extend(BUILT_IN.iter().map(|&name| {
        Offer::new(name, CompletionItemKind::CONSTANT, span)
            .detail("built in")
            .documentation(words::inside(name).unwrap_or_default())
    }));
    if !is_closed {
        for offer in &mut offers {
            offer.text = Some(format!("{}}}", offer.label));
        }
    }
    offers
}

/// The names of one kind, as the form of the line calls it.
pub fn of_kind(asked: &Asked, span: Span, what: &str) -> Vec<Offer> {
    match what {
        "a flow's name" => flows(asked, span),
        "a profile's name" => profiles(asked, span),
        "the name of a number read before" => in_scope(asked, span, Holds::Value),
        // A name that the writer makes up.
        _ => Vec::new(),
    }
}

fn flows(asked: &Asked, span: Span) -> Vec<Offer> {
    let opened = &asked.analysis.opened;
    let seen = opened
        .seen_by(0)
        .flat_map(|(at, script)| script.flows.iter().map(move |flow| (at, flow)));
    seen.map(|(at, flow)| {
        let parameters: Vec<_> = flow
            .parameters
            .iter()
            .map(|name| name.text.as_str())
            .collect();
        let place = match at {
            0 => String::new(),
            _ => opened.files[at]
                .path
                .file_name()
                .map_or(String::new(), |name| {
                    format!("From {}.", name.to_string_lossy())
                }),
        };
        Offer::new(&flow.name.text, CompletionItemKind::FUNCTION, span)
            .detail(parameters.join(" "))
            .documentation(place)
            .snippet(snippets::of_flow(&flow.name, &flow.parameters))
    })
    .collect()
}

fn profiles(asked: &Asked, span: Span) -> Vec<Offer> {
    let analysis = asked.analysis;
    let mut names = BTreeSet::new();
    let files = analysis.opened.files.iter();
    let declared = files.flat_map(|file| &file.script.profiles);
    // The one that is being typed is no offer.
    names.extend(
        declared
            .filter(|name| name.span.start != span.start)
            .map(|name| name.text.as_str()),
    );
    if let Ok(config) = &analysis.config {
        names.extend(config.file.profiles.keys().map(String::as_str));
    }
    names
        .into_iter()
        .map(|name| Offer::new(name, CompletionItemKind::MODULE, span).detail("profile"))
        .collect()
}

/// What is named where the cursor is: a name of the block hides one of the file.
fn known<'a>(asked: &Asked<'a>) -> Vec<Known<'a>> {
    let mut known = of_block(asked);
    for (_, script) in asked.analysis.opened.seen_by(0) {
        known.extend(
            script
                .lets
                .iter()
                .map(|found| of_let(&found.name, &found.value)),
        );
        known.extend(script.secrets.iter().map(|secret| Known {
            name: &secret.name,
            detail: "secret".to_owned(),
            holds: Holds::Value,
        }));
    }
    let mut seen = BTreeSet::new();
    known.retain(|known| seen.insert(known.name.text.as_str()));
    known
}

fn of_let<'a>(name: &'a Name, value: &LetValue) -> Known<'a> {
    Known {
        name,
        detail: match value {
            LetValue::Target(target) => target.to_string(),
            LetValue::Value(value) => value.to_string(),
        },
        holds: if is_target(value) {
            Holds::Target
        } else {
            Holds::Value
        },
    }
}

/// The names of the block the cursor is in, as far as they are known there.
fn of_block<'a>(asked: &Asked<'a>) -> Vec<Known<'a>> {
    let script = &asked.analysis.file().script;
    let value = |name: &'a Name, detail: &str| Known {
        name,
        detail: detail.to_owned(),
        holds: Holds::Value,
    };
    let hooks = script
        .hooks
        .iter()
        .map(|hook| (hook.block.start, Vec::new(), &hook.lines));
    let flows = script.flows.iter().map(|flow| {
        let parameters = flow.parameters.iter().map(|name| value(name, "parameter"));
        (flow.block.start, parameters.collect(), &flow.lines)
    });
    let tests = script.tests.iter().map(|test| {
        let columns = test.table.iter().flat_map(|table| &table.columns);
        let columns = columns.map(|name| value(name, "column"));
        (test.block.start, columns.collect(), &test.lines)
    });
    let blocks = hooks.chain(flows).chain(tests);
    let around = blocks
        .filter(|(start, ..)| *start <= asked.offset)
        .max_by_key(|(start, ..)| *start);
    let Some((_, mut known, lines)) = around else {
        return Vec::new();
    };
    let above = lines.iter().filter_map(|line| match line {
        Line::Let(found) if found.span.end < asked.offset => {
            Some(of_let(&found.name, &found.value))
        }
        Line::Step(step) if step.span.end < asked.offset => match &step.kind {
            StepKind::Read { into, .. } => Some(value(into, "read")),
            _ => None,
        },
        _ => None,
    });
    known.extend(above);
    known.reverse();
    known
}
