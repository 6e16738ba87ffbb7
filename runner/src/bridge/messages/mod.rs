//! Every message of the wire, as types. The golden samples in `extension/wire/samples` hold for them and for the extension alike.

mod answer;
mod command;
mod live;
mod look;
mod mutate;
mod pick;
mod record;
mod repair;
mod tabs;
mod target;

#[cfg(test)]
mod samples;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use answer::{
    Acted, Answer, Area, Candidate, Checkable, Cleared, Closed, Delivered, Drawn, Failure,
    FieldKind, Found, Located, Near, Reason, Resolved, Tab, TabAt, TabList, Via, WhatItSays,
};
pub use command::{
    Act, Action, Beacon, Command, ElementRef, Hit, Locate, Memory, Outline, OutlineItem, Purpose,
    Resolve, Select, Tone,
};
pub use live::{OfferedTarget, Offers, Targets};
pub use look::{Op, Read, Verify, VerifyKind, Wait, WaitKind, What};
pub use mutate::{Mutate, Mutated, Mutation};
pub use pick::{Pick, Picked, Picking};
pub use record::{Record, RecordedStep, Recording};
pub use repair::{Difference, FieldScore, Refused, Repair, Scored, ScoredCandidate};
pub use tabs::{CloseTab, History, Navigate, SwitchTab, TabMatch};
pub use target::{Locator, Match, Target, Within};

/// The protocol number of these messages.
pub const PROTOCOL: u32 = 1;

/// The largest message either end sends or takes, in bytes.
pub const MESSAGE_LIMIT: usize = 8 * 1024 * 1024;

/// The close codes of the protocol, and the websocket's own for a message over the limit.
pub mod close {
    pub const WRONG_TOKEN: u16 = 4401;
    pub const NO_HELLO: u16 = 4408;
    pub const REPLACED: u16 = 4409;
    pub const NO_PONG: u16 = 4410;
    /// Sent by the extension.
    pub const PROTOCOL_MISMATCH: u16 = 4426;
    pub const TOO_LARGE: u16 = 1009;
}

/// How the extension introduces itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    pub ext_version: String,
    /// Chrome's version, as in `154.0.0.0`.
    pub chrome: String,
    pub profile: String,
    /// The run it was connected to before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<String>,
    /// The match patterns Chrome granted, which may be fewer than the manifest asks for; absent from an extension that does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granted: Option<Vec<String>>,
}

/// What happens in the browser by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    TabOpened {
        tab: u64,
        url: String,
    },
    TabClosed {
        tab: u64,
    },
    Navigated {
        tab: u64,
        url: String,
    },
    /// Something the page wrote to its console, or an error it did not catch.
    Console {
        tab: u64,
        level: String,
        text: String,
    },
    /// Something a person did, while recording is on.
    Recorded {
        tab: u64,
        step: RecordedStep,
    },
    /// How a pick ended.
    Picked {
        tab: u64,
        #[serde(flatten)]
        picked: Box<Picked>,
    },
}

/// A frame from the bridge that is no request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Outgoing {
    Welcome { run_id: String, protocol: u32 },
    Ping {},
}

/// A command with the number its answer will carry.
#[derive(Debug, Serialize)]
pub(crate) struct Request<'a> {
    pub id: u64,
    #[serde(flatten)]
    pub command: &'a Command,
}

/// A frame from the extension.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Incoming {
    Hello(Hello),
    Pong,
    Event(Event),
    Answer { id: u64, answer: Answer },
}

impl Incoming {
    /// Reads a frame; the error says in a few words why it is none, without quoting it.
    pub fn read(text: &str) -> Result<Self, String> {
        let frame: Map<String, Value> =
            serde_json::from_str(text).map_err(|e| format!("not a JSON object ({e})"))?;
        let Some(kind) = frame.get("type") else {
            let id = frame
                .get("id")
                .and_then(Value::as_u64)
                .ok_or("neither a type nor an id")?;
            let answer = Answer::from_frame(frame).ok_or("an answer without ok")?;
            return Ok(Self::Answer { id, answer });
        };
        match kind.as_str() {
            Some("hello") => shape(frame).map(Self::Hello),
            Some("pong") => Ok(Self::Pong),
            Some("event") => shape(frame).map(Self::Event),
            _ => Err("of an unknown type".into()),
        }
    }
}

fn shape<T: serde::de::DeserializeOwned>(frame: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(frame)).map_err(|e| e.to_string())
}
