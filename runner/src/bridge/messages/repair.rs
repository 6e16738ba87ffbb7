//! What the extension answers when it looked for an element by what the lock remembers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::lock::Descriptor;

/// How an element differs from the one the lock remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// 0 to 1.
    pub score: f64,
    pub old: Descriptor,
    /// Names of descriptor fields.
    pub changed: Vec<String>,
    /// One readable change each, as in `text "Send" -> "Send now"`.
    pub changes: Vec<String>,
}

/// How an element was found again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    #[serde(flatten)]
    pub difference: Difference,
    pub runner_up: f64,
    /// The remembered name that led to it: `testid`, `id`, `ariaLabel` or `nameAttr`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// What a repair looked at; a failure's detail may hold it as `scored`. Each score can be computed again from the candidate's
/// descriptor, the one remembered and the counts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scored {
    /// Visible, enabled elements that were looked at.
    pub looked: u32,
    /// How often each value stands among them.
    pub counts: Map<String, Value>,
    /// The best first, 60 at most.
    pub candidates: Vec<ScoredCandidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoredCandidate {
    pub descriptor: Descriptor,
    pub score: f64,
    pub fields: Vec<FieldScore>,
    /// Why it cannot be the element, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disqualified: Option<String>,
    /// Why it scores less than its points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// Why it is not taken, whatever it scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// One line of a score: what a field, or what several together, say and add.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldScore {
    pub field: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub was: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub now: String,
    pub similarity: f64,
    pub weight: f64,
    pub points: f64,
}

/// What came close and was no candidate; a failure's detail may hold some as `refused`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    pub descriptor: Descriptor,
    pub score: f64,
    pub why: String,
}
