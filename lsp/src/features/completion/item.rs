//! One thing that may stand at the cursor.

use aite::script::ast::Span;
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionTextEdit,
    Documentation, InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};

use super::Asked;
use crate::features::has_letters;

#[derive(Debug, Clone)]
pub struct Offer {
    pub label: String,
    pub kind: CompletionItemKind,
    /// A few words beside the label.
    pub detail: String,
    /// A sentence.
    pub documentation: String,
    /// What it replaces.
    pub span: Span,
    /// What is written, where it is not the label.
    pub text: Option<String>,
    /// What an editor that fills in snippets writes instead.
    pub snippet: Option<String>,
}

impl Offer {
    pub fn new(label: impl Into<String>, kind: CompletionItemKind, span: Span) -> Offer {
        Offer {
            label: label.into(),
            kind,
            detail: String::new(),
            documentation: String::new(),
            span,
            text: None,
            snippet: None,
        }
    }

    pub fn detail(mut self, detail: impl Into<String>) -> Offer {
        self.detail = detail.into();
        self
    }

    pub fn documentation(mut self, documentation: impl Into<String>) -> Offer {
        self.documentation = documentation.into();
        self
    }

    pub fn text(mut self, text: impl Into<String>) -> Offer {
        self.text = Some(text.into());
        self
    }

    pub fn snippet(mut self, snippet: impl Into<String>) -> Offer {
        self.snippet = Some(snippet.into());
        self
    }

    /// Whether what is typed so far may become it.
    pub fn fits(&self, asked: &Asked) -> bool {
        let typed = self.span.start..asked.offset.max(self.span.start);
        let typed = asked.analysis.file().text.get(typed);
        typed.is_none_or(|typed| has_letters(&self.label, typed))
    }

    /// `at`: its place among the offers.
    pub fn into_item(self, asked: &Asked, at: usize) -> CompletionItem {
        let snippet = self.snippet.filter(|_| asked.workspace.editor.snippets);
        let format = match snippet {
            Some(_) => InsertTextFormat::SNIPPET,
            None => InsertTextFormat::PLAIN_TEXT,
        };
        let text = snippet.or(self.text).unwrap_or_else(|| self.label.clone());
        let range = asked.analysis.range(self.span);
        let documentation = Some(self.documentation).filter(|said| !said.is_empty());
        let markup = |value| {
            Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            })
        };
        let detail = Some(self.detail).filter(|said| !said.is_empty());
        CompletionItem {
            label: self.label,
            kind: Some(self.kind),
            label_details: detail.map(|description| CompletionItemLabelDetails {
                detail: None,
                description: Some(description),
            }),
            documentation: documentation.map(markup),
            sort_text: Some(format!("{at:05}")),
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
            ..CompletionItem::default()
        }
    }
}
