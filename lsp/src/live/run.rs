//! One thing a person asked to run, performed as a run performs it, each result shown as it comes.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use aite::script::ast::{HookKind, Line, Row, Script, Span, StepKind, Test, Value};
use aite::script::{File, Opened};
use aite::session::{
    Beginning, Browsers, Ended, Known, Observer, RepairWatch, RunFacts, Scope, Secrets, Stage,
    StepResult, shown_path,
};
use tokio::sync::watch;

use super::commands::Extent;
use super::part::{self, At, Block};
use super::progress::Progress;
use super::results::{State, document_at};
use super::stepper::Surroundings;
use crate::analysis::Analysis;

/// What is performed, and with what.
pub struct Performance<'a> {
    pub around: &'a Surroundings,
    pub analysis: &'a Analysis,
    pub facts: &'a RunFacts,
    pub secrets: &'a Secrets,
    pub browsers: &'a mut Browsers,
    pub reads: &'a mut Reads,
    pub progress: &'a Progress,
    pub stop: watch::Receiver<bool>,
}

/// What the steps of a block have read, by the script and the block's name, for the steps behind them.
pub type Reads = HashMap<(PathBuf, String), HashMap<String, Known>>;

/// Runs it; a sentence where there is nothing that could be run.
pub async fn perform(
    mut performance: Performance<'_>,
    extent: Extent,
    line: usize,
) -> Result<(), String> {
    if extent == Extent::File {
        performance.file().await;
        return Ok(());
    }
    let at = part::find(performance.analysis.file(), line);
    let at = at.ok_or_else(|| "There is no test, flow or hook at the cursor.".to_owned())?;
    if let (Extent::Test | Extent::ToHere, Block::Flow(flow)) = (extent, at.block) {
        return Err(format!(
            "`{}` is a flow and runs only as part of a test; run its steps one by one, or the test that does it.",
            flow.name.text
        ));
    }
    match extent {
        Extent::Test => performance.whole(at.block).await,
        Extent::ToHere => performance.up_to(at).await?,
        _ => performance.some(at, extent).await?,
    }
    Ok(())
}

impl<'a> Performance<'a> {
    async fn file(&mut self) {
        let script = self.opened().script();
        let only = script.tests.iter().any(|test| test.only);
        let tests = script.tests.iter().enumerate();
        let tests: Vec<_> = tests
            .filter(|(_, test)| test.skip.is_none() && (!only || test.only))
            .collect();
        if tests.is_empty() || self.hook(HookKind::BeforeAll).await != Ended::Passed {
            return;
        }
        for (at, test) in tests {
            if *self.stop.borrow() || self.browsers.failed_to_start() {
                return;
            }
            self.test(at + 1, test).await;
        }
        self.hook(HookKind::AfterAll).await;
    }

    async fn whole(&mut self, block: Block<'_>) {
        match block {
            Block::Test(number, test) => self.test(number, test).await,
            Block::Hook(kind, _) => _ = self.hook(kind).await,
            Block::Flow(_) => {}
        }
    }

    async fn hook(&mut self, kind: HookKind) -> Ended {
        let mut shower = self.shower();
        self.stage(&mut shower).perform_hook(kind).await.1
    }

    /// Every row of a test, each from a clean start.
    async fn test(&mut self, number: usize, test: &Test) {
        let rows: Vec<Option<&Row>> = match &test.table {
            Some(table) => table.rows.iter().map(Some).collect(),
            None => vec![None],
        };
        for row in rows {
            if *self.stop.borrow() {
                return;
            }
            self.browsers.clean().await;
            let mut shower = self.shower();
            let mut stage = self.stage(&mut shower);
            stage.perform_test(number, test, row).await;
        }
    }

    async fn up_to(&mut self, at: At<'_>) -> Result<(), String> {
        let start = At { line: 0, ..at };
        let mut scope = self.scope(start)?;
        let until = at.line + usize::from(at.on_step);
        let lines = &at.block.lines()[..until];
        let beginning = self.beginning(start);
        self.browsers.clean().await;
        let mut shower = self.shower();
        let mut stage = self.stage(&mut shower);
        match at.block {
            Block::Test(number, _) => stage.perform_beginning(number, lines, &mut scope).await,
            _ => stage.perform_some(lines, &mut scope, beginning).await,
        };
        self.keep_reads(at.block, lines, &scope);
        Ok(())
    }

