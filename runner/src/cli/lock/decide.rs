//! `aite lock accept` and `aite lock reject`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use indexmap::IndexMap;

use super::RunName;
use super::list::in_words;
use crate::cli::problems::plural;
use crate::cli::runs::{PastRun, past_run};
use crate::cli::steps::find_step;
use crate::cli::{Exit, complain, config_for};
use crate::lock::{Change, Edit, LockError, LockFile, edit_lock};
use crate::report::terminal::printable;
use crate::report::{Proposal, proposals};
use crate::session::{Candidate, EntryPlace, Standing, StepResult, accepting};

#[derive(Debug, Args)]
pub(super) struct AcceptArgs {
    /// Steps, as `1.3` or `send.aite:1.3`; without any, all that is proposed
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
    /// Which of several candidates, as `aite lock show` counts them
    #[arg(long, value_name = "N", requires = "steps")]
    candidate: Option<usize>,
    #[command(flatten)]
    run: RunName,
}

#[derive(Debug, Args)]
pub(super) struct RejectArgs {
    /// Steps, as `1.3` or `send.aite:1.3`
    #[arg(value_name = "STEP", required = true)]
    steps: Vec<String>,
    /// Which of several candidates, as `aite lock show` counts them
    #[arg(long, value_name = "N")]
    candidate: Option<usize>,
    #[command(flatten)]
    run: RunName,
}

/// What a person says to a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

/// A candidate that a person has decided on.
#[derive(Debug, Clone)]
struct Decision<'a> {
    proposal: Proposal<'a>,
    candidate: Candidate,
}

/// Why a decision cannot be written.
#[derive(Debug, thiserror::Error)]
enum DecideError {
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error("{0}")]
    Refused(String),
}

pub(super) fn accept(args: &AcceptArgs) -> Result<Exit, Exit> {
    let past = past_run(&args.run.run, config_for(&[])?)?;
    let proposals = proposals(&past.run);
    let decisions = match args.steps.as_slice() {
        [] => all_proposed(&proposals, &past),
        steps => named(&proposals, &past, steps, args.candidate),
    };
    decide(&past, decisions, Answer::Yes)
}

pub(super) fn reject(args: &RejectArgs) -> Result<Exit, Exit> {
    let past = past_run(&args.run.run, config_for(&[])?)?;
    let proposals = proposals(&past.run);
    let decisions = named(&proposals, &past, &args.steps, args.candidate);
    decide(&past, decisions, Answer::No)
}

/// An entry's repair that one test confirmed and another refuted is left to a person.
fn all_proposed<'a>(
    proposals: &[Proposal<'a>],
    past: &PastRun,
) -> Result<Vec<Decision<'a>>, String> {
    let is_refuted = |entry: &EntryPlace| {
        let mut same = proposals.iter().filter(|one| one.entry == entry);
        same.any(|one| one.standing == Standing::Refuted)
    };
    let decisions: Vec<_> = proposals
        .iter()
        .filter(|one| one.standing == Standing::Proposed && !is_refuted(one.entry))
        .filter_map(|one| {
            Some(Decision {
                proposal: one.clone(),
                candidate: one.candidates.first()?.clone(),
            })
        })
        .collect();
    if decisions.is_empty() {
        let open: Vec<_> = proposals
            .iter()
            .map(|one| format!("\n  {}  {}", one.full_name(), one.standing.in_words()))
            .collect();
        let hint = match open.is_empty() {
            true => "; every element was as the locks have it".into(),
            false => format!("; name the step to take one of these:{}", open.concat()),
        };
        return Err(format!("run {} proposes nothing{hint}", past.run.run_id));
    }
    Ok(decisions)
}

fn named<'a>(
    proposals: &[Proposal<'a>],
    past: &PastRun,
    steps: &[String],
    candidate: Option<usize>,
) -> Result<Vec<Decision<'a>>, String> {
    let mut decisions = Vec::new();
    for name in steps {
        let counts = |step: &StepResult| proposals.iter().any(|one| std::ptr::eq(one.step, step));
        let step = find_step(&past.run, name, counts)?.step;
        let of_step = proposals.iter().filter(|one| std::ptr::eq(one.step, step));
        let before = decisions.len();
        for proposal in of_step {
            decisions.push(Decision {
                candidate: chosen(proposal, candidate)?,
                proposal: proposal.clone(),
            });
        }
        if decisions.len() == before {
            return Err(format!(
                "step {name} of run {} found no element other than the lock has",
                past.run.run_id
            ));
        }
    }
    Ok(decisions)
}

fn chosen(proposal: &Proposal<'_>, number: Option<usize>) -> Result<Candidate, String> {
    let candidates = &proposal.candidates;
    let step = proposal.full_name();
    let found = match number {
        None if candidates.len() > 1 => {
            return Err(format!(
                "step {step} has {} candidates; say which one with --candidate, `aite lock show {}` counts them",
                candidates.len(),
                proposal.step.id
            ));
        }
        None => candidates.first(),
        Some(number) => number.checked_sub(1).and_then(|at| candidates.get(at)),
    };
    found.cloned().ok_or_else(|| {
        let many = plural(candidates.len(), "candidate");
        format!("step {step} has {many}, counted from 1")
    })
}

