//! What Chrome is told of a key. The layout is the US one; the names are [`crate::script::keys`]'.

use crate::script::keys::{KeyError, Modifier as Named, parse};

/// One key as Chrome wants it described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    /// `KeyboardEvent.key`.
    pub key: String,
    /// `KeyboardEvent.code`; empty for characters no key of the US layout has.
    pub code: String,
    /// `KeyboardEvent.keyCode`.
    pub key_code: u16,
    /// What it types; empty when it types nothing.
    pub text: String,
    /// `KeyboardEvent.location`.
    pub location: u8,
    /// Whether Shift is held to get it.
    pub shifted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Modifier {
    Alt,
    Control,
    Meta,
    Shift,
}

impl Modifier {
    /// Its bit in the protocol.
    pub fn bit(self) -> u8 {
        match self {
            Self::Alt => 1,
            Self::Control => 2,
            Self::Meta => 4,
            Self::Shift => 8,
        }
    }

    pub fn key(self) -> Key {
        let (key, code, key_code) = match self {
            Self::Alt => ("Alt", "AltLeft", 18),
            Self::Control => ("Control", "ControlLeft", 17),
            Self::Meta => ("Meta", "MetaLeft", 91),
            Self::Shift => ("Shift", "ShiftLeft", 16),
        };
        Key {
            location: 1,
            ..silent(key, code, key_code)
        }
    }

    fn of(named: Named) -> Self {
        match named {
            Named::Alt => Self::Alt,
            Named::Control => Self::Control,
            Named::Meta => Self::Meta,
            Named::Shift => Self::Shift,
            Named::ControlOrMeta if cfg!(target_os = "macos") => Self::Meta,
            Named::ControlOrMeta => Self::Control,
        }
    }

    fn find(key: &str) -> Option<Self> {
        let all = [Self::Alt, Self::Control, Self::Meta, Self::Shift];
        all.into_iter().find(|modifier| modifier.key().key == key)
    }
}

/// Keys pressed together: the modifiers first, in the order written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chord {
    pub modifiers: Vec<Modifier>,
    /// `None` when modifiers are all there is.
    pub key: Option<Key>,
}

impl Chord {
    /// What is pressed for `Ctrl+Shift+A`, `Enter`, `?`, `Ctrl++`, as [`crate::script::keys`] reads them. The error names what is no key.
    pub fn read(written: &str) -> Result<Self, KeyError> {
        let named = parse(written)?;
        let mut modifiers: Vec<_> = named.modifiers.into_iter().map(Modifier::of).collect();
        if let Some(last) = Modifier::find(&named.key) {
            modifiers.push(last);
            return Ok(Self {
                modifiers,
                key: None,
            });
        }
        let unknown = || KeyError::Unknown(named.key.clone());
        let mut key = find_key(&named.key).ok_or_else(unknown)?;
        let shift = modifiers.contains(&Modifier::Shift);
        if key.code.starts_with("Key") && !modifiers.is_empty() {
            // `Ctrl+A` is written with a capital and pressed without Shift.
            key.shifted = shift;
            key.key = if shift {
                key.key.to_ascii_uppercase()
            } else {
                key.key.to_ascii_lowercase()
            };
            key.text = key.key.clone();
        } else if shift && !key.shifted {
            key = shift_key(key);
        }
        if modifiers
            .iter()
            .any(|modifier| *modifier != Modifier::Shift)
        {
            key.text.clear();
        }
        Ok(Self {
            modifiers,
            key: Some(key),
        })
    }
}

/// The key that types a character.
pub(super) fn find_typing(c: char) -> Option<Key> {
    match c {
        '\n' | '\r' => return named("Enter"),
        '\t' => return named("Tab"),
        ' ' => return named("Space"),
        _ => {}
    }
    if c.is_ascii_alphabetic() {
        let upper = c.to_ascii_uppercase();
        let code = format!("Key{upper}");
        return Some(Key {
            shifted: c == upper,
            ..typing(c, &code, upper as u16)
        });
    }
    let (plain, shifted) =
        US_LAYOUT
            .iter()
            .fold((None, None), |found, (plain, shifted, code, key_code)| {
                let hit = |this: char| (this == c).then(|| typing(c, code, *key_code));
                (found.0.or(hit(*plain)), found.1.or(hit(*shifted)))
            });
    plain.or(shifted.map(|key| Key {
        shifted: true,
        ..key
    }))
}

/// A key of another layout that types this letter directly. Scripts that are composed (from U+1100 on, with few exceptions) have none.
pub(super) fn find_foreign(c: char) -> Option<Key> {
    (('\u{a1}'..'\u{1100}').contains(&c) && c.is_alphabetic()).then(|| typing(c, "", 0))
}

fn find_key(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => find_typing(c).or_else(|| find_foreign(c)),
        _ => named(name),
    }
}

