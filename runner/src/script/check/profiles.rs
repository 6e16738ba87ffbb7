//! Profiles: `profile NAME` says which a script uses, `as NAME` which the next lines run in.

use std::collections::HashSet;

use super::{Check, Symbol};
use crate::script::ast::{Line, Name, Script, StepKind};
use crate::script::problem::Problem;
use crate::script::words;

/// The profile of a script that names none.
const DEFAULT: &str = "default";

pub fn declared(check: &mut Check, file: usize) {
    let profiles = &check.opened.files[file].script.profiles;
    let mut seen: Vec<&Name> = Vec::new();
    for name in profiles {
        check.defines(file, name, Symbol::profile(name));
        if let Some(first) = seen.iter().find(|first| first.text == name.text) {
            let message = format!("The profile `{}` is there already.", name.text);
            let problem = Problem::warning("duplicate-name", name.span, message);
            check.report(file, problem.related(first.span, "the first one"));
        }
        seen.push(name);
        let configured = &check.around.profiles;
        if configured.contains(&name.text) {
            continue;
        }
        let meant = words::closest(&name.text, configured.iter().map(String::as_str));
        if meant.is_some() {
            let message = format!("The config names no profile `{}`.", name.text);
            let problem = Problem::warning("unknown-profile", name.span, message);
            check.report(file, problem.did_you_mean(meant));
        }
    }
}

/// `as NAME`
pub fn switch(check: &mut Check, file: usize, name: &Name) {
    check.uses(file, name, Symbol::profile(name));
    let opened = check.opened;
    let declared = || {
        let scripts = opened.files.iter().map(|file| &file.script);
        scripts.flat_map(|script| script.profiles.iter().map(|name| name.text.as_str()))
    };
    let unnamed = opened.files[0].script.profiles.is_empty();
    let known: Vec<&str> = declared()
        .chain(check.around.profiles.iter().map(String::as_str))
        .chain(unnamed.then_some(DEFAULT))
        .collect();
    if known.contains(&name.text.as_str()) || check.mentioned[file].contains(name.text.as_str()) {
        return;
    }
    let meant = words::closest(&name.text, known);
    let problem = Problem::error(
        "unknown-profile",
        name.span,
        format!("This script uses no profile named `{}`.", name.text),
    );
    check.report(
        file,
        match meant {
            Some(_) => problem.did_you_mean(meant),
            None => problem.help(format!(
                "Write at the top of the file: profile {}",
                name.text
            )),
        },
    );
}

/// Profiles after the first of a file with tests that no `as` names.
pub fn unused(check: &mut Check) {
    let opened = check.opened;
    let scripts = opened.files.iter().map(|file| &file.script);
    let used: HashSet<&str> = scripts.flat_map(switches).collect();
    for (at, file) in opened.files.iter().enumerate() {
        let script = &file.script;
        for name in script.profiles.iter().skip(1) {
            let text = name.text.as_str();
            let needed = used.contains(text) || check.mentioned[at].contains(text);
            if !needed && !script.tests.is_empty() {
                let message = format!("No step runs in the profile `{text}`.");
                let problem = Problem::warning("unused-name", name.span, message);
                check.report(
                    at,
                    problem.help(format!("Remove the line, or write: as {text}")),
                );
            }
        }
    }
}

fn switches(script: &Script) -> impl Iterator<Item = &str> {
    let hooks = script.hooks.iter().map(|hook| &hook.lines);
    let flows = script.flows.iter().map(|flow| &flow.lines);
    let tests = script.tests.iter().map(|test| &test.lines);
    hooks
        .chain(flows)
        .chain(tests)
        .flatten()
        .filter_map(|line| match line {
            Line::Step(step) => match &step.kind {
                StepKind::As(name) => Some(name.text.as_str()),
                _ => None,
            },
            Line::Let(_) => None,
        })
}
