//! What is wrong with a script's text.

use super::ast::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing of the file runs.
    Error,
    Warning,
}

/// One thing wrong, found without a browser.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub severity: Severity,
    /// A stable kebab-case name of its kind, as `unknown-flow`.
    pub code: &'static str,
    /// A plain sentence: what was found, and what was expected.
    pub message: String,
    pub span: Span,
    /// What to do, where there is something to say.
    pub help: Option<String>,
    /// The text that, put in the span's place, mends it.
    pub replacement: Option<String>,
    /// Another place that matters ("first defined here").
    pub related: Option<(Span, String)>,
}
