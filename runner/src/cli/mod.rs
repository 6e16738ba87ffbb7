//! The `aite` program: what a person types, and what it answers.

mod check;
pub mod demo;
mod doctor;
mod fmt;
mod init;
mod list;
mod lock;
mod problems;
mod progress;
mod prove;
mod repair;
mod run;
mod runs;
mod schema;
mod select;
mod steps;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::config::Config;

/// What a command ended with. The numbers are the program's exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Passed = 0,
    Failed = 1,
    /// A script, the config or the command line has problems, or nothing was selected.
    Problems = 2,
    /// No browser, a profile in use, the bridge never came up.
    CouldNotRun = 3,
    PreState = 4,
    /// All passed, but a lock does not say what the pages are; only with `--locked`.
    LockBehind = 5,
    /// Ctrl-C, as shells have it.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Browser tests as plain text, run in a real Chrome.
#[derive(Debug, Parser)]
#[command(name = "aite", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run tests in Chrome
    Run(run::RunArgs),
    /// Run tests on pages that change under them, and say which elements would be found again
    Prove(prove::ProveArgs),
    /// Find everything wrong with scripts, without a browser
    Check(Paths),
    /// Format scripts
    Fmt(fmt::FmtArgs),
    /// List the tests that `run` would run
    List(list::ListArgs),
    /// Show what the locks hold, and answer what a run proposes for them
    Lock(lock::LockArgs),
    /// Say why a repair came out as it did
    Repair(repair::RepairArgs),
    /// Make a first config and script
    Init(init::InitArgs),
    /// Say what this machine has and lacks
    Doctor,
    /// Run the bundled shop's tests
    Demo(demo::DemoArgs),
    /// Print the JSON Schema of one of our files
    Schema(schema::SchemaArgs),
}

/// Scripts a command is about.
#[derive(Debug, Args)]
struct Paths {
    /// Scripts, or folders to search; without any, what the config's `tests` names
    paths: Vec<PathBuf>,
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let exit = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Prove(args) => prove::prove(&args),
        Command::Check(paths) => check::check(&paths.paths),
        Command::Fmt(args) => fmt::fmt(&args),
        Command::List(args) => list::list(&args),
        Command::Lock(args) => lock::lock(&args),
        Command::Repair(args) => repair::repair(&args),
        Command::Init(args) => init::init(&args),
        Command::Doctor => doctor::doctor(),
        Command::Demo(args) => demo::demo(&args),
        Command::Schema(args) => schema::schema(&args),
    };
    exit.into()
}

/// The config for what a command was given: the nearest to its first path, or to the working folder.
fn config_for(paths: &[PathBuf]) -> Result<Config, Exit> {
    let start = match paths.first() {
        Some(path) if path.is_dir() => path.clone(),
        Some(path) => path.parent().map_or_else(PathBuf::new, PathBuf::from),
        None => PathBuf::new(),
    };
    let start = match start.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => start,
    };
    let folder = start.canonicalize().map_err(|error| {
        let sentence = format!("{} cannot be opened: {error}", start.display());
        complain(Exit::Problems, &sentence)
    })?;
    Config::find(&folder).map_err(|error| complain(Exit::Problems, &error))
}

/// Says on standard error why a command ends here.
fn complain(exit: Exit, error: &dyn std::fmt::Display) -> Exit {
    eprintln!(
        "{} {error}",
        console::style("error:").red().bold().for_stderr()
    );
    exit
}
