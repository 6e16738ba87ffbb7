//! What a step's result looks like in the editor: a few words at its line's end, and where it is not plain green a diagnostic.

use aite::session::{
    Reason, Standing, Status, StepResult, descriptor_in_words, explain, offers, repair_in_words,
};
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    Url,
};

use super::results::{Mark, State};
use crate::analysis::Analysis;
use crate::features::diagnostics::SOURCE;

/// The words at the end of a step's line; none for one that was not reached.
pub fn label(result: &StepResult) -> Option<String> {
    let outcome = &result.outcome;
    let ms = time(outcome.ms);
    match outcome.status {
        Status::NotRun => return None,
        Status::Failed => return Some(format!("✗ {} · {ms}", failed_in_a_word(result))),
        Status::Tolerated => return Some(format!("did not pass, which `try` allows · {ms}")),
        Status::Passed => {}
    }
    if let Some(repair) = outcome.repairs.first() {
        let words = repair_in_words(repair);
        return Some(format!(
            "repaired {:.2}: {words} · {ms}",
            repair.repair.difference.score
        ));
    }
    let mut parts = Vec::new();
    match outcome.matches {
        Some(1) => parts.push("1 match".to_owned()),
        Some(many) => parts.push(format!("{many} matches")),
        None => {}
    }
    parts.extend(outcome.via.clone());
    if outcome.matches.is_none()
        && let Some(found) = &outcome.found
    {
        parts.push(format!("{:?}", shorten(found)));
    }
    if !result.steps.is_empty() {
        parts.push(match result.steps.len() {
            1 => "1 step".to_owned(),
            many => format!("{many} steps"),
        });
    }
    if !outcome.unlike.is_empty() {
        parts.push("probably not the element meant".to_owned());
    }
    parts.push(ms);
    Some(format!("✓ {}", parts.join(" · ")))
}

fn failed_in_a_word(result: &StepResult) -> String {
    let Some(failure) = &result.outcome.failure else {
        return "failed".to_owned();
    };
    match failure.reason {
        Reason::Ambiguous => match failure.detail::<Vec<serde_json::Value>>("candidates") {
            Some(candidates) => format!("{} matches", candidates.len()),
            None => "ambiguous".to_owned(),
        },
        Reason::Drifted => match failure.detail::<f64>("score") {
            Some(score) => format!("drifted {score:.2}"),
            None => "drifted".to_owned(),
        },
        reason => reason.to_string().replace('-', " "),
    }
}

/// What is to be said of the steps of a script that ran.
pub fn diagnostics(analysis: &Analysis, marks: &[Mark]) -> Vec<Diagnostic> {
    let done = marks.iter().filter_map(|mark| match &mark.state {
        State::Done(result) => Some((result, analysis.range(mark.span))),
        _ => None,
    });
    done.flat_map(|(result, range)| of_step(result, &analysis.uri, range))
        .collect()
}

fn of_step(result: &StepResult, uri: &Url, range: Range) -> Vec<Diagnostic> {
    let outcome = &result.outcome;
    let mut found = Vec::new();
    let make = |severity, code: &str, message: String| Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    };
    for repair in &outcome.repairs {
        let words = repair_in_words(repair);
        let score = repair.repair.difference.score;
        let message = format!(
            "Repaired ({score:.2}): {words}.\nThe lock remembers another element; accept this one, or say it anew."
        );
        found.push(make(DiagnosticSeverity::INFORMATION, "repaired", message));
    }
    for unlike in &outcome.unlike {
        let changes = unlike.difference.changes.join(", ");
        let message = format!(
            "Found exactly, but this is probably another element than the lock remembers: {changes}."
        );
        found.push(make(DiagnosticSeverity::WARNING, "unlike", message));
    }
    if let Some(failure) = &outcome.failure
        && outcome.status == Status::Failed
    {
        let severity = match failure.reason {
            Reason::Drifted | Reason::Ambiguous | Reason::PreState => DiagnosticSeverity::WARNING,
            _ => DiagnosticSeverity::ERROR,
        };
        let explanation = explain(failure);
        let mut message = capital(&explanation.headline);
        for (label, fact) in &explanation.facts {
            message.push_str(&format!("\n{label}: {fact}"));
        }
        found.push(Diagnostic {
            related_information: candidates(result, uri, range),
            ..make(severity, failure.reason.name(), message)
        });
    } else if outcome.status == Status::Failed && !result.steps.is_empty() {
        let failed = first_failed(result);
        let message = format!(
            "The flow failed at {}:{}: {}",
            failed.place.file,
            failed.place.line,
            failed.source.trim()
        );
        found.push(make(DiagnosticSeverity::ERROR, "flow-failed", message));
    }
    for warning in &outcome.warnings {
        found.push(make(
            DiagnosticSeverity::WARNING,
            &warning.code,
            warning.message.clone(),
        ));
    }
    found
}

fn first_failed(result: &StepResult) -> &StepResult {
    let failed = result
        .steps
        .iter()
        .find(|step| step.outcome.status == Status::Failed);
    failed.map_or(result, first_failed)
}

/// The elements a target may have meant, with the likeness of each.
fn candidates(
    result: &StepResult,
    uri: &Url,
    range: Range,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let location = Location {
        uri: uri.clone(),
        range,
    };
    let offered = offers(result)
        .into_iter()
        .filter(|offer| offer.standing != Standing::Unlike);
    let scored = offered
        .flat_map(|offer| offer.candidates)
        .filter_map(|candidate| {
            let words = descriptor_in_words(&serde_json::to_value(&candidate.descriptor).ok()?)?;
            Some(format!("{words} ({:.2})", candidate.score))
        });
    let mut words: Vec<String> = scored.collect();
    if words.is_empty() {
        let failure = result.outcome.failure.as_ref()?;
        let plain: Vec<serde_json::Value> = failure.detail("candidates")?;
        words = plain
            .iter()
            .filter_map(|each| descriptor_in_words(each.get("descriptor").unwrap_or(each)))
            .collect();
    }
    let related = words
        .into_iter()
        .map(|message| DiagnosticRelatedInformation {
            location: location.clone(),
            message,
        });
    let related: Vec<_> = related.collect();
    (!related.is_empty()).then_some(related)
}

fn time(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => "under 1 ms".to_owned(),
        ms if ms < 10_000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
