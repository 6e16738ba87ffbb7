//! The syntax tree to a script: every line by itself, then the blocks they stand in.
//!
//! The grammar reads every text, so what is wrong with a line is what its node lacks. A line that lacks something says
//! nothing a script can do: it is explained and left out.

mod again;
mod headings;
mod parts;
mod steps;
mod tables;

use tree_sitter::{Node, Tree};

use super::ast::{Let, LetValue, Line, Name, Script, Secret, Span, Test, Text, Use};
use super::explain;
use super::problem::Problem;
pub use again::{Before, lower_again};

use again::Known;
use parts::{Parts, field};

/// What a tree of `text` says, and what is wrong with it, in the text's order.
pub fn lower(tree: &Tree, text: &str) -> (Script, Vec<Problem>) {
    let mut lowering = Lowering::of(text);
    lowering.file(tree.root_node());
    lowering.finish()
}

/// The same for who has to answer at once: of the blocks only the one around an offset has its lines, of flows there is
/// what their headings say, of tests where they stand.
pub fn lower_around(tree: &Tree, text: &str, offset: usize) -> Script {
    let root = tree.root_node();
    let mut lowering = Lowering::of(text);
    let mut cursor = root.walk();
    let blocks = root
        .named_children(&mut cursor)
        .filter(|child| matches!(child.kind(), "hook" | "flow" | "test"));
    let around = blocks
        .map(|block| block.start_byte())
        .take_while(|start| *start <= offset)
        .last();
    lowering.only = Some(around.unwrap_or(usize::MAX));
    lowering.file(root);
    lowering.script
}

struct Lowering<'t> {
    parts: Parts<'t>,
    /// Where the block begins that alone is read whole; none reads all.
    only: Option<usize>,
    script: Script,
    top: Top,
    /// The blocks of an earlier text, to be taken where they are the same.
    known: Known<'t>,
}

/// How far the lines in front of the first heading have come.
#[derive(Clone, Copy, PartialEq)]
enum Top {
    /// Only `use`, `profile`, `let` and `secret` so far.
    Before,
    /// A step was seen: what follows is the block of a file that is one test.
    InSteps,
    /// A misspelt heading was seen: what follows belongs to a block nobody knows.
    InLostBlock,
}

/// What a block's lines say.
#[derive(Default)]
struct Block {
    lines: Vec<Line>,
    table: Option<super::ast::Table>,
}

/// What [`Lowering::line`] found a line to be.
enum Found {
    Use(Use),
    Profile(Name),
    Let(Let),
    Secret(Secret),
    Step(super::ast::Step),
}

