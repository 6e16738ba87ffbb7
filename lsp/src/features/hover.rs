//! What is under the cursor, in words.

use aite::lock::{Entry, LockFile, lock_path};
use aite::script::ast::{LetValue, Line, Script, Span, Target};
use aite::script::pieces::{self, Piece};
use aite::script::tokens::{self, Kind, Token};
use aite::script::words::BUILT_IN;
use aite::script::{File, Reference, SymbolKind, reading, roles};
use aite::session::descriptor_in_words;
use tower_lsp::lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use crate::analysis::{Analysis, Workspace};
use crate::features::completion::place::{Place, place};
use crate::features::known::Knowing;
use crate::features::{comments, words};

/// What is said, and of what part of the script.
struct Said {
    text: String,
    span: Span,
}

pub fn hover(workspace: &Workspace, analysis: &Analysis, offset: usize) -> Option<Hover> {
    let said = of_name(analysis, offset)
        .or_else(|| of_built_in(analysis, offset))
        .or_else(|| of_target(analysis, offset))
        .or_else(|| of_word(analysis, offset))?;
    let kind = match workspace.editor.markdown {
        true => MarkupKind::Markdown,
        false => MarkupKind::PlainText,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind,
            value: said.text,
        }),
        range: Some(analysis.range(said.span)),
    })
}

fn of_name(analysis: &Analysis, offset: usize) -> Option<Said> {
    let found = analysis.reference_at(offset)?;
    let mut text = match found.symbol.kind {
        SymbolKind::Profile => profile(analysis, &found.symbol.name),
        _ => definition(analysis, found)?,
    };
    // A name may stand for an element too.
    if let Some(target) = target_at(&analysis.file().script, offset)
        && let Some(remembered) = remembered(analysis, target)
    {
        text.push_str("\n\n");
        text.push_str(&remembered);
    }
    Some(Said {
        text,
        span: found.span,
    })
}

/// The line that defines a name, the comment above it, and what the name is worth.
fn definition(analysis: &Analysis, found: &Reference) -> Option<String> {
    let (at, span) = found.symbol.defined?;
    let file = &analysis.opened.files[at];
    let line = file.line_text(file.lines.line(span.start)).trim();
    let mut text = match found.symbol.kind {
        SymbolKind::Parameter => format!("Parameter of\n{}", code(line)),
        SymbolKind::Column => column(file, span)?,
        _ => code(without_comment(line)),
    };
    if at != 0 {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        text.push_str(&format!("\n\nFrom {}", escaped(&name)));
    }
    let comment = match found.symbol.kind {
        SymbolKind::Flow | SymbolKind::Let | SymbolKind::Secret => {
            comments::above(file, span.start)
        }
        _ => None,
    };
    if let Some(comment) = comment {
        text.push_str(&format!("\n\n{}", escaped(&comment)));
    }
    match found.symbol.kind {
        SymbolKind::Secret => text.push_str("\n\nIts value is shown nowhere."),
        SymbolKind::Let => {
            if let Some(value) = worth(analysis, at, &found.symbol.name, line) {
                text.push_str(&format!("\n\nIs `{}`", value.replace('`', "'")));
            }
        }
        _ => {}
    }
    Some(text)
}

/// What a let is worth, where its line does not say so itself.
fn worth(analysis: &Analysis, file: usize, name: &str, line: &str) -> Option<String> {
    let lets = &analysis.opened.files[file].script.lets;
    let found = lets.iter().find(|found| found.name.text == name)?;
    let LetValue::Value(value) = &found.value else {
        return None;
    };
    let value = Knowing::of(&analysis.opened).value(file, value)?;
    let short = crate::features::shorten(&value, 200);
    (!line.contains(&value)).then_some(short)
}

fn column(file: &File, span: Span) -> Option<String> {
    const SHOWN: usize = 5;
    let tests = file.script.tests.iter();
    let mut tables = tests.filter_map(|test| test.table.as_ref());
    let (table, at) = tables.find_map(|table| {
        let at = table.columns.iter().position(|name| name.span == span)?;
        Some((table, at))
    })?;
    let cells = table.rows.iter().filter_map(|row| row.cells.get(at));
    let shown: Vec<_> = cells
        .take(SHOWN)
        .map(|cell| format!("- {}", escaped(&crate::features::shorten(cell, 80))))
        .collect();
    let more = match table.rows.len() > SHOWN {
        true => "\n- …",
        false => "",
    };
    Some(format!(
        "A column of the table:\n{}{more}",
        shown.join("\n")
    ))
}

fn profile(analysis: &Analysis, name: &str) -> String {
    let config = analysis.config.as_ref().ok();
    let is_configured = config.is_some_and(|config| config.file.profiles.contains_key(name));
    let settings = match is_configured {
        true => "Its settings are in aite.config.json.",
        false => "The config says nothing of it, so it has the default settings.",
    };
    format!(
        "{}\n\nA Chrome profile. {settings}",
        code(&format!("profile {name}"))
    )
}

fn of_target(analysis: &Analysis, offset: usize) -> Option<Said> {
    let target = target_at(&analysis.file().script, offset)?;
    let text = remembered(analysis, target)?;
    Some(Said {
        text,
        span: target.span,
    })
}

