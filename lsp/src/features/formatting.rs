//! A script laid out in its one form, by edits of no more than what differs.

use aite::script::ast::Span;
use aite::script::format;
use tower_lsp::lsp_types::{Range, TextEdit};

use crate::analysis::Analysis;
use crate::documents::difference;
use crate::features::line_end;

/// The edits that lay out the whole script. Its lines keep their ends.
pub fn whole(analysis: &Analysis) -> Vec<TextEdit> {
    edits(analysis, |_| true)
}

/// Those of the lines that a range touches.
pub fn range(analysis: &Analysis, range: Range) -> Vec<TextEdit> {
    let end = match range.end.character {
        0 if range.end.line > range.start.line => range.end.line - 1,
        _ => range.end.line,
    };
    let lines = range.start.line as usize..=end as usize;
    edits(analysis, |line| lines.contains(&line))
}

/// What is to change when a character was typed: behind a new line, the line before it; behind a bar, its table.
pub fn on_type(analysis: &Analysis, offset: usize, typed: &str) -> Vec<TextEdit> {
    let file = analysis.file();
    let line = file.lines.line(offset);
    match typed {
        "\n" => {
            let mut edits = edits(analysis, |at| at + 1 == line);
            edits.extend(indent(analysis, line));
            edits
        }
        "|" => {
            let is_row = |line: usize| file.line_text(line).trim_start().starts_with('|');
            if !is_row(line) {
                return Vec::new();
            }
            let first = (0..line).rev().take_while(|&at| is_row(at)).last();
            let last = (line..file.lines.lines())
                .take_while(|&at| is_row(at))
                .last();
            let table = first.unwrap_or(line)..=last.unwrap_or(line);
            edits(analysis, |at| table.contains(&at))
        }
        _ => Vec::new(),
    }
}

/// The indentation of a line in which nothing stands yet.
fn indent(analysis: &Analysis, line: usize) -> Option<TextEdit> {
    let file = analysis.file();
    let blank = file.line_text(line);
    if !blank.trim().is_empty() {
        return None;
    }
    let script = &file.script;
    let start = file.lines.start(line)?;
    let hooks = script.hooks.iter().map(|hook| hook.span.start);
    let flows = script.flows.iter().map(|flow| flow.span.start);
    let tests = script.tests.iter().filter(|test| !test.is_bare());
    let mut headings = hooks.chain(flows).chain(tests.map(|test| test.span.start));
    let wanted = if headings.any(|heading| heading < start) {
        "  "
    } else {
        ""
    };
    (blank != wanted).then(|| {
        let end = start + blank.len();
        TextEdit::new(analysis.range(Span { start, end }), wanted.to_owned())
    })
}

/// The formatter takes lines away and changes them, and adds none: line for line, what stands in the one stands in the
/// other, but for blank ones.
fn edits(analysis: &Analysis, wanted: impl Fn(usize) -> bool) -> Vec<TextEdit> {
    let file = analysis.file();
    let new = format(&file.text);
    let mut new_lines = new.split('\n').peekable();
    let mut edits = Vec::new();
    let count = file.lines.lines();
    let mut edit = |line: usize, span: Span, text: &str| {
        if wanted(line) {
            edits.push(TextEdit::new(analysis.range(span), text.to_owned()));
        }
    };
    for line in 0..count {
        let old = file.line_text(line);
        let start = file.lines.start(line).unwrap_or(file.text.len());
        let end = start + old.len();
        let is_last = line + 1 == count;
        let is_blank = is_blank(old);
        let next = new_lines.peek().copied();
        let goes = is_blank && (next != Some("") || is_last_new(&new_lines));
        if goes {
            if !is_last {
                let end = file.lines.start(line + 1).unwrap_or(file.text.len());
                edit(line, Span { start, end }, "");
            } else if !old.is_empty() {
                edit(line, Span { start, end }, "");
            }
            continue;
        }
        let text = new_lines.next().unwrap_or_default();
        if old != text {
            let changed = difference(old, text);
            let span = Span {
                start: start + changed.start,
                end: start + changed.old_end,
            };
            edit(line, span, &changed.inserted);
        }
        if is_last && !text.is_empty() {
            edit(line, Span { start: end, end }, line_end(file));
        }
    }
    edits
}

/// Whether what is left of the new text is the nothing behind its last line's end.
fn is_last_new(lines: &std::iter::Peekable<std::str::Split<'_, char>>) -> bool {
    lines.clone().nth(1).is_none()
}

fn is_blank(line: &str) -> bool {
    line.trim_matches(aite::script::tokens::is_space).is_empty()
}
