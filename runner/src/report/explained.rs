//! Why a repair took one element, doubted it, or refused it: every scored candidate, with its numbers computed again.

use std::fmt::Write as _;

use serde_json::Value;

use super::comparison::field_by_field;
use super::scorer::{Rescored, Scorer, ScorerError};
use super::terminal::{Look, printable};
use crate::bridge::messages::ScoredCandidate;
use crate::session::Tried;
use crate::session::{descriptor_in_words, target_in_words};

/// From here on a candidate is acted on, from there on shown; and what is not further apart is not told apart.
const ACT: f64 = 0.85;
const SHOW: f64 = 0.6;
const APART: f64 = 0.15;

/// A search in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    pub text: String,
    /// How many numbers were computed again, and how many of them came out otherwise.
    pub checked: usize,
    pub different: usize,
}

/// Explains the `most` best candidates, and computes the numbers of all again.
pub fn explained(
    tried: &Tried<'_>,
    scorer: &Scorer,
    most: usize,
    look: Look,
) -> Result<Explained, ScorerError> {
    let scored = tried.read().unwrap_or_default();
    let descriptors = descriptors(tried.scored);
    let counts = tried.scored.get("counts").unwrap_or(&Value::Null);
    let again = scorer.score(tried.was, &descriptors, counts)?;

    let mut text = String::new();
    let target = printable(&target_in_words(tried.target));
    let was = descriptor_in_words(tried.was).unwrap_or_default();
    let _ = writeln!(text, "{target}: the lock remembers {}", printable(&was));
    let _ = writeln!(text, "{}", looked(scored.looked, scored.candidates.len()));
    let _ = writeln!(text, "{}\n", verdict(tried));
    let best = scored.candidates.iter().find(|one| is_free(one));
    let best = best.map_or(0.0, |one| one.score);
    let mut checked = 0;
    let mut different = 0;
    for (at, (candidate, again)) in scored.candidates.iter().zip(&again).enumerate() {
        let wrong = differences(candidate, again);
        checked += 1 + candidate.fields.len();
        different += wrong.len();
        if at >= most && wrong.is_empty() {
            continue;
        }
        let words = descriptors
            .get(at)
            .and_then(|descriptor| descriptor_in_words(descriptor));
        let heading = format!(
            "{}. {:.4}  {}  {}",
            at + 1,
            candidate.score,
            printable(&words.unwrap_or_default()),
            candidate.descriptor.path.xpath
        );
        let _ = writeln!(text, "{}", look.style().bold().apply_to(heading.trim_end()));
        let _ = writeln!(text, "  {}", why(tried, candidate, best));
        text.push_str(&field_by_field(&candidate.fields, candidate.score, look));
        for line in wrong {
            let line = format!("  COMPUTED AGAIN: {line}");
            let _ = writeln!(text, "{}", look.style().red().bold().apply_to(line));
        }
        text.push('\n');
    }
    let rest = scored.candidates.len().saturating_sub(most);
    if rest > 0 {
        let _ = writeln!(text, "{rest} more scored less; --all shows them.\n");
    }
    Ok(Explained {
        text,
        checked,
        different,
    })
}

fn descriptors(scored: &Value) -> Vec<&Value> {
    let candidates = scored.get("candidates").and_then(Value::as_array);
    let candidates = candidates.into_iter().flatten();
    candidates
        .map(|one| one.get("descriptor").unwrap_or(&Value::Null))
        .collect()
}

fn looked(looked: u32, described: usize) -> String {
    format!("{looked} elements were looked at, {described} of them described in full and scored.")
}

fn verdict(tried: &Tried<'_>) -> String {
    let detail = tried.detail();
    let text = |key: &str| detail.get(key).and_then(Value::as_str);
    let number = |key: &str| detail.get(key).and_then(Value::as_f64);
    if let Some(repair) = tried.answer.get("repair") {
        let by = repair.get("by").and_then(Value::as_str);
        let score = repair.get("score").and_then(Value::as_f64);
        let runner_up = repair.get("runnerUp").and_then(Value::as_f64);
        let (score, runner_up) = (score.unwrap_or_default(), runner_up.unwrap_or_default());
        return match by {
            Some(by) => format!("Taken, found by its {by}; it scores {score:.4}."),
            None => format!("Taken at {score:.4}; the next best has {runner_up:.4}."),
        };
    }
    match tried.answer.get("reason").and_then(Value::as_str) {
        Some("drifted") => format!(
            "Not acted on: the best has {:.4}{}.",
            number("score").unwrap_or_default(),
            text("held").map_or(format!(", and {ACT} are asked for"), |held| format!(
                ": {held}"
            ))
        ),
        Some("ambiguous") => {
            format!("Not acted on: the best are within {APART} of each other.")
        }
        Some("not-found") => format!(
            "Nothing is close enough: the best has {:.4}, and from {SHOW} on one is shown{}.",
            number("bestScore").unwrap_or_default(),
            text("note").map_or_else(String::new, |note| format!("; {note}"))
        ),
        _ => "The element was found after all, and then the step failed for another reason.".into(),
    }
}

fn is_free(candidate: &ScoredCandidate) -> bool {
    candidate.disqualified.is_none() && candidate.refused.is_none()
}

fn why(tried: &Tried<'_>, candidate: &ScoredCandidate, best: f64) -> String {
    let taken: Option<crate::lock::Descriptor> = tried
        .answer
        .get("repair")
        .and(tried.answer.get("descriptor"))
        .and_then(|descriptor| serde_json::from_value(descriptor.clone()).ok());
    if taken.as_ref() == Some(&candidate.descriptor) {
        return "taken".into();
    }
    if let Some(reason) = candidate
        .refused
        .as_ref()
        .or(candidate.disqualified.as_ref())
    {
        return format!("refused: {reason}");
    }
    if let Some(held) = &candidate.held {
        return format!("doubted: {held}");
    }
    match candidate.score {
        score if score < SHOW => "refused: too unlike the one remembered".into(),
        score if taken.is_some() => format!("not taken: {:.4} less than the best", best - score),
        score if score < ACT => format!("doubted: less than {ACT}"),
        score if score < best || best >= ACT => "doubted: too close to another".into(),
        _ => "doubted".into(),
    }
}

/// Where a number is not the one the page had.
fn differences(candidate: &ScoredCandidate, again: &Rescored) -> Vec<String> {
    let mut lines = Vec::new();
    if !is_same(candidate.score, again.score) {
        lines.push(format!(
            "the score is {:.4}, the run has {:.4}",
            again.score, candidate.score
        ));
    }
    for field in &candidate.fields {
        let name = &field.field;
        match again.fields.iter().find(|one| one.field == *name) {
            None => lines.push(format!("{name} says nothing, the run has it")),
            Some(one)
                if !is_same(one.points, field.points)
                    || !is_same(one.similarity, field.similarity) =>
            {
                lines.push(format!(
                    "{name} is {:.2} alike and adds {:+.2}, the run has {:.2} and {:+.2}",
                    one.similarity, one.points, field.similarity, field.points
                ));
            }
            Some(_) => {}
        }
    }
    for one in &again.fields {
        if !candidate
            .fields
            .iter()
            .any(|field| field.field == one.field)
        {
            lines.push(format!(
                "{} adds {:+.2}, the run lacks it",
                one.field, one.points
            ));
        }
    }
    lines
}

/// To four decimals, which a score has.
fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.000_05
}
