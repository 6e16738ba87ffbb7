//! What a person does in the browser, as it is told while recording is on.

use serde::{Deserialize, Serialize};

use super::command::is_false;
use super::target::Target;

/// Tell what a person does, from now on or no longer. The first that is told is the page that is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub on: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answers `record`. When it ends, every event of it has come before the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    pub on: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
}

/// Something a person did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum RecordedStep {
    Click {
        target: Target,
    },
    /// In the place of the click on the same target that was told before it.
    DoubleClick {
        target: Target,
    },
    RightClick {
        target: Target,
    },
    Check {
        target: Target,
    },
    Uncheck {
        target: Target,
    },
    /// Told when the field is left.
    Fill {
        target: Target,
        /// None for a password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        #[serde(default, skip_serializing_if = "is_false")]
        secret: bool,
    },
    Select {
        target: Target,
        option: String,
    },
    Press {
        keys: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    Upload {
        target: Target,
        /// Their names, which is all a page knows of them.
        files: Vec<String>,
    },
    Open {
        url: String,
        #[serde(default, skip_serializing_if = "is_false")]
        new_tab: bool,
    },
    Back,
    Reload,
    SwitchToNewTab,
    SwitchToTab {
        url: String,
    },
    CloseTab,
    /// The page that an act led to. This and the next three are no message: the session tells them.
    Arrive {
        url: String,
    },
    AcceptDialog,
    DismissDialog,
    AnswerDialog {
        value: String,
    },
}
