//! What the bridge asks of the extension.
//!
//! In every command `tab` is Chrome's number of the tab, absent for the run's own, and `timeout_ms` is how long the extension keeps trying.

use serde::{Deserialize, Serialize};

use super::live::Targets;
use super::look::{Read, Verify, Wait};
use super::mutate::Mutate;
use super::pick::Pick;
use super::record::Record;
use super::tabs::{CloseTab, Navigate, SwitchTab};
use super::target::Target;
use crate::lock::Descriptor;

/// A command, without its id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "camelCase")]
pub enum Command {
    Resolve(Resolve),
    Locate(Locate),
    Hit(Hit),
    Act(Box<Act>),
    Verify(Verify),
    Wait(Wait),
    Read(Read),
    Outline(Outline),
    Navigate(Navigate),
    Tabs,
    SwitchTab(SwitchTab),
    CloseTab(CloseTab),
    Beacon(Beacon),
    Mutate(Box<Mutate>),
    Targets(Targets),
    Record(Record),
    Pick(Pick),
}

impl Command {
    /// As the wire spells it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Resolve(_) => "resolve",
            Self::Locate(_) => "locate",
            Self::Hit(_) => "hit",
            Self::Act(_) => "act",
            Self::Verify(_) => "verify",
            Self::Wait(_) => "wait",
            Self::Read(_) => "read",
            Self::Outline(_) => "outline",
            Self::Navigate(_) => "navigate",
            Self::Tabs => "tabs",
            Self::SwitchTab(_) => "switchTab",
            Self::CloseTab(_) => "closeTab",
            Self::Beacon(_) => "beacon",
            Self::Mutate(_) => "mutate",
            Self::Targets(_) => "targets",
            Self::Record(_) => "record",
            Self::Pick(_) => "pick",
        }
    }

    /// Whether it only looks, so that it may be sent again when a connection broke before the answer.
    pub fn may_be_resent(&self) -> bool {
        matches!(
            self,
            Self::Resolve(_)
                | Self::Verify(_)
                | Self::Locate(_)
                | Self::Read(_)
                | Self::Wait(_)
                | Self::Tabs
                | Self::Targets(_)
        )
    }
}

/// Find the one element a target names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolve {
    pub target: Target,
    #[serde(flatten)]
    pub memory: Memory,
    /// Locate it too, made ready for this.
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// What the lock knows of a target.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// The element as it was; with it a repair is tried when exact finds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<Descriptor>,
    /// Only compare what is found with the descriptor; repair nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
    /// The elements of the page's other lock entries: no candidates of a repair.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Descriptor>,
    /// Elements a person said no to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Descriptor>,
    /// A person accepted the entry: what it describes is looked for at once, and not only when the page has been quiet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub accepted: bool,
}

/// What an element is made ready for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// Visible, enabled, stable and hit by the pointer; arms the press guard.
    Press,
    /// Visible, stable and hit.
    Hover,
    /// Visible, enabled and editable.
    Edit,
    /// A file input, its label or its button; need not be visible.
    File,
    /// Visible.
    Scroll,
}

/// Make an element ready and say where it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Locate {
    #[serde(flatten)]
    pub element: ElementRef,
    /// Absent means [`Purpose::Press`].
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// An element the extension has told of: by handle while that is still in its document, else by descriptor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ElementRef {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<Descriptor>,
    /// As an earlier answer gave it; good for one document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
}

/// Disarm the press guard and say whether the press arrived.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    pub handle: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Act on an element from inside its page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Act {
    pub action: Action,
    /// For [`Action::Focus`] and [`Action::Fill`], instead of an element: it is found as [`Resolve`] finds it and acted on in one visit
    /// to the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    #[serde(flatten)]
    pub element: ElementRef,
    /// Beside `target`, as in [`Resolve`].
    #[serde(flatten)]
    pub memory: Memory,
    /// For [`Action::Type`] and [`Action::Fill`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// For [`Action::Press`], as in `Ctrl+A`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<String>,
    /// For [`Action::Select`]: the option's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// For [`Action::Drag`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Box<ElementRef>>,
    /// For [`Action::Focus`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<Select>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

impl Act {
    /// `action` on `element`, and nothing else said.
    pub fn new(action: Action, element: ElementRef) -> Self {
        Self {
            action,
            target: None,
            element,
            memory: Memory::default(),
            value: None,
            keys: None,
            option: None,
            to: None,
            select: None,
            tab: None,
            timeout_ms: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    Click,
    DoubleClick,
    RightClick,
    Hover,
    Type,
    Press,
    Check,
    Uncheck,
    Drag,
    Select,
    /// Focus a field and put its selection where real keys are to go.
    Focus,
    Fill,
    Clear,
    Scroll,
}

/// Where a focused field's selection is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Select {
    All,
    End,
}

/// Draw boxes over the page, or take them away.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    /// At most 10.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<OutlineItem>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub clear: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutlineItem {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xpath: Option<String>,
    #[serde(flatten)]
    pub element: ElementRef,
    /// At most 80 characters are shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    pub tone: Tone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Tone {
    /// Blue.
    Wanted,
    /// Pink.
    Candidate,
    /// Orange.
    Failed,
}

/// Call the pipe's binding with a nonce, so that the runner knows which of Chrome's sessions the frame is in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Beacon {
    pub nonce: String,
    /// An element of the frame meant; absent for the tab's own page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

pub(super) fn is_false(value: &bool) -> bool {
    !value
}
