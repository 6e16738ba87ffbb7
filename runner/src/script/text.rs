//! What stands between quotes: escapes undone, cut at its `{name}`s.

use super::ast::{Name, Part, Regex, Span, Text};
use super::problem::Problem;
use super::tokens::{is_name_char, is_space};

/// Reads a string with its quotes, as `"a {b}"`, that stands at `start`. What is wrong in it goes to `problems`, and is
/// taken as it stands.
pub fn read(quoted: &str, start: usize, problems: &mut Vec<Problem>) -> Text {
    let inner = inner(quoted, '"');
    let mut reader = Reader {
        text: inner,
        start: start + 1,
        parts: Vec::new(),
        literal: String::new(),
        problems,
    };
    reader.read();
    Text {
        parts: reader.parts,
        span: Span {
            start,
            end: start + quoted.len(),
        },
    }
}

/// Reads `/source/i` that stands at `start`.
pub fn read_regex(written: &str, start: usize, problems: &mut Vec<Problem>) -> Regex {
    let body = written.strip_prefix('/').unwrap_or(written);
    let (source, flags) = body.rsplit_once('/').unwrap_or((body, ""));
    let span = Span {
        start,
        end: start + written.len(),
    };
    if let Some(flag) = flags.chars().find(|&flag| flag != 'i') {
        problems.push(
            Problem::error(
                "unknown-flag",
                span,
                format!("A regular expression takes the flag i and no other; {flag} was found."),
            )
            .help("Write /…/ or /…/i."),
        );
    }
    Regex {
        source: source.replace("\\/", "/"),
        ignore_case: flags.contains('i'),
        span,
    }
}

/// `value` between quotes, so that [`read`] gives it back as one literal.
pub fn quote(value: &str) -> String {
    let mut quoted = String::with_capacity(value.len() + 2);
    quoted.push('"');
    escape_into(value, &mut quoted);
    quoted.push('"');
    quoted
}

/// Appends `value` as it stands inside a string: `"`, `\`, `{`, line ends and tabs escaped.
pub fn escape_into(value: &str, into: &mut String) {
    for c in value.chars() {
        match c {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            '\t' => into.push_str("\\t"),
            '{' => into.push_str("{{"),
            _ => into.push(c),
        }
    }
}

/// `source` between slashes, so that [`read_regex`] gives it back.
pub fn quote_regex(regex: &Regex) -> String {
    let mut quoted = String::from("/");
    let mut escaped = false;
    for c in regex.source.chars() {
        if c == '/' && !escaped {
            quoted.push('\\');
        }
        escaped = c == '\\' && !escaped;
        quoted.push(c);
    }
    quoted.push('/');
    if regex.ignore_case {
        quoted.push('i');
    }
    quoted
}

/// What a cell of a table holds: `"…"` quotes one and takes the escapes of a string, `\|` is a bar, all else stands for
/// itself. Nothing is put in for `{name}`.
pub fn read_cell(written: &str) -> String {
    unescaped_cell(written).0
}

/// A cell's value, and whether each escape in it means something.
fn unescaped_cell(written: &str) -> (String, bool) {
    let written = written.trim_matches(is_space);
    let quoted = written.len() >= 2 && written.starts_with('"') && written.ends_with('"');
    if !quoted {
        return (written.replace("\\|", "|"), true);
    }
    let mut value = String::new();
    let mut sound = true;
    let mut chars = inner(written, '"').chars().peekable();
    while let Some(c) = chars.next() {
        let escape = match (c, chars.peek()) {
            ('\\', Some('|')) => Some('|'),
            ('\\', Some(&next)) => escape(next),
            _ => None,
        };
        if escape.is_some() {
            chars.next();
        }
        sound &= escape.is_some() || c != '\\';
        value.push(escape.unwrap_or(c));
    }
    (value, sound)
}

/// A cell as [`write_cell`] writes it; as it stands if something is wrong in it.
pub fn canonical_cell(written: &str) -> String {
    match unescaped_cell(written) {
        (value, true) => write_cell(&value),
        (_, false) => written.trim_matches(is_space).to_owned(),
    }
}

