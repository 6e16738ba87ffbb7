//! `aite lock prune`.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;

use super::list::{locks_of, opened_scripts};
use crate::cli::runs::{LAST, PastRun, past_run};
use crate::cli::{Exit, complain, config_for};
use crate::lock::{Change, Edit, LockError, LockFile, edit_lock};
use crate::report::terminal::printable;
use crate::report::{Run, ScriptResult, Verdict};
use crate::script::Opened;
use crate::session::{Status, shown_path};

#[derive(Debug, Args)]
pub(super) struct PruneArgs {
    /// Scripts, or folders to search; without any, what the config's `tests` names
    paths: Vec<PathBuf>,
    /// Say what would go, and remove nothing
    #[arg(long)]
    dry_run: bool,
}

/// Why a lock is left alone, in words.
type Why = String;

pub(super) fn prune(args: &PruneArgs) -> Result<Exit, Exit> {
    let config = config_for(&args.paths)?;
    let past = past_run(LAST, config.clone())?;
    // A flow's lock serves scripts that were not named.
    let all = opened_scripts(&[], &config)?;
    let mut locks: BTreeMap<PathBuf, Vec<&Opened>> = BTreeMap::new();
    for opened in &all {
        for path in locks_of(opened) {
            locks.entry(absolute(&path)).or_default().push(opened);
        }
    }
    let meant: HashSet<_> = match args.paths.as_slice() {
        [] => locks.keys().cloned().collect(),
        paths => {
            let named = opened_scripts(paths, &config)?;
            named
                .iter()
                .flat_map(locks_of)
                .map(|path| absolute(&path))
                .collect()
        }
    };
    let written = past.folder.join("run.json").metadata();
    let written = written.and_then(|data| data.modified());
    let written = written.map_err(|error| complain(Exit::Problems, &error))?;
    locks.retain(|path, _| meant.contains(path));
    for (path, users) in &locks {
        prune_lock(path, users, &past, written, args.dry_run)?;
    }
    Ok(Exit::Passed)
}

fn prune_lock(
    path: &Path,
    users: &[&Opened],
    past: &PastRun,
    written: SystemTime,
    dry_run: bool,
) -> Result<(), Exit> {
    let shown = shown_path(path);
    let left = users
        .iter()
        .find_map(|opened| unfinished(opened, &past.run));
    let left = left.or_else(|| {
        let changed = path.metadata().and_then(|data| data.modified());
        let is_newer = changed.is_ok_and(|changed| changed > written);
        is_newer.then(|| "it was written after the last run; run the tests again first".into())
    });
    if let Some(why) = left {
        println!("{shown} is left alone: {why}");
        return Ok(());
    }
    let name = past.config.relative(path);
    let mut gone = Vec::new();
    let choose = |lock: &LockFile| {
        gone = unused(lock, &name, &past.run);
        Ok::<_, LockError>(match dry_run {
            true => Vec::new(),
            false => gone.clone(),
        })
    };
    if let Err(error) = edit_lock(path, &past.config.state_dir(), choose) {
        let exit = match error {
            LockError::Unwritable { .. } => Exit::CouldNotRun,
            _ => Exit::Problems,
        };
        return Err(complain(exit, &error));
    }
    for Edit { page, target, .. } in &gone {
        let word = if dry_run { "would go" } else { "removed" };
        println!("{shown}: {word}: {} on {page}", printable(target));
    }
    if gone.is_empty() {
        println!("{shown}: every entry was used");
    }
    Ok(())
}

fn unused(lock: &LockFile, name: &str, run: &Run) -> Vec<Edit> {
    let steps = run.scripts.iter().flat_map(ScriptResult::steps);
    let used: HashSet<_> = steps
        .flat_map(|step| &step.outcome.entries)
        .filter(|place| place.lock == name)
        .map(|place| (place.page.as_str(), place.target.as_str()))
        .collect();
    let pages = lock.elements.iter();
    let entries =
        pages.flat_map(|(page, targets)| targets.keys().map(move |target| (page, target)));
    entries
        .filter(|(page, target)| !used.contains(&(page.as_str(), target.as_str())))
        .map(|(page, target)| Edit {
            page: page.clone(),
            target: target.clone(),
            change: Change::Remove,
        })
        .collect()
}

/// Why a run says too little of what a script uses.
fn unfinished(opened: &Opened, run: &Run) -> Option<Why> {
    let path = &opened.files[0].path;
    if opened.script().tests.is_empty() {
        return None;
    }
    let shown = shown_path(path);
    let mut scripts = run.scripts.iter();
    let Some(script) = scripts.find(|one| absolute(Path::new(&one.path)) == absolute(path)) else {
        return Some(format!("the last run did not run {shown}"));
    };
    let tests = script.hooks.iter().chain(&script.tests);
    for test in tests {
        if test.verdict != Verdict::Passed {
            return Some(format!("{shown} › {} did not pass", printable(&test.title)));
        }
        let steps = test.all_steps();
        let other = steps
            .iter()
            .find(|step| step.outcome.status != Status::Passed);
        if let Some(step) = other {
            let place = format!("{}:{}", step.place.file, step.place.line);
            return Some(format!("step {} ({place}) did not pass", step.id));
        }
    }
    None
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
