//! A line's tokens along the forms it may have: how far they fit, and what would have fitted there.

use super::forms::Piece::{
    self, Duration, Env, Equals, LetValue, Matcher, Name, OneOf, Optional, Repeat, Tag, Target,
    Text, Value, Word,
};
use super::forms::{Expected, Form, LOCATOR_WORDS, MODIFIERS, OTHERS, STEPS, TIMEOUT};
use super::tokens::{Kind, Token};
use super::{roles, words};

/// How far a line makes sense.
pub struct Reading {
    /// The index of the first token that does not fit; the number of tokens if none.
    pub at: usize,
    /// What was expected there. Empty when the line's first word is not known, or nothing but the line's end was.
    pub expected: Vec<Expected>,
    /// Whether the line could have ended there.
    pub may_end: bool,
}

/// Reads a line's tokens (no comment among them) as far as they fit.
pub fn read(tokens: &[Token]) -> Reading {
    let mut walk = Walk {
        tokens,
        at: 0,
        failed_at: 0,
        expected: Vec::new(),
    };
    while MODIFIERS.iter().any(|&modifier| walk.word(modifier)) {}
    let modified = walk.at > 0;
    let first = walk.tokens.get(walk.at);
    let find = |forms: &'static [Form]| {
        forms
            .iter()
            .find(|form| first.is_some_and(|token| token.is(form.word)))
    };
    let step = find(STEPS);
    let form = step.or_else(|| find(OTHERS).filter(|_| !modified));
    let Some(form) = form else {
        return Reading {
            at: walk.at,
            expected: Vec::new(),
            may_end: false,
        };
    };
    walk.at += 1;
    let fits = walk.all(form.rest) && (step.is_none() || walk.piece(TIMEOUT));
    // What was tried where the line could as well have ended is still worth knowing.
    let at = if fits { walk.at } else { walk.failed_at };
    let expected = if walk.failed_at == at {
        walk.expected
    } else {
        Vec::new()
    };
    Reading {
        at,
        expected,
        may_end: fits,
    }
}

/// Walks pieces along tokens, and remembers what was expected at the furthest token that was looked at.
struct Walk<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    failed_at: usize,
    expected: Vec<Expected>,
}

impl Walk<'_> {
    fn all(&mut self, pieces: &[Piece]) -> bool {
        pieces.iter().all(|&piece| self.piece(piece))
    }

    fn piece(&mut self, piece: Piece) -> bool {
        match piece {
            Word(word) => self.word(word) || self.missing(Expected::Word(word)),
            Equals => self.kind(Kind::Equals) || self.missing(Expected::Equals),
            Text => self.text() || self.missing(Expected::Text),
            Value => {
                let before = self.at;
                self.value() || self.at == before && self.missing(Expected::Value)
            }
            Env => {
                let before = self.at;
                self.env() || self.at == before && self.missing(Expected::Env)
            }
            Matcher => {
                self.step_if(|token| token.kind == Kind::Regex || token.opens('/'))
                    || self.value()
                    || self.missing(Expected::Regex) | self.missing(Expected::Value)
            }
            LetValue => {
                let before = self.at;
                let value = self.value();
                if !value && self.at > before || value && self.at == self.tokens.len() {
                    return value;
                }
                self.at = before;
                self.target()
                    || self.at == before
                        && self.missing(Expected::Value) | self.missing(Expected::Target)
            }
            Target => {
                let before = self.at;
                self.target() || self.at == before && self.missing(Expected::Target)
            }
            Name(what) => self.kind(Kind::Word) || self.missing(Expected::Name(what)),
            Duration => self.kind(Kind::Duration) || self.missing(Expected::Duration),
            Tag => self.kind(Kind::Tag) || self.missing(Expected::Tag),
            Optional(pieces) => {
                let before = self.at;
                self.all(pieces) || self.at == before
            }
            OneOf(choices) => {
                let before = self.at;
                // Once a choice's first piece fits, no other can be meant.
                choices
                    .iter()
                    .find_map(|pieces| {
                        let fits = self.all(pieces);
                        (fits || self.at > before).then_some(fits)
                    })
                    .unwrap_or(false)
            }
            Repeat(pieces) => loop {
                let before = self.at;
                if !self.all(pieces) || self.at == before {
                    break self.at == before;
                }
            },
        }
    }

    fn word(&mut self, word: &str) -> bool {
        self.step_if(|token| token.is(word))
    }

    fn kind(&mut self, kind: Kind) -> bool {
        self.step_if(|token| token.kind == kind)
    }

    fn text(&mut self) -> bool {
        self.step_if(|token| token.kind == Kind::Text || token.opens('"'))
    }

    fn env(&mut self) -> bool {
        self.word("env") && (self.text() || self.missing(Expected::Text))
    }

    fn value(&mut self) -> bool {
        let before = self.at;
        if self.env() || self.at > before {
            return self.at > before + 1;
        }
        self.text() || self.kind(Kind::Number) || self.name()
    }

    fn name(&mut self) -> bool {
        self.step_if(|token| token.kind == Kind::Word && !words::is_reserved(token.text))
    }

    fn pattern(&mut self) -> bool {
        self.text() || self.step_if(is_pattern) || self.missing(Expected::Pattern)
    }

    fn target(&mut self) -> bool {
        let start = self.at;
        loop {
            self.step_if(|token| {
                token.kind == Kind::Ordinal || token.is("first") || token.is("last")
            });
            let before = self.at;
            if !self.locator() {
                let nothing_found = self.at == before && self.at > start;
                return nothing_found && self.missing(Expected::Locator);
            }
            if !self.word("within") {
                self.missing(Expected::Word("within"));
                return true;
            }
        }
    }

    fn locator(&mut self) -> bool {
        let before_pattern = |token: &Token| {
            roles::find(token.text).is_some() || LOCATOR_WORDS.contains(&token.text)
        };
        let unknown_role = self.tokens.get(self.at + 1).is_some_and(is_pattern)
            && self
                .tokens
                .get(self.at)
                .is_some_and(|token| !words::is_reserved(token.text));
        if self.step_if(|token| token.kind == Kind::Word && (before_pattern(token) || unknown_role))
        {
            return self.pattern();
        }
        self.step_if(is_pattern) || self.name()
    }

    fn step_if(&mut self, fits: impl Fn(&Token) -> bool) -> bool {
        let fits = self.tokens.get(self.at).is_some_and(fits);
        self.at += usize::from(fits);
        fits
    }

    /// Remembers what was expected here; always false.
    fn missing(&mut self, expected: Expected) -> bool {
        if self.at > self.failed_at {
            self.failed_at = self.at;
            self.expected.clear();
        }
        if self.at == self.failed_at && !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
        false
    }
}

