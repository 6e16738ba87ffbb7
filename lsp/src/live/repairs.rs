//! What a person can say to a repair, a drift or an ambiguity: code actions that the editor makes, in the lock, the script or both.

use std::path::{Path, PathBuf};

use aite::lock::{Change, Descriptor, Edit, Entry, LockFile, edited};
use aite::script::ast::{Line, Locator, Span, Target};
use aite::script::pieces::{Piece, pieces};
use aite::session::{
    Candidate, Offer, Standing, accepting, candidate_in_words, descriptor_in_words, offers,
};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, NumberOrString, Range, TextEdit,
};

use super::naming::named_anew;
use super::results::{Mark, Results, State};
use crate::analysis::{Analysis, Workspace};
use crate::edits::Edits;

/// The codes of the diagnostics that these actions answer.
const ANSWERED: &[&str] = &["repaired", "drifted", "ambiguous", "unlike"];

/// The actions for the steps in a range.
pub fn actions(
    analysis: &Analysis,
    workspace: &Workspace,
    marks: &[Mark],
    (range, shown): (Range, &[Diagnostic]),
) -> Vec<CodeActionOrCommand> {
    let (start, end) = (analysis.offset(range.start), analysis.offset(range.end));
    let mut actions = Vec::new();
    for mark in marks {
        if mark.span.end < start || mark.span.start > end {
            continue;
        }
        let State::Done(result) = &mark.state else {
            continue;
        };
        for offer in offers(result) {
            let Some(lock) = Lock::of(&offer, analysis, workspace) else {
                continue;
            };
            let asked = Asked {
                analysis,
                workspace,
                lock,
                span: mark.span,
                shown,
            };
            actions.extend(asked.answers(&offer));
        }
    }
    if !actions.is_empty() {
        actions.extend(accept_all(analysis, workspace, marks));
    }
    actions.into_iter().map(CodeActionOrCommand::from).collect()
}

/// Takes away the results that the locks, as they are on disk now, have an answer to.
pub fn forget_settled(results: &Results, workspace: &Workspace) {
    for uri in workspace.scripts() {
        let Some(root) = workspace
            .analysis(&uri)
            .and_then(|known| Some(known.config.as_ref().ok()?.root.clone()))
        else {
            continue;
        };
        results.remove_if(&uri, |result| {
            offers(result)
                .iter()
                .any(|offer| is_settled(offer, &root.join(&offer.entry.lock)))
        });
    }
}

fn is_settled(offer: &Offer<'_>, lock: &Path) -> bool {
    let Ok(lock) = LockFile::read(lock) else {
        return false;
    };
    let entry = lock.find(&offer.entry.page, &offer.entry.target);
    entry.is_none_or(|entry| entry.descriptor != offer.old || has_rejected(entry, offer))
}

fn has_rejected(entry: &Entry, offer: &Offer<'_>) -> bool {
    let mut candidates = offer.candidates.iter();
    candidates.any(|candidate| entry.rejected.contains(&candidate.descriptor))
}

/// A lock's text, as the editor or the disk has it.
struct Lock {
    path: PathBuf,
    text: String,
}

impl Lock {
    /// None where its entry is no longer the one that the step had.
    fn of(offer: &Offer<'_>, analysis: &Analysis, workspace: &Workspace) -> Option<Lock> {
        let config = analysis.config.as_ref().ok()?;
        let path = config.root.join(&offer.entry.lock);
        let text = String::from_utf8(workspace.contents(&path).ok()?).ok()?;
        let lock: LockFile = serde_json::from_str(&text).ok()?;
        let entry = lock.find(&offer.entry.page, &offer.entry.target)?;
        (entry.descriptor == offer.old).then_some(Lock { path, text })
    }

    fn change(&self, edits: &[Edit], into: &mut Edits, workspace: &Workspace) -> Option<()> {
        let new = edited(&self.text, edits).ok()?;
        into.rewrite(
            &self.path,
            (Some(&self.text), &new),
            workspace.editor.encoding,
        );
        Some(())
    }
}

/// One step's offer, where it is asked about.
struct Asked<'a> {
    analysis: &'a Analysis,
    workspace: &'a Workspace,
    lock: Lock,
    span: Span,
    shown: &'a [Diagnostic],
}

