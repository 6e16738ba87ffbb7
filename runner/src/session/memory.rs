//! What the locks know of a step's target, and what a step teaches them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::browser::{Deadline, Session};
use super::look::Element;
use super::outcome::{EntryPlace, Probation, StepRepair, Unlike};
use super::scope::Scope;
use crate::bridge::messages::{
    Command, ElementRef, Failure, Memory, Reason, Resolve, Resolved, Target as WireTarget, Via,
};
use crate::config::RepairMode;
use crate::lock::{Descriptor, Entry, LockFile, Sighting, lock_path, page_key};

/// Differences in these alone are none that a person has to hear of again.
const INCIDENTAL: &[&str] = &["classes", "path", "heading", "landmark", "form", "row"];

/// A target's place in a lock, and what stands there.
pub(super) struct Recalled {
    lock: PathBuf,
    /// None while no page with an address is open.
    place: Option<EntryPlace>,
    entry: Option<Entry>,
    /// What the page's other entries remember.
    others: Vec<Descriptor>,
}

impl Recalled {
    /// For a first look, which most often is enough: what is found is compared, and nothing else of the lock crosses the wire.
    fn to_compare(&self) -> Memory {
        Memory {
            descriptor: self.descriptor(),
            exact: true,
            ..Memory::default()
        }
    }

    fn to_repair(&self) -> Memory {
        Memory {
            descriptor: self.descriptor(),
            exact: false,
            others: self.others.clone(),
            rejected: self
                .entry
                .as_ref()
                .map_or_else(Vec::new, |entry| entry.rejected.clone()),
            accepted: self.is_accepted(),
        }
    }

    fn descriptor(&self) -> Option<Descriptor> {
        Some(self.entry.as_ref()?.descriptor.clone())
    }

    fn is_accepted(&self) -> bool {
        self.entry
            .as_ref()
            .is_some_and(|entry| entry.accepted.is_some())
    }

    /// A person accepted what is now found, and nothing that names it has changed since.
    fn expects(&self, changed: &[String]) -> bool {
        self.is_accepted()
            && changed
                .iter()
                .all(|field| INCIDENTAL.contains(&field.as_str()))
    }
}

impl Session {
    /// What the lock beside the script, or beside the flow's file, has for a target. `key` is the target as the lock writes it.
    pub(super) fn recall(&mut self, key: String, scope: &Scope<'_>) -> Recalled {
        let lock = lock_path(&scope.opened.files[scope.file].path);
        let page = self.page_key();
        let place = page.map(|page| EntryPlace {
            lock: self.config.relative(&lock),
            page,
            target: key,
        });
        let mut recalled = Recalled {
            lock,
            place,
            entry: None,
            others: Vec::new(),
        };
        let Some(place) = recalled.place.clone() else {
            return recalled;
        };
        if self.config.file.repair != RepairMode::Off
            && let Some(page) = self
                .lock_of(&recalled.lock)
                .and_then(|lock| lock.elements.get(&place.page))
            && let Some(entry) = page.get(&place.target)
        {
            // Two targets may mean the same element; neither owns it against the other.
            let others = page
                .values()
                .map(|other| &other.descriptor)
                .filter(|other| other.path != entry.descriptor.path);
            recalled.others = others.cloned().collect();
            recalled.entry = Some(entry.clone());
        }
        if !self.log.entries.contains(&place) {
            self.log.entries.push(place);
        }
        recalled
    }

    /// Sends a command that finds a target, made by `command` from what the lock knows and from the milliseconds it has.
    pub(super) async fn find<T: DeserializeOwned>(
        &mut self,
        target: &WireTarget,
        recalled: &Recalled,
        deadline: Deadline,
        command: impl Fn(Memory, u64) -> Command,
    ) -> Result<T, Failure> {
        if recalled.entry.is_none() {
            let command = command(Memory::default(), deadline.left_ms());
            return self.send(command, deadline).await;
        }
        if self.config.file.repair == RepairMode::Report {
            self.hold_back(target, recalled, deadline).await?;
        }
        let first = command(recalled.to_compare(), 0);
        let only_looks = first.may_be_resent();
        let brief = Deadline::after(Duration::ZERO);
        match self.send(first, brief).await {
            Err(failure) if !deadline.is_over() && (only_looks || has_not_acted(&failure)) => {
                let second = command(recalled.to_repair(), deadline.left_ms());
                self.send(second, deadline).await
            }
            answer => answer,
        }
    }

