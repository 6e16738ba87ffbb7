//! What a run found that a person may take for an entry of a lock, or say no to.

use serde_json::Value;

use super::results::{Run, ScriptResult};
use super::tried::{Tried, tried};
use crate::bridge::messages::{Failure, FieldScore, Reason, Scored};
use crate::lock::Descriptor;
use crate::session::{EntryPlace, Probation, StepRepair, StepResult, Unlike};

/// One entry's element that a step did not find as the lock has it.
#[derive(Debug, Clone)]
pub struct Proposal<'a> {
    pub script: &'a ScriptResult,
    pub step: &'a StepResult,
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

impl Proposal<'_> {
    /// As a command names the step where the run had several scripts.
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.script.path, self.step.id)
    }
}

/// Everything in a run that waits for a person, in the order of its steps.
pub fn proposals(run: &Run) -> Vec<Proposal<'_>> {
    let mut found = Vec::new();
    for script in &run.scripts {
        for step in script.steps() {
            let outcome = &step.outcome;
            let repairs = outcome.repairs.iter();
            found.extend(repairs.map(|repair| of_repair(script, step, repair)));
            let unlike = outcome.unlike.iter();
            found.extend(unlike.map(|unlike| of_unlike(script, step, unlike)));
            let failure = outcome.failure.as_ref();
            found.extend(failure.and_then(|failure| of_failure(script, step, failure)));
        }
    }
    found
}

fn of_repair<'a>(
    script: &'a ScriptResult,
    step: &'a StepResult,
    repair: &'a StepRepair,
) -> Proposal<'a> {
    Proposal {
        script,
        step,
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

fn of_unlike<'a>(
    script: &'a ScriptResult,
    step: &'a StepResult,
    unlike: &'a Unlike,
) -> Proposal<'a> {
    Proposal {
        script,
        step,
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
fn of_failure<'a>(
    script: &'a ScriptResult,
    step: &'a StepResult,
    failure: &Failure,
) -> Option<Proposal<'a>> {
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
    Some(Proposal {
        script,
        step,
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
