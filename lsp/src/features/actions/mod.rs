//! What can be done about a problem, and with the lines that are selected.

mod config;
mod extract;
mod inline;
mod missing;
mod quotes;
mod spelling;
mod unused;

use aite::script::ast::Span;
use aite::script::{File, Problem};
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Range, TextEdit};

use crate::analysis::{Analysis, Workspace};
use crate::edits::Edits;
use crate::features::diagnostics::diagnostic;

/// Mends everything in the script that can be mended in one way only.
pub const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.aite");

/// Where something may be done.
struct Asked<'a> {
    workspace: &'a Workspace,
    analysis: &'a Analysis,
    /// The bytes that are selected.
    span: Span,
}

/// One way to mend a problem.
struct Fix {
    title: String,
    edits: Edits,
    /// It is most likely what is wanted.
    is_preferred: bool,
}

/// Everything that can be done about a part of a script.
pub fn actions(
    workspace: &Workspace,
    analysis: &Analysis,
    range: Range,
) -> Vec<CodeActionOrCommand> {
    let asked = Asked {
        workspace,
        analysis,
        span: Span {
            start: analysis.offset(range.start),
            end: analysis.offset(range.end),
        },
    };
    let own = analysis.problems.iter().filter(|(file, _)| *file == 0);
    let near = own.filter(|(_, problem)| asked.touches(problem.span));
    let mut actions = Vec::new();
    for (_, problem) in near {
        let fixes = fixes(&asked, problem).into_iter();
        actions.extend(fixes.filter_map(|fix| asked.quick_fix(fix, problem)));
    }
    let refactorings = [extract::to_flow(&asked), inline::flow(&asked)];
    for (fix, kind) in refactorings.into_iter().flatten() {
        actions.extend(asked.action(fix, kind));
    }
    actions.extend(fix_all(&asked).and_then(|fix| asked.action(fix, FIX_ALL)));
    actions.into_iter().map(CodeActionOrCommand::from).collect()
}

fn fixes(asked: &Asked, problem: &Problem) -> Vec<Fix> {
    let mut fixes: Vec<_> = spelling::fix(asked, problem).into_iter().collect();
    match problem.code {
        "unclosed-string" | "unclosed-regex" | "unexpected" => {
            fixes.extend(quotes::close(asked, problem))
        }
        "wrong-quote" => fixes.extend(quotes::straighten(asked, problem)),
        "unknown-profile" => {
            fixes.extend(missing::profile(asked, problem));
            fixes.extend(config::add_profile(asked, problem));
        }
        "outside-allow-list" => fixes.extend(config::allow(asked, problem)),
        "unknown-flow" => {
            fixes.extend(missing::uses(asked, problem));
            fixes.extend(missing::flow(asked, problem));
        }
        "unknown-name" => {
            fixes.extend(missing::uses(asked, problem));
            fixes.extend(missing::value(asked, problem));
        }
        "unused-name" => fixes.extend(unused::remove(asked, problem)),
        _ => {}
    }
    fixes
}

/// The edits of all problems of the script that have one answer alone.
fn fix_all(asked: &Asked) -> Option<Fix> {
    let analysis = asked.analysis;
    let own = analysis.problems.iter().filter(|(file, _)| *file == 0);
    let mut edits: Vec<TextEdit> = Vec::new();
    for (_, problem) in own {
        let fix = match problem.code {
            "wrong-quote" => quotes::straighten(asked, problem),
            _ => spelling::fix(asked, problem),
        };
        let Some(new) = fix.and_then(|fix| fix.edits.of_one_file()) else {
            continue;
        };
        let overlaps = |one: &TextEdit, other: &TextEdit| {
            one.range.start <= other.range.end && other.range.start <= one.range.end
        };
        let is_free = new
            .iter()
            .all(|edit| edits.iter().all(|other| !overlaps(edit, other)));
        if is_free {
            edits.extend(new);
        }
    }
    (!edits.is_empty()).then(|| Fix {
        title: "Mend what can be mended in one way only".to_owned(),
        edits: Edits::of(analysis.uri.clone(), edits),
        is_preferred: false,
    })
}

impl Asked<'_> {
    fn file(&self) -> &File {
        self.analysis.file()
    }

    fn touches(&self, span: Span) -> bool {
        span.start <= self.span.end && self.span.start <= span.end
    }

    /// An edit of the script itself.
    fn edit(&self, span: Span, text: impl Into<String>) -> TextEdit {
        TextEdit::new(self.analysis.range(span), text.into())
    }

    /// A fix that changes the script itself.
    fn fix(&self, title: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        Fix {
            title: title.into(),
            edits: Edits::of(self.analysis.uri.clone(), edits),
            is_preferred: false,
        }
    }

    fn quick_fix(&self, fix: Fix, problem: &Problem) -> Option<CodeAction> {
        let is_preferred = fix.is_preferred;
        let action = self.action(fix, CodeActionKind::QUICKFIX)?;
        Some(CodeAction {
            diagnostics: Some(vec![diagnostic(self.analysis, problem)]),
            is_preferred: Some(is_preferred),
            ..action
        })
    }

    fn action(&self, fix: Fix, kind: CodeActionKind) -> Option<CodeAction> {
        Some(CodeAction {
            title: fix.title,
            kind: Some(kind),
            edit: Some(fix.edits.into_workspace_edit(self.workspace)?),
            ..CodeAction::default()
        })
    }

    /// How the script's lines end.
    fn line_end(&self) -> &'static str {
        crate::features::line_end(self.file())
    }
}

impl Fix {
    fn preferred(mut self) -> Fix {
        self.is_preferred = true;
        self
    }
}
