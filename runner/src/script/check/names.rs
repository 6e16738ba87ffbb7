//! Names: what they refer to, whether that fits, and whether anything refers to them.

use std::collections::{HashMap, HashSet};

use super::scope::{self, Holds, Local, Meaning, Origin, Scope};
use super::{Block, Check, value_span};
use crate::script::ast::{
    Let, LetValue, Line, Locator, Name, Part, Span, StepKind, Target, Text, Value,
};
use crate::script::open::{File, Global};
use crate::script::pieces::{self, Piece};
use crate::script::problem::Problem;
use crate::script::{explain, numbers, roles, text, tokens, words};

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

/// The lets, secrets and flows at the top of a file: what they are made of, and whether two have one name.
pub fn globals(check: &mut Check, file: usize) {
    let opened = check.opened;
    let script = &opened.files[file].script;
    let lets = script.lets.iter().map(|found| &found.name);
    let secrets = script.secrets.iter().map(|secret| &secret.name);
    let flows = script.flows.iter().map(|flow| &flow.name);
    for names in [
        lets.chain(secrets).collect::<Vec<_>>(),
        flows.collect::<Vec<_>>(),
    ] {
        for name in &names {
            reserved(check, file, name);
        }
        duplicates(check, file, &names);
    }
    brought_in_twice(check, file);
    for found in &script.lets {
        let mut block = Block {
            file,
            kind: super::BlockKind::Hook,
            lines: &[],
            scope: Scope::new(Vec::new(), None),
        };
        for name in names_of_let(&found.value) {
            let own = script.lets.iter().find(|own| own.name.text == name.text);
            if let Some(own) = own.filter(|own| own.span.start >= found.span.start) {
                let problem = Problem::error(
                    "used-too-early",
                    name.span,
                    format!(
                        "`{}` is not known yet: a let is made of what stands above it.",
                        name.text
                    ),
                );
                check.report(file, problem.related(own.name.span, "its let"));
            }
        }
        let_value(check, &mut block, &found.value);
    }
}

pub fn parameters(check: &mut Check, file: usize, parameters: &[Name]) {
    for name in parameters {
        reserved(check, file, name);
    }
    duplicates(check, file, &parameters.iter().collect::<Vec<_>>());
}

/// Two columns of one name are found with the table itself.
pub fn columns(check: &mut Check, file: usize, columns: &[Name]) {
    for name in columns {
        reserved(check, file, name);
    }
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
    unused_locals(check, file, &scope);
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
            meaning(check, block, value)
        }
    }
}

pub fn define_let<'o>(
    check: &mut Check<'o>,
    block: &mut Block<'o>,
    found: &'o Let,
    meaning: Meaning,
) {
    let name = &found.name;
    reserved(check, block.file, name);
    if let Some(first) = block.scope.get(&name.text) {
        let problem = duplicate(name, first.span());
        check.report(block.file, problem);
    }
    block.scope.define(name, Origin::Let, meaning);
}

/// `read … as NAME`; reading again into a name that was read into is fine.
pub fn define_read<'o>(check: &mut Check<'o>, block: &mut Block<'o>, into: &'o Name) {
    reserved(check, block.file, into);
    let first = block.scope.get(&into.text);
    if let Some(first) = first.filter(|first| first.origin != Origin::Read) {
        let problem = duplicate(into, first.span());
        check.report(block.file, problem);
    }
    block.scope.define(into, Origin::Read, Meaning::UNKNOWN);
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
        }
        Piece::Regex(_) => {}
    }
}

/// What a value stands for in a block.
pub fn meaning(check: &Check, block: &Block, value: &Value) -> Meaning {
    match value {
        Value::Text(text) => Meaning {
            holds: Holds::Text,
            known: known_text(check, block, text),
        },
        Value::Number(number) => Meaning {
            holds: Holds::Number,
            known: Some(vec![number.source.clone()]),
        },
        Value::Name(name) => named(check, block, &name.text),
        Value::Env { .. } => Meaning::UNKNOWN,
    }
}

/// What `name` stands for in a block, without marking it used.
pub fn named(check: &Check, block: &Block, name: &str) -> Meaning {
    match block.scope.get(name) {
        Some(local) => local.meaning.clone(),
        None => global_meaning(check, block.file, name, DEEPEST_LET),
    }
}

fn known_text(check: &Check, block: &Block, text: &Text) -> Option<Vec<String>> {
    scope::join(text.parts.iter().map(|part| match part {
        Part::Literal(literal) => Some(vec![literal.clone()]),
        Part::Name(name) => named(check, block, &name.text).known,
    }))
}

/// How many lets may be made of one another before the checks stop following them.
const DEEPEST_LET: usize = 32;

