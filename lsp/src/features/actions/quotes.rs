//! Quotes that are missing, and quotes that are none.

use aite::script::ast::Span;
use aite::script::tokens::{self, Kind};
use aite::script::{Problem, reading};

use super::{Asked, Fix};

/// More places than a line has sensible ones.
const MOST_PLACES: usize = 64;
const MOST_OFFERED: usize = 3;

/// The places in a line where a quote makes it whole.
pub fn close(asked: &Asked, problem: &Problem) -> Vec<Fix> {
    let file = asked.file();
    let number = file.lines.line(problem.span.start);
    let start = file.lines.start(number).unwrap_or(0);
    let line = file.line_text(number);
    let quote = if problem.code == "unclosed-regex" {
        '/'
    } else {
        '"'
    };
    let Some(first) = line.find(quote) else {
        return Vec::new();
    };
    let rest = &line[first + 1..];
    let ends = rest.char_indices().filter(|&(at, c)| {
        let next = rest[at + c.len_utf8()..].chars().next();
        !tokens::is_space(c) && next.is_none_or(tokens::is_space)
    });
    let places = ends.map(|(at, c)| first + 1 + at + c.len_utf8());
    let whole = places.take(MOST_PLACES).filter(|&place| {
        let mut mended = line.to_owned();
        mended.insert(place, quote);
        is_whole(&mended)
    });
    let places: Vec<_> = whole.take(MOST_OFFERED + 1).collect();
    if places.len() > MOST_OFFERED {
        return Vec::new();
    }
    let is_only = places.len() == 1;
    let fixes = places.into_iter().map(|place| {
        let from = line[..place].rfind(quote).unwrap_or(first);
        let said = crate::features::shorten(&line[from..place], 40);
        let at = Span {
            start: start + place,
            end: start + place,
        };
        Fix {
            is_preferred: is_only,
            ..asked.fix(
                format!("Add the missing quote: {said}{quote}"),
                vec![asked.edit(at, quote)],
            )
        }
    });
    fixes.collect()
}

/// Typographic or single quotes around a text, made those of a string.
pub fn straighten(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let file = asked.file();
    let number = file.lines.line(problem.span.start);
    let start = file.lines.start(number)?;
    let line = file.line_text(number);
    let opens = problem.span.start - start;
    let quote = line.get(opens..)?.chars().next()?;
    let closing = closing(quote)?;
    let inner = opens + quote.len_utf8();
    let length = line.get(inner..)?.find(closing)?;
    let inside = &line[inner..inner + length];
    let closes = inner + length;
    let closing = line[closes..].chars().next()?;
    let inside = inside.replace('\\', "\\\\").replace('"', "\\\"");
    let end = closes + closing.len_utf8();
    let edit = asked.edit(
        Span {
            start: start + opens,
            end: start + end,
        },
        format!("\"{inside}\""),
    );
    Some(
        asked
            .fix(format!("Write \"{inside}\""), vec![edit])
            .preferred(),
    )
}

fn closing(quote: char) -> Option<&'static [char]> {
    Some(match quote {
        '\'' => &['\''],
        '`' => &['`', '\''],
        '‘' | '’' => &['’', '‘'],
        '“' | '”' | '„' => &['”', '“'],
        '«' => &['»'],
        '»' => &['«'],
        _ => return None,
    })
}

fn is_whole(line: &str) -> bool {
    let mut tokens = tokens::tokens(line, 0);
    tokens.retain(|token| token.kind != Kind::Comment);
    let reading = reading::read(&tokens);
    let is_closed = tokens.iter().all(|token| token.kind != Kind::Unclosed);
    is_closed && reading.at == tokens.len() && reading.may_end
}
