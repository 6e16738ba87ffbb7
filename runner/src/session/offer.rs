//! What a step found that a person may take for an entry of a lock, or say no to.

use serde_json::Value;

use super::outcome::{EntryPlace, Probation, StepRepair, StepResult, Unlike};
use super::tried::{Tried, tried};
use super::words::descriptor_in_words;
use crate::bridge::messages::{Failure, FieldScore, Reason, Scored};
use crate::lock::{Accepted, Change, Descriptor};

/// One entry's element that a step did not find as the lock has it.
#[derive(Debug, Clone)]
pub struct Offer<'a> {
    pub entry: &'a EntryPlace,
    /// The element as the lock had it.
    pub old: Descriptor,
    /// The best first; more than one only where they could not be told apart.
    pub candidates: Vec<Candidate>,
    pub standing: Standing,
}

/// An element that may be the one remembered.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub descriptor: Descriptor,
    pub score: f64,
    /// Empty where nothing was scored.
    pub fields: Vec<FieldScore>,
    /// The remembered name that led to it.
    pub by: Option<String>,
    /// Why it scores less than its points.
    pub held: Option<String>,
}

/// What came of a proposal in its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The step went on with it, and the next verify passed.
    Proposed,
    /// The next verify failed.
    Refuted,
    /// No verify came after it.
    Unconfirmed,
    /// The step did not go on with it.
    Drifted,
    /// Several that could not be told apart; the step went on with none.
    Rivals,
    /// The target itself fits it, though it hardly resembles what the lock has.
    Unlike,
}

impl Standing {
    pub fn in_words(self) -> &'static str {
        match self {
            Standing::Proposed => "proposed",
            Standing::Refuted => "not proposed: the verify after it failed",
            Standing::Unconfirmed => "not proposed: no verify came after it",
            Standing::Drifted => "not acted on",
            Standing::Rivals => "several that are too close to each other",
            Standing::Unlike => "found exactly, but probably another element",
        }
    }
}

/// Everything in a step that waits for a person.
pub fn offers(step: &StepResult) -> Vec<Offer<'_>> {
    let outcome = &step.outcome;
    let repairs = outcome.repairs.iter().map(of_repair);
    let unlike = outcome.unlike.iter().map(of_unlike);
    let failure = outcome.failure.as_ref();
    let failure = failure.and_then(|failure| of_failure(step, failure));
    repairs.chain(unlike).chain(failure).collect()
}

/// The change of an entry that a person's yes to a candidate is, today.
pub fn accepting(old: &Descriptor, candidate: &Candidate, standing: Standing) -> Change {
    let now = candidate.descriptor.clone();
    if standing == Standing::Unlike {
        return Change::Refresh(now);
    }
    let was = serde_json::to_value(old).ok();
    Change::Accept(
        now,
        Accepted {
            was: was
                .and_then(|was| descriptor_in_words(&was))
                .unwrap_or_default(),
            score: candidate.score,
            on: jiff::ZonedDateTime::now().date().to_string(),
        },
    )
}

fn of_repair(repair: &StepRepair) -> Offer<'_> {
    Offer {
        entry: &repair.entry,
        old: repair.repair.difference.old.clone(),
        candidates: vec![Candidate {
            descriptor: repair.descriptor.clone(),
            score: repair.repair.difference.score,
            fields: repair.fields.clone(),
            by: repair.repair.by.clone(),
            held: None,
        }],
        standing: match repair.probation {
            Probation::Proposed => Standing::Proposed,
            Probation::Refuted => Standing::Refuted,
            Probation::Unconfirmed => Standing::Unconfirmed,
        },
    }
}

fn of_unlike(unlike: &Unlike) -> Offer<'_> {
    Offer {
        entry: &unlike.entry,
        old: unlike.difference.old.clone(),
        candidates: vec![Candidate {
            descriptor: unlike.descriptor.clone(),
            score: unlike.difference.score,
            fields: Vec::new(),
            by: None,
            held: None,
        }],
        standing: Standing::Unlike,
    }
}

/// A flow's failure is told of the step that does the flow too; that one has no entry.
fn of_failure<'a>(step: &'a StepResult, failure: &Failure) -> Option<Offer<'a>> {
    let entry = step.outcome.entries.last()?;
    let old: Descriptor = failure.detail("old")?;
    let tried = tried(step);
    let scored = tried.last().and_then(Tried::read);
    let (candidates, standing) = match failure.reason {
        Reason::Drifted => {
            let descriptor = failure.detail("candidate")?;
            let score = failure.detail("score")?;
            let candidate = candidate(descriptor, score, scored.as_ref());
            (vec![candidate], Standing::Drifted)
        }
        Reason::Ambiguous => {
            let rivals: Vec<Value> = failure.detail("candidates")?;
            let rivals = rivals.into_iter().filter_map(|rival| {
                let descriptor = serde_json::from_value(rival.get("descriptor")?.clone()).ok()?;
                let score = rival.get("score")?.as_f64()?;
                Some(candidate(descriptor, score, scored.as_ref()))
            });
            (rivals.collect(), Standing::Rivals)
        }
        _ => return None,
    };
    Some(Offer {
        entry,
        old,
        candidates,
        standing,
    })
}

fn candidate(descriptor: Descriptor, score: f64, scored: Option<&Scored>) -> Candidate {
    let mut all = scored.into_iter().flat_map(|scored| &scored.candidates);
    let same = all.find(|one| one.descriptor == descriptor);
    Candidate {
        fields: same.map_or_else(Vec::new, |one| one.fields.clone()),
        held: same.and_then(|one| one.held.clone()),
        by: None,
        descriptor,
        score,
    }
}
