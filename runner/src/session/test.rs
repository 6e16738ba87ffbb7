//! One test with its hooks and flows, step by step.

use std::path::Path;
use std::time::Instant;

use tokio::sync::watch;

use super::browsers::Browsers;
use super::mask::Secrets;
use super::outcome::{Place, Status, StepOutcome, StepResult};
use super::probation::RepairWatch;
use super::scope::{Known, RunFacts, Scope};
use crate::bridge::messages::{Failure, Reason};
use crate::script::Opened;
use crate::script::ast::{HookKind, Line, Row, Span, Step, StepKind, Table, Test, Value};

/// Is told how a test gets on, while it does.
pub trait Observer: Send {
    /// The step as it is before it has run.
    fn step_started(&mut self, step: &StepResult);
    fn step_finished(&mut self, step: &StepResult);
}

/// How a block of steps ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Passed,
    /// A step failed; the block's other steps were not run unless it was soft.
    Failed,
    PreState,
    /// Somebody stopped the run.
    Stopped,
}

/// What runs steps: the browsers, and all that they need to know of the script.
pub struct Stage<'a> {
    pub browsers: &'a mut Browsers,
    pub opened: &'a Opened,
    pub facts: &'a RunFacts,
    pub secrets: &'a Secrets,
    pub observer: &'a mut dyn Observer,
    /// Becomes true when the run is to end.
    pub stop: watch::Receiver<bool>,
    /// What comes of the test's repairs.
    pub repairs: RepairWatch,
}

/// Where in a block its performing begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beginning {
    /// The number of its test, 0 for none.
    pub id: usize,
    /// How many steps stand before it.
    pub after: usize,
    /// What the block is, where it is no test: `flow login`.
    pub block: Option<String>,
    pub profile: String,
}

/// Where a block stands in a test's tree of steps.
struct Position {
    /// Of the block's steps: `3`, and `3.7` in a flow that step 3.7 does.
    prefix: String,
    /// The number of the last step.
    last: usize,
    block: Option<String>,
    profile: String,
}

impl Position {
    /// `as` holds to its block's end, so each block starts in the script's first profile.
    fn enter_block(&mut self, block: Option<String>, profile: String) {
        self.block = block;
        self.profile = profile;
    }
}