    /// One step, or those from it to the block's end, on the pages that are open.
    async fn some(&mut self, at: At<'_>, extent: Extent) -> Result<(), String> {
        if extent == Extent::Step && !at.on_step {
            return Err("There is no step at the cursor.".to_owned());
        }
        let mut scope = self.scope(at)?;
        for (name, known) in self.reads.get(&self.key(at.block)).into_iter().flatten() {
            scope.bind(name, known.clone());
        }
        let lines = &at.block.lines()[at.line..];
        let lines = match extent {
            Extent::Step => &lines[..1],
            _ => lines,
        };
        let beginning = self.beginning(at);
        let mut shower = self.shower();
        let mut stage = self.stage(&mut shower);
        stage.perform_some(lines, &mut scope, beginning).await;
        self.keep_reads(at.block, lines, &scope);
        Ok(())
    }

    fn opened(&self) -> &'a Opened {
        &self.analysis.opened
    }

    fn shower(&self) -> Shower<'a> {
        Shower {
            around: self.around,
            analysis: self.analysis,
            progress: self.progress,
        }
    }

    fn stage<'s>(&'s mut self, shower: &'s mut Shower<'_>) -> Stage<'s> {
        Stage {
            browsers: self.browsers,
            opened: &self.analysis.opened,
            facts: self.facts,
            secrets: self.secrets,
            observer: shower,
            stop: self.stop.clone(),
            repairs: RepairWatch::default(),
        }
    }

    fn beginning(&self, at: At<'_>) -> Beginning {
        Beginning {
            id: at.block.number(),
            after: at.block.steps_before(at.line),
            block: at.block.name(),
            profile: at.block.profile_before(at.line, self.opened().script()),
        }
    }

    /// The names a block's line can use; a flow's parameters have what its first call gives them.
    fn scope(&self, at: At<'_>) -> Result<Scope<'a>, String> {
        let mut given = Vec::new();
        if let Block::Flow(flow) = at.block
            && !flow.parameters.is_empty()
        {
            let name = &flow.name.text;
            let arguments = first_call(self.opened().script(), name).ok_or_else(|| {
                format!("The parameters of `{name}` have no values, as nothing in this file does it; run a test that does.")
            })?;
            let outer = Scope::new(self.opened(), 0, self.facts);
            for (parameter, argument) in flow.parameters.iter().zip(arguments) {
                let known = outer.value(argument).map_err(|error| error.to_string())?;
                given.push((parameter.text.as_str(), known));
            }
        }
        Ok(part::scope(self.opened(), self.facts, at, given))
    }

    fn key(&self, block: Block<'_>) -> (PathBuf, String) {
        let name = block.name();
        let name = name.unwrap_or_else(|| format!("test {}", block.number()));
        (self.analysis.file().path.clone(), name)
    }

    fn keep_reads(&mut self, block: Block<'_>, lines: &[Line], scope: &Scope<'_>) {
        let key = self.key(block);
        let reads = self.reads.entry(key).or_default();
        for line in lines {
            if let Line::Step(step) = line
                && let StepKind::Read { into, .. } = &step.kind
                && let Some(known) = scope.known(&into.text)
            {
                reads.insert(into.text.clone(), known.clone());
            }
        }
    }
}

/// The arguments of the first `do` of a flow in a script.
fn first_call<'s>(script: &'s Script, name: &str) -> Option<&'s [Value]> {
    script.lines().find_map(|line| match line {
        Line::Step(step) => match &step.kind {
            StepKind::Do { flow, arguments } if flow.text == name => Some(arguments.as_slice()),
            _ => None,
        },
        Line::Let(_) => None,
    })
}

/// Shows each step as it goes.
struct Shower<'a> {
    around: &'a Surroundings,
    analysis: &'a Analysis,
    progress: &'a Progress,
}

impl Shower<'_> {
    fn show(&self, step: &StepResult, state: State) {
        let mut files = self.analysis.opened.files.iter().enumerate();
        let Some((at, file)) = files.find(|(_, file)| shown_path(&file.path) == step.place.file)
        else {
            return;
        };
        let own = (self.analysis.uri.clone(), self.analysis.version);
        let document = match at {
            0 => Some(own),
            _ => document_at(&self.around.workspace, &file.path, &file.text),
        };
        let Some((uri, version)) = document else {
            return;
        };
        self.around
            .results
            .set(&uri, version, span(file, step), state);
        (self.around.told)(&uri);
    }
}

impl Observer for Shower<'_> {
    fn step_started(&mut self, step: &StepResult) {
        self.progress.report(step.source.trim());
        self.show(step, State::Running);
    }

    fn step_finished(&mut self, step: &StepResult) {
        self.show(step, State::Done(Arc::new(step.clone())));
    }
}

fn span(file: &File, step: &StepResult) -> Span {
    let line = step.place.line - 1;
    let start = file.lines.start(line).unwrap_or(0);
    let text = file.line_text(line);
    let byte = |column: usize| {
        text.char_indices()
            .nth(column - 1)
            .map_or(text.len(), |(at, _)| at)
    };
    Span {
        start: start + byte(step.place.column),
        end: start + byte(step.place.end_column),
    }
}
