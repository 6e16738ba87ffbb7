//! What comes through the pipe: answers and events, each in a session or from the browser itself.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A conversation with one page or frame; `None` in its place is the browser itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "String")]
pub struct SessionId(Arc<str>);

impl SessionId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for SessionId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

impl From<String> for SessionId {
    fn from(id: String) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Something Chrome says unasked.
#[derive(Debug)]
pub(super) struct Event {
    pub session: Option<SessionId>,
    pub method: String,
    pub params: Value,
}

impl Event {
    pub fn text(&self, pointer: &str) -> &str {
        self.params
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}

/// One frame; what it is shows in which fields it has.
#[derive(Deserialize)]
pub(super) struct Incoming<'a> {
    pub id: Option<u64>,
    #[serde(rename = "sessionId")]
    pub session: Option<SessionId>,
    pub method: Option<&'a str>,
    /// Most events are of no interest: they are not taken apart.
    #[serde(borrow)]
    pub params: Option<&'a RawValue>,
    pub result: Option<Value>,
    pub error: Option<Failure>,
}

#[derive(Deserialize)]
pub(super) struct Failure {
    pub message: String,
}

/// The events that change what is known of pages.
pub(super) fn is_heard(method: &str) -> bool {
    matches!(
        method,
        "Input.dragIntercepted"
            | "Inspector.targetCrashed"
            | "Inspector.targetReloadedAfterCrash"
            | "Network.loadingFailed"
            | "Network.loadingFinished"
            | "Network.requestWillBeSent"
            | "Page.fileChooserOpened"
            | "Page.frameDetached"
            | "Page.frameNavigated"
            | "Page.javascriptDialogClosed"
            | "Page.javascriptDialogOpening"
            | "Runtime.bindingCalled"
            | "Target.attachedToTarget"
            | "Target.detachedFromTarget"
    )
}
