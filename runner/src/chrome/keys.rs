//! Keys by their names: Playwright's, which are the DOM's, and what people call them. The layout is the US one.

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

    fn find(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "alt" | "option" | "altleft" => Self::Alt,
            "ctrl" | "control" | "controlleft" => Self::Control,
            "meta" | "cmd" | "command" | "metaleft" => Self::Meta,
            "shift" | "shiftleft" => Self::Shift,
            "controlormeta" | "ctrlorcmd" if cfg!(target_os = "macos") => Self::Meta,
            "controlormeta" | "ctrlorcmd" => Self::Control,
            _ => return None,
        })
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
    /// Reads `Ctrl+Shift+A`, `Enter`, `?`, `Ctrl++`. The error is the part that names no key.
    pub fn read(written: &str) -> Result<Self, String> {
        let mut modifiers = Vec::new();
        let mut rest = written;
        loop {
            let plus = rest
                .char_indices()
                .skip(1)
                .find(|(_, c)| *c == '+')
                .map(|(at, _)| at);
            match plus {
                Some(at) => {
                    let name = rest[..at].trim();
                    modifiers.push(Modifier::find(name).ok_or(name)?);
                    rest = &rest[at + 1..];
                }
                None if rest.len() > 1 && Modifier::find(rest.trim()).is_some() => {
                    modifiers.extend(Modifier::find(rest.trim()));
                    return Ok(Self {
                        modifiers,
                        key: None,
                    });
                }
                None => break,
            }
        }
        // Space itself is a key.
        let name = if rest.trim().is_empty() {
            rest
        } else {
            rest.trim()
        };
        let mut key = find_key(name).ok_or(name)?;
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
        _ => named(name).or_else(|| by_code(name)),
    }
}

fn by_code(name: &str) -> Option<Key> {
    let lower = name.to_ascii_lowercase();
    if let Some(letter) = lower.strip_prefix("key").filter(|letter| letter.len() == 1) {
        return letter
            .chars()
            .next()
            .filter(char::is_ascii_alphabetic)
            .and_then(find_typing);
    }
    if let Some(rest) = lower.strip_prefix("numpad") {
        let (_, key, key_code) = NUMPAD
            .iter()
            .find(|(suffix, ..)| suffix.eq_ignore_ascii_case(rest))?;
        let code = format!("Numpad{}", NUMPAD.iter().find(|(_, k, _)| k == key)?.0);
        let text = if *key == "Enter" { "\r" } else { key };
        return Some(Key {
            text: text.into(),
            location: 3,
            ..silent(key, &code, *key_code)
        });
    }
    let (plain, ..) = US_LAYOUT
        .iter()
        .find(|(_, _, code, _)| code.eq_ignore_ascii_case(name))?;
    find_typing(*plain)
}

fn named(name: &str) -> Option<Key> {
    let wanted = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(name))
        .map_or(name, |(_, real)| real);
    if let Some(number) = wanted
        .strip_prefix(['F', 'f'])
        .and_then(|number| number.parse::<u16>().ok())
    {
        let key = format!("F{number}");
        return (1..=24)
            .contains(&number)
            .then(|| silent(&key, &key, 111 + number));
    }
    let (key, key_code) = NAMED
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(wanted))?;
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

const ALIASES: &[(&str, &str)] = &[
    ("Esc", "Escape"),
    ("Del", "Delete"),
    ("Return", "Enter"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("PgUp", "PageUp"),
    ("PgDn", "PageDown"),
    ("Ins", "Insert"),
    ("Spacebar", "Space"),
];

/// By the code's ending: key and keyCode.
const NUMPAD: &[(&str, &str, u16)] = &[
    ("0", "0", 96),
    ("1", "1", 97),
    ("2", "2", 98),
    ("3", "3", 99),
    ("4", "4", 100),
    ("5", "5", 101),
    ("6", "6", 102),
    ("7", "7", 103),
    ("8", "8", 104),
    ("9", "9", 105),
    ("Multiply", "*", 106),
    ("Add", "+", 107),
    ("Subtract", "-", 109),
    ("Decimal", ".", 110),
    ("Divide", "/", 111),
    ("Enter", "Enter", 13),
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
            Err(name) => format!("no key {name:?}"),
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
        check("NumpadAdd", r#"+/NumpadAdd/107/"+""#);
        check("keyq", r#"q/KeyQ/81/"q""#);
        check("Digit7", r#"7/Digit7/55/"7""#);
        check("ф", r#"ф//0/"ф""#);
    }

    #[test]
    fn what_is_no_key_is_named() {
        check("Ctrl+Foo", r#"no key "Foo""#);
        check("Strg+A", r#"no key "Strg""#);
        check("", r#"no key """#);
        check("F25", r#"no key "F25""#);
        check("漢", r#"no key "漢""#);
    }

    #[test]
    fn every_printable_ascii_character_has_a_key() {
        for c in ' '..='~' {
            assert_eq!(find_typing(c).map(|key| key.text), Some(c.to_string()));
        }
    }
}
