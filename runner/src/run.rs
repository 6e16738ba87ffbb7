//! A run: every script's tests, one after the other, into results.

use std::path::{Path, PathBuf};
use std::time::Instant;

use indexmap::{IndexMap, IndexSet};
use tokio::sync::watch;

use crate::bridge::messages::Reason;
use crate::config::Config;
use crate::lock::{self, LockFile, Sighting, Update};
use crate::report::{Behind, BehindWhy, Run, ScriptResult, TestResult, VERSION, Verdict};
use crate::script::Opened;
use crate::script::ast::{HookKind, Row, Test};
use crate::session::{
    Browsers, Ended, EntryPlace, Observer, RepairWatch, RunFacts, Scope, Secrets, Stage,
    StepResult, bind_row, shown_path,
};

/// What is to be run, all of it free of problems.
pub struct Plan {
    pub config: Config,
    pub scripts: Vec<Opened>,
    pub facts: RunFacts,
    pub secrets: Secrets,
    /// What the run does to its scripts' locks.
    pub update: Update,
    /// `.aite/runs/RUN-ID`
    pub folder: PathBuf,
}

/// Is told how a run gets on, while it does.
pub trait Progress: Observer {
    fn test_started(&mut self, script: &str, title: &str);
    fn test_finished(&mut self, script: &str, test: &TestResult);
}

/// Runs the plan to its end, or until `stop` becomes true. Nothing that was run is lost either way.
pub async fn run(
    plan: &Plan,
    browsers: &mut Browsers,
    progress: &mut dyn Progress,
    stop: watch::Receiver<bool>,
) -> Run {
    let started = Instant::now();
    let mut results = Run {
        version: VERSION,
        run_id: plan.facts.run_id.clone(),
        aite: env!("CARGO_PKG_VERSION").into(),
        chrome: None,
        started: jiff::Timestamp::now()
            .strftime("%Y-%m-%dT%H:%M:%SZ")
            .to_string(),
        ms: 0.0,
        interrupted: false,
        scripts: Vec::new(),
        behind: Vec::new(),
        warnings: Vec::new(),
        errors: Vec::new(),
    };
    let only = plan
        .scripts
        .iter()
        .any(|opened| opened.script().tests.iter().any(|test| test.only));
    for opened in &plan.scripts {
        if opened.script().tests.is_empty() {
            continue;
        }
        let mut company = Company {
            plan,
            opened,
            browsers,
            progress,
            stop: stop.clone(),
            path: shown_path(&opened.files[0].path),
            only,
        };
        let script = company.run_script().await;
        for (path, sightings) in browsers.take_sightings() {
            let sightings: Vec<_> = sightings
                .into_iter()
                .map(|sighting| plan.secrets.sighting(sighting))
                .collect();
            let state = plan.config.state_dir();
            if let Err(error) = lock::remember(&path, &state, &sightings, plan.update) {
                let sentence = format!("{error}; what this run found is not remembered");
                results.warnings.push(sentence);
            }
            if plan.update == Update::Nothing {
                results.behind.extend(missing(plan, &path, &sightings));
            }
        }
        if plan.update == Update::Nothing {
            results.behind.extend(outdated(&script));
        }
        results.scripts.push(script);
        if browsers.failed_to_start() {
            break;
        }
    }
    results.interrupted = *stop.borrow();
    results.chrome = browsers.chrome_version();
    results.warnings.extend(browsers.take_warnings());
    results.errors.extend(browsers.take_errors());
    results.ms = started.elapsed().as_secs_f64() * 1000.0;
    results
}

/// What was found and the lock does not hold.
fn missing(plan: &Plan, path: &Path, sightings: &[Sighting]) -> IndexSet<Behind> {
    // One that cannot be read was refused before the run began.
    let lock = LockFile::read(path).unwrap_or_default();
    let behind = |sighting: &Sighting| Behind {
        entry: EntryPlace {
            lock: plan.config.relative(path),
            page: sighting.page.clone(),
            target: sighting.target.clone(),
        },
        why: BehindWhy::Missing,
    };
    lock.missing(sightings).into_iter().map(behind).collect()
}

/// The entries that a script's steps found to be otherwise.
fn outdated(script: &ScriptResult) -> IndexSet<Behind> {
    let mut behind = IndexSet::new();
    for step in script.steps() {
        let repaired = step.outcome.repairs.iter().map(|repair| &repair.entry);
        let unlike = step.outcome.unlike.iter().map(|unlike| &unlike.entry);
        let repaired = repaired.map(|entry| (entry, BehindWhy::Repaired));
        let unlike = unlike.map(|entry| (entry, BehindWhy::Unlike));
        behind.extend(repaired.chain(unlike).map(|(entry, why)| Behind {
            entry: entry.clone(),
            why,
        }));
    }
    behind
}

const NO_BROWSER: &str = "no browser could be started";

/// Everything that one script's tests need.
struct Company<'a> {
    plan: &'a Plan,
    opened: &'a Opened,
    browsers: &'a mut Browsers,
    progress: &'a mut dyn Progress,
    stop: watch::Receiver<bool>,
    path: String,
    /// Somewhere in the run a test says `@only`.
    only: bool,
}

