//! From a name to what it stands for, and to everywhere it stands.

use std::path::{Path, PathBuf};

use aite::config::Config;
use aite::script::ast::{Span, Text};
use aite::script::{Opened, Reference, ReferencePlace, Symbol, SymbolKind};
use tower_lsp::lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Range};

use crate::analysis::{Analysis, Workspace, uri_of};
use crate::position::{Encoding, to_range};

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
    let mut found = Vec::new();
    each_script(workspace, analysis, symbol, &mut |script| {
        found.extend(script.occurrences(analysis.encoding));
    });
    found
}

/// A script in which a name stands.
pub struct Holding<'a> {
    pub opened: &'a Opened,
    /// All names of the script and the files it uses.
    pub references: &'a [Reference],
    /// Those in the script itself that stand for the same.
    pub own: Vec<&'a Reference>,
}

impl Holding<'_> {
    fn occurrences(&self, encoding: Encoding) -> Vec<Occurrence> {
        let file = &self.opened.files[0];
        let Some(uri) = uri_of(&file.path) else {
            return Vec::new();
        };
        let own = self.own.iter();
        own.map(|each| Occurrence {
            location: Location::new(uri.clone(), to_range(file, each.span, encoding)),
            place: each.place,
        })
        .collect()
    }
}

/// Goes through the scripts in which a name stands.
pub fn each_script(
    workspace: &Workspace,
    analysis: &Analysis,
    symbol: &Symbol,
    visit: &mut dyn FnMut(&Holding),
) {
    let home = symbol
        .defined
        .map(|(file, span)| (analysis.opened.files[file].path.as_path(), span));
    let is_same = |each: &Reference, opened: &Opened| {
        let other = each
            .symbol
            .defined
            .map(|(file, span)| (opened.files[file].path.as_path(), span));
        each.file == 0
            && each.symbol.kind == symbol.kind
            && each.symbol.name == symbol.name
            && home == other
    };
    let mut show = |opened: &Opened, references: &[Reference]| {
        let own = references.iter().filter(|each| is_same(each, opened));
        let own: Vec<_> = own.collect();
        if !own.is_empty() {
            visit(&Holding {
                opened,
                references,
                own,
            });
        }
    };
    if symbol.is_local() {
        return show(&analysis.opened, analysis.references());
    }
    for path in scripts_around(workspace, analysis) {
        if path == analysis.file().path {
            show(&analysis.opened, analysis.references());
        } else if may_hold(workspace, &path, &symbol.name)
            && (symbol.kind != SymbolKind::Profile || has_same_config(analysis, &path))
        {
            let opened = workspace.opened(&path);
            show(&opened, &aite::script::references(&opened));
        }
    }
}

/// Profiles are those of one config.
fn has_same_config(analysis: &Analysis, path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    let own = analysis.config.as_ref().ok().map(|config| &config.path);
    Config::find(folder).ok().map(|config| config.path).as_ref() == own
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
