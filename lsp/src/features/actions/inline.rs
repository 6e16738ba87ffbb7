//! A flow's steps in the place of its call.

use aite::script::ast::{Line, Locator, Name, Span, StepKind, Target, Text, Value};
use aite::script::pieces::{self, Piece};
use aite::script::{Global, Reference, ReferencePlace, SymbolKind, print};
use tower_lsp::lsp_types::CodeActionKind;

use super::{Asked, Fix};

/// The flow that is called where the cursor is, in the place of the call. None where that would mean something else.
pub fn flow(asked: &Asked) -> Option<(Fix, CodeActionKind)> {
    let analysis = asked.analysis;
    let file = asked.file();
    let step = file.script.lines().find_map(|line| match line {
        Line::Step(step) if asked.touches(step.span) => Some(step),
        _ => None,
    })?;
    let StepKind::Do {
        flow: name,
        arguments,
    } = &step.kind
    else {
        return None;
    };
    let (at, flow) = analysis.opened.flow(0, &name.text)?;
    let is_plain = !step.optional && !step.soft && step.timeout.is_none();
    if !is_plain || flow.parameters.len() != arguments.len() || flow.lines.is_empty() {
        return None;
    }
    let home = &analysis.opened.files[at];
    let body = body(home, flow.span, &flow.lines)?;
    let is_readable = !home
        .script
        .unreadable
        .iter()
        .any(|span| body.start <= span.start && span.end <= body.end);
    let stays = flow.lines.iter().all(|line| match line {
        Line::Step(step) => {
            let is_elsewhere = at != 0;
            let counts_from_file = matches!(step.kind, StepKind::Upload { .. }) && is_elsewhere;
            !counts_from_file && !matches!(step.kind, StepKind::As(_))
        }
        Line::Let(_) => true,
    });
    let inside: Vec<&Reference> = analysis
        .references()
        .iter()
        .filter(|each| {
            each.file == at && body.start <= each.span.start && each.span.end <= body.end
        })
        .collect();
    if !is_readable || !stays || !means_the_same(asked, &inside, step.span) {
        return None;
    }
    let targets = target_names(&flow.lines);
    let mut text = home.text.get(body.start..body.end)?.to_owned();
    for each in inside.iter().rev() {
        if each.symbol.kind != SymbolKind::Parameter {
            continue;
        }
        let number = flow
            .parameters
            .iter()
            .position(|name| name.text == each.symbol.name)?;
        let argument = arguments.get(number)?;
        let (span, written) = put_in(
            &home.text,
            each.span,
            argument,
            targets.contains(&each.span),
        )?;
        text.replace_range(span.start - body.start..span.end - body.start, &written);
    }
    let line = file.lines.line(step.span.start);
    let start = file.lines.start(line)?;
    let end = step.span.end;
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    let edit = asked.edit(Span { start, end }, lines.join(asked.line_end()));
    let fix = asked.fix(format!("Put the steps of `{}` here", name.text), vec![edit]);
    Some((fix, CodeActionKind::REFACTOR_INLINE))
}

/// A flow's lines, from the first one's start to the last one's end.
fn body(home: &aite::script::File, heading: Span, lines: &[Line]) -> Option<Span> {
    let start = home.lines.start(home.lines.line(heading.end) + 1)?;
    let last = match lines.last()? {
        Line::Let(found) => found.span.end,
        Line::Step(step) => step.span.end,
    };
    let line = home.lines.line(last);
    let end = home.lines.start(line)? + home.line_text(line).len();
    Some(Span { start, end })
}

/// Whether the names in a flow stand for the same where it is called, and what it defines gets in nobody's way.
fn means_the_same(asked: &Asked, inside: &[&Reference], call: Span) -> bool {
    let opened = &asked.analysis.opened;
    let script = &asked.file().script;
    let tests = script.tests.iter().map(|test| test.block);
    let hooks = script.hooks.iter().map(|hook| hook.block);
    let flows = script.flows.iter().map(|flow| flow.block);
    let mut blocks = tests.chain(hooks).chain(flows);
    let block = blocks.find(|block| block.start <= call.start && call.end <= block.end);
    let Some(block) = block else { return false };
    let in_block = |name: &str| {
        let own = asked.analysis.references().iter();
        own.into_iter().any(|each| {
            each.file == 0
                && each.symbol.is_local()
                && each.symbol.name == name
                && block.start <= each.span.start
                && each.span.end <= block.end
        })
    };
    inside.iter().all(|each| {
        let name = each.symbol.name.as_str();
        let home = each.symbol.defined;
        match each.symbol.kind {
            SymbolKind::Parameter => each.place == ReferencePlace::Use,
            SymbolKind::Column | SymbolKind::LocalLet | SymbolKind::Read => !in_block(name),
            SymbolKind::Profile => true,
            SymbolKind::Flow => {
                let here = opened
                    .flow(0, name)
                    .map(|(file, flow)| (file, flow.name.span));
                here == home
            }
            SymbolKind::Let | SymbolKind::Secret => {
                let here = opened.global(0, name).map(|(file, global)| match global {
                    Global::Let(found) => (file, found.name.span),
                    Global::Secret(secret) => (file, secret.name.span),
                });
                here == home && !in_block(name)
            }
        }
    })
}

/// Where the names stand that are targets by themselves.
fn target_names(lines: &[Line]) -> Vec<Span> {
    let steps = lines.iter().filter_map(|line| match line {
        Line::Step(step) => Some(step),
        Line::Let(_) => None,
    });
    let targets = steps
        .flat_map(|step| pieces::pieces(&step.kind))
        .filter_map(|piece| match piece {
            Piece::Target(target) => Some(target),
            _ => None,
        });
    targets
        .flat_map(pieces::chain)
        .filter_map(|target: &Target| match &target.locator {
            Locator::Name(name) => Some(name.span),
            _ => None,
        })
        .collect()
}

/// What stands in the place of a parameter, and that place: inside a string the braces go too.
fn put_in(text: &str, span: Span, argument: &Value, is_target: bool) -> Option<(Span, String)> {
    let braces = Span {
        start: span.start.checked_sub(1)?,
        end: span.end + 1,
    };
    let is_in_string = text.get(braces.start..braces.end)?.starts_with('{');
    if !is_in_string {
        return match argument {
            Value::Number(number) if is_target => Some((span, format!("\"{}\"", number.source))),
            Value::Env { .. } if is_target => None,
            argument => Some((span, argument.to_string())),
        };
    }
    let inner = match argument {
        Value::Text(text) => inner(text),
        Value::Number(number) => number.source.clone(),
        Value::Name(name) => named(name),
        Value::Env { .. } => return None,
    };
    Some((braces, inner))
}

fn named(name: &Name) -> String {
    format!("{{{}}}", name.text)
}

fn inner(text: &Text) -> String {
    let quoted = print::text(text, &mut |_| None);
    quoted[1..quoted.len() - 1].to_owned()
}
