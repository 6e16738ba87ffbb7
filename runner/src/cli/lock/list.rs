//! `aite lock list`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::cli::runs::{LAST, last_run};
use crate::cli::{Exit, complain, config_for, select};
use crate::config::Config;
use crate::lock::{Accepted, Descriptor, Entry, LockFile, lock_path};
use crate::report::comparison::table;
use crate::report::terminal::printable;
use crate::report::{Proposal, Run, proposals};
use crate::script::{Opened, open};
use crate::session::{descriptor_in_words, shown_path};

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Scripts, or folders to search; without any, what the config's `tests` names
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Everything `--format json` shows.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Listing {
    entries: Vec<Listed>,
    /// The last run's.
    proposals: Vec<Open>,
}

#[derive(Debug, Serialize)]
struct Listed {
    lock: String,
    page: String,
    target: String,
    /// The element in words.
    element: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<Accepted>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rejected: Vec<String>,
}

/// What waits for a person.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Open {
    run: String,
    script: String,
    /// Those that found the same.
    steps: Vec<String>,
    lock: String,
    page: String,
    target: String,
    standing: &'static str,
    was: String,
    candidates: Vec<OpenCandidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct OpenCandidate {
    element: String,
    score: f64,
}

pub(super) fn list(args: &ListArgs) -> Result<Exit, Exit> {
    let config = config_for(&args.paths)?;
    let opened = opened_scripts(&args.paths, &config)?;
    let locks: BTreeSet<_> = opened.iter().flat_map(locks_of).collect();
    let mut entries = Vec::new();
    for path in &locks {
        let lock = LockFile::read(path).map_err(|error| complain(Exit::Problems, &error))?;
        for (page, targets) in &lock.elements {
            let targets = targets.iter();
            entries.extend(targets.map(|(target, entry)| listed(path, page, target, entry)));
        }
    }
    let run = last_run(&config)?;
    let names: BTreeSet<_> = locks.iter().map(|path| config.relative(path)).collect();
    let proposals = run
        .as_ref()
        .map_or_else(Vec::new, |run| open_ones(run, &config, &names));
    let listing = Listing { entries, proposals };
    match args.format {
        Format::Json => {
            let json = serde_json::to_string_pretty(&listing);
            let json = json.map_err(|error| complain(Exit::Problems, &error))?;
            println!("{json}");
        }
        Format::Text => print(&listing),
    }
    Ok(Exit::Passed)
}

/// The scripts that paths mean, with all that they use.
pub(super) fn opened_scripts(paths: &[PathBuf], config: &Config) -> Result<Vec<Opened>, Exit> {
    let scripts = select::scripts(paths, config);
    let scripts = scripts.map_err(|error| complain(Exit::Problems, &error))?;
    let scripts = scripts.iter();
    Ok(scripts
        .map(|path| open(path, &|path| std::fs::read(path)))
        .collect())
}

/// The locks of a script and of what it uses, where there are any.
pub(super) fn locks_of(opened: &Opened) -> Vec<PathBuf> {
    let locks = opened.files.iter().map(|file| lock_path(&file.path));
    locks.filter(|path| path.exists()).collect()
}

fn listed(path: &Path, page: &str, target: &str, entry: &Entry) -> Listed {
    Listed {
        lock: shown_path(path),
        page: page.into(),
        target: target.into(),
        element: in_words(&entry.descriptor),
        accepted: entry.accepted.clone(),
        rejected: entry.rejected.iter().map(in_words).collect(),
    }
}

/// The element in a few words.
pub(super) fn in_words(descriptor: &Descriptor) -> String {
    let json = serde_json::to_value(descriptor).unwrap_or_default();
    descriptor_in_words(&json).unwrap_or_default()
}

/// What a person decided on an entry, a line each.
pub(super) fn marks(entry: &Entry) -> Vec<String> {
    let rejected: Vec<_> = entry.rejected.iter().map(in_words).collect();
    marks_of(entry.accepted.as_ref(), &rejected)
}

fn marks_of(accepted: Option<&Accepted>, rejected: &[String]) -> Vec<String> {
    let accepted = accepted.map(|Accepted { was, score, on }| {
        format!("accepted {on} at {score:.2}, was {}", printable(was))
    });
    let rejected = rejected
        .iter()
        .map(|no| format!("rejected: {}", printable(no)));
    accepted.into_iter().chain(rejected).collect()
}

/// The proposals for these locks that the locks do not hold yet.
fn open_ones(run: &Run, config: &Config, locks: &BTreeSet<String>) -> Vec<Open> {
    let waits = |proposal: &Proposal<'_>| {
        let entry = proposal.entry;
        let lock = LockFile::read(&config.root.join(&entry.lock)).unwrap_or_default();
        let now = lock.find(&entry.page, &entry.target);
        let rejected = |now: &Entry| {
            let mut candidates = proposal.candidates.iter();
            candidates.all(|one| now.rejected.iter().any(|no| one.descriptor.is_still(no)))
        };
        locks.contains(&entry.lock)
            && now.is_some_and(|now| now.descriptor == proposal.old && !rejected(now))
    };
    let mut open: Vec<Open> = Vec::new();
    for one in proposals(run)
        .iter()
        .filter(|one| waits(one))
        .map(|one| open_one(run, one))
    {
        let same = |other: &Open| {
            Open {
                steps: one.steps.clone(),
                ..other.clone()
            } == one
        };
        match open.iter_mut().find(|other| same(other)) {
            Some(other) => other.steps.extend(one.steps),
            None => open.push(one),
        }
    }
    open
}

fn open_one(run: &Run, proposal: &Proposal<'_>) -> Open {
    Open {
        run: run.run_id.clone(),
        script: proposal.script.path.clone(),
        steps: vec![proposal.step.id.clone()],
        lock: proposal.entry.lock.clone(),
        page: proposal.entry.page.clone(),
        target: proposal.entry.target.clone(),
        standing: proposal.standing.in_words(),
        was: in_words(&proposal.old),
        candidates: proposal
            .candidates
            .iter()
            .map(|one| OpenCandidate {
                element: in_words(&one.descriptor),
                score: one.score,
            })
            .collect(),
    }
}

fn print(listing: &Listing) {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut place = ("", "");
    let flush = |rows: &mut Vec<Vec<String>>| {
        print!("{}", table(rows, usize::MAX));
        rows.clear();
    };
    for one in &listing.entries {
        if place != (&one.lock, &one.page) {
            flush(&mut rows);
            place = (&one.lock, &one.page);
            println!("{} · {}", one.lock, one.page);
        }
        let mut marks = marks_of(one.accepted.as_ref(), &one.rejected).into_iter();
        rows.push(vec![
            printable(&one.target),
            printable(&one.element),
            marks.next().unwrap_or_default(),
        ]);
        rows.extend(marks.map(|mark| vec![String::new(), String::new(), mark]));
    }
    flush(&mut rows);
    if listing.entries.is_empty() {
        println!("The locks hold nothing yet; `aite run` writes them.");
    }
    if let Some(first) = listing.proposals.first() {
        println!("\nOpen since the {LAST} run ({}):", first.run);
        let rows: Vec<_> = listing
            .proposals
            .iter()
            .map(|one| {
                let found: Vec<_> = one
                    .candidates
                    .iter()
                    .map(|one| format!("{} ({:.2})", printable(&one.element), one.score))
                    .collect();
                vec![
                    format!("{} {}", one.script, one.steps.join(", ")),
                    printable(&one.target),
                    found.join(", "),
                    one.standing.into(),
                ]
            })
            .collect();
        print!("{}", table(&rows, usize::MAX));
    }
}
