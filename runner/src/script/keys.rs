//! The keys `press` knows, under the names the DOM gives them (`KeyboardEvent.key`).

use super::words;

/// Keys pressed together: `Ctrl+Shift+A`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    /// In the order written, each once.
    pub modifiers: Vec<Modifier>,
    /// A name of [`NAMED`], a modifier's own name (`press "Shift"`), or one character.
    pub key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modifier {
    Control,
    Shift,
    Alt,
    Meta,
    /// Meta on macOS, Control elsewhere.
    ControlOrMeta,
}

/// The named keys. `F1` to `F24` are keys too.
pub const NAMED: &[&str] = &[
    "Enter",
    "Tab",
    "Space",
    "Escape",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "CapsLock",
    "NumLock",
    "ScrollLock",
    "PrintScreen",
    "Pause",
    "ContextMenu",
];

const MODIFIERS: &[(&str, Modifier)] = &[
    ("Control", Modifier::Control),
    ("Shift", Modifier::Shift),
    ("Alt", Modifier::Alt),
    ("Meta", Modifier::Meta),
    ("ControlOrMeta", Modifier::ControlOrMeta),
    ("Ctrl", Modifier::Control),
    ("CtrlOrCmd", Modifier::ControlOrMeta),
    ("Option", Modifier::Alt),
    ("Cmd", Modifier::Meta),
    ("Command", Modifier::Meta),
];

/// Names people use for a key that has another.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("Return", "Enter"),
    ("Esc", "Escape"),
    ("Del", "Delete"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("Spacebar", "Space"),
    ("PgUp", "PageUp"),
    ("PgDn", "PageDown"),
    ("Ins", "Insert"),
];

/// Why a text names no keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("no key is named here")]
    Nothing,
    #[error("`{0}` is no key")]
    Unknown(String),
    #[error("`{0}` is no modifier key, and only modifier keys stand before a `+`")]
    NotAModifier(String),
}

impl KeyError {
    /// The name that was probably meant.
    pub fn did_you_mean(&self) -> Option<&'static str> {
        match self {
            KeyError::Nothing => None,
            KeyError::Unknown(name) => words::closest(
                name,
                NAMED
                    .iter()
                    .copied()
                    .chain(MODIFIERS.iter().map(|(name, _)| *name)),
            ),
            KeyError::NotAModifier(name) => {
                words::closest(name, MODIFIERS.iter().map(|(name, _)| *name))
            }
        }
    }
}

/// Reads `Enter`, `a`, `Ctrl+A`, `Control+Shift+Tab`, `+`, `Ctrl++`. The case of names does not matter.
pub fn parse(text: &str) -> Result<Chord, KeyError> {
    let (before, last) = match text.strip_suffix("++") {
        Some(before) => (before, "+"),
        None if text == "+" => ("", "+"),
        None => text
            .rsplit_once('+')
            .map_or(("", text), |(before, last)| (before, last)),
    };
    let mut modifiers = Vec::new();
    for name in before.split('+').filter(|_| !before.is_empty()) {
        let modifier =
            modifier(name.trim()).ok_or_else(|| KeyError::NotAModifier(name.trim().to_owned()))?;
        if !modifiers.contains(&modifier) {
            modifiers.push(modifier);
        }
    }
    Ok(Chord {
        modifiers,
        key: key(last)?,
    })
}

fn modifier(name: &str) -> Option<Modifier> {
    let (_, modifier) = MODIFIERS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some(*modifier)
}

fn key(written: &str) -> Result<String, KeyError> {
    if written == " " {
        return Ok("Space".to_owned());
    }
    let name = written.trim();
    if name.is_empty() {
        return Err(KeyError::Nothing);
    }
    if name.chars().count() == 1 {
        return Ok(name.to_owned());
    }
    let named = NAMED.iter().map(|&known| (known, known));
    let modifiers = MODIFIERS.iter().map(|&(known, modifier)| {
        let canonical = MODIFIERS.iter().find(|(_, same)| *same == modifier);
        (known, canonical.map_or(known, |(first, _)| *first))
    });
    let known = named
        .chain(OTHER_NAMES.iter().copied())
        .chain(modifiers)
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    if let Some((_, canonical)) = known {
        return Ok(canonical.to_owned());
    }
    let function = name
        .strip_prefix(['F', 'f'])
        .and_then(|number| number.parse::<u8>().ok());
    match function {
        Some(number @ 1..=24) => Ok(format!("F{number}")),
        _ => Err(KeyError::Unknown(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(modifiers: &[Modifier], key: &str) -> Result<Chord, KeyError> {
        Ok(Chord {
            modifiers: modifiers.to_vec(),
            key: key.to_owned(),
        })
    }

    #[test]
    fn reads_keys_and_what_is_held_with_them() {
        use Modifier::*;
        assert_eq!(parse("Enter"), chord(&[], "Enter"));
        assert_eq!(parse("esc"), chord(&[], "Escape"));
        assert_eq!(parse("Ctrl+A"), chord(&[Control], "A"));
        assert_eq!(parse("Control+Shift+Tab"), chord(&[Control, Shift], "Tab"));
        assert_eq!(parse("Ctrl++"), chord(&[Control], "+"));
        assert_eq!(parse("+"), chord(&[], "+"));
        assert_eq!(parse("shift"), chord(&[], "Shift"));
        assert_eq!(parse("f12"), chord(&[], "F12"));
        assert_eq!(parse("ü"), chord(&[], "ü"));
        assert_eq!(parse(" "), chord(&[], "Space"));
    }

    #[test]
    fn says_what_is_no_key() {
        let unknown = parse("Entr").unwrap_err();
        assert_eq!(unknown.to_string(), "`Entr` is no key");
        assert_eq!(unknown.did_you_mean(), Some("Enter"));
        assert_eq!(
            parse("Enter+A"),
            Err(KeyError::NotAModifier("Enter".into()))
        );
        assert_eq!(
            parse("Contrl+A").unwrap_err().did_you_mean(),
            Some("Control")
        );
        assert_eq!(
            [parse(""), parse("Ctrl+")],
            [const { Err(KeyError::Nothing) }; 2]
        );
        assert_eq!(parse("F25"), Err(KeyError::Unknown("F25".into())));
    }
}
