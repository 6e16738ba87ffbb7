//! Steps and targets that a person writes by using the page: picked and recorded.

use std::time::Duration;

use aite::script::text::quote;
use aite::session::{LiveEvent, LiveEvents, Picked, Recorded, RunFacts, Scope, said, written};
use tower_lsp::Client;
use tower_lsp::lsp_types::{MessageType, Position, Range, TextEdit, Url};

use super::page::Interest;
use super::part;
use crate::analysis::{Analysis, Workspace};
use crate::edits::Edits;
use crate::features::hover::target_at;

/// What is waited for from the page.
pub enum Waiting {
    /// The element a person clicks, for a place in a script.
    Pick { uri: Url, position: Position },
    /// All that a person does, for the lines below a place.
    Record(Recording),
}

/// What was recorded so far, and the lines of it that stand in the script.
pub struct Recording {
    pub at: Interest,
    steps: Vec<Recorded>,
    lines: Vec<String>,
}

impl Recording {
    pub fn new(at: Interest) -> Recording {
        Recording {
            at,
            steps: Vec::new(),
            lines: Vec::new(),
        }
    }
}

/// How long an editor may take to tell of a change that it has made.
const CHANGE_WITHIN: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// Whom the edits go to.
pub struct Author {
    pub client: Client,
    pub workspace: Workspace,
    pub facts: RunFacts,
}

impl Author {
    /// Takes in what the page tells; false once nothing more is waited for.
    pub async fn hear(&self, waiting: &mut Waiting, event: LiveEvent) -> bool {
        match (waiting, event) {
            (Waiting::Pick { uri, position }, LiveEvent::Picked(picked)) => {
                self.write_picked(uri, *position, &picked).await;
                false
            }
            (Waiting::Record(recording), LiveEvent::Recorded(recorded)) => {
                recording.steps.push(recorded);
                self.write_recorded(recording).await;
                true
            }
            _ => true,
        }
    }

    /// Nothing more is told: what could not be written before is tried once more.
    pub async fn finish(&self, waiting: &mut Waiting) {
        if let Waiting::Record(recording) = waiting {
            self.write_recorded(recording).await;
        }
    }

    async fn write_picked(&self, uri: &Url, position: Position, picked: &Picked) {
        let words = picked.target.as_ref().and_then(said);
        let (Some(words), Some(analysis)) = (words, self.workspace.analysis(uri)) else {
            return;
        };
        let offset = analysis.offset(position);
        let range = match target_at(&analysis.file().script, offset) {
            Some(target) => analysis.range(target.span),
            None => Range::new(position, position),
        };
        let edits = vec![TextEdit::new(range, words)];
        self.apply(&analysis, edits).await;
    }

    /// Puts the lines recorded so far in the place of those that were put there before.
    async fn write_recorded(&self, recording: &mut Recording) {
        let Some(analysis) = self.workspace.analysis(&recording.at.uri) else {
            return;
        };
        let config = analysis.config.as_ref().ok();
        let base = config.and_then(|config| config.file.base_url.as_ref());
        let mut new = written(&recording.steps, base);
        name_secrets(&mut new.steps, &analysis, &self.facts);
        if new.steps == recording.lines {
            return;
        }
        let top = declarations(&analysis, &new.secrets);
        let moved = top.matches('\n').count();
        let mut edits = vec![lines_edit(&analysis, recording, &new.steps)];
        if !top.is_empty() {
            edits.insert(0, TextEdit::new(Range::default(), top));
        }
        if self.apply(&analysis, edits).await {
            recording.at.line += moved;
            recording.lines = new.steps;
        }
    }

