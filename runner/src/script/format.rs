//! The one way a script is laid out.

use unicode_width::UnicodeWidthStr;

use super::ast::Span;
use super::tokens::{self, Kind, Token, is_space};
use super::{explain, numbers, parse, print, text};

/// A script with its spacing, indentation, tables and ordinals in their one form, its lines ending in `\n`. What it says
/// stays the same; comments stay; a line that makes no sense stays as it is. Formatting twice changes nothing more.
pub fn format(script: &str) -> String {
    let (parsed, _) = parse(script);
    let lines = classify(script, &parsed.unreadable);
    let mut formatted = String::with_capacity(script.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if line.kind == LineKind::Blank {
            // Blank lines at the file's start go, and of several one stays.
            if !formatted.is_empty() && !formatted.ends_with("\n\n") {
                formatted.push('\n');
            }
            at += 1;
            continue;
        }
        let rows = table_length(&lines[at..]);
        if rows > 0 {
            write_table(&lines[at..at + rows], &mut formatted);
            at += rows;
            continue;
        }
        write_line(line, &mut formatted);
        at += 1;
    }
    while formatted.ends_with("\n\n") {
        formatted.pop();
    }
    formatted
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum LineKind {
    Blank,
    Comment,
    Heading,
    Row,
    /// A step, or a line of the file's top.
    Other,
    /// Makes no sense.
    Unreadable,
}

struct Line<'t> {
    text: &'t str,
    kind: LineKind,
    indent: usize,
}

fn classify<'t>(script: &'t str, unreadable: &[Span]) -> Vec<Line<'t>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut in_block = false;
    let mut starts: Vec<usize> = unreadable.iter().map(|span| span.start).collect();
    starts.sort_unstable();
    for line in script.split('\n') {
        let text = line.trim_end_matches('\r');
        let opens = is_heading(text);
        let kind = match text.trim_matches(is_space).chars().next() {
            None => LineKind::Blank,
            Some('#') => LineKind::Comment,
            _ if starts.binary_search(&start).is_ok() => LineKind::Unreadable,
            Some('|') => LineKind::Row,
            _ if opens => LineKind::Heading,
            _ => LineKind::Other,
        };
        let lost = kind == LineKind::Unreadable && explain::meant_as_heading(text);
        in_block |= opens || lost;
        lines.push(Line {
            text,
            kind,
            indent: if in_block && !opens { 2 } else { 0 },
        });
        start += line.len() + 1;
    }
    outdent_comments(&mut lines);
    lines
}

fn is_heading(line: &str) -> bool {
    let first = line.trim_start_matches(is_space);
    let word = first
        .split(|c| !tokens::is_name_char(c))
        .next()
        .unwrap_or(first);
    explain::is_heading(word)
}

/// Comments right above a heading are about it, and stand where it stands. So does a comment that stands at its line's
/// start, after a blank line, with nothing but blank lines and comments up to the next heading.
fn outdent_comments(lines: &mut [Line]) {
    let mut heading_next = false;
    let mut directly = false;
    for at in (0..lines.len()).rev() {
        match lines[at].kind {
            LineKind::Comment if directly => lines[at].indent = 0,
            LineKind::Comment if heading_next => {
                let own_place = !lines[at].text.starts_with(is_space);
                let above = lines[..at]
                    .iter()
                    .rev()
                    .find(|line| line.kind != LineKind::Comment || line.text.starts_with(is_space));
                if own_place && above.is_none_or(|line| line.kind == LineKind::Blank) {
                    lines[at].indent = 0;
                }
            }
            LineKind::Comment => {}
            LineKind::Blank => directly = false,
            kind => {
                heading_next = kind == LineKind::Heading;
                directly = heading_next;
            }
        }
    }
}

fn write_line(line: &Line, formatted: &mut String) {
    match line.kind {
        LineKind::Unreadable => formatted.push_str(line.text),
        LineKind::Comment => {
            indent(line.indent, formatted);
            formatted.push_str(line.text.trim_matches(is_space));
        }
        _ => {
            indent(line.indent, formatted);
            for (at, token) in tokens::tokens(line.text, 0).iter().enumerate() {
                match token.kind {
                    Kind::Comment if at > 0 => formatted.push_str("  "),
                    _ if at > 0 => formatted.push(' '),
                    _ => {}
                }
                formatted.push_str(&canonical(token));
            }
        }
    }
    formatted.push('\n');
}

