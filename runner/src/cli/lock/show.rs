//! `aite lock show`.

use clap::Args;

use super::RunName;
use crate::cli::runs::{PastRun, past_run};
use crate::cli::steps::{find_step, is_step_name};
use crate::cli::{Exit, complain, config_for};
use crate::lock::{Entry, LockFile};
use crate::report::comparison::{field_by_field, in_full, side_by_side};
use crate::report::terminal::{Look, printable};
use crate::report::{Proposal, proposals};
use crate::session::{Candidate, Standing};
use crate::session::{EntryPlace, StepResult};

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// A step, as `1.3` or `send.aite:1.3`, or a target, as `'button "Send"'`
    #[arg(value_name = "STEP|TARGET")]
    what: String,
    #[command(flatten)]
    run: RunName,
}

pub(super) fn show(args: &ShowArgs) -> Result<Exit, Exit> {
    let past = past_run(&args.run.run, config_for(&[])?)?;
    let look = Look::of_stdout();
    let proposals = proposals(&past.run);
    let problem = |sentence: &str| complain(Exit::Problems, &sentence);
    if !is_step_name(&args.what) {
        return show_target(&args.what, &past, &proposals, look);
    }
    let counts = |step: &StepResult| proposals.iter().any(|one| std::ptr::eq(one.step, step));
    let named = find_step(&past.run, &args.what, counts).map_err(|sentence| problem(&sentence))?;
    let of_step = proposals
        .iter()
        .filter(|one| std::ptr::eq(one.step, named.step));
    let of_step: Vec<_> = of_step.collect();
    for proposal in &of_step {
        show_proposal(proposal, &past, look);
    }
    if !of_step.is_empty() {
        return Ok(Exit::Passed);
    }
    if named.step.outcome.entries.is_empty() {
        let sentence = format!("step {} has no entry in a lock", named.step.id);
        return Err(problem(&sentence));
    }
    println!("{}", heading(named.step, look));
    for place in &named.step.outcome.entries {
        show_entry(place, find_entry(place, &past)?.as_ref(), look);
    }
    Ok(Exit::Passed)
}

fn show_target(
    target: &str,
    past: &PastRun,
    proposals: &[Proposal<'_>],
    look: Look,
) -> Result<Exit, Exit> {
    let mut places: Vec<&EntryPlace> = Vec::new();
    let steps: Vec<_> = past
        .run
        .scripts
        .iter()
        .flat_map(|script| script.steps())
        .collect();
    for place in steps.iter().flat_map(|step| &step.outcome.entries) {
        if place.target == target && !places.contains(&place) {
            places.push(place);
        }
    }
    if places.is_empty() {
        let known = steps.iter().flat_map(|step| &step.outcome.entries);
        let closest = known
            .map(|place| place.target.as_str())
            .max_by(|one, other| {
                let likeness = |known| strsim::normalized_damerau_levenshtein(known, target);
                likeness(one).total_cmp(&likeness(other))
            });
        let closest = closest.map_or_else(String::new, |one| format!("; the closest is {one}"));
        let sentence = format!(
            "no step of run {} has the target {target}{closest}",
            past.run.run_id
        );
        return Err(complain(Exit::Problems, &sentence));
    }
    for place in places {
        show_entry(place, find_entry(place, past)?.as_ref(), look);
        for proposal in proposals.iter().filter(|one| one.entry == place) {
            show_proposal(proposal, past, look);
        }
    }
    Ok(Exit::Passed)
}

fn find_entry(place: &EntryPlace, past: &PastRun) -> Result<Option<Entry>, Exit> {
    let lock = LockFile::read(&past.lock(&place.lock));
    let lock = lock.map_err(|error| complain(Exit::Problems, &error))?;
    Ok(lock.find(&place.page, &place.target).cloned())
}

fn show_entry(place: &EntryPlace, entry: Option<&Entry>, look: Look) {
    let place_words = format!(
        "{} · {} · {}",
        place.lock,
        place.page,
        printable(&place.target)
    );
    println!("{place_words}");
    let Some(entry) = entry else {
        println!("  has no entry\n");
        return;
    };
    println!("{}", in_full(&entry.descriptor, look));
    for mark in super::list::marks(entry) {
        println!("  {mark}");
    }
}

fn heading(step: &StepResult, look: Look) -> String {
    let heading = format!(
        "{}:{}  {}  (step {})",
        step.place.file,
        step.place.line,
        printable(step.source.trim()),
        step.id
    );
    look.style().bold().apply_to(heading).to_string()
}

fn show_proposal(proposal: &Proposal<'_>, past: &PastRun, look: Look) {
    let EntryPlace { lock, page, target } = proposal.entry;
    println!("{}", heading(proposal.step, look));
    println!("{lock} · {page} · {}", printable(target));
    println!("{}\n", proposal.standing.in_words());
    let several = proposal.candidates.len() > 1;
    for (at, candidate) in proposal.candidates.iter().enumerate() {
        if several {
            println!("candidate {}", at + 1);
        }
        show_candidate(proposal, candidate, look);
    }
    if let Some(picture) = &proposal.step.outcome.screenshot {
        println!("picture: {}", past.folder.join(picture).display());
    }
    println!("{}", what_now(proposal));
}

fn show_candidate(proposal: &Proposal<'_>, candidate: &Candidate, look: Look) {
    println!(
        "{}",
        side_by_side(&proposal.old, &candidate.descriptor, look)
    );
    match &candidate.by {
        Some(by) => println!("score {:.2}, found by its {by}", candidate.score),
        None => println!("score {:.2}", candidate.score),
    }
    if let Some(held) = &candidate.held {
        println!("doubted: {held}");
    }
    if !candidate.fields.is_empty() {
        println!(
            "{}",
            field_by_field(&candidate.fields, candidate.score, look)
        );
    }
}

/// The commands that follow.
fn what_now(proposal: &Proposal<'_>) -> String {
    let step = &proposal.step.id;
    match proposal.standing {
        Standing::Unlike => format!(
            "If it is the element meant: aite lock accept {step}; else say in the script which one is.\n"
        ),
        Standing::Rivals => format!(
            "Take one: aite lock accept {step} --candidate N; say no to one: aite lock reject {step} --candidate N\n"
        ),
        _ => {
            format!("Take it: aite lock accept {step}; say no for good: aite lock reject {step}\n")
        }
    }
}