    /// Whether the editor has made the edits of a text as it was looked at, and has told what it is now.
    async fn apply(&self, analysis: &Analysis, edits: Vec<TextEdit>) -> bool {
        let (uri, before) = (&analysis.uri, Some(analysis.version));
        if self.version(uri) != before {
            return false;
        }
        let edits = Edits::of(uri.clone(), edits);
        let Some(edit) = edits.into_workspace_edit(&self.workspace) else {
            return false;
        };
        match self.client.apply_edit(edit).await {
            Ok(answer) if answer.applied => self.wait_for_change(uri, before).await,
            _ => {
                let sentence =
                    "The editor did not take what was to be written; undo or save, and try again.";
                self.client
                    .show_message(MessageType::WARNING, sentence)
                    .await;
                false
            }
        }
    }

    /// The editor's answer may be read before the change that it has told first.
    async fn wait_for_change(&self, uri: &Url, before: Option<i32>) -> bool {
        let changed = async {
            while self.version(uri) == before {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::time::timeout(CHANGE_WITHIN, changed).await.is_ok()
    }

    fn version(&self, uri: &Url) -> Option<i32> {
        let documents = self.workspace.documents();
        documents.get(uri).map(|document| document.version)
    }
}

/// The next thing the page tells; never, where nobody listens.
pub async fn next(events: &mut Option<LiveEvents>) -> Option<LiveEvent> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}

/// Puts the script's own secrets by their names where a person typed their values.
fn name_secrets(steps: &mut [String], analysis: &Analysis, facts: &RunFacts) {
    let scope = Scope::new(&analysis.opened, 0, facts);
    for secret in &analysis.file().script.secrets {
        let Ok(known) = scope.name(&secret.name) else {
            continue;
        };
        let value = quote(&known.text);
        for step in steps.iter_mut().filter(|_| !known.text.is_empty()) {
            *step = step.replace(&value, &secret.name.text);
        }
    }
}

/// The secrets' lines that the script lacks, for its top.
fn declarations(analysis: &Analysis, secrets: &[String]) -> String {
    let text = &analysis.file().text;
    let is_declared = |secret: &&String| text.lines().any(|line| line.trim() == *secret);
    let missing = secrets.iter().filter(|secret| !is_declared(secret));
    let mut top: String = missing.map(|secret| format!("{secret}\n")).collect();
    let follows_others = ["use", "profile", "let", "secret", "#"]
        .iter()
        .any(|word| text.starts_with(word));
    if !top.is_empty() && !follows_others {
        top.push('\n');
    }
    top
}

/// The edit that puts the steps where the recorded lines stand, as far as they differ.
fn lines_edit(analysis: &Analysis, recording: &Recording, steps: &[String]) -> TextEdit {
    let file = analysis.file();
    let start = first_line(analysis, recording);
    let pairs = steps.iter().zip(&recording.lines);
    let same = pairs.take_while(|(one, other)| one == other).count();
    let from = Position::new((start + same) as u32, 0);
    let to = Position::new((start + recording.lines.len()) as u32, 0);
    // A file without a heading is one test, whose steps are not indented.
    let indent = match part::find(file, recording.at.line) {
        Some(at) if !at.block.is_bare() => "  ",
        _ => "",
    };
    let steps = steps[same..].iter();
    let mut text: String = steps.map(|step| format!("{indent}{step}\n")).collect();
    if start + same >= file.lines.lines() && !file.text.is_empty() {
        text.insert(0, '\n');
    }
    TextEdit::new(Range::new(from, to), text)
}

/// Where the recorded lines begin: where they stand now, which edits above them may have moved, else below the place.
fn first_line(analysis: &Analysis, recording: &Recording) -> usize {
    let expected = recording.at.line + 1;
    let written = &recording.lines;
    let lines: Vec<&str> = analysis.file().text.lines().map(str::trim).collect();
    let stands_at = |start: &usize| {
        let there = lines.get(*start..start + written.len());
        there.is_some_and(|there| there.iter().zip(written).all(|(one, other)| one == other))
    };
    let places = (0..lines.len()).filter(|at| !written.is_empty() && stands_at(at));
    let nearest = places.min_by_key(|at| at.abs_diff(expected));
    nearest.unwrap_or(expected)
}
