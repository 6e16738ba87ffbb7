//! The page's own dialogs: alert, confirm, prompt and beforeunload.

use serde_json::{Value, json};

use super::frames::{Event, SessionId};
use super::state::State;
use super::{Chrome, ChromeError, Page};

/// A dialog that is open. Nothing in the page goes on until it is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog {
    pub kind: DialogKind,
    pub message: String,
    /// What a prompt holds at first.
    pub default: String,
}

/// How a dialog was closed, by whomever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogClosed {
    pub dialog: Dialog,
    pub accepted: bool,
    /// What a prompt was answered with.
    pub text: String,
}

/// Who is told of every dialog that is closed.
pub(super) struct TellClosing(pub Box<dyn Fn(DialogClosed) + Send + Sync>);

impl std::fmt::Debug for TellClosing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TellClosing")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    Alert,
    Confirm,
    Prompt,
    BeforeUnload,
}

impl Dialog {
    pub(super) fn read(event: &Event) -> Self {
        let kind = match event.text("/type") {
            "confirm" => DialogKind::Confirm,
            "prompt" => DialogKind::Prompt,
            "beforeunload" => DialogKind::BeforeUnload,
            _ => DialogKind::Alert,
        };
        Self {
            kind,
            message: event.text("/message").to_owned(),
            default: event.text("/defaultPrompt").to_owned(),
        }
    }
}

impl DialogClosed {
    pub(super) fn read(dialog: Dialog, event: &Event) -> Self {
        Self {
            dialog,
            accepted: event.params["result"].as_bool().unwrap_or_default(),
            text: event.text("/userInput").to_owned(),
        }
    }
}

impl Chrome {
    /// Tells of every dialog that is closed from now on, in any tab; whoever was told before is told no more.
    pub fn on_dialog_closed(&self, tell: impl Fn(DialogClosed) + Send + Sync + 'static) {
        self.pages.state.send_if_modified(|state| {
            state.tell_closing = Some(TellClosing(Box::new(tell)));
            false
        });
    }

    /// The dialog that is open in the tab or one of its frames.
    pub fn dialog(&self, page: &Page) -> Option<Dialog> {
        self.pages
            .state
            .borrow()
            .dialog_in(&page.session)
            .map(|(_, dialog)| dialog.clone())
    }

    /// The tab in which a dialog is open, and the dialog. While it is, its page answers neither scripts nor the extension, so a beacon cannot find it.
    pub fn any_dialog(&self) -> Option<(Page, Dialog)> {
        self.pages.state.borrow().any_dialog()
    }

    /// Waits until a dialog opens in any tab, for as long as it takes: to be raced against something that has an end.
    pub async fn dialog_opens(&self) -> (Page, Dialog) {
        self.pages.wait_until(|state| state.any_dialog()).await
    }

    /// Says yes to the open dialog; a prompt keeps what it holds. Answers which dialog it was, `None` when none was open.
    pub async fn accept_dialog(&self, page: &Page) -> Result<Option<Dialog>, ChromeError> {
        let text = self
            .dialog(page)
            .map(|dialog| dialog.default)
            .unwrap_or_default();
        self.close_dialog(page, json!({ "accept": true, "promptText": text }))
            .await
    }

    pub async fn dismiss_dialog(&self, page: &Page) -> Result<Option<Dialog>, ChromeError> {
        self.close_dialog(page, json!({ "accept": false })).await
    }

    /// Answers the open prompt with a text. Other kinds have no use for one: look at [`Self::dialog`] first.
    pub async fn answer_dialog(
        &self,
        page: &Page,
        text: &str,
    ) -> Result<Option<Dialog>, ChromeError> {
        self.close_dialog(page, json!({ "accept": true, "promptText": text }))
            .await
    }

    async fn close_dialog(
        &self,
        page: &Page,
        answer: Value,
    ) -> Result<Option<Dialog>, ChromeError> {
        let found = self
            .pages
            .state
            .borrow()
            .dialog_in(&page.session)
            .map(|(session, dialog)| (session.clone(), dialog.clone()));
        let Some((session, dialog)) = found else {
            return Ok(None);
        };
        self.pipe
            .command(Some(&session), "Page.handleJavaScriptDialog", answer)
            .await?;
        Ok(Some(dialog))
    }
}

impl State {
    pub(super) fn dialog_in(&self, page: &SessionId) -> Option<(&SessionId, &Dialog)> {
        let mut open = self
            .sessions
            .iter()
            .filter_map(|(session, tracked)| Some((session, tracked.dialog.as_ref()?)));
        open.find(|(session, _)| self.page_of(session) == *page)
    }

    fn any_dialog(&self) -> Option<(Page, Dialog)> {
        self.sessions.iter().find_map(|(session, tracked)| {
            let dialog = tracked.dialog.clone()?;
            let page = self.page_of(session);
            Some((
                Page {
                    session: page.clone(),
                    frame: page,
                    context: None,
                },
                dialog,
            ))
        })
    }
}