impl<'t> Lowering<'t> {
    fn of(text: &'t str) -> Lowering<'t> {
        Lowering {
            parts: Parts {
                text,
                problems: Vec::new(),
            },
            only: None,
            script: Script::default(),
            top: Top::Before,
            known: Known::default(),
        }
    }

    fn finish(self) -> (Script, Vec<Problem>) {
        let mut problems = self.parts.problems;
        problems.sort_by_key(|problem| problem.span.start);
        (self.script, problems)
    }

    fn file(&mut self, root: Node<'t>) {
        let mut cursor = root.walk();
        let children: Vec<Node> = root.named_children(&mut cursor).collect();
        let has_heading = children
            .iter()
            .any(|child| matches!(child.kind(), "hook" | "flow" | "test"));
        let mut bare = Block::default();
        for (child, next) in with_next(&children) {
            match child.kind() {
                "hook" | "flow" | "test" if self.take_known(child) => {}
                "hook" | "flow" | "test" => self.block(child),
                "table" => {
                    let table = self.parts.table(child);
                    if self.top != Top::InLostBlock {
                        self.misplaced_table(span(child));
                    }
                    drop(table);
                }
                _ => self.top_line(child, next, &mut bare),
            }
        }
        let first = bare.lines.first().map(line_span);
        match first {
            Some(first) if has_heading => self.parts.problems.push(
                Problem::error(
                    "step-before-heading",
                    first,
                    "This step stands in front of the first heading, so it is in no test.",
                )
                .help(
                    "Move it into a block, or write a heading above it: test \"…\" or before each.",
                ),
            ),
            Some(first) => {
                let start = Span {
                    start: first.start,
                    end: first.start,
                };
                self.script.tests.push(Test {
                    title: Text {
                        parts: Vec::new(),
                        span: start,
                    },
                    tags: Vec::new(),
                    skip: None,
                    only: false,
                    table: None,
                    span: start,
                    block: Span {
                        start: first.start,
                        end: bare
                            .lines
                            .last()
                            .map_or(first.end, |last| line_span(last).end),
                    },
                    lines: bare.lines,
                });
            }
            None => {}
        }
    }

    fn top_line(&mut self, node: Node<'t>, next: Option<Node<'t>>, bare: &mut Block) {
        if node.kind() == "invalid_line" && explain::meant_as_heading(self.parts.of(node)) {
            self.top = Top::InLostBlock;
        }
        let Some(found) = self.line(node, next) else {
            return;
        };
        let kind = node.kind();
        match (found, self.top) {
            (_, Top::InLostBlock) => {}
            (Found::Use(found), Top::Before) => self.script.uses.push(found),
            (Found::Profile(found), Top::Before) => self.script.profiles.push(found),
            (Found::Secret(found), Top::Before) => self.script.secrets.push(found),
            (Found::Let(found), Top::Before) => self.script.lets.push(found),
            (Found::Let(found), Top::InSteps) => bare.lines.push(Line::Let(found)),
            (Found::Step(step), _) => {
                self.top = Top::InSteps;
                bare.lines.push(Line::Step(step));
            }
            (_, Top::InSteps) => self.too_late(kind, span(node), "the first step"),
        }
    }

    fn block(&mut self, node: Node<'t>) {
        if self.only.is_some_and(|only| only != node.start_byte()) {
            if let Some(heading) = field(node, "heading") {
                self.heading_alone(heading, span(node));
            }
            return;
        }
        let mut cursor = node.walk();
        let children: Vec<Node> = node.named_children(&mut cursor).collect();
        let mut heading = None;
        let mut block = Block::default();
        let mut lost = false;
        for (child, next) in with_next(&children) {
            match child.kind() {
                "hook_heading" | "flow_heading" | "test_heading" => {
                    let problems = self.parts.problems.len();
                    let read = self.parts.heading(child);
                    if !read.complete || is_unexpected(next) {
                        self.explain_unless_said(child, problems);
                    }
                    heading = Some(read.heading);
                }
                _ if lost => {
                    self.line(child, next);
                }
                "table" => {
                    let table = self.parts.table(child);
                    let in_place =
                        node.kind() == "test" && block.lines.is_empty() && block.table.is_none();
                    if !in_place {
                        self.misplaced_table(span(child));
                    } else if table.is_some() {
                        block.table = table;
                    }
                }
                "invalid_line" if explain::meant_as_heading(self.parts.of(child)) => {
                    lost = true;
                    self.line(child, next);
                }
                kind => match self.line(child, next) {
                    Some(Found::Step(step)) => block.lines.push(Line::Step(step)),
                    Some(Found::Let(found)) => block.lines.push(Line::Let(found)),
                    Some(_) => self.too_late(kind, span(child), "the first block"),
                    None => {}
                },
            }
        }
        if let Some(heading) = heading.flatten() {
            heading.into_script(&mut self.script, block, span(node));
        }
    }

    /// What others may want to know of a block: of a test only where it stands.
    fn heading_alone(&mut self, heading: Node<'t>, block: Span) {
        if heading.kind() == "test_heading" {
            let span = span(heading);
            let nothing = Span {
                start: span.end,
                end: span.end,
            };
            return self.script.tests.push(Test {
                title: Text {
                    parts: Vec::new(),
                    span: nothing,
                },
                tags: Vec::new(),
                skip: None,
                only: false,
                table: None,
                lines: Vec::new(),
                span,
                block,
            });
        }
        if let Some(heading) = self.parts.heading(heading).heading {
            heading.into_script(&mut self.script, Block::default(), block);
        }
    }

    /// What one line says; nothing for a comment, and for a line that is explained instead.
    fn line(&mut self, node: Node<'t>, next: Option<Node<'t>>) -> Option<Found> {
        let problems = self.parts.problems.len();
        let found = match node.kind() {
            "comment" | "unexpected" | "table" => return None,
            "use_line" => self.parts.use_line(node).map(Found::Use),
            "profile_line" => self.parts.field_name(node, "name").map(Found::Profile),
            "let_line" => self.parts.let_line(node).map(Found::Let),
            "secret_line" => self.parts.secret_line(node).map(Found::Secret),
            "step" => self.parts.step(node).map(Found::Step),
            _ => None,
        };
        if found.is_none() || is_unexpected(next) {
            self.explain_unless_said(node, problems);
            return None;
        }
        found
    }

    /// Adds the problem of the line at `node`, unless there is one since there were `before`.
    fn explain_unless_said(&mut self, node: Node<'t>, before: usize) {
        let (start, line) = whole_line(self.parts.text, node.start_byte());
        let said = self.script.unreadable.last();
        if said.is_some_and(|last| last.start == start) {
            return;
        }
        self.script.unreadable.push(Span {
            start,
            end: start + line.len(),
        });
        if self.parts.problems.len() == before {
            self.parts.problems.push(explain::line(line, start));
        }
    }

    fn too_late(&mut self, kind: &str, span: Span, before: &str) {
        let word = kind.trim_end_matches("_line");
        self.parts.problems.push(
            Problem::error(
                "too-late",
                span,
                format!("`{word}` stands in front of {before}, at the top of the file."),
            )
            .help("Move this line to the top of the file."),
        );
    }

    fn misplaced_table(&mut self, span: Span) {
        self.parts.problems.push(
            Problem::error(
                "misplaced-table",
                span,
                "A table stands right under a test's heading, one for each test.",
            )
            .help("Move the table under its test's heading, in front of the steps."),
        );
    }
}

impl Parts<'_> {
    fn use_line(&mut self, node: Node) -> Option<Use> {
        Some(Use {
            path: self.field_text(node, "path")?,
            span: span(node),
        })
    }

