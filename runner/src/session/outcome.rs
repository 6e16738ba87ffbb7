//! What came of a step, as data. Reports and editors are views of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::mask::Secrets;
use crate::bridge::messages::{Difference, Failure, FieldScore, Repair};
use crate::lock::Descriptor;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Passed,
    Failed,
    /// It failed, and a `try` before it says that this does not matter.
    Tolerated,
    /// Something before it ended the test.
    NotRun,
}

/// Something a person should know of a step that passed, or beside its failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// A stable name, as `outline`.
    pub code: String,
    pub message: String,
}

/// One command and its answer, as they went over the wire; over the pipe, the input that was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Exchange {
    pub sent: Value,
    pub answer: Value,
    /// Milliseconds from sending to the answer.
    pub ms: f64,
}

/// A message the page wrote to its console, or an error it did not catch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConsoleMessage {
    pub level: String,
    pub text: String,
}

/// Which entry of which lock a target has, or would have.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct EntryPlace {
    /// The lock's path, relative to the config's folder where it lies in it.
    pub lock: String,
    pub page: String,
    /// The target as the formatter writes it.
    pub target: String,
}

/// The step went on with an element that is not quite what the lock remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepRepair {
    pub entry: EntryPlace,
    #[serde(flatten)]
    pub repair: Repair,
    /// The element now.
    pub descriptor: Descriptor,
    /// How its score came about; empty where it was found by a remembered name that nothing contradicts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldScore>,
    pub probation: Probation,
}

/// Whether a repair has shown itself to be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Probation {
    /// The test's next verify passed, so the lock may have it.
    Proposed,
    /// The test's next verify failed.
    Refuted,
    /// No verify came after it.
    Unconfirmed,
}

/// The target fits an element that hardly resembles what the lock remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unlike {
    pub entry: EntryPlace,
    #[serde(flatten)]
    pub difference: Difference,
    /// The element now.
    pub descriptor: Descriptor,
}

/// Everything known of one step that was performed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepOutcome {
    pub status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How the element was found: `exact`, `descriptor` or `repair`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<u32>,
    /// The lock entries of its targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryPlace>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<StepRepair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlike: Vec<Unlike>,
    /// What the page had, for a step that looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// How often a command was sent again; 0 for most.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub retries: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub console: Vec<ConsoleMessage>,
    pub exchanges: Vec<Exchange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The picture's path within the run's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    /// Milliseconds the step took.
    pub ms: f64,
}

/// One step, with the steps of the flow it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepResult {
    /// `TEST.STEP`, a flow's steps one number more: `3.7.2`.
    pub id: String,
    /// The block it stands in, where that is not the test: `before each`, `flow login`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    pub place: Place,
    /// The line as written.
    pub source: String,
    pub profile: String,
    #[serde(flatten)]
    pub outcome: StepOutcome,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepResult>,
}

/// Where a step stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters; the end is exclusive.
    pub column: usize,
    pub end_column: usize,
}

impl StepOutcome {
    /// A step that nothing was done for yet.
    pub fn empty(status: Status) -> StepOutcome {
        StepOutcome {
            status,
            failure: None,
            via: None,
            matches: None,
            entries: Vec::new(),
            repairs: Vec::new(),
            unlike: Vec::new(),
            found: None,
            retries: 0,
            warnings: Vec::new(),
            console: Vec::new(),
            exchanges: Vec::new(),
            tab: None,
            url: None,
            screenshot: None,
            ms: 0.0,
        }
    }

    /// Takes every secret out.
    pub fn mask(&mut self, secrets: &Secrets) {
        if let Some(failure) = &mut self.failure {
            let mut detail = Value::Object(std::mem::take(&mut failure.detail));
            secrets.mask_json(&mut detail);
            if let Value::Object(detail) = detail {
                failure.detail = detail;
            }
        }
        for exchange in &mut self.exchanges {
            secrets.mask_json(&mut exchange.sent);
            secrets.mask_json(&mut exchange.answer);
        }
        self.entries = secrets.masked(std::mem::take(&mut self.entries));
        self.repairs = secrets.masked(std::mem::take(&mut self.repairs));
        self.unlike = secrets.masked(std::mem::take(&mut self.unlike));
        let texts = self.warnings.iter_mut().map(|warning| &mut warning.message);
        let texts = texts.chain(self.console.iter_mut().map(|message| &mut message.text));
        for text in texts.chain(&mut self.found).chain(&mut self.url) {
            *text = secrets.mask(text);
        }
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
