//! What a step is made of, whatever step it is.

use super::ast::{
    Assertion, AssertionKind, Compare, Dialog, Locator, Matcher, Name, Part, Pattern, Read, Regex,
    StepKind, Target, Text, Value, Wait,
};

/// One part of a step that says something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Piece<'s> {
    Value(&'s Value),
    /// A value that has to be a number.
    Number(&'s Value),
    Target(&'s Target),
    Regex(&'s Regex),
    /// A name that stands where only a name can: `since NAME`.
    Name(&'s Name),
}

/// The pieces of a step, in the order written where that is fixed.
pub fn pieces(step: &StepKind) -> Vec<Piece<'_>> {
    use Piece::{Target, Value};
    match step {
        StepKind::Open { url: value, .. }
        | StepKind::SwitchToTab(value)
        | StepKind::Screenshot(value)
        | StepKind::Dialog(Dialog::Answer(value)) => vec![Value(value)],
        StepKind::History(_)
        | StepKind::SwitchToNewTab
        | StepKind::CloseTab
        | StepKind::As(_)
        | StepKind::Dialog(_) => Vec::new(),
        StepKind::Click { target, .. }
        | StepKind::Hover(target)
        | StepKind::ScrollTo(target)
        | StepKind::Clear(target)
        | StepKind::Check(target)
        | StepKind::Uncheck(target) => vec![Target(target)],
        StepKind::Fill { target, value } => vec![Target(target), Value(value)],
        StepKind::Type { value, target }
        | StepKind::Press {
            keys: value,
            target,
        } => std::iter::once(Value(value))
            .chain(target.iter().map(Target))
            .collect(),
        StepKind::Select {
            option: value,
            target,
        }
        | StepKind::Upload {
            file: value,
            target,
        } => vec![Value(value), Target(target)],
        StepKind::Drag { from, to } => vec![Target(from), Target(to)],
        StepKind::Verify(assertion) | StepKind::Require(assertion) => of_assertion(assertion),
        StepKind::Wait(wait) => match wait {
            Wait::Visible(target) | Wait::Gone(target) | Wait::TextChanges(target) => {
                vec![Target(target)]
            }
            Wait::UrlContains { value, .. } => vec![Value(value)],
            Wait::NetworkIdle | Wait::Pause(_) => Vec::new(),
        },
        StepKind::Read { what, .. } => match what {
            Read::Text(target) | Read::Value(target) => vec![Target(target)],
            Read::Url => Vec::new(),
        },
        StepKind::Do { arguments, .. } => arguments.iter().map(Value).collect(),
    }
}

/// The target, the target it is within, and so on.
pub fn chain(target: &Target) -> impl Iterator<Item = &Target> {
    std::iter::successors(Some(target), |target| target.within.as_deref())
}

/// The string or regular expression an element is found by; neither for a name.
pub fn sought(locator: &Locator) -> (Option<&Text>, Option<&Regex>) {
    match locator {
        Locator::Text(pattern)
        | Locator::Role { name: pattern, .. }
        | Locator::Label(pattern)
        | Locator::Placeholder(pattern)
        | Locator::Alt(pattern)
        | Locator::Tooltip(pattern)
        | Locator::TestId(pattern) => match pattern {
            Pattern::Exact(text) | Pattern::Part(text) => (Some(text), None),
            Pattern::Regex(regex) => (None, Some(regex)),
        },
        Locator::Css(text) | Locator::XPath(text) => (Some(text), None),
        Locator::Name(_) => (None, None),
    }
}

/// The names put into a string.
pub fn names(text: &Text) -> impl Iterator<Item = &Name> {
    text.parts.iter().filter_map(|part| match part {
        Part::Name(name) => Some(name),
        Part::Literal(_) => None,
    })
}

fn of_assertion(assertion: &Assertion) -> Vec<Piece<'_>> {
    use Piece::{Name, Number, Target, Value};
    match &assertion.kind {
        AssertionKind::Text { value, within } => std::iter::once(Value(value))
            .chain(within.iter().map(Target))
            .collect(),
        AssertionKind::TargetText { target, compare } => vec![Target(target), of_compare(compare)],
        AssertionKind::TargetValue { target, value } => vec![Target(target), Value(value)],
        AssertionKind::Exists(target) | AssertionKind::State { target, .. } => {
            vec![Target(target)]
        }
        AssertionKind::Count { target, number, .. }
        | AssertionKind::Number { target, number, .. } => vec![Target(target), Number(number)],
        AssertionKind::NumberChange { target, by, since } => {
            vec![Target(target), Number(by), Name(since)]
        }
        AssertionKind::Url(compare) | AssertionKind::Title(compare) => vec![of_compare(compare)],
    }
}

fn of_compare(compare: &Compare) -> Piece<'_> {
    match compare {
        Compare::Is(value) | Compare::Contains(value) | Compare::Matches(Matcher::Text(value)) => {
            Piece::Value(value)
        }
        Compare::Matches(Matcher::Regex(regex)) => Piece::Regex(regex),
    }
}
