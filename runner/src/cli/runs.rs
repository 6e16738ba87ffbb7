//! Runs that were, as commands name them: `last`, an id, a folder, or a `run.json`.

use std::path::{Path, PathBuf};

use super::{Exit, complain};
use crate::config::{Config, read_json};
use crate::report::{Run, VERSION};

pub(super) const LAST: &str = "last";

const RESULTS: &str = "run.json";

/// A run with where it is and the config its locks lie under.
pub(super) struct PastRun {
    pub run: Run,
    pub folder: PathBuf,
    pub config: Config,
}

impl PastRun {
    /// The lock that an entry's place names.
    pub(super) fn lock(&self, name: &str) -> PathBuf {
        self.config.root.join(name)
    }
}

/// The run of that name; `here` is the config whose runs an id names.
pub(super) fn past_run(name: &str, here: Config) -> Result<PastRun, Exit> {
    let runs = here.state_dir().join("runs");
    let path = Path::new(name);
    let (file, config) = if name == LAST {
        (last_results(&runs).ok_or_else(|| no_run(&runs))?, here)
    } else if runs.join(name).join(RESULTS).is_file() {
        (runs.join(name).join(RESULTS), here)
    } else if path.is_dir() {
        (path.join(RESULTS), config_of(path, here)?)
    } else if path.is_file() {
        let folder = path.parent().unwrap_or(path);
        (path.to_path_buf(), config_of(folder, here)?)
    } else {
        return Err(unknown(name, &runs));
    };
    let run: Run = read_json(&file, VERSION).map_err(|error| complain(Exit::Problems, &error))?;
    let folder = file.parent().unwrap_or(&file).to_path_buf();
    Ok(PastRun {
        run,
        folder,
        config,
    })
}

/// The last run of a config's folder, if there was one.
pub(super) fn last_run(config: &Config) -> Result<Option<Run>, Exit> {
    let Some(file) = last_results(&config.state_dir().join("runs")) else {
        return Ok(None);
    };
    let run = read_json(&file, VERSION).map_err(|error| complain(Exit::Problems, &error))?;
    Ok(Some(run))
}

/// The config of the project that a run's folder lies in; where it lies in none, the one from here.
fn config_of(folder: &Path, here: Config) -> Result<Config, Exit> {
    let problem = |error: &dyn std::fmt::Display| complain(Exit::Problems, error);
    let folder = folder.canonicalize().map_err(|error| problem(&error))?;
    let mut above = folder.ancestors();
    match above
        .find(|folder| folder.ends_with(".aite"))
        .and_then(Path::parent)
    {
        Some(project) => Config::find(project).map_err(|error| problem(&error)),
        None => Ok(here),
    }
}

/// Run folders are named by time, so the newest comes last. One without results is still being made, or never ended.
fn last_results(runs: &Path) -> Option<PathBuf> {
    let results = ids(runs).into_iter().rev();
    let mut results = results.map(|id| runs.join(id).join(RESULTS));
    results.find(|file| file.is_file())
}

fn ids(runs: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(runs).into_iter().flatten().flatten();
    let mut ids: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    ids.sort();
    ids
}

fn no_run(runs: &Path) -> Exit {
    let sentence = format!(
        "there is no run yet in {}; `aite run` makes one",
        runs.display()
    );
    complain(Exit::Problems, &sentence)
}

fn unknown(name: &str, runs: &Path) -> Exit {
    const SHOWN: usize = 3;
    let ids = ids(runs);
    if ids.is_empty() {
        return no_run(runs);
    }
    let newest: Vec<_> = ids.iter().rev().take(SHOWN).map(String::as_str).collect();
    let sentence = format!(
        "\"{name}\" is no run, folder or file; the newest runs are {}",
        newest.join(", ")
    );
    complain(Exit::Problems, &sentence)
}
