//! Steps. A step is `None` when its line lacks something of it.

use std::time::Duration;

use tree_sitter::Node;

use super::parts::{Parts, field, has_word};
use super::span;
use crate::script::ast::{
    Assertion, AssertionKind, Bound, Click, Compare, Dialog, History, Matcher, Read, State, Step,
    StepKind, Target, Wait,
};
use crate::script::numbers;
use crate::script::problem::Problem;

impl Parts<'_> {
    pub fn step(&mut self, node: Node) -> Option<Step> {
        let modifiers = self.field_nodes(node, "modifier");
        let modified = |word| modifiers.iter().any(|&modifier| self.of(modifier) == word);
        let (optional, soft) = (modified("try"), modified("soft"));
        let timeout = match field(node, "timeout") {
            Some(timeout) => Some(self.field_duration(timeout)?),
            None => None,
        };
        Some(Step {
            kind: self.action(field(node, "action")?)?,
            optional,
            soft,
            timeout,
            span: span(node),
        })
    }

    fn action(&mut self, node: Node) -> Option<StepKind> {
        let step = match node.kind() {
            "open_step" => StepKind::Open {
                url: self.field_value(node, "url")?,
                new_tab: match field(node, "in") {
                    Some(place) => has_word(place, "tab").then_some(true)?,
                    None => false,
                },
            },
            "history_step" => StepKind::History(match word(node, "direction")? {
                "back" => History::Back,
                "forward" => History::Forward,
                _ => History::Reload,
            }),
            "switch_tab_step" if field(node, "new").is_some() => {
                has_word(node, "tab").then_some(StepKind::SwitchToNewTab)?
            }
            "switch_tab_step" => StepKind::SwitchToTab(self.field_value(node, "tab")?),
            "close_tab_step" => has_word(node, "tab").then_some(StepKind::CloseTab)?,
            "as_step" => StepKind::As(self.field_name(node, "profile")?),
            "click_step" => StepKind::Click {
                target: self.field_target(node, "target")?,
                button: match word(node, "button") {
                    Some("double") => Click::Double,
                    Some(_) => Click::Right,
                    None => Click::Single,
                },
            },
            "hover_step" => StepKind::Hover(self.field_target(node, "target")?),
            "scroll_step" => StepKind::ScrollTo(self.field_target(node, "target")?),
            "fill_step" => StepKind::Fill {
                target: self.field_target(node, "target")?,
                value: self.field_value(node, "value")?,
            },
            "type_step" => StepKind::Type {
                value: self.field_value(node, "value")?,
                target: self.optional_target(node, "into")?,
            },
            "clear_step" => StepKind::Clear(self.field_target(node, "target")?),
            "press_step" => StepKind::Press {
                keys: self.field_value(node, "keys")?,
                target: self.optional_target(node, "in")?,
            },
            "check_step" => StepKind::Check(self.field_target(node, "target")?),
            "uncheck_step" => StepKind::Uncheck(self.field_target(node, "target")?),
            "select_step" => StepKind::Select {
                option: self.field_value(node, "option")?,
                target: self.field_target(node, "target")?,
            },
            "drag_step" => StepKind::Drag {
                from: self.field_target(node, "from")?,
                to: self.field_target(node, "to")?,
            },
            "upload_step" => StepKind::Upload {
                file: self.field_value(node, "file")?,
                target: self.field_target(node, "target")?,
            },
            "dialog_step" => StepKind::Dialog(self.dialog(node)?),
            "verify_step" => StepKind::Verify(self.assertion(node)?),
            "require_step" => StepKind::Require(self.assertion(node)?),
            "wait_step" => StepKind::Wait(self.wait(node)?),
            "read_step" => self.read(node)?,
            "screenshot_step" => StepKind::Screenshot(self.field_value(node, "name")?),
            "do_step" => {
                let flow = self.field_name(node, "flow")?;
                let arguments = self.field_nodes(node, "argument");
                StepKind::Do {
                    flow,
                    arguments: arguments
                        .into_iter()
                        .map(|argument| self.value(argument))
                        .collect::<Option<_>>()?,
                }
            }
            _ => return None,
        };
        Some(step)
    }

    /// The target behind `joint`, where there is a joint; none of all where the joint is alone.
    fn optional_target(&mut self, node: Node, joint: &str) -> Option<Option<Target>> {
        match field(node, "target") {
            Some(target) => self.target(target).map(Some),
            None => (!has_word(node, joint)).then_some(None),
        }
    }

    fn field_duration(&self, node: Node) -> Option<Duration> {
        let duration = field(node, "duration")?;
        numbers::duration(self.of(duration))
    }

    fn dialog(&mut self, node: Node) -> Option<Dialog> {
        if !has_word(node, "dialog") {
            return None;
        }
        match word(node, "answer")? {
            "accept" => Some(Dialog::Accept),
            "dismiss" => Some(Dialog::Dismiss),
            _ => self.field_value(node, "value").map(Dialog::Answer),
        }
    }

    fn wait(&mut self, node: Node) -> Option<Wait> {
        if field(node, "duration").is_some() {
            return self.field_duration(node).map(Wait::Pause);
        }
        if let Some(subject) = field(node, "for") {
            if subject.kind() == "network_idle" {
                return has_word(subject, "idle").then_some(Wait::NetworkIdle);
            }
            return self.target(subject).map(Wait::Visible);
        }
        let negate = field(node, "not").is_some();
        let condition = field(node, "condition")?;
        let predicate = field(condition, "predicate")?;
        if condition.kind() == "url_condition" {
            return Some(Wait::UrlContains {
                value: self.field_value(predicate, "value")?,
                negate,
            });
        }
        let target = self.field_target(condition, "target")?;
        if predicate.kind() == "changes_predicate" {
            if negate {
                let word = span(field(node, "not")?);
                self.problems.push(
                    Problem::error(
                        "misplaced-not",
                        word,
                        "Waiting until a text does not change has no end that could be seen.",
                    )
                    .help("Remove the `not`, or verify the text."),
                );
                return None;
            }
            return Some(Wait::TextChanges(target));
        }
        let visible = word(predicate, "state")? == "visible";
        Some(if visible != negate {
            Wait::Visible(target)
        } else {
            Wait::Gone(target)
        })
    }

    fn read(&mut self, node: Node) -> Option<StepKind> {
        let what = field(node, "what")?;
        let what = match what.kind() {
            "url" => Read::Url,
            "value_of" => Read::Value(self.field_target(what, "target")?),
            _ => Read::Text(self.target(what)?),
        };
        Some(StepKind::Read {
            what,
            into: self.field_name(node, "into")?,
        })
    }

    fn assertion(&mut self, node: Node) -> Option<Assertion> {
        let assertion = field(node, "assertion")?;
        Some(Assertion {
            negate: field(node, "not").is_some(),
            kind: self.assertion_kind(assertion)?,
            span: span(assertion),
        })
    }

    fn assertion_kind(&mut self, node: Node) -> Option<AssertionKind> {
        if node.kind() == "text_assertion" {
            let value = self.field_value(node, "value")?;
            let within = match field(node, "within") {
                Some(within) => Some(self.target(within)?),
                None => (!has_word(node, "within")).then_some(None)?,
            };
            return Some(AssertionKind::Text { value, within });
        }
        let predicate = field(node, "predicate")?;
        match node.kind() {
            "url_assertion" => return self.compare(predicate).map(AssertionKind::Url),
            "title_assertion" => return self.compare(predicate).map(AssertionKind::Title),
            _ => {}
        }
        let target = self.field_target(node, "target")?;
        let kind = match (node.kind(), predicate.kind()) {
            ("count_assertion", _) => AssertionKind::Count {
                target,
                bound: bound(predicate)?,
                number: self.field_value(predicate, "number")?,
            },
            (_, "bound_predicate") => AssertionKind::Number {
                target,
                bound: bound(predicate)?,
                number: self.field_value(predicate, "number")?,
            },
            (_, "changed_predicate") => AssertionKind::NumberChange {
                target,
                by: self.field_value(predicate, "by")?,
                since: self.field_name(predicate, "since")?,
            },
            (_, "exists_predicate") => AssertionKind::Exists(target),
            (_, "state_predicate") => AssertionKind::State {
                target,
                state: self.state(predicate)?,
            },
            (_, "has_predicate") => {
                let value = self.field_value(predicate, "value")?;
                match word(predicate, "what")? {
                    "value" => AssertionKind::TargetValue { target, value },
                    _ => AssertionKind::TargetText {
                        target,
                        compare: Compare::Is(value),
                    },
                }
            }
            _ => AssertionKind::TargetText {
                target,
                compare: self.compare(predicate)?,
            },
        };
        Some(kind)
    }

    fn compare(&mut self, predicate: Node) -> Option<Compare> {
        let value = field(predicate, "value")?;
        match predicate.kind() {
            "matches_predicate" if value.kind() == "regex" => {
                let regex = self.regex(value)?;
                Some(Compare::Matches(Matcher::Regex(regex)))
            }
            "matches_predicate" => {
                let value = self.value(value)?;
                Some(Compare::Matches(Matcher::Text(value)))
            }
            "contains_predicate" => self.value(value).map(Compare::Contains),
            "is_predicate" => self.value(value).map(Compare::Is),
            _ => None,
        }
    }

    fn state(&self, predicate: Node) -> Option<State> {
        match self.of(field(predicate, "state")?) {
            "visible" => Some(State::Visible),
            "hidden" => Some(State::Hidden),
            "enabled" => Some(State::Enabled),
            "disabled" => Some(State::Disabled),
            "checked" => Some(State::Checked),
            "unchecked" => Some(State::Unchecked),
            "focused" => Some(State::Focused),
            "selected" => Some(State::Selected),
            _ => None,
        }
    }
}

fn bound(predicate: Node) -> Option<Bound> {
    let bound = field(predicate, "bound")?;
    if !has_word(bound, "at") {
        return Some(Bound::Is);
    }
    if has_word(bound, "least") {
        return Some(Bound::AtLeast);
    }
    has_word(bound, "most").then_some(Bound::AtMost)
}

/// The word of the language that stands in a field.
fn word<'n>(node: Node<'n>, name: &str) -> Option<&'n str> {
    field(node, name).map(|word| word.kind())
}
