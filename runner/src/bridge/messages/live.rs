//! What an editor asks of the page that is open: the words for its elements.

use serde::{Deserialize, Serialize};

use super::answer::Area;
use super::target::{Target, Within};

/// The elements a person could name on the page that is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Targets {
    /// What is typed so far: those most like it come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Absent means 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only what stands in this part of the page, in words within it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answers `targets`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Offers {
    pub targets: Vec<OfferedTarget>,
    /// There are others.
    pub more: bool,
}

/// An element with the shortest words that mean it and no other. Nothing of it is what a person entered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfferedTarget {
    pub target: Target,
    pub handle: String,
    pub tag: String,
    /// The script's word for what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub rect: Area,
}