/// Looks at all locks before it writes the first.
fn decide(
    past: &PastRun,
    decisions: Result<Vec<Decision<'_>>, String>,
    answer: Answer,
) -> Result<Exit, Exit> {
    let refused = |sentence: String| complain(Exit::Problems, &sentence);
    let decisions = one_for_each_entry(decisions.map_err(refused)?).map_err(refused)?;
    let mut locks: BTreeMap<PathBuf, Vec<Decision<'_>>> = BTreeMap::new();
    for decision in decisions {
        let path = past.lock(&decision.proposal.entry.lock);
        locks.entry(path).or_default().push(decision);
    }
    let ended = |error: DecideError| match &error {
        DecideError::Lock(LockError::Unwritable { .. }) => complain(Exit::CouldNotRun, &error),
        _ => complain(Exit::Problems, &error),
    };
    for (path, decisions) in &locks {
        let lock = LockFile::read(path).map_err(|error| ended(error.into()))?;
        edits(&lock, decisions, answer).map_err(ended)?;
    }
    let state = past.config.state_dir();
    for (path, decisions) in &locks {
        let written = edit_lock(path, &state, |lock| edits(lock, decisions, answer));
        let written = written.map_err(ended)?;
        say(path, decisions, written, answer);
    }
    Ok(Exit::Passed)
}

/// Several steps may have found the same entry's element; they have to agree on which it is.
fn one_for_each_entry(decisions: Vec<Decision<'_>>) -> Result<Vec<Decision<'_>>, String> {
    let mut kept: IndexMap<EntryPlace, Decision<'_>> = IndexMap::new();
    for decision in decisions {
        let entry = decision.proposal.entry.clone();
        match kept.get(&entry) {
            None => {
                kept.insert(entry, decision);
            }
            Some(earlier) if is_one(&earlier.candidate, &decision.candidate) => {}
            Some(earlier) => {
                return Err(format!(
                    "steps {} and {} found different elements for {}: {} and {}; name one of the steps",
                    earlier.proposal.full_name(),
                    decision.proposal.full_name(),
                    printable(&entry.target),
                    printable(&in_words(&earlier.candidate.descriptor)),
                    printable(&in_words(&decision.candidate.descriptor))
                ));
            }
        }
    }
    Ok(kept.into_values().collect())
}

fn is_one(one: &Candidate, other: &Candidate) -> bool {
    one.descriptor == other.descriptor
        || (one.descriptor.is_still(&other.descriptor)
            && one.descriptor.path == other.descriptor.path)
}

fn edits(
    lock: &LockFile,
    decisions: &[Decision<'_>],
    answer: Answer,
) -> Result<Vec<Edit>, DecideError> {
    let mut edits = Vec::new();
    for decision in decisions {
        if let Some(change) = change(lock, decision, answer).map_err(DecideError::Refused)? {
            edits.push(Edit {
                page: decision.proposal.entry.page.clone(),
                target: decision.proposal.entry.target.clone(),
                change,
            });
        }
    }
    Ok(edits)
}

/// None where the lock says so already.
fn change(
    lock: &LockFile,
    decision: &Decision<'_>,
    answer: Answer,
) -> Result<Option<Change>, String> {
    let Decision {
        proposal,
        candidate,
    } = decision;
    let EntryPlace {
        lock: name,
        page,
        target,
    } = proposal.entry;
    let now = &candidate.descriptor;
    let target = printable(target);
    let Some(entry) = lock.find(page, &proposal.entry.target) else {
        return Err(format!(
            "{name} has no entry for {target} on {page} any more; run the tests again"
        ));
    };
    if answer == Answer::No && proposal.standing == Standing::Unlike {
        return Err(format!(
            "{target} itself fits this element; say in the script which one is meant"
        ));
    }
    if entry.descriptor == *now {
        return match answer {
            Answer::Yes => Ok(None),
            Answer::No => Err(format!(
                "{name} holds this element for {target} already; put the old entry back first, as with `git restore`"
            )),
        };
    }
    if answer == Answer::No && entry.rejected.contains(now) {
        return Ok(None);
    }
    if entry.descriptor != proposal.old {
        return Err(format!(
            "{name} has changed since the run: its entry for {target} on {page} is no longer the one that step {} had; run the tests again",
            proposal.full_name()
        ));
    }
    Ok(Some(match (answer, proposal.standing) {
        (Answer::No, _) => Change::Reject(now.clone()),
        (Answer::Yes, standing) => accepting(&proposal.old, candidate, standing),
    }))
}

fn say(path: &Path, decisions: &[Decision<'_>], written: usize, answer: Answer) {
    let path = crate::session::shown_path(path);
    for decision in decisions {
        let EntryPlace { page, target, .. } = decision.proposal.entry;
        let now = in_words(&decision.candidate.descriptor);
        let score = decision.candidate.score;
        let was = printable(&in_words(&decision.proposal.old));
        let now = printable(&now);
        let target = printable(target);
        match answer {
            Answer::Yes => println!("{target} on {page}: {was} → {now} ({score:.2})"),
            Answer::No => println!("{target} on {page}: never {now} ({score:.2})"),
        }
    }
    match written {
        0 => println!("{path} says so already"),
        1 => println!("wrote 1 entry of {path}"),
        many => println!("wrote {many} entries of {path}"),
    }
}
