//! The lock file: what every target of a script was when it last resolved.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use fs4::FileExt;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Descriptor;
use super::edit::{Change, Edit, EditError, edited};
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
    #[error("{path}: {source}", path = path.display())]
    Uneditable { path: PathBuf, source: EditError },
    #[error("{path} cannot be written: {source}", path = path.display())]
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

    /// What has to change for it to hold what was found.
    pub fn edits_for(&self, sightings: &[Sighting], update: Update) -> Vec<Edit> {
        let mut changes = IndexMap::new();
        for Sighting {
            page,
            target,
            descriptor,
        } in sightings
        {
            let key = (page, target);
            match (self.find(page, target), update) {
                (_, Update::Nothing) => {}
                (None, Update::AddMissing) => {
                    changes
                        .entry(key)
                        .or_insert_with(|| Change::Add(descriptor.clone()));
                }
                (None, Update::Refresh) => {
                    changes.insert(key, Change::Add(descriptor.clone()));
                }
                (Some(entry), Update::Refresh) if entry.descriptor != *descriptor => {
                    changes.insert(key, Change::Refresh(descriptor.clone()));
                }
                (Some(_), _) => {
                    changes.shift_remove(&key);
                }
            }
        }
        let edit = |((page, target), change): ((&String, &String), Change)| Edit {
            page: page.clone(),
            target: target.clone(),
            change,
        };
        changes.into_iter().map(edit).collect()
    }
}

impl Entry {
    pub fn of(descriptor: Descriptor) -> Entry {
        Entry {
            descriptor,
            accepted: None,
            rejected: Vec::new(),
        }
    }
}

/// Takes sightings into the lock at `path`; says how many entries it added or changed.
pub fn remember(
    path: &Path,
    state_dir: &Path,
    sightings: &[Sighting],
    update: Update,
) -> Result<usize, LockError> {
    if sightings.is_empty() || update == Update::Nothing {
        return Ok(0);
    }
    edit_lock(path, state_dir, |lock| {
        Ok::<_, LockError>(lock.edits_for(sightings, update))
    })
}

/// Makes the edits that `choose` finds right for the lock at `path` as it is now, and leaves its bytes alone where there are none; says
/// how many. Those who do so at the same time wait for each other on a file in `state_dir`.
pub fn edit_lock<E: From<LockError>>(
    path: &Path,
    state_dir: &Path,
    choose: impl FnOnce(&LockFile) -> Result<Vec<Edit>, E>,
) -> Result<usize, E> {
    let unwritable = |source| LockError::Unwritable {
        path: path.into(),
        source,
    };
    let _turn = take_turn(state_dir).map_err(unwritable)?;
    let edits = choose(&LockFile::read(path)?)?;
    if edits.is_empty() {
        return Ok(0);
    }
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let bytes = to_json(&LockFile::default()).map_err(unwritable)?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        read => read.map_err(unwritable)?,
    };
    let text = edited(&text, &edits).map_err(|source| LockError::Uneditable {
        path: path.into(),
        source,
    })?;
    write_whole(path, text.as_bytes()).map_err(unwritable)?;
    Ok(edits.len())
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
