//! What the extension answers, and the shapes of what an answer holds.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::command::is_false;
use super::repair::{Difference, Repair, Scored};
use crate::lock::Descriptor;

/// The one answer to a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub outcome: Result<Map<String, Value>, Failure>,
    /// How often the request was sent again, by the extension and by the bridge together.
    pub retries: u32,
}

/// Why a step did not pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    pub reason: Reason,
    /// What the report needs to know; its keys depend on the reason.
    pub detail: Map<String, Value>,
}

/// The protocol's closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    NotFound,
    Ambiguous,
    NotVisible,
    NotEnabled,
    Timeout,
    Mismatch,
    Drifted,
    Navigation,
    LoadFailed,
    TabClosed,
    ConnectionLost,
    Unsupported,
    PreState,
    Internal,
}

impl Reason {
    /// As the wire and the reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::Ambiguous => "ambiguous",
            Self::NotVisible => "not-visible",
            Self::NotEnabled => "not-enabled",
            Self::Timeout => "timeout",
            Self::Mismatch => "mismatch",
            Self::Drifted => "drifted",
            Self::Navigation => "navigation",
            Self::LoadFailed => "load-failed",
            Self::TabClosed => "tab-closed",
            Self::ConnectionLost => "connection-lost",
            Self::Unsupported => "unsupported",
            Self::PreState => "pre-state",
            Self::Internal => "internal",
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Answer {
    /// Takes an answer's frame apart; `None` when `ok` is not there to say which kind it is. A reason that is not on the list becomes
    /// [`Reason::Internal`], so that a step never waits in vain for an answer that has come.
    pub(crate) fn from_frame(mut frame: Map<String, Value>) -> Option<Self> {
        let ok = frame.shift_remove("ok")?.as_bool()?;
        frame.shift_remove("id");
        let retries = frame
            .shift_remove("retries")
            .and_then(|n| n.as_u64())
            .and_then(|n| u32::try_from(n).ok())
            .unwrap_or(0);
        if ok {
            return Some(Self {
                outcome: Ok(frame),
                retries,
            });
        }
        let detail = match frame.shift_remove("detail") {
            Some(Value::Object(detail)) => detail,
            _ => Map::new(),
        };
        let reason = frame.shift_remove("reason").unwrap_or_default();
        let failure = match Reason::deserialize(&reason) {
            Ok(reason) => Failure { reason, detail },
            Err(_) => Failure::internal(format!(
                "the extension gave {reason} as its reason, which this version of aite does not know"
            )),
        };
        Some(Self {
            outcome: Err(failure),
            retries,
        })
    }

    /// What the answer holds, read as the shape the command promises, or why the step did not pass. An answer of another shape is
    /// [`Reason::Internal`].
    pub fn read<T: DeserializeOwned>(self) -> Result<T, Failure> {
        serde_json::from_value(Value::Object(self.outcome?)).map_err(|error| {
            Failure::internal(format!("the extension's answer cannot be read: {error}"))
        })
    }

    /// The answer as the wire has it, without an id.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("ok".into(), self.outcome.is_ok().into());
        match &self.outcome {
            Ok(fields) => json.extend(fields.clone()),
            Err(failure) => {
                json.insert("reason".into(), failure.reason.name().into());
                json.insert("detail".into(), failure.detail.clone().into());
            }
        }
        if self.retries > 0 {
            json.insert("retries".into(), self.retries.into());
        }
        json
    }
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        Self {
            outcome: Err(failure),
            retries: 0,
        }
    }
}

impl Failure {
    /// A failure that a sentence says all of.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        let mut detail = Map::new();
        detail.insert("message".into(), message.into().into());
        Self { reason, detail }
    }

    /// The same with one more fact.
    pub fn with(mut self, key: &str, fact: impl Into<Value>) -> Self {
        self.detail.insert(key.into(), fact.into());
        self
    }

    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Reason::Internal, message)
    }

    /// The value of one of the detail's keys, if it is there and of that shape.
    pub fn detail<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        T::deserialize(self.detail.get(key)?.clone()).ok()
    }
}

/// Answers `resolve`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resolved {
    pub descriptor: Descriptor,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    pub matches: u32,
    pub repaired: bool,
    pub via: Via,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    /// When it was found exactly, but hardly resembles what the lock remembers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlike: Option<Difference>,
    /// When a repair was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scored: Option<Scored>,
    /// When the request said what to make the element ready for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Located>,
}

/// How an element was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    Exact,
    /// By one remembered field.
    Descriptor,
    /// By score.
    Repair,
}

/// Answers `locate`: where to press, in CSS pixels of the tab's viewport.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Located {
    /// Of the field that takes the file, which may be another element than the one asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    pub x: f64,
    pub y: f64,
    pub rect: Area,
    pub tag: String,
    pub editable: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Checkable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

/// A box in CSS pixels of the tab's viewport.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checkable {
    Checkbox,
    Radio,
}

/// Answers `hit`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivered {
    /// `false`: no press arrived at all.
    pub delivered: bool,
}

/// Answers `act`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Acted {
    /// The option that is now selected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected: Option<String>,
    /// What was focused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FieldKind>,
    /// What the target led to, when the request had one.
    #[serde(flatten)]
    pub resolved: Option<Resolved>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    Text,
    Contenteditable,
    /// Chrome's own control, whose value real keys do not simply replace.
    Native,
}

/// Answers `verify` and `wait`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

/// Answers `read`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatItSays {
    pub text: String,
}

/// Answers an `outline` that draws.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    pub drawn: u32,
}

/// Answers an `outline` that clears.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cleared {
    pub removed: u32,
    pub remaining: u32,
}

/// Answers `navigate` and `switchTab`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabAt {
    pub tab: u64,
    pub url: String,
    /// After `switchTab`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// Answers `tabs`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabList {
    pub tabs: Vec<Tab>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tab {
    pub id: u64,
    pub url: String,
    pub title: String,
    pub active: bool,
}

/// Answers `closeTab`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Closed {
    pub closed: u64,
    /// Where the run is now.
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub already_closed: bool,
}

/// One of several elements a target may mean; a detail's `candidates` are these.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    pub descriptor: Descriptor,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// An element close to what was asked for; a detail's `near` are these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Near {
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub role: String,
    #[serde(default)]
    pub name: String,
}