    fn let_line(&mut self, node: Node) -> Option<Let> {
        let name = self.field_name(node, "name")?;
        let value = field(node, "value")?;
        let value = if value.kind() == "target" {
            LetValue::Target(self.target(value)?)
        } else {
            LetValue::Value(self.value(value)?)
        };
        Some(Let {
            name,
            value,
            span: span(node),
        })
    }

    fn secret_line(&mut self, node: Node) -> Option<Secret> {
        let name = self.field_name(node, "name")?;
        let value = field(node, "value")?;
        Some(Secret {
            name,
            variable: self.field_text(value, "variable")?,
            span: span(node),
        })
    }
}

fn with_next<'n, 't>(
    nodes: &'n [Node<'t>],
) -> impl Iterator<Item = (Node<'t>, Option<Node<'t>>)> + 'n {
    let next = nodes.iter().skip(1).copied().map(Some).chain([None]);
    nodes.iter().copied().zip(next)
}

fn is_unexpected(next: Option<Node>) -> bool {
    next.is_some_and(|next| next.kind() == "unexpected")
}

fn line_span(line: &Line) -> Span {
    match line {
        Line::Step(step) => step.span,
        Line::Let(found) => found.span,
    }
}

fn span(node: Node) -> Span {
    Span {
        start: node.start_byte(),
        end: node.end_byte(),
    }
}

/// The line around an offset: its own offset, and its text without the line end.
fn whole_line(text: &str, offset: usize) -> (usize, &str) {
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = &text[start..];
    let line = rest.split('\n').next().unwrap_or(rest);
    (start, line.trim_end_matches('\r'))
}
