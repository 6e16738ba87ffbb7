//! `aite schema`: the JSON Schemas of our files, from the very types that read them.

use clap::{Args, ValueEnum};
use schemars::{Schema, schema_for};

use super::{Exit, complain};
use crate::config::ConfigFile;
use crate::lock::LockFile;
use crate::report::Run;

#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    #[arg(value_enum)]
    kind: Kind,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    /// aite.config.json
    Config,
    /// NAME.aite.lock
    Lock,
    /// run.json
    Run,
}

pub(super) fn schema(args: &SchemaArgs) -> Exit {
    match serde_json::to_string_pretty(&of(args.kind)) {
        Ok(text) => {
            println!("{text}");
            Exit::Passed
        }
        Err(error) => complain(Exit::Problems, &error),
    }
}

fn of(kind: Kind) -> Schema {
    match kind {
        Kind::Config => schema_for!(ConfigFile),
        Kind::Lock => schema_for!(LockFile),
        Kind::Run => schema_for!(Run),
    }
}
