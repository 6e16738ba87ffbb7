//! What can be found wrong with a script without a browser.
//!
//! Only what is certain is said: a value that is known when the script runs is not guessed at, and a line that cannot be
//! read silences what it might have defined or used.

mod definitions;
mod flows;
mod meaning;
mod names;
mod order;
mod outside;
mod profiles;
mod references;
mod scope;
mod targets;
mod tests;
mod unused;

use std::collections::HashSet;
use std::path::Path;

use url::Url;

use super::ast::{Let, Line, Name, Span, Step, StepKind, Table};
use super::open::Opened;
use super::pieces;
use super::problem::Problem;
pub use references::{Place as ReferencePlace, Reference, Symbol, SymbolKind, references};
use scope::{Origin, Scope};

/// What the checks need to know of the world around a script.
pub struct Surroundings<'s> {
    /// What relative addresses are joined to.
    pub base_url: Option<&'s Url>,
    /// Whether the allow list has an address's origin.
    pub allows: &'s dyn Fn(&Url) -> bool,
    /// The profiles the config names.
    pub profiles: Vec<String>,
    /// Whether there is a file at a path.
    pub exists: &'s dyn Fn(&Path) -> bool,
}

/// Everything wrong with a script and the files it uses, those of the text included, each with the index of its file; by
/// file, then in the text's order.
pub fn check(opened: &Opened, around: &Surroundings) -> Vec<(usize, Problem)> {
    let mut problems = run(opened, around).problems;
    problems.sort_by_key(|(file, problem)| (*file, problem.span.start, problem.span.end));
    problems
}

fn run<'o>(opened: &'o Opened, around: &'o Surroundings<'o>) -> Check<'o> {
    let mut check = Check {
        opened,
        around,
        problems: Vec::new(),
        references: Vec::new(),
        used: HashSet::new(),
        mentioned: opened.files.iter().map(names::mentioned).collect(),
    };
    for (at, file) in opened.files.iter().enumerate() {
        let known = file.problems.iter().cloned();
        check.problems.extend(known.map(|problem| (at, problem)));
        check.file(at);
    }
    flows::recursion(&mut check);
    unused::globals(&mut check);
    profiles::unused(&mut check);
    check
}

struct Check<'o> {
    opened: &'o Opened,
    around: &'o Surroundings<'o>,
    problems: Vec<(usize, Problem)>,
    /// Every name that could be resolved.
    references: Vec<Reference>,
    /// The globals that something refers to: the file they stand in, and their name.
    used: HashSet<(usize, &'o str)>,
    /// For each file, the words of its lines that cannot be read.
    mentioned: Vec<HashSet<&'o str>>,
}

/// Where a line stands.
struct Block<'o> {
    file: usize,
    kind: BlockKind,
    lines: &'o [Line],
    scope: Scope<'o>,
}

#[derive(Clone, Copy, PartialEq)]
enum BlockKind {
    Hook,
    Flow,
    Test,
}

impl<'o> Check<'o> {
    fn report(&mut self, file: usize, problem: Problem) {
        self.problems.push((file, problem));
    }

    fn file(&mut self, file: usize) {
        let script = &self.opened.files[file].script;
        definitions::globals(self, file);
        profiles::declared(self, file);
        tests::titles(self, file);
        for hook in &script.hooks {
            self.block(file, BlockKind::Hook, &hook.lines, Vec::new(), None);
        }
        for flow in &script.flows {
            definitions::parameters(self, file, &flow.parameters);
            let parameters = flow.parameters.iter().map(|name| (name, Origin::Parameter));
            self.block(
                file,
                BlockKind::Flow,
                &flow.lines,
                parameters.collect(),
                None,
            );
        }
        for test in &script.tests {
            let columns: &[Name] = test.table.as_ref().map_or(&[], |table| &table.columns);
            definitions::columns(self, file, columns);
            let columns = columns.iter().map(|name| (name, Origin::Column));
            let scope = self.block(
                file,
                BlockKind::Test,
                &test.lines,
                columns.collect(),
                test.table.as_ref(),
            );
            names::title(self, file, &test.title, scope);
        }
    }

    /// Checks a block's lines; returns what its names were found to be, the unused not yet reported for a test.
    fn block(
        &mut self,
        file: usize,
        kind: BlockKind,
        lines: &'o [Line],
        given: Vec<(&'o Name, Origin)>,
        table: Option<&'o Table>,
    ) -> Scope<'o> {
        let mut block = Block {
            file,
            kind,
            lines,
            scope: Scope::new(given, table),
        };
        for line in lines {
            match line {
                Line::Let(found) => self.local_let(&mut block, found),
                Line::Step(step) => self.step(&mut block, step),
            }
        }
        order::block(self, &block);
        if kind != BlockKind::Test {
            unused::locals(self, file, &block.scope);
        }
        block.scope
    }

    fn local_let(&mut self, block: &mut Block<'o>, found: &'o Let) {
        let meaning = names::let_value(self, block, &found.value);
        definitions::define_let(self, block, found, meaning);
    }

    fn step(&mut self, block: &mut Block<'o>, step: &'o Step) {
        for piece in pieces::pieces(&step.kind) {
            names::piece(self, block, piece);
            targets::piece(self, block.file, piece);
        }
        match &step.kind {
            StepKind::As(name) => profiles::switch(self, block.file, name),
            StepKind::Do { flow, arguments } => {
                flows::call(self, block.file, flow, arguments, step.span);
            }
            StepKind::Read { into, .. } => definitions::define_read(self, block, into),
            StepKind::Open { url, .. } => outside::address(self, block, url),
            StepKind::Upload { file, .. } => outside::upload(self, block, file),
            StepKind::Press { keys, .. } => outside::keys(self, block, keys),
            _ => {}
        }
    }
}

/// The place of a value.
fn value_span(value: &super::ast::Value) -> Span {
    use super::ast::Value;
    match value {
        Value::Text(text) => text.span,
        Value::Number(number) => number.span,
        Value::Name(name) => name.span,
        Value::Env { span, .. } => *span,
    }
}
