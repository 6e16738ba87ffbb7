//! Commands that hold a page against what is expected, wait for it, or read it.

use serde::{Deserialize, Serialize};

use super::command::{ElementRef, is_false};
use super::target::{Target, Within};

/// Hold the page against an expectation. Without `timeout_ms` the page is looked at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verify {
    pub kind: VerifyKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(flatten)]
    pub element: ElementRef,
    /// A text, a state, a regular expression or a number in digits, by `kind` and `op`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub op: Option<Op>,
    /// Flags of a regular expression: `i` or nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub flags: String,
    /// For [`VerifyKind::NumberChange`]: the number it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub negate: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

impl Verify {
    /// A look of that kind, and nothing else said.
    pub fn new(kind: VerifyKind) -> Self {
        Self {
            kind,
            target: None,
            element: ElementRef::default(),
            value: None,
            op: None,
            flags: String::new(),
            since: None,
            within: None,
            negate: false,
            tab: None,
            timeout_ms: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VerifyKind {
    Exists,
    Text,
    TargetText,
    Value,
    State,
    Count,
    Url,
    Title,
    Number,
    NumberChange,
}

/// How `value` is held against what was found; absent means `is`, for [`VerifyKind::Text`] `contains`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Op {
    Is,
    Contains,
    Matches,
    AtLeast,
    AtMost,
}

/// Wait for the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wait {
    pub kind: WaitKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(flatten)]
    pub element: ElementRef,
    /// For [`WaitKind::Url`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub negate: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WaitKind {
    Visible,
    Gone,
    TextChanges,
    Url,
}

/// Read what an element says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Read {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(flatten)]
    pub element: ElementRef,
    /// Absent means [`What::Text`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<What>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum What {
    Text,
    Value,
}
