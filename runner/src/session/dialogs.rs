//! Steps that answer the page's alert, confirm and prompt, and the refusal of any other step while one is open.

use std::time::Instant;

use serde_json::json;

use super::browser::{Deadline, Session};
use super::scope::Scope;
use crate::bridge::messages::{Failure, Reason};
use crate::chrome::{Dialog as Open, DialogKind};
use crate::script::ast::Dialog;

impl Session {
    pub(super) async fn answer_dialog(
        &mut self,
        dialog: &Dialog,
        scope: &Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        self.open_tab()?;
        let (page, open) = self.await_dialog(deadline).await?;
        let started = Instant::now();
        let sent = match dialog {
            Dialog::Accept => {
                self.chrome.accept_dialog(&page).await?;
                json!({"input": "accept dialog"})
            }
            Dialog::Dismiss => {
                self.chrome.dismiss_dialog(&page).await?;
                json!({"input": "dismiss dialog"})
            }
            Dialog::Answer(value) => {
                if open.kind != DialogKind::Prompt {
                    return Err(Failure::internal(format!(
                        "{} asks for no answer; accept or dismiss it",
                        in_words(&open)
                    )));
                }
                let text = scope.value(value)?.text;
                self.chrome.answer_dialog(&page, &text).await?;
                json!({"input": "answer dialog", "value": text})
            }
        };
        self.log.found = Some(open.message);
        self.note_input(sent, started);
        Ok(())
    }

    /// A page with an open dialog neither answers nor takes input, so the step says so at once.
    pub(super) fn refuse_open_dialog(&self) -> Result<(), Failure> {
        match self.chrome.any_dialog() {
            Some((_, dialog)) => Err(covered_by(&dialog)),
            None => Ok(()),
        }
    }

    /// A step that ran out of time because a dialog opened under it says that.
    pub(super) fn at_open_dialog(&self, failure: Failure) -> Failure {
        match (failure.reason, self.chrome.any_dialog()) {
            (Reason::Timeout | Reason::Navigation, Some((_, dialog))) => covered_by(&dialog),
            _ => failure,
        }
    }
}

fn covered_by(dialog: &Open) -> Failure {
    let message = "a dialog is open; write `accept dialog` or `dismiss dialog` before this step";
    Failure::new(Reason::NotVisible, message).with("coveredBy", in_words(dialog))
}

fn in_words(dialog: &Open) -> String {
    let kind = match dialog.kind {
        DialogKind::Alert => "the alert",
        DialogKind::Confirm => "the confirm dialog",
        DialogKind::Prompt => "the prompt",
        DialogKind::BeforeUnload => "the page's question whether to leave",
    };
    match dialog.message.as_str() {
        "" => kind.into(),
        message => format!("{kind} {message:?}"),
    }
}
