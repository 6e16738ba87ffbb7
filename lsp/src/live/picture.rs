//! An element's picture under what a hover says of it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tower_lsp::lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

/// A larger one would keep an editor busy.
const LARGEST: usize = 256 * 1024;

pub fn with_picture(said: Option<Hover>, picture: Option<Vec<u8>>) -> Option<Hover> {
    let Some(picture) = picture.filter(|picture| picture.len() <= LARGEST) else {
        return said;
    };
    let image = format!(
        "![on the open page](data:image/png;base64,{})",
        STANDARD.encode(picture)
    );
    let (text, range) = match said {
        Some(Hover {
            contents: HoverContents::Markup(content),
            range,
        }) => (format!("{}\n\n{image}", content.value), range),
        _ => (image, None),
    };
    let content = MarkupContent {
        kind: MarkupKind::Markdown,
        value: text,
    };
    Some(Hover {
        contents: HoverContents::Markup(content),
        range,
    })
}
