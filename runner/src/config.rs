//! `aite.config.json`: found from the script's folder upward, everything with a default.

mod allow;
mod edit;
mod json;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

pub use allow::{AllowEntry, AllowError, AllowList, Port};
pub use edit::{ConfigChange, ConfigEditError, edited_config, new_config};
pub use json::{JsonError, read_json};

/// The config file's name.
pub const FILE_NAME: &str = "aite.config.json";
/// The newest `version` this program knows.
pub const VERSION: u32 = 1;
/// The profile of a script that names none.
pub const DEFAULT_PROFILE: &str = "default";

/// What the file says, as it says it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ConfigFile {
    /// The version of this file's format.
    pub version: u32,
    /// Where a script's `open "/path"` starts from.
    pub base_url: Option<Url>,
    /// The origins that the extension may touch, as `https://shop.test`, `http://127.0.0.1:*`, `https://*.shop.test`.
    /// Default: loopback on any port, and baseUrl's origin.
    pub allow: Option<Vec<String>>,
    /// Chrome profiles by the name a script's `profile` line uses.
    pub profiles: BTreeMap<String, Profile>,
    pub chrome: ChromeSettings,
    /// How long a step may take, in milliseconds, where it does not say so itself.
    #[schemars(range(min = 1))]
    pub timeout_ms: u64,
    /// What is done where a target finds nothing and the lock remembers its element.
    pub repair: RepairMode,
    /// Globs of the scripts that `aite run` without paths takes.
    pub tests: Vec<String>,
}

impl Default for ConfigFile {
    fn default() -> Self {
        Self {
            version: VERSION,
            base_url: None,
            allow: None,
            profiles: BTreeMap::new(),
            chrome: ChromeSettings::default(),
            timeout_ms: 5000,
            repair: RepairMode::Act,
            tests: vec!["**/*.aite".into()],
        }
    }
}

/// What is done where a target finds nothing and the lock remembers its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RepairMode {
    /// Look for the element, and go on with it where it is beyond doubt.
    #[default]
    Act,
    /// Look for the element and say where it is, but fail.
    Report,
    /// Fail.
    Off,
}

/// One Chrome profile: whose browser it is, and what it pretends to be.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Profile {
    /// A folder to keep this profile's Chrome data in; its cookies and storage then stay from run to run.
    pub user_data_dir: Option<PathBuf>,
    /// Without a window (the default), or with one.
    pub headless: Option<bool>,
    /// Default: 1280 by 720 without a window, the window's own size with one.
    pub viewport: Option<Viewport>,
    /// A BCP 47 language tag, as `de-CH`.
    pub locale: Option<String>,
    /// An IANA time zone, as `Europe/Zurich`.
    pub timezone: Option<String>,
    pub color_scheme: Option<ColorScheme>,
    pub geolocation: Option<Geolocation>,
    /// Permissions granted to every allowed origin, in the Permissions API's words, as `geolocation`.
    pub permissions: Vec<String>,
}

/// The page's size in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Viewport {
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    Light,
    Dark,
}

/// A place in degrees, with its accuracy in metres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Geolocation {
    pub latitude: f64,
    pub longitude: f64,
    #[serde(default)]
    pub accuracy: f64,
}

/// Which Chrome, and what else it is started with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ChromeSettings {
    pub path: Option<PathBuf>,
    pub args: Vec<String>,
}

/// A config in force: the file's words, its folder, and what follows from both.
#[derive(Debug, Clone)]
pub struct Config {
    pub file: ConfigFile,
    /// The folder the config stands in; without one, the folder asked from. `.aite/` lies here.
    pub root: PathBuf,
    /// The file itself, where there is one.
    pub path: Option<PathBuf>,
    pub allow: AllowList,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error(transparent)]
    Json(#[from] JsonError),
    #[error("{path}: `allow` holds {source}", path = path.display())]
    Allow {
        path: PathBuf,
        #[source]
        source: AllowError,
    },
    #[error(
        "{path}: `baseUrl` is \"{url}\", but it has to be an http or https address, as \"http://localhost:8080\"",
        path = path.display()
    )]
    BaseUrl { path: PathBuf, url: String },
    #[error(
        "{path}: `timeoutMs` is 0, but a step needs time; give a number of milliseconds, as 5000",
        path = path.display()
    )]
    NoTime { path: PathBuf },
}

impl Config {
    /// The config for scripts in `folder`: the nearest file in it or above, or the defaults.
    pub fn find(folder: &Path) -> Result<Config, ConfigError> {
        let found = folder
            .ancestors()
            .map(|each| each.join(FILE_NAME))
            .find(|path| path.is_file());
        match found {
            Some(path) => Config::read(&path),
            None => Ok(Config {
                allow: AllowList::default_for(None),
                file: ConfigFile::default(),
                root: folder.to_path_buf(),
                path: None,
            }),
        }
    }