    /// Fails where only a repair that nobody has accepted would find the element.
    async fn hold_back(
        &mut self,
        target: &WireTarget,
        recalled: &Recalled,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let command = Command::Resolve(Resolve {
            target: target.clone(),
            memory: recalled.to_repair(),
            purpose: None,
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms()),
        });
        let resolved: Result<Resolved, Failure> = self.send(command, deadline).await;
        match resolved {
            Ok(Resolved {
                repair: Some(repair),
                descriptor,
                ..
            }) if !recalled.expects(&repair.difference.changed) => {
                let difference = &repair.difference;
                Err(Failure::new(
                    Reason::Drifted,
                    "`repair` is \"report\" in the config, so the step does not go on with it",
                )
                .with("target", to_json(target))
                .with("candidate", to_json(&descriptor))
                .with("score", difference.score)
                .with("runnerUp", repair.runner_up)
                .with("old", to_json(&difference.old))
                .with("changed", difference.changed.clone())
                .with("changes", difference.changes.clone()))
            }
            // Where it is found exactly, or not at all, the step's own look says so.
            Ok(_) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Notes how an element was found, and what the lock should learn of it.
    pub(super) fn take_element(
        &mut self,
        target: WireTarget,
        resolved: Resolved,
        recalled: Recalled,
    ) -> Element {
        self.log.matches = Some(resolved.matches);
        self.log.via = Some(match resolved.via {
            Via::Exact => "exact".into(),
            Via::Descriptor => "descriptor".into(),
            Via::Repair => "repair".into(),
        });
        if let Some(place) = recalled.place.clone() {
            self.learn(place, &resolved, &recalled);
        }
        Element {
            target,
            repaired: resolved.repaired,
            reference: ElementRef {
                descriptor: Some(resolved.descriptor),
                handle: resolved.handle,
            },
            at: resolved.at,
        }
    }

    fn learn(&mut self, entry: EntryPlace, resolved: &Resolved, recalled: &Recalled) {
        let descriptor = resolved.descriptor.clone();
        if resolved.via == Via::Exact {
            let sightings = self.sightings.entry(recalled.lock.clone()).or_default();
            sightings.push(Sighting {
                page: entry.page.clone(),
                target: entry.target.clone(),
                descriptor: descriptor.clone(),
            });
        }
        if let Some(difference) = resolved.unlike.clone() {
            self.log.unlike.push(Unlike {
                entry,
                difference,
                descriptor,
            });
        } else if let Some(repair) = resolved.repair.clone()
            && !recalled.expects(&repair.difference.changed)
        {
            let mut candidates = resolved.scored.iter().flat_map(|scored| &scored.candidates);
            let taken = candidates.find(|candidate| candidate.descriptor == descriptor);
            self.log.repairs.push(StepRepair {
                entry,
                repair,
                fields: taken.map_or_else(Vec::new, |taken| taken.fields.clone()),
                descriptor,
                probation: Probation::Unconfirmed,
            });
        }
    }

    /// The lock's name for the page the step is on.
    pub(super) fn page_key(&self) -> Option<String> {
        let url = Url::parse(self.url.as_ref()?).ok()?;
        Some(page_key(&url, self.config.file.base_url.as_ref()))
    }

    pub(super) fn lock_of(&mut self, path: &Path) -> Option<&LockFile> {
        if !self.locks.contains_key(path) {
            // A lock that cannot be read was refused before the run began.
            let lock = LockFile::read(path).ok()?;
            self.locks.insert(path.to_path_buf(), lock);
        }
        self.locks.get(path)
    }
}

fn to_json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Whether an act failed before it began, so that it may be tried.
fn has_not_acted(failure: &Failure) -> bool {
    use Reason::{Ambiguous, Navigation, NotEnabled, NotFound, NotVisible, Timeout};
    match failure.reason {
        NotFound | Ambiguous | NotVisible | NotEnabled => true,
        Timeout => failure.detail.contains_key("moving"),
        Navigation => failure.detail("looked") == Some(false),
        _ => false,
    }
}
