//! `aite run`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use tokio::sync::watch;

use super::problems::{self, Checked};
use super::progress::{Detail, Lines};
use super::{Exit, complain, config_for, select};
use crate::config::Config;
use crate::files::{to_json, write_whole};
use crate::lock::Update;
use crate::report::repairs::{behind_block, repairs_block};
use crate::report::terminal::{Look, failure_block, summary};
use crate::report::{Run, Verdict};
use crate::run::{Plan, run as perform};
use crate::script::Opened;
use crate::session::{Browsers, Input, RunFacts, SessionOptions, read_secrets};

#[derive(Debug, Clone, Default, Args)]
pub(super) struct RunArgs {
    /// Scripts, or folders to search; without any, what the config's `tests` names
    pub paths: Vec<PathBuf>,
    /// Say failures and the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say every step
    #[arg(short, long)]
    pub verbose: bool,
    /// Show Chrome's windows
    #[arg(long)]
    pub headed: bool,
    /// Wait this long after each step, to watch
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    pub slow_mo: u64,
    /// Take into the locks how every element that resolved exactly is now
    #[arg(long, conflicts_with = "locked")]
    pub update_lock: bool,
    /// Write no lock, and end with 5 where all passed but a lock is behind; for CI
    #[arg(long)]
    pub locked: bool,
    /// Act by the page's own events instead of real mouse and keys
    #[arg(long, hide = true)]
    pub plain_events: bool,
}

/// How many runs are kept.
const KEPT_RUNS: usize = 20;

pub(super) fn run(args: &RunArgs) -> Exit {
    match config_for(&args.paths) {
        Ok(config) => run_with(args, config, BTreeMap::new()),
        Err(exit) => exit,
    }
}

/// Runs with a config already read. `variables` are found by `env` before the environment's own.
pub(super) fn run_with(
    args: &RunArgs,
    config: Config,
    variables: BTreeMap<String, String>,
) -> Exit {
    let scripts = match select::scripts(&args.paths, &config) {
        Ok(scripts) => scripts,
        Err(error) => return complain(Exit::Problems, &error),
    };
    let checked = problems::check_all(&scripts, &config);
    if checked.report() {
        return Exit::Problems;
    }
    let facts = RunFacts {
        variables,
        ..RunFacts::of_now()
    };
    let update = match (args.update_lock, args.locked) {
        (true, _) => Update::Refresh,
        (_, true) => Update::Nothing,
        _ => Update::AddMissing,
    };
    let plan = match make_plan(config, checked, facts, update) {
        Ok(plan) => plan,
        Err(exit) => return exit,
    };
    if let Err(exit) = make_folder(&plan.folder) {
        return exit;
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return complain(Exit::CouldNotRun, &error),
    };
    runtime.block_on(perform_plan(args, &plan))
}

pub(super) fn make_plan(
    config: Config,
    checked: Checked,
    facts: RunFacts,
    update: Update,
) -> Result<Plan, Exit> {
    let mut secrets = crate::session::Secrets::default();
    for opened in &checked.scripts {
        match read_secrets(opened, &facts) {
            Ok(more) => secrets.join(&more),
            Err((file, span, error)) => {
                let file = &opened.files[file];
                let line = file.place(span.start).line + 1;
                let place = format!("{}:{line}", crate::session::shown_path(&file.path));
                return Err(complain(Exit::Problems, &format!("{place}: {error}")));
            }
        }
    }
    let folder = config.state_dir().join("runs").join(&facts.run_id);
    Ok(Plan {
        config,
        scripts: checked.scripts,
        facts,
        secrets,
        update,
        folder,
    })
}

/// Where results and pictures go.
pub(super) fn make_folder(folder: &Path) -> Result<(), Exit> {
    std::fs::create_dir_all(folder.join("screenshots")).map_err(|error| {
        let sentence = format!(
            "{} cannot be made: {error}. A run keeps its results there; make the folder writable.",
            folder.display()
        );
        complain(Exit::CouldNotRun, &sentence)
    })
}

