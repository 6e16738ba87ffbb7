//! Why an element was taken for the one remembered, in words.

use super::offer::Candidate;
use super::outcome::StepRepair;
use super::proof::Taken;
use super::words::descriptor_in_words;
use crate::bridge::messages::{FieldScore, Repair};

/// What an element looks like and where it stands changes without anybody's meaning it.
const INCIDENTAL: &[&str] = &["path", "size", "position"];

/// What a person calls an element by.
const OWN_WORDS: &[&str] = &["text", "name", "label", "placeholder", "alt", "title"];

/// How many fields that stayed the same are named.
const SAME_NAMED: usize = 3;

/// What changed and what stayed: `text "Send" → "Send now" (0.82), same testid, same heading`.
pub fn repair_in_words(repair: &StepRepair) -> String {
    in_words(&repair.repair, &repair.fields)
}

/// The same of an element that was taken on a changed page.
pub fn taken_in_words(taken: &Taken) -> String {
    let repair = taken.repair.as_ref();
    repair.map_or_else(String::new, |repair| in_words(repair, &taken.fields))
}

/// An element that may be the one remembered in a line: what it is, how like it is, and what of it differs most.
pub fn candidate_in_words(candidate: &Candidate) -> String {
    let descriptor = serde_json::to_value(&candidate.descriptor).unwrap_or_default();
    let what = descriptor_in_words(&descriptor).unwrap_or_default();
    let own = candidate
        .fields
        .iter()
        .find(|field| OWN_WORDS.contains(&field.field.as_str()) && field.was != field.now);
    let changed = own.map_or_else(String::new, |field| {
        format!(": {} {:?} → {:?}", field.field, field.was, field.now)
    });
    format!("{what} ({:.2}{changed})", candidate.score)
}

fn in_words(repair: &Repair, fields: &[FieldScore]) -> String {
    let mut words = match fields.is_empty() {
        true => repair.difference.changes.clone(),
        false => changed(fields),
    };
    match &repair.by {
        Some(name) => words.push(format!("found by its {}", attribute(name))),
        None => words.extend(same(fields)),
    }
    words.join(", ")
}

fn changed(fields: &[FieldScore]) -> Vec<String> {
    let differ = |field: &&FieldScore| {
        field.was != field.now
            && field.similarity < 1.0
            && !INCIDENTAL.contains(&field.field.as_str())
    };
    let words = |field: &FieldScore| {
        let FieldScore {
            field,
            was,
            now,
            similarity,
            ..
        } = field;
        format!("{field} {was:?} → {now:?} ({similarity:.2})")
    };
    fields.iter().filter(differ).map(words).collect()
}

/// The fields that say most for it, the most telling first.
fn same(fields: &[FieldScore]) -> Vec<String> {
    let mut same: Vec<_> = fields
        .iter()
        .filter(|field| field.was == field.now && field.points > 0.0 && !field.was.is_empty())
        .collect();
    same.sort_by(|one, other| other.points.total_cmp(&one.points));
    same.truncate(SAME_NAMED);
    same.iter()
        .map(|field| format!("same {}", field.field))
        .collect()
}

/// A descriptor's field by the name a page's author knows it by.
fn attribute(field: &str) -> &str {
    match field {
        "ariaLabel" => "aria-label",
        "nameAttr" => "name attribute",
        other => other,
    }
}