/// `value` as a cell, quoted only where [`read_cell`] would not give it back otherwise.
pub fn write_cell(value: &str) -> String {
    let bare = value.replace('|', "\\|");
    let plain =
        !value.starts_with('"') && !value.contains(['\n', '\t', '\r']) && read_cell(&bare) == value;
    if plain || value.is_empty() {
        return bare;
    }
    let mut quoted = String::from("\"");
    for c in value.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A text's literal value if no name is put into it.
pub fn literal(text: &Text) -> Option<String> {
    text.parts
        .iter()
        .map(|part| match part {
            Part::Literal(literal) => Some(literal.as_str()),
            Part::Name(_) => None,
        })
        .collect()
}

/// A text for people, its names in braces as a script has them.
pub fn as_written(text: &Text) -> String {
    let part = |part: &Part| match part {
        Part::Literal(literal) => literal.clone(),
        Part::Name(name) => format!("{{{}}}", name.text),
    };
    text.parts.iter().map(part).collect()
}

/// The problem of an escape, as `\\q`, that means nothing.
pub fn unknown_escape(found: &str, span: Span) -> Problem {
    Problem::error(
        "unknown-escape",
        span,
        format!("`{found}` means nothing in a string; \\\" \\\\ \\n or \\t was expected."),
    )
    .help("Write \\\\ for a backslash.")
}

fn inner(quoted: &str, quote: char) -> &str {
    let opened = quoted.strip_prefix(quote).unwrap_or(quoted);
    opened.strip_suffix(quote).unwrap_or(opened)
}

fn escape(c: char) -> Option<char> {
    match c {
        '"' | '\\' => Some(c),
        'n' => Some('\n'),
        't' => Some('\t'),
        _ => None,
    }
}

struct Reader<'t, 'p> {
    text: &'t str,
    start: usize,
    parts: Vec<Part>,
    literal: String,
    problems: &'p mut Vec<Problem>,
}

impl Reader<'_, '_> {
    fn read(&mut self) {
        let mut at = 0;
        while let Some(c) = self.text[at..].chars().next() {
            at += match c {
                '\\' => self.escape(at),
                '{' => self.brace(at),
                _ => {
                    self.literal.push(c);
                    c.len_utf8()
                }
            };
        }
        self.end_literal();
    }

    /// Reads the escape at `at`; returns its length.
    fn escape(&mut self, at: usize) -> usize {
        let next = self.text[at + 1..].chars().next();
        if let Some(meant) = next.and_then(escape) {
            self.literal.push(meant);
            return 2;
        }
        let found = next.map_or_else(|| "\\".to_owned(), |next| format!("\\{next}"));
        self.literal.push_str(&found);
        let span = self.span(at, found.len());
        self.problems.push(unknown_escape(&found, span));
        found.len()
    }

    /// Reads `{name}` or `{{` at `at`; returns its length.
    fn brace(&mut self, at: usize) -> usize {
        let rest = &self.text[at + 1..];
        if rest.starts_with('{') {
            self.literal.push('{');
            return 2;
        }
        let name = &rest[..rest.find(|c| !is_name_char(c)).unwrap_or(rest.len())];
        match rest[name.len()..].chars().next() {
            Some('}') if is_name(name) => {
                self.end_literal();
                self.parts.push(Part::Name(Name {
                    text: name.to_owned(),
                    span: self.span(at + 1, name.len()),
                }));
                name.len() + 2
            }
            _ => {
                self.literal.push('{');
                let span = self.span(at, 1);
                let mut problem = Problem::error(
                    "lone-brace",
                    span,
                    "`{` begins a name to put in, as {amount}, but no name and `}` follow.",
                )
                .help("Write {{ for a brace.");
                problem.replacement = Some("{{".to_owned());
                self.problems.push(problem);
                1
            }
        }
    }

    fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            self.parts
                .push(Part::Literal(std::mem::take(&mut self.literal)));
        }
    }

    fn span(&self, at: usize, length: usize) -> Span {
        Span {
            start: self.start + at,
            end: self.start + at + length,
        }
    }
}

/// Whether `text` is one name.
pub fn is_name(text: &str) -> bool {
    let starts_well = text
        .chars()
        .next()
        .is_some_and(|first| is_name_char(first) && !first.is_ascii_digit());
    starts_well && text.chars().all(is_name_char)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(quoted: &str) -> String {
        let mut problems = Vec::new();
        let text = read(quoted, 10, &mut problems);
        let parts = text.parts.iter().map(|part| match part {
            Part::Literal(literal) => format!("{literal:?}"),
            Part::Name(name) => format!("{{{}@{}}}", name.text, name.span.start),
        });
        let problems = problems
            .iter()
            .map(|problem| format!("{}@{}", problem.code, problem.span.start));
        parts.chain(problems).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn cuts_a_string_at_its_names() {
        assert_eq!(
            shown(r#""Send {amount} now""#),
            r#""Send " {amount@17} " now""#
        );
        assert_eq!(shown(r#""{{a}} \"x\"\n""#), r#""{a}} \"x\"\n""#);
        assert_eq!(shown(r#""""#), "");
        assert_eq!(shown(r#""a\q""#), r#""a\\q" unknown-escape@12"#);
        assert_eq!(shown(r#""{ x""#), r#""{ x" lone-brace@11"#);
        assert_eq!(shown(r#""{1x}""#), r#""{1x}" lone-brace@11"#);
        assert_eq!(shown(r#""{x""#), r#""{x" lone-brace@11"#);
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for value in ["", "a \"b\" \\ {c} {{\n\t", "ü😀", "\\n"] {
            let mut problems = Vec::new();
            let text = read(&quote(value), 0, &mut problems);
            assert_eq!(literal(&text).as_deref(), Some(value));
            assert_eq!(problems, []);
            assert_eq!(read_cell(&write_cell(value)), value);
        }
        assert_eq!(write_cell("x\\|y"), "x\\\\|y");
        for cell in [" padded ", "a|b", "\"", "\"x\"", "\\|", "\\", "\\d", "a\"b"] {
            assert_eq!(read_cell(&write_cell(cell)), cell, "{}", write_cell(cell));
        }
    }

    #[test]
    fn a_regular_expression_keeps_its_source() {
        let mut problems = Vec::new();
        let regex = read_regex(r"/a\/b\d/i", 0, &mut problems);
        assert_eq!((regex.source.as_str(), regex.ignore_case), (r"a/b\d", true));
        assert_eq!(quote_regex(&regex), r"/a\/b\d/i");
        assert_eq!(problems, []);
        read_regex("/a/g", 0, &mut problems);
        assert_eq!(problems[0].code, "unknown-flag");
    }
}
