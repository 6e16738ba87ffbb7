//! Changes the page under a step's target and looks whether it would be found again. Nothing is ever done on a changed page.

use std::time::Duration;

use super::browser::{Deadline, Log, Session};
use super::look::asks_for_absence;
use super::outcome::EntryPlace;
use super::proof::{Finding, Proof, Taken, Trial};
use super::scope::Scope;
use super::test::shown_path;
use crate::bridge::messages::{
    Command, Failure, Memory, Mutate, Mutated, Mutation, Reason, Resolve, Resolved,
    Target as WireTarget, Via,
};
use crate::lock::{Descriptor, lock_path};
use crate::script::ast::{AssertionKind, Step, StepKind, Target, Wait};
use crate::script::pieces::{Piece, pieces};

/// How long one look at a changed page may take.
const LOOK: Duration = Duration::from_secs(5);

/// An element as it is now, and what the lock would know beside it.
struct Known {
    target: WireTarget,
    handle: String,
    memory: Memory,
}

impl Session {
    /// Before a step that acts, because afterwards the element may be gone.
    pub(super) async fn prove_before(&mut self, step: &Step, scope: &Scope<'_>) {
        if self.prover.is_some() && !only_looks(&step.kind) {
            let within = match step.kind {
                // A file field is hidden more often than not.
                StepKind::Upload { .. } => Duration::ZERO,
                _ => step.timeout.unwrap_or(self.config.timeout()),
            };
            self.prove_targets(step, scope, within).await;
        }
    }

    /// After a step that looked and passed, because the element is there then.
    pub(super) async fn prove_after(&mut self, step: &Step, scope: &Scope<'_>) {
        if self.prover.is_some() && only_looks(&step.kind) {
            self.prove_targets(step, scope, Duration::ZERO).await;
        }
    }

    async fn prove_targets(&mut self, step: &Step, scope: &Scope<'_>, within: Duration) {
        for target in targets_found(&step.kind) {
            if self.chrome.any_dialog().is_some() {
                break;
            }
            // A step of its own will say what is wrong, if anything is.
            let _ = self.prove_target(target, scope, within).await;
        }
        // What was asked meanwhile is no part of the step.
        self.log = Log::default();
    }

    async fn prove_target(
        &mut self,
        target: &Target,
        scope: &Scope<'_>,
        within: Duration,
    ) -> Result<(), Failure> {
        let expanded = scope.target(target)?;
        let source = &scope.opened.files[scope.file];
        let lock = lock_path(&source.path);
        let (Some(page), Some(prover)) = (self.page_key(), self.prover.clone()) else {
            return Ok(());
        };
        let entry = EntryPlace {
            lock: self.config.relative(&lock),
            page,
            target: expanded.key,
        };
        if prover.has(&entry) {
            return Ok(());
        }
        let resolved = self.resolve_as_it_is(&expanded.wire, within).await?;
        let was = resolved.descriptor.clone();
        prover.note_found(&entry, &was);
        let mut known = Known {
            target: expanded.wire,
            handle: resolved.handle.unwrap_or_default(),
            memory: self.remembered(&lock, &entry, &was),
        };
        let mut trials = Vec::new();
        for mutation in Mutation::ALL {
            trials.push(self.try_mutation(&mut known, mutation).await);
        }
        let line = source.place(target.span.start).line + 1;
        prover.add(Proof {
            entry,
            step: format!("{}:{line}", shown_path(&source.path)),
            was,
            trials,
        });
        Ok(())
    }

