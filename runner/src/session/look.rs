//! Steps that look: verify, require, wait and read; and how any step finds its element.

use std::time::Duration;

use super::browser::{Deadline, Session};
use super::expand::{Expanded, flags_of};
use super::scope::{Known, Scope};
use crate::bridge::messages::{
    Command, ElementRef, Failure, Found, Located, Op, Purpose, Read as ReadCommand, Resolve,
    Resolved, TabList, Target as WireTarget, Verify, VerifyKind, Wait as WaitCommand, WaitKind,
    What, WhatItSays, Within,
};
use crate::script::ast::{
    Assertion, AssertionKind, Bound, Compare, Matcher, Name, Read, State, Target, Wait,
};

/// An element that a target led to.
pub(super) struct Element {
    pub target: WireTarget,
    /// It was found by what the lock remembers, not by its target.
    pub repaired: bool,
    pub reference: ElementRef,
    /// Where it is, when it was to be made ready for something.
    pub at: Option<Located>,
}

impl Element {
    /// What to look for anew where the element's document has gone.
    pub fn own_target(&self) -> Option<WireTarget> {
        (!self.repaired).then(|| self.target.clone())
    }
}

impl Session {
    /// Finds the one element a target names, made ready for `purpose`, and remembers it for the lock.
    pub(super) async fn resolve(
        &mut self,
        target: &Target,
        scope: &Scope<'_>,
        purpose: Option<Purpose>,
        deadline: Deadline,
    ) -> Result<Element, Failure> {
        self.open_tab()?;
        let Expanded { wire, key } = scope.target(target)?;
        let recalled = self.recall(key, scope);
        let tab = self.tab;
        let command = |memory, timeout_ms| {
            Command::Resolve(Resolve {
                target: wire.clone(),
                memory,
                purpose,
                tab,
                timeout_ms: Some(timeout_ms),
            })
        };
        let resolved: Resolved = self.find(&wire, &recalled, deadline, command).await?;
        Ok(self.take_element(wire, resolved, recalled))
    }

    pub(super) async fn verify(
        &mut self,
        assertion: &Assertion,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        self.open_tab()?;
        let (mut verify, target) = words_of(assertion, scope)?;
        verify.negate = assertion.negate;
        if let Some(target) = target {
            if matches!(assertion.kind, AssertionKind::Exists(_)) || asks_for_absence(assertion) {
                verify.target = Some(scope.target(target)?.wire);
            } else {
                let element = self.resolve(target, scope, None, deadline).await?;
                verify.target = element.own_target();
                verify.element = element.reference;
            }
        }
        verify.tab = self.tab;
        verify.timeout_ms = Some(deadline.left_ms());
        let found: Found = self.send(Command::Verify(verify), deadline).await?;
        self.log.found = found.found;
        if matches!(
            assertion.kind,
            AssertionKind::TargetText { .. } | AssertionKind::TargetValue { .. }
        ) {
            // What it holds says better which element is meant than what it held before.
            self.log.unlike.clear();
        }
        if let AssertionKind::Exists(target) = &assertion.kind
            && !assertion.negate
        {
            // What exists may be hidden, which no target resolves to; what is visible is remembered.
            let _ = self
                .resolve(target, scope, None, Deadline::after(Duration::ZERO))
                .await;
        }
        Ok(())
    }

    pub(super) async fn wait(
        &mut self,
        wait: &Wait,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let mut command = match wait {
            Wait::Pause(time) => {
                tokio::time::sleep(*time).await;
                return Ok(());
            }
            Wait::NetworkIdle => {
                let page = self.page_in_chrome(deadline).await?;
                let idle = self.chrome.wait_for_network_idle(&page, deadline.left());
                return Ok(idle.await?);
            }
            Wait::UrlContains { value, negate } => WaitCommand {
                contains: Some(scope.value(value)?.text),
                negate: *negate,
                ..WaitCommand::new(WaitKind::Url)
            },
            Wait::Gone(target) => WaitCommand {
                target: Some(scope.target(target)?.wire),
                ..WaitCommand::new(WaitKind::Gone)
            },
            Wait::Visible(target) | Wait::TextChanges(target) => {
                let element = self.resolve(target, scope, None, deadline).await?;
                let kind = match wait {
                    Wait::Visible(_) => WaitKind::Visible,
                    _ => WaitKind::TextChanges,
                };
                WaitCommand {
                    target: element.own_target(),
                    element: element.reference,
                    ..WaitCommand::new(kind)
                }
            }
        };
        self.open_tab()?;
        command.tab = self.tab;
        command.timeout_ms = Some(deadline.left_ms());
        let found: Found = self.send(Command::Wait(command), deadline).await?;
        self.log.found = found.found;
        Ok(())
    }