async fn perform_plan(args: &RunArgs, plan: &Plan) -> Exit {
    let look = Look::of_stdout();
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Steps,
        _ => Detail::Tests,
    };
    let options = SessionOptions {
        headed: args.headed.then_some(true),
        slow_motion: Duration::from_millis(args.slow_mo),
        input: match args.plain_events {
            true => Input::Plain,
            false => Input::Real,
        },
        watch_network: plan.scripts.iter().any(Opened::waits_for_network),
        ..SessionOptions::new(plan.folder.clone())
    };
    let mut browsers = Browsers::new(plan.config.clone(), options, &plan.facts);
    let mut lines = Lines::new(detail, count_tests(plan), look);
    let stop = stop_on_signal();
    let results = perform(plan, &mut browsers, &mut lines, stop).await;
    browsers.close().await;
    lines.finish();
    let written = write_results(&results, plan);
    prune(&plan.config.state_dir().join("runs"));
    show(&results, plan, look);
    if let Err(error) = written {
        let sentence = format!("run.json cannot be written: {error}");
        return complain(Exit::CouldNotRun, &sentence);
    }
    exit_of(&results)
}

pub(super) fn count_tests(plan: &Plan) -> u64 {
    let tests = plan
        .scripts
        .iter()
        .flat_map(|opened| &opened.script().tests);
    tests
        .map(|test| {
            test.table
                .as_ref()
                .map_or(1, |table| table.rows.len() as u64)
        })
        .sum()
}

fn show(results: &Run, plan: &Plan, look: Look) {
    let folder = shorten(&plan.folder);
    for script in &results.scripts {
        let hooks = script
            .hooks
            .iter()
            .filter(|hook| hook.verdict != Verdict::Passed);
        for test in hooks.chain(&script.tests) {
            if matches!(test.verdict, Verdict::Failed | Verdict::PreState) {
                println!(
                    "\n{}",
                    failure_block(script, test, &folder, look).trim_end()
                );
            }
        }
    }
    for block in [repairs_block(results, look), behind_block(results, look)] {
        if !block.is_empty() {
            println!("\n{}", block.trim_end());
        }
    }
    println!("\n{}", summary(results, &folder, look));
}

pub(super) fn shorten(path: &Path) -> PathBuf {
    PathBuf::from(crate::session::shown_path(path))
}

fn write_results(results: &Run, plan: &Plan) -> std::io::Result<()> {
    write_whole(&plan.folder.join("run.json"), &to_json(results)?)
}

/// Run folders are named by time, so the oldest come first.
pub(super) fn prune(runs: &Path) {
    let Ok(entries) = std::fs::read_dir(runs) else {
        return;
    };
    let mut folders: Vec<_> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    let surplus = folders.len().saturating_sub(KEPT_RUNS);
    for folder in &folders[..surplus] {
        // An old run that cannot be removed is no reason to fail this one.
        let _ = std::fs::remove_dir_all(folder);
    }
}

pub(super) fn exit_of(results: &Run) -> Exit {
    let counts = results.counts();
    if results.interrupted {
        Exit::Interrupted
    } else if !results.errors.is_empty() {
        Exit::CouldNotRun
    } else if counts.passed + counts.failed + counts.pre_state + counts.skipped + counts.not_run
        == 0
    {
        Exit::Problems
    } else if counts.failed > 0 {
        Exit::Failed
    } else if counts.pre_state > 0 {
        Exit::PreState
    } else if !results.behind.is_empty() {
        Exit::LockBehind
    } else {
        Exit::Passed
    }
}

/// Becomes true at the first Ctrl-C, hang-up or request to end; the second ends the program at once.
pub(super) fn stop_on_signal() -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(false);
    tokio::spawn(async move {
        signal().await;
        let _ = sender.send(true);
        signal().await;
        std::process::exit(Exit::Interrupted as i32);
    });
    receiver
}

async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut end), Ok(mut hang_up)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::hangup()),
    ) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = end.recv() => {}
        _ = hang_up.recv() => {}
    }
}
