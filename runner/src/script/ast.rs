//! What a script says, with the place of every part. No meaning is looked up here: a [`Name`] may name nothing.
//!
//! Spans are byte offsets into the text the script was parsed from.

use std::time::Duration;

/// A range of bytes in the script's text, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// A word the script made up: of a flow, a variable, a profile, a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// A whole file. A file of bare steps has one test, [bare](Test::is_bare), named after the file by whoever opens it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    pub uses: Vec<Use>,
    pub profiles: Vec<Name>,
    pub lets: Vec<Let>,
    pub secrets: Vec<Secret>,
    pub hooks: Vec<Hook>,
    pub flows: Vec<Flow>,
    pub tests: Vec<Test>,
    /// The lines that say nothing a script can do. Each is a problem, and stands nowhere else here.
    pub unreadable: Vec<Span>,
}

impl Script {
    /// The lines of every block.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        let hooks = self.hooks.iter().flat_map(|hook| &hook.lines);
        let flows = self.flows.iter().flat_map(|flow| &flow.lines);
        let tests = self.tests.iter().flat_map(|test| &test.lines);
        hooks.chain(flows).chain(tests)
    }

    /// The profile its tests start in: the first it names, or `default`.
    pub fn first_profile(&self) -> &str {
        self.profiles.first().map_or("default", |name| &name.text)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Use {
    pub path: Text,
    pub span: Span,
}

/// `let NAME = …`, at the top of a file or as a line of a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Let {
    pub name: Name,
    pub value: LetValue,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum LetValue {
    Value(Value),
    Target(Target),
}

/// `secret NAME = env "VARIABLE"`
#[derive(Debug, Clone, PartialEq)]
pub struct Secret {
    pub name: Name,
    pub variable: Text,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HookKind {
    BeforeAll,
    BeforeEach,
    AfterEach,
    AfterAll,
}

impl std::fmt::Display for HookKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            HookKind::BeforeAll => "before all",
            HookKind::BeforeEach => "before each",
            HookKind::AfterEach => "after each",
            HookKind::AfterAll => "after all",
        })
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Hook {
    pub kind: HookKind,
    pub lines: Vec<Line>,
    /// The heading's own span; `block` covers the lines too.
    pub span: Span,
    pub block: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    pub name: Name,
    pub parameters: Vec<Name>,
    pub lines: Vec<Line>,
    pub span: Span,
    pub block: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// May hold `{column}` of its table.
    pub title: Text,
    pub tags: Vec<Name>,
    /// `@skip "reason"`: the reason, empty when none was given.
    pub skip: Option<String>,
    pub only: bool,
    pub table: Option<Table>,
    pub lines: Vec<Line>,
    pub span: Span,
    pub block: Span,
}

impl Test {
    /// Whether it is a file's steps without a heading; its heading's span is empty.
    pub fn is_bare(&self) -> bool {
        self.span.start == self.span.end
    }
}

/// The rows a test runs with, once each. Every row has as many cells as there are columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub columns: Vec<Name>,
    pub rows: Vec<Row>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub cells: Vec<String>,
    pub span: Span,
}

/// One line of a block.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    Step(Step),
    Let(Let),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub kind: StepKind,
    /// `try`: its failure is no failure.
    pub optional: bool,
    /// `soft`: its failure fails the test at the test's end.
    pub soft: bool,
    pub timeout: Option<Duration>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    Open {
        url: Value,
        new_tab: bool,
    },
    History(History),
    SwitchToTab(Value),
    SwitchToNewTab,
    CloseTab,
    As(Name),
    Click {
        target: Target,
        button: Click,
    },
    Hover(Target),
    ScrollTo(Target),
    Fill {
        target: Target,
        value: Value,
    },
    /// `type V into T`, or to whatever has the focus.
    Type {
        value: Value,
        target: Option<Target>,
    },
    Clear(Target),
    Press {
        keys: Value,
        target: Option<Target>,
    },
    Check(Target),
    Uncheck(Target),
    Select {
        option: Value,
        target: Target,
    },
    Drag {
        from: Target,
        to: Target,
    },
    Upload {
        file: Value,
        target: Target,
    },
    Dialog(Dialog),
    Verify(Assertion),
    Require(Assertion),
    Wait(Wait),
    Read {
        what: Read,
        into: Name,
    },
    Screenshot(Value),
    Do {
        flow: Name,
        arguments: Vec<Value>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum History {
    Back,
    Forward,
    Reload,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Click {
    Single,
    Double,
    Right,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    Accept,
    Dismiss,
    Answer(Value),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Wait {
    /// `wait for T`, `wait until T is visible`
    Visible(Target),
    /// `wait until T is gone`, `wait until not T is visible`
    Gone(Target),
    TextChanges(Target),
    UrlContains {
        value: Value,
        negate: bool,
    },
    NetworkIdle,
    Pause(Duration),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    Text(Target),
    Value(Target),
    Url,
}

/// What `verify` and `require` say.
#[derive(Debug, Clone, PartialEq)]
pub struct Assertion {
    pub negate: bool,
    pub kind: AssertionKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum AssertionKind {
    Text {
        value: Value,
        within: Option<Target>,
    },
    TargetText {
        target: Target,
        compare: Compare,
    },
    TargetValue {
        target: Target,
        value: Value,
    },
    Exists(Target),
    State {
        target: Target,
        state: State,
    },
    Count {
        target: Target,
        bound: Bound,
        number: Value,
    },
    Url(Compare),
    Title(Compare),
    Number {
        target: Target,
        bound: Bound,
        number: Value,
    },
    NumberChange {
        target: Target,
        by: Value,
        since: Name,
    },
}

/// A text and how it is held against the page's.
#[derive(Debug, Clone, PartialEq)]
pub enum Compare {
    Is(Value),
    Contains(Value),
    Matches(Matcher),
}

/// What stands behind `matches`.
#[derive(Debug, Clone, PartialEq)]
pub enum Matcher {
    Regex(Regex),
    Text(Value),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Is,
    AtLeast,
    AtMost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    Visible,
    Hidden,
    Enabled,
    Disabled,
    Checked,
    Unchecked,
    Focused,
    Selected,
}

/// `[last] locator [within target]`
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// From 1; -1 is `last`.
    pub nth: Option<i32>,
    pub locator: Locator,
    pub within: Option<Box<Target>>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Locator {
    /// A bare string: the text a person reads, or label, placeholder, accessible name.
    Text(Pattern),
    /// `role` as written; [`super::roles`] knows which words are roles.
    Role {
        role: Name,
        name: Pattern,
    },
    Label(Pattern),
    Placeholder(Pattern),
    Alt(Pattern),
    Tooltip(Pattern),
    TestId(Pattern),
    Css(Text),
    XPath(Text),
    /// A name `let` gave to a target, or one that holds a string.
    Name(Name),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Pattern {
    /// `"whole text"`
    Exact(Text),
    /// `~"part"`
    Part(Text),
    /// `/regular expression/i`
    Regex(Regex),
}

/// A regular expression as JavaScript reads it, `\/` already undone.
#[derive(Debug, Clone, PartialEq)]
pub struct Regex {
    pub source: String,
    pub ignore_case: bool,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(Text),
    Number(Number),
    Name(Name),
    Env { variable: Text, span: Span },
}

/// A number as the writer wrote it (`1.50` stays `1.50`) and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    pub source: String,
    pub value: f64,
    pub span: Span,
}

/// A string, escapes undone, cut at its `{name}`s.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub parts: Vec<Part>,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Literal(String),
    /// `{name}`: a variable, parameter, column, or the built-in `unique`, `today`, `runId`.
    Name(Name),
}
