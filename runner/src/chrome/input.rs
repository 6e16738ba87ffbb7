//! Input as Chrome gets it from a person: what is sent, and when it has arrived.

use std::time::Duration;

use serde_json::Value;

use super::state::DRAWING_PATIENCE;
use super::{Chrome, ChromeError, Dialog, Page};

/// A point of the tab's viewport, in CSS pixels from its left top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// What became of input that was sent. It was sent in every case, and must not be sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// The page has handled it.
    Done,
    /// A dialog opened and the page stands still until it is closed.
    DialogOpened(Dialog),
    /// The page went away over it: it closed its tab.
    PageGone,
}

/// A command of the pipe, not yet sent.
pub(super) type Command = (&'static str, Value);

impl Chrome {
    /// Sends the commands one behind the other without waiting in between, then waits until the page has handled them all.
    ///
    /// Chrome answers an input event when the page is done with it, and not while a dialog is open.
    pub(super) async fn deliver(
        &self,
        page: &Page,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<Delivery, ChromeError> {
        // A page may compute for long over a click, and the click is delivered all the same.
        const WITHIN: Duration = Duration::from_secs(30);
        if let Some(dialog) = self.dialog(page) {
            return Err(ChromeError::DialogOpen(dialog.message));
        }
        if self.is_crashed(page) {
            return Err(ChromeError::PageCrashed);
        }
        // A frame in a process of its own gets no pointer until it is drawn: right after it had loaded, 4 of 12 clicks went to the page around it.
        let drawn = self
            .pages
            .wait_until(|state| state.is_drawn(&page.session).then_some(()));
        // A hidden frame keeps nobody waiting for long.
        let _ = tokio::time::timeout(DRAWING_PATIENCE, drawn).await;
        let mut calls = Vec::new();
        for (method, params) in commands {
            let call = self.pipe.send(Some(&page.session), method, params).await?;
            calls.push(call.within(WITHIN));
        }
        let answers = async {
            for (nth, call) in calls.into_iter().enumerate() {
                match call.await_answer().await {
                    Ok(_) => {}
                    Err(ChromeError::PageGone) => return Ok(Delivery::PageGone),
                    Err(ChromeError::NoPage) if nth > 0 => return Ok(Delivery::PageGone),
                    Err(error) => return Err(error),
                }
            }
            Ok(Delivery::Done)
        };
        tokio::select! {
            biased;
            dialog = self.dialog_opens_in(page) => Ok(Delivery::DialogOpened(dialog)),
            delivery = answers => delivery,
        }
    }

    async fn dialog_opens_in(&self, page: &Page) -> Dialog {
        self.pages
            .wait_until(|state| {
                state
                    .dialog_in(&page.session)
                    .map(|(_, dialog)| dialog.clone())
            })
            .await
    }
}
