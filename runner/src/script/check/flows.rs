//! Flows: whether there is one of that name, what it is given, and that none comes back to itself.

use std::collections::HashSet;

use super::order;
use super::{Check, Symbol, SymbolKind};
use crate::script::ast::{Flow, Line, Name, Span, StepKind, Value};
use crate::script::open::Opened;
use crate::script::problem::Problem;
use crate::script::words;

/// `do FLOW V V`
pub fn call(check: &mut Check, file: usize, flow: &Name, arguments: &[Value], step: Span) {
    let opened = check.opened;
    let Some((at, found)) = opened.flow(file, &flow.text) else {
        if !check.may_be_defined(file, &flow.text) {
            let known = opened.seen_by(file).flat_map(|(_, script)| &script.flows);
            let meant = words::closest(&flow.text, known.map(|flow| flow.name.text.as_str()));
            let problem = Problem::error(
                "unknown-flow",
                flow.span,
                format!("There is no flow named `{}`.", flow.text),
            );
            check.report(
                file,
                match meant {
                    Some(_) => problem.did_you_mean(meant),
                    None => problem.help(
                        "Write the flow in this file, or bring in the file that has it: use \"…\"",
                    ),
                },
            );
        }
        return;
    };
    check.uses(file, flow, Symbol::at(SymbolKind::Flow, at, &found.name));
    let (wanted, given) = (found.parameters.len(), arguments.len());
    if wanted != given {
        let names: Vec<_> = found
            .parameters
            .iter()
            .map(|name| name.text.as_str())
            .collect();
        let takes = match wanted {
            0 => "no arguments".to_owned(),
            1 => format!("1 argument ({})", names[0]),
            _ => format!("{wanted} arguments ({})", names.join(", ")),
        };
        let verb = if given == 1 { "is" } else { "are" };
        let problem = Problem::error(
            "argument-count",
            step,
            format!("`{}` takes {takes}; {given} {verb} given.", flow.text),
        );
        check.report(
            file,
            if at == file {
                problem.related(found.span, "the flow")
            } else {
                problem
            },
        );
    }
}

/// A flow, by the index of its file and its own in it.
type Id = (usize, usize);

/// Reports every call by which a flow comes back to itself.
pub fn recursion(check: &mut Check) {
    let opened = check.opened;
    for (file, content) in opened.files.iter().enumerate() {
        for (at, flow) in content.script.flows.iter().enumerate() {
            let caller = (file, at);
            for name in calls(&flow.lines) {
                let Some(callee) = id(opened, file, &name.text) else {
                    continue;
                };
                if callee != caller && !reaches(opened, callee, caller) {
                    continue;
                }
                let message = if callee == caller {
                    format!("The flow `{}` calls itself.", name.text)
                } else {
                    format!(
                        "The flow `{}` calls `{}`, which comes back to `{}`.",
                        flow.name.text, name.text, flow.name.text
                    )
                };
                let problem = Problem::error("recursive-flow", name.span, message);
                check.report(
                    file,
                    problem.help("A flow cannot run inside itself: remove one of the calls."),
                );
            }
        }
    }
}

/// Whether a flow, or one it calls, acts on the page.
pub fn acts(opened: &Opened, file: usize, name: &str) -> bool {
    any_inside(opened, file, name, &|flow| order::acts(&flow.lines))
}

/// Whether a flow, or one it calls, holds a `require`.
pub fn requires(opened: &Opened, file: usize, name: &str) -> bool {
    any_inside(opened, file, name, &|flow| order::requires(&flow.lines))
}

fn any_inside(opened: &Opened, file: usize, name: &str, holds: &dyn Fn(&Flow) -> bool) -> bool {
    let Some(start) = id(opened, file, name) else {
        return false;
    };
    reachable(opened, start)
        .chain([start])
        .filter_map(|(file, at)| opened.files[file].script.flows.get(at))
        .any(holds)
}

fn reaches(opened: &Opened, from: Id, to: Id) -> bool {
    reachable(opened, from).any(|id| id == to)
}

/// Every flow called by a flow, directly or not, once each; itself only if it is called.
fn reachable(opened: &Opened, from: Id) -> impl Iterator<Item = Id> {
    let mut seen = HashSet::new();
    let mut waiting = called(opened, from);
    std::iter::from_fn(move || {
        while let Some(next) = waiting.pop() {
            if seen.insert(next) {
                waiting.extend(called(opened, next));
                return Some(next);
            }
        }
        None
    })
}

fn called(opened: &Opened, (file, at): Id) -> Vec<Id> {
    let flow = opened.files[file].script.flows.get(at);
    let lines = flow.map_or(&[][..], |flow| &flow.lines);
    calls(lines)
        .filter_map(|name| id(opened, file, &name.text))
        .collect()
}

fn id(opened: &Opened, file: usize, name: &str) -> Option<Id> {
    let (file, found) = opened.flow(file, name)?;
    let flows = &opened.files[file].script.flows;
    let at = flows.iter().position(|flow| flow.span == found.span)?;
    Some((file, at))
}

fn calls(lines: &[Line]) -> impl Iterator<Item = &Name> {
    lines.iter().filter_map(|line| match line {
        Line::Step(step) => match &step.kind {
            StepKind::Do { flow, .. } => Some(flow),
            _ => None,
        },
        Line::Let(_) => None,
    })
}
