//! Names that nothing refers to, taken away.

use aite::script::ast::{Line, Name, Span, StepKind, Value};
use aite::script::{Problem, Symbol, SymbolKind};
use tower_lsp::lsp_types::TextEdit;
use tree_sitter::Node;

use super::{Asked, Fix};
use crate::analysis::uri_of;
use crate::edits::Edits;
use crate::features::navigation::each_script;
use crate::position::to_range;

pub fn remove(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let file = asked.file();
    let name = file.text.get(problem.span.start..problem.span.end)?;
    let script = &file.script;
    let flow = script.flows.iter().find_map(|flow| {
        let mut parameters = flow.parameters.iter();
        let at = parameters.position(|parameter| parameter.span == problem.span)?;
        Some((&flow.name, at))
    });
    if let Some((flow, at)) = flow {
        return parameter(asked, (problem.span, name), flow, at);
    }
    let in_table = script.tests.iter().filter_map(|test| test.table.as_ref());
    let column = in_table.into_iter().find_map(|table| {
        let at = table
            .columns
            .iter()
            .position(|column| column.span == problem.span)?;
        Some((table.span, at, table.columns.len()))
    });
    if let Some((table, at, columns)) = column {
        return (columns > 1)
            .then(|| column_of(asked, table, at))
            .flatten()
            .map(|edits| {
                asked
                    .fix(format!("Remove the column `{name}`"), edits)
                    .preferred()
            });
    }
    let is_read = script.lines().any(|line| match line {
        Line::Step(step) => {
            matches!(&step.kind, StepKind::Read { into, .. } if into.span == problem.span)
        }
        Line::Let(_) => false,
    });
    let line = file.lines.line(problem.span.start);
    let start = file.lines.start(line)?;
    let end = file.lines.start(line + 1).unwrap_or(file.text.len());
    let edit = asked.edit(Span { start, end }, "");
    let fix = asked.fix(format!("Remove the line of `{name}`"), vec![edit]);
    // Reading waits for its element, which may be what the step is there for.
    Some(if is_read { fix } else { fix.preferred() })
}

/// A parameter, and what every call gives for it.
fn parameter(asked: &Asked, (span, name): (Span, &str), flow: &Name, at: usize) -> Option<Fix> {
    let analysis = asked.analysis;
    let text = &asked.file().text;
    let before = text.get(..span.start)?.trim_end().len();
    let own = TextEdit::new(
        analysis.range(Span {
            start: before,
            end: span.end,
        }),
        String::new(),
    );
    let mut edits = Edits::of(analysis.uri.clone(), vec![own]);
    let symbol = Symbol {
        kind: SymbolKind::Flow,
        name: flow.text.clone(),
        defined: Some((0, flow.span)),
    };
    let mut is_sure = true;
    each_script(asked.workspace, analysis, &symbol, &mut |script| {
        let file = &script.opened.files[0];
        let Some(uri) = uri_of(&file.path) else {
            return;
        };
        for line in file.script.lines() {
            let Line::Step(step) = line else { continue };
            let StepKind::Do { flow, arguments } = &step.kind else {
                continue;
            };
            if !script.own.iter().any(|own| own.span == flow.span) {
                continue;
            }
            let Some(argument) = arguments.get(at).map(value_span) else {
                is_sure = false;
                continue;
            };
            let start = file.text[..argument.start].trim_end().len();
            let span = Span {
                start,
                end: argument.end,
            };
            let range = to_range(file, span, analysis.encoding);
            edits.add(uri.clone(), TextEdit::new(range, String::new()));
        }
    });
    is_sure.then(|| Fix {
        title: format!("Remove the parameter `{name}`, and what calls give for it"),
        edits,
        is_preferred: true,
    })
}

/// Cuts a column out of every row of a table.
fn column_of(asked: &Asked, table: Span, at: usize) -> Option<Vec<TextEdit>> {
    let root = asked.analysis.tree.root_node();
    let mut node = root.descendant_for_byte_range(table.start, table.start)?;
    while node.kind() != "table" {
        node = node.parent()?;
    }
    let mut cursor = node.walk();
    let rows: Vec<Node> = node
        .named_children(&mut cursor)
        .filter(|row| row.kind() == "table_row")
        .collect();
    let mut edits = Vec::new();
    for row in rows {
        let mut cursor = row.walk();
        let cells: Vec<_> = row
            .named_children(&mut cursor)
            .filter(|cell| cell.kind() == "cell")
            .collect();
        let cell = cells.get(at)?;
        let start = match at.checked_sub(1) {
            Some(before) => cells.get(before)?.end_byte(),
            None => row.start_byte() + 1,
        };
        let span = Span {
            start,
            end: cell.end_byte(),
        };
        edits.push(asked.edit(span, ""));
    }
    Some(edits)
}

pub fn value_span(value: &Value) -> Span {
    match value {
        Value::Text(text) => text.span,
        Value::Number(number) => number.span,
        Value::Name(name) => name.span,
        Value::Env { span, .. } => *span,
    }
}
