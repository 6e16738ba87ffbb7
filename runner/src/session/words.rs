//! The sentences for what a step's failure says. Every view shows these, so that they are written once.

use serde_json::{Map, Value};

use crate::bridge::messages::{Failure, Reason};

/// A failure in words: one sentence, and the facts a person acts on, each under a short label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    pub headline: String,
    pub facts: Vec<(&'static str, String)>,
}

/// How much of what a repair did not take is named.
const REFUSED_NAMED: usize = 2;

/// Says why a step did not pass.
pub fn explain(failure: &Failure) -> Explanation {
    let detail = Detail(&failure.detail);
    let target = detail.target();
    let subject = target.clone().unwrap_or_else(|| "the element".into());
    let mut facts = Vec::new();
    let headline = match failure.reason {
        Reason::NotFound if detail.has("options") => {
            format!("there is no option {} here", detail.quoted("option"))
        }
        Reason::NotFound => format!("nothing on the page is {subject}"),
        Reason::Ambiguous if detail.has("tabs") => "more than one open tab fits".into(),
        Reason::Ambiguous if detail.has("repair") => {
            let number = detail.count("candidates").unwrap_or_default();
            format!("nothing on the page is {subject}; {number} elements resemble it")
        }
        Reason::Ambiguous => match detail.number("matches").or(detail.count("candidates")) {
            Some(number) => format!("{number} elements are {subject}; say which one is meant"),
            None => format!("more than one element is {subject}; say which one is meant"),
        },
        Reason::NotVisible => match detail.text("coveredBy") {
            Some(cover) => format!("{subject} is covered by {cover}"),
            None => format!("{subject} is on the page, but cannot be seen"),
        },
        Reason::NotEnabled => format!("{subject} is disabled"),
        Reason::Timeout if detail.has("moving") => format!("{subject} did not hold still"),
        Reason::Timeout => match detail.text("waitedFor") {
            Some(what) => format!("the time ran out waiting for {what}"),
            None => "the time ran out".into(),
        },
        Reason::Mismatch => mismatch(&detail),
        Reason::Drifted => format!("nothing on the page is {subject}; one element resembles it"),
        Reason::Navigation => "the page went away while the step looked at it".into(),
        Reason::LoadFailed => match detail.text("url") {
            Some(url) => format!("{url} could not be loaded"),
            None => "the page could not be loaded".into(),
        },
        Reason::TabClosed => detail.text("message").unwrap_or_else(|| {
            "no page is open: the tab is closed, or nothing was opened yet".into()
        }),
        Reason::ConnectionLost => {
            "the connection to Chrome was lost, and the step may or may not have been done".into()
        }
        Reason::Unsupported => "this Chrome extension does not know the command".into(),
        Reason::PreState => "a precondition of the test is not met".into(),
        Reason::Internal => detail
            .text("message")
            .unwrap_or_else(|| "something went wrong".into()),
    };
    let mut fact = |label, text: Option<String>| facts.extend(text.map(|text| (label, text)));
    fact("Chrome says", detail.text("error"));
    if failure.reason != Reason::Internal && failure.reason != Reason::TabClosed {
        fact("because", detail.text("message"));
    }
    fact("expected", detail.any("expected"));
    fact("found", detail.any("found"));
    fact("likeness", detail.score());
    fact("candidate", detail.descriptor("candidate"));
    fact("changed", detail.list("changes"));
    fact("matches", detail.descriptors("candidates"));
    fact(
        "hidden",
        detail
            .number("hidden")
            .map(|number| format!("{number} that cannot be seen")),
    );
    fact("close to it", detail.near());
    fact("not taken", detail.refused());
    fact("note", detail.text("note"));
    fact("options", detail.list("options"));
    fact("open tabs", detail.tabs());
    fact("tried", detail.text("tried"));
    Explanation { headline, facts }
}

fn mismatch(detail: &Detail) -> String {
    let subject = detail.target();
    match (detail.text("kind").as_deref(), subject) {
        (Some("text"), _) => format!("the page does not show {}", detail.quoted("expected")),
        (_, Some(subject)) => format!("{subject} is not as expected"),
        _ => "the page is not as expected".into(),
    }
}

/// A failure's facts, read leniently: what is not there is not said.
struct Detail<'a>(&'a Map<String, Value>);

