//! Results as inlay hints at the ends of their lines.

use aite::script::ast::Span;
use tower_lsp::lsp_types::{InlayHint, InlayHintLabel, Range};

use super::page::Glance;
use super::results::{Mark, State};
use super::shown::label;
use crate::analysis::Analysis;

/// The hints of the marks that lie in a range; behind a step that has not run, what its target means on the open page.
pub fn hints(
    analysis: &Analysis,
    (marks, glances): (&[Mark], &[Glance]),
    range: Range,
) -> Vec<InlayHint> {
    let (start, end) = (analysis.offset(range.start), analysis.offset(range.end));
    let is_seen = |span: Span| span.end >= start && span.start <= end;
    let hint = |span: Span, words: String| InlayHint {
        position: analysis.range(span).end,
        label: InlayHintLabel::String(words),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let results = marks.iter().filter(|mark| is_seen(mark.span));
    let results = results.filter_map(|mark| {
        let words = match &mark.state {
            State::Waiting => "waiting".to_owned(),
            State::Running => "running …".to_owned(),
            State::Done(result) => label(result)?,
        };
        Some(hint(mark.span, words))
    });
    let has_result = |step: Span| marks.iter().any(|mark| mark.span == step);
    let glances = glances
        .iter()
        .filter(|glance| is_seen(glance.step) && !has_result(glance.step));
    let glances = glances.map(|glance| hint(glance.step, glanced(glance)));
    results.chain(glances).collect()
}

fn glanced(glance: &Glance) -> String {
    match (glance.matches, glance.hidden) {
        (1, _) => "1 match".to_owned(),
        (0, hidden @ 1..) => format!("0 matches, {hidden} hidden"),
        (many, _) => format!("{many} matches"),
    }
}
