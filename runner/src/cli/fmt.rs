//! `aite fmt`.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use super::problems::plural;
use super::{Exit, complain, config_for, select};
use crate::files::write_whole;
use crate::script::{format, read};
use crate::session::shown_path;

#[derive(Debug, Args)]
pub(super) struct FmtArgs {
    /// Scripts, or folders to search; `-` formats standard input to standard output
    paths: Vec<PathBuf>,
    /// Change nothing; name the scripts that are not formatted, and end with 1 if there are any
    #[arg(long)]
    check: bool,
}

pub(super) fn fmt(args: &FmtArgs) -> Exit {
    if args.paths == [Path::new("-")] {
        return fmt_stdin();
    }
    let config = match config_for(&args.paths) {
        Ok(config) => config,
        Err(exit) => return exit,
    };
    let scripts = match select::scripts(&args.paths, &config) {
        Ok(scripts) => scripts,
        Err(error) => return complain(Exit::Problems, &error),
    };
    let mut exit = Exit::Passed;
    let mut changed = 0;
    for path in &scripts {
        match fmt_file(path, args.check) {
            Ok(false) => {}
            Ok(true) => {
                changed += 1;
                let word = if args.check {
                    "not formatted:"
                } else {
                    "formatted"
                };
                println!("{word} {}", shown_path(path));
            }
            Err(sentence) => exit = complain(Exit::Problems, &sentence),
        }
    }
    let rest = scripts.len() - changed;
    println!("{} formatted already", plural(rest, "script"));
    match exit {
        Exit::Passed if args.check && changed > 0 => Exit::Failed,
        exit => exit,
    }
}

/// True when the script was not formatted.
fn fmt_file(path: &Path, check: bool) -> Result<bool, String> {
    let shown = shown_path(path);
    let bytes = std::fs::read(path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let text = read(bytes.clone()).map_err(|problem| format!("{shown}: {}", problem.message))?;
    let formatted = format(&text);
    if formatted.as_bytes() == bytes {
        return Ok(false);
    }
    if !check {
        let written = write_whole(path, formatted.as_bytes());
        written.map_err(|error| format!("{shown} cannot be written: {error}"))?;
    }
    Ok(true)
}

fn fmt_stdin() -> Exit {
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().read_to_end(&mut bytes) {
        return complain(Exit::Problems, &error);
    }
    match read(bytes) {
        Ok(text) => {
            print!("{}", format(&text));
            Exit::Passed
        }
        Err(problem) => complain(Exit::Problems, &problem.message),
    }
}
