//! Whether an element would be found again after a change of its page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::answer::{Answer, Failure};
use super::command::Memory;
use super::target::Target;

/// Resolve a target once, on the page as it would be after a mutation of its element. Nothing of the change outlasts a look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mutate {
    pub handle: String,
    pub mutation: Mutation,
    pub target: Target,
    #[serde(flatten)]
    pub memory: Memory,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// What a redesign may do to an element.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    AddWord,
    ReplaceWord,
    DropId,
    DropTestid,
    ChangeClasses,
    WrapAndMove,
    SwapSiblings,
    Remove,
    RemoveAndRenameNeighbour,
}

impl Mutation {
    pub const ALL: [Mutation; 9] = [
        Mutation::AddWord,
        Mutation::ReplaceWord,
        Mutation::DropId,
        Mutation::DropTestid,
        Mutation::ChangeClasses,
        Mutation::WrapAndMove,
        Mutation::SwapSiblings,
        Mutation::Remove,
        Mutation::RemoveAndRenameNeighbour,
    ];

    /// It puts another word in the place of one.
    pub fn rewords(self) -> bool {
        matches!(
            self,
            Mutation::ReplaceWord | Mutation::RemoveAndRenameNeighbour
        )
    }

    /// Afterwards there is no such element, so that whatever is taken for it is another.
    pub fn removes(self) -> bool {
        matches!(self, Mutation::Remove | Mutation::RemoveAndRenameNeighbour)
    }
}

/// Answers `mutate`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Mutated {
    /// Why there is nothing to change on the element, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<String>,
    /// What was changed, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Whether what was found is the element meant, or pressed with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<bool>,
    /// What `resolve` would have answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Map<String, Value>>,
}

impl Mutated {
    /// What `resolve` would have answered, taken apart.
    pub fn resolved(self) -> Result<Answer, Failure> {
        self.answer.and_then(Answer::from_frame).ok_or_else(|| {
            Failure::internal("the extension did not say what it found on the changed page")
        })
    }
}
