//! Where names come from: that no two have one name in one place, and none is a word of the language.

use std::collections::HashMap;

use super::scope::{Meaning, Origin, Scope};
use super::{Block, BlockKind, Check, Symbol, SymbolKind, names};
use crate::script::ast::{Let, LetValue, Locator, Name, Span, Value};
use crate::script::pieces;
use crate::script::problem::Problem;
use crate::script::{roles, words};

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
        let symbol = Symbol::at(SymbolKind::Let, file, &found.name);
        check.defines(file, &found.name, symbol);
    }
    for secret in &script.secrets {
        let symbol = Symbol::at(SymbolKind::Secret, file, &secret.name);
        check.defines(file, &secret.name, symbol);
    }
    for flow in &script.flows {
        let symbol = Symbol::at(SymbolKind::Flow, file, &flow.name);
        check.defines(file, &flow.name, symbol);
    }
    for found in &script.lets {
        let mut block = Block {
            file,
            kind: BlockKind::Hook,
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
        names::let_value(check, &mut block, &found.value);
    }
}

pub fn parameters(check: &mut Check, file: usize, parameters: &[Name]) {
    for name in parameters {
        reserved(check, file, name);
        check.defines(file, name, Symbol::at(SymbolKind::Parameter, file, name));
    }
    duplicates(check, file, &parameters.iter().collect::<Vec<_>>());
}

/// Two columns of one name are found with the table itself.
pub fn columns(check: &mut Check, file: usize, columns: &[Name]) {
    for name in columns {
        reserved(check, file, name);
        check.defines(file, name, Symbol::at(SymbolKind::Column, file, name));
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
    defined(check, block, name);
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
    defined(check, block, into);
}

fn defined(check: &mut Check, block: &Block, name: &Name) {
    if let Some(local) = block.scope.get(&name.text) {
        check.defines(block.file, name, Symbol::local(block.file, local));
    }
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
