//! For a person at a terminal: what was repaired, what is probably another element, and what a lock lacks.

use std::fmt::Write as _;

use indexmap::IndexMap;

use super::results::{Behind, BehindWhy, Run};
use super::terminal::{Look, printable};
use crate::lock::Descriptor;
use crate::session::{EntryPlace, Probation, StepRepair, StepResult, Unlike, repair_in_words};

/// Empty where every element was as the locks have it.
pub fn repairs_block(run: &Run, look: Look) -> String {
    let mut repairs: IndexMap<Change, Vec<(&StepResult, &StepRepair)>> = IndexMap::new();
    let mut unlike: IndexMap<Change, Vec<(&StepResult, &Unlike)>> = IndexMap::new();
    for step in run.scripts.iter().flat_map(|script| script.steps()) {
        for one in &step.outcome.repairs {
            let change = change(&one.entry, &one.descriptor);
            repairs.entry(change).or_default().push((step, one));
        }
        for one in &step.outcome.unlike {
            let change = change(&one.entry, &one.descriptor);
            unlike.entry(change).or_default().push((step, one));
        }
    }
    let mut block = String::new();
    for same in repairs.values() {
        let _ = writeln!(block, "{}", repair_block(same, look));
    }
    for same in unlike.values() {
        let _ = writeln!(block, "{}", unlike_block(same, look));
    }
    let mut repairs = repairs.values().flatten();
    if repairs.any(|(_, repair)| repair.probation == Probation::Proposed) {
        let _ = writeln!(
            block,
            "`aite lock show STEP` shows one of them, `aite lock accept` takes what is proposed, `aite lock reject STEP` says no for good."
        );
    }
    block
}

/// The same entry's element found as the same other one, by however many steps.
type Change = (EntryPlace, String);

fn change(entry: &EntryPlace, descriptor: &Descriptor) -> Change {
    (entry.clone(), descriptor.path.xpath.clone())
}

fn repair_block(same: &[(&StepResult, &StepRepair)], look: Look) -> String {
    let Some((_, repair)) = same.first() else {
        return String::new();
    };
    let steps = same.iter().map(|(step, _)| *step);
    let heading = look
        .style()
        .yellow()
        .apply_to(format!("↻ {}", places(steps)));
    let came_to = |probation| same.iter().any(|(_, repair)| repair.probation == probation);
    let then = if came_to(Probation::Refuted) {
        "not proposed for the lock: the verify after it failed".into()
    } else if came_to(Probation::Proposed) {
        format!("proposed for {}", repair.entry.lock)
    } else {
        "not proposed for the lock: no verify came after it".into()
    };
    format!(
        "{heading}\n  repaired {:.2}: {}\n  {then}",
        repair.repair.difference.score,
        printable(&repair_in_words(repair))
    )
}

fn unlike_block(same: &[(&StepResult, &Unlike)], look: Look) -> String {
    let Some((_, unlike)) = same.first() else {
        return String::new();
    };
    let steps = same.iter().map(|(step, _)| *step);
    let heading = look
        .style()
        .yellow()
        .apply_to(format!("⚠ {}", places(steps)));
    format!(
        "{heading}\n  probably not the element meant ({:.2}): {}\n  if it is, run with --update-lock; else say in the script which one is meant",
        unlike.difference.score,
        printable(&unlike.difference.changes.join(", "))
    )
}

/// The line of the first step, and the numbers of all.
fn places<'a>(steps: impl Iterator<Item = &'a StepResult>) -> String {
    let steps: Vec<_> = steps.collect();
    let numbers: Vec<_> = steps.iter().map(|step| step.id.as_str()).collect();
    let word = if steps.len() == 1 { "step" } else { "steps" };
    let Some(first) = steps.first() else {
        return String::new();
    };
    format!(
        "{}:{}  {}  ({word} {})",
        first.place.file,
        first.place.line,
        printable(first.source.trim()),
        numbers.join(", ")
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
