//! A run as data: `run.json`. Every report is a view of it.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::session::{EntryPlace, Status, StepResult};

/// The newest `version` of `run.json` this program knows.
pub const VERSION: u32 = 1;

/// One run, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub version: u32,
    pub run_id: String,
    /// The version of aite that ran.
    pub aite: String,
    /// The browser's name and version; absent where none was started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chrome: Option<String>,
    /// RFC 3339, UTC.
    pub started: String,
    pub ms: f64,
    /// Somebody stopped it before its end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub interrupted: bool,
    pub scripts: Vec<ScriptResult>,
    /// With `--locked`: where the locks are behind the pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<Behind>,
    /// What a person should know of the run as a whole, as an allow entry that Chrome refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What kept tests from running at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// A lock entry that does not say what the page is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Behind {
    #[serde(flatten)]
    pub entry: EntryPlace,
    pub why: BehindWhy,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BehindWhy {
    /// There is no such entry.
    Missing,
    /// The element had to be found again.
    Repaired,
    /// What the target fits hardly resembles it.
    Unlike,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScriptResult {
    /// As the user named it, or relative to the working folder.
    pub path: String,
    /// `before all` and `after all`, where there are any; they count only when they fail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<TestResult>,
    pub tests: Vec<TestResult>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Passed,
    Failed,
    /// A precondition was not met; the app was not tried.
    PreState,
    /// The script says `@skip`.
    Skipped,
    /// The run ended before it.
    NotRun,
}

/// One test, or one row of its table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestResult {
    /// From 1, in the order of the script; the first part of its steps' ids.
    pub id: usize,
    /// Names in it replaced.
    pub title: String,
    /// The line its heading is on, from 1.
    pub line: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The table's row it ran with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<IndexMap<String, String>>,
    pub verdict: Verdict,
    /// Why it was skipped or not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub ms: f64,
    pub steps: Vec<StepResult>,
}

/// How many tests ended how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub passed: usize,
    pub failed: usize,
    pub pre_state: usize,
    pub skipped: usize,
    pub not_run: usize,
}

impl Run {
    pub fn tests(&self) -> impl Iterator<Item = (&ScriptResult, &TestResult)> {
        self.scripts
            .iter()
            .flat_map(|script| script.tests.iter().map(move |test| (script, test)))
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let failed_hooks = self
            .scripts
            .iter()
            .flat_map(|script| &script.hooks)
            .filter(|hook| hook.verdict != Verdict::Passed);
        for test in self.tests().map(|(_, test)| test).chain(failed_hooks) {
            *match test.verdict {
                Verdict::Passed => &mut counts.passed,
                Verdict::Failed => &mut counts.failed,
                Verdict::PreState => &mut counts.pre_state,
                Verdict::Skipped => &mut counts.skipped,
                Verdict::NotRun => &mut counts.not_run,
            } += 1;
        }
        counts
    }
}

impl ScriptResult {
    /// Every step that was performed, in order, those of flows behind the step that does them.
    pub fn steps(&self) -> Vec<&StepResult> {
        self.hooks
            .iter()
            .chain(&self.tests)
            .flat_map(TestResult::all_steps)
            .collect()
    }
}

impl TestResult {
    /// Its steps in order, those of flows behind the step that does them.
    pub fn all_steps(&self) -> Vec<&StepResult> {
        fn collect<'a>(steps: &'a [StepResult], into: &mut Vec<&'a StepResult>) {
            for step in steps {
                into.push(step);
                collect(&step.steps, into);
            }
        }
        let mut all = Vec::new();
        collect(&self.steps, &mut all);
        all
    }

    /// The steps that failed, innermost, in order. A tolerated step is none of them.
    pub fn failed_steps(&self) -> Vec<&StepResult> {
        fn collect<'a>(steps: &'a [StepResult], into: &mut Vec<&'a StepResult>) {
            for step in steps {
                let before = into.len();
                if step.outcome.status != Status::Tolerated {
                    collect(&step.steps, into);
                }
                if step.outcome.status == Status::Failed && into.len() == before {
                    into.push(step);
                }
            }
        }
        let mut failed = Vec::new();
        collect(&self.steps, &mut failed);
        failed
    }
}

fn is_false(value: &bool) -> bool {
    !value
}
