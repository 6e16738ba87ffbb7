//! An element that changed, in the script's words.

use aite::lock::Descriptor;
use aite::script::ast::{Locator, Name, Part, Pattern, Span, Target, Text};
use aite::script::roles;

/// A target that says of the element now what the old one said of it before: by its role if it was named by role, by its
/// label if by that. None where the element has nothing of that kind, or would be said the same way.
pub fn named_anew(old: &Target, now: &Descriptor) -> Option<Target> {
    let by_role = || {
        let word = role_word(old, &now.role)?;
        let name = first_of(&[&now.name, &now.text])?;
        let role = Name {
            text: word.to_owned(),
            span: Span::default(),
        };
        Some(Locator::Role {
            role,
            name: exact(name),
        })
    };
    let locator = match &old.locator {
        Locator::Role { .. } => by_role()?,
        Locator::Text(_) => Locator::Text(exact(first_of(&[&now.text, &now.name, &now.label])?)),
        Locator::Label(_) => Locator::Label(exact(first_of(&[&now.label])?)),
        Locator::Placeholder(_) => Locator::Placeholder(exact(first_of(&[&now.placeholder])?)),
        Locator::Alt(_) => Locator::Alt(exact(first_of(&[&now.alt])?)),
        Locator::Tooltip(_) => Locator::Tooltip(exact(first_of(&[&now.title])?)),
        Locator::TestId(_) => Locator::TestId(exact(first_of(&[&now.testid])?)),
        Locator::Css(_) | Locator::XPath(_) | Locator::Name(_) => {
            by_role().or_else(|| Some(Locator::TestId(exact(first_of(&[&now.testid])?))))?
        }
    };
    let new = Target {
        locator,
        ..old.clone()
    };
    (new.to_string() != old.to_string()).then_some(new)
}

/// The word for an ARIA role: the one the script used where it takes that role too.
fn role_word<'r>(old: &'r Target, role: &str) -> Option<&'r str> {
    let takes = |known: &roles::Role| known.aria.contains(&role);
    if let Locator::Role { role: word, .. } = &old.locator
        && roles::find(&word.text).is_some_and(takes)
    {
        return Some(&word.text);
    }
    let field = roles::find("field").filter(|field| takes(field) && role != "combobox");
    let word = field.or_else(|| roles::find(role));
    let word = word.or_else(|| roles::ALL.iter().find(|known| takes(known)));
    word.map(|known| known.word)
}

fn first_of<'d>(texts: &[&'d String]) -> Option<&'d str> {
    let mut texts = texts.iter();
    texts
        .find(|text| !text.is_empty())
        .map(|text| text.as_str())
}

fn exact(text: &str) -> Pattern {
    Pattern::Exact(Text {
        parts: vec![Part::Literal(text.to_owned())],
        span: Span::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aite::script::ast::{Line, StepKind};
    use aite::script::parse;

    fn anew(target: &str, now: &Descriptor) -> Option<String> {
        let (script, _) = parse(&format!("click {target}"));
        let Some(Line::Step(step)) = script.tests[0].lines.first() else {
            panic!("no step");
        };
        let StepKind::Click { target, .. } = &step.kind else {
            panic!("no click");
        };
        named_anew(target, now).map(|target| target.to_string())
    }

    #[test]
    fn an_element_is_named_the_way_it_was() {
        let now = Descriptor {
            role: "link".into(),
            name: "Send \"now\"".into(),
            text: "Send now".into(),
            testid: "send".into(),
            ..Descriptor::default()
        };
        let said = |target| anew(target, &now);
        assert_eq!(
            said("button \"Send\" within row /a/").as_deref(),
            Some("link \"Send \\\"now\\\"\" within row /a/")
        );
        assert_eq!(said("2nd \"Send\"").as_deref(), Some("2nd \"Send now\""));
        assert_eq!(
            said("css \".send\"").as_deref(),
            Some("link \"Send \\\"now\\\"\"")
        );
        assert_eq!(said("testid \"old\"").as_deref(), Some("testid \"send\""));
        assert_eq!(said("\"Send now\""), None);
        assert_eq!(said("label \"Send\""), None);
        let field = Descriptor {
            role: "searchbox".into(),
            name: "Find".into(),
            ..Descriptor::default()
        };
        assert_eq!(
            anew("css \"input\"", &field).as_deref(),
            Some("field \"Find\"")
        );
    }
}
