//! For a person at a terminal: what was repaired, what is probably another element, and what a lock lacks.

use std::fmt::Write as _;

use super::results::{Behind, BehindWhy, Run};
use super::terminal::{Look, printable};
use crate::session::{EntryPlace, Probation, StepRepair, StepResult, Unlike, repair_in_words};

/// Empty where every element was as the locks have it.
pub fn repairs_block(run: &Run, look: Look) -> String {
    let mut block = String::new();
    let steps: Vec<_> = run
        .scripts
        .iter()
        .flat_map(|script| script.steps())
        .collect();
    for step in &steps {
        for repair in &step.outcome.repairs {
            let _ = writeln!(block, "{}", repair_block(step, repair, look));
        }
        for unlike in &step.outcome.unlike {
            let _ = writeln!(block, "{}", unlike_block(step, unlike, look));
        }
    }
    if steps.iter().any(|step| proposes(step)) {
        let _ = writeln!(
            block,
            "Look at them with `aite lock show STEP`; `aite lock accept` takes what is proposed, `aite lock reject STEP` says no for good."
        );
    }
    block
}

fn proposes(step: &StepResult) -> bool {
    let mut repairs = step.outcome.repairs.iter();
    repairs.any(|repair| repair.probation == Probation::Proposed)
}

fn repair_block(step: &StepResult, repair: &StepRepair, look: Look) -> String {
    let heading = format!("↻ {}", place(step));
    let heading = look.style().yellow().apply_to(heading);
    let then = match repair.probation {
        Probation::Proposed => format!("proposed for {}", repair.entry.lock),
        Probation::Refuted => "not proposed for the lock: the verify after it failed".into(),
        Probation::Unconfirmed => "not proposed for the lock: no verify came after it".into(),
    };
    format!(
        "{heading}\n  repaired {:.2}: {}\n  {then}",
        repair.repair.difference.score,
        printable(&repair_in_words(repair))
    )
}

fn unlike_block(step: &StepResult, unlike: &Unlike, look: Look) -> String {
    let heading = format!("⚠ {}", place(step));
    let heading = look.style().yellow().apply_to(heading);
    format!(
        "{heading}\n  probably not the element meant ({:.2}): {}\n  if it is, run with --update-lock; else say in the script which one is meant",
        unlike.difference.score,
        printable(&unlike.difference.changes.join(", "))
    )
}

fn place(step: &StepResult) -> String {
    let line = printable(step.source.trim());
    format!(
        "{}:{}  {line}  (step {})",
        step.place.file, step.place.line, step.id
    )
}

/// One line for each entry that is behind; only a run with `--locked` has any.
pub fn behind_block(run: &Run, look: Look) -> String {
    let mut block = String::new();
    for Behind { entry, why } in &run.behind {
        let EntryPlace { lock, page, target } = entry;
        let why = match why {
            BehindWhy::Missing => "has no entry",
            BehindWhy::Repaired => "remembers another element",
            BehindWhy::Unlike => "remembers an element that hardly resembles the one found",
        };
        let mark = look.style().yellow().apply_to("locked:");
        let target = printable(target);
        let _ = writeln!(block, "{mark} {lock} {why} for {target} on {page}");
    }
    block
}
