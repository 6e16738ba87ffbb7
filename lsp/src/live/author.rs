//! Steps and targets that a person writes by using the page: picked and recorded.

use aite::session::{LiveEvent, LiveEvents, Picked, Recorded, said, written};
use tower_lsp::Client;
use tower_lsp::lsp_types::{MessageType, Position, Range, TextEdit, Url};

use super::page::Interest;
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
    secrets: Vec<String>,
}

impl Recording {
    pub fn new(at: Interest) -> Recording {
        Recording {
            at,
            steps: Vec::new(),
            lines: Vec::new(),
            secrets: Vec::new(),
        }
    }
}

/// Whom the edits go to.
pub struct Author {
    pub client: Client,
    pub workspace: Workspace,
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
        let edits = Edits::of(uri.clone(), vec![TextEdit::new(range, words)]);
        self.apply(edits).await;
    }

    /// Puts the lines recorded so far in the place of those that were put there before.
    async fn write_recorded(&self, recording: &mut Recording) {
        let Some(analysis) = self.workspace.analysis(&recording.at.uri) else {
            return;
        };
        let base = analysis.config.as_ref().ok();
        let base = base.and_then(|config| config.file.base_url.clone());
        let new = written(&recording.steps, base.as_ref());
        if new.steps == recording.lines {
            return;
        }
        let mut edits = Vec::new();
        let missing = new
            .secrets
            .iter()
            .filter(|secret| !recording.secrets.contains(secret));
        for secret in missing {
            let declared = analysis
                .file()
                .text
                .lines()
                .any(|line| line.trim() == secret);
            if !declared {
                let top = Position::new(0, 0);
                edits.push(TextEdit::new(Range::new(top, top), format!("{secret}\n")));
            }
        }
        let start = first_line(&analysis, recording);
        let same = new
            .steps
            .iter()
            .zip(&recording.lines)
            .take_while(|(one, other)| one == other)
            .count();
        let from = Position::new((start + same) as u32, 0);
        let to = Position::new((start + recording.lines.len()) as u32, 0);
        let mut text: String = new.steps[same..]
            .iter()
            .map(|step| format!("  {step}\n"))
            .collect();
        if start >= analysis.file().lines.lines() || needs_newline(&analysis, from) {
            text.insert(0, '\n');
        }
        edits.push(TextEdit::new(Range::new(from, to), text));
        let added = edits.len() - 1;
        if self.apply(Edits::of(recording.at.uri.clone(), edits)).await {
            recording.at.line += added;
            recording.lines = new.steps;
            recording.secrets = new.secrets;
        }
    }

    async fn apply(&self, edits: Edits) -> bool {
        let Some(edit) = edits.into_workspace_edit(&self.workspace) else {
            return false;
        };
        match self.client.apply_edit(edit).await {
            Ok(answer) if answer.applied => true,
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
}

/// The next thing the page tells; never, where nobody listens.
pub async fn next(events: &mut Option<LiveEvents>) -> Option<LiveEvent> {
    match events {
        Some(events) => events.next().await,
        None => std::future::pending().await,
    }
}

/// Where the recorded lines begin: where they stand now, which edits above them may have moved, else below the place.
fn first_line(analysis: &Analysis, recording: &Recording) -> usize {
    let expected = recording.at.line + 1;
    let Some(first) = recording.lines.first() else {
        return expected;
    };
    let lines: Vec<&str> = analysis.file().text.lines().map(str::trim).collect();
    let stands_at = |start: usize| {
        let there = lines.get(start..start + recording.lines.len());
        there.is_some_and(|there| {
            there.iter().eq(recording
                .lines
                .iter()
                .map(|line| line.as_str())
                .collect::<Vec<_>>()
                .iter())
        })
    };
    let mut places: Vec<usize> = (0..lines.len()).filter(|at| lines[*at] == first).collect();
    places.sort_by_key(|at| at.abs_diff(expected));
    places
        .into_iter()
        .find(|at| stands_at(*at))
        .unwrap_or(expected)
}

/// Whether the text ends right in front of a line that is to be written.
fn needs_newline(analysis: &Analysis, position: Position) -> bool {
    let file = analysis.file();
    position.line as usize >= file.lines.lines() && !file.text.ends_with('\n')
}
