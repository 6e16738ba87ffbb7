//! What came of changing pages under a suite, as data.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mask::Secrets;
use super::outcome::EntryPlace;
use crate::bridge::messages::{FieldScore, Mutation, Reason, Repair};
use crate::lock::Descriptor;

/// One target of the suite, and what became of it under every mutation of its page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    #[serde(flatten)]
    pub entry: EntryPlace,
    /// The first step that means it, as `cart.aite:12`.
    pub step: String,
    /// The element as it was found.
    pub was: Descriptor,
    pub trials: Vec<Trial>,
}

/// One mutation of one target's element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trial {
    pub mutation: Mutation,
    pub finding: Finding,
    /// What was changed, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Why there was nothing to change, or why it could not be tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Of the element taken, or of the best that was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The element a step would have gone on with, where it is none that the target itself means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
}

/// What a mutation comes to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// There is nothing of the kind on the element to change.
    DoesNotApply,
    /// The target still means the element by itself.
    Exact,
    /// It was found again.
    Repaired,
    /// It, or something like it, was seen and not taken.
    Drifted,
    Ambiguous,
    NotFound,
    /// The target means something that cannot be seen.
    NotVisible,
    /// The target by itself means another element now. No repair is asked.
    AnotherFits,
    /// Another element was taken for it: what must not happen.
    Wrong,
    /// The page or the browser came in between.
    Untried,
}

impl Finding {
    pub fn of_failure(reason: Reason) -> Finding {
        match reason {
            Reason::Drifted => Finding::Drifted,
            Reason::Ambiguous => Finding::Ambiguous,
            Reason::NotFound => Finding::NotFound,
            Reason::NotVisible | Reason::NotEnabled => Finding::NotVisible,
            _ => Finding::Untried,
        }
    }
}

/// An element that was taken for the one remembered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Taken {
    pub descriptor: Descriptor,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldScore>,
}

/// Gathers the proofs of a run, from all its browsers.
#[derive(Debug, Clone, Default)]
pub struct Prover(Arc<Mutex<Proving>>);

#[derive(Debug, Default)]
struct Proving {
    /// What this run found, as the locks would remember it: by lock and page, then by target.
    found: BTreeMap<(String, String), BTreeMap<String, Descriptor>>,
    proofs: IndexMap<EntryPlace, Proof>,
}

impl Prover {
    /// A copy of every proof so far, with the secrets taken out.
    pub fn proofs(&self, secrets: &Secrets) -> Vec<Proof> {
        let mut proofs: Vec<_> = self.now().proofs.values().cloned().collect();
        for proof in &mut proofs {
            let is_secret = says_secret(&proof.was, secrets);
            for trial in &mut proof.trials {
                // Half a secret is none that the mask knows.
                if trial.mutation.rewords() && (is_secret || says_secret(trial, secrets)) {
                    trial.change = None;
                    trial.taken = None;
                }
            }
        }
        secrets.masked(proofs)
    }

    pub(super) fn has(&self, entry: &EntryPlace) -> bool {
        self.now().proofs.contains_key(entry)
    }

    pub(super) fn add(&self, proof: Proof) {
        self.now().proofs.insert(proof.entry.clone(), proof);
    }

    pub(super) fn note_found(&self, entry: &EntryPlace, descriptor: &Descriptor) {
        let page = (entry.lock.clone(), entry.page.clone());
        let mut now = self.now();
        let targets = now.found.entry(page).or_default();
        targets.insert(entry.target.clone(), descriptor.clone());
    }

    /// What this run found on the entry's page.
    pub(super) fn found_on_page(&self, entry: &EntryPlace) -> BTreeMap<String, Descriptor> {
        let page = (entry.lock.clone(), entry.page.clone());
        self.now().found.get(&page).cloned().unwrap_or_default()
    }

    fn now(&self) -> MutexGuard<'_, Proving> {
        // Every change is one insertion, so what a panic left behind is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn says_secret<T: Serialize>(value: &T, secrets: &Secrets) -> bool {
    let said = serde_json::to_value(value).unwrap_or_default();
    let mut clean = said.clone();
    secrets.mask_texts(&mut clean);
    said != clean
}
