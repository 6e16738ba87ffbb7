//! What can be run, over each test and each step.

use aite::script::ast::{Line, Span};
use serde_json::json;
use tower_lsp::lsp_types::{CodeLens, Command, Range, Url};

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

fn lens(analysis: &Analysis, span: Span, title: &str, command: &str) -> CodeLens {
    let range = analysis.range(span);
    CodeLens {
        range,
        command: Some(run(title, command, &analysis.uri, range)),
        data: None,
    }
}

/// A command with a place as its argument.
pub fn run(title: &str, command: &str, uri: &Url, range: Range) -> Command {
    Command {
        title: title.to_owned(),
        command: command.to_owned(),
        arguments: Some(vec![json!({"uri": uri, "position": range.start})]),
    }
}
