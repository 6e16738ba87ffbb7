//! What came of the steps that ran, each kept at its step's text: editing the step removes it, editing elsewhere moves it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use aite::script::ast::Span;
use aite::session::StepResult;
use tower_lsp::lsp_types::Url;

use crate::analysis::Workspace;
use crate::documents::Edit;

/// What is known of one step.
#[derive(Debug, Clone)]
pub enum State {
    /// It waits for its turn.
    Waiting,
    Running,
    Done(Arc<StepResult>),
}

#[derive(Debug, Clone)]
pub struct Mark {
    /// The step, in bytes of the document as it is now.
    pub span: Span,
    pub state: State,
}

/// The marks of every open document.
#[derive(Clone, Default)]
pub struct Results(Arc<Mutex<HashMap<Url, Marks>>>);

#[derive(Default)]
struct Marks {
    marks: Vec<Mark>,
    /// What was edited since the run that is going on took its copy of the text.
    edits: Vec<(i32, Edit)>,
}

impl Results {
    fn all(&self) -> MutexGuard<'_, HashMap<Url, Marks>> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub fn of(&self, uri: &Url) -> Vec<Mark> {
        let all = self.all();
        all.get(uri)
            .map_or_else(Vec::new, |marks| marks.marks.clone())
    }

    /// Takes in edits of a document, which made it `version`.
    pub fn edit(&self, uri: &Url, version: i32, edits: &[Edit]) {
        let mut all = self.all();
        let Some(marks) = all.get_mut(uri) else {
            return;
        };
        for edit in edits {
            marks.marks.retain_mut(|mark| match moved(mark.span, edit) {
                Some(span) => {
                    mark.span = span;
                    true
                }
                None => false,
            });
            marks.edits.push((version, edit.clone()));
        }
    }

    pub fn forget(&self, uri: &Url) {
        self.all().remove(uri);
    }

    /// A run begins on a document's text: its results will come at places of that text.
    pub fn begin(&self, uri: &Url) {
        self.all().entry(uri.clone()).or_default().edits.clear();
    }

    /// Sets what is known of a step at a place that it had in `version` of the text; nothing if the step was edited since.
    pub fn set(&self, uri: &Url, version: i32, span: Span, state: State) {
        let mut all = self.all();
        let marks = all.entry(uri.clone()).or_default();
        let later = marks.edits.iter().filter(|(edited, _)| *edited > version);
        let Some(span) = later.map(|(_, edit)| edit).try_fold(span, moved) else {
            return;
        };
        marks
            .marks
            .retain(|mark| mark.span.end <= span.start || mark.span.start >= span.end);
        marks.marks.push(Mark { span, state });
        marks.marks.sort_by_key(|mark| mark.span.start);
    }

    /// Removes the marks of steps that have not run, after a stop; says which documents had some.
    pub fn drop_unfinished(&self) -> Vec<Url> {
        let mut changed = Vec::new();
        for (uri, marks) in self.all().iter_mut() {
            let before = marks.marks.len();
            marks
                .marks
                .retain(|mark| matches!(mark.state, State::Done(_)));
            if marks.marks.len() != before {
                changed.push(uri.clone());
            }
        }
        changed
    }

    /// Removes a document's marks for which something holds.
    pub fn remove_if(&self, uri: &Url, holds: impl Fn(&StepResult) -> bool) {
        if let Some(marks) = self.all().get_mut(uri) {
            marks
                .marks
                .retain(|mark| !matches!(&mark.state, State::Done(result) if holds(result)));
        }
    }
}

/// Where a step is after an edit; none where the edit touched it.
fn moved(span: Span, edit: &Edit) -> Option<Span> {
    let shift = |at: usize| (at + edit.new_end).saturating_sub(edit.old_end);
    if edit.old_end < span.start
        || (edit.old_end == span.start && !is_written_on_to(edit, Side::Front))
    {
        return Some(Span {
            start: shift(span.start),
            end: shift(span.end),
        });
    }
    let behind =
        edit.start > span.end || (edit.start == span.end && !is_written_on_to(edit, Side::Back));
    behind.then_some(span)
}

enum Side {
    Front,
    Back,
}

/// Whether what was inserted right at a step's edge belongs to the step: nothing does that a line's end parts from it.
fn is_written_on_to(edit: &Edit, side: Side) -> bool {
    let inserted = edit.inserted.as_str();
    match side {
        Side::Front => !inserted.chars().next_back().is_none_or(char::is_whitespace),
        Side::Back => !inserted.is_empty() && !inserted.starts_with(['\n', '\r']),
    }
}

/// The open document that a path is, if its text is still the one given.
pub fn document_at(workspace: &Workspace, path: &Path, text: &str) -> Option<(Url, i32)> {
    let documents = workspace.documents();
    let mut all = documents.all();
    let document = all.find(|document| document.path == path && document.rope == text)?;
    Some((document.uri.clone(), document.version))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where `click` of `a\nclick\nb` is after an edit.
    fn after(start: usize, old_end: usize, inserted: &str) -> Option<(usize, usize)> {
        let edit = Edit {
            start,
            old_end,
            new_end: start + inserted.len(),
            inserted: inserted.into(),
        };
        moved(Span { start: 2, end: 7 }, &edit).map(|span| (span.start, span.end))
    }

    #[test]
    fn editing_elsewhere_moves_a_result_and_editing_its_step_removes_it() {
        assert_eq!(after(0, 1, "abc"), Some((4, 9)));
        assert_eq!(after(0, 2, ""), Some((0, 5)));
        assert_eq!(after(2, 2, "  "), Some((4, 9)));
        assert_eq!(after(2, 2, "new\n"), Some((6, 11)));
        assert_eq!(after(2, 2, "x"), None);
        assert_eq!(after(4, 4, "x"), None);
        assert_eq!(after(7, 7, " \"x\""), None);
        assert_eq!(after(7, 7, "\nopen"), Some((2, 7)));
        assert_eq!(after(7, 8, ""), Some((2, 7)));
        assert_eq!(after(8, 9, "c"), Some((2, 7)));
        assert_eq!(after(0, 9, ""), None);
    }
}
