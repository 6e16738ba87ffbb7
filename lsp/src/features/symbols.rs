//! The outline of a script, and the names of all scripts.

use std::path::Path;

use aite::script::ast::{Flow, Hook, Let, Line, Name, Secret, Span, StepKind, Test};
use aite::script::{File, text};
use tower_lsp::lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind, Url,
};

use crate::analysis::{Analysis, Workspace, uri_of};
use crate::features::has_letters;
use crate::position::{Encoding, to_range};

/// Something with a name, and what stands inside of it.
struct Symbol {
    name: String,
    detail: String,
    kind: SymbolKind,
    span: Span,
    name_span: Span,
    children: Vec<Symbol>,
}

/// The outline, in the text's order.
pub fn document_symbols(workspace: &Workspace, analysis: &Analysis) -> DocumentSymbolResponse {
    let symbols = symbols(analysis.file());
    if workspace.editor.nested_symbols {
        let nested = symbols.into_iter().map(|symbol| nested(analysis, symbol));
        return DocumentSymbolResponse::Nested(nested.collect());
    }
    let mut flat = Vec::new();
    for symbol in symbols {
        let range = analysis.range(symbol.span);
        let location = Location::new(analysis.uri.clone(), range);
        flat.push(information(&symbol, location));
    }
    DocumentSymbolResponse::Flat(flat)
}

/// The tests, flows, lets and secrets of all scripts whose name has what is asked for in it: its letters, in their order.
pub fn workspace_symbols(workspace: &Workspace, asked: &str) -> Vec<SymbolInformation> {
    let mut found = Vec::new();
    for path in workspace.script_paths() {
        let Some(file) = workspace.file(&path) else {
            continue;
        };
        let Some(uri) = uri_of(&path) else { continue };
        let all = symbols(&file).into_iter();
        let fitting = all.filter(|symbol| {
            symbol.kind != SymbolKind::EVENT
                && symbol.kind != SymbolKind::NAMESPACE
                && has_letters(&symbol.name, asked)
        });
        found.extend(
            fitting.map(|symbol| in_file(&symbol, &file, uri.clone(), workspace.editor.encoding)),
        );
    }
    found
}

fn in_file(symbol: &Symbol, file: &File, uri: Url, encoding: Encoding) -> SymbolInformation {
    let range = to_range(file, symbol.name_span, encoding);
    let container = file.path.file_name().map(Path::new);
    SymbolInformation {
        container_name: container.map(|name| name.display().to_string()),
        ..information(symbol, Location::new(uri, range))
    }
}

fn symbols(file: &File) -> Vec<Symbol> {
    let script = &file.script;
    let mut symbols = Vec::new();
    symbols.extend(script.profiles.iter().map(profile));
    symbols.extend(script.lets.iter().map(|found| of_let(file, found)));
    symbols.extend(script.secrets.iter().map(secret));
    symbols.extend(script.hooks.iter().map(|hook| of_hook(file, hook)));
    symbols.extend(script.flows.iter().map(|flow| of_flow(file, flow)));
    symbols.extend(script.tests.iter().map(|test| of_test(file, test)));
    symbols.sort_by_key(|symbol| symbol.span.start);
    symbols
}

fn leaf(name: &Name, kind: SymbolKind, detail: String) -> Symbol {
    Symbol {
        name: name.text.clone(),
        detail,
        kind,
        span: name.span,
        name_span: name.span,
        children: Vec::new(),
    }
}

fn profile(name: &Name) -> Symbol {
    leaf(name, SymbolKind::NAMESPACE, "profile".to_owned())
}

fn of_let(file: &File, found: &Let) -> Symbol {
    let line = file.text.get(found.name.span.end..found.span.end);
    let value = line
        .unwrap_or_default()
        .trim_start_matches([' ', '\t', '=']);
    Symbol {
        span: found.span,
        ..leaf(&found.name, SymbolKind::CONSTANT, value.to_owned())
    }
}

fn secret(secret: &Secret) -> Symbol {
    let variable = text::as_written(&secret.variable);
    Symbol {
        span: secret.span,
        ..leaf(&secret.name, SymbolKind::KEY, format!("env {variable}"))
    }
}

