//! Headings: the lines that open a block.

use tree_sitter::Node;

use super::Block;
use super::parts::{Parts, field};
use super::span;
use crate::script::ast::{Flow, Hook, HookKind, Name, Script, Span, Test, Text};
use crate::script::text;

/// A heading as far as it can be read.
pub struct Read {
    /// None when not even the kind of block is known, or a flow has no name.
    pub heading: Option<Heading>,
    pub complete: bool,
}

pub enum Heading {
    Hook {
        kind: HookKind,
        span: Span,
    },
    Flow {
        name: Name,
        parameters: Vec<Name>,
        span: Span,
    },
    Test {
        title: Text,
        tags: Vec<Name>,
        skip: Option<String>,
        only: bool,
        span: Span,
    },
}

impl Parts<'_> {
    pub fn heading(&mut self, node: Node) -> Read {
        match node.kind() {
            "hook_heading" => hook(node),
            "flow_heading" => self.flow(node),
            _ => self.test(node),
        }
    }

    fn flow(&mut self, node: Node) -> Read {
        let heading = self.field_name(node, "name").map(|name| Heading::Flow {
            name,
            parameters: self
                .field_nodes(node, "parameter")
                .into_iter()
                .map(|parameter| self.name(parameter))
                .collect(),
            span: span(node),
        });
        Read {
            complete: heading.is_some(),
            heading,
        }
    }

    fn test(&mut self, node: Node) -> Read {
        let title = self.field_text(node, "title");
        let mut complete = title.is_some();
        let mut tags = Vec::new();
        let mut skip = None;
        let mut only = false;
        for tag in self.field_nodes(node, "tag") {
            match tag.kind() {
                "only_tag" => only = true,
                "skip_tag" => {
                    let reason = field(tag, "reason");
                    let text = reason.map(|reason| self.text(reason));
                    complete &= !matches!(text, Some(None));
                    skip = Some(
                        text.flatten()
                            .map_or_else(String::new, |text| text::as_written(&text)),
                    );
                }
                _ => {
                    let tag_span = span(tag);
                    tags.push(Name {
                        text: self.of(tag).trim_start_matches('@').to_owned(),
                        span: tag_span,
                    });
                }
            }
        }
        let end = node.end_byte();
        Read {
            heading: Some(Heading::Test {
                title: title.unwrap_or(Text {
                    parts: Vec::new(),
                    span: Span { start: end, end },
                }),
                tags,
                skip,
                only,
                span: span(node),
            }),
            complete,
        }
    }
}

fn hook(node: Node) -> Read {
    let word = |name: &str| field(node, name).map(|child| child.kind());
    let kind = match (word("when"), word("scope")) {
        (Some("before"), Some("all")) => Some(HookKind::BeforeAll),
        (Some("before"), Some("each")) => Some(HookKind::BeforeEach),
        (Some("after"), Some("each")) => Some(HookKind::AfterEach),
        (Some("after"), Some("all")) => Some(HookKind::AfterAll),
        _ => None,
    };
    Read {
        complete: kind.is_some(),
        heading: kind.map(|kind| Heading::Hook {
            kind,
            span: span(node),
        }),
    }
}

impl Heading {
    /// Puts the block the heading opens into the script.
    pub fn into_script(self, script: &mut Script, content: Block, block: Span) {
        let Block { lines, table } = content;
        match self {
            Heading::Hook { kind, span } => script.hooks.push(Hook {
                kind,
                lines,
                span,
                block,
            }),
            Heading::Flow {
                name,
                parameters,
                span,
            } => script.flows.push(Flow {
                name,
                parameters,
                lines,
                span,
                block,
            }),
            Heading::Test {
                title,
                tags,
                skip,
                only,
                span,
            } => script.tests.push(Test {
                title,
                tags,
                skip,
                only,
                table,
                lines,
                span,
                block,
            }),
        }
    }
}
