//! Moves what a block says to where the block stands now: its places, and nothing else of it.

use super::ast::{
    Assertion, AssertionKind, Compare, Dialog, Flow, Hook, Let, LetValue, Line, Locator, Matcher,
    Name, Number, Part, Pattern, Read, Regex, Row, Span, Step, StepKind, Table, Target, Test, Text,
    Value, Wait,
};
use super::problem::Problem;

/// Something with places in a text.
pub(super) trait Shift {
    /// Moves every place by so many bytes.
    fn shift(&mut self, by: isize);
}

impl Shift for Span {
    fn shift(&mut self, by: isize) {
        self.start = self.start.saturating_add_signed(by);
        self.end = self.end.saturating_add_signed(by);
    }
}

impl<T: Shift> Shift for [T] {
    fn shift(&mut self, by: isize) {
        self.iter_mut().for_each(|each| each.shift(by));
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: isize) {
        self.iter_mut().for_each(|each| each.shift(by));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: isize) {
        (**self).shift(by);
    }
}

/// A struct: the fields that have places. All fields are named, so that a new one cannot be forgotten.
macro_rules! shift_struct {
    ($($type:ident { $($moved:ident),* ; $($kept:ident),* })*) => {
        $(impl Shift for $type {
            fn shift(&mut self, by: isize) {
                let $type { $($moved,)* $($kept: _,)* } = self;
                $($moved.shift(by);)*
            }
        })*
    };
}

shift_struct! {
    Name { span; text }
    Let { name, value, span; }
    Hook { lines, span, block; kind }
    Flow { name, parameters, lines, span, block; }
    Test { title, tags, table, lines, span, block; skip, only }
    Table { columns, rows, span; }
    Row { span; cells }
    Step { kind, span; optional, soft, timeout }
    Assertion { kind, span; negate }
    Target { locator, within, span; nth }
    Regex { span; source, ignore_case }
    Number { span; source, value }
    Text { parts, span; }
    Problem { span, related; severity, code, message, help, replacement, missing }
}

impl Shift for (Span, String) {
    fn shift(&mut self, by: isize) {
        self.0.shift(by);
    }
}

/// An enum: of each variant what has places.
macro_rules! shift_enum {
    ($($type:ident { $($variant:pat => $($moved:ident),* ;)* })*) => {
        $(impl Shift for $type {
            fn shift(&mut self, by: isize) {
                use $type::*;
                match self {
                    $($variant => { $($moved.shift(by);)* })*
                }
            }
        })*
    };
}

shift_enum! {
    LetValue {
        Value(value) => value;
        Target(target) => target;
    }
    Line {
        Step(step) => step;
        Let(found) => found;
    }
    StepKind {
        Open { url: value, new_tab: _ } | SwitchToTab(value) | Screenshot(value) => value;
        History(_) | SwitchToNewTab | CloseTab => ;
        As(name) => name;
        Click { target, button: _ } | Hover(target) | ScrollTo(target) | Clear(target) | Check(target) | Uncheck(target) => target;
        Fill { target, value } => target, value;
        Type { value, target } | Press { keys: value, target } => value, target;
        Select { option: value, target } | Upload { file: value, target } => value, target;
        Drag { from, to } => from, to;
        Dialog(dialog) => dialog;
        Verify(assertion) | Require(assertion) => assertion;
        Wait(wait) => wait;
        Read { what, into } => what, into;
        Do { flow, arguments } => flow, arguments;
    }
    Dialog {
        Accept | Dismiss => ;
        Answer(value) => value;
    }
    Wait {
        Visible(target) | Gone(target) | TextChanges(target) => target;
        UrlContains { value, negate: _ } => value;
        NetworkIdle | Pause(_) => ;
    }
    Read {
        Text(target) | Value(target) => target;
        Url => ;
    }
    AssertionKind {
        Text { value, within } => value, within;
        TargetText { target, compare } => target, compare;
        TargetValue { target, value } => target, value;
        Exists(target) | State { target, state: _ } => target;
        Count { target, bound: _, number } | Number { target, bound: _, number } => target, number;
        Url(compare) | Title(compare) => compare;
        NumberChange { target, by: value, since } => target, value, since;
    }
    Compare {
        Is(value) | Contains(value) => value;
        Matches(matcher) => matcher;
    }
    Matcher {
        Regex(regex) => regex;
        Text(value) => value;
    }
    Locator {
        Text(pattern) | Label(pattern) | Placeholder(pattern) | Alt(pattern) | Tooltip(pattern) | TestId(pattern) => pattern;
        Role { role, name } => role, name;
        Css(text) | XPath(text) => text;
        Name(name) => name;
    }
    Pattern {
        Exact(text) | Part(text) => text;
        Regex(regex) => regex;
    }
    Value {
        Text(text) => text;
        Number(number) => number;
        Name(name) => name;
        Env { variable, span } => variable, span;
    }
    Part {
        Literal(_) => ;
        Name(name) => name;
    }
}