impl Detail<'_> {
    fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    fn text(&self, key: &str) -> Option<String> {
        self.0.get(key)?.as_str().map(str::to_owned)
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.0.get(key)?.as_u64()
    }

    fn count(&self, key: &str) -> Option<u64> {
        self.0.get(key)?.as_array().map(|items| items.len() as u64)
    }

    fn quoted(&self, key: &str) -> String {
        self.any(key).unwrap_or_default()
    }

    fn any(&self, key: &str) -> Option<String> {
        match self.0.get(key)? {
            Value::Null => None,
            Value::String(text) => Some(format!("{text:?}")),
            other => Some(other.to_string()),
        }
    }

    fn list(&self, key: &str) -> Option<String> {
        let items = self.0.get(key)?.as_array()?;
        let words: Vec<_> = items
            .iter()
            .map(|item| {
                item.as_str()
                    .map_or_else(|| item.to_string(), str::to_owned)
            })
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    fn target(&self) -> Option<String> {
        if let Some(target) = self.0.get("target") {
            return Some(target_in_words(target));
        }
        self.descriptor("descriptor")
    }

    fn score(&self) -> Option<String> {
        Some(format!("{:.2}", self.0.get("score")?.as_f64()?))
    }

    fn descriptor(&self, key: &str) -> Option<String> {
        descriptor_in_words(self.0.get(key)?)
    }

    fn descriptors(&self, key: &str) -> Option<String> {
        let items = self.0.get(key)?.as_array()?;
        let words: Vec<_> = items
            .iter()
            .filter_map(|item| {
                let words = descriptor_in_words(item.get("descriptor").unwrap_or(item))?;
                match item.get("score").and_then(Value::as_f64) {
                    Some(score) => Some(format!("{words} ({score:.2})")),
                    None => Some(words),
                }
            })
            .collect();
        (!words.is_empty()).then(|| words.join("\n"))
    }

    /// What a repair came upon and did not take, the likest first.
    fn refused(&self) -> Option<String> {
        let score = |item: &Value| {
            item.get("score")
                .and_then(Value::as_f64)
                .unwrap_or_default()
        };
        let mut items: Vec<_> = self.0.get("refused")?.as_array()?.iter().collect();
        items.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let words = items.iter().take(REFUSED_NAMED).filter_map(|item| {
            let element = descriptor_in_words(item.get("descriptor")?)?;
            let why = item.get("why").and_then(Value::as_str)?;
            Some(format!("{element} ({:.2}): {why}", score(item)))
        });
        let words: Vec<_> = words.collect();
        (!words.is_empty()).then(|| words.join("\n"))
    }

    fn near(&self) -> Option<String> {
        let items = self.0.get("near")?.as_array()?;
        let words: Vec<_> = items.iter().filter_map(descriptor_in_words).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    fn tabs(&self) -> Option<String> {
        let items = self.0.get("tabs")?.as_array()?;
        let words: Vec<_> = items
            .iter()
            .filter_map(|tab| tab.as_str().or_else(|| tab.get("url")?.as_str()))
            .collect();
        (!words.is_empty()).then(|| words.join("\n"))
    }
}

/// A target as it goes over the wire, said the way a script says it.
pub fn target_in_words(target: &Value) -> String {
    let Some(fields) = target.as_object() else {
        return target.to_string();
    };
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    let pattern = |value: &str| match text("match") {
        Some("part") => format!("~{}", quoted(value)),
        Some("regex") => format!("/{value}/{}", text("flags").unwrap_or_default()),
        _ => quoted(value),
    };
    let locator = match (text("role"), text("name"), text("text")) {
        (Some(role), Some(name), _) => format!("{role} {}", pattern(name)),
        (Some(role), None, _) => role.to_owned(),
        (None, _, Some(text)) => pattern(text),
        _ => {
            let kinds = [
                ("label", "label"),
                ("placeholder", "placeholder"),
                ("alt", "alt"),
                ("title", "tooltip"),
                ("testid", "testid"),
                ("css", "css"),
                ("xpath", "xpath"),
            ];
            kinds
                .iter()
                .find_map(|(key, word)| Some(format!("{word} {}", pattern(text(key)?))))
                .unwrap_or_else(|| target.to_string())
        }
    };
    let nth = match fields.get("nth").and_then(Value::as_i64) {
        Some(-1) => "last ".to_owned(),
        Some(1) => "first ".to_owned(),
        Some(number) => format!("{} ", ordinal(number)),
        None => String::new(),
    };
    let within = match fields.get("within") {
        Some(Value::String(text)) => format!(" within {}", quoted(text)),
        Some(inner) => format!(" within {}", target_in_words(inner)),
        None => String::new(),
    };
    format!("{nth}{locator}{within}")
}

/// An element in a few words: its role and what names it.
pub fn descriptor_in_words(descriptor: &Value) -> Option<String> {
    let text = |key: &str| {
        let text = descriptor.get(key)?.as_str()?;
        (!text.is_empty()).then_some(text)
    };
    let kind = text("role").or(text("tag")).unwrap_or("element");
    let name = text("name")
        .or(text("text"))
        .or(text("label"))
        .or(text("placeholder"));
    let place = descriptor
        .get("context")
        .and_then(|context| context.get("row").or(context.get("heading")))
        .and_then(Value::as_str)
        .map(|place| format!(" by \"{place}\""))
        .unwrap_or_default();
    match name {
        Some(name) => Some(format!("{kind} {}{place}", quoted(name))),
        None => Some(match text("id") {
            Some(id) => format!("{kind} #{id}{place}"),
            None => format!("{kind}{place}"),
        }),
    }
}

/// Between quotes as a script has them; accents and joiners stay what they are.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// `1st`, `2nd`, `3rd`, `11th`.
pub fn ordinal(number: i64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