/// The innermost target at an offset: behind `within`, the one it names.
pub fn target_at(script: &Script, offset: usize) -> Option<&Target> {
    let lets = script.lets.iter().map(|found| &found.value);
    let mut targets: Vec<_> = lets.filter_map(of_let).collect();
    for line in script.lines() {
        match line {
            Line::Let(found) => targets.extend(of_let(&found.value)),
            Line::Step(step) if step.span.start <= offset && offset <= step.span.end => {
                let pieces = pieces::pieces(&step.kind).into_iter();
                targets.extend(pieces.filter_map(|piece| match piece {
                    Piece::Target(target) => Some(target),
                    _ => None,
                }));
            }
            Line::Step(_) => {}
        }
    }
    let holds = |target: &&Target| target.span.start <= offset && offset <= target.span.end;
    targets.into_iter().find(holds)
}

fn of_let(value: &LetValue) -> Option<&Target> {
    match value {
        LetValue::Target(target) => Some(target),
        LetValue::Value(_) => None,
    }
}

/// What the lock beside the script remembers of a target.
fn remembered(analysis: &Analysis, target: &Target) -> Option<String> {
    let keys = Knowing::of(&analysis.opened).keys(target);
    let lock = LockFile::read(&lock_path(&analysis.file().path)).ok()?;
    let mut lines = Vec::new();
    for (page, entries) in &lock.elements {
        for (key, entry) in entries {
            if keys.iter().any(|own| own.fits(key)) {
                lines.push(entry_in_words(page, entry));
            }
        }
    }
    const SHOWN: usize = 8;
    let more = lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    if more > 0 {
        lines.push(format!("- and {more} more"));
    }
    (!lines.is_empty()).then(|| format!("The lock remembers:\n{}", lines.join("\n")))
}

fn entry_in_words(page: &str, entry: &Entry) -> String {
    let element = serde_json::to_value(&entry.descriptor).ok();
    let element = element.as_ref().and_then(descriptor_in_words);
    let element = element.unwrap_or_else(|| entry.descriptor.tag.clone());
    let accepted = match &entry.accepted {
        Some(accepted) => format!(", accepted on {}", escaped(&accepted.on)),
        None => String::new(),
    };
    format!("- {}: {}{accepted}", escaped(page), escaped(&element))
}

/// A name in a string that means something in every script.
fn of_built_in(analysis: &Analysis, offset: usize) -> Option<Said> {
    let Place::Braces { span, .. } = place(analysis.file(), offset) else {
        return None;
    };
    let name = analysis.file().text.get(span.start..span.end)?;
    let text = BUILT_IN
        .contains(&name)
        .then(|| words::inside(name))
        .flatten()?
        .to_owned();
    Some(Said { text, span })
}

/// What a word of the line does.
fn of_word(analysis: &Analysis, offset: usize) -> Option<Said> {
    let file = analysis.file();
    let number = file.lines.line(offset);
    let start = file.lines.start(number)?;
    let line = file.line_text(number);
    if line.trim_start().starts_with('|') {
        return None;
    }
    let tokens = tokens::tokens(line, start);
    let touches = |token: &&Token| token.span.start <= offset && offset <= token.span.end;
    let at = tokens.iter().position(|token| touches(&token))?;
    let token = &tokens[at];
    let said = |text: String| {
        Some(Said {
            text,
            span: token.span,
        })
    };
    match token.kind {
        Kind::Tag => said(words::tag(token.text)?.to_owned()),
        Kind::Word => {
            // A word that does not fit where it stands says nothing.
            if reading::read(&tokens).at < at {
                return None;
            }
            let starts = tokens[..at]
                .iter()
                .all(|token| token.is("try") || token.is("soft"));
            if starts {
                let said_of = words::of_line(token.text)?;
                return said(format!("{}\n\n{}", code(said_of.form), said_of.does));
            }
            if let Some(word) = words::inside(token.text) {
                return said(word.to_owned());
            }
            let next_is_pattern = tokens.get(at + 1).is_some_and(|next| {
                matches!(
                    next.kind,
                    Kind::Text | Kind::Part | Kind::Regex | Kind::Unclosed
                )
            });
            if let Some(role) = roles::find(token.text).filter(|_| next_is_pattern) {
                return said(format!(
                    "An element with the role {}.",
                    role.aria.join(", ")
                ));
            }
            let first = tokens
                .iter()
                .find(|token| !token.is("try") && !token.is("soft"))?;
            let said_of = words::of_line(first.text)?;
            said(format!("{}\n\n{}", code(said_of.form), said_of.does))
        }
        _ => None,
    }
}

fn code(text: &str) -> String {
    format!("```aite\n{}\n```", text.replace("```", "'''"))
}

fn without_comment(line: &str) -> &str {
    let tokens = tokens::tokens(line, 0);
    let comment = tokens.iter().find(|token| token.kind == Kind::Comment);
    comment.map_or(line, |comment| line[..comment.span.start].trim_end())
}

/// A text from elsewhere, so that nothing in it is taken for markdown.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => escaped.push(' '),
            c if c.is_ascii_punctuation() => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
