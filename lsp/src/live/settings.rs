//! What a person may set: in `initializationOptions`, or in the editor's settings under `aite`.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Whether Chrome has no window. Without it the profile decides, and where that says nothing, whether there is a display.
    pub headless: Option<bool>,
    /// A lens over each step, or only over tests and flows.
    pub step_lenses: bool,
    /// Whether targets are looked for on the open page before anything runs.
    pub preview: bool,
    /// Whether the editor trusts the folder. In one that it does not nothing runs.
    pub trusted: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            headless: None,
            step_lenses: true,
            preview: true,
            trusted: true,
        }
    }
}

impl Settings {
    /// The settings in what an editor sent, which some put under `aite`; what makes no sense there is said.
    pub fn read(sent: &Value) -> Result<Settings, String> {
        let own = sent.get("aite").unwrap_or(sent);
        if own.is_null() {
            return Ok(Settings::default());
        }
        Settings::deserialize(own).map_err(|error| format!("aite's settings: {error}"))
    }

    /// Overrules every profile, where it says anything.
    pub fn headed(&self) -> Option<bool> {
        match self.headless {
            Some(headless) => Some(!headless),
            None => has_display().then_some(true),
        }
    }
}

fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(target_os = "macos") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_stand_by_themselves_or_under_a_key() {
        let headless = Settings {
            headless: Some(true),
            ..Settings::default()
        };
        assert_eq!(
            Settings::read(&json!({"headless": true})),
            Ok(headless.clone())
        );
        assert_eq!(
            Settings::read(&json!({"aite": {"headless": true}})),
            Ok(headless)
        );
        assert_eq!(Settings::read(&Value::Null), Ok(Settings::default()));
        let wrong = Settings::read(&json!({"headless": "yes"})).expect_err("refused");
        assert!(wrong.contains("invalid type: string \"yes\""), "{wrong}");
    }
}
