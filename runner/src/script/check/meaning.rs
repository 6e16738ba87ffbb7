//! What values and names are worth, as far as that is known before a run.

use super::scope::{self, Holds, Meaning};
use super::{Block, Check};
use crate::script::ast::{LetValue, Name, Part, Text, Value};
use crate::script::open::Global;

/// What a value stands for in a block.
pub fn of_value(check: &Check, block: &Block, value: &Value) -> Meaning {
    match value {
        Value::Text(text) => Meaning {
            holds: Holds::Text,
            known: known_text(check, block, text),
        },
        Value::Number(number) => Meaning {
            holds: Holds::Number,
            known: Some(vec![number.source.clone()]),
        },
        Value::Name(name) => named(check, block, &name.text),
        Value::Env { .. } => Meaning::UNKNOWN,
    }
}

/// What `name` stands for in a block, without marking it used.
pub fn named(check: &Check, block: &Block, name: &str) -> Meaning {
    match block.scope.get(name) {
        Some(local) => local.meaning.clone(),
        None => of_global(check, block.file, name, DEEPEST_LET),
    }
}

fn known_text(check: &Check, block: &Block, text: &Text) -> Option<Vec<String>> {
    scope::join(text.parts.iter().map(|part| match part {
        Part::Literal(literal) => Some(vec![literal.clone()]),
        Part::Name(name) => named(check, block, &name.text).known,
    }))
}

/// How many lets may be made of one another before the checks stop following them.
pub const DEEPEST_LET: usize = 32;

pub fn of_global(check: &Check, file: usize, name: &str, deepest: usize) -> Meaning {
    let Some((at, Global::Let(found))) = check.opened.global(file, name) else {
        return Meaning::UNKNOWN;
    };
    let Some(deepest) = deepest.checked_sub(1) else {
        return Meaning::UNKNOWN;
    };
    let inner = |name: &Name| of_global(check, at, &name.text, deepest);
    match &found.value {
        LetValue::Target(_) => Meaning {
            holds: Holds::Target,
            known: None,
        },
        LetValue::Value(Value::Text(text)) => Meaning {
            holds: Holds::Text,
            known: scope::join(text.parts.iter().map(|part| match part {
                Part::Literal(literal) => Some(vec![literal.clone()]),
                Part::Name(name) => inner(name).known,
            })),
        },
        LetValue::Value(Value::Number(number)) => Meaning {
            holds: Holds::Number,
            known: Some(vec![number.source.clone()]),
        },
        LetValue::Value(Value::Name(name)) => inner(name),
        LetValue::Value(Value::Env { .. }) => Meaning::UNKNOWN,
    }
}
