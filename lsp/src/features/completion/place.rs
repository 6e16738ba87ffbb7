//! Where in a line the cursor is, and what may stand there.

use aite::script::ast::Span;
use aite::script::forms::Expected;
use aite::script::tokens::{self, Kind, Token, is_name_char};
use aite::script::{File, reading};

use crate::features::pop_if;

/// What the cursor is in.
#[derive(Debug, PartialEq)]
pub enum Place<'t> {
    /// A word, perhaps one that is still to be typed.
    Word(Word<'t>),
    /// A string; `{` of a name is not open.
    String(Inside<'t>),
    /// Between `{` and `}` in a string.
    Braces { span: Span, is_closed: bool },
    /// Nothing can be offered: a comment, a table, a line that went wrong further left.
    Nowhere,
}

#[derive(Debug, PartialEq)]
pub struct Word<'t> {
    /// The tokens in front of it.
    pub before: Vec<Token<'t>>,
    /// The word as far as it is there; what is chosen replaces it.
    pub span: Span,
    pub expected: Vec<Expected>,
}

#[derive(Debug, PartialEq)]
pub struct Inside<'t> {
    /// The tokens in front of the string.
    pub before: Vec<Token<'t>>,
    /// What stands between the quotes.
    pub span: Span,
    pub is_closed: bool,
    pub expected: Vec<Expected>,
}

/// Reads the line of a byte as far as the cursor.
pub fn place(file: &File, offset: usize) -> Place<'_> {
    let number = file.lines.line(offset);
    let start = file.lines.start(number).unwrap_or(0);
    let line = file.line_text(number);
    let Some(typed) = line.get(..offset.saturating_sub(start)) else {
        return Place::Nowhere;
    };
    if typed.trim_start_matches(tokens::is_space).starts_with('|') {
        return Place::Nowhere;
    }
    let mut before = tokens::tokens(typed, start);
    let touched = pop_if(&mut before, |last| {
        last.span.end == offset && !is_whole(last)
    });
    match touched.map(|token| (token, token.kind)) {
        Some((_, Kind::Comment)) => Place::Nowhere,
        Some((token, Kind::Unclosed)) if !token.text.starts_with('/') => {
            in_string(token, line, (start, offset), before)
        }
        // White space behind an open string was cut off its token.
        None => match pop_if(&mut before, |last| last.kind == Kind::Unclosed) {
            Some(token) if !token.text.starts_with('/') => {
                in_string(token, line, (start, offset), before)
            }
            Some(_) => Place::Nowhere,
            None if before.last().is_some_and(|last| last.kind == Kind::Comment) => Place::Nowhere,
            None => at_word(
                before,
                Span {
                    start: offset,
                    end: offset,
                },
            ),
        },
        Some((
            token,
            Kind::Word | Kind::Tag | Kind::Other | Kind::Number | Kind::Duration | Kind::Ordinal,
        )) => {
            let rest = &line[typed.len()..];
            let more = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
            let span = Span {
                start: token.span.start,
                end: offset + more,
            };
            at_word(before, span)
        }
        Some(_) => Place::Nowhere,
    }
}

/// A token after which another may begin at once.
fn is_whole(token: &Token) -> bool {
    matches!(
        token.kind,
        Kind::Text | Kind::Part | Kind::Regex | Kind::Equals
    )
}

fn at_word(before: Vec<Token>, span: Span) -> Place {
    match expected_after(&before) {
        Some(expected) => Place::Word(Word {
            before,
            span,
            expected,
        }),
        None => Place::Nowhere,
    }
}

/// What may follow; none where the line went wrong before.
fn expected_after(before: &[Token]) -> Option<Vec<Expected>> {
    let reading = reading::read(before);
    (reading.at == before.len()).then_some(reading.expected)
}

fn in_string<'t>(
    token: Token<'t>,
    line: &'t str,
    (start, offset): (usize, usize),
    before: Vec<Token<'t>>,
) -> Place<'t> {
    let Some(quote) = token.text.find('"') else {
        return Place::Nowhere;
    };
    let inner = token.span.start + quote + 1;
    let typed = line.get(inner - start..offset - start).unwrap_or_default();
    let rest = line.get(offset - start..).unwrap_or_default();
    if let Some(brace) = open_brace(typed) {
        let more = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        return Place::Braces {
            span: Span {
                start: inner + brace + 1,
                end: offset + more,
            },
            is_closed: rest[more..].starts_with('}'),
        };
    }
    let Some(expected) = expected_after(&before) else {
        return Place::Nowhere;
    };
    let closed = closing_quote(rest);
    Place::String(Inside {
        before,
        span: Span {
            start: inner,
            end: closed.map_or(offset, |end| offset + end),
        },
        is_closed: closed.is_some(),
        expected,
    })
}

/// Where a `{` stands that is neither doubled nor closed, with nothing but a name behind it.
fn open_brace(typed: &str) -> Option<usize> {
    let mut open = None;
    let mut chars = typed.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
                open = None;
            }
            '{' if chars.peek().is_some_and(|(_, next)| *next == '{') => {
                chars.next();
                open = None;
            }
            '{' => open = Some(at),
            c if open.is_some() && !is_name_char(c) => open = None,
            _ => {}
        }
    }
    open
}

fn closing_quote(rest: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            '"' if !is_escaped => return Some(at),
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use aite::script::parse;

    fn shown(text: &str) -> String {
        let offset = text.find('‸').expect("a cursor");
        let text = text.replace('‸', "");
        let file = File::new("a.aite".as_ref(), text.clone(), parse(&text));
        match place(&file, offset) {
            Place::Nowhere => "nowhere".to_owned(),
            Place::Braces { span, is_closed } => {
                format!("braces {:?} {is_closed}", &text[span.start..span.end])
            }
            Place::Word(word) => format!(
                "word {:?} {:?}",
                &text[word.span.start..word.span.end],
                word.expected
            ),
            Place::String(inside) => format!(
                "string {:?} {} {:?}",
                &text[inside.span.start..inside.span.end],
                inside.is_closed,
                inside.expected
            ),
        }
    }

    #[test]
    fn the_cursor_is_in_a_word_a_string_or_braces() {
        assert_eq!(shown("‸"), "word \"\" []");
        assert_eq!(shown("  cl‸ick \"a\""), "word \"click\" []");
        assert_eq!(shown("scroll ‸"), "word \"\" [Word(\"to\")]");
        assert_eq!(
            shown("click \"a\" ‸"),
            "word \"\" [Word(\"within\"), Word(\"timeout\")]"
        );
        assert_eq!(shown("click \"a ‸"), "string \"a \" false [Target]");
        assert_eq!(
            shown("click button \"a‸b\" # x"),
            "string \"ab\" true [Pattern]"
        );
        assert_eq!(shown("fill \"漢字 {a‸b} x\""), "braces \"ab\" true");
        assert_eq!(shown("fill \"{{a‸\""), "string \"{{a\" true [Target]");
        assert_eq!(shown("fill \"{a b‸"), "string \"{a b\" false [Target]");
        assert_eq!(shown("click # com‸"), "nowhere");
        assert_eq!(shown("clik x‸"), "nowhere");
        assert_eq!(shown("| a‸"), "nowhere");
        assert_eq!(
            shown("wait 3‸"),
            "word \"3\" [Word(\"for\"), Word(\"until\"), Duration]"
        );
    }
}
