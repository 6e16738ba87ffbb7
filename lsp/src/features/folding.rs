//! What can be folded away: blocks, tables, comments and the files used.

use aite::script::File;
use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind};
use tree_sitter::{QueryCursor, StreamingIterator};

use crate::analysis::Analysis;
use crate::features::queries;

pub fn folding_ranges(analysis: &Analysis) -> Vec<FoldingRange> {
    let file = analysis.file();
    let mut folds = nodes(analysis);
    folds.extend(runs(file, "#", FoldingRangeKind::Comment));
    folds.extend(runs(file, "use ", FoldingRangeKind::Imports));
    folds.sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}

/// What the grammar's query names.
fn nodes(analysis: &Analysis) -> Vec<FoldingRange> {
    let file = analysis.file();
    let mut cursor = QueryCursor::new();
    let text = file.text.as_bytes();
    let mut captures = cursor.captures(queries::folds(), analysis.tree.root_node(), text);
    let mut folds = Vec::new();
    while let Some((found, at)) = captures.next() {
        let range = found.captures[*at].node.byte_range();
        let first = file.lines.line(range.start);
        let mut last = file.lines.line(range.end);
        // Blank lines at a block's end, and the comments that are about the next one, stay.
        while last > first && is_about_what_follows(file, first, last) {
            last -= 1;
        }
        folds.extend(fold(first, last, None));
    }
    folds
}

fn is_about_what_follows(file: &File, first: usize, last: usize) -> bool {
    let line = file.line_text(last);
    line.trim().is_empty() || line.starts_with('#') && last > first
}

/// Lines one after the other that begin alike.
fn runs(file: &File, start: &str, kind: FoldingRangeKind) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut first = None;
    for line in 0..=file.lines.lines() {
        let fits =
            line < file.lines.lines() && file.line_text(line).trim_start().starts_with(start);
        match (fits, first) {
            (true, None) => first = Some(line),
            (false, Some(begun)) => {
                folds.extend(fold(begun, line - 1, Some(kind.clone())));
                first = None;
            }
            _ => {}
        }
    }
    folds
}

fn fold(first: usize, last: usize, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    (last > first).then(|| FoldingRange {
        start_line: first as u32,
        end_line: last as u32,
        kind,
        ..FoldingRange::default()
    })
}
