//! `aite list`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::problems::check_all;
use super::{Exit, complain, config_for, select};
use crate::script::{Opened, text};
use crate::session::shown_path;

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Scripts, or folders to search; without any, what the config's `tests` names
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// One test, as `--format json` shows it.
#[derive(Debug, Serialize)]
struct Listed {
    script: String,
    /// From 1.
    line: usize,
    /// As written; `{name}` stands where the table's cells come in.
    title: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// How many rows its table has; 1 without one.
    rows: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    skip: Option<String>,
}

pub(super) fn list(args: &ListArgs) -> Exit {
    let config = match config_for(&args.paths) {
        Ok(config) => config,
        Err(exit) => return exit,
    };
    let scripts = match select::scripts(&args.paths, &config) {
        Ok(scripts) => scripts,
        Err(error) => return complain(Exit::Problems, &error),
    };
    let checked = check_all(&scripts, &config);
    let listed: Vec<_> = checked.scripts.iter().flat_map(list_script).collect();
    match args.format {
        Format::Json => match serde_json::to_string_pretty(&listed) {
            Ok(json) => println!("{json}"),
            Err(error) => return complain(Exit::Problems, &error),
        },
        Format::Text => listed.iter().for_each(print_one),
    }
    match checked.report() {
        true => Exit::Problems,
        false => Exit::Passed,
    }
}

fn list_script(opened: &Opened) -> Vec<Listed> {
    let file = &opened.files[0];
    let tests = opened.script().tests.iter();
    tests
        .map(|test| Listed {
            script: shown_path(&file.path),
            line: file.place(test.span.start).line + 1,
            title: text::as_written(&test.title),
            tags: test.tags.iter().map(|tag| tag.text.clone()).collect(),
            rows: test.table.as_ref().map_or(1, |table| table.rows.len()),
            skip: test.skip.clone(),
        })
        .collect()
}

fn print_one(test: &Listed) {
    let tags: String = test.tags.iter().map(|tag| format!(" @{tag}")).collect();
    let rows = if test.rows == 1 {
        String::new()
    } else {
        format!(" ({} rows)", test.rows)
    };
    let skip = if test.skip.is_some() {
        " (skipped)"
    } else {
        ""
    };
    println!(
        "{}:{} {}{rows}{tags}{skip}",
        test.script, test.line, test.title
    );
}
