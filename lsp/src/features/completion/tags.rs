//! Tags that the workspace's tests have.

use std::collections::BTreeSet;

use aite::script::ast::Span;
use tower_lsp::lsp_types::CompletionItemKind;

use super::Asked;
use super::item::Offer;
use crate::features::words;

pub fn all(asked: &Asked, span: Span) -> Vec<Offer> {
    let mut known = BTreeSet::new();
    let own = asked.whole.file().script.tests.iter();
    let own_tags = own.flat_map(|test| &test.tags);
    // The one that is being typed is no offer.
    let typed = asked.analysis.file().text.get(span.start + 1..span.end);
    known.extend(
        own_tags
            .filter(|tag| typed != Some(tag.text.as_str()))
            .map(|tag| tag.text.clone()),
    );
    for path in asked.workspace.recent_script_paths() {
        if path == asked.analysis.file().path {
            continue;
        }
        if let Some(file) = asked.workspace.file(&path) {
            let tags = file.script.tests.iter().flat_map(|test| &test.tags);
            known.extend(tags.map(|tag| tag.text.clone()));
        }
    }
    let tag = |label: String| Offer::new(label, CompletionItemKind::ENUM_MEMBER, span);
    let mut offers: Vec<_> = known.iter().map(|name| tag(format!("@{name}"))).collect();
    let meant =
        |label: &str| tag(label.to_owned()).documentation(words::tag(label).unwrap_or_default());
    offers.push(meant("@skip").text("@skip \"").snippet("@skip \"$1\""));
    offers.push(meant("@only"));
    offers
}
