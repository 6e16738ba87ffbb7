//! The grammar's queries, compiled once.

use std::sync::LazyLock;

use tree_sitter::{Language, Query};

static FOLDS: LazyLock<Query> = LazyLock::new(|| compiled(tree_sitter_aite::FOLDS_QUERY));
static HIGHLIGHTS: LazyLock<Query> = LazyLock::new(|| compiled(tree_sitter_aite::HIGHLIGHTS_QUERY));

pub fn folds() -> &'static Query {
    &FOLDS
}

pub fn highlights() -> &'static Query {
    &HIGHLIGHTS
}

/// The grammar's tests hold each of its queries against the grammar; nothing is shown for one that did not fit.
fn compiled(source: &str) -> Query {
    let language = Language::from(tree_sitter_aite::LANGUAGE);
    Query::new(&language, source).unwrap_or_else(|_| empty(&language))
}

fn empty(language: &Language) -> Query {
    match Query::new(language, "") {
        Ok(query) => query,
        Err(error) => unreachable!("a query that asks for nothing: {error}"),
    }
}