impl Stage<'_> {
    /// Performs a test with the hooks around it. `id` is the test's number in the script.
    pub async fn perform_test(
        &mut self,
        id: usize,
        test: &Test,
        row: Option<&Row>,
    ) -> (Vec<StepResult>, Ended) {
        let mut position = self.position(id);
        let mut steps = Vec::new();
        let mut ended = self
            .perform_hooks(HookKind::BeforeEach, &mut position, &mut steps)
            .await;
        if ended == Ended::Passed {
            let mut scope = Scope::new(self.opened, 0, self.facts);
            bind_row(&mut scope, test.table.as_ref(), row);
            position.enter_block(None, self.first_profile());
            ended = self
                .perform_lines(&test.lines, &mut scope, &mut position, &mut steps)
                .await;
        }
        if ended != Ended::Stopped {
            let after = self
                .perform_hooks(HookKind::AfterEach, &mut position, &mut steps)
                .await;
            if ended == Ended::Passed {
                ended = after;
            }
        }
        self.repairs.write(&mut steps);
        (steps, ended)
    }

    /// Performs a test's beginning with the hooks before it: `lines` are its first ones, `scope` has its row.
    pub async fn perform_beginning(
        &mut self,
        id: usize,
        lines: &[Line],
        scope: &mut Scope<'_>,
    ) -> (Vec<StepResult>, Ended) {
        let mut position = self.position(id);
        let mut steps = Vec::new();
        let mut ended = self
            .perform_hooks(HookKind::BeforeEach, &mut position, &mut steps)
            .await;
        if ended == Ended::Passed {
            position.enter_block(None, self.first_profile());
            ended = self
                .perform_lines(lines, scope, &mut position, &mut steps)
                .await;
        }
        self.repairs.write(&mut steps);
        (steps, ended)
    }

    /// Performs some lines of a block on the pages that are open now. `scope` has what the lines before them gave names to.
    pub async fn perform_some(
        &mut self,
        lines: &[Line],
        scope: &mut Scope<'_>,
        from: Beginning,
    ) -> (Vec<StepResult>, Ended) {
        let mut position = Position {
            prefix: from.id.to_string(),
            last: from.after,
            block: from.block,
            profile: from.profile,
        };
        let mut steps = Vec::new();
        let ended = self
            .perform_lines(lines, scope, &mut position, &mut steps)
            .await;
        self.repairs.write(&mut steps);
        (steps, ended)
    }

    /// Performs the hooks of a kind on their own: `before all`, `after all`.
    pub async fn perform_hook(&mut self, kind: HookKind) -> (Vec<StepResult>, Ended) {
        let mut position = self.position(0);
        let mut steps = Vec::new();
        let ended = self.perform_hooks(kind, &mut position, &mut steps).await;
        self.repairs.write(&mut steps);
        (steps, ended)
    }

    fn position(&self, id: usize) -> Position {
        Position {
            prefix: id.to_string(),
            last: 0,
            block: None,
            profile: self.first_profile(),
        }
    }

    fn first_profile(&self) -> String {
        self.opened.script().first_profile().to_owned()
    }

    async fn perform_hooks(
        &mut self,
        kind: HookKind,
        position: &mut Position,
        steps: &mut Vec<StepResult>,
    ) -> Ended {
        let opened = self.opened;
        for hook in opened
            .script()
            .hooks
            .iter()
            .filter(|hook| hook.kind == kind)
        {
            let mut scope = Scope::new(opened, 0, self.facts);
            position.enter_block(Some(kind.to_string()), self.first_profile());
            let ended = self
                .perform_lines(&hook.lines, &mut scope, position, steps)
                .await;
            if ended != Ended::Passed {
                return ended;
            }
        }
        Ended::Passed
    }

    async fn perform_lines(
        &mut self,
        lines: &[Line],
        scope: &mut Scope<'_>,
        position: &mut Position,
        into: &mut Vec<StepResult>,
    ) -> Ended {
        let mut whole = Ended::Passed;
        for (index, line) in lines.iter().enumerate() {
            let step = match line {
                Line::Step(step) => step,
                Line::Let(line) => {
                    // What the checker let through names something; a variable that is not set was said before.
                    if let Err(error) = scope.bind_let(&line.name.text, &line.value) {
                        let failure = Failure::internal(error.to_string());
                        position.last += 1;
                        let id = format!("{}.{}", position.prefix, position.last);
                        let mut result = self.result(id, line.span, scope.file, position);
                        result.outcome.status = Status::Failed;
                        result.outcome.failure = Some(failure);
                        into.push(result);
                        return Ended::Failed;
                    }
                    continue;
                }
            };
            position.last += 1;
            let (result, ended) = Box::pin(self.perform_step(step, scope, position)).await;
            let tolerated = result.outcome.status == Status::Tolerated;
            self.observer.step_finished(&result);
            into.push(result);
            match ended {
                Ended::Passed => {}
                _ if tolerated => {}
                Ended::Failed if step.soft => whole = Ended::Failed,
                ended => {
                    self.leave_out(&lines[index + 1..], scope.file, position, into);
                    return ended;
                }
            }
        }
        whole
    }

    async fn perform_step(
        &mut self,
        step: &Step,
        scope: &mut Scope<'_>,
        position: &mut Position,
    ) -> (StepResult, Ended) {
        let id = format!("{}.{}", position.prefix, position.last);
        let mut result = self.result(id, step.span, scope.file, position);
        self.observer.step_started(&result);
        let started = Instant::now();
        let ended = match &step.kind {
            StepKind::As(profile) => {
                position.profile = profile.text.clone();
                result.profile = profile.text.clone();
                let outcome = self.browsers.open(&profile.text).await;
                let outcome = outcome.map(|_| StepOutcome::empty(Status::Passed));
                self.settle(step, &mut result, outcome)
            }
            StepKind::Do { flow, arguments } => match self.enter_flow(&flow.text, arguments, scope)
            {
                Ok((mut inner, lines)) => {
                    let mut deeper = Position {
                        prefix: result.id.clone(),
                        last: 0,
                        block: Some(format!("flow {}", flow.text)),
                        profile: position.profile.clone(),
                    };
                    let ended = self
                        .perform_lines(lines, &mut inner, &mut deeper, &mut result.steps)
                        .await;
                    result.outcome.status = match ended {
                        Ended::Passed => Status::Passed,
                        _ if step.optional => Status::Tolerated,
                        _ => Status::Failed,
                    };
                    ended
                }
                Err(failure) => self.settle(step, &mut result, Err(failure)),
            },
            _ => {
                let outcome = self
                    .perform_in_browser(step, scope, &position.profile)
                    .await;
                match outcome {
                    Some(outcome) => self.settle(step, &mut result, outcome),
                    None => Ended::Stopped,
                }
            }
        };
        result.outcome.ms = started.elapsed().as_secs_f64() * 1000.0;
        self.repairs.hear(step, &result);
        (result, ended)
    }

    /// None when the run was stopped meanwhile.
    async fn perform_in_browser(
        &mut self,
        step: &Step,
        scope: &mut Scope<'_>,
        profile: &str,
    ) -> Option<Result<StepOutcome, Failure>> {
        let mut stop = self.stop.clone();
        let work = async {
            let session = self.browsers.open(profile).await?;
            Ok(session.perform(step, scope).await)
        };
        tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => None,
            outcome = work => Some(outcome),
        }
    }

    fn settle(
        &self,
        step: &Step,
        result: &mut StepResult,
        outcome: Result<StepOutcome, Failure>,
    ) -> Ended {
        let mut outcome = outcome.unwrap_or_else(|failure| StepOutcome {
            failure: Some(failure),
            ..StepOutcome::empty(Status::Failed)
        });
        let ended = match &outcome.failure {
            None => Ended::Passed,
            Some(failure) if failure.reason == Reason::PreState => Ended::PreState,
            Some(_) => Ended::Failed,
        };
        if ended != Ended::Passed && step.optional {
            outcome.status = Status::Tolerated;
        }
        outcome.mask(self.secrets);
        result.outcome = outcome;
        ended
    }

    fn enter_flow<'s>(
        &self,
        name: &str,
        arguments: &[Value],
        scope: &Scope<'s>,
    ) -> Result<(Scope<'s>, &'s [Line]), Failure> {
        let (file, flow) = scope
            .opened
            .flow(scope.file, name)
            .ok_or_else(|| Failure::internal(format!("no flow is named `{name}`")))?;
        let mut inner = Scope::new(scope.opened, file, scope.facts);
        for (parameter, argument) in flow.parameters.iter().zip(arguments) {
            let known = scope
                .value(argument)
                .map_err(|error| Failure::internal(error.to_string()))?;
            inner.bind(&parameter.text, known);
        }
        Ok((inner, &flow.lines))
    }

    /// Notes the steps that will not be run, so that a report shows them.
    fn leave_out(
        &self,
        lines: &[Line],
        file: usize,
        position: &mut Position,
        into: &mut Vec<StepResult>,
    ) {
        for line in lines {
            if let Line::Step(step) = line {
                position.last += 1;
                let id = format!("{}.{}", position.prefix, position.last);
                into.push(self.result(id, step.span, file, position));
            }
        }
    }

    fn result(&self, id: String, span: Span, file: usize, position: &Position) -> StepResult {
        let source = &self.opened.files[file];
        let (start, end) = (source.place(span.start), source.place(span.end));
        let line = source.line_text(start.line);
        let end_column = match end.line == start.line {
            true => end.column,
            false => line.chars().count(),
        };
        StepResult {
            id,
            block: position.block.clone(),
            place: Place {
                file: shown_path(&source.path),
                line: start.line + 1,
                column: start.column + 1,
                end_column: end_column + 1,
            },
            source: self.secrets.mask(line),
            profile: position.profile.clone(),
            outcome: StepOutcome::empty(Status::NotRun),
            steps: Vec::new(),
        }
    }
}

/// Gives a row's cells their column names.
pub fn bind_row(scope: &mut Scope<'_>, table: Option<&Table>, row: Option<&Row>) {
    if let (Some(table), Some(row)) = (table, row) {
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            scope.bind(
                &column.text,
                Known {
                    text: cell.clone(),
                    fixed: true,
                },
            );
        }
    }
}

/// A path as people are shown it: relative to the working folder where it lies in it.
pub fn shown_path(path: &Path) -> String {
    let short = std::env::current_dir()
        .ok()
        .and_then(|here| path.strip_prefix(here).ok())
        .unwrap_or(path);
    short.display().to_string()
}
