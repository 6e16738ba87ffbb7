//! Steps that use the keyboard: fill, type, clear and press.

use std::time::Instant;

use serde_json::json;

use super::browser::{Deadline, Input, Session};
use super::expand::Expanded;
use super::scope::Scope;
use crate::bridge::messages::{
    Act, Acted, Action, Command, ElementRef, Failure, Purpose, Reason, Select,
};
use crate::script::ast::{StepKind, Target};

impl Session {
    pub(super) async fn use_keyboard(
        &mut self,
        step: &StepKind,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        self.open_tab()?;
        match step {
            StepKind::Fill { target, value } => {
                let value = scope.value(value)?.text;
                self.fill(target, value, scope, deadline).await
            }
            StepKind::Clear(target) => self.fill(target, String::new(), scope, deadline).await,
            StepKind::Type { value, target } => {
                let value = scope.value(value)?.text;
                self.type_text(target.as_ref(), value, scope, deadline)
                    .await
            }
            StepKind::Press { keys, target } => {
                let keys = scope.value(keys)?.text;
                let field = match target {
                    Some(target) => Some(
                        self.resolve(target, scope, Some(Purpose::Scroll), deadline)
                            .await?
                            .reference,
                    ),
                    None => None,
                };
                self.press_keys(field, keys, deadline).await
            }
            other => Err(Failure::internal(format!(
                "{other:?} is no step for the keyboard"
            ))),
        }
    }

    /// Replaces what a field holds, as an edit the page cannot tell from a person's, in one visit to it.
    async fn fill(
        &mut self,
        target: &Target,
        value: String,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let mut act = Act::new(Action::Fill, ElementRef::default());
        act.value = Some(value);
        self.act_on_target(act, target, scope, deadline).await?;
        Ok(())
    }

    async fn type_text(
        &mut self,
        target: Option<&Target>,
        value: String,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let field = match target {
            Some(target) => {
                let mut act = Act::new(Action::Focus, ElementRef::default());
                act.select = Some(Select::End);
                self.act_on_target(act, target, scope, deadline).await?
            }
            None => ElementRef::default(),
        };
        if self.input == Input::Plain {
            let mut act = Act::new(Action::Type, field);
            act.value = Some(value);
            self.act(act, deadline).await?;
            return Ok(());
        }
        let page = self.page_in_chrome(deadline).await?;
        let started = Instant::now();
        self.chrome.type_text(&page, &value).await?;
        self.note_input(json!({"input": "type", "value": value}), started);
        Ok(())
    }

    /// Finds a field and acts on it, in one visit to the page.
    async fn act_on_target(
        &mut self,
        mut act: Act,
        target: &Target,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<ElementRef, Failure> {
        let Expanded { wire, key } = scope.target(target)?;
        let recalled = self.recall(key, scope);
        act.target = Some(wire.clone());
        act.tab = self.tab;
        let command = |memory, timeout_ms| {
            Command::Act(Box::new(Act {
                memory,
                timeout_ms: Some(timeout_ms),
                ..act.clone()
            }))
        };
        let acted: Acted = self.find(&wire, &recalled, deadline, command).await?;
        let resolved = acted.resolved.ok_or_else(|| {
            Failure::new(
                Reason::Unsupported,
                "this extension is too old to find a field and act on it at once",
            )
        })?;
        Ok(self.take_element(wire, resolved, recalled).reference)
    }

    async fn press_keys(
        &mut self,
        field: Option<ElementRef>,
        keys: String,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        if self.input == Input::Plain {
            let mut act = Act::new(Action::Press, field.unwrap_or_default());
            act.keys = Some(keys);
            self.act(act, deadline).await?;
            return Ok(());
        }
        if let Some(field) = field {
            self.focus(&field, Select::End, deadline).await?;
        }
        let page = self.page_in_chrome(deadline).await?;
        let started = Instant::now();
        self.chrome.press(&page, &keys).await?;
        self.note_input(json!({"input": "press", "keys": keys}), started);
        Ok(())
    }

    async fn focus(
        &mut self,
        field: &ElementRef,
        select: Select,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let mut act = Act::new(Action::Focus, field.clone());
        act.select = Some(select);
        self.act(act, deadline).await?;
        Ok(())
    }
}
