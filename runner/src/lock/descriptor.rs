//! One element, as a lock file remembers it and as the page describes it.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// What an element was when it was last seen. The order of the fields is their order in files and on the wire; an empty field is left out of both.
///
/// A field's value, a password's above all, is never part of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    /// The element's name in lower case.
    pub tag: String,
    /// The ARIA role, explicit or implied.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// The accessible name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its own visible text, at most 200 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub alt: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The `type` attribute of a field or button.
    #[serde(rename = "type", default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub testid: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The `name` attribute.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name_attr: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub aria_label: String,
    /// Path and query of the link's address.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub href: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub context: Context,
    #[serde(default, skip_serializing_if = "is_default")]
    pub path: Path,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub siblings: Option<Siblings>,
}

/// The texts that stand around an element.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Context {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heading: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub landmark: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub form: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub row: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

/// Where in its page an element stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Path {
    /// Within its document, or within the innermost shadow root.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub xpath: String,
    /// Within the same root as `xpath`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub css: String,
    /// The frame's name, or else its address without query; empty in the top document.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub frame: String,
    /// A CSS selector of each shadow host, from the outermost inwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shadow: Vec<String>,
}

/// A box in whole CSS pixels, from the top left of the element's own document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rect {
    #[serde(deserialize_with = "whole")]
    pub x: i64,
    #[serde(deserialize_with = "whole")]
    pub y: i64,
    #[serde(deserialize_with = "whole")]
    pub width: i64,
    #[serde(deserialize_with = "whole")]
    pub height: i64,
}

/// An element's place, from 1, among the children of its parent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Siblings {
    pub index: u32,
    pub of: u32,
}

impl Descriptor {
    /// Whether this is the element that a person said no to, as far as two descriptions tell.
    pub fn is_still(&self, no: &Descriptor) -> bool {
        if self.tag != no.tag || self.path.frame != no.path.frame {
            return false;
        }
        let same = |one: &str, other: &str| !one.is_empty() && one == other;
        if same(&self.testid, &no.testid) || same(&self.id, &no.id) {
            return true;
        }
        let said = |of: &Descriptor| [of.text.clone(), of.name.clone(), of.label.clone()];
        let says = said(no).iter().any(|text| !text.is_empty());
        said(self) == said(no)
            && self.context.row == no.context.row
            && (says || self.path.xpath == no.path.xpath)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Rounded, because a page measures in fractions and a lock file must not change with them.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    Ok(f64::deserialize(from)?.round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_of_its_fields_and_leaves_out_the_empty_ones() {
        let text = r#"{"siblings":{"index":1,"of":2},"rect":{"x":1.4,"y":2.5,"width":3,"height":4},"path":{"css":"a"},"ariaLabel":"","type":"submit","tag":"button"}"#;
        let descriptor: Descriptor = serde_json::from_str(text).unwrap();
        assert_eq!(
            serde_json::to_string(&descriptor).unwrap(),
            r#"{"tag":"button","type":"submit","path":{"css":"a"},"rect":{"x":1,"y":3,"width":3,"height":4},"siblings":{"index":1,"of":2}}"#
        );
    }
}