fn is_pattern(token: &Token) -> bool {
    matches!(
        token.kind,
        Kind::Text | Kind::Part | Kind::Regex | Kind::Unclosed
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{parse, tokens};

    const TARGETS: &[&str] = &[
        "\"Send\"",
        "last button ~\"Send\" within 2nd region /a\\/b/i",
        "total within css \".card\"",
    ];
    const VALUES: &[&str] = &["\"text\"", "-1.5", "amount", "env \"NAME\""];

    /// Every way to write the pieces, with a few targets and values for all.
    fn ways(pieces: &[Piece]) -> Vec<String> {
        pieces.iter().fold(vec![String::new()], |starts, piece| {
            let ends = ways_of(*piece);
            let joined = starts.iter().flat_map(|start| {
                ends.iter()
                    .map(move |end| format!("{start} {end}").trim().to_owned())
            });
            joined.collect()
        })
    }

    fn ways_of(piece: Piece) -> Vec<String> {
        let these = |ways: &[&str]| ways.iter().map(|&way| way.to_owned()).collect();
        match piece {
            Word(word) => these(&[word]),
            Equals => these(&["="]),
            Text => these(&["\"text\""]),
            Value => these(VALUES),
            Env => these(&["env \"NAME\""]),
            Matcher => these(&["/a+/i", "\"a+\""]),
            LetValue => these(&[VALUES, TARGETS].concat()),
            Target => these(TARGETS),
            Name(_) => these(&["amount"]),
            Duration => these(&["10s"]),
            Tag => these(&["@smoke", "@skip", "@only"]),
            Optional(pieces) => [vec![String::new()], ways(pieces)].concat(),
            OneOf(choices) => choices.iter().flat_map(|pieces| ways(pieces)).collect(),
            Repeat(pieces) => {
                let once = ways(pieces);
                let twice = once.iter().map(|way| format!("{way} {way}")).collect();
                [vec![String::new()], once, twice].concat()
            }
        }
    }

    fn lines() -> Vec<String> {
        let steps = STEPS.iter().flat_map(|form| {
            ways(form.rest)
                .into_iter()
                .map(|rest| format!("try {} {rest} timeout 10s", form.word))
        });
        let others = OTHERS.iter().flat_map(|form| {
            ways(form.rest)
                .into_iter()
                .map(|rest| format!("{} {rest}", form.word))
        });
        // A string behind another tag than @skip is not a reason for anything.
        let sensible = |line: &String| !line.contains("changes timeout") || !line.contains("not");
        let sensible_tag = |line: &String| {
            !line.starts_with("test") || !line.contains("@smoke \"") && !line.contains("@only \"")
        };
        steps
            .chain(others)
            .filter(sensible)
            .filter(sensible_tag)
            .collect()
    }

    #[test]
    fn every_form_is_a_line_of_the_grammar() {
        let lines = lines();
        assert!(lines.len() > 500, "{}", lines.len());
        for line in lines {
            let (script, problems) = parse(&line);
            assert_eq!((script.unreadable, problems), (vec![], vec![]), "{line}");
        }
    }

    #[test]
    fn the_grammar_and_the_forms_agree_on_where_a_line_may_end() {
        for line in lines() {
            let whole = tokens::tokens(&line, 0);
            assert_eq!(read(&whole).at, whole.len(), "{line}");
            for end in 1..whole.len() {
                let start = &line[..whole[end - 1].span.end];
                let may_end = read(&whole[..end]).may_end;
                assert_eq!(parse(start).0.unreadable.is_empty(), may_end, "{start}");
            }
        }
    }
}
