//! Changes of single entries in a lock's text: what they do not mean keeps its bytes, however a person has formatted it.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstRootNode};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::Descriptor;
use super::file::{Accepted, Entry};

/// A change of one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    pub page: String,
    /// The target as the formatter writes it.
    pub target: String,
    pub change: Change,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// An entry that is missing; one that is there is left as it is.
    Add(Descriptor),
    /// The target led to this by itself, so that nothing accepted is left to say.
    Refresh(Descriptor),
    /// A person's yes: the entry means this from now on, and a no to it is taken back.
    Accept(Descriptor, Accepted),
    /// A person's no.
    Reject(Descriptor),
    /// The entry goes, and its page with the last one.
    Remove,
}

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum EditError {
    #[error("not JSON: {0}")]
    NotJson(String),
    #[error("{0} is no object")]
    NoObject(&'static str),
    #[error("there is no entry for {target} on {page}")]
    NoEntry { page: String, target: String },
}

/// The lock's text with the edits made, one after the other.
pub fn edited(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let not_json = |error: &dyn std::fmt::Display| EditError::NotJson(error.to_string());
    // The editing parser takes comments, a lock's reader takes none.
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| not_json(&error))?;
    let root =
        CstRootNode::parse(text, &ParseOptions::default()).map_err(|error| not_json(&error))?;
    let lock = root.object_value().ok_or(EditError::NoObject("the lock"))?;
    let elements = lock
        .object_value_or_create("elements")
        .ok_or(EditError::NoObject("\"elements\""))?;
    for edit in edits {
        make(edit, &elements)?;
    }
    Ok(root.to_string())
}

fn make(edit: &Edit, elements: &CstObject) -> Result<(), EditError> {
    let page = find(elements, &edit.page);
    let entry = page.as_ref().and_then(|page| find(page, &edit.target));
    if let Change::Add(descriptor) = &edit.change {
        if entry.is_none() {
            let page = page.unwrap_or_else(|| insert_page(elements, &edit.page));
            insert_sorted(&page, &edit.target, &Entry::of(descriptor.clone()));
        }
        return Ok(());
    }
    let (Some(page), Some(entry)) = (page, entry) else {
        return Err(EditError::NoEntry {
            page: edit.page.clone(),
            target: edit.target.clone(),
        });
    };
    let entry = match edit.change {
        Change::Remove => entry,
        _ => spread_out(&page, &edit.target).unwrap_or(entry),
    };
    match &edit.change {
        Change::Add(_) => {}
        Change::Refresh(descriptor) => {
            set(&entry, "descriptor", descriptor);
            remove(&entry, "accepted");
        }
        Change::Accept(descriptor, accepted) => {
            set(&entry, "descriptor", descriptor);
            set(&entry, "accepted", accepted);
            take_back(&entry, descriptor);
        }
        Change::Reject(descriptor) => reject(&entry, descriptor),
        Change::Remove => {
            remove(&page, &edit.target);
            if page.properties().is_empty() {
                remove(elements, &edit.page);
            }
        }
    }
    Ok(())
}

/// The object under a key; of two under the same key the last, as a reader has it.
fn find(object: &CstObject, key: &str) -> Option<CstObject> {
    let mut properties = object.properties().into_iter().rev();
    properties
        .find(|property| property.decoded_name().as_deref() == Some(key))?
        .object_value()
}

/// An entry that stands on one line is written anew, as there is no line in it to add one after.
fn spread_out(page: &CstObject, target: &str) -> Option<CstObject> {
    let entry = find(page, target)?;
    let text = entry.to_string();
    if !text.contains('\n') {
        let value: Value = serde_json::from_str(&text).ok()?;
        let property = entry.parent()?.as_object_prop()?;
        property.set_value(input(&value));
        break_lists(&property.value()?);
    }
    find(page, target)
}

fn insert_page(elements: &CstObject, page: &str) -> CstObject {
    insert_sorted(elements, page, &serde_json::Map::new());
    elements.object_value_or_set(page)
}

fn insert_sorted<T: Serialize>(object: &CstObject, key: &str, value: &T) {
    let properties = object.properties();
    let after = properties
        .iter()
        .position(|property| property.decoded_name().is_some_and(|name| *name > *key));
    let property = object.insert(after.unwrap_or(properties.len()), key, input(value));
    if let Some(value) = property.value() {
        break_lists(&value);
    }
}

/// Sets one of an entry's keys, in their fixed order.
fn set<T: Serialize>(entry: &CstObject, key: &str, value: &T) {
    const ORDER: [&str; 3] = ["descriptor", "accepted", "rejected"];
    let place = |name: &str| ORDER.iter().position(|each| *each == name);
    let property = match entry.get(key) {
        Some(property) => {
            property.set_value(input(value));
            property
        }
        None => {
            let properties = entry.properties();
            let after = properties.iter().position(|property| {
                let name = property.decoded_name().unwrap_or_default();
                place(&name) > place(key)
            });
            entry.insert(after.unwrap_or(properties.len()), key, input(value))
        }
    };
    if let Some(value) = property.value() {
        break_lists(&value);
    }
}

fn remove(object: &CstObject, key: &str) {
    if let Some(property) = object.get(key) {
        property.remove();
    }
}

fn reject(entry: &CstObject, descriptor: &Descriptor) {
    match entry.array_value("rejected") {
        Some(rejected) => break_lists(&rejected.append(input(descriptor))),
        None => set(entry, "rejected", &[descriptor]),
    }
}

fn take_back(entry: &CstObject, descriptor: &Descriptor) {
    let Some(rejected) = entry.array_value("rejected") else {
        return;
    };
    let mut left = 0;
    for element in rejected.elements() {
        let no = serde_json::from_str::<Descriptor>(&element.to_string());
        match no.is_ok_and(|no| descriptor.is_still(&no)) {
            true => element.remove(),
            false => left += 1,
        }
    }
    if left == 0 {
        remove(entry, "rejected");
    }
}

/// Our writer gives each item of a list a line.
fn break_lists(node: &CstNode) {
    if let Some(array) = node.as_array()
        && !array.elements().is_empty()
    {
        array.ensure_multiline();
    }
    for child in node.children() {
        break_lists(&child);
    }
}

fn input<T: Serialize>(value: &T) -> CstInputValue {
    fn convert(value: Value) -> CstInputValue {
        match value {
            Value::Null => CstInputValue::Null,
            Value::Bool(value) => CstInputValue::Bool(value),
            Value::Number(number) => CstInputValue::Number(number.to_string()),
            Value::String(text) => CstInputValue::String(text),
            Value::Array(items) => CstInputValue::Array(items.into_iter().map(convert).collect()),
            Value::Object(fields) => CstInputValue::Object(
                fields
                    .into_iter()
                    .map(|(key, value)| (key, convert(value)))
                    .collect(),
            ),
        }
    }
    convert(serde_json::to_value(value).unwrap_or_default())
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
