//! What a script's names stand for while a test runs.

use std::collections::{BTreeMap, HashMap};

use super::mask::Secrets;
use crate::script::ast::{LetValue, Name, Part, Span, Target, Text, Value};
use crate::script::{Global, Opened};

/// A text with where it may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub text: String,
    /// The script itself fixes it (a string, a cell, an argument of those), so a lock's key may hold it.
    pub fixed: bool,
}

/// What a name stands for.
#[derive(Debug, Clone, PartialEq)]
enum Bound {
    Text(Known),
    Target(Target),
}

/// What is the same for every test of a run.
#[derive(Debug, Clone)]
pub struct RunFacts {
    pub run_id: String,
    /// New each run: for names of things that tests make.
    pub unique: String,
    /// The local date, as `2026-11-30`.
    pub today: String,
    /// What `env` finds before it looks into the environment.
    pub variables: BTreeMap<String, String>,
}

/// The names one block of steps can use. A flow's block has a scope of its own: its file's names and its parameters.
pub struct Scope<'a> {
    pub opened: &'a Opened,
    /// Which of the opened files the block stands in.
    pub file: usize,
    pub facts: &'a RunFacts,
    bound: HashMap<String, Bound>,
}

impl RunFacts {
    fn variable(&self, name: &str) -> Result<String, ScopeError> {
        let given = self.variables.get(name).cloned();
        given
            .or_else(|| std::env::var(name).ok())
            .ok_or_else(|| ScopeError::NoVariable(name.into()))
    }

    /// For a run that starts now.
    pub fn of_now() -> RunFacts {
        let now = jiff::ZonedDateTime::now();
        let random = rand::random::<u16>();
        RunFacts {
            run_id: format!(
                "{}-{random:04x}",
                now.timestamp().strftime("%Y-%m-%dT%H-%M-%SZ")
            ),
            unique: format!("{:08x}", rand::random::<u32>()),
            today: now.strftime("%Y-%m-%d").to_string(),
            variables: BTreeMap::new(),
        }
    }
}

/// A name or an environment variable that stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    #[error("nothing here is named `{0}`")]
    Unknown(String),
    #[error("the environment variable {0} is not set; the script reads it with env \"{0}\"")]
    NoVariable(String),
    #[error("`{0}` names an element, but a text is needed here")]
    NotText(String),
    #[error("`{0}` names itself")]
    Circular(String),
}

/// How deep names may name names before it is taken for a circle.
const DEEPEST: usize = 32;

impl<'a> Scope<'a> {
    pub fn new(opened: &'a Opened, file: usize, facts: &'a RunFacts) -> Scope<'a> {
        Scope {
            opened,
            file,
            facts,
            bound: HashMap::new(),
        }
    }

    /// Gives a parameter, a table's column or a read its text.
    pub fn bind(&mut self, name: &str, known: Known) {
        self.bound.insert(name.into(), Bound::Text(known));
    }

    /// The text that a parameter, a column, a read or a `let` of the block has now.
    pub fn known(&self, name: &str) -> Option<&Known> {
        match self.bound.get(name)? {
            Bound::Text(known) => Some(known),
            Bound::Target(_) => None,
        }
    }

    /// Performs a `let` line of a block.
    pub fn bind_let(&mut self, name: &str, value: &LetValue) -> Result<(), ScopeError> {
        let bound = match value {
            LetValue::Value(value) => Bound::Text(self.value(value)?),
            LetValue::Target(target) => Bound::Target(target.clone()),
        };
        self.bound.insert(name.into(), bound);
        Ok(())
    }

    /// A value's text.
    pub fn value(&self, value: &Value) -> Result<Known, ScopeError> {
        self.value_at(value, self.file, 0)
    }

    /// A string's text, names in it replaced.
    pub fn text(&self, text: &Text) -> Result<Known, ScopeError> {
        self.text_at(text, self.file, 0)
    }

    /// A name's text.
    pub fn name(&self, name: &Name) -> Result<Known, ScopeError> {
        self.name_at(&name.text, self.file, 0)
    }

    /// The target a name stands for, where it stands for one.
    pub fn find_target(&self, name: &str) -> Option<Target> {
        match self.bound.get(name) {
            Some(Bound::Target(target)) => Some(target.clone()),
            Some(Bound::Text(_)) => None,
            None => match self.opened.global(self.file, name)? {
                (_, Global::Let(found)) => match &found.value {
                    LetValue::Target(target) => Some(target.clone()),
                    LetValue::Value(_) => None,
                },
                (_, Global::Secret(_)) => None,
            },
        }
    }

    fn value_at(&self, value: &Value, file: usize, depth: usize) -> Result<Known, ScopeError> {
        match value {
            Value::Text(text) => self.text_at(text, file, depth),
            Value::Number(number) => Ok(Known {
                text: number.source.clone(),
                fixed: true,
            }),
            Value::Name(name) => self.name_at(&name.text, file, depth),
            Value::Env { variable, .. } => {
                let variable = self.text_at(variable, file, depth)?.text;
                Ok(Known {
                    text: self.facts.variable(&variable)?,
                    fixed: false,
                })
            }
        }
    }

    fn text_at(&self, text: &Text, file: usize, depth: usize) -> Result<Known, ScopeError> {
        let mut whole = Known {
            text: String::new(),
            fixed: true,
        };
        for part in &text.parts {
            match part {
                Part::Literal(literal) => whole.text.push_str(literal),
                Part::Name(name) => {
                    let known = self.name_at(&name.text, file, depth)?;
                    whole.text.push_str(&known.text);
                    whole.fixed &= known.fixed;
                }
            }
        }
        Ok(whole)
    }

    fn name_at(&self, name: &str, file: usize, depth: usize) -> Result<Known, ScopeError> {
        if depth > DEEPEST {
            return Err(ScopeError::Circular(name.into()));
        }
        match self.bound.get(name) {
            Some(Bound::Text(known)) => return Ok(known.clone()),
            Some(Bound::Target(_)) => return Err(ScopeError::NotText(name.into())),
            None => {}
        }
        match self.opened.global(file, name) {
            Some((file, Global::Let(found))) => {
                return match &found.value {
                    LetValue::Value(value) => self.value_at(value, file, depth + 1),
                    LetValue::Target(_) => Err(ScopeError::NotText(name.into())),
                };
            }
            Some((file, Global::Secret(secret))) => {
                let variable = self.text_at(&secret.variable, file, depth + 1)?.text;
                return Ok(Known {
                    text: self.facts.variable(&variable)?,
                    fixed: false,
                });
            }
            None => {}
        }
        let text = match name {
            "unique" => &self.facts.unique,
            "today" => &self.facts.today,
            "runId" => &self.facts.run_id,
            _ => return Err(ScopeError::Unknown(name.into())),
        };
        Ok(Known {
            text: text.clone(),
            fixed: false,
        })
    }
}

/// The values of every secret the files declare. A variable that is not set is an error: nothing can run without it.
pub fn read_secrets(
    opened: &Opened,
    facts: &RunFacts,
) -> Result<Secrets, (usize, Span, ScopeError)> {
    let mut secrets = Secrets::default();
    for (file, source) in opened.files.iter().enumerate() {
        let scope = Scope::new(opened, file, facts);
        for secret in &source.script.secrets {
            let value = scope
                .text(&secret.variable)
                .and_then(|variable| facts.variable(&variable.text));
            secrets.add(&value.map_err(|error| (file, secret.span, error))?);
        }
    }
    Ok(secrets)
}
