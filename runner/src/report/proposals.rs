//! What a run found that a person may take for an entry of a lock, or say no to.

use super::results::{Run, ScriptResult};
use crate::lock::Descriptor;
use crate::session::{Candidate, EntryPlace, Standing, StepResult, offers};

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

impl Proposal<'_> {
    /// As a command names the step where the run had several scripts.
    pub fn full_name(&self) -> String {
        format!("{}:{}", self.script.path, self.step.id)
    }
}

/// Everything in a run that waits for a person, in the order of its steps.
pub fn proposals(run: &Run) -> Vec<Proposal<'_>> {
    let steps = run.scripts.iter().flat_map(|script| {
        let steps = script.steps().into_iter();
        steps.map(move |step| (script, step))
    });
    steps
        .flat_map(|(script, step)| {
            offers(step).into_iter().map(move |offer| Proposal {
                script,
                step,
                entry: offer.entry,
                old: offer.old,
                candidates: offer.candidates,
                standing: offer.standing,
            })
        })
        .collect()
}