impl Company<'_> {
    async fn run_script(&mut self) -> ScriptResult {
        let mut result = ScriptResult {
            path: self.path.clone(),
            hooks: Vec::new(),
            tests: Vec::new(),
        };
        let cases = cases(self.opened, self.only);
        let any = cases.iter().any(|case| case.skipped.is_none());
        let mut blocked = None;
        if any && !self.run_hook(HookKind::BeforeAll, &mut result).await {
            blocked = Some("`before all` did not pass");
        }
        for (index, case) in cases.iter().enumerate() {
            let blocked = match blocked {
                _ if *self.stop.borrow() => Some("the run was stopped before it"),
                _ if self.browsers.failed_to_start() => Some(NO_BROWSER),
                blocked => blocked,
            };
            let test = self.run_case(index + 1, case, blocked).await;
            result.tests.push(test);
        }
        if any && !*self.stop.borrow() {
            self.run_hook(HookKind::AfterAll, &mut result).await;
        }
        result
    }

    /// False when there is such a hook and it did not pass.
    async fn run_hook(&mut self, kind: HookKind, result: &mut ScriptResult) -> bool {
        let hooks = &self.opened.script().hooks;
        let Some(hook) = hooks.iter().find(|hook| hook.kind == kind) else {
            return true;
        };
        let started = Instant::now();
        let (steps, ended) = self.stage().perform_hook(kind).await;
        let mut test = TestResult {
            id: 0,
            title: kind.to_string(),
            line: self.line(hook.span.start),
            tags: Vec::new(),
            row: None,
            verdict: verdict(ended),
            note: None,
            ms: started.elapsed().as_secs_f64() * 1000.0,
            steps,
        };
        self.forgive_lack_of_browser(&mut test);
        let passed = test.verdict == Verdict::Passed;
        if !passed {
            self.progress.test_finished(&self.path, &test);
        }
        result.hooks.push(test);
        passed
    }

    async fn run_case(&mut self, id: usize, case: &Case<'_>, blocked: Option<&str>) -> TestResult {
        let (title, row) = self.name(case);
        let mut result = TestResult {
            id,
            title,
            line: self.line(case.test.span.start),
            tags: case.test.tags.iter().map(|tag| tag.text.clone()).collect(),
            row,
            verdict: Verdict::NotRun,
            note: blocked.map(str::to_owned),
            ms: 0.0,
            steps: Vec::new(),
        };
        if let Some(reason) = &case.skipped {
            result.verdict = Verdict::Skipped;
            result.note = Some(reason.clone());
        } else if blocked.is_none() {
            self.progress.test_started(&self.path, &result.title);
            let started = Instant::now();
            self.browsers.clean().await;
            let (steps, ended) = self.stage().perform_test(id, case.test, case.row).await;
            result.steps = steps;
            result.verdict = verdict(ended);
            result.ms = started.elapsed().as_secs_f64() * 1000.0;
            self.forgive_lack_of_browser(&mut result);
        }
        self.progress.test_finished(&self.path, &result);
        result
    }

    /// A test that failed because there was no browser for it says nothing of the app, and the run's errors say why.
    fn forgive_lack_of_browser(&self, result: &mut TestResult) {
        let lacked_browser = |step: &&StepResult| {
            let failure = step.outcome.failure.as_ref();
            step.outcome.exchanges.is_empty()
                && failure.is_some_and(|failure| failure.reason == Reason::ConnectionLost)
        };
        let failed = result.failed_steps();
        if self.browsers.failed_to_start()
            && !failed.is_empty()
            && failed.iter().all(lacked_browser)
        {
            result.verdict = Verdict::NotRun;
            result.note = Some(NO_BROWSER.into());
        }
    }

    fn stage(&mut self) -> Stage<'_> {
        Stage {
            browsers: self.browsers,
            opened: self.opened,
            facts: &self.plan.facts,
            secrets: &self.plan.secrets,
            observer: self.progress,
            stop: self.stop.clone(),
            repairs: RepairWatch::default(),
        }
    }

    fn name(&self, case: &Case<'_>) -> (String, Option<IndexMap<String, String>>) {
        let mut scope = Scope::new(self.opened, 0, &self.plan.facts);
        bind_row(&mut scope, case.test.table.as_ref(), case.row);
        let title = scope.text(&case.test.title).map(|known| known.text);
        let title = title.unwrap_or_else(|error| error.to_string());
        let row = case.test.table.as_ref().zip(case.row).map(|(table, row)| {
            let names = table.columns.iter().map(|column| column.text.clone());
            let cells = row.cells.iter().map(|cell| self.plan.secrets.mask(cell));
            names.zip(cells).collect()
        });
        (self.plan.secrets.mask(&title), row)
    }

    fn line(&self, offset: usize) -> usize {
        self.opened.files[0].place(offset).line + 1
    }
}

/// One test, or one row of its table.
struct Case<'a> {
    test: &'a Test,
    row: Option<&'a Row>,
    /// Why it is not run.
    skipped: Option<String>,
}

/// Every test, or each row of its table, in order. `only`: somewhere in the run a test says `@only`.
fn cases(opened: &Opened, only: bool) -> Vec<Case<'_>> {
    let mut cases = Vec::new();
    for test in &opened.script().tests {
        let skipped = match &test.skip {
            Some(reason) => Some(reason.clone()),
            None if only && !test.only => Some("another test says @only".into()),
            None => None,
        };
        let mut case = |row| {
            cases.push(Case {
                test,
                row,
                skipped: skipped.clone(),
            });
        };
        match &test.table {
            Some(table) => table.rows.iter().for_each(|row| case(Some(row))),
            None => case(None),
        }
    }
    cases
}

fn verdict(ended: Ended) -> Verdict {
    match ended {
        Ended::Passed => Verdict::Passed,
        Ended::Failed => Verdict::Failed,
        Ended::PreState => Verdict::PreState,
        Ended::Stopped => Verdict::NotRun,
    }
}
