//! Names where they are used: what they refer to, and whether that fits.

use std::collections::HashSet;

use super::meaning::{self, of_global, of_value};
use super::scope::{Holds, Local, Meaning, Origin, Scope};
use super::{Block, Check, Symbol, unused, value_span};
use crate::script::ast::{LetValue, Line, Locator, Name, Span, StepKind, Target, Text, Value};
use crate::script::open::File;
use crate::script::pieces::{self, Piece};
use crate::script::problem::Problem;
use crate::script::{explain, numbers, tokens, words};

/// What is wanted of a name where it stands.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Value,
    Number,
    Target,
}

/// The words of a file's lines that cannot be read; all of the file's, where one of those opens a block.
pub fn mentioned(file: &File) -> HashSet<&str> {
    let unreadable = file.script.unreadable.iter();
    let lines: Vec<&str> = unreadable
        .filter_map(|span| file.text.get(span.start..span.end))
        .collect();
    let lost = lines.iter().any(|line| explain::meant_as_heading(line));
    let texts = if lost {
        vec![file.text.as_str()]
    } else {
        lines
    };
    texts
        .into_iter()
        .flat_map(|text| text.split(|c| !tokens::is_name_char(c)))
        .filter(|word| !word.is_empty())
        .collect()
}

/// A test's title, where its columns and globals may stand; then the test's own unused names.
pub fn title<'o>(check: &mut Check<'o>, file: usize, title: &'o Text, mut scope: Scope<'o>) {
    let inner = |local: &Local| matches!(local.origin, Origin::Let | Origin::Read);
    for name in pieces::names(title) {
        if scope.get(&name.text).is_some_and(inner) {
            let problem = Problem::error(
                "used-too-early",
                name.span,
                format!(
                    "A title is known before its test runs, and `{}` is not.",
                    name.text
                ),
            );
            check.report(
                file,
                problem.help("Use a column of the test's table, or a let at the top of the file."),
            );
        } else {
            refer(check, file, &mut scope, name, Wanted::Value, &[]);
        }
    }
    unused::locals(check, file, &scope);
}

/// Checks what a `let` is made of; returns what its name stands for.
pub fn let_value<'o>(check: &mut Check<'o>, block: &mut Block<'o>, value: &'o LetValue) -> Meaning {
    match value {
        LetValue::Target(target) => {
            piece(check, block, Piece::Target(target));
            super::targets::piece(check, block.file, Piece::Target(target));
            Meaning {
                holds: Holds::Target,
                known: None,
            }
        }
        // A name may name a target again, so it is asked for nothing.
        LetValue::Value(Value::Name(name)) => {
            let scope = &mut block.scope;
            refer(check, block.file, scope, name, Wanted::Value, block.lines)
        }
        LetValue::Value(value) => {
            piece(check, block, Piece::Value(value));
            of_value(check, block, value)
        }
    }
}

/// The names in one piece of a step.
pub fn piece<'o>(check: &mut Check<'o>, block: &mut Block<'o>, piece: Piece<'o>) {
    match piece {
        Piece::Value(value) => value_names(check, block, value, Wanted::Value),
        Piece::Number(value) => {
            value_names(check, block, value, Wanted::Number);
            number(check, block, value);
        }
        Piece::Target(target) => target_names(check, block, target),
        Piece::Name(name) => {
            refer(
                check,
                block.file,
                &mut block.scope,
                name,
                Wanted::Number,
                block.lines,
            );
            not_a_target(check, block, name);
        }
        Piece::Regex(_) => {}
    }
}

fn value_names<'o>(check: &mut Check<'o>, block: &mut Block<'o>, value: &'o Value, wanted: Wanted) {
    match value {
        Value::Text(text) => text_names(check, block, text),
        Value::Name(name) => {
            refer(
                check,
                block.file,
                &mut block.scope,
                name,
                wanted,
                block.lines,
            );
        }
        Value::Number(_) | Value::Env { .. } => {}
    }
    // A target cannot be handed on as a value, nor stand for one.
    if let Value::Name(name) = value {
        not_a_target(check, block, name);
    }
}

fn text_names<'o>(check: &mut Check<'o>, block: &mut Block<'o>, text: &'o Text) {
    for name in pieces::names(text) {
        refer(
            check,
            block.file,
            &mut block.scope,
            name,
            Wanted::Value,
            block.lines,
        );
        not_a_target(check, block, name);
    }
}

