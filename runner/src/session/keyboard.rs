//! Steps that use the keyboard: fill, type, clear and press.

use std::time::Instant;

use serde_json::json;

use super::browser::{Deadline, Input, Session};
use super::scope::Scope;
use crate::bridge::messages::{Act, Action, ElementRef, Failure, FieldKind, Purpose, Select};
use crate::script::ast::StepKind;

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
                let element = self
                    .resolve(target, scope, Some(Purpose::Edit), deadline)
                    .await?;
                self.fill(element.reference, value, deadline).await
            }
            StepKind::Clear(target) => {
                let element = self
                    .resolve(target, scope, Some(Purpose::Edit), deadline)
                    .await?;
                self.fill(element.reference, String::new(), deadline).await
            }
            StepKind::Type { value, target } => {
                let value = scope.value(value)?.text;
                let field = match target {
                    Some(target) => {
                        let element = self
                            .resolve(target, scope, Some(Purpose::Edit), deadline)
                            .await?;
                        Some(element.reference)
                    }
                    None => None,
                };
                self.type_text(field, value, deadline).await
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

    /// Replaces what a field holds: everything in it is selected, and the text put in its place as a keyboard's would be.
    async fn fill(
        &mut self,
        field: ElementRef,
        value: String,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        let set = |value: String| {
            let mut act = Act::new(Action::Fill, field.clone());
            act.value = Some(value);
            act
        };
        if self.input == Input::Plain {
            self.act(set(value), deadline).await?;
            return Ok(());
        }
        let kind = self.focus(&field, Select::All, deadline).await?;
        if kind == Some(FieldKind::Native) {
            self.act(set(value), deadline).await?;
            return Ok(());
        }
        let page = self.page_in_chrome(deadline).await?;
        let started = Instant::now();
        if value.is_empty() {
            self.chrome.press(&page, "Delete").await?;
        } else {
            self.chrome.insert_text(&page, &value).await?;
        }
        self.note_input(json!({"input": "insertText", "value": value}), started);
        Ok(())
    }

    async fn type_text(
        &mut self,
        field: Option<ElementRef>,
        value: String,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        if self.input == Input::Plain {
            let mut act = Act::new(Action::Type, field.unwrap_or_default());
            act.value = Some(value);
            self.act(act, deadline).await?;
            return Ok(());
        }
        if let Some(field) = field {
            self.focus(&field, Select::End, deadline).await?;
        }
        let page = self.page_in_chrome(deadline).await?;
        let started = Instant::now();
        self.chrome.type_text(&page, &value).await?;
        self.note_input(json!({"input": "type", "value": value}), started);
        Ok(())
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
    ) -> Result<Option<FieldKind>, Failure> {
        let mut act = Act::new(Action::Focus, field.clone());
        act.select = Some(select);
        Ok(self.act(act, deadline).await?.kind)
    }
}
