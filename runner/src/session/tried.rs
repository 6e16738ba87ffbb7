//! A step's search for the element remembered, as it crossed the wire.

use serde_json::Value;

use super::outcome::StepResult;
use crate::bridge::messages::Scored;

/// One search and its answer.
#[derive(Debug, Clone, Copy)]
pub struct Tried<'a> {
    pub target: &'a Value,
    /// The element as the lock had it, as it was sent.
    pub was: &'a Value,
    pub answer: &'a Value,
    /// What was looked at: [`Scored`], as it was answered.
    pub scored: &'a Value,
}

impl Tried<'_> {
    pub fn read(&self) -> Option<Scored> {
        serde_json::from_value(self.scored.clone()).ok()
    }

    /// The answer's `detail`, or the answer itself where all went well.
    pub fn detail(&self) -> &Value {
        self.answer.get("detail").unwrap_or(self.answer)
    }
}

/// The last search for each of a step's targets.
pub fn tried(step: &StepResult) -> Vec<Tried<'_>> {
    let mut found: Vec<Tried<'_>> = Vec::new();
    for exchange in &step.outcome.exchanges {
        let answer = &exchange.answer;
        let detail = answer.get("detail").unwrap_or(answer);
        let (Some(scored), Some(was), Some(target)) = (
            detail.get("scored"),
            exchange.sent.get("descriptor"),
            exchange.sent.get("target"),
        ) else {
            continue;
        };
        found.retain(|earlier| earlier.target != target);
        found.push(Tried {
            target,
            was,
            answer,
            scored,
        });
    }
    found
}
