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
    /// What there is to add somewhere else to mend it: an origin for the allow list.
    pub missing: Option<String>,
    /// Another place that matters ("first defined here").
    pub related: Option<(Span, String)>,
}

impl Problem {
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Problem {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            help: None,
            replacement: None,
            missing: None,
            related: None,
        }
    }

    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Problem {
            severity: Severity::Warning,
            ..Problem::error(code, span, message)
        }
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers `word` as what was meant, where there is one: as the help's question and as the replacement.
    pub fn did_you_mean(mut self, word: Option<&str>) -> Self {
        if let Some(word) = word {
            self.help = Some(format!("Did you mean `{word}`?"));
            self.replacement = Some(word.to_owned());
        }
        self
    }

    pub fn missing(mut self, what: impl Into<String>) -> Self {
        self.missing = Some(what.into());
        self
    }

    pub fn related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related = Some((span, what.into()));
        self
    }
}
