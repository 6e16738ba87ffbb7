//! What a flow is given, while its call is typed.

use aite::script::tokens::{self, Kind};
use tower_lsp::lsp_types::{
    ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation,
};

use crate::analysis::Analysis;
use crate::features::comments;

pub fn signature_help(analysis: &Analysis, offset: usize) -> Option<SignatureHelp> {
    let file = analysis.file();
    let line = file.lines.line(offset);
    let start = file.lines.start(line)?;
    let typed = file.line_text(line).get(..offset.checked_sub(start)?)?;
    let tokens = tokens::tokens(typed, start);
    let called = tokens.iter().position(|token| token.is("do"))?;
    let first_words = tokens[..called].iter();
    let is_call = first_words
        .clone()
        .all(|token| token.is("try") || token.is("soft"));
    let name = tokens.get(called + 1)?;
    // The name itself is completion's; a comment is no argument.
    let in_name = name.span.end >= offset;
    let in_comment = tokens.last().is_some_and(|last| last.kind == Kind::Comment);
    if !is_call || in_name || in_comment {
        return None;
    }
    let (at, flow) = analysis.opened.flow(0, name.text)?;
    let arguments = &tokens[called + 2..];
    let in_last = arguments.last().is_some_and(|last| last.span.end >= offset);
    // `env "NAME"` is one argument.
    let words = arguments.iter().filter(|token| token.is("env")).count();
    let given = (arguments.len() - words).saturating_sub(usize::from(in_last));
    let mut label = flow.name.text.clone();
    let mut parameters = Vec::new();
    for parameter in &flow.parameters {
        label.push(' ');
        let start = label.encode_utf16().count() as u32;
        label.push_str(&parameter.text);
        let end = label.encode_utf16().count() as u32;
        parameters.push(ParameterInformation {
            label: ParameterLabel::LabelOffsets([start, end]),
            documentation: None,
        });
    }
    let said = comments::above(&analysis.opened.files[at], flow.span.start);
    let active = u32::try_from(given)
        .ok()
        .filter(|_| given < parameters.len());
    Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label,
            documentation: said.map(tower_lsp::lsp_types::Documentation::String),
            parameters: Some(parameters),
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    })
}
