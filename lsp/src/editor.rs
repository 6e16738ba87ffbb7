//! What the editor said of itself when it introduced itself.

use std::path::PathBuf;

use tower_lsp::lsp_types::{InitializeParams, MarkupKind, ResourceOperationKind};

use crate::documents::path_of;
use crate::position::Encoding;

/// The editor's abilities, and the folders that are open in it.
#[derive(Debug, Clone, Default)]
pub struct Editor {
    pub encoding: Encoding,
    pub folders: Vec<PathBuf>,
    /// It fills in snippets (`${1:name}`) that a completion brings.
    pub snippets: bool,
    /// It takes edits with the version of the document they are meant for.
    pub document_changes: bool,
    /// It makes new files as part of an edit.
    pub creates_files: bool,
    /// It shows an outline of more than one level.
    pub nested_symbols: bool,
    /// It shows markdown.
    pub markdown: bool,
}

impl Editor {
    pub fn of(asked: &InitializeParams) -> Editor {
        let general = asked.capabilities.general.as_ref();
        let text = asked.capabilities.text_document.as_ref();
        let workspace = asked.capabilities.workspace.as_ref();
        let edits = workspace.and_then(|able| able.workspace_edit.as_ref());
        let items = text
            .and_then(|able| able.completion.as_ref())
            .and_then(|able| able.completion_item.as_ref());
        let symbols = text.and_then(|able| able.document_symbol.as_ref());
        let hover = text.and_then(|able| able.hover.as_ref());
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        let operations = edits.and_then(|able| able.resource_operations.as_ref());
        let formats = hover.and_then(|able| able.content_format.as_ref());
        Editor {
            encoding: Encoding::negotiate(offered),
            folders: folders(asked),
            snippets: items.and_then(|able| able.snippet_support) == Some(true),
            document_changes: edits.and_then(|able| able.document_changes) == Some(true),
            creates_files: operations
                .is_some_and(|able| able.contains(&ResourceOperationKind::Create)),
            nested_symbols: symbols.and_then(|able| able.hierarchical_document_symbol_support)
                == Some(true),
            markdown: formats.is_some_and(|able| able.contains(&MarkupKind::Markdown)),
        }
    }
}

fn folders(asked: &InitializeParams) -> Vec<PathBuf> {
    let named = asked.workspace_folders.iter().flatten();
    let folders: Vec<_> = named.map(|folder| path_of(&folder.uri)).collect();
    if folders.is_empty() {
        return asked.root_uri.iter().map(path_of).collect();
    }
    folders
}
