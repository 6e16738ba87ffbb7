//! What can be run, over each test and each step.

use aite::script::ast::{Line, Span};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, Range, Url,
};

use super::part::{self, Block};
use super::settings::Settings;
use crate::analysis::Analysis;

pub fn lenses(analysis: &Analysis, settings: &Settings) -> Vec<CodeLens> {
    let script = &analysis.file().script;
    let mut lenses = Vec::new();
    for (at, test) in script.tests.iter().enumerate() {
        if at == 0 {
            lenses.push(lens(analysis, test.span, "▶ Run file", "aite.runFile"));
        }
        lenses.push(lens(analysis, test.span, "▶ Run test", "aite.runTest"));
    }
    if settings.step_lenses {
        let steps = script.lines().filter_map(|line| match line {
            Line::Step(step) => Some(step.span),
            Line::Let(_) => None,
        });
        lenses.extend(steps.map(|span| lens(analysis, span, "▶ Run step", "aite.runStep")));
    }
    lenses
}

/// The kind of the actions that run something.
pub fn run_kind() -> CodeActionKind {
    CodeActionKind::new("aite.run")
}

/// The same by code action, for an editor that shows no lenses: what can be run from the line of a range.
pub fn actions(analysis: &Analysis, range: Range) -> Vec<CodeActionOrCommand> {
    let Some(at) = part::find(analysis.file(), range.start.line as usize) else {
        return Vec::new();
    };
    let mut commands = Vec::new();
    if at.on_step {
        commands.push(("Run this step", "aite.runStep"));
        commands.push(("Run from here", "aite.runFromHere"));
    }
    if let Block::Test(..) = at.block {
        commands.push(("Run to here", "aite.runToHere"));
        commands.push(("Run this test", "aite.runTest"));
    }
    let action = |(title, command): (&str, &str)| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: title.to_owned(),
            kind: Some(run_kind()),
            command: Some(run(title, command, &analysis.uri, range)),
            ..CodeAction::default()
        })
    };
    commands.into_iter().map(action).collect()
}

fn lens(analysis: &Analysis, span: Span, title: &str, command: &str) -> CodeLens {
    let range = analysis.range(span);
    CodeLens {
        range,
        command: Some(run(title, command, &analysis.uri, range)),
        data: None,
    }
}

/// A command with a place as its argument.
fn run(title: &str, command: &str, uri: &Url, range: Range) -> Command {
    Command {
        title: title.to_owned(),
        command: command.to_owned(),
        arguments: Some(vec![json!({"uri": uri, "position": range.start})]),
    }
}
