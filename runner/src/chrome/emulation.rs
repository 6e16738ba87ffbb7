//! A profile's surroundings: its size, place, language, hour and permissions.

use serde_json::{Value, json};

use super::ChromeError;
use super::pipe::Pipe;
use super::state::Kind;
use crate::config::{ColorScheme, Geolocation, Profile, Viewport};

/// The commands that make a session so. A frame in a process of its own shares the tab's size, not the rest.
pub(super) fn commands(profile: &Profile, kind: Kind) -> Vec<(&'static str, Value)> {
    let mut commands = Vec::new();
    if let Some(Viewport { width, height }) = profile.viewport.filter(|_| kind == Kind::Page) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 0, "mobile": false });
        commands.push(("Emulation.setDeviceMetricsOverride", size));
    }
    if let Some(locale) = &profile.locale {
        commands.push((
            "Emulation.setLocaleOverride",
            json!({ "locale": locale.replace('-', "_") }),
        ));
    }
    if let Some(timezone) = &profile.timezone {
        commands.push((
            "Emulation.setTimezoneOverride",
            json!({ "timezoneId": timezone }),
        ));
    }
    if let Some(scheme) = profile.color_scheme {
        let value = match scheme {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
        };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        commands.push((
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        ));
    }
    if let Some(Geolocation {
        latitude,
        longitude,
        accuracy,
    }) = profile.geolocation
    {
        let place = json!({ "latitude": latitude, "longitude": longitude, "accuracy": accuracy });
        commands.push(("Emulation.setGeolocationOverride", place));
    }
    commands
}

/// Grants the permissions, for the browser as a whole.
pub(super) async fn grant(profile: &Profile, pipe: &Pipe) -> Result<(), ChromeError> {
    for name in &profile.permissions {
        let grant = json!({ "permission": { "name": name }, "setting": "granted" });
        pipe.command(None, "Browser.setPermission", grant).await?;
    }
    Ok(())
}

/// Pages that share a process share these: the second is told that the first has them, which is what we want.
pub(super) fn is_in_effect_already(error: &ChromeError) -> bool {
    matches!(error, ChromeError::Refused { message, .. } if message.contains("already in effect"))
}
