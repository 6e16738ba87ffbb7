//! What may follow what in a line: the grammar once more, as a table that knows how to say what it expected. The grammar
//! decides what a line is; this explains a line it could not read, and tells an editor how a line may go on.

/// One part of a line.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    Word(&'static str),
    Equals,
    /// A string.
    Text,
    /// A string, number, name or `env "NAME"`.
    Value,
    /// `env "NAME"`
    Env,
    /// A regular expression or a value.
    Matcher,
    /// A value, or a target.
    LetValue,
    Target,
    /// A name, of what the writer is told.
    Name(&'static str),
    Duration,
    Tag,
    Optional(&'static [Piece]),
    /// The first of these whose first piece fits.
    OneOf(&'static [&'static [Piece]]),
    Repeat(&'static [Piece]),
}

use Piece::{
    Duration, Env, Equals, LetValue, Matcher, Name, OneOf, Optional, Repeat, Tag, Target, Text,
    Value, Word,
};

/// Something a line could have gone on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Word(&'static str),
    Equals,
    Text,
    Value,
    Env,
    Regex,
    Target,
    /// What an element is found by: a string, a role, `label` and the like, or a name.
    Locator,
    /// A string, `~"part"` or a regular expression.
    Pattern,
    Name(&'static str),
    Duration,
    Tag,
}

/// What a line may be by its first word.
pub struct Form {
    pub word: &'static str,
    pub rest: &'static [Piece],
}

const fn form(word: &'static str, rest: &'static [Piece]) -> Form {
    Form { word, rest }
}

const NEW_TAB: &[Piece] = &[Word("new"), Word("tab")];
const TO_TARGET: &[Piece] = &[Word("to"), Target];
const IN_TARGET: &[Piece] = &[Word("in"), Target];
const DIALOG: &[Piece] = &[Word("dialog")];
const NOT: Piece = Optional(&[Word("not")]);

const PREDICATE_OF_TEXT: Piece = OneOf(&[
    &[Word("is"), Value],
    &[Word("contains"), Value],
    &[Word("matches"), Matcher],
]);
const AT_LEAST_OR_MOST: &[Piece] = &[
    Word("at"),
    OneOf(&[&[Word("least")], &[Word("most")]]),
    Value,
];
const IS_BOUND: &[Piece] = &[Word("is"), OneOf(&[AT_LEAST_OR_MOST, &[Value]])];
const STATE: Piece = OneOf(&[
    &[Word("visible")],
    &[Word("hidden")],
    &[Word("enabled")],
    &[Word("disabled")],
    &[Word("checked")],
    &[Word("unchecked")],
    &[Word("focused")],
    &[Word("selected")],
]);

const ASSERTION: &[Piece] = &[
    NOT,
    OneOf(&[
        &[Word("text"), Value, Optional(&[Word("within"), Target])],
        &[Word("url"), PREDICATE_OF_TEXT],
        &[Word("title"), PREDICATE_OF_TEXT],
        &[
            Word("count"),
            Word("of"),
            Target,
            OneOf(&[IS_BOUND, AT_LEAST_OR_MOST]),
        ],
        &[
            Word("number"),
            Target,
            OneOf(&[
                IS_BOUND,
                AT_LEAST_OR_MOST,
                &[
                    Word("changed"),
                    Word("by"),
                    Value,
                    Word("since"),
                    Name("the name of a number read before"),
                ],
            ]),
        ],
        &[
            Target,
            OneOf(&[
                &[Word("exists")],
                &[Word("is"), STATE],
                &[
                    Word("has"),
                    OneOf(&[&[Word("text"), Value], &[Word("value"), Value]]),
                ],
                &[Word("contains"), Value],
                &[Word("matches"), Matcher],
            ]),
        ],
    ]),
];

const WAIT: &[Piece] = &[OneOf(&[
    &[
        Word("for"),
        OneOf(&[&[Word("network"), Word("idle")], &[Target]]),
    ],
    &[
        Word("until"),
        NOT,
        OneOf(&[
            &[Word("url"), Word("contains"), Value],
            &[
                Target,
                OneOf(&[
                    &[Word("is"), OneOf(&[&[Word("visible")], &[Word("gone")]])],
                    &[Word("changes")],
                ]),
            ],
        ]),
    ],
    &[Duration],
])];

/// The steps, in the order the language's table has them.
pub const STEPS: &[Form] = &[
    form(
        "open",
        &[Value, Optional(&[Word("in"), Word("new"), Word("tab")])],
    ),
    form("go", &[OneOf(&[&[Word("back")], &[Word("forward")]])]),
    form("reload", &[]),
    form(
        "switch",
        &[Word("to"), OneOf(&[NEW_TAB, &[Word("tab"), Value]])],
    ),
    form("close", &[Word("tab")]),
    form("as", &[Name("a profile's name")]),
    form("click", &[Target]),
    form("double", &[Word("click"), Target]),
    form("right", &[Word("click"), Target]),
    form("hover", &[Target]),
    form("scroll", TO_TARGET),
    form("fill", &[Target, Word("with"), Value]),
    form("type", &[Value, Optional(&[Word("into"), Target])]),
    form("clear", &[Target]),
    form("press", &[Value, Optional(IN_TARGET)]),
    form("check", &[Target]),
    form("uncheck", &[Target]),
    form("select", &[Value, Word("in"), Target]),
    form("drag", &[Target, Word("to"), Target]),
    form("upload", &[Value, Word("to"), Target]),
    form("accept", DIALOG),
    form("dismiss", DIALOG),
    form("answer", &[Word("dialog"), Word("with"), Value]),
    form("verify", ASSERTION),
    form("require", ASSERTION),
    form("wait", WAIT),
    form(
        "read",
        &[
            OneOf(&[
                &[Word("url")],
                &[Word("value"), Word("of"), Target],
                &[Target],
            ]),
            Word("as"),
            Name("a new name"),
        ],
    ),
    form("screenshot", &[Value]),
    form("do", &[Name("a flow's name"), Repeat(&[Value])]),
];

/// What may stand in front of a step.
pub const MODIFIERS: &[&str] = &["try", "soft"];

/// What may stand behind a step.
pub const TIMEOUT: Piece = Optional(&[Word("timeout"), Duration]);

/// The lines that are no steps.
pub const OTHERS: &[Form] = &[
    form("use", &[Text]),
    form("profile", &[Name("a profile's name")]),
    form("let", &[Name("a new name"), Equals, LetValue]),
    form("secret", &[Name("a new name"), Equals, Env]),
    form("before", &[OneOf(&[&[Word("each")], &[Word("all")]])]),
    form("after", &[OneOf(&[&[Word("each")], &[Word("all")]])]),
    form(
        "flow",
        &[
            Name("the flow's name"),
            Repeat(&[Name("a parameter's name")]),
        ],
    ),
    form("test", &[Text, Repeat(&[Tag, Optional(&[Text])])]),
];

/// The locators that are not a role.
pub const LOCATOR_WORDS: &[&str] = &[
    "label",
    "placeholder",
    "alt",
    "tooltip",
    "testid",
    "css",
    "xpath",
];