fn global_meaning(check: &Check, file: usize, name: &str, deepest: usize) -> Meaning {
    let Some((at, Global::Let(found))) = check.opened.global(file, name) else {
        return Meaning::UNKNOWN;
    };
    let Some(deepest) = deepest.checked_sub(1) else {
        return Meaning::UNKNOWN;
    };
    let inner = |name: &Name| global_meaning(check, at, &name.text, deepest);
    match &found.value {
        LetValue::Target(_) => Meaning {
            holds: Holds::Target,
            known: None,
        },
        LetValue::Value(Value::Text(text)) => Meaning {
            holds: Holds::Text,
            known: scope::join(text.parts.iter().map(|part| match part {
                Part::Literal(literal) => Some(vec![literal.clone()]),
                Part::Name(name) => inner(name).known,
            })),
        },
        LetValue::Value(Value::Number(number)) => Meaning {
            holds: Holds::Number,
            known: Some(vec![number.source.clone()]),
        },
        LetValue::Value(Value::Name(name)) => inner(name),
        LetValue::Value(Value::Env { .. }) => Meaning::UNKNOWN,
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
    if named(check, block, &name.text).holds == Holds::Target {
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
    let known = meaning(check, block, value).known.unwrap_or_default();
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
    if let Some(meaning) = scope.take(text) {
        return meaning.clone();
    }
    if let Some((at, _)) = check.opened.global(file, text) {
        check.used.insert((at, text));
        return global_meaning(check, file, text, DEEPEST_LET);
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

fn names_of_let(value: &LetValue) -> Vec<&Name> {
    match value {
        LetValue::Value(Value::Text(text)) => pieces::names(text).collect(),
        LetValue::Value(Value::Name(name)) => vec![name],
        LetValue::Value(_) => Vec::new(),
        LetValue::Target(target) => pieces::chain(target)
            .flat_map(|target| {
                let named = match &target.locator {
                    Locator::Name(name) => Some(name),
                    _ => None,
                };
                let (text, _) = pieces::sought(&target.locator);
                named
                    .into_iter()
                    .chain(text.into_iter().flat_map(pieces::names))
            })
            .collect(),
    }
}

fn reserved(check: &mut Check, file: usize, name: &Name) {
    let text = name.text.as_str();
    let what = if roles::find(text).is_some() {
        "a role"
    } else if words::is_reserved(text) {
        "a word of the language"
    } else if words::BUILT_IN.contains(&text) {
        "built in"
    } else {
        return;
    };
    let problem = Problem::error(
        "reserved-name",
        name.span,
        format!("`{text}` is {what}, so nothing else can be named that."),
    );
    check.report(
        file,
        problem.help(format!("Choose another name, such as my-{text}.")),
    );
}

fn duplicates(check: &mut Check, file: usize, names: &[&Name]) {
    let mut first = HashMap::new();
    for name in names {
        let span = *first.entry(name.text.as_str()).or_insert(name.span);
        if span != name.span {
            check.report(file, duplicate(name, span));
        }
    }
}

fn duplicate(name: &Name, first: Span) -> Problem {
    Problem::error(
        "duplicate-name",
        name.span,
        format!("`{}` is defined already.", name.text),
    )
    .help("Choose another name for one of the two.")
    .related(first, "defined here first")
}

/// Names that come to a file from two places: its own lines and the files it uses.
fn brought_in_twice(check: &mut Check, file: usize) {
    let opened = check.opened;
    let here = &opened.files[file];
    let mut seen: HashMap<(bool, &str), usize> = HashMap::new();
    for (at, script) in opened.seen_by(file) {
        let lets = script.lets.iter().map(|found| &found.name);
        let secrets = script.secrets.iter().map(|secret| &secret.name);
        let values = lets.chain(secrets).map(|name| (false, name));
        let flows = script.flows.iter().map(|flow| (true, &flow.name));
        for (is_flow, name) in values.chain(flows) {
            let first = *seen.entry((is_flow, name.text.as_str())).or_insert(at);
            let same_file = first == at || opened.files[first].path == opened.files[at].path;
            if same_file {
                continue;
            }
            let line = here.uses.iter().position(|used| *used == Some(at));
            let Some(line) = line.and_then(|line| here.script.uses.get(line)) else {
                continue;
            };
            let what = if is_flow { "flow" } else { "name" };
            let problem = Problem::error(
                "duplicate-name",
                line.path.span,
                format!(
                    "{} and {} both define the {what} `{}`.",
                    opened.files[first].path.display(),
                    opened.files[at].path.display(),
                    name.text
                ),
            );
            check.report(file, problem.help("Rename one of the two."));
        }
    }
}

pub fn unused_locals(check: &mut Check, file: usize, scope: &Scope) {
    for local in scope.unused() {
        let what = match local.origin {
            Origin::Parameter => "This flow does not use its parameter",
            Origin::Column => "No step uses the column",
            Origin::Let => "Nothing below uses the let",
            Origin::Read => "Nothing below uses what is read into",
        };
        unused(check, file, local.name, what);
    }
}

/// Lets and secrets at the top of a file with tests that nothing refers to. A file without tests is there for others.
pub fn unused_globals(check: &mut Check) {
    let opened = check.opened;
    for (at, file) in opened.files.iter().enumerate() {
        if file.script.tests.is_empty() {
            continue;
        }
        let lets = file
            .script
            .lets
            .iter()
            .map(|found| (&found.name, "Nothing uses the let"));
        let secrets = file
            .script
            .secrets
            .iter()
            .map(|secret| (&secret.name, "Nothing uses the secret"));
        for (name, what) in lets.chain(secrets) {
            if !check.used.contains(&(at, name.text.as_str())) {
                unused(check, at, name, what);
            }
        }
    }
}

fn unused(check: &mut Check, file: usize, name: &Name, what: &str) {
    let text = name.text.as_str();
    // What cannot be named that has been said; nothing can use it.
    let impossible = words::is_reserved(text) || !text::is_name(text);
    let meant = text.starts_with('_') || check.mentioned[file].contains(text);
    if !meant && !impossible {
        let message = format!("{what} `{}`.", name.text);
        check.report(file, Problem::warning("unused-name", name.span, message));
    }
}