impl Asked<'_> {
    fn answers(&self, offer: &Offer<'_>) -> Vec<CodeAction> {
        let mut actions = Vec::new();
        let acted = matches!(
            offer.standing,
            Standing::Proposed | Standing::Unconfirmed | Standing::Refuted
        );
        let many = offer.candidates.len();
        for (at, candidate) in offer.candidates.iter().enumerate() {
            let words = candidate_in_words(candidate);
            let title = match acted {
                true => format!("Accept this repair: {words}"),
                false if many > 1 => format!("Use candidate {} of {many}: {words}", at + 1),
                false => format!("Use this candidate: {words}"),
            };
            let yes = accepting(&offer.old, candidate, offer.standing);
            let mut accept = self.action(title, |edits| self.change_lock(offer, yes, edits));
            if let Some(accept) = &mut accept {
                accept.is_preferred = Some(acted && offer.standing != Standing::Refuted);
            }
            actions.extend(accept);
            // What several are called names none of them.
            let named_alike =
                |other: &&Candidate| other.descriptor.name == candidate.descriptor.name;
            if offer.candidates.iter().filter(named_alike).count() == 1 {
                actions.extend(self.say_anew(offer, candidate));
            }
        }
        if offer.standing != Standing::Unlike {
            actions.extend(
                offer
                    .candidates
                    .iter()
                    .enumerate()
                    .filter_map(|(at, candidate)| {
                        let which = match many {
                            1 => "this one".to_owned(),
                            many => format!("candidate {} of {many}", at + 1),
                        };
                        let title =
                            format!("Never {which}: {}", element_in_words(&candidate.descriptor));
                        let no = Change::Reject(candidate.descriptor.clone());
                        self.action(title, |edits| self.change_lock(offer, no, edits))
                    }),
            );
        }
        actions
    }

    fn say_anew(&self, offer: &Offer<'_>, candidate: &Candidate) -> Vec<CodeAction> {
        let Some(old) = self.target(offer) else {
            return Vec::new();
        };
        let Some(new) = named_anew(old, &candidate.descriptor) else {
            return Vec::new();
        };
        let words = new.to_string();
        let say = |edits: &mut Edits| {
            let edit = TextEdit::new(self.analysis.range(old.span), words.clone());
            edits.add(self.analysis.uri.clone(), edit);
            Some(())
        };
        let in_script = self.action(format!("Say it the new way: {words}"), say);
        let in_both = self.action(format!("Both: {words}, and in the lock"), |edits| {
            say(edits)?;
            let entry = offer.entry;
            let gone = Edit {
                page: entry.page.clone(),
                target: entry.target.clone(),
                change: Change::Remove,
            };
            let added = Edit {
                target: words.clone(),
                change: Change::Add(candidate.descriptor.clone()),
                ..gone.clone()
            };
            self.lock.change(&[gone, added], edits, self.workspace)
        });
        in_script.into_iter().chain(in_both).collect()
    }

    /// The step's target that an offer is about.
    fn target(&self, offer: &Offer<'_>) -> Option<&Target> {
        let mut lines = self.analysis.file().script.lines();
        let step = lines.find_map(|line| match line {
            Line::Step(step) if step.span == self.span => Some(step),
            _ => None,
        })?;
        let targets: Vec<_> = pieces(&step.kind)
            .into_iter()
            .filter_map(|piece| match piece {
                // A name stands for a target that is written elsewhere.
                Piece::Target(target) if !matches!(target.locator, Locator::Name(_)) => {
                    Some(target)
                }
                _ => None,
            })
            .collect();
        let same = targets
            .iter()
            .find(|target| target.to_string() == offer.entry.target);
        same.or(targets.first()).copied()
    }

    fn change_lock(&self, offer: &Offer<'_>, change: Change, into: &mut Edits) -> Option<()> {
        let edit = Edit {
            page: offer.entry.page.clone(),
            target: offer.entry.target.clone(),
            change,
        };
        self.lock.change(&[edit], into, self.workspace)
    }

    fn action(
        &self,
        title: String,
        make: impl FnOnce(&mut Edits) -> Option<()>,
    ) -> Option<CodeAction> {
        let mut edits = Edits::default();
        make(&mut edits)?;
        let answered = self.shown.iter().filter(|one| {
            matches!(&one.code, Some(NumberOrString::String(code)) if ANSWERED.contains(&code.as_str()))
        });
        Some(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(answered.cloned().collect()),
            edit: Some(edits.into_workspace_edit(self.workspace)?),
            ..CodeAction::default()
        })
    }
}

fn element_in_words(descriptor: &Descriptor) -> String {
    let descriptor = serde_json::to_value(descriptor).unwrap_or_default();
    descriptor_in_words(&descriptor).unwrap_or_default()
}

/// Takes every repair of the file into its locks, where there are several.
fn accept_all(analysis: &Analysis, workspace: &Workspace, marks: &[Mark]) -> Option<CodeAction> {
    let mut locks: Vec<(Lock, Vec<Edit>)> = Vec::new();
    let mut number = 0;
    for mark in marks {
        let State::Done(result) = &mark.state else {
            continue;
        };
        for offer in offers(result) {
            let repaired = matches!(offer.standing, Standing::Proposed | Standing::Unconfirmed);
            let ([candidate], true) = (offer.candidates.as_slice(), repaired) else {
                continue;
            };
            let Some(lock) = Lock::of(&offer, analysis, workspace) else {
                continue;
            };
            let edit = Edit {
                page: offer.entry.page.clone(),
                target: offer.entry.target.clone(),
                change: accepting(&offer.old, candidate, offer.standing),
            };
            match locks.iter_mut().find(|(known, _)| known.path == lock.path) {
                Some((_, edits)) if edits.contains(&edit) => continue,
                Some((_, edits)) => edits.push(edit),
                None => locks.push((lock, vec![edit])),
            }
            number += 1;
        }
    }
    let mut all = Edits::default();
    let made = locks
        .iter()
        .try_for_each(|(lock, edits)| lock.change(edits, &mut all, workspace));
    let edit = made
        .filter(|()| number > 1)
        .and_then(|()| all.into_workspace_edit(workspace));
    edit.map(|edit| CodeAction {
        title: format!("Accept all {number} repairs in this file"),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(edit),
        ..CodeAction::default()
    })
}
