//! `aite repair explain`.

use clap::{Args, Subcommand};

use super::problems::plural;
use super::runs::past_run;
use super::steps::find_step;
use super::{Exit, complain, config_for};
use crate::report::Scorer;
use crate::report::explained::explained;
use crate::report::terminal::{Look, printable};
use crate::session::Secrets;
use crate::session::tried;

#[derive(Debug, Args)]
pub(super) struct RepairArgs {
    #[command(subcommand)]
    command: RepairCommand,
}

#[derive(Debug, Subcommand)]
enum RepairCommand {
    /// Say why a step's element was taken, doubted or refused, and compute its scores again
    Explain(ExplainArgs),
}

#[derive(Debug, Args)]
struct ExplainArgs {
    /// `last`, a run's id, its folder, or a run.json
    run: String,
    /// The step, as `1.3` or `send.aite:1.3`
    step: String,
    /// Show every candidate, and not the best alone
    #[arg(long)]
    all: bool,
}

/// How many candidates are shown.
const SHOWN: usize = 5;

pub(super) fn repair(args: &RepairArgs) -> Exit {
    let RepairCommand::Explain(args) = &args.command;
    explain(args).unwrap_or_else(|exit| exit)
}

fn explain(args: &ExplainArgs) -> Result<Exit, Exit> {
    let past = past_run(&args.run, config_for(&[])?)?;
    let problem = |sentence: &dyn std::fmt::Display| complain(Exit::Problems, sentence);
    let named = find_step(&past.run, &args.step, |step| !tried(step).is_empty());
    let step = named.map_err(|sentence| problem(&sentence))?.step;
    let searches = tried(step);
    if searches.is_empty() {
        let sentence = format!(
            "step {} of run {} looked for no element by what the lock remembers",
            step.id, past.run.run_id
        );
        return Err(problem(&sentence));
    }
    let scorer = Scorer::new().map_err(|error| complain(Exit::CouldNotRun, &error))?;
    let look = Look::of_stdout();
    let most = if args.all { usize::MAX } else { SHOWN };
    println!(
        "{}:{}  {}  (step {})\n",
        step.place.file,
        step.place.line,
        printable(step.source.trim()),
        step.id
    );
    let (mut checked, mut different) = (0, 0);
    for search in &searches {
        let explained = explained(search, &scorer, most, look);
        let explained = explained.map_err(|error| complain(Exit::CouldNotRun, &error))?;
        print!("{}", explained.text);
        checked += explained.checked;
        different += explained.different;
    }
    if different == 0 {
        println!(
            "{} computed again, all the same.",
            plural(checked, "number")
        );
        return Ok(Exit::Passed);
    }
    let masked = searches.iter().any(|search| {
        let texts = [search.was, search.scored].map(ToString::to_string);
        texts.iter().any(|text| Secrets::is_masked(text))
    });
    let masked = match masked {
        true => "; secrets are masked in it, which alone may be why",
        false => "",
    };
    let by = match past.run.aite == env!("CARGO_PKG_VERSION") {
        true => String::new(),
        false => format!("; the run is of aite {}", past.run.aite),
    };
    let sentence = format!(
        "{different} of {} come out otherwise than in the run{by}{masked}",
        plural(checked, "number")
    );
    Err(complain(Exit::Failed, &sentence))
}
