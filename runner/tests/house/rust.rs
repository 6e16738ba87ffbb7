//! The runner's modules and the language server.

use std::collections::BTreeSet;

use crate::{hold, without_comments};

/// The runner's modules, layer upon layer. Each may know those below its layer, never one beside or above it.
const LAYERS: &[&[&str]] = &[
    &["files"],
    &["script", "demo"],
    &["config"],
    &["lock"],
    &["bridge", "chrome"],
    &["session"],
    &["report"],
    &["run"],
    &["cli"],
];

/// What the language server may know of the runner.
const SHOWN: &[&str] = &["script", "config", "lock", "session"];

#[test]
fn nothing_in_the_runner_points_upward() {
    hold("runner/src", "rs", wrong_in_runner);
}

#[test]
fn the_language_server_knows_what_it_shows() {
    hold("lsp/src", "rs", wrong_in_lsp);
}

#[test]
fn a_wrong_use_gets_a_sentence() {
    let runner = |path: &str, text: &str| wrong_in_runner(path, text).join("\n");
    assert_eq!(
        runner(
            "runner/src/bridge/gate.rs",
            "use crate::{lock::Descriptor, session::{run, Step}, chrome};"
        ),
        "runner/src/bridge/gate.rs uses crate::chrome, but bridge may know only what stands below it, and chrome does not\n\
         runner/src/bridge/gate.rs uses crate::session, but bridge may know only what stands below it, and session does not"
    );
    assert_eq!(
        runner(
            "runner/src/script/lower/tables.rs",
            "use super::super::super::cli;\nuse super::super::lock;"
        ),
        "runner/src/script/lower/tables.rs uses crate::cli, but script may know only what stands below it, and cli does not"
    );
    assert_eq!(
        runner(
            "runner/src/report.rs",
            "let language = tree_sitter_aite::LANGUAGE;"
        ),
        "runner/src/report.rs uses the grammar, but only script reads text; ask it"
    );
    assert_eq!(
        runner("runner/src/attic/mod.rs", ""),
        "runner/src/attic/mod.rs is in no layer of the table in runner/tests/house/rust.rs; give attic its place there"
    );
    assert_eq!(
        runner(
            "runner/src/chrome/pipe.rs",
            "// crate::bridge is another matter"
        ),
        ""
    );
    assert_eq!(
        wrong_in_lsp("lsp/src/main.rs", "use aite::{run, script};").join("\n"),
        "lsp/src/main.rs uses aite::run, but lsp may know only [\"script\", \"config\", \"lock\", \"session\"]"
    );
}

fn wrong_in_runner(path: &str, text: &str) -> Vec<String> {
    let inside = path
        .trim_start_matches("runner/src/")
        .trim_end_matches(".rs");
    if matches!(inside, "lib" | "main") {
        return Vec::new();
    }
    let modules: Vec<_> = inside.split('/').filter(|part| *part != "mod").collect();
    let module = modules[0];
    let Some(layer) = layer_of(module) else {
        return vec![format!(
            "{path} is in no layer of the table in runner/tests/house/rust.rs; give {module} its place there"
        )];
    };

    let code = without_comments(text);
    let mut used = names_after("crate::", &code);
    // As many `super`s as there are modules around a file lead to the crate too.
    used.extend(names_after(&"super::".repeat(modules.len()), &code));
    let mut wrong: Vec<_> = used
        .iter()
        .filter(|name| *name != module && layer_of(name).is_some_and(|other| other >= layer))
        .map(|name| {
            format!(
                "{path} uses crate::{name}, but {module} may know only what stands below it, and {name} does not"
            )
        })
        .collect();
    if module != "script" && code.contains("tree_sitter_aite") {
        wrong.push(format!(
            "{path} uses the grammar, but only script reads text; ask it"
        ));
    }
    wrong
}

fn wrong_in_lsp(path: &str, text: &str) -> Vec<String> {
    names_after("aite::", &without_comments(text))
        .into_iter()
        .filter(|name| !SHOWN.contains(&name.as_str()))
        .map(|name| format!("{path} uses aite::{name}, but lsp may know only {SHOWN:?}"))
        .collect()
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The names that follow `prefix` in paths and in groups: `a` and `b` in `crate::{a::X, b}`.
fn names_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let inside_another = |before: char| before.is_alphanumeric() || matches!(before, '_' | ':');
        if code[..at].ends_with(inside_another) {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(group_names(group)),
            None => names.extend([identifier(rest)]),
        }
    }
    names
}

/// The first name of each entry of an import group, up to its closing brace.
fn group_names(group: &str) -> Vec<String> {
    let mut depth = 0;
    let mut entries = vec![String::new()];
    for sign in group.chars() {
        match sign {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => entries.push(String::new()),
            _ => {}
        }
        if let Some(entry) = entries.last_mut() {
            entry.push(sign);
        }
    }
    entries
        .iter()
        .map(|entry| identifier(entry.trim_start_matches([',', ' ', '\n'])))
        .filter(|name| !name.is_empty())
        .collect()
}

fn identifier(text: &str) -> String {
    text.chars()
        .take_while(|sign| sign.is_alphanumeric() || *sign == '_')
        .collect()
}
