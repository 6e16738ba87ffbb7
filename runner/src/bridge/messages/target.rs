//! What a step names, as the wire says it.

use serde::{Deserialize, Serialize};

/// An element as a step names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    #[serde(flatten)]
    pub by: Locator,
    /// How the locator's text is compared; absent means [`Match::Exact`].
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<Match>,
    /// Flags of a regular expression: `i` or nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub flags: String,
    /// From 1; -1 is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
}

impl Target {
    /// The one visible element that `by` names exactly.
    pub fn new(by: Locator) -> Self {
        Self {
            by,
            matching: None,
            flags: String::new(),
            nth: None,
            within: None,
        }
    }
}

/// One key of the target says how it is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Locator {
    /// What a person reads on the element, its label, placeholder or accessible name.
    Text {
        text: String,
    },
    Role {
        role: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Label {
        label: String,
    },
    Placeholder {
        placeholder: String,
    },
    Alt {
        alt: String,
    },
    Title {
        title: String,
    },
    TestId {
        testid: String,
    },
    Css {
        css: String,
    },
    XPath {
        xpath: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Match {
    Exact,
    Part,
    /// As JavaScript reads it.
    Regex,
}

/// Where to look: in the element that a text stands in, or in a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Within {
    Text(String),
    Target(Box<Target>),
}