fn named(name: &str) -> Option<Key> {
    if let Some(number) = name
        .strip_prefix('F')
        .and_then(|number| number.parse::<u16>().ok())
    {
        return Some(silent(name, name, 111 + number));
    }
    let (key, key_code) = NAMED.iter().find(|(key, _)| *key == name)?;
    Some(match *key {
        "Space" => Key {
            key: " ".into(),
            text: " ".into(),
            ..silent(" ", "Space", *key_code)
        },
        "Enter" => Key {
            text: "\r".into(),
            ..silent(key, key, *key_code)
        },
        _ => silent(key, key, *key_code),
    })
}

/// What the key types with Shift.
fn shift_key(key: Key) -> Key {
    let on_layout = US_LAYOUT
        .iter()
        .find(|(_, _, code, _)| *code == key.code && !key.text.is_empty());
    match on_layout {
        Some((_, shifted, code, key_code)) => Key {
            shifted: true,
            ..typing(*shifted, code, *key_code)
        },
        None => Key {
            shifted: true,
            ..key
        },
    }
}

fn typing(c: char, code: &str, key_code: u16) -> Key {
    Key {
        text: c.into(),
        ..silent(&c.to_string(), code, key_code)
    }
}

fn silent(key: &str, code: &str, key_code: u16) -> Key {
    Key {
        key: key.into(),
        code: code.into(),
        key_code,
        text: String::new(),
        location: 0,
        shifted: false,
    }
}

const NAMED: &[(&str, u16)] = &[
    ("Backspace", 8),
    ("Tab", 9),
    ("Enter", 13),
    ("Pause", 19),
    ("CapsLock", 20),
    ("Escape", 27),
    ("Space", 32),
    ("PageUp", 33),
    ("PageDown", 34),
    ("End", 35),
    ("Home", 36),
    ("ArrowLeft", 37),
    ("ArrowUp", 38),
    ("ArrowRight", 39),
    ("ArrowDown", 40),
    ("PrintScreen", 44),
    ("Insert", 45),
    ("Delete", 46),
    ("ContextMenu", 93),
    ("NumLock", 144),
    ("ScrollLock", 145),
];

/// Character, character with Shift, code, keyCode.
const US_LAYOUT: &[(char, char, &str, u16)] = &[
    ('`', '~', "Backquote", 192),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// `modifiers key/code/keyCode/text`
    #[track_caller]
    fn check(written: &str, expected: &str) {
        let found = match Chord::read(written) {
            Err(error) => error.to_string(),
            Ok(Chord { modifiers, key }) => {
                let key = key
                    .map(|key| format!("{}/{}/{}/{:?}", key.key, key.code, key.key_code, key.text));
                let modifiers: Vec<_> = modifiers
                    .iter()
                    .map(|modifier| format!("{modifier:?}"))
                    .collect();
                format!("{} {}", modifiers.join("+"), key.unwrap_or_default())
                    .trim()
                    .to_owned()
            }
        };
        assert_eq!(found, expected, "{written}");
    }

    #[test]
    fn chords_are_read_as_people_write_them() {
        check("Enter", r#"Enter/Enter/13/"\r""#);
        check("esc", r#"Escape/Escape/27/"""#);
        check("Down", r#"ArrowDown/ArrowDown/40/"""#);
        check("Ctrl+A", r#"Control a/KeyA/65/"""#);
        check("cmd + shift + p", r#"Meta+Shift P/KeyP/80/"""#);
        check("Shift+a", r#"Shift A/KeyA/65/"A""#);
        check("Shift+1", r#"Shift !/Digit1/49/"!""#);
        check("Shift+Tab", r#"Shift Tab/Tab/9/"""#);
        check("A", r#"A/KeyA/65/"A""#);
        check("?", r#"?/Slash/191/"?""#);
        check("+", r#"+/Equal/187/"+""#);
        check("Ctrl++", r#"Control +/Equal/187/"""#);
        check("Ctrl+-", r#"Control -/Minus/189/"""#);
        check("Space", r#"/Space/32/" ""#);
        check(" ", r#"/Space/32/" ""#);
        check("F12", r#"F12/F12/123/"""#);
        check("F", r#"F/KeyF/70/"F""#);
        check("Meta", "Meta");
        check("Ctrl+Shift", "Control+Shift");
        check("ф", r#"ф//0/"ф""#);
    }

    #[test]
    fn what_is_no_key_is_named() {
        check("Ctrl+Foo", "`Foo` is no key");
        check(
            "Strg+A",
            "`Strg` is no modifier key, and only modifier keys stand before a `+`",
        );
        check("", "no key is named here");
        check("F25", "`F25` is no key");
        check("漢", "`漢` is no key");
    }

    #[test]
    fn every_printable_ascii_character_has_a_key() {
        for c in ' '..='~' {
            assert_eq!(find_typing(c).map(|key| key.text), Some(c.to_string()));
        }
    }
}
