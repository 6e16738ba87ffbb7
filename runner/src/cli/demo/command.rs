//! `aite demo`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{ENVIRONMENT, serve_at, write_suite};
use crate::chrome::{find_browser, install_browser};
use crate::cli::run::{RunArgs, run_with};
use crate::cli::{Exit, complain};
use crate::config::{Config, FILE_NAME};

#[derive(Debug, Args)]
pub(in crate::cli) struct DemoArgs {
    /// Install Chromium with the system's package manager if there is no browser
    #[arg(long)]
    install_browser: bool,
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

pub(in crate::cli) fn demo(args: &DemoArgs) -> Exit {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return complain(Exit::CouldNotRun, &error),
    };
    if args.install_browser
        && find_browser(None).is_err()
        && let Err(error) = runtime.block_on(install_browser(|line| println!("{line}")))
    {
        return complain(Exit::CouldNotRun, &error);
    }
    let port = last_port(&args.folder).unwrap_or(0);
    let shop = match runtime.block_on(serve_at(port)) {
        Ok(shop) => shop,
        Err(error) => {
            let sentence = format!("the demo's shop cannot be served on loopback: {error}");
            return complain(Exit::CouldNotRun, &sentence);
        }
    };
    if let Err(error) = write_suite(&args.folder, &shop.shop_origin()) {
        let sentence = format!(
            "the demo's scripts cannot be written to {}: {error}; name another folder with --folder",
            args.folder.display()
        );
        return complain(Exit::CouldNotRun, &sentence);
    }
    println!(
        "The shop is at {}, its tests are in {}\n",
        shop.shop_origin(),
        args.folder.display()
    );
    let config = match args
        .folder
        .canonicalize()
        .map(|folder| Config::read(&folder.join(FILE_NAME)))
    {
        Ok(Ok(config)) => config,
        Ok(Err(error)) => return complain(Exit::Problems, &error),
        Err(error) => return complain(Exit::Problems, &error),
    };
    let run = RunArgs {
        paths: Vec::new(),
        quiet: args.look.quiet,
        verbose: args.look.verbose,
        headed: args.look.headed,
        slow_mo: args.look.slow_mo,
        plain_events: false,
    };
    let variables = ENVIRONMENT.map(|(name, value)| (name.to_owned(), value.to_owned()));
    run_with(&run, config, variables.into())
}

/// Of the shop that the folder's config points at. With the same one again, a second run changes no file.
fn last_port(folder: &Path) -> Option<u16> {
    let config = Config::read(&folder.join(FILE_NAME)).ok()?;
    config.file.base_url?.port()
}
