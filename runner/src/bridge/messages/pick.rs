//! A person picks an element in the browser.

use serde::{Deserialize, Serialize};

use super::command::is_false;
use super::target::Target;
use crate::lock::Descriptor;

/// Have a person pick an element, from now on or no longer. What comes of it is told by an event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pick {
    pub on: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    /// How long the person may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answers `pick`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picking {
    pub on: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
}

/// How a pick ended: with an element, or without.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Picked {
    /// The shortest words that mean the element and no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<Descriptor>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub cancelled: bool,
    /// It was the time that ended it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub timeout: bool,
}
