//! A name changed everywhere it stands.

use aite::config::{ConfigChange, edited_config};
use aite::script::ast::Span;
use aite::script::{ReferencePlace, Symbol, SymbolKind, text, words};
use tower_lsp::lsp_types::{PrepareRenameResponse, TextEdit};

use crate::analysis::{Analysis, Workspace, uri_of};
use crate::edits::Edits;
use crate::features::navigation::{Holding, each_script};
use crate::position::to_range;

/// The name at an offset, where there is one that can be changed.
pub fn prepare(analysis: &Analysis, offset: usize) -> Option<PrepareRenameResponse> {
    let found = analysis.reference_at(offset)?;
    Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: analysis.range(found.span),
        placeholder: found.symbol.name.clone(),
    })
}

/// The edits that give the name at an offset another, or why that cannot be.
pub fn rename(
    workspace: &Workspace,
    analysis: &Analysis,
    (offset, new): (usize, &str),
) -> Result<Edits, String> {
    let found = analysis
        .reference_at(offset)
        .ok_or("Nothing here has a name that can be changed.")?;
    let symbol = &found.symbol;
    if symbol.name == new {
        return Ok(Edits::default());
    }
    may_be_named(new)?;
    let mut taken = taken_in_config(analysis, symbol, new);
    let mut edits = Edits::default();
    each_script(workspace, analysis, symbol, &mut |script| {
        taken = taken.take().or_else(|| taken_in(script, symbol, new));
        let file = &script.opened.files[0];
        if let Some(uri) = uri_of(&file.path) {
            for own in &script.own {
                let range = to_range(file, own.span, analysis.encoding);
                edits.add(uri.clone(), TextEdit::new(range, new.to_owned()));
            }
        }
    });
    if let Some(taken) = taken {
        return Err(taken);
    }
    if symbol.kind == SymbolKind::Profile {
        rename_in_config(workspace, analysis, (&symbol.name, new), &mut edits)?;
    }
    Ok(edits)
}

fn may_be_named(new: &str) -> Result<(), String> {
    if !text::is_name(new) {
        return Err(format!(
            "\"{new}\" is no name: a name is made of letters, digits, _ and -, and does not begin with a digit."
        ));
    }
    if words::is_reserved(new) || words::BUILT_IN.contains(&new) {
        return Err(format!(
            "`{new}` is a word of the language, so nothing else can be named that. Choose another name, such as my-{new}."
        ));
    }
    Ok(())
}

fn taken_in_config(analysis: &Analysis, symbol: &Symbol, new: &str) -> Option<String> {
    let config = analysis.config.as_ref().ok()?;
    let is_taken = symbol.kind == SymbolKind::Profile && config.file.profiles.contains_key(new);
    is_taken.then(|| format!("aite.config.json has a profile named `{new}` already."))
}

/// Why a name cannot get another in a script: something there has that one.
fn taken_in(script: &Holding, symbol: &Symbol, new: &str) -> Option<String> {
    let block = symbol
        .is_local()
        .then(|| block_of(script, symbol))
        .flatten();
    let seen: Vec<_> = script.opened.seen_by(0).map(|(at, _)| at).collect();
    let mut others = script.references.iter().filter(|each| {
        let is_near = match block {
            // A name of another block is not in the way.
            Some(block) if each.symbol.is_local() => {
                each.file == 0 && block.start <= each.span.start && each.span.end <= block.end
            }
            _ if each.symbol.is_local() => each.file == 0,
            _ => seen.contains(&each.file),
        };
        each.place == ReferencePlace::Definition
            && each.symbol.name == new
            && is_near
            && family(each.symbol.kind) == family(symbol.kind)
    });
    let other = others.next()?;
    let file = &script.opened.files[other.file];
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let line = file.place(other.span.start).line + 1;
    Some(format!(
        "`{new}` is defined already, in line {line} of {name}. Choose another name."
    ))
}

/// The block a local name belongs to, with the blank lines behind it.
fn block_of(script: &Holding, symbol: &Symbol) -> Option<Span> {
    let (_, at) = symbol.defined?;
    let content = &script.opened.files[0].script;
    let hooks = content.hooks.iter().map(|hook| hook.block);
    let flows = content.flows.iter().map(|flow| flow.block);
    let tests = content.tests.iter().map(|test| test.block);
    let mut blocks = hooks.chain(flows).chain(tests);
    blocks.find(|block| block.start <= at.start && at.end <= block.end)
}

/// Flows, profiles and everything else do not get into each other's way.
fn family(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Flow => 0,
        SymbolKind::Profile => 1,
        _ => 2,
    }
}

fn rename_in_config(
    workspace: &Workspace,
    analysis: &Analysis,
    (from, to): (&str, &str),
    edits: &mut Edits,
) -> Result<(), String> {
    let config = analysis.config.as_ref().map_err(Clone::clone)?;
    let Some(path) = config
        .path
        .as_ref()
        .filter(|_| config.file.profiles.contains_key(from))
    else {
        return Ok(());
    };
    let old = workspace.text(path).map_err(|error| error.to_string())?;
    let change = ConfigChange::RenameProfile {
        from: from.to_owned(),
        to: to.to_owned(),
    };
    let new =
        edited_config(&old, &change).map_err(|error| format!("{}: {error}", path.display()))?;
    edits.rewrite(path, (Some(&old), &new), analysis.encoding);
    Ok(())
}
