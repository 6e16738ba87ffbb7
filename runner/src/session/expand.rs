//! A target's names replaced: once for the page, once for the lock.

use super::scope::{Scope, ScopeError};
use crate::bridge::messages::{Locator as By, Match, Target as WireTarget, Within};
use crate::script::ast::{Locator, Name, Part, Pattern, Regex, Target, Text};

/// A target as the page is asked for it, and as the lock knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Expanded {
    pub wire: WireTarget,
    /// As the formatter writes it; what the script fixes is replaced, secrets and values read are not.
    pub key: String,
}

/// How deep targets may name targets before it is taken for a circle.
const DEEPEST: usize = 16;

impl Scope<'_> {
    pub fn target(&self, target: &Target) -> Result<Expanded, ScopeError> {
        let target = self.without_names(target, 0)?;
        Ok(Expanded {
            wire: self.wire(&target)?,
            key: self.for_key(&target)?.to_string(),
        })
    }

    /// The same target with what `let` named put in its place: its own ordinal and `within` count where the step gives
    /// none, and the step's `within` goes around the named one's.
    fn without_names(&self, target: &Target, depth: usize) -> Result<Target, ScopeError> {
        let within = match &target.within {
            Some(within) => Some(Box::new(self.without_names(within, depth)?)),
            None => None,
        };
        let Locator::Name(name) = &target.locator else {
            return Ok(Target {
                within,
                ..target.clone()
            });
        };
        if depth > DEEPEST {
            return Err(ScopeError::Circular(name.text.clone()));
        }
        let Some(named) = self.find_target(&name.text) else {
            self.name(name)?;
            return Ok(Target {
                locator: Locator::Text(Pattern::Exact(text_of_name(name))),
                within,
                ..target.clone()
            });
        };
        let mut named = self.without_names(&named, depth + 1)?;
        named.nth = target.nth.or(named.nth);
        if let Some(outer) = within {
            let mut place = &mut named.within;
            while let Some(inner) = place {
                place = &mut inner.within;
            }
            *place = Some(outer);
        }
        Ok(named)
    }

    fn for_key(&self, target: &Target) -> Result<Target, ScopeError> {
        let pattern = |pattern: &Pattern| -> Result<Pattern, ScopeError> {
            Ok(match pattern {
                Pattern::Exact(text) => Pattern::Exact(self.text_for_key(text)?),
                Pattern::Part(text) => Pattern::Part(self.text_for_key(text)?),
                Pattern::Regex(regex) => Pattern::Regex(regex.clone()),
            })
        };
        let locator = match &target.locator {
            Locator::Text(text) => Locator::Text(pattern(text)?),
            Locator::Role { role, name } => Locator::Role {
                role: role.clone(),
                name: pattern(name)?,
            },
            Locator::Label(text) => Locator::Label(pattern(text)?),
            Locator::Placeholder(text) => Locator::Placeholder(pattern(text)?),
            Locator::Alt(text) => Locator::Alt(pattern(text)?),
            Locator::Tooltip(text) => Locator::Tooltip(pattern(text)?),
            Locator::TestId(text) => Locator::TestId(pattern(text)?),
            Locator::Css(text) => Locator::Css(self.text_for_key(text)?),
            Locator::XPath(text) => Locator::XPath(self.text_for_key(text)?),
            Locator::Name(name) => Locator::Name(name.clone()),
        };
        let within = match &target.within {
            Some(within) => Some(Box::new(self.for_key(within)?)),
            None => None,
        };
        Ok(Target {
            nth: target.nth,
            locator,
            within,
            span: target.span,
        })
    }

    fn text_for_key(&self, text: &Text) -> Result<Text, ScopeError> {
        let mut parts = Vec::new();
        for part in &text.parts {
            match part {
                Part::Name(name) => {
                    let known = self.name(name)?;
                    if known.fixed {
                        parts.push(Part::Literal(known.text));
                    } else {
                        parts.push(part.clone());
                    }
                }
                Part::Literal(_) => parts.push(part.clone()),
            }
        }
        Ok(Text {
            parts,
            span: text.span,
        })
    }

    fn wire(&self, target: &Target) -> Result<WireTarget, ScopeError> {
        let (by, matching, flags) = match &target.locator {
            Locator::Text(pattern) => self.by(pattern, |text| By::Text { text })?,
            Locator::Role { role, name } => self.by(name, |name| By::Role {
                role: role.text.clone(),
                name: Some(name),
            })?,
            Locator::Label(pattern) => self.by(pattern, |label| By::Label { label })?,
            Locator::Placeholder(pattern) => {
                self.by(pattern, |placeholder| By::Placeholder { placeholder })?
            }
            Locator::Alt(pattern) => self.by(pattern, |alt| By::Alt { alt })?,
            Locator::Tooltip(pattern) => self.by(pattern, |title| By::Title { title })?,
            Locator::TestId(pattern) => self.by(pattern, |testid| By::TestId { testid })?,
            Locator::Css(text) => (
                By::Css {
                    css: self.text(text)?.text,
                },
                None,
                String::new(),
            ),
            Locator::XPath(text) => (
                By::XPath {
                    xpath: self.text(text)?.text,
                },
                None,
                String::new(),
            ),
            Locator::Name(name) => return Err(ScopeError::Unknown(name.text.clone())),
        };
        let within = match &target.within {
            Some(within) => Some(Within::Target(Box::new(self.wire(within)?))),
            None => None,
        };
        Ok(WireTarget {
            by,
            matching,
            flags,
            nth: target.nth,
            within,
        })
    }

    fn by(
        &self,
        pattern: &Pattern,
        locator: impl FnOnce(String) -> By,
    ) -> Result<(By, Option<Match>, String), ScopeError> {
        Ok(match pattern {
            Pattern::Exact(text) => (locator(self.text(text)?.text), None, String::new()),
            Pattern::Part(text) => (
                locator(self.text(text)?.text),
                Some(Match::Part),
                String::new(),
            ),
            Pattern::Regex(regex) => (
                locator(regex.source.clone()),
                Some(Match::Regex),
                flags_of(regex),
            ),
        })
    }
}

/// A regular expression's flags as the wire has them.
pub fn flags_of(regex: &Regex) -> String {
    if regex.ignore_case {
        "i".into()
    } else {
        String::new()
    }
}

fn text_of_name(name: &Name) -> Text {
    Text {
        parts: vec![Part::Name(name.clone())],
        span: name.span,
    }
}
