//! What a script's texts are worth as far as the script itself says: no secret, no variable of the environment.

use std::collections::BTreeMap;

use aite::script::Opened;
use aite::script::ast::{Flow, LetValue, Line, Span, StepKind, Target, Test, Text, Value};
use aite::script::pieces::{self, Piece};
use aite::session::{Known, RunFacts, Scope, bind_row};

/// Stands in a lock's key for what only a caller or a row knows.
const ANYTHING: &str = "\u{1}";

/// Reads the names of one script.
pub struct Knowing<'o> {
    opened: &'o Opened,
    facts: RunFacts,
}

impl<'o> Knowing<'o> {
    pub fn of(opened: &'o Opened) -> Knowing<'o> {
        let facts = RunFacts {
            run_id: String::new(),
            unique: String::new(),
            today: String::new(),
            // Nothing is read from the environment.
            variables: variables(opened),
        };
        Knowing { opened, facts }
    }

    /// A string of the script, where all names in it are lets of known values.
    pub fn text(&self, text: &Text) -> Option<String> {
        let scope = Scope::new(self.opened, 0, &self.facts);
        let known = scope.text(text).ok()?;
        known.fixed.then_some(known.text)
    }

    /// The same of a value.
    pub fn value(&self, file: usize, value: &Value) -> Option<String> {
        let scope = Scope::new(self.opened, file, &self.facts);
        let known = scope.value(value).ok()?;
        known.fixed.then_some(known.text)
    }

    /// How a lock may call a target that stands at a place of the script: one name for each row of a test's table.
    pub fn keys(&self, target: &Target) -> Vec<Key> {
        let script = self.opened.script();
        let holds = |block: Span| block.start <= target.span.start && target.span.end <= block.end;
        let test = script.tests.iter().find(|test| holds(test.block));
        let flow = script.flows.iter().find(|flow| holds(flow.block));
        let hook = script.hooks.iter().find(|hook| holds(hook.block));
        let lines = test
            .map(|test| &test.lines)
            .or(flow.map(|flow| &flow.lines))
            .or(hook.map(|hook| &hook.lines));
        let scopes = match test {
            Some(test) => self.rows(test),
            None => vec![self.called(flow)],
        };
        let mut keys: Vec<Key> = Vec::new();
        for mut scope in scopes {
            for line in lines.into_iter().flatten() {
                bind(&mut scope, line, target.span.start);
            }
            if let Ok(found) = scope.target(target) {
                let key = Key(found.key);
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    fn rows(&self, test: &Test) -> Vec<Scope<'_>> {
        let scope = || Scope::new(self.opened, 0, &self.facts);
        let Some(table) = &test.table else {
            return vec![scope()];
        };
        let rows = table.rows.iter().map(|row| {
            let mut scope = scope();
            bind_row(&mut scope, Some(table), Some(row));
            scope
        });
        rows.collect()
    }

    fn called(&self, flow: Option<&Flow>) -> Scope<'_> {
        let mut scope = Scope::new(self.opened, 0, &self.facts);
        for parameter in flow.into_iter().flat_map(|flow| &flow.parameters) {
            let known = Known {
                text: ANYTHING.to_owned(),
                fixed: true,
            };
            scope.bind(&parameter.text, known);
        }
        scope
    }
}

/// A target's name in a lock, perhaps with gaps in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Key(String);

impl Key {
    pub fn fits(&self, written: &str) -> bool {
        let mut parts = self.0.split(ANYTHING);
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = written.strip_prefix(first) else {
            return false;
        };
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return rest.is_empty();
        }
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                return rest.ends_with(part);
            }
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        true
    }
}

fn bind(scope: &mut Scope, line: &Line, before: usize) {
    match line {
        Line::Let(found) if found.span.end <= before => {
            // What cannot be known stays unknown.
            let _ = scope.bind_let(&found.name.text, &found.value);
        }
        Line::Step(step) if step.span.end <= before => {
            if let StepKind::Read { into, .. } = &step.kind {
                let known = Known {
                    text: String::new(),
                    fixed: false,
                };
                scope.bind(&into.text, known);
            }
        }
        _ => {}
    }
}

/// Every variable that the files read, each empty.
fn variables(opened: &Opened) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let mut add = |text: &Text| {
        if let Some(name) = aite::script::text::literal(text) {
            names.insert(name, String::new());
        }
    };
    for file in &opened.files {
        for secret in &file.script.secrets {
            add(&secret.variable);
        }
        let lets = file.script.lets.iter();
        let inner = file.script.lines().filter_map(|line| match line {
            Line::Let(found) => Some(found),
            Line::Step(_) => None,
        });
        for found in lets.chain(inner) {
            if let LetValue::Value(Value::Env { variable, .. }) = &found.value {
                add(variable);
            }
        }
        for line in file.script.lines() {
            let Line::Step(step) = line else { continue };
            for piece in pieces::pieces(&step.kind) {
                if let Piece::Value(Value::Env { variable, .. }) = piece {
                    add(variable);
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_gaps_fits_what_fills_them() {
        let key = Key(format!("button \"Send {ANYTHING} to {ANYTHING}\""));
        assert!(key.fits("button \"Send 5 to bob\""));
        assert!(!key.fits("button \"Send 5\""));
        assert!(!key.fits("button \"Send 5 to bob\" within \"x\" "));
        assert!(Key("\"a\"".into()).fits("\"a\""));
        assert!(!Key("\"a\"".into()).fits("\"a\" within \"b\""));
    }
}
