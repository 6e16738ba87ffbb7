//! Parts of a script as the formatter writes them.

use std::fmt;

use super::ast::{Locator, Name, Part, Pattern, Target, Text, Value};
use super::{numbers, text};

/// What a name is replaced by; none leaves the name where it stands.
pub type Replace<'r> = &'r mut dyn FnMut(&Name) -> Option<String>;

/// A target, with the names `replace` knows replaced by what they hold: in strings as text, and where a name stands for a
/// target, as a string of its own.
pub fn target(target: &Target, replace: Replace) -> String {
    let mut written = String::new();
    for (depth, target) in super::pieces::chain(target).enumerate() {
        if depth > 0 {
            written.push_str(" within ");
        }
        if let Some(nth) = target.nth {
            written.push_str(&numbers::ordinal_word(nth));
            written.push(' ');
        }
        write_locator(&target.locator, replace, &mut written);
    }
    written
}

/// A string between its quotes.
pub fn text(text: &Text, replace: Replace) -> String {
    let mut written = String::from("\"");
    for part in &text.parts {
        match part {
            Part::Literal(literal) => text::escape_into(literal, &mut written),
            Part::Name(name) => match replace(name) {
                Some(value) => text::escape_into(&value, &mut written),
                None => {
                    written.push('{');
                    written.push_str(&name.text);
                    written.push('}');
                }
            },
        }
    }
    written.push('"');
    written
}

/// A value.
pub fn value(value: &Value, replace: Replace) -> String {
    match value {
        Value::Text(string) => text(string, replace),
        Value::Number(number) => number.source.clone(),
        Value::Name(name) => match replace(name) {
            Some(value) => text::quote(&value),
            None => name.text.clone(),
        },
        Value::Env { variable, .. } => format!("env {}", text(variable, replace)),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&target(self, &mut |_| None))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&value(self, &mut |_| None))
    }
}

fn write_locator(locator: &Locator, replace: Replace, written: &mut String) {
    let (word, pattern) = match locator {
        Locator::Text(pattern) => ("", pattern),
        Locator::Role { role, name } => (role.text.as_str(), name),
        Locator::Label(pattern) => ("label", pattern),
        Locator::Placeholder(pattern) => ("placeholder", pattern),
        Locator::Alt(pattern) => ("alt", pattern),
        Locator::Tooltip(pattern) => ("tooltip", pattern),
        Locator::TestId(pattern) => ("testid", pattern),
        Locator::Css(selector) => return write_selector("css", selector, replace, written),
        Locator::XPath(selector) => return write_selector("xpath", selector, replace, written),
        Locator::Name(name) => {
            let replaced = replace(name).map(|value| text::quote(&value));
            return written.push_str(replaced.as_deref().unwrap_or(&name.text));
        }
    };
    if !word.is_empty() {
        written.push_str(word);
        written.push(' ');
    }
    written.push_str(&match pattern {
        Pattern::Exact(string) => text(string, replace),
        Pattern::Part(string) => format!("~{}", text(string, replace)),
        Pattern::Regex(regex) => text::quote_regex(regex),
    });
}

fn write_selector(word: &str, selector: &Text, replace: Replace, written: &mut String) {
    written.push_str(word);
    written.push(' ');
    written.push_str(&text(selector, replace));
}

#[cfg(test)]
mod tests {
    use crate::script::ast::{Line, StepKind, Target};
    use crate::script::parse;

    fn target_of(line: &str) -> Target {
        let (script, problems) = parse(line);
        assert_eq!(problems, []);
        match &script.tests[0].lines[0] {
            Line::Step(step) => match &step.kind {
                StepKind::Click { target, .. } => target.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_target_is_written_as_the_formatter_writes_it() {
        for target in [
            "\"Send\"",
            "first button ~\"Send {amount}\" within region \"a \\\"b\\\" {{\" within last row /x\\/[0-9]/i",
            "22nd css \".a\" within xpath \"//b\"",
            "total",
            "label \"a\" within placeholder \"b\" within alt \"c\" within tooltip \"d\" within testid \"e\"",
        ] {
            assert_eq!(target_of(&format!("click {target}")).to_string(), target);
        }
    }

    #[test]
    fn names_are_replaced_where_they_are_known() {
        let target = target_of("click button \"Send {amount} to {user}\" within place");
        let written = super::target(&target, &mut |name| match name.text.as_str() {
            "amount" => Some("{5} \"MB\"".to_owned()),
            "place" => Some("Wallet".to_owned()),
            _ => None,
        });
        assert_eq!(
            written,
            "button \"Send {{5} \\\"MB\\\" to {user}\" within \"Wallet\""
        );
    }
}
