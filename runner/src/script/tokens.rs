//! One line of a script cut at its white space: what a line consists of, whether or not it makes sense.

use super::ast::Span;
use super::numbers;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    Duration,
    /// `2nd`; `first` and `last` are words.
    Ordinal,
    /// `"…"`
    Text,
    /// `~"…"`
    Part,
    /// `/…/` with flags, if any.
    Regex,
    /// `"…`, `~"…` or `/…` up to the line's end.
    Unclosed,
    /// `@word`
    Tag,
    Equals,
    /// `# …` up to the line's end.
    Comment,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub span: Span,
}

impl Token<'_> {
    pub fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether it is an unclosed string (`"`) or regular expression (`/`).
    pub fn opens(&self, quote: char) -> bool {
        self.kind == Kind::Unclosed && self.text.starts_with(quote)
    }
}

/// The tokens of a line (without its line end), the comment behind it included. `start` is the line's own offset.
pub fn tokens(line: &str, start: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = line.get(at..) {
        let blank = rest.len() - rest.trim_start_matches(is_space).len();
        let rest = &rest[blank..];
        if rest.is_empty() {
            break;
        }
        at += blank;
        let after_space = at == 0 || blank > 0;
        let (kind, length) = token(rest, after_space);
        tokens.push(Token {
            kind,
            text: &rest[..length],
            span: Span {
                start: start + at,
                end: start + at + length,
            },
        });
        at += length;
    }
    tokens
}

fn token(rest: &str, after_space: bool) -> (Kind, usize) {
    let first = rest.chars().next().unwrap_or_default();
    match first {
        '#' if after_space => (Kind::Comment, trimmed(rest)),
        '"' => closed_by(rest, 1, '"', Kind::Text),
        '~' if part_opening(rest).is_some() => {
            closed_by(rest, part_opening(rest).unwrap_or(1), '"', Kind::Part)
        }
        '/' => closed_by(rest, 1, '/', Kind::Regex),
        '=' => (Kind::Equals, 1),
        '@' => (Kind::Tag, 1 + run(&rest[1..], is_name_char)),
        _ if is_name_start(first) && !signed_number(rest) => (Kind::Word, run(rest, is_name_char)),
        _ if first.is_ascii_digit() || signed_number(rest) => numeric(rest),
        _ => (Kind::Other, first.len_utf8()),
    }
}

/// A token that begins with `open` bytes and ends at the next `close` that no backslash stands before.
fn closed_by(rest: &str, open: usize, close: char, kind: Kind) -> (Kind, usize) {
    let mut escaped = false;
    for (at, c) in rest[open..].char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == close {
            let end = open + at + 1;
            let flags = if kind == Kind::Regex {
                run(&rest[end..], |c| c.is_ascii_alphabetic())
            } else {
                0
            };
            return (kind, end + flags);
        }
    }
    (Kind::Unclosed, trimmed(rest))
}

/// How many bytes open a `~"…"`; white space may stand between the two.
fn part_opening(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix('~')?.trim_start_matches(is_space);
    behind
        .starts_with('"')
        .then(|| rest.len() - behind.len() + 1)
}

fn numeric(rest: &str) -> (Kind, usize) {
    let sign = usize::from(rest.starts_with('-'));
    let length = sign + run(&rest[sign..], |c| is_name_char(c) || c == '.');
    let text = &rest[..length];
    let kind = if numbers::number(text).is_some() {
        Kind::Number
    } else if numbers::duration(text).is_some() {
        Kind::Duration
    } else if numbers::ordinal(text).is_some() {
        Kind::Ordinal
    } else {
        Kind::Other
    };
    (kind, length)
}

fn signed_number(rest: &str) -> bool {
    rest.strip_prefix('-')
        .is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn trimmed(text: &str) -> usize {
    text.trim_end_matches(is_space).len()
}

fn is_name_start(c: char) -> bool {
    is_name_char(c) && !c.is_ascii_digit()
}

/// Whether a name may hold `c`. Wider than the grammar outside ASCII, which has the last word on what a name is.
pub fn is_name_char(c: char) -> bool {
    match c {
        '_' | '-' | '\u{203c}' | '\u{2049}' => true,
        '«' | '»' | '\u{2010}'..='\u{205e}' => false,
        _ => c.is_ascii_alphanumeric() || !c.is_ascii() && !is_space(c),
    }
}

/// White space within a line, as the grammar has it.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\0'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let shown: Vec<_> = tokens(line, 0)
            .iter()
            .map(|token| format!("{:?} {}", token.kind, token.text))
            .collect();
        shown.join(" · ")
    }

    #[test]
    fn cuts_a_line() {
        assert_eq!(
            shown(r#"  click 2nd button ~"a \" # b" timeout 1.5s # why "#),
            r#"Word click · Ordinal 2nd · Word button · Part ~"a \" # b" · Word timeout · Duration 1.5s · Comment # why"#
        );
        assert_eq!(
            shown(r"verify url matches /a\/b#/i"),
            r"Word verify · Word url · Word matches · Regex /a\/b#/i"
        );
        assert_eq!(
            shown(r#"let número = -1.5"#),
            "Word let · Word número · Equals = · Number -1.5"
        );
        assert_eq!(shown("click \"open"), "Word click · Unclosed \"open");
        assert_eq!(
            shown("a#b @smoke"),
            "Word a · Other # · Word b · Tag @smoke"
        );
        assert_eq!(
            shown("12abc ~ \"x\" 'y'"),
            "Other 12abc · Part ~ \"x\" · Other ' · Word y · Other '"
        );
    }
}
