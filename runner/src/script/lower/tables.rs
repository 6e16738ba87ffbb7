//! The table under a test's heading.

use std::collections::HashMap;

use tree_sitter::Node;

use super::parts::{Parts, field, is_cut};
use super::{explain, span};
use crate::script::ast::{Name, Row, Span, Table};
use crate::script::problem::Problem;
use crate::script::text;

struct Cell {
    value: String,
    span: Span,
}

impl Parts<'_> {
    /// A table with at least one column. A row of the wrong width, or with a cell that cannot be read, is left out.
    pub fn table(&mut self, node: Node) -> Option<Table> {
        let mut cursor = node.walk();
        let mut rows = node
            .named_children(&mut cursor)
            .filter(|child| child.kind() == "table_row");
        let heading = rows.next()?;
        let columns = self.columns(heading);
        let mut table = Table {
            columns,
            rows: Vec::new(),
            span: span(node),
        };
        for row in rows {
            let Some(cells) = self.cells(row) else {
                continue;
            };
            if cells.len() == table.columns.len() {
                table.rows.push(Row {
                    cells: cells.into_iter().map(|cell| cell.value).collect(),
                    span: span(row),
                });
            } else {
                self.problems.push(
                    Problem::error(
                        "row-width",
                        span(row),
                        format!(
                            "This row has {}; the table has {}.",
                            counted(cells.len(), "cell"),
                            counted(table.columns.len(), "column")
                        ),
                    )
                    .related(span(heading), "the table's columns"),
                );
            }
        }
        if node.named_children(&mut node.walk()).count() == 1 {
            self.problems.push(
                Problem::error(
                    "empty-table",
                    span(node),
                    "This table has no rows under its columns, so its test would never run.",
                )
                .help("Add a row, or remove the table."),
            );
        }
        (!table.columns.is_empty()).then_some(table)
    }

    /// The names in the first row. Where one is no name, or there twice, the first such is a problem; all keep their
    /// columns.
    fn columns(&mut self, row: Node) -> Vec<Name> {
        let columns: Vec<Name> = self
            .cells(row)
            .unwrap_or_default()
            .into_iter()
            .map(|cell| Name {
                text: cell.value,
                span: cell.span,
            })
            .collect();
        let mut seen = HashMap::new();
        let problem = columns.iter().find_map(|name| {
            if !text::is_name(&name.text) {
                return Some(bad_column(name));
            }
            let first = seen.insert(name.text.as_str(), name.span)?;
            let message = format!("Two columns are named `{}`.", name.text);
            Some(
                Problem::error("duplicate-name", name.span, message)
                    .related(first, "the first one"),
            )
        });
        self.problems.extend(problem);
        columns
    }

    fn cells(&mut self, row: Node) -> Option<Vec<Cell>> {
        let mut cursor = row.walk();
        let cells = row
            .named_children(&mut cursor)
            .filter(|child| child.kind() == "cell");
        cells.map(|cell| self.cell(cell)).collect()
    }

    fn cell(&mut self, cell: Node) -> Option<Cell> {
        let mut cursor = cell.walk();
        let extra = cell
            .named_children(&mut cursor)
            .find(|child| child.kind() == "unexpected");
        if let Some(extra) = extra {
            self.problems.push(
                Problem::error(
                    "unexpected",
                    span(extra),
                    format!(
                        "After a quoted cell, a | was expected; `{}` was found.",
                        explain::shorten(self.of(extra))
                    ),
                )
                .help("Quote the whole cell, or none of it."),
            );
            return None;
        }
        let Some(content) = field(cell, "content") else {
            return Some(Cell {
                value: String::new(),
                span: Span {
                    start: cell.start_byte(),
                    end: cell.start_byte(),
                },
            });
        };
        if is_cut(content) {
            self.problems.push(
                Problem::error(
                    "unclosed-string",
                    span(content),
                    "This quoted cell has no closing quote in its line.",
                )
                .help("Put a \" where it ends."),
            );
            return None;
        }
        let mut cursor = content.walk();
        let bad_escape = content
            .named_children(&mut cursor)
            .find(|child| child.kind() == "invalid_escape" && self.of(*child) != "\\|");
        if let Some(escape) = bad_escape {
            let found = self.of(escape);
            self.problems
                .push(text::unknown_escape(found, span(escape)));
        }
        Some(Cell {
            value: text::read_cell(self.of(content)),
            span: span(content),
        })
    }
}

fn bad_column(name: &Name) -> Problem {
    Problem::error(
        "bad-column",
        name.span,
        format!(
            "A column is named by a word that steps use as {{name}}; \"{}\" was found.",
            explain::shorten(&name.text)
        ),
    )
    .help("A name is letters, digits, _ and -, and does not begin with a digit.")
}

fn counted(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}
