//! Tests: their titles, their tags, and that they do something.

use std::collections::HashMap;

use super::Check;
use crate::script::ast::{Script, Span};
use crate::script::problem::Problem;

pub fn titles(check: &mut Check, file: usize) {
    let content = &check.opened.files[file];
    let mut first: HashMap<&str, Span> = HashMap::new();
    for test in content.script.tests.iter().filter(|test| !test.is_bare()) {
        let span = test.title.span;
        let title = content.text.get(span.start..span.end).unwrap_or_default();
        if title.is_empty() {
            // Its heading cannot be read, which has been said.
            continue;
        }
        if test.title.parts.is_empty() {
            let problem = Problem::error("empty-title", span, "A test needs a name.");
            check.report(
                file,
                problem.help("Say what it shows: test \"Sends money\""),
            );
        } else if let Some(&first) = first.get(title) {
            let problem = Problem::error(
                "duplicate-test",
                span,
                format!("There is a test named {title} already."),
            );
            check.report(file, problem.related(first, "the first one"));
        } else {
            first.insert(title, span);
        }
        if test.only {
            let problem = Problem::warning(
                "only-tag",
                test.span,
                "With @only, no test without it runs.",
            );
            check.report(file, problem.help("Remove it before others get this file."));
        }
        let readable = !has_unreadable(&content.script, test.block);
        if test.lines.is_empty() && readable && test.skip.is_none() {
            let problem = Problem::warning("empty-test", test.span, "This test has no steps.");
            check.report(file, problem);
        }
    }
}

fn has_unreadable(script: &Script, block: Span) -> bool {
    let lines = &script.unreadable;
    let first = lines.partition_point(|line| line.end < block.start);
    lines.get(first).is_some_and(|line| line.start < block.end)
}
