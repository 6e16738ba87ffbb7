//! `aite prove`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::list::Format;
use super::problems;
use super::progress::{Detail, Lines};
use super::run::{count_tests, exit_of, make_folder, make_plan, prune, shorten, stop_on_signal};
use super::{Exit, complain, config_for, select};
use crate::config::Config;
use crate::files::{to_json, write_whole};
use crate::lock::Update;
use crate::report::proofs::{
    Proofs, count_wrong, last_line, sums_table, targets_table, wrong_blocks,
};
use crate::report::terminal::{Look, failure_block, summary};
use crate::report::{Run, VERSION, Verdict};
use crate::run::{Plan, run as perform};
use crate::script::Opened;
use crate::session::{Browsers, Prover, RunFacts, SessionOptions};

#[derive(Debug, Clone, Args)]
pub(super) struct ProveArgs {
    /// Scripts, or folders to search; without any, what the config's `tests` names
    pub paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Say the sums and what is wrong only, without a row for each target
    #[arg(short, long)]
    pub quiet: bool,
    /// Show Chrome's windows
    #[arg(long)]
    pub headed: bool,
}

pub(super) fn prove(args: &ProveArgs) -> Exit {
    match config_for(&args.paths) {
        Ok(config) => prove_with(args, config, BTreeMap::new()),
        Err(exit) => exit,
    }
}

/// Proves with a config already read. `variables` are found by `env` before the environment's own.
pub(super) fn prove_with(
    args: &ProveArgs,
    config: Config,
    variables: BTreeMap<String, String>,
) -> Exit {
    prepare(args, config, variables).unwrap_or_else(|exit| exit)
}

fn prepare(
    args: &ProveArgs,
    config: Config,
    variables: BTreeMap<String, String>,
) -> Result<Exit, Exit> {
    let scripts =
        select::scripts(&args.paths, &config).map_err(|error| complain(Exit::Problems, &error))?;
    let checked = problems::check_all(&scripts, &config);
    if checked.report() {
        return Err(Exit::Problems);
    }
    let facts = RunFacts {
        variables,
        ..RunFacts::of_now()
    };
    let folder = config.state_dir().join("proofs").join(&facts.run_id);
    let plan = Plan {
        folder,
        ..make_plan(config, checked, facts, Update::Nothing)?
    };
    make_folder(&plan.folder)?;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| complain(Exit::CouldNotRun, &error))?;
    Ok(runtime.block_on(prove_plan(args, &plan)))
}

async fn prove_plan(args: &ProveArgs, plan: &Plan) -> Exit {
    let prover = Prover::default();
    let options = SessionOptions {
        headed: args.headed.then_some(true),
        watch_network: plan.scripts.iter().any(Opened::waits_for_network),
        prover: Some(prover.clone()),
        ..SessionOptions::new(plan.folder.clone())
    };
    let look = Look::of_stdout();
    let is_json = args.format == Format::Json;
    let detail = match args.quiet || is_json {
        true => Detail::Quiet,
        false => Detail::Tests,
    };
    let mut browsers = Browsers::new(plan.config.clone(), options, &plan.facts);
    let mut lines = Lines::new(detail, count_tests(plan), look);
    let mut results = perform(plan, &mut browsers, &mut lines, stop_on_signal()).await;
    browsers.close().await;
    lines.finish();
    // Nothing was to be held against the locks.
    results.behind.clear();

    let targets = prover.proofs(&plan.secrets);
    let proofs = Proofs {
        version: VERSION,
        run_id: results.run_id.clone(),
        aite: results.aite.clone(),
        chrome: results.chrome.clone(),
        ms: results.ms,
        wrong: count_wrong(&targets),
        targets,
    };
    let written = write(&results, &proofs, &plan.folder);
    prune(&plan.config.state_dir().join("proofs"));
    match args.format {
        Format::Json => println!(
            "{}",
            serde_json::to_string_pretty(&proofs).unwrap_or_default()
        ),
        Format::Text => show(args, &results, &proofs, look),
    }
    let failures = failures(&results, &shorten(&plan.folder), look);
    if !failures.is_empty() {
        eprintln!("\n{}", failures.trim_end());
    }
    match written {
        Err(error) => {
            let sentence = format!("prove.json cannot be written: {error}");
            complain(Exit::CouldNotRun, &sentence)
        }
        Ok(()) => match exit_of(&results) {
            Exit::Passed if proofs.wrong > 0 => Exit::Failed,
            exit => exit,
        },
    }
}

fn show(args: &ProveArgs, results: &Run, proofs: &Proofs, look: Look) {
    if !args.quiet && !proofs.targets.is_empty() {
        println!("\n{}", targets_table(proofs, look).trim_end());
    }
    println!("\n{}", sums_table(proofs, look).trim_end());
    let wrong = wrong_blocks(proofs, look);
    if !wrong.is_empty() {
        println!("\n{}", wrong.trim_end());
    }
    println!("\n{}", last_line(proofs, look));
    let folder = PathBuf::from(".");
    let tests = summary(results, &folder, look);
    let tests = tests.lines().filter(|line| !line.starts_with("run: "));
    tests.for_each(|line| println!("{line}"));
}

/// What kept a test from passing: a test that fails proves nothing of what comes after.
fn failures(results: &Run, folder: &Path, look: Look) -> String {
    let mut text = String::new();
    for script in &results.scripts {
        for test in script.hooks.iter().chain(&script.tests) {
            if matches!(test.verdict, Verdict::Failed | Verdict::PreState) {
                text.push_str(&failure_block(script, test, folder, look));
                text.push('\n');
            }
        }
    }
    text
}

fn write(results: &Run, proofs: &Proofs, folder: &Path) -> std::io::Result<()> {
    write_whole(&folder.join("run.json"), &to_json(results)?)?;
    write_whole(&folder.join("prove.json"), &to_json(proofs)?)
}
