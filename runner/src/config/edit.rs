//! Changes of single entries in a config's text: all else keeps its bytes, however a person has formatted it.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use url::Url;

use super::{AllowList, VERSION};

/// A change of a config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigChange {
    /// An origin that may be touched too.
    Allow(String),
    AddProfile(String),
    RenameProfile {
        from: String,
        to: String,
    },
}

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum ConfigEditError {
    #[error("not JSON: {0}")]
    NotJson(String),
    #[error("{0} is not what it should be")]
    Shape(&'static str),
    #[error("there is no profile \"{0}\"")]
    NoProfile(String),
}

/// The text of a config there is none of yet.
pub fn new_config() -> String {
    format!("{{\n  \"version\": {VERSION}\n}}\n")
}

/// The config's text with the change made; one that is made already leaves it as it is.
pub fn edited_config(text: &str, change: &ConfigChange) -> Result<String, ConfigEditError> {
    let root = CstRootNode::parse(text, &ParseOptions::default())
        .map_err(|error| ConfigEditError::NotJson(error.to_string()))?;
    let config = root
        .object_value()
        .ok_or(ConfigEditError::Shape("the config"))?;
    match change {
        ConfigChange::Allow(origin) => allow(&config, origin)?,
        ConfigChange::AddProfile(name) => {
            let profiles = profiles(&config)?;
            if profiles.get(name).is_none() {
                profiles.append(name, CstInputValue::Object(Vec::new()));
            }
        }
        ConfigChange::RenameProfile { from, to } => rename(&config, from, to)?,
    }
    Ok(root.to_string())
}

fn profiles(config: &CstObject) -> Result<CstObject, ConfigEditError> {
    config
        .object_value_or_create("profiles")
        .ok_or(ConfigEditError::Shape("`profiles`"))
}

fn rename(config: &CstObject, from: &str, to: &str) -> Result<(), ConfigEditError> {
    let property = profiles(config)?.get(from);
    let name = property
        .and_then(|property| property.name())
        .and_then(|name| name.as_string_lit())
        .ok_or_else(|| ConfigEditError::NoProfile(from.to_owned()))?;
    name.set_raw_value(serde_json::Value::from(to).to_string());
    Ok(())
}

fn allow(config: &CstObject, origin: &str) -> Result<(), ConfigEditError> {
    let is_new = config.get("allow").is_none();
    let list = config
        .array_value_or_create("allow")
        .ok_or(ConfigEditError::Shape("`allow`"))?;
    if is_new {
        // A list replaces the default, which is to stay allowed.
        let base = config.get("baseUrl").and_then(|property| property.value());
        let base = base.and_then(|value| value.as_string_lit()?.decoded_value().ok());
        let base = base.and_then(|base| Url::parse(&base).ok());
        for entry in AllowList::default_for(base.as_ref()).entries {
            list.append(CstInputValue::String(entry.to_string()));
        }
    }
    let is_there = list.elements().iter().any(|element| {
        let text = element.as_string_lit();
        text.is_some_and(|text| text.decoded_value().is_ok_and(|text| text == origin))
    });
    if !is_there {
        list.append(CstInputValue::String(origin.to_owned()));
    }
    if is_new {
        list.ensure_multiline();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_meant_changes() {
        let old = "{\n  \"version\": 1,\n  \"profiles\": { \"mia\": {}, \"qian\": { \"headless\": false } }\n}\n";
        let renamed = ConfigChange::RenameProfile {
            from: "qian".into(),
            to: "千".into(),
        };
        assert_eq!(
            edited_config(old, &renamed).as_deref(),
            Ok(old.replace("qian", "千").as_str())
        );
        let old = "{\n  \"profiles\": {\n    \"mia\": {}\n  }\n}\n";
        let added = edited_config(old, &ConfigChange::AddProfile("jo".into()));
        assert_eq!(
            added.as_deref(),
            Ok(old.replace("{}\n", "{},\n    \"jo\": {}\n").as_str())
        );
        let gone = ConfigChange::RenameProfile {
            from: "x".into(),
            to: "y".into(),
        };
        assert_eq!(
            edited_config(old, &gone),
            Err(ConfigEditError::NoProfile("x".into()))
        );
    }

    #[test]
    fn what_was_allowed_by_default_stays_so() {
        let old = new_config().replace("1\n", "1,\n  \"baseUrl\": \"https://shop.test\"\n");
        let change = ConfigChange::Allow("https://pay.test".into());
        let new = edited_config(&old, &change).expect("a config");
        let config: super::super::ConfigFile = serde_json::from_str(&new).expect("a config");
        assert_eq!(
            config.allow.expect("a list"),
            [
                "http://*.localhost:*",
                "https://*.localhost:*",
                "http://127.0.0.1:*",
                "https://127.0.0.1:*",
                "http://[::1]:*",
                "https://[::1]:*",
                "https://shop.test:443",
                "https://pay.test"
            ]
        );
        assert_eq!(edited_config(&new, &change).as_deref(), Ok(new.as_str()));
    }
}
