//! From a name to what it stands for, and to everywhere it stands.

use std::path::{Path, PathBuf};

use aite::script::ast::{Span, Text};
use aite::script::{Opened, Reference, ReferencePlace, Symbol, SymbolKind};
use tower_lsp::lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Range};

use crate::analysis::{Analysis, Workspace, uri_of};
use crate::position::to_range;

/// One place where a name stands in one of the workspace's scripts.
pub struct Occurrence {
    pub location: Location,
    pub place: ReferencePlace,
}

impl Occurrence {
    pub fn is_use(&self) -> bool {
        self.place == ReferencePlace::Use
    }
}

/// Where the name at an offset is defined, or the file that is used there.
pub fn definition(analysis: &Analysis, offset: usize) -> Vec<Location> {
    if let Some(file) = used_file_at(analysis, offset) {
        return analysis
            .location(file, Span::default())
            .into_iter()
            .collect();
    }
    let Some(found) = analysis.reference_at(offset) else {
        return Vec::new();
    };
    match found.symbol.defined {
        Some((file, span)) => analysis.location(file, span).into_iter().collect(),
        None => profile_lines(analysis, &found.symbol),
    }
}

/// Everywhere the name at an offset stands, in all scripts of the workspace.
pub fn references(workspace: &Workspace, analysis: &Analysis, offset: usize) -> Vec<Occurrence> {
    match analysis.reference_at(offset) {
        Some(found) => occurrences(workspace, analysis, &found.symbol),
        None => Vec::new(),
    }
}

/// The same in this script alone.
pub fn highlights(analysis: &Analysis, offset: usize) -> Vec<DocumentHighlight> {
    let Some(found) = analysis.reference_at(offset) else {
        return Vec::new();
    };
    let own = analysis.references().iter();
    own.filter(|each| each.file == 0 && each.symbol == found.symbol)
        .map(|each| DocumentHighlight {
            range: analysis.range(each.span),
            kind: Some(match each.place {
                ReferencePlace::Definition => DocumentHighlightKind::WRITE,
                ReferencePlace::Use => DocumentHighlightKind::READ,
            }),
        })
        .collect()
}

/// Everywhere a name stands, in all scripts of the workspace, by file, then in the text's order.
pub fn occurrences(workspace: &Workspace, analysis: &Analysis, symbol: &Symbol) -> Vec<Occurrence> {
    let home = symbol
        .defined
        .map(|(file, span)| (analysis.opened.files[file].path.clone(), span));
    if symbol.is_local() {
        return in_script(&analysis.opened, analysis.references(), analysis, |each| {
            each.symbol == *symbol
        });
    }
    let mut found = Vec::new();
    for path in scripts_around(workspace, analysis) {
        let opened = match path == analysis.file().path {
            true => None,
            false => match may_hold(workspace, &path, &symbol.name) {
                true => Some(workspace.opened(&path)),
                false => continue,
            },
        };
        let here = opened.as_ref().unwrap_or(&analysis.opened);
        let same = |each: &Reference| {
            each.symbol.kind == symbol.kind
                && each.symbol.name == symbol.name
                && match (&home, each.symbol.defined) {
                    (None, None) => true,
                    (Some((path, span)), Some((file, other))) => {
                        *span == other && *path == here.files[file].path
                    }
                    _ => false,
                }
        };
        match &opened {
            Some(opened) => found.extend(in_script(
                opened,
                &aite::script::references(opened),
                analysis,
                same,
            )),
            None => found.extend(in_script(here, analysis.references(), analysis, same)),
        }
    }
    found
}

/// The scripts that may speak of the same names: those of the workspace, and the files this one uses.
pub fn scripts_around(workspace: &Workspace, analysis: &Analysis) -> Vec<PathBuf> {
    let mut paths = workspace.script_paths();
    paths.extend(analysis.opened.files.iter().map(|file| file.path.clone()));
    paths.sort();
    paths.dedup();
    paths
}

/// A file whose text does not hold a name is not looked into.
fn may_hold(workspace: &Workspace, path: &Path, name: &str) -> bool {
    workspace
        .contents(path)
        .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(name))
}

fn in_script(
    opened: &Opened,
    references: &[Reference],
    analysis: &Analysis,
    holds: impl Fn(&Reference) -> bool,
) -> Vec<Occurrence> {
    let file = &opened.files[0];
    let Some(uri) = uri_of(&file.path) else {
        return Vec::new();
    };
    let own = references.iter().filter(|each| each.file == 0);
    own.filter(|each| holds(each))
        .map(|each| Occurrence {
            location: Location::new(uri.clone(), to_range(file, each.span, analysis.encoding)),
            place: each.place,
        })
        .collect()
}

fn profile_lines(analysis: &Analysis, symbol: &Symbol) -> Vec<Location> {
    let lines = analysis.references().iter().filter(|each| {
        each.place == ReferencePlace::Definition
            && each.symbol.kind == SymbolKind::Profile
            && each.symbol.name == symbol.name
    });
    let mut found: Vec<_> = lines
        .filter_map(|each| analysis.location(each.file, each.span))
        .collect();
    let config = analysis.config.as_ref().ok();
    let named = config.filter(|config| config.file.profiles.contains_key(&symbol.name));
    let path = named.and_then(|config| config.path.as_deref());
    found.extend(
        path.and_then(uri_of)
            .map(|uri| Location::new(uri, Range::default())),
    );
    found
}

/// The index of the file whose `use` line's string is at an offset.
fn used_file_at(analysis: &Analysis, offset: usize) -> Option<usize> {
    let file = analysis.file();
    let at = |text: &Text| text.span.start <= offset && offset <= text.span.end;
    let line = file.script.uses.iter().position(|used| at(&used.path))?;
    file.uses.get(line).copied().flatten()
}
