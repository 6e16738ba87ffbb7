//! Steps made a flow.

use aite::script::ast::{LetValue, Line, Span, StepKind};
use aite::script::{ReferencePlace, SymbolKind};
use tower_lsp::lsp_types::CodeActionKind;

use super::missing::above_block;
use super::{Asked, Fix};

/// The selected steps as a flow above their block, with a parameter for each name of the block that they use.
pub fn to_flow(asked: &Asked) -> Option<(Fix, CodeActionKind)> {
    if asked.span.start == asked.span.end {
        return None;
    }
    let (heading, block, lines) = block_around(asked)?;
    let chosen: Vec<_> = lines
        .iter()
        .filter(|line| {
            let span = span_of(line);
            span.start < asked.span.end && asked.span.start < span.end
        })
        .collect();
    let (first, last) = (span_of(chosen.first()?), span_of(chosen.last()?));
    let file = asked.file();
    let start = file.lines.start(file.lines.line(first.start))?;
    let last_line = file.lines.line(last.end);
    let end = file.lines.start(last_line)? + file.line_text(last_line).len();
    let inside = |span: Span| start <= span.start && span.end <= end;
    let is_unreadable = file.script.unreadable.iter().any(|span| inside(*span));
    if is_unreadable || chosen.iter().any(|line| changes_profile(line)) {
        return None;
    }
    let parameters = parameters(asked, &inside, lines)?;
    let name = free_name(asked);
    let given: String = parameters.iter().map(|name| format!(" {name}")).collect();
    let eol = asked.line_end();
    let steps = file.text.get(start..end)?;
    let indent = &steps[..steps.len() - steps.trim_start().len()];
    let flow = format!("flow {name}{given}{eol}{steps}{eol}{eol}");
    let fix = asked.fix(
        format!("Extract into the flow `{name}`"),
        vec![
            asked.edit(above_block(file, heading, block), flow),
            asked.edit(Span { start, end }, format!("{indent}do {name}{given}")),
        ],
    );
    Some((fix, CodeActionKind::REFACTOR_EXTRACT))
}

/// The block that holds all of the selection. Steps without a heading have no place for a flow beside them.
fn block_around<'a>(asked: &'a Asked) -> Option<(Span, Span, &'a [Line])> {
    let script = &asked.file().script;
    let hooks = script
        .hooks
        .iter()
        .map(|hook| (hook.span, hook.block, &hook.lines));
    let flows = script
        .flows
        .iter()
        .map(|flow| (flow.span, flow.block, &flow.lines));
    let tests = script.tests.iter().filter(|test| !test.is_bare());
    let tests = tests.map(|test| (test.span, test.block, &test.lines));
    let mut blocks = hooks.chain(flows).chain(tests);
    let (heading, block, lines) = blocks.find(|(heading, block, _)| {
        heading.end <= asked.span.start && asked.span.end <= block.end.max(heading.end)
    })?;
    Some((heading, block, lines))
}

/// A flow gives its caller's profile back.
fn changes_profile(line: &Line) -> bool {
    matches!(line, Line::Step(step) if matches!(step.kind, StepKind::As(_)))
}

/// The names of the block that the steps use and do not define. None where the steps cannot stand by themselves: what they
/// define is used below them, or a name stands for an element.
fn parameters(
    asked: &Asked,
    inside: &impl Fn(Span) -> bool,
    lines: &[Line],
) -> Option<Vec<String>> {
    let own = || {
        asked
            .analysis
            .references()
            .iter()
            .filter(|each| each.file == 0)
    };
    let mut parameters = Vec::new();
    for used in own().filter(|each| inside(each.span) && each.symbol.is_local()) {
        let (_, defined) = used.symbol.defined?;
        if inside(defined) {
            continue;
        }
        let names_element = used.symbol.kind == SymbolKind::LocalLet
            && lines.iter().any(|line| match line {
                Line::Let(found) => {
                    found.name.span == defined && matches!(found.value, LetValue::Target(_))
                }
                Line::Step(_) => false,
            });
        let is_redefined = used.place == ReferencePlace::Definition;
        if names_element || is_redefined {
            return None;
        }
        if !parameters.contains(&used.symbol.name) {
            parameters.push(used.symbol.name.clone());
        }
    }
    let escapes = own().any(|each| {
        let defined = each.symbol.defined;
        let is_from_inside = defined.is_some_and(|(file, span)| file == 0 && inside(span));
        each.symbol.is_local() && is_from_inside && !inside(each.span)
    });
    (!escapes).then_some(parameters)
}

fn free_name(asked: &Asked) -> String {
    let opened = &asked.analysis.opened;
    let taken = |name: &str| opened.flow(0, name).is_some();
    let numbered = (2..).map(|number| format!("new-flow-{number}"));
    let mut names = std::iter::once("new-flow".to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

fn span_of(line: &Line) -> Span {
    match line {
        Line::Let(found) => found.span,
        Line::Step(step) => step.span,
    }
}
