//! Files and addresses that a script names, to be opened.

use std::path::Path;

use aite::script::ast::{Line, Span, StepKind, Text, Value};
use tower_lsp::lsp_types::{DocumentLink, Url};

use crate::analysis::{Analysis, uri_of};
use crate::features::known::Knowing;

pub fn document_links(analysis: &Analysis) -> Vec<DocumentLink> {
    let file = analysis.file();
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let knowing = Knowing::of(&analysis.opened);
    let mut links = Vec::new();
    for (line, used) in file.script.uses.iter().zip(&file.uses) {
        let target = used.and_then(|used| uri_of(&analysis.opened.files[used].path));
        links.extend(link(analysis, &line.path, target, "Open the file"));
    }
    for line in file.script.lines() {
        let Line::Step(step) = line else { continue };
        match &step.kind {
            StepKind::Upload {
                file: Value::Text(text),
                ..
            } => {
                let path = knowing.text(text).map(|name| folder.join(name));
                let target = path
                    .filter(|path| path.is_file())
                    .and_then(|path| uri_of(&path));
                links.extend(link(analysis, text, target, "Open the file"));
            }
            StepKind::Open {
                url: Value::Text(text),
                ..
            } => {
                let target = knowing
                    .text(text)
                    .and_then(|address| joined(analysis, &address));
                links.extend(link(analysis, text, target, "Open in a browser"));
            }
            _ => {}
        }
    }
    links
}

fn joined(analysis: &Analysis, address: &str) -> Option<Url> {
    let config = analysis.config.as_ref().ok();
    let base = config.and_then(|config| config.file.base_url.as_ref());
    let url = match base {
        Some(base) => base.join(address).ok()?,
        None => Url::parse(address).ok()?,
    };
    matches!(url.scheme(), "http" | "https").then_some(url)
}

fn link(analysis: &Analysis, text: &Text, target: Option<Url>, says: &str) -> Option<DocumentLink> {
    let inside = Span {
        start: text.span.start + 1,
        end: text.span.end.saturating_sub(1),
    };
    Some(DocumentLink {
        range: analysis.range(inside),
        target: Some(target?),
        tooltip: Some(says.to_owned()),
        data: None,
    })
}