    /// Reads one config file.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let file: ConfigFile = read_json(path, VERSION)?;
        if let Some(url) = &file.base_url
            && !matches!(url.scheme(), "http" | "https")
        {
            return Err(ConfigError::BaseUrl {
                path: path.into(),
                url: url.to_string(),
            });
        }
        if file.timeout_ms == 0 {
            return Err(ConfigError::NoTime { path: path.into() });
        }
        let allow = match &file.allow {
            Some(entries) => AllowList::parse(entries).map_err(|source| ConfigError::Allow {
                path: path.into(),
                source,
            })?,
            None => AllowList::default_for(file.base_url.as_ref()),
        };
        let root = path.parent().unwrap_or(Path::new(".")).to_path_buf();
        Ok(Config {
            file,
            root,
            path: Some(path.into()),
            allow,
        })
    }

    /// How long a step may take where it does not say so itself.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.file.timeout_ms)
    }

    /// The profile's settings, or the defaults where the file says nothing of it.
    pub fn profile(&self, name: &str) -> Profile {
        self.file.profiles.get(name).cloned().unwrap_or_default()
    }

    /// `.aite/`, where profiles and runs are kept.
    pub fn state_dir(&self) -> PathBuf {
        self.root.join(".aite")
    }

    /// A path as files that move with the project keep it: relative to the config's folder where it lies in it.
    pub fn relative(&self, path: &Path) -> String {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let full = folder.ok().zip(path.file_name());
        let full = full.map_or_else(|| path.to_path_buf(), |(folder, name)| folder.join(name));
        let within = full.strip_prefix(&self.root).unwrap_or(&full);
        within.display().to_string()
    }

    /// The address a script means: itself, or joined to `baseUrl`.
    pub fn address(&self, written: &str) -> Result<Url, AddressError> {
        let full = match (&self.file.base_url, Url::parse(written)) {
            (_, Ok(url)) => url,
            (Some(base), Err(url::ParseError::RelativeUrlWithoutBase)) => base
                .join(written)
                .map_err(|source| AddressError::Malformed {
                    written: written.into(),
                    source,
                })?,
            (None, Err(url::ParseError::RelativeUrlWithoutBase)) => {
                return Err(AddressError::NoBase(written.into()));
            }
            (_, Err(source)) => {
                return Err(AddressError::Malformed {
                    written: written.into(),
                    source,
                });
            }
        };
        match full.scheme() {
            "http" | "https" => Ok(full),
            _ => Err(AddressError::Scheme(full.to_string())),
        }
    }
}

/// Why a written address is none.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    #[error("\"{0}\" is only a path, and {FILE_NAME} has no `baseUrl` for it to start from")]
    NoBase(String),
    #[error("\"{written}\" is no address: {source}")]
    Malformed {
        written: String,
        source: url::ParseError,
    },
    #[error("\"{0}\" is neither http nor https; only those can be opened")]
    Scheme(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE_NAME);
        std::fs::write(&path, text).expect("written");
        Config::read(&path).map_err(|error| {
            error
                .to_string()
                .replace(&path.display().to_string(), FILE_NAME)
        })
    }

    fn refused(text: &str) -> String {
        read(text).expect_err("refused")
    }

    #[test]
    fn an_empty_object_has_every_default() {
        let config = read("{}").expect("read");
        assert_eq!(config.timeout(), Duration::from_secs(5));
        assert!(
            config
                .allow
                .allows(&Url::parse("http://127.0.0.1:4711/x").expect("url"))
        );
        assert!(
            !config
                .allow
                .allows(&Url::parse("https://example.com/").expect("url"))
        );
    }

    #[test]
    fn bad_files_say_what_is_wrong_and_where() {
        insta::assert_snapshot!(refused("{\n  \"timeoutMS\": 3\n}"), @r#"aite.config.json:2: unknown key "timeoutMS"; did you mean "timeoutMs"?"#);
        insta::assert_snapshot!(refused("{\"profiles\": {\"a\": {\"viewprot\": {}}}}"), @r#"aite.config.json:1: unknown key "viewprot" in "profiles.a"; did you mean "viewport"?"#);
        insta::assert_snapshot!(refused("{\"frobnicate\": 1}"), @r#"aite.config.json:1: unknown key "frobnicate"; known here: allow, baseUrl, chrome, profiles, repair, tests, timeoutMs, version"#);
        insta::assert_snapshot!(refused("{\n \"timeoutMs\": \"soon\"}"), @r#"aite.config.json:2: "timeoutMs": found string "soon", expected a whole number"#);
        insta::assert_snapshot!(refused("{\"version\": 2}"), @"aite.config.json: version 2 is newer than this program knows (1); update aite to read it");
        insta::assert_snapshot!(refused("{\"allow\": [\"shop.test\"]}"), @r#"aite.config.json: `allow` holds "shop.test", which has no scheme; write an origin, as "https://shop.test" or "http://localhost:*""#);
        insta::assert_snapshot!(refused("{\"timeoutMs\": 0}"), @"aite.config.json: `timeoutMs` is 0, but a step needs time; give a number of milliseconds, as 5000");
        insta::assert_snapshot!(refused("{,}"), @"aite.config.json:1: not JSON: key must be a string at line 1 column 2");
    }

    #[test]
    fn addresses_are_joined_to_the_base() {
        let config = read("{\"baseUrl\": \"http://localhost:8080/shop/\"}").expect("read");
        let joined = config.address("/wallet").expect("an address");
        assert_eq!(joined.as_str(), "http://localhost:8080/wallet");
        assert!(config.address("file:///etc/passwd").is_err());
        assert!(read("{}").expect("read").address("/wallet").is_err());
    }
}
