//! The parts of a line: names, values, targets. A part is `None` when the line lacks it or something of it.

use std::collections::HashMap;
use std::sync::LazyLock;

use tree_sitter::{Language, Node};

use super::span;
use crate::script::ast::{Locator, Name, Number, Pattern, Regex, Target, Text, Value};
use crate::script::problem::Problem;
use crate::script::{numbers, text};

/// More targets within one another than any page has a use for. A limit keeps all that walks them off a deep stack.
const DEEPEST_WITHIN: usize = 32;

pub struct Parts<'t> {
    pub text: &'t str,
    pub problems: Vec<Problem>,
}

impl<'t> Parts<'t> {
    /// The text of a node.
    pub fn of(&self, node: Node) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    pub fn field_nodes<'n>(&self, node: Node<'n>, name: &str) -> Vec<Node<'n>> {
        if field(node, name).is_none() {
            return Vec::new();
        }
        node.children_by_field_name(name, &mut node.walk())
            .collect()
    }

    pub fn name(&self, node: Node) -> Name {
        Name {
            text: self.of(node).to_owned(),
            span: span(node),
        }
    }

    pub fn field_name(&self, node: Node, name: &str) -> Option<Name> {
        Some(self.name(field(node, name)?))
    }

    pub fn field_text(&mut self, node: Node, name: &str) -> Option<Text> {
        self.text(field(node, name)?)
    }

    pub fn field_value(&mut self, node: Node, name: &str) -> Option<Value> {
        self.value(field(node, name)?)
    }

    pub fn field_target(&mut self, node: Node, name: &str) -> Option<Target> {
        self.target(field(node, name)?)
    }

    /// A string; none when the line's end cuts it.
    pub fn text(&mut self, node: Node) -> Option<Text> {
        if is_cut(node) {
            return None;
        }
        Some(text::read(
            self.of(node),
            node.start_byte(),
            &mut self.problems,
        ))
    }

    pub fn value(&mut self, node: Node) -> Option<Value> {
        match node.kind() {
            "string" => self.text(node).map(Value::Text),
            "number" => self.number(node).map(Value::Number),
            "name" => Some(Value::Name(self.name(node))),
            "env" => Some(Value::Env {
                variable: self.field_text(node, "variable")?,
                span: span(node),
            }),
            _ => None,
        }
    }

    fn number(&self, node: Node) -> Option<Number> {
        let source = self.of(node);
        Some(Number {
            source: source.to_owned(),
            value: numbers::number(source)?,
            span: span(node),
        })
    }

    pub fn regex(&mut self, node: Node) -> Option<Regex> {
        if is_cut(node) {
            return None;
        }
        Some(text::read_regex(
            self.of(node),
            node.start_byte(),
            &mut self.problems,
        ))
    }

    pub fn target(&mut self, node: Node) -> Option<Target> {
        let mut chain = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            if chain.len() == DEEPEST_WITHIN {
                self.problems.push(
                    Problem::error(
                        "too-deep",
                        span(node),
                        format!("More than {DEEPEST_WITHIN} targets stand within one another."),
                    )
                    .help("Name the place with fewer `within`."),
                );
                return None;
            }
            chain.push(node);
            next = field(node, "within");
            let dangling = next.is_none() && has_word(node, "within");
            if dangling {
                return None;
            }
        }
        let mut within = None;
        for node in chain.into_iter().rev() {
            let nth = match field(node, "nth") {
                Some(nth) => Some(numbers::ordinal(self.of(nth))?),
                None => None,
            };
            within = Some(Box::new(Target {
                nth,
                locator: self.locator(field(node, "locator")?)?,
                within,
                span: span(node),
            }));
        }
        within.map(|target| *target)
    }

    fn locator(&mut self, node: Node) -> Option<Locator> {
        match node.kind() {
            "name_locator" => self.field_name(node, "name").map(Locator::Name),
            "css_locator" => self.field_text(node, "selector").map(Locator::Css),
            "xpath_locator" => self.field_text(node, "selector").map(Locator::XPath),
            kind => {
                let pattern = self.pattern(field(node, "pattern")?)?;
                match kind {
                    "text_locator" => Some(Locator::Text(pattern)),
                    "role_locator" => Some(Locator::Role {
                        role: self.field_name(node, "role")?,
                        name: pattern,
                    }),
                    "label_locator" => Some(Locator::Label(pattern)),
                    "placeholder_locator" => Some(Locator::Placeholder(pattern)),
                    "alt_locator" => Some(Locator::Alt(pattern)),
                    "tooltip_locator" => Some(Locator::Tooltip(pattern)),
                    "testid_locator" => Some(Locator::TestId(pattern)),
                    _ => None,
                }
            }
        }
    }

    fn pattern(&mut self, node: Node) -> Option<Pattern> {
        match node.kind() {
            "string" => self.text(node).map(Pattern::Exact),
            "part" => self.field_text(node, "text").map(Pattern::Part),
            "regex" => self.regex(node).map(Pattern::Regex),
            _ => None,
        }
    }
}

/// A node's child in a field of the grammar. Looking a field up by its name each time took a third of all lowering.
pub fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    static FIELDS: LazyLock<HashMap<String, u16>> = LazyLock::new(|| {
        let language = Language::new(tree_sitter_aite::LANGUAGE);
        let ids = 1..=language.field_count() as u16;
        let named = ids.filter_map(|id| Some((language.field_name_for_id(id)?.to_owned(), id)));
        named.collect()
    });
    node.child_by_field_id(*FIELDS.get(name)?)
}

/// Whether the line's end cuts a string or a regular expression.
pub fn is_cut(node: Node) -> bool {
    let last = node.child_count().checked_sub(1);
    last.and_then(|last| node.child(last as u32))
        .is_some_and(|last| last.kind() == "unterminated")
}

/// Whether a word of the language is there, as itself.
pub fn has_word(node: Node, word: &str) -> bool {
    node.children(&mut node.walk())
        .any(|child| !child.is_named() && child.kind() == word)
}
