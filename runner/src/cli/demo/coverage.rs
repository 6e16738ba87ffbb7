//! The suite says everything the language can say: a step, form or locator that no script uses fails here.

use std::collections::BTreeSet;

use crate::script::ast::{
    Assertion, AssertionKind, Bound, Click, Compare, Dialog, History, HookKind, LetValue, Line,
    Locator, Matcher, Pattern, Read, Script, State, Step, StepKind, Target, Value, Wait,
};
use crate::script::parse;

use super::suite::scripts;

/// Everything the language can say, in the alphabet's order.
const ALL: &[&str] = &[
    "@skip",
    "accept dialog",
    "after all",
    "after each",
    "alt",
    "answer dialog",
    "as",
    "before all",
    "before each",
    "check",
    "clear",
    "click",
    "close tab",
    "css",
    "dismiss dialog",
    "do",
    "double click",
    "drag",
    "env",
    "fill",
    "first or 2nd",
    "go back",
    "go forward",
    "hover",
    "label",
    "last",
    "let value",
    "let target",
    "name",
    "open",
    "open in new tab",
    "part",
    "placeholder",
    "press",
    "press in",
    "profile",
    "read",
    "read url",
    "read value",
    "regex",
    "reload",
    "require",
    "right click",
    "role",
    "screenshot",
    "scroll to",
    "secret",
    "select",
    "soft",
    "switch to new tab",
    "switch to tab",
    "table",
    "tag",
    "testid",
    "text",
    "timeout",
    "tooltip",
    "try",
    "type",
    "type into",
    "uncheck",
    "upload",
    "use",
    "verify contains",
    "verify count at least",
    "verify count at most",
    "verify count is",
    "verify exists",
    "verify has text",
    "verify has value",
    "verify is checked",
    "verify is disabled",
    "verify is enabled",
    "verify is focused",
    "verify is hidden",
    "verify is selected",
    "verify is unchecked",
    "verify is visible",
    "verify matches",
    "verify matches a string",
    "verify not contains",
    "verify not count",
    "verify not exists",
    "verify not has text",
    "verify not has value",
    "verify not is",
    "verify not number",
    "verify not number changed",
    "verify not text",
    "verify not title",
    "verify not url",
    "verify number at least",
    "verify number at most",
    "verify number changed",
    "verify number is",
    "verify text",
    "verify text within",
    "verify title contains",
    "verify title is",
    "verify title matches",
    "verify url contains",
    "verify url is",
    "verify url matches",
    "wait a while",
    "wait for",
    "wait for network idle",
    "wait until changes",
    "wait until gone",
    "wait until not url contains",
    "wait until url contains",
    "within",
    "xpath",
];

#[test]
fn the_suite_says_everything_the_language_can_say() {
    let mut said = Said::default();
    for (name, text) in scripts() {
        let (script, problems) = parse(text);
        assert!(problems.is_empty(), "{name}: {problems:#?}");
        said.script(&script);
    }
    let missing: Vec<_> = ALL.iter().filter(|form| !said.0.contains(*form)).collect();
    assert!(
        missing.is_empty(),
        "no script of the suite says {missing:?}"
    );
}

