//! What has to happen before a repair may be proposed for the lock: the test's next verify passes.

use std::collections::HashMap;

use super::outcome::{Probation, Status, StepResult};
use crate::script::ast::{Step, StepKind};

/// Follows one test's steps as they end.
#[derive(Debug, Default)]
pub struct RepairWatch {
    /// Ids of the steps whose repairs no verify has followed yet.
    waiting: Vec<String>,
    settled: HashMap<String, Probation>,
}

impl RepairWatch {
    /// Takes in a step that has just ended.
    pub(super) fn hear(&mut self, step: &Step, result: &StepResult) {
        if !result.outcome.repairs.is_empty() {
            self.waiting.push(result.id.clone());
        }
        if !matches!(step.kind, StepKind::Verify(_)) {
            return;
        }
        let probation = match result.outcome.status {
            Status::Passed => Probation::Proposed,
            Status::Failed => Probation::Refuted,
            Status::Tolerated | Status::NotRun => return,
        };
        let waiting = self.waiting.drain(..);
        self.settled.extend(waiting.map(|id| (id, probation)));
    }

    /// Says in the results what came of each repair.
    pub(super) fn write(&self, steps: &mut [StepResult]) {
        for step in steps {
            if let Some(probation) = self.settled.get(&step.id) {
                for repair in &mut step.outcome.repairs {
                    repair.probation = *probation;
                }
            }
            self.write(&mut step.steps);
        }
    }
}
