//! A target of the wire in the script's own words.

use crate::bridge::messages::{Locator, Match, Target, Within};
use crate::script::ast::Regex;
use crate::script::{numbers, roles, text};

/// A target as the formatter would write it, so that a script says just that; none where a script has no words for it.
pub fn said(target: &Target) -> Option<String> {
    let pattern = |value: &str| match target.matching {
        None | Some(Match::Exact) => text::quote(value),
        Some(Match::Part) => format!("~{}", text::quote(value)),
        Some(Match::Regex) => text::quote_regex(&Regex {
            source: value.to_owned(),
            ignore_case: target.flags.contains('i'),
            span: Default::default(),
        }),
    };
    let locator = match &target.by {
        Locator::Text { text } => pattern(text),
        Locator::Role { role, name } => {
            let word = roles::find(role)?.word;
            format!("{word} {}", pattern(name.as_ref()?))
        }
        Locator::Label { label } => format!("label {}", pattern(label)),
        Locator::Placeholder { placeholder } => format!("placeholder {}", pattern(placeholder)),
        Locator::Alt { alt } => format!("alt {}", pattern(alt)),
        Locator::Title { title } => format!("tooltip {}", pattern(title)),
        Locator::TestId { testid } => format!("testid {}", pattern(testid)),
        Locator::Css { css } => format!("css {}", text::quote(css)),
        Locator::XPath { xpath } => format!("xpath {}", text::quote(xpath)),
    };
    let nth = match target.nth {
        Some(nth) => format!("{} ", numbers::ordinal_word(nth)),
        None => String::new(),
    };
    let within = match &target.within {
        Some(Within::Text(text)) => format!(" within {}", text::quote(text)),
        Some(Within::Target(target)) => format!(" within {}", said(target)?),
        None => String::new(),
    };
    Some(format!("{nth}{locator}{within}"))
}
