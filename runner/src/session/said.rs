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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::script::ast::{Line, StepKind};
    use crate::script::{format, open};
    use crate::session::{RunFacts, Scope};
    use proptest::prelude::*;

    /// What a script that says these words asks the page for.
    fn read_back(words: &str) -> Target {
        let line = format!("click {words}\n");
        let opened = open(Path::new("said.aite"), &|_| Ok(line.clone().into_bytes()));
        assert_eq!(opened.files[0].problems, [], "{words}");
        assert_eq!(format(&line), line);
        let facts = RunFacts::of_now();
        let scope = Scope::new(&opened, 0, &facts);
        match &opened.script().tests[0].lines[0] {
            Line::Step(step) => match &step.kind {
                StepKind::Click { target, .. } => scope.target(target).unwrap().wire,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    fn locator() -> impl Strategy<Value = Locator> {
        let said = "[ -~é界🌿\n\t]{1,20}";
        let roles: Vec<_> = roles::ALL.iter().map(|role| role.word.to_owned()).collect();
        prop_oneof![
            said.prop_map(|text| Locator::Text { text }),
            (proptest::sample::select(roles), said).prop_map(|(role, name)| Locator::Role {
                role,
                name: Some(name)
            }),
            said.prop_map(|label| Locator::Label { label }),
            said.prop_map(|placeholder| Locator::Placeholder { placeholder }),
            said.prop_map(|alt| Locator::Alt { alt }),
            said.prop_map(|title| Locator::Title { title }),
            said.prop_map(|testid| Locator::TestId { testid }),
            said.prop_map(|css| Locator::Css { css }),
            said.prop_map(|xpath| Locator::XPath { xpath }),
        ]
    }

    fn target() -> impl Strategy<Value = Target> {
        let alone = (
            locator(),
            any::<bool>(),
            proptest::option::of(prop_oneof![Just(-1), 1..200i32]),
        )
            .prop_map(|(by, part, nth)| {
                let is_selector = matches!(by, Locator::Css { .. } | Locator::XPath { .. });
                Target {
                    matching: (part && !is_selector).then_some(Match::Part),
                    nth,
                    ..Target::new(by)
                }
            });
        alone.prop_recursive(3, 4, 1, |inner| {
            (inner.clone(), inner).prop_map(|(target, within)| match target.within {
                None => Target {
                    within: Some(Within::Target(Box::new(within))),
                    ..target
                },
                Some(_) => target,
            })
        })
    }

    proptest! {
        #[test]
        fn what_is_said_is_read_back(target in target()) {
            let words = said(&target).unwrap();
            prop_assert_eq!(read_back(&words), target, "{}", words);
        }
    }

    #[test]
    fn a_text_to_look_within_is_a_target() {
        let target = Target {
            within: Some(Within::Text("Review send".into())),
            matching: Some(Match::Regex),
            flags: "i".into(),
            ..Target::new(Locator::Text { text: "a/b".into() })
        };
        assert_eq!(
            said(&target).as_deref(),
            Some(r#"/a\/b/i within "Review send""#)
        );
    }

    #[test]
    fn what_a_script_has_no_words_for_is_not_said() {
        for (role, name) in [("generic", Some("x")), ("button", None)] {
            let by = Locator::Role {
                role: role.into(),
                name: name.map(str::to_owned),
            };
            assert_eq!(said(&Target::new(by)), None);
        }
    }
}
