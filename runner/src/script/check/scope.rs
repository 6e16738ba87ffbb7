//! What the names of a block stand for, as far as that is known before a run.

use std::collections::HashMap;

use crate::script::ast::{Name, Span, Table};

/// What a name stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    pub holds: Holds,
    /// What it is worth, where that is known: one value, or one for each row of the test's table.
    pub known: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Text,
    Number,
    Target,
    /// Known when the script runs.
    Anything,
}

impl Meaning {
    pub const UNKNOWN: Meaning = Meaning {
        holds: Holds::Anything,
        known: None,
    };
}

/// What gave a name to a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Parameter,
    Column,
    Let,
    Read,
}

pub struct Local<'o> {
    pub name: &'o Name,
    /// Where the block got the name first.
    pub first: Span,
    pub origin: Origin,
    pub meaning: Meaning,
    pub used: bool,
}

/// The names of one block, up to the line that is being checked.
pub struct Scope<'o> {
    locals: HashMap<&'o str, Local<'o>>,
}

impl<'o> Scope<'o> {
    pub fn new(given: Vec<(&'o Name, Origin)>, table: Option<&'o Table>) -> Self {
        let mut scope = Scope {
            locals: HashMap::new(),
        };
        for (at, (name, origin)) in given.into_iter().enumerate() {
            let column = table.filter(|_| origin == Origin::Column);
            let cells = column.map(|table| {
                let cell = |row: &'o crate::script::ast::Row| row.cells.get(at).cloned();
                table.rows.iter().filter_map(cell).collect()
            });
            let holds = match origin {
                Origin::Column => Holds::Text,
                _ => Holds::Anything,
            };
            let meaning = Meaning {
                holds,
                known: cells,
            };
            scope.define(name, origin, meaning);
        }
        scope
    }

    /// Gives a name to the block; one that is there already stays used.
    pub fn define(&mut self, name: &'o Name, origin: Origin, meaning: Meaning) {
        let before = self.locals.get(name.text.as_str());
        let used = before.is_some_and(|local| local.used);
        let first = before.map_or(name.span, |local| local.first);
        let local = Local {
            name,
            first,
            origin,
            meaning,
            used,
        };
        self.locals.insert(&name.text, local);
    }

    pub fn get(&self, name: &str) -> Option<&Local<'o>> {
        self.locals.get(name)
    }

    /// Marks a name as used, and says what it stands for.
    pub fn take(&mut self, name: &str) -> Option<&Meaning> {
        let local = self.locals.get_mut(name)?;
        local.used = true;
        Some(&local.meaning)
    }

    pub fn names(&self) -> impl Iterator<Item = &'o str> {
        self.locals.keys().copied()
    }

    pub fn unused(&self) -> impl Iterator<Item = &Local<'o>> {
        self.locals.values().filter(|local| !local.used)
    }
}

impl Local<'_> {
    pub fn span(&self) -> Span {
        self.name.span
    }
}

/// The values of several parts put together, row by row; none if one of them is not known, or their rows do not match.
pub fn join(parts: impl Iterator<Item = Option<Vec<String>>>) -> Option<Vec<String>> {
    let mut joined = vec![String::new()];
    for part in parts {
        let part = part?;
        joined = match (joined.len(), part.len()) {
            (1, _) => part
                .iter()
                .map(|end| format!("{}{end}", joined[0]))
                .collect(),
            (_, 1) => joined
                .iter()
                .map(|start| format!("{start}{}", part[0]))
                .collect(),
            (rows, more) if rows == more => joined
                .iter()
                .zip(&part)
                .map(|(start, end)| format!("{start}{end}"))
                .collect(),
            _ => return None,
        };
    }
    Some(joined)
}
