//! What came of a case's steps, as a text that a person can read.

use std::fmt::Write as _;

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use crate::results::text;

/// One thing that was done to a page, as it tells of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Act {
    page: String,
    did: String,
    element: String,
    meant: String,
}

/// All that was done to a case's pages, in order.
pub struct Acts {
    left: std::collections::VecDeque<Act>,
    wrong: Vec<String>,
}

impl Acts {
    pub fn of(case: &str, heard: &[String]) -> Acts {
        let heard = heard.iter().filter(|word| !word.is_empty());
        let all = heard.map(|word| serde_json::from_str(word));
        let all = all.map(|act: Result<Act, _>| act.expect("an act"));
        let mut left: Vec<_> = all
            .filter(|act| act.page.split('/').nth(1) == Some(case))
            .collect();
        left.dedup_by(|next, act| act.did == "typed into" && next == act);
        Acts {
            left: left.into(),
            wrong: Vec::new(),
        }
    }

    /// The act of a step that says it has acted, in words.
    fn take(&mut self, source: &str, admits_doubt: bool) -> String {
        let Some(act) = self.left.pop_front() else {
            self.wrong
                .push(format!("{source:?} passed, but the page noticed nothing"));
            return "nothing".into();
        };
        let words = format!("{} {:?}", act.did, act.element);
        let is_meant = !act.meant.is_empty() && source.contains(&format!("\"{}\"", act.meant));
        if !is_meant && !admits_doubt {
            self.wrong.push(format!("{source:?} {words}"));
        }
        match is_meant {
            true => words,
            false => format!("{words}, which is not meant"),
        }
    }

    /// What was done that no step says of itself, or to an element that was not meant.
    pub fn wrong(self) -> Vec<String> {
        let rest = self
            .left
            .iter()
            .map(|act| format!("no passed step {} {:?}", act.did, act.element));
        let rest: Vec<_> = rest.collect();
        self.wrong.into_iter().chain(rest).collect()
    }
}

const ACTS: &[&str] = &[
    "click", "double", "right", "fill", "type", "clear", "check", "uncheck", "select", "drag",
    "upload",
];

pub fn tell_test(test: &Value, acts: &mut Acts) -> String {
    let mut told = format!("{}: {}\n", text(&test["title"]), text(&test["verdict"]));
    for step in test["steps"].as_array().into_iter().flatten() {
        let source = text(&step["source"]);
        let source = source.trim();
        let is_quiet = source.starts_with("open ") && step.get("failure").is_none();
        if !is_quiet && step["status"] != "not-run" {
            tell_step(step, source, acts, &mut told);
        }
    }
    told
}

fn tell_step(step: &Value, source: &str, acts: &mut Acts, told: &mut String) {
    let outcome = match (step.get("failure"), step["via"].as_str()) {
        (Some(failure), _) => text(&failure["reason"]),
        (None, Some(via)) => format!("{}, {via}", text(&step["status"])),
        (None, None) => text(&step["status"]),
    };
    let _ = writeln!(told, "  {source}: {outcome}");
    let mut say = |line: String| {
        let _ = writeln!(told, "      {line}");
    };
    if let Some(failure) = step.get("failure") {
        tell_failure(&failure["detail"], &mut say);
    }
    for unlike in list(&step["unlike"]) {
        say(format!(
            "{} probably not the element meant",
            score(&unlike["score"])
        ));
        say(joined(&unlike["changes"]));
    }
    for repair in list(&step["repairs"]) {
        let by = match repair["by"].as_str() {
            Some(by) => format!(", by its {by}"),
            None => String::new(),
        };
        let (own, next) = (score(&repair["score"]), score(&repair["runnerUp"]));
        say(format!(
            "repaired {own}, next {next}{by}; {}",
            text(&repair["probation"])
        ));
        say(joined(&repair["changes"]));
    }
    let acted = ACTS.iter().any(|act| source.split(' ').next() == Some(act));
    if acted && step.get("failure").is_none() {
        let doubted = !list(&step["unlike"]).is_empty();
        say(acts.take(source, doubted));
    }
}

fn tell_failure(detail: &Value, say: &mut impl FnMut(String)) {
    for field in ["expected", "found"] {
        if let Some(value) = detail.get(field) {
            say(format!("{field} {value}"));
        }
    }
    if detail.get("candidate").is_some() {
        let (own, next) = (score(&detail["score"]), score(&detail["runnerUp"]));
        say(format!(
            "candidate {own}, next {next}: {}",
            element(&detail["candidate"])
        ));
        say(joined(&detail["changes"]));
        if let Some(held) = detail["held"].as_str() {
            say(format!("held back: {held}"));
        }
    }
    if detail["repair"] == true {
        for candidate in list(&detail["candidates"]) {
            say(format!(
                "candidate {}: {}",
                score(&candidate["score"]),
                element(&candidate["descriptor"])
            ));
        }
    }
    if detail["repairTried"] == true {
        say(format!(
            "repair tried, best {}",
            score(&detail["bestScore"])
        ));
    }
    for refused in list(&detail["refused"]) {
        let (own, what) = (score(&refused["score"]), element(&refused["descriptor"]));
        say(format!("refused {own}: {what}: {}", text(&refused["why"])));
    }
    if let Some(note) = detail["note"].as_str() {
        say(note.to_owned());
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn joined(lines: &Value) -> String {
    let lines: Vec<_> = list(lines).iter().map(text).collect();
    lines.join(", ")
}

fn score(value: &Value) -> String {
    format!("{:.2}", value.as_f64().unwrap_or(-1.0))
}

fn element(descriptor: &Value) -> String {
    let kind = descriptor["role"].as_str().or(descriptor["tag"].as_str());
    let fields = ["text", "name", "label", "placeholder", "id"];
    let said = fields.iter().find_map(|field| descriptor[field].as_str());
    format!(
        "{} {:?}",
        kind.unwrap_or_default(),
        said.unwrap_or_default()
    )
}

/// How far a score may be off where fonts differ, as long as the same comes of it.
const SLACK: f64 = 0.02;

/// Whether two texts say different things, small differences of a score apart.
pub fn differs(expected: &str, came: &str) -> bool {
    let number = Regex::new(r"\b[01]\.\d\d\b").expect("a regular expression");
    let numbers = |text: &str| -> Vec<f64> {
        let found = number.find_iter(text);
        found
            .map(|found| found.as_str().parse().expect("a number"))
            .collect()
    };
    if number.replace_all(expected, "N") != number.replace_all(came, "N") {
        return true;
    }
    let pairs = numbers(expected).into_iter().zip(numbers(came));
    pairs
        .into_iter()
        .any(|(one, other)| (one - other).abs() > SLACK + 1e-9)
}
