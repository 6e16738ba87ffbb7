//! Reading a versioned JSON file of ours, with errors that say where and what was meant.

use std::path::{Path, PathBuf};

use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}:{line}: not JSON: {reason}", path = path.display())]
    NotJson {
        path: PathBuf,
        line: usize,
        reason: String,
    },
    #[error(
        "{path}: version {found} is newer than this program knows ({known}); update aite to read it",
        path = path.display()
    )]
    Newer {
        path: PathBuf,
        found: u64,
        known: u32,
    },
    #[error("{path}:{line}: unknown key \"{key}\"{within}; {hint}", path = path.display())]
    UnknownKey {
        path: PathBuf,
        line: usize,
        key: String,
        within: String,
        hint: String,
    },
    #[error("{path}:{line}: \"{key}\": {reason}", path = path.display())]
    WrongType {
        path: PathBuf,
        line: usize,
        key: String,
        reason: String,
    },
}

/// Reads a file whose `version` may be `known` at most and whose keys are those of `T`.
pub fn read_json<T: DeserializeOwned + JsonSchema>(
    path: &Path,
    known: u32,
) -> Result<T, JsonError> {
    let text = std::fs::read_to_string(path).map_err(|source| JsonError::Unreadable {
        path: path.into(),
        source,
    })?;
    let value: Value = serde_json::from_str(&text).map_err(|error| JsonError::NotJson {
        path: path.into(),
        line: error.line(),
        reason: error.to_string(),
    })?;
    if let Some(found) = value.get("version").and_then(Value::as_u64)
        && found > u64::from(known)
    {
        return Err(JsonError::Newer {
            path: path.into(),
            found,
            known,
        });
    }
    if let Some(unknown) = find_unknown_key(&value, schema_for!(T).as_value()) {
        return Err(JsonError::UnknownKey {
            path: path.into(),
            line: line_of(&text, &unknown.key),
            hint: unknown.hint(),
            within: match unknown.within.as_str() {
                "" => String::new(),
                within => format!(" in \"{within}\""),
            },
            key: unknown.key,
        });
    }
    let reader = &mut serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let reason = error.inner().to_string();
        // serde_json ends its sentences with the place, which stands at our line's head already.
        let reason = reason.split(" at line ").next().unwrap_or_default();
        JsonError::WrongType {
            path: path.into(),
            line: error.inner().line(),
            key: error.path().to_string(),
            reason: in_words(reason),
        }
    })
}

/// Serde's sentence without the names that Rust has for types.
fn in_words(reason: &str) -> String {
    let types = [
        ("expected u64", "expected a whole number"),
        ("expected u32", "expected a whole number"),
        ("expected f64", "expected a number"),
        ("expected a boolean", "expected true or false"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
    ];
    let plain = types
        .iter()
        .fold(reason.to_owned(), |text, (from, to)| text.replace(from, to));
    match plain.split_once(" expected struct ") {
        Some((before, _)) => format!("{before} expected an object"),
        None => plain,
    }
}

struct UnknownKey {
    key: String,
    within: String,
    known: Vec<String>,
}

impl UnknownKey {
    fn hint(&self) -> String {
        let closest = self
            .known
            .iter()
            .map(|each| {
                (
                    strsim::normalized_damerau_levenshtein(each, &self.key),
                    each,
                )
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match closest {
            Some((likeness, key)) if likeness >= 0.6 => format!("did you mean \"{key}\"?"),
            _ => format!("known here: {}", self.known.join(", ")),
        }
    }
}

/// The first key, depth first, that the schema does not know.
fn find_unknown_key(value: &Value, schema: &Value) -> Option<UnknownKey> {
    fn walk(value: &Value, schema: &Value, root: &Value, within: &str) -> Option<UnknownKey> {
        let schema = follow(schema, root)?;
        match value {
            Value::Object(entries) => {
                let properties = schema.get("properties").and_then(Value::as_object);
                let others = schema.get("additionalProperties");
                let closed = others == Some(&Value::Bool(false));
                entries.iter().find_map(|(key, inner)| {
                    let next = properties
                        .and_then(|known| known.get(key))
                        .or(others.filter(|other| other.is_object()));
                    let path = match within {
                        "" => key.clone(),
                        _ => format!("{within}.{key}"),
                    };
                    match next {
                        Some(next) => walk(inner, next, root, &path),
                        None if closed => Some(UnknownKey {
                            key: key.clone(),
                            within: within.into(),
                            known: sorted_keys(properties),
                        }),
                        None => None,
                    }
                })
            }
            Value::Array(items) => {
                let inner = schema.get("items")?;
                items
                    .iter()
                    .find_map(|item| walk(item, inner, root, within))
            }
            _ => None,
        }
    }
    walk(value, schema, schema, "")
}

/// A schema with its `$ref` followed, and the one of an `anyOf` that is not null.
fn follow<'a>(schema: &'a Value, root: &'a Value) -> Option<&'a Value> {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return root.pointer(reference.strip_prefix('#')?);
    }
    if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
        let real = options
            .iter()
            .find(|each| each.get("type") != Some(&Value::from("null")))?;
        return follow(real, root);
    }
    Some(schema)
}

fn sorted_keys(properties: Option<&Map<String, Value>>) -> Vec<String> {
    let mut keys: Vec<_> = properties
        .into_iter()
        .flat_map(Map::keys)
        .cloned()
        .collect();
    keys.sort();
    keys
}

fn line_of(text: &str, key: &str) -> usize {
    let quoted = format!("\"{key}\"");
    let place = text.find(&quoted).unwrap_or(0);
    text[..place].matches('\n').count() + 1
}
