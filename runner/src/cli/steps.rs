//! Steps of a run as a person names them: `1.3`, or `send.aite:1.3` where the run had several scripts.

use std::path::Path;

use crate::report::{Run, ScriptResult};
use crate::session::StepResult;

/// How many names an error offers.
const OFFERED: usize = 5;

/// A step by its script and number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'a> {
    pub script: &'a ScriptResult,
    pub step: &'a StepResult,
}

impl Named<'_> {
    fn full(&self) -> String {
        format!("{}:{}", self.script.path, self.step.id)
    }
}

/// Whether a word names a step, and no target.
pub(super) fn is_step_name(word: &str) -> bool {
    let (_, number) = split(word);
    number.contains('.')
        && number
            .chars()
            .all(|letter| matches!(letter, '0'..='9' | '.'))
}

/// The step of that name. Of several scripts' only one that `counts` is meant without being told which; a sentence where there
/// is none, or more than one.
pub(super) fn find_step<'a>(
    run: &'a Run,
    name: &str,
    counts: impl Fn(&StepResult) -> bool,
) -> Result<Named<'a>, String> {
    let (script, number) = split(name);
    let all: Vec<Named<'a>> = run
        .scripts
        .iter()
        .flat_map(|script| {
            script
                .steps()
                .into_iter()
                .map(move |step| Named { script, step })
        })
        .collect();
    let fitting: Vec<_> = all
        .iter()
        .filter(|one| one.step.id == number)
        .filter(|one| script.is_none_or(|script| is_script(one.script, script)))
        .collect();
    let counting: Vec<_> = fitting.iter().filter(|one| counts(one.step)).collect();
    match (counting.as_slice(), fitting.as_slice()) {
        ([one], _) => Ok(***one),
        ([], [one]) => Ok(**one),
        ([], []) => Err(unknown(run, name, &all, counts)),
        _ => {
            let names: Vec<_> = match counting.as_slice() {
                [] => fitting.iter().map(|one| one.full()).collect(),
                some => some.iter().map(|one| one.full()).collect(),
            };
            Err(format!(
                "\"{name}\" is a step of more than one script of run {}; say which: {}",
                run.run_id,
                names.join(", ")
            ))
        }
    }
}

/// A script's part, if there is one, and the number.
fn split(name: &str) -> (Option<&str>, &str) {
    match name.rsplit_once(':') {
        Some((script, number)) => (Some(script), number),
        None => (None, name),
    }
}

/// By its path, or by the end of it.
fn is_script(script: &ScriptResult, name: &str) -> bool {
    script.path == name || Path::new(&script.path).ends_with(name)
}

fn unknown(
    run: &Run,
    name: &str,
    all: &[Named<'_>],
    counts: impl Fn(&StepResult) -> bool,
) -> String {
    let several = run.scripts.len() > 1;
    let mut close: Vec<_> = all
        .iter()
        .map(|one| {
            let shown = if several {
                one.full()
            } else {
                one.step.id.clone()
            };
            let likeness = strsim::normalized_damerau_levenshtein(&shown, name);
            // What a person can decide on is what was meant most likely.
            (likeness + f64::from(u8::from(counts(one.step))), shown)
        })
        .collect();
    close.sort_by(|one, other| other.0.total_cmp(&one.0));
    let close: Vec<_> = close
        .into_iter()
        .take(OFFERED)
        .map(|(_, name)| name)
        .collect();
    match close.as_slice() {
        [] => format!("run {} performed no step", run.run_id),
        close => format!(
            "run {} has no step \"{name}\"; it has {}",
            run.run_id,
            close.join(", ")
        ),
    }
}
