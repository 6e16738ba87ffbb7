//! Results as inlay hints at the ends of their lines.

use tower_lsp::lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, Range};

use super::results::{Mark, State};
use super::shown::label;
use crate::analysis::Analysis;

/// The hints of the marks that lie in a range.
pub fn hints(analysis: &Analysis, marks: &[Mark], range: Range) -> Vec<InlayHint> {
    let (start, end) = (analysis.offset(range.start), analysis.offset(range.end));
    let seen = marks
        .iter()
        .filter(|mark| mark.span.end >= start && mark.span.start <= end);
    seen.filter_map(|mark| {
        let words = match &mark.state {
            State::Waiting => "waiting".to_owned(),
            State::Running => "running …".to_owned(),
            State::Done(result) => label(result)?,
        };
        Some(InlayHint {
            position: analysis.range(mark.span).end,
            label: InlayHintLabel::String(words),
            kind: None::<InlayHintKind>,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    })
    .collect()
}