fn indent(columns: usize, formatted: &mut String) {
    formatted.extend(std::iter::repeat_n(' ', columns));
}

fn canonical(token: &Token) -> String {
    let written = token.text;
    match token.kind {
        Kind::Text => string(written),
        Kind::Part => format!("~{}", string(written[1..].trim_start_matches(is_space))),
        Kind::Ordinal => {
            numbers::ordinal(written).map_or(written.to_owned(), numbers::ordinal_word)
        }
        _ => written.to_owned(),
    }
}

/// A string as [`print::text`] writes it; as it stands if something is wrong in it.
fn string(quoted: &str) -> String {
    let mut problems = Vec::new();
    let read = text::read(quoted, 0, &mut problems);
    if problems.is_empty() {
        print::text(&read, &mut |_| None)
    } else {
        quoted.to_owned()
    }
}

/// How many lines a table takes that begins here: its rows, and what stands between them. 0 if none begins.
fn table_length(lines: &[Line]) -> usize {
    let last_row = lines
        .iter()
        .take_while(|line| {
            matches!(
                line.kind,
                LineKind::Row | LineKind::Comment | LineKind::Blank
            )
        })
        .enumerate()
        .filter(|(_, line)| line.kind == LineKind::Row)
        .last();
    match last_row {
        Some((last, _)) if lines[0].kind == LineKind::Row => last + 1,
        _ => 0,
    }
}

fn write_table(lines: &[Line], formatted: &mut String) {
    let rows: Vec<Option<Vec<String>>> = lines
        .iter()
        .map(|line| {
            (line.kind == LineKind::Row)
                .then(|| cells(line.text))
                .flatten()
        })
        .collect();
    let mut widths: Vec<usize> = Vec::new();
    for row in rows.iter().flatten() {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    for (line, row) in lines.iter().zip(rows) {
        let Some(row) = row else {
            match line.kind {
                LineKind::Blank if formatted.ends_with("\n\n") => {}
                LineKind::Blank => formatted.push('\n'),
                LineKind::Row => {
                    formatted.push_str(line.text);
                    formatted.push('\n');
                }
                _ => write_line(line, formatted),
            }
            continue;
        };
        indent(line.indent, formatted);
        formatted.push('|');
        for (cell, width) in row.iter().zip(&widths) {
            formatted.push(' ');
            formatted.push_str(cell);
            indent(width.saturating_sub(cell.width()), formatted);
            formatted.push_str(" |");
        }
        formatted.push('\n');
    }
}

/// A row's cells as they are to be written; none where something in the row makes no sense.
fn cells(row: &str) -> Option<Vec<String>> {
    let mut rest = row.trim_matches(is_space).strip_prefix('|')?;
    let mut cells = Vec::new();
    loop {
        rest = rest.trim_start_matches(is_space);
        if rest.is_empty() {
            return Some(cells);
        }
        let length = cell_length(rest)?;
        cells.push(text::canonical_cell(&rest[..length]));
        // A row may end without its last bar.
        rest = rest.get(length + 1..).unwrap_or_default();
    }
}

/// The bytes up to the bar that ends a cell, or the row's end. None for a quoted cell that is not one.
fn cell_length(rest: &str) -> Option<usize> {
    let quoted = rest.starts_with('"');
    let mut closed = None;
    let mut backslash = false;
    for (at, c) in rest.char_indices() {
        let escaped = std::mem::replace(&mut backslash, c == '\\');
        let in_quotes = quoted && closed.is_none();
        if in_quotes && c == '\\' {
            backslash = !escaped;
        } else if in_quotes && c == '"' && at > 0 && !escaped {
            closed = Some(at);
        } else if c == '|' && !in_quotes && !escaped {
            return valid_quote(rest, at, quoted, closed);
        }
    }
    valid_quote(rest, rest.len(), quoted, closed)
}

fn valid_quote(rest: &str, end: usize, quoted: bool, closed: Option<usize>) -> Option<usize> {
    let nothing_behind = |closed: usize| rest[closed + 1..end].trim_matches(is_space).is_empty();
    (!quoted || closed.is_some_and(nothing_behind)).then_some(end)
}
