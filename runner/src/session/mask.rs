//! Secrets, kept out of everything that is written or shown.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::lock::Sighting;

/// What stands where a secret stood.
const MASK: &str = "•••";

/// The values that must not be seen.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    /// Longest first, so that a secret that holds another is masked whole.
    values: Vec<String>,
}

impl Secrets {
    /// Takes a value in, as itself and as a URL would carry it. An empty one hides nothing.
    pub fn add(&mut self, value: &str) {
        let in_query: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
        let in_path = in_query.replace('+', "%20");
        for form in [value.to_owned(), in_query, in_path] {
            if !form.is_empty() && !self.values.contains(&form) {
                self.values.push(form);
            }
        }
        self.values
            .sort_by_key(|each| std::cmp::Reverse(each.len()));
    }

    /// Takes in all that another knows.
    pub fn join(&mut self, other: &Secrets) {
        other.values.iter().for_each(|value| self.add(value));
    }

    /// The text with every secret in it replaced.
    pub fn mask(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for value in &self.values {
            if masked.contains(value.as_str()) {
                masked = masked.replace(value.as_str(), MASK);
            }
        }
        masked
    }

    /// The same for a lock: a page may show what it was told in confidence.
    pub fn sighting(&self, sighting: Sighting) -> Sighting {
        Sighting {
            page: self.mask(&sighting.page),
            target: sighting.target,
            descriptor: self.masked(sighting.descriptor),
        }
    }

    /// Whether something in a text was masked.
    pub fn is_masked(text: &str) -> bool {
        text.contains(MASK)
    }

    /// The same value with every secret in its texts replaced.
    pub fn masked<T: Serialize + DeserializeOwned + Default>(&self, value: T) -> T {
        if self.values.is_empty() {
            return value;
        }
        let mut json = serde_json::to_value(&value).unwrap_or_default();
        self.mask_texts(&mut json);
        serde_json::from_value(json).unwrap_or_default()
    }

    /// Masks every string and number of a JSON value, keys included.
    pub fn mask_json(&self, value: &mut Value) {
        if self.values.is_empty() {
            return;
        }
        match value {
            Value::Object(entries) => {
                let old = std::mem::take(entries);
                for (key, mut inner) in old {
                    self.mask_json(&mut inner);
                    entries.insert(self.mask(&key), inner);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.mask_json(item)),
            Value::Number(number) => {
                let text = number.to_string();
                if self.values.contains(&text) {
                    *value = Value::String(MASK.into());
                }
            }
            other => self.mask_texts(other),
        }
    }

    /// Masks every text of a value whose shape is known: its keys and numbers are ours.
    pub fn mask_texts(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.mask(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.mask_texts(item)),
            Value::Object(entries) => {
                let inner = entries.iter_mut().map(|(_, inner)| inner);
                inner.for_each(|inner| self.mask_texts(inner));
            }
            Value::Number(_) | Value::Null | Value::Bool(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_secret_is_seen_in_no_form() {
        let mut secrets = Secrets::default();
        secrets.add("p w/1");
        secrets.add("4711");
        let mut value =
            json!({"sent": {"value": "p w/1", "p w/1": 4711}, "url": "/?a=p+w%2F1&b=p%20w%2F1"});
        secrets.mask_json(&mut value);
        assert_eq!(
            value,
            json!({"sent": {"value": "•••", "•••": "•••"}, "url": "/?a=•••&b=•••"})
        );
    }

    #[test]
    fn what_has_a_shape_keeps_it() {
        let mut secrets = Secrets::default();
        secrets.add("123");
        secrets.add("x");
        let mut value = json!({"rect": {"x": 123}, "text": "Code 123"});
        secrets.mask_texts(&mut value);
        assert_eq!(value, json!({"rect": {"x": 123}, "text": "Code •••"}));
    }
}
