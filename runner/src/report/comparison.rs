//! Two descriptions of an element beside each other, and a score field by field.

use std::fmt::Write as _;

use console::{Alignment, pad_str, truncate_str};
use serde_json::Value;

use super::terminal::{Look, printable};
use crate::bridge::messages::FieldScore;
use crate::lock::Descriptor;

const INDENT: &str = "  ";
/// Between two columns.
const GAP: usize = 2;
/// A table whose columns are as wide as what stands in them, but no wider than `most`.
pub fn table(rows: &[Vec<String>], most: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| console::measure_text_width(cell));
        widths.max().unwrap_or(0).min(most)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(INDENT);
        for (cell, width) in row.iter().zip(&widths) {
            let cell = truncate_str(cell, *width, "…");
            line.push_str(&pad_str(&cell, width + GAP, Alignment::Left, None));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// For two columns of values beside those of names and numbers.
fn half(look: Look) -> usize {
    const NAMES: usize = 24;
    (look.width.saturating_sub(NAMES) / 2).clamp(24, 60)
}

/// The element as the lock has it and as it is now, a field a line; `≠` stands before what differs.
pub fn side_by_side(was: &Descriptor, now: &Descriptor, look: Look) -> String {
    let (old, new) = (fields_of(was), fields_of(now));
    let mut names: Vec<&String> = old.iter().map(|(name, _)| name).collect();
    for (at, (name, _)) in new.iter().enumerate() {
        if !names.contains(&name) {
            let before = new[..at].iter().rev();
            let after = before
                .filter_map(|(earlier, _)| names.iter().position(|name| *name == earlier))
                .next();
            names.insert(after.map_or(0, |after| after + 1), name);
        }
    }
    let value = |fields: &[(String, String)], name: &str| {
        let found = fields.iter().find(|(field, _)| field == name);
        found.map_or_else(String::new, |(_, value)| value.clone())
    };
    let mut rows = vec![["", "", "was", "now"].map(String::from).to_vec()];
    for name in names {
        let (was, now) = (value(&old, name), value(&new, name));
        let mark = if was == now { "" } else { "≠" };
        rows.push(vec![mark.into(), name.clone(), was, now]);
    }
    table(&rows, half(look))
}

/// One element's description, a field a line.
pub fn in_full(descriptor: &Descriptor, look: Look) -> String {
    let fields = fields_of(descriptor).into_iter();
    let rows: Vec<_> = fields.map(|(name, value)| vec![name, value]).collect();
    table(&rows, half(look) * 2)
}

/// What each field says and adds to a score, which is of a hundred points and may be held under what they add up to.
pub fn field_by_field(fields: &[FieldScore], score: f64, look: Look) -> String {
    let heading = ["points", "alike", "", "was", "now"];
    let mut rows = vec![heading.map(String::from).to_vec()];
    rows.extend(fields.iter().map(|field| {
        vec![
            format!("{:+.2}", field.points),
            format!("{:.2}", field.similarity),
            field.field.clone(),
            printable(&field.was),
            printable(&field.now),
        ]
    }));
    let sum: f64 = fields.iter().map(|field| field.points).sum();
    let counted = score * 100.0;
    let sum = match (sum - counted).abs() < 0.01 {
        true => format!("{INDENT}{sum:+.2} in all"),
        false => format!("{INDENT}{sum:+.2} in all, {counted:.2} of them count"),
    };
    format!("{}{sum}\n", table(&rows, half(look)))
}

/// A descriptor's fields in order, those that hold several by their parts.
fn fields_of(descriptor: &Descriptor) -> Vec<(String, String)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(descriptor) else {
        return Vec::new();
    };
    let mut flat = Vec::new();
    for (name, value) in fields {
        match value {
            Value::Object(parts) if matches!(name.as_str(), "context" | "path") => {
                let parts = parts.into_iter();
                flat.extend(parts.map(|(part, value)| (part, shown(&value))));
            }
            value => flat.push((name, shown(&value))),
        }
    }
    flat
}

fn shown(value: &Value) -> String {
    let number = |key: &str| value.get(key).and_then(Value::as_i64).unwrap_or_default();
    match value {
        Value::String(text) => printable(text),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(shown).collect();
            items.join(" ")
        }
        Value::Object(fields) if fields.contains_key("width") => format!(
            "{} × {} at {}, {}",
            number("width"),
            number("height"),
            number("x"),
            number("y")
        ),
        Value::Object(_) => format!("{} of {}", number("index"), number("of")),
        other => other.to_string(),
    }
}