    pub(super) async fn read(
        &mut self,
        read: &Read,
        into: &Name,
        scope: &mut Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let tab = self.open_tab()?;
        let (target, what) = match read {
            Read::Text(target) => (target, What::Text),
            Read::Value(target) => (target, What::Value),
            Read::Url => {
                let list: TabList = self.send(Command::Tabs, deadline).await?;
                let found = list.tabs.into_iter().find(|each| each.id == tab);
                let url = found.map(|tab| tab.url).unwrap_or_default();
                self.keep(into, url, scope);
                return Ok(());
            }
        };
        let element = self.resolve(target, scope, None, deadline).await?;
        let command = Command::Read(ReadCommand {
            target: element.own_target(),
            element: element.reference,
            what: Some(what),
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms()),
        });
        let says: WhatItSays = self.send(command, deadline).await?;
        self.keep(into, says.text, scope);
        Ok(())
    }

    fn keep(&mut self, into: &Name, text: String, scope: &mut Scope<'_>) {
        self.log.found = Some(text.clone());
        scope.bind(&into.text, Known { text, fixed: false });
    }
}

/// A repair must not be able to make such a step pass or fail, so it never asks the lock.
pub(super) fn asks_for_absence(assertion: &Assertion) -> bool {
    assertion.negate
        || matches!(
            assertion.kind,
            AssertionKind::Count { .. }
                | AssertionKind::State {
                    state: State::Hidden,
                    ..
                }
        )
}

/// The command for an assertion, without its target, and the target.
fn words_of<'a>(
    assertion: &'a Assertion,
    scope: &Scope<'_>,
) -> Result<(Verify, Option<&'a Target>), Failure> {
    let value = |value| Ok::<_, Failure>(Some(scope.value(value)?.text));
    Ok(match &assertion.kind {
        AssertionKind::Text {
            value: text,
            within,
        } => {
            let mut verify = Verify::new(VerifyKind::Text);
            verify.value = value(text)?;
            if let Some(within) = within {
                let target = scope.target(within)?.wire;
                verify.within = Some(Within::Target(Box::new(target)));
            }
            (verify, None)
        }
        AssertionKind::TargetText { target, compare } => {
            let verify = compared(VerifyKind::TargetText, compare, scope)?;
            (verify, Some(target))
        }
        AssertionKind::TargetValue {
            target,
            value: text,
        } => {
            let mut verify = Verify::new(VerifyKind::Value);
            verify.value = value(text)?;
            (verify, Some(target))
        }
        AssertionKind::Exists(target) => (Verify::new(VerifyKind::Exists), Some(target)),
        AssertionKind::State { target, state } => {
            let mut verify = Verify::new(VerifyKind::State);
            verify.value = Some(state_word(*state).into());
            (verify, Some(target))
        }
        AssertionKind::Count {
            target,
            bound,
            number,
        } => {
            let mut verify = Verify::new(VerifyKind::Count);
            verify.value = value(number)?;
            verify.op = op_of(*bound);
            (verify, Some(target))
        }
        AssertionKind::Number {
            target,
            bound,
            number,
        } => {
            let mut verify = Verify::new(VerifyKind::Number);
            verify.value = value(number)?;
            verify.op = op_of(*bound);
            (verify, Some(target))
        }
        AssertionKind::NumberChange { target, by, since } => {
            let mut verify = Verify::new(VerifyKind::NumberChange);
            verify.value = value(by)?;
            verify.since = Some(scope.name(since)?.text);
            (verify, Some(target))
        }
        AssertionKind::Url(compare) => (compared(VerifyKind::Url, compare, scope)?, None),
        AssertionKind::Title(compare) => (compared(VerifyKind::Title, compare, scope)?, None),
    })
}

fn compared(kind: VerifyKind, compare: &Compare, scope: &Scope<'_>) -> Result<Verify, Failure> {
    let mut verify = Verify::new(kind);
    let (op, value) = match compare {
        Compare::Is(value) => (Op::Is, scope.value(value)?.text),
        Compare::Contains(value) => (Op::Contains, scope.value(value)?.text),
        Compare::Matches(Matcher::Text(value)) => (Op::Matches, scope.value(value)?.text),
        Compare::Matches(Matcher::Regex(regex)) => {
            verify.flags = flags_of(regex);
            (Op::Matches, regex.source.clone())
        }
    };
    verify.op = Some(op);
    verify.value = Some(value);
    Ok(verify)
}

fn op_of(bound: Bound) -> Option<Op> {
    Some(match bound {
        Bound::Is => Op::Is,
        Bound::AtLeast => Op::AtLeast,
        Bound::AtMost => Op::AtMost,
    })
}

fn state_word(state: State) -> &'static str {
    match state {
        State::Visible => "visible",
        State::Hidden => "hidden",
        State::Enabled => "enabled",
        State::Disabled => "disabled",
        State::Checked => "checked",
        State::Unchecked => "unchecked",
        State::Focused => "focused",
        State::Selected => "selected",
    }
}
