//! `aite lock …`: what the locks hold, and a person's yes and no to what a run proposes for them.

mod decide;
mod list;
mod prune;
mod show;

use clap::{Args, Subcommand};

use super::Exit;
use super::runs::LAST;

#[derive(Debug, Args)]
pub(super) struct LockArgs {
    #[command(subcommand)]
    command: LockCommand,
}

#[derive(Debug, Subcommand)]
enum LockCommand {
    /// List every entry, and what the last run proposes
    List(list::ListArgs),
    /// Show an entry, or what a step found instead of it, side by side
    Show(show::ShowArgs),
    /// Take into the lock what a run found: what is proposed, or the steps named
    Accept(decide::AcceptArgs),
    /// Say no for good to what a run found
    Reject(decide::RejectArgs),
    /// Remove entries that no step of the last run needed
    Prune(prune::PruneArgs),
}

#[derive(Debug, Args)]
struct RunName {
    /// The run: its id, its folder, or a run.json
    #[arg(long, value_name = "RUN", default_value = LAST)]
    run: String,
}

pub(super) fn lock(args: &LockArgs) -> Exit {
    let ended = match &args.command {
        LockCommand::List(args) => list::list(args),
        LockCommand::Show(args) => show::show(args),
        LockCommand::Accept(args) => decide::accept(args),
        LockCommand::Reject(args) => decide::reject(args),
        LockCommand::Prune(args) => prune::prune(args),
    };
    ended.unwrap_or_else(|exit| exit)
}
