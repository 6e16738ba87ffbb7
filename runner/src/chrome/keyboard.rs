//! The keyboard: chords, typing, and text that comes in one piece.

use serde_json::{Value, json};

use super::input::{Command, Delivery};
use super::keys::{Chord, Key, Modifier, find_foreign, find_typing};
use super::{Chrome, ChromeError, Page};

/// How many events may be under way: enough to hide the round trip, and little enough to stop soon when a dialog opens.
const AT_ONCE: usize = 64;

impl Chrome {
    /// Presses and releases keys in whatever has the focus: `Enter`, `Ctrl+A`, `Shift+Tab`, `?`.
    pub async fn press(&self, page: &Page, keys: &str) -> Result<Delivery, ChromeError> {
        let chord = Chord::read(keys).map_err(|source| ChromeError::UnknownKey {
            keys: keys.to_owned(),
            source,
        })?;
        self.deliver(page, press_commands(&chord)).await
    }

    /// Types into whatever has the focus, with key events for every character that some keyboard types directly. Line ends press Enter, tabs press Tab.
    pub async fn type_text(&self, page: &Page, text: &str) -> Result<Delivery, ChromeError> {
        let commands = type_commands(text);
        for some in commands.chunks(AT_ONCE) {
            let delivery = self.deliver(page, some.iter().cloned()).await?;
            if delivery != Delivery::Done {
                return Ok(delivery);
            }
        }
        Ok(Delivery::Done)
    }

    /// Puts a text into whatever has the focus, in place of what is selected, as an input method does: `beforeinput` and `input`, no key events.
    pub async fn insert_text(&self, page: &Page, text: &str) -> Result<Delivery, ChromeError> {
        self.deliver(page, [inserted(text)]).await
    }
}

fn press_commands(chord: &Chord) -> Vec<Command> {
    let mut held = 0;
    let mut commands = Vec::new();
    for modifier in &chord.modifiers {
        held |= modifier.bit();
        commands.push(down(&modifier.key(), held));
    }
    if let Some(key) = &chord.key {
        // `?` by itself is pressed with Shift, though nobody writes it.
        let own_shift = key.shifted && held & Modifier::Shift.bit() == 0;
        let with = if own_shift {
            held | Modifier::Shift.bit()
        } else {
            held
        };
        commands.extend(own_shift.then(|| down(&Modifier::Shift.key(), with)));
        commands.push(down(key, with));
        commands.push(up(key, with));
        commands.extend(own_shift.then(|| up(&Modifier::Shift.key(), held)));
    }
    for modifier in chord.modifiers.iter().rev() {
        held &= !modifier.bit();
        commands.push(up(&modifier.key(), held));
    }
    commands
}

fn type_commands(text: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut shift = Shift::Up;
    let mut composed = String::new();
    let text = text.replace("\r\n", "\n");
    for c in text.chars() {
        let Some(key) = find_typing(c).or_else(|| find_foreign(c)) else {
            composed.push(c);
            continue;
        };
        flush(&mut composed, &mut commands);
        commands.extend(shift.turn(key.shifted));
        let held = if key.shifted {
            Modifier::Shift.bit()
        } else {
            0
        };
        commands.push(down(&key, held));
        commands.push(up(&key, held));
    }
    flush(&mut composed, &mut commands);
    commands.extend(shift.turn(false));
    commands
}

fn flush(composed: &mut String, commands: &mut Vec<Command>) {
    if !composed.is_empty() {
        commands.push(inserted(&std::mem::take(composed)));
    }
}

/// Shift stays down over a run of capitals.
#[derive(PartialEq)]
enum Shift {
    Up,
    Down,
}

impl Shift {
    fn turn(&mut self, wanted: bool) -> Option<Command> {
        let key = Modifier::Shift.key();
        match (&self, wanted) {
            (Shift::Up, true) => {
                *self = Shift::Down;
                Some(down(&key, Modifier::Shift.bit()))
            }
            (Shift::Down, false) => {
                *self = Shift::Up;
                Some(up(&key, 0))
            }
            _ => None,
        }
    }
}

fn inserted(text: &str) -> Command {
    ("Input.insertText", json!({ "text": text }))
}

fn down(key: &Key, modifiers: u8) -> Command {
    let mut params = described(key, modifiers);
    params["type"] = if key.text.is_empty() {
        "rawKeyDown"
    } else {
        "keyDown"
    }
    .into();
    if !key.text.is_empty() {
        params["text"] = key.text.as_str().into();
        params["unmodifiedText"] = key.text.as_str().into();
    }
    if let Some(command) = find_editing_command(key, modifiers) {
        params["commands"] = json!([command]);
    }
    ("Input.dispatchKeyEvent", params)
}

fn up(key: &Key, modifiers: u8) -> Command {
    let mut params = described(key, modifiers);
    params["type"] = "keyUp".into();
    ("Input.dispatchKeyEvent", params)
}

fn described(key: &Key, modifiers: u8) -> Value {
    json!({
        "key": key.key,
        "code": key.code,
        "windowsVirtualKeyCode": key.key_code,
        "location": key.location,
        "isKeypad": key.location == 3,
        "modifiers": modifiers,
    })
}

/// On macOS the window system turns shortcuts into editing commands before Chrome sees them; through the pipe nobody does.
fn find_editing_command(key: &Key, modifiers: u8) -> Option<&'static str> {
    const META: u8 = 4;
    const META_SHIFT: u8 = 12;
    if !cfg!(target_os = "macos") {
        return None;
    }
    Some(match (modifiers, key.code.as_str()) {
        (META, "KeyA") => "selectAll",
        (META, "KeyC") => "copy",
        (META, "KeyV") => "paste",
        (META, "KeyX") => "cut",
        (META, "KeyZ") => "undo",
        (META_SHIFT, "KeyZ") => "redo",
        (META, "ArrowLeft") => "moveToLeftEndOfLine",
        (META, "ArrowRight") => "moveToRightEndOfLine",
        (META, "ArrowUp") => "moveToBeginningOfDocument",
        (META, "ArrowDown") => "moveToEndOfDocument",
        _ => return None,
    })
}
