//! Changes of several files that the editor makes as one.

use std::path::Path;

use aite::script::LineIndex;
use tower_lsp::lsp_types::{
    CreateFile, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Range, ResourceOp, TextDocumentEdit, TextEdit, Url,
    WorkspaceEdit,
};

use crate::analysis::{Workspace, uri_of};
use crate::documents::difference;
use crate::position::{Encoding, position_in};

/// Edits by file, in the order they were added.
#[derive(Debug, Default)]
pub struct Edits {
    files: Vec<FileEdits>,
}

#[derive(Debug)]
struct FileEdits {
    uri: Url,
    edits: Vec<TextEdit>,
    is_new: bool,
}

impl Edits {
    pub fn of(uri: Url, edits: Vec<TextEdit>) -> Edits {
        let is_new = false;
        Edits {
            files: vec![FileEdits { uri, edits, is_new }],
        }
    }

    /// The edits, where they are all of one file that is there.
    pub fn of_one_file(self) -> Option<Vec<TextEdit>> {
        let mut files = self.files.into_iter();
        let only = files.next().filter(|file| !file.is_new)?;
        files.next().is_none().then_some(only.edits)
    }

    pub fn add(&mut self, uri: Url, edit: TextEdit) {
        match self.files.iter_mut().find(|file| file.uri == uri) {
            Some(file) => file.edits.push(edit),
            None => self.files.push(FileEdits {
                uri,
                edits: vec![edit],
                is_new: false,
            }),
        }
    }

    /// Makes the text of a file another, in as few characters as that takes. `old` is none for a file there is not yet.
    pub fn rewrite(&mut self, path: &Path, texts: (Option<&str>, &str), encoding: Encoding) {
        let Some(uri) = uri_of(path) else { return };
        match texts {
            (Some(old), new) => self.add(uri, smallest_edit(old, new, encoding)),
            (None, new) => self.files.push(FileEdits {
                uri,
                edits: vec![TextEdit::new(Range::default(), new.to_owned())],
                is_new: true,
            }),
        }
    }

    /// As the editor takes them; none where it cannot make a file that is needed.
    pub fn into_workspace_edit(self, workspace: &Workspace) -> Option<WorkspaceEdit> {
        let makes_files = self.files.iter().any(|file| file.is_new);
        if !workspace.editor.document_changes {
            if makes_files {
                return None;
            }
            let changes = self.files.into_iter().map(|file| (file.uri, file.edits));
            return Some(WorkspaceEdit::new(changes.collect()));
        }
        if makes_files && !workspace.editor.creates_files {
            return None;
        }
        let mut operations = Vec::new();
        for file in self.files {
            if file.is_new {
                let made = CreateFile {
                    uri: file.uri.clone(),
                    options: None,
                    annotation_id: None,
                };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Create(made)));
            }
            let version = workspace
                .documents()
                .get(&file.uri)
                .map(|document| document.version);
            operations.push(DocumentChangeOperation::Edit(TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    uri: file.uri,
                    version,
                },
                edits: file.edits.into_iter().map(OneOf::Left).collect(),
            }));
        }
        Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(operations)),
            ..WorkspaceEdit::default()
        })
    }
}

/// The one edit that makes a text another and touches only what differs.
pub fn smallest_edit(old: &str, new: &str, encoding: Encoding) -> TextEdit {
    let edit = difference(old, new);
    let lines = LineIndex::new(old);
    let position = |offset| position_in(old, &lines, offset, encoding);
    let range = Range::new(position(edit.start), position(edit.old_end));
    TextEdit::new(range, edit.inserted)
}
