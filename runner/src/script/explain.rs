//! Why a line says nothing a script can do.

use super::ast::Span;
use super::forms::{self, Expected};
use super::problem::Problem;
use super::reading::{self, Reading};
use super::tokens::{self, Kind, Token};
use super::words;

/// The one problem of a line that the grammar could not read. `line` is the line without its end, `start` its offset.
pub fn line(line: &str, start: usize) -> Problem {
    let mut tokens = tokens::tokens(line, start);
    tokens.retain(|token| token.kind != Kind::Comment);
    let reading = reading::read(&tokens);
    let unclosed = tokens
        .iter()
        .take(reading.at + 1)
        .find(|token| token.kind == Kind::Unclosed);
    match (unclosed, tokens.get(reading.at)) {
        (Some(token), _) => not_closed(token),
        (None, Some(found)) if reading.at == 0 => unknown_line(found),
        (None, Some(found)) => unexpected(found, &reading, &tokens),
        (None, None) => incomplete(&tokens, &reading, start + line.len()),
    }
}

/// The heading a line was probably meant to be: `test`, `flow`, `before` or `after`.
pub fn meant_as_heading(line: &str) -> bool {
    let first = tokens::tokens(line, 0).first().copied();
    first.and_then(first_word_meant).is_some_and(is_heading)
}

/// Whether a word opens a block.
pub fn is_heading(word: &str) -> bool {
    matches!(word, "test" | "flow" | "before" | "after")
}

fn first_word_meant(found: Token) -> Option<&'static str> {
    let forms = forms::STEPS.iter().chain(forms::OTHERS);
    words::closest(
        found.text,
        forms
            .map(|form| form.word)
            .chain(forms::MODIFIERS.iter().copied()),
    )
}

fn not_closed(token: &Token) -> Problem {
    if token.text.starts_with('/') {
        return Problem::error(
            "unclosed-regex",
            token.span,
            "This regular expression has no closing / in its line.",
        )
        .help("Write \\/ for a slash inside it.");
    }
    Problem::error(
        "unclosed-string",
        token.span,
        "This string has no closing quote in its line.",
    )
    .help("Put a \" where it ends. Write \\n for a line's end inside it.")
}

fn unknown_line(found: &Token) -> Problem {
    if found.kind == Kind::Other && found.text == "#" {
        return glued_comment(found);
    }
    let message = match found.kind {
        Kind::Word => format!("`{}` is no step and no heading.", shorten(found.text)),
        _ => format!(
            "A line begins with the word for what it does, as click or verify; `{}` was found.",
            shorten(found.text)
        ),
    };
    let meant = first_word_meant(*found);
    let problem = Problem::error("unknown-step", found.span, message);
    match meant {
        Some(_) => problem.did_you_mean(meant),
        None if found.kind == Kind::Word => {
            problem.help("A line begins with the word for what it does, as click, fill or verify.")
        }
        None => problem,
    }
}

fn unexpected(found: &Token, reading: &Reading, tokens: &[Token]) -> Problem {
    if let Some(problem) = misplaced(found) {
        return problem;
    }
    let before = tokens
        .get(reading.at.wrapping_sub(1))
        .map_or("", |token| token.text);
    let (before, shown) = (shorten(before), shorten(found.text));
    let message = match sentence(reading) {
        Some(expected) if !reading.may_end => {
            format!("After `{before}`, {expected}; `{shown}` was found.")
        }
        _ => format!("The line is complete after `{before}`; `{shown}` is too much."),
    };
    let expected_words = reading
        .expected
        .iter()
        .filter_map(|expected| match expected {
            Expected::Word(word) => Some(*word),
            _ => None,
        });
    let meant = words::closest(found.text, expected_words);
    Problem::error("unexpected", found.span, message).did_you_mean(meant)
}

/// What is a mistake wherever it stands in a line, whatever was expected there.
fn misplaced(found: &Token) -> Option<Problem> {
    let quotes = ['\'', '‘', '’', '“', '”', '„', '«', '»', '`'];
    let typed = found.text.chars().next().unwrap_or_default();
    if found.is("not") {
        return Some(
            Problem::error(
                "misplaced-not",
                found.span,
                "`not` stands right behind `verify`, `require` or `wait until`, and nowhere else.",
            )
            .help("Write: verify not …"),
        );
    }
    if is_modifier(found) {
        let word = found.text;
        return Some(
            Problem::error(
                "misplaced-modifier",
                found.span,
                format!("`{word}` stands in front of a step, at the line's start."),
            )
            .help(format!("Write: {word} …")),
        );
    }
    if found.text == "#" {
        return Some(glued_comment(found));
    }
    if quotes.contains(&typed) {
        return Some(
            Problem::error(
                "wrong-quote",
                found.span,
                format!("Strings stand between double quotes, as \"Send\"; {typed} was found."),
            )
            .help("Put the text between two \" characters."),
        );
    }
    None
}

fn is_modifier(token: &Token) -> bool {
    forms::MODIFIERS.iter().any(|&modifier| token.is(modifier))
}

fn glued_comment(found: &Token) -> Problem {
    Problem::error(
        "glued-comment",
        found.span,
        "A comment's # stands at the line's start or behind white space.",
    )
    .help("Put a space in front of the #.")
}

fn incomplete(tokens: &[Token], reading: &Reading, line_end: usize) -> Problem {
    let last = tokens.last();
    let end = last.map_or(line_end, |token| token.span.end);
    let span = Span { start: end, end };
    let before = last.map_or("", |token| token.text);
    let message = match sentence(reading) {
        Some(expected) if !reading.may_end => format!(
            "After `{}`, {expected}, but the line ends.",
            shorten(before)
        ),
        _ if tokens.iter().all(is_modifier) => {
            format!("After `{before}`, a step was expected, but the line ends.")
        }
        _ => "This line makes no sense.".to_owned(),
    };
    Problem::error("incomplete", span, message)
}

/// "`with` was expected"; none when only the line's end was.
fn sentence(reading: &Reading) -> Option<String> {
    let may_be_left_out =
        |expected: &&Expected| matches!(expected, Expected::Word("within" | "timeout"));
    let needed = reading
        .expected
        .iter()
        .filter(|expected| !may_be_left_out(expected));
    let mut phrases: Vec<String> = needed.map(phrase).collect();
    let last = phrases.pop()?;
    if phrases.is_empty() {
        return Some(format!("{last} was expected"));
    }
    Some(format!("{} or {last} was expected", phrases.join(", ")))
}

fn phrase(expected: &Expected) -> String {
    match expected {
        Expected::Word(word) => format!("`{word}`"),
        Expected::Equals => "`=`".to_owned(),
        Expected::Text => "a string such as \"Send\"".to_owned(),
        Expected::Value => "a value such as \"text\", 5 or a name".to_owned(),
        Expected::Env => "env \"VARIABLE\"".to_owned(),
        Expected::Regex => "a regular expression such as /[0-9]+/".to_owned(),
        Expected::Target => "a target such as button \"Send\"".to_owned(),
        Expected::Locator => "what to find, such as button \"Send\",".to_owned(),
        Expected::Pattern => "the text to find, such as \"Send\",".to_owned(),
        Expected::Name(what) => (*what).to_owned(),
        Expected::Duration => "a length of time such as 10s".to_owned(),
        Expected::Tag => "a tag such as @smoke".to_owned(),
    }
}

/// At most 40 characters of what was found, control characters as spaces, so that a message stays one line.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(LONGEST).map(plain).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
