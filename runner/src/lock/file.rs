//! The lock file: what every target of a script was when it last resolved.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use fs4::FileExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Descriptor;
use crate::config::{JsonError, read_json};
use crate::files::{to_json, write_whole};

/// The newest `version` this program knows.
pub const VERSION: u32 = 1;

/// `send.aite.lock`, beside `send.aite`. Pages and targets are sorted, so that two branches that add entries merge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LockFile {
    pub version: u32,
    /// By page, then by the target as the formatter writes it.
    #[serde(default)]
    pub elements: BTreeMap<String, BTreeMap<String, Entry>>,
}

/// One target's remembered element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub descriptor: Descriptor,
    /// Present where a person accepted a repair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Accepted>,
    /// Elements a person said no to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Descriptor>,
}

/// What a person accepted, and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// The element before, in words.
    pub was: String,
    pub score: f64,
    /// A date, as `2026-11-30`.
    pub on: String,
}

/// What a run does to the locks of its scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Update {
    /// Nothing.
    Nothing,
    /// Adds entries that are missing.
    #[default]
    AddMissing,
    /// Adds them, and takes what resolved exactly as it is now.
    Refresh,
}

/// An element that a target led to by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    pub page: String,
    pub target: String,
    pub descriptor: Descriptor,
}

#[derive(Debug, thiserror::Error)]
pub enum LockError {
    #[error(transparent)]
    Json(#[from] JsonError),
    #[error(
        "{path} cannot be written: {source}; what this run found is not remembered",
        path = path.display()
    )]
    Unwritable { path: PathBuf, source: io::Error },
}

impl Default for LockFile {
    fn default() -> Self {
        Self {
            version: VERSION,
            elements: BTreeMap::new(),
        }
    }
}

/// The lock's path for a script's: `.lock` put behind it.
pub fn lock_path(script: &Path) -> PathBuf {
    let mut path = script.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

impl LockFile {
    /// Reads a lock; one that is not there is empty.
    pub fn read(path: &Path) -> Result<LockFile, LockError> {
        if !path.exists() {
            return Ok(LockFile::default());
        }
        Ok(read_json(path, VERSION)?)
    }

    pub fn find(&self, page: &str, target: &str) -> Option<&Entry> {
        self.elements.get(page)?.get(target)
    }

    /// The sightings that it holds no entry for.
    pub fn missing<'a>(&self, sightings: &'a [Sighting]) -> Vec<&'a Sighting> {
        sightings
            .iter()
            .filter(|sighting| self.find(&sighting.page, &sighting.target).is_none())
            .collect()
    }

    /// Takes in what was found; says how many entries it added or changed.
    pub fn take(&mut self, sightings: &[Sighting], update: Update) -> usize {
        let mut changed = 0;
        for sighting in sightings {
            let page = self.elements.entry(sighting.page.clone()).or_default();
            match page.get_mut(&sighting.target) {
                None => {
                    let entry = Entry {
                        descriptor: sighting.descriptor.clone(),
                        accepted: None,
                        rejected: Vec::new(),
                    };
                    page.insert(sighting.target.clone(), entry);
                    changed += 1;
                }
                Some(entry)
                    if update == Update::Refresh && entry.descriptor != sighting.descriptor =>
                {
                    entry.descriptor = sighting.descriptor.clone();
                    // The target leads to the element by itself again.
                    entry.accepted = None;
                    changed += 1;
                }
                Some(_) => {}
            }
        }
        changed
    }
}

/// Takes sightings into the lock at `path`, and leaves its bytes alone where there is nothing new. Runs that do so at the
/// same time wait for each other on a file in `state_dir`.
pub fn remember(
    path: &Path,
    state_dir: &Path,
    sightings: &[Sighting],
    update: Update,
) -> Result<usize, LockError> {
    if sightings.is_empty() || update == Update::Nothing {
        return Ok(0);
    }
    let unwritable = |source| LockError::Unwritable {
        path: path.into(),
        source,
    };
    let _turn = take_turn(state_dir).map_err(unwritable)?;
    let mut lock = LockFile::read(path)?;
    let changed = lock.take(sightings, update);
    if changed > 0 {
        let bytes = to_json(&lock).map_err(unwritable)?;
        write_whole(path, &bytes).map_err(unwritable)?;
    }
    Ok(changed)
}

/// Holds the one place where locks are written from, until dropped.
fn take_turn(state_dir: &Path) -> io::Result<std::fs::File> {
    std::fs::create_dir_all(state_dir)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(state_dir.join("locks.guard"))?;
    FileExt::lock(&file)?;
    Ok(file)
}