    async fn resolve_as_it_is(
        &mut self,
        target: &WireTarget,
        within: Duration,
    ) -> Result<Resolved, Failure> {
        let deadline = Deadline::after(within);
        let command = Command::Resolve(Resolve {
            target: target.clone(),
            memory: Memory::default(),
            purpose: None,
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms()),
        });
        self.send(command, deadline).await
    }

    /// What a run sends of a lock that has seen the page as it is now.
    fn remembered(
        &mut self,
        lock: &std::path::Path,
        entry: &EntryPlace,
        was: &Descriptor,
    ) -> Memory {
        let found = self.prover.as_ref().map(|it| it.found_on_page(entry));
        let mut targets = std::collections::BTreeMap::new();
        let mut rejected = Vec::new();
        if let Some(page) = self
            .lock_of(lock)
            .and_then(|lock| lock.elements.get(&entry.page))
        {
            let entries = page.iter();
            targets
                .extend(entries.map(|(target, entry)| (target.clone(), entry.descriptor.clone())));
            rejected = page
                .get(&entry.target)
                .map_or_else(Vec::new, |entry| entry.rejected.clone());
        }
        targets.extend(found.unwrap_or_default());
        targets.remove(&entry.target);
        let others = targets.into_values();
        Memory {
            descriptor: Some(was.clone()),
            others: others.filter(|other| other.path != was.path).collect(),
            rejected,
            ..Memory::default()
        }
    }

    async fn try_mutation(&mut self, known: &mut Known, mutation: Mutation) -> Trial {
        let mut mutated = self.mutate(known, mutation).await;
        // A page that draws itself anew has another element for the same.
        if let Err(failure) = &mutated
            && matches!(failure.reason, Reason::NotFound | Reason::Navigation)
            && let Ok(resolved) = self.resolve_as_it_is(&known.target, Duration::ZERO).await
        {
            known.handle = resolved.handle.unwrap_or_default();
            mutated = self.mutate(known, mutation).await;
        }
        match mutated {
            Ok(mutated) => judged(mutation, mutated),
            Err(failure) => untried(mutation, None, &failure),
        }
    }

    async fn mutate(&mut self, known: &Known, mutation: Mutation) -> Result<Mutated, Failure> {
        let deadline = Deadline::after(LOOK);
        let command = Command::Mutate(Box::new(Mutate {
            handle: known.handle.clone(),
            mutation,
            target: known.target.clone(),
            memory: known.memory.clone(),
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms()),
        }));
        self.send(command, deadline).await
    }
}

fn judged(mutation: Mutation, mutated: Mutated) -> Trial {
    let mut trial = Trial {
        mutation,
        finding: Finding::DoesNotApply,
        change: mutated.change.clone(),
        note: mutated.lacks.clone(),
        score: None,
        taken: None,
    };
    if trial.note.is_some() {
        return trial;
    }
    // What was removed cannot be what was found.
    let same = mutated.same == Some(true) && !mutation.removes();
    let resolved = mutated
        .resolved()
        .and_then(|answer| answer.read::<Resolved>());
    let resolved = match resolved {
        Ok(resolved) => resolved,
        Err(failure) => {
            trial.finding = Finding::of_failure(failure.reason);
            if trial.finding == Finding::Untried {
                return untried(mutation, trial.change, &failure);
            }
            trial.score = failure.detail("score").or(failure.detail("bestScore"));
            return trial;
        }
    };
    trial.finding = match (resolved.via, same) {
        (Via::Exact, true) => Finding::Exact,
        (Via::Exact, false) => Finding::AnotherFits,
        (_, true) => Finding::Repaired,
        (_, false) => Finding::Wrong,
    };
    if trial.finding != Finding::Exact {
        let mut candidates = resolved.scored.iter().flat_map(|scored| &scored.candidates);
        let scored = candidates.find(|candidate| candidate.descriptor == resolved.descriptor);
        let fields = scored.map_or_else(Vec::new, |scored| scored.fields.clone());
        trial.score = resolved.repair.as_ref().map(|it| it.difference.score);
        trial.taken = Some(Taken {
            descriptor: resolved.descriptor,
            repair: resolved.repair,
            fields,
        });
    }
    trial
}

fn untried(mutation: Mutation, change: Option<String>, failure: &Failure) -> Trial {
    let message = failure.detail::<String>("message");
    Trial {
        mutation,
        finding: Finding::Untried,
        change,
        note: Some(message.unwrap_or_else(|| failure.reason.to_string())),
        score: None,
        taken: None,
    }
}

fn only_looks(step: &StepKind) -> bool {
    matches!(
        step,
        StepKind::Verify(_) | StepKind::Require(_) | StepKind::Wait(_) | StepKind::Read { .. }
    )
}

/// The targets of which a step wants the one element.
fn targets_found(step: &StepKind) -> Vec<&Target> {
    let asks_for_none = match step {
        StepKind::Verify(assertion) | StepKind::Require(assertion) => {
            matches!(assertion.kind, AssertionKind::Text { .. }) || asks_for_absence(assertion)
        }
        StepKind::Wait(wait) => matches!(wait, Wait::Gone(_)),
        _ => false,
    };
    if asks_for_none {
        return Vec::new();
    }
    let targets = pieces(step).into_iter().filter_map(|piece| match piece {
        Piece::Target(target) => Some(target),
        _ => None,
    });
    targets.collect()
}
