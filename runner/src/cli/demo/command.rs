//! `aite demo`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use tokio::runtime::Runtime;

use super::pages::Design;
use super::{DemoServer, ENVIRONMENT, serve_at, serve_redesign, write_suite};
use crate::chrome::{find_browser, install_browser};
use crate::cli::list::Format;
use crate::cli::prove::{ProveArgs, prove_with};
use crate::cli::run::{RunArgs, run_with};
use crate::cli::{Exit, complain};
use crate::config::{Config, FILE_NAME};
use crate::lock::lock_path;

#[derive(Debug, Args)]
pub(in crate::cli) struct DemoArgs {
    /// Install Chromium with the system's package manager if there is no browser
    #[arg(long)]
    install_browser: bool,
    /// Run against the shop after a redesign, to see elements found again, doubted and missed
    #[arg(long)]
    redesign: bool,
    /// Change the shop's pages under its tests, and say which elements would be found again
    #[arg(long, conflicts_with_all = ["redesign", "verbose", "slow_mo"])]
    prove: bool,
    /// Where the demo's scripts are written, to be read and changed
    #[arg(long, value_name = "FOLDER", default_value = ".aite/demo")]
    folder: PathBuf,
    #[command(flatten)]
    look: DemoLook,
}

#[derive(Debug, Args)]
struct DemoLook {
    /// Say failures and the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Say every step
    #[arg(short, long)]
    verbose: bool,
    /// Show Chrome's windows
    #[arg(long)]
    headed: bool,
    /// Wait this long after each step, to watch
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    slow_mo: u64,
}

/// The scripts whose pages the redesign changes.
const REDESIGNED: [&str; 2] = ["cart.aite", "wallet.aite"];

pub(in crate::cli) fn demo(args: &DemoArgs) -> Exit {
    show(args).unwrap_or_else(|exit| exit)
}

fn show(args: &DemoArgs) -> Result<Exit, Exit> {
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| complain(Exit::CouldNotRun, &error))?;
    if args.install_browser && find_browser(None).is_err() {
        runtime
            .block_on(install_browser(|line| println!("{line}")))
            .map_err(|error| complain(Exit::CouldNotRun, &error))?;
    }
    if args.prove {
        let shop = open(args, &runtime, Design::First)?;
        return prove(args, &shop);
    }
    if !args.redesign {
        let shop = open(args, &runtime, Design::First)?;
        return run(args, &shop, &[]);
    }
    if !REDESIGNED
        .iter()
        .all(|script| lock_path(&args.folder.join(script)).exists())
    {
        println!("First the shop as it was, so that the locks know its elements.\n");
        let shop = open(args, &runtime, Design::First)?;
        match run(args, &shop, &REDESIGNED)? {
            Exit::Passed => println!("\nAnd now the same shop after a redesign.\n"),
            other => return Ok(other),
        }
    }
    let shop = open(args, &runtime, Design::Redesign)?;
    let exit = run(args, &shop, &REDESIGNED)?;
    println!(
        "\nThe redesign renamed three buttons and took one away. Two names are close enough to go on with, and are proposed for the lock; \
         one is too far off to act on, and is shown instead; what is gone is never replaced by its neighbour."
    );
    Ok(exit)
}

fn open(args: &DemoArgs, runtime: &Runtime, design: Design) -> Result<DemoServer, Exit> {
    let port = last_port(&args.folder).unwrap_or(0);
    let opening = async {
        match design {
            Design::First => serve_at(port).await,
            Design::Redesign => serve_redesign(port).await,
        }
    };
    runtime.block_on(opening).map_err(|error| {
        let sentence = format!("the demo's shop cannot be served on loopback: {error}");
        complain(Exit::CouldNotRun, &sentence)
    })
}

/// Runs the demo's scripts, or those named, against an open shop.
fn run(args: &DemoArgs, shop: &DemoServer, scripts: &[&str]) -> Result<Exit, Exit> {
    let (folder, config) = lay_out(args, shop)?;
    let arguments = RunArgs {
        paths: scripts.iter().map(|script| folder.join(script)).collect(),
        quiet: args.look.quiet,
        verbose: args.look.verbose,
        headed: args.look.headed,
        slow_mo: args.look.slow_mo,
        ..RunArgs::default()
    };
    Ok(run_with(&arguments, config, variables()))
}

fn prove(args: &DemoArgs, shop: &DemoServer) -> Result<Exit, Exit> {
    let (_, config) = lay_out(args, shop)?;
    let arguments = ProveArgs {
        paths: Vec::new(),
        format: Format::Text,
        quiet: args.look.quiet,
        headed: args.look.headed,
    };
    Ok(prove_with(&arguments, config, variables()))
}

/// Writes the demo's scripts for an open shop.
fn lay_out(args: &DemoArgs, shop: &DemoServer) -> Result<(PathBuf, Config), Exit> {
    write_suite(&args.folder, &shop.shop_origin()).map_err(|error| {
        let sentence = format!(
            "the demo's scripts cannot be written to {}: {error}; name another folder with --folder",
            args.folder.display()
        );
        complain(Exit::CouldNotRun, &sentence)
    })?;
    println!(
        "The shop is at {}, its tests are in {}\n",
        shop.shop_origin(),
        args.folder.display()
    );
    let problem = |error: &dyn std::fmt::Display| complain(Exit::Problems, error);
    let folder = args
        .folder
        .canonicalize()
        .map_err(|error| problem(&error))?;
    let config = Config::read(&folder.join(FILE_NAME)).map_err(|error| problem(&error))?;
    Ok((folder, config))
}

fn variables() -> BTreeMap<String, String> {
    let variables = ENVIRONMENT.map(|(name, value)| (name.to_owned(), value.to_owned()));
    variables.into()
}

/// Of the shop that the folder's config points at. With the same one again, a second run changes no file.
fn last_port(folder: &Path) -> Option<u16> {
    let config = Config::read(&folder.join(FILE_NAME)).ok()?;
    config.file.base_url?.port()
}