#[derive(Default)]
struct Said(BTreeSet<&'static str>);

impl Said {
    fn note(&mut self, form: &'static str) {
        assert!(ALL.contains(&form) || form.is_empty(), "{form} is no form");
        self.0.insert(form);
    }

    fn script(&mut self, script: &Script) {
        for (form, is_there) in [
            ("use", !script.uses.is_empty()),
            ("profile", !script.profiles.is_empty()),
            ("secret", !script.secrets.is_empty()),
        ] {
            if is_there {
                self.note(form);
            }
        }
        for given in &script.lets {
            self.let_value(&given.value);
        }
        for hook in &script.hooks {
            self.note(match hook.kind {
                HookKind::BeforeAll => "before all",
                HookKind::BeforeEach => "before each",
                HookKind::AfterEach => "after each",
                HookKind::AfterAll => "after all",
            });
            self.lines(&hook.lines);
        }
        for flow in &script.flows {
            self.lines(&flow.lines);
        }
        for test in &script.tests {
            for (form, is_there) in [
                ("tag", !test.tags.is_empty()),
                ("@skip", test.skip.is_some()),
                ("table", test.table.is_some()),
            ] {
                if is_there {
                    self.note(form);
                }
            }
            self.lines(&test.lines);
        }
    }

    fn lines(&mut self, lines: &[Line]) {
        for line in lines {
            match line {
                Line::Step(step) => self.step(step),
                Line::Let(given) => self.let_value(&given.value),
            }
        }
    }

    fn let_value(&mut self, value: &LetValue) {
        match value {
            LetValue::Value(value) => {
                self.note("let value");
                self.value(value);
            }
            LetValue::Target(target) => {
                self.note("let target");
                self.target(target);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        for (form, is_there) in [
            ("try", step.optional),
            ("soft", step.soft),
            ("timeout", step.timeout.is_some()),
        ] {
            if is_there {
                self.note(form);
            }
        }
        let (form, target, value): (_, Option<&Target>, Option<&Value>) = match &step.kind {
            StepKind::Open {
                url,
                new_tab: false,
            } => ("open", None, Some(url)),
            StepKind::Open { url, new_tab: true } => ("open in new tab", None, Some(url)),
            StepKind::History(History::Back) => ("go back", None, None),
            StepKind::History(History::Forward) => ("go forward", None, None),
            StepKind::History(History::Reload) => ("reload", None, None),
            StepKind::SwitchToTab(part) => ("switch to tab", None, Some(part)),
            StepKind::SwitchToNewTab => ("switch to new tab", None, None),
            StepKind::CloseTab => ("close tab", None, None),
            StepKind::As(_) => ("as", None, None),
            StepKind::Click { target, button } => match button {
                Click::Single => ("click", Some(target), None),
                Click::Double => ("double click", Some(target), None),
                Click::Right => ("right click", Some(target), None),
            },
            StepKind::Hover(target) => ("hover", Some(target), None),
            StepKind::ScrollTo(target) => ("scroll to", Some(target), None),
            StepKind::Fill { target, value } => ("fill", Some(target), Some(value)),
            StepKind::Type { value, target } => match target {
                Some(target) => ("type into", Some(target), Some(value)),
                None => ("type", None, Some(value)),
            },
            StepKind::Clear(target) => ("clear", Some(target), None),
            StepKind::Press { keys, target } => match target {
                Some(target) => ("press in", Some(target), Some(keys)),
                None => ("press", None, Some(keys)),
            },
            StepKind::Check(target) => ("check", Some(target), None),
            StepKind::Uncheck(target) => ("uncheck", Some(target), None),
            StepKind::Select { option, target } => ("select", Some(target), Some(option)),
            StepKind::Drag { from, to } => {
                self.target(to);
                ("drag", Some(from), None)
            }
            StepKind::Upload { file, target } => ("upload", Some(target), Some(file)),
            StepKind::Dialog(Dialog::Accept) => ("accept dialog", None, None),
            StepKind::Dialog(Dialog::Dismiss) => ("dismiss dialog", None, None),
            StepKind::Dialog(Dialog::Answer(value)) => ("answer dialog", None, Some(value)),
            StepKind::Verify(assertion) => {
                self.assertion(assertion);
                ("", None, None)
            }
            StepKind::Require(assertion) => {
                self.assertion(assertion);
                ("require", None, None)
            }
            StepKind::Wait(wait) => match wait {
                Wait::Visible(target) => ("wait for", Some(target), None),
                Wait::Gone(target) => ("wait until gone", Some(target), None),
                Wait::TextChanges(target) => ("wait until changes", Some(target), None),
                Wait::UrlContains { value, negate } => match negate {
                    false => ("wait until url contains", None, Some(value)),
                    true => ("wait until not url contains", None, Some(value)),
                },
                Wait::NetworkIdle => ("wait for network idle", None, None),
                Wait::Pause(_) => ("wait a while", None, None),
            },
            StepKind::Read { what, .. } => match what {
                Read::Text(target) => ("read", Some(target), None),
                Read::Value(target) => ("read value", Some(target), None),
                Read::Url => ("read url", None, None),
            },
            StepKind::Screenshot(name) => ("screenshot", None, Some(name)),
            StepKind::Do { arguments, .. } => {
                arguments.iter().for_each(|value| self.value(value));
                ("do", None, None)
            }
        };
        self.note(form);
        target.into_iter().for_each(|target| self.target(target));
        value.into_iter().for_each(|value| self.value(value));
    }

    fn assertion(&mut self, assertion: &Assertion) {
        let (form, negated, target) = match &assertion.kind {
            AssertionKind::Text { within, .. } => match within {
                Some(within) => ("verify text within", "verify not text", Some(within)),
                None => ("verify text", "verify not text", None),
            },
            AssertionKind::TargetText { target, compare } => {
                let (form, negated) = match compare {
                    Compare::Is(_) => ("verify has text", "verify not has text"),
                    Compare::Contains(_) => ("verify contains", "verify not contains"),
                    Compare::Matches(Matcher::Regex(_)) => ("verify matches", ""),
                    Compare::Matches(Matcher::Text(_)) => ("verify matches a string", ""),
                };
                (form, negated, Some(target))
            }
            AssertionKind::TargetValue { target, .. } => {
                ("verify has value", "verify not has value", Some(target))
            }
            AssertionKind::Exists(target) => ("verify exists", "verify not exists", Some(target)),
            AssertionKind::State { target, state } => {
                let form = match state {
                    State::Visible => "verify is visible",
                    State::Hidden => "verify is hidden",
                    State::Enabled => "verify is enabled",
                    State::Disabled => "verify is disabled",
                    State::Checked => "verify is checked",
                    State::Unchecked => "verify is unchecked",
                    State::Focused => "verify is focused",
                    State::Selected => "verify is selected",
                };
                (form, "verify not is", Some(target))
            }
            AssertionKind::Count { target, bound, .. } => {
                let form = match bound {
                    Bound::Is => "verify count is",
                    Bound::AtLeast => "verify count at least",
                    Bound::AtMost => "verify count at most",
                };
                (form, "verify not count", Some(target))
            }
            AssertionKind::Url(compare) => {
                let form = match compare {
                    Compare::Is(_) => "verify url is",
                    Compare::Contains(_) => "verify url contains",
                    Compare::Matches(_) => "verify url matches",
                };
                (form, "verify not url", None)
            }
            AssertionKind::Title(compare) => {
                let form = match compare {
                    Compare::Is(_) => "verify title is",
                    Compare::Contains(_) => "verify title contains",
                    Compare::Matches(_) => "verify title matches",
                };
                (form, "verify not title", None)
            }
            AssertionKind::Number { target, bound, .. } => {
                let form = match bound {
                    Bound::Is => "verify number is",
                    Bound::AtLeast => "verify number at least",
                    Bound::AtMost => "verify number at most",
                };
                (form, "verify not number", Some(target))
            }
            AssertionKind::NumberChange { target, .. } => (
                "verify number changed",
                "verify not number changed",
                Some(target),
            ),
        };
        self.note(if assertion.negate { negated } else { form });
        target.into_iter().for_each(|target| self.target(target));
    }

    fn target(&mut self, target: &Target) {
        match target.nth {
            Some(-1) => self.note("last"),
            Some(_) => self.note("first or 2nd"),
            None => {}
        }
        match &target.locator {
            Locator::Text(pattern) => self.locator("text", pattern),
            Locator::Role { name, .. } => self.locator("role", name),
            Locator::Label(pattern) => self.locator("label", pattern),
            Locator::Placeholder(pattern) => self.locator("placeholder", pattern),
            Locator::Alt(pattern) => self.locator("alt", pattern),
            Locator::Tooltip(pattern) => self.locator("tooltip", pattern),
            Locator::TestId(pattern) => self.locator("testid", pattern),
            Locator::Css(_) => self.note("css"),
            Locator::XPath(_) => self.note("xpath"),
            Locator::Name(_) => self.note("name"),
        }
        if let Some(within) = &target.within {
            self.note("within");
            self.target(within);
        }
    }

    fn locator(&mut self, kind: &'static str, pattern: &Pattern) {
        self.note(kind);
        match pattern {
            Pattern::Exact(_) => {}
            Pattern::Part(_) => self.note("part"),
            Pattern::Regex(_) => self.note("regex"),
        }
    }

    fn value(&mut self, value: &Value) {
        if let Value::Env { .. } = value {
            self.note("env");
        }
    }
}