fn of_hook(file: &File, hook: &Hook) -> Symbol {
    Symbol {
        name: hook.kind.to_string(),
        detail: steps_in_words(&hook.lines),
        kind: SymbolKind::EVENT,
        span: whole(file, hook.span, hook.block),
        name_span: hook.span,
        children: locals(file, &hook.lines),
    }
}

fn of_flow(file: &File, flow: &Flow) -> Symbol {
    let parameters: Vec<_> = flow
        .parameters
        .iter()
        .map(|name| name.text.as_str())
        .collect();
    let given = flow
        .parameters
        .iter()
        .map(|name| leaf(name, SymbolKind::VARIABLE, "parameter".to_owned()));
    Symbol {
        name: flow.name.text.clone(),
        detail: parameters.join(" "),
        kind: SymbolKind::FUNCTION,
        span: whole(file, flow.span, flow.block),
        name_span: flow.name.span,
        children: given.chain(locals(file, &flow.lines)).collect(),
    }
}

fn of_test(file: &File, test: &Test) -> Symbol {
    let mut detail: Vec<_> = test
        .tags
        .iter()
        .map(|tag| format!("@{}", tag.text))
        .collect();
    detail.extend(test.skip.is_some().then(|| "@skip".to_owned()));
    detail.extend(test.only.then(|| "@only".to_owned()));
    let mut children = Vec::new();
    if let Some(table) = &test.table {
        let rows = table.rows.len();
        detail.push(format!("{rows} {}", if rows == 1 { "row" } else { "rows" }));
        let columns = table.columns.iter();
        children.extend(columns.map(|name| leaf(name, SymbolKind::FIELD, "column".to_owned())));
    }
    children.extend(locals(file, &test.lines));
    let title = text::as_written(&test.title);
    Symbol {
        // An editor refuses a symbol without a name.
        name: if title.trim().is_empty() {
            "test".to_owned()
        } else {
            title
        },
        detail: detail.join(" "),
        kind: SymbolKind::METHOD,
        span: whole(file, test.span, test.block),
        name_span: if test.is_bare() {
            test.span
        } else {
            test.title.span
        },
        children,
    }
}

/// The names that a block's lines give.
fn locals(file: &File, lines: &[Line]) -> Vec<Symbol> {
    let found = lines.iter().filter_map(|line| match line {
        Line::Let(found) => Some(of_let(file, found)),
        Line::Step(step) => match &step.kind {
            StepKind::Read { into, .. } => Some(Symbol {
                span: step.span,
                ..leaf(into, SymbolKind::VARIABLE, "read".to_owned())
            }),
            _ => None,
        },
    });
    found.collect()
}

fn steps_in_words(lines: &[Line]) -> String {
    match lines.len() {
        1 => "1 line".to_owned(),
        lines => format!("{lines} lines"),
    }
}

/// A block without the blank lines and comments behind its last line.
pub fn whole(file: &File, heading: Span, block: Span) -> Span {
    let text = file.text.get(heading.end..block.end).unwrap_or_default();
    let mut end = heading.end;
    let mut at = heading.end;
    for line in text.split_inclusive('\n') {
        let said = line.trim();
        if !said.is_empty() && (at == heading.end || !said.starts_with('#')) {
            end = at + line.trim_end().len();
        }
        at += line.len();
    }
    Span {
        start: heading.start.min(block.start),
        end,
    }
}

#[allow(deprecated)]
fn nested(analysis: &Analysis, symbol: Symbol) -> DocumentSymbol {
    let range = analysis.range(symbol.span);
    let own = analysis.range(symbol.name_span);
    let children: Vec<_> = symbol
        .children
        .into_iter()
        .map(|child| nested(analysis, child))
        .collect();
    DocumentSymbol {
        name: symbol.name,
        detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
        kind: symbol.kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: own,
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

#[allow(deprecated)]
fn information(symbol: &Symbol, location: Location) -> SymbolInformation {
    SymbolInformation {
        name: symbol.name.clone(),
        kind: symbol.kind,
        tags: None,
        deprecated: None,
        location,
        container_name: None,
    }
}