fn target_names<'o>(check: &mut Check<'o>, block: &mut Block<'o>, target: &'o Target) {
    for target in pieces::chain(target) {
        if let Locator::Name(name) = &target.locator {
            let found = refer(
                check,
                block.file,
                &mut block.scope,
                name,
                Wanted::Target,
                block.lines,
            );
            if found.holds == Holds::Number {
                let problem = Problem::error(
                    "not-a-target",
                    name.span,
                    format!("`{}` is a number; a target was expected here.", name.text),
                );
                check.report(
                    block.file,
                    problem.help("To find an element by the number it shows, put it in a string."),
                );
            }
        }
        if let (Some(text), _) = pieces::sought(&target.locator) {
            text_names(check, block, text);
        }
    }
}

fn not_a_target(check: &mut Check, block: &Block, name: &Name) {
    if meaning::named(check, block, &name.text).holds == Holds::Target {
        let problem = Problem::error(
            "not-a-value",
            name.span,
            format!(
                "`{}` names an element; a value was expected here.",
                name.text
            ),
        );
        let help = format!("Read it first: read {} as …", name.text);
        check.report(block.file, problem.help(help));
    }
}

/// A value that has to be a number, where it is known and none.
fn number(check: &mut Check, block: &Block, value: &Value) {
    let known = of_value(check, block, value).known.unwrap_or_default();
    let bad = known
        .iter()
        .find(|known| numbers::number(known.trim()).is_none());
    if let Some(bad) = bad {
        let problem = Problem::error(
            "not-a-number",
            value_span(value),
            format!("A number was expected here; \"{bad}\" was found."),
        );
        check.report(block.file, problem);
    }
}

/// Looks a name up where it is used, and says so if there is none.
fn refer<'o>(
    check: &mut Check<'o>,
    file: usize,
    scope: &mut Scope<'o>,
    name: &'o Name,
    wanted: Wanted,
    lines: &'o [Line],
) -> Meaning {
    let text = name.text.as_str();
    if let Some(meaning) = scope.take(text).cloned() {
        if let Some(local) = scope.get(text) {
            check.uses(file, name, Symbol::local(file, local));
        }
        return meaning;
    }
    if let Some((at, global)) = check.opened.global(file, text) {
        check.used.insert((at, text));
        check.uses(file, name, Symbol::global(at, global));
        return of_global(check, file, text, meaning::DEEPEST_LET);
    }
    let built_in = words::BUILT_IN.contains(&text) && wanted != Wanted::Target;
    if !built_in && !check.may_be_defined(file, text) {
        let problem = unknown(check, file, scope, name, lines);
        check.report(file, problem);
    }
    Meaning::UNKNOWN
}

impl Check<'_> {
    /// Whether a name may come from a line that cannot be read, or from a used file that cannot.
    pub fn may_be_defined(&self, file: usize, name: &str) -> bool {
        let lacks_a_file = self.opened.files[file].uses.iter().any(Option::is_none);
        lacks_a_file || self.mentioned[file].contains(name)
    }
}

fn unknown(check: &Check, file: usize, scope: &Scope, name: &Name, lines: &[Line]) -> Problem {
    let text = &name.text;
    if let Some(later) = defined_below(lines, text) {
        return Problem::error(
            "used-too-early",
            name.span,
            format!("`{text}` is not known yet here: it gets its value further down."),
        )
        .related(later, "where it gets its value");
    }
    let globals = check.opened.seen_by(file).flat_map(|(_, script)| {
        let lets = script.lets.iter().map(|found| found.name.text.as_str());
        lets.chain(
            script
                .secrets
                .iter()
                .map(|secret| secret.name.text.as_str()),
        )
    });
    let candidates = scope
        .names()
        .chain(globals)
        .chain(words::BUILT_IN.iter().copied());
    let meant = words::closest(text, candidates);
    let problem = Problem::error(
        "unknown-name",
        name.span,
        format!("Nothing is named `{text}` here."),
    );
    match meant {
        Some(_) => problem.did_you_mean(meant),
        None => problem.help(format!("Define it above: let {text} = \"…\"")),
    }
}

fn defined_below(lines: &[Line], name: &str) -> Option<Span> {
    lines.iter().find_map(|line| {
        let defined = match line {
            Line::Let(found) => &found.name,
            Line::Step(step) => match &step.kind {
                StepKind::Read { into, .. } => into,
                _ => return None,
            },
        };
        (defined.text == name).then_some(defined.span)
    })
}
