//! The extension as a folder on disk: embedded in the program, written beside the profile, allowed only what the project allows.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

use super::folder::{UserDataDir, failed};
use super::{ChromeError, join};
use crate::config::{AllowEntry, AllowList, Port};

const MANIFEST: &str = include_str!("../../../extension/manifest.json");
static TRANSPORT: Dir = include_dir!("$CARGO_MANIFEST_DIR/../extension/transport");
static WORKER: Dir = include_dir!("$CARGO_MANIFEST_DIR/../extension/worker");
static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/../extension/page");
const WIRE_TYPES: &str = include_str!("../../../extension/wire/types.js");

/// The script the manifest names as the content script: all of `page/` in one.
const PAGE_SCRIPT: &str = "page.js";
/// What of `page/` is a content script by itself.
const CONSOLE_SCRIPT: &str = "page/console.js";

/// The extension, written out for one profile and one allow list.
#[derive(Debug)]
pub struct ExtensionFolder {
    path: PathBuf,
    allow: AllowList,
}

impl ExtensionFolder {
    /// Writes the extension to `aite-extension/` in the profile's folder, in place of one that is there.
    pub fn write(folder: &UserDataDir, allow: AllowList) -> Result<Self, ChromeError> {
        if allow.entries.is_empty() {
            return Err(ChromeError::NothingAllowed);
        }
        let path = folder.path().join("aite-extension");
        if path.exists() {
            fs::remove_dir_all(&path).map_err(failed("emptied", &path))?;
        }
        write_file(
            &path.join("manifest.json"),
            fill_manifest(&allow)?.as_bytes(),
        )?;
        write_file(&path.join("wire/types.js"), WIRE_TYPES.as_bytes())?;
        write_file(&path.join(PAGE_SCRIPT), page_script()?.as_bytes())?;
        write_scripts(&path.join("transport"), &TRANSPORT)?;
        write_scripts(&path.join("worker"), &WORKER)?;
        if let Some(console) = PAGE.get_file("console.js") {
            write_file(&path.join(CONSOLE_SCRIPT), console.contents())?;
        }
        Ok(Self { path, allow })
    }

    /// Where bridge.json belongs.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn allow(&self) -> &AllowList {
        &self.allow
    }
}

/// As Chrome has it, or `None` for what it could not read: names below an address. The port is always named, a pattern without one is good for any.
pub(super) fn to_pattern(entry: &AllowEntry) -> Option<String> {
    let is_address = entry.host.starts_with('[') || entry.host.parse::<Ipv4Addr>().is_ok();
    if entry.subdomains && is_address {
        return None;
    }
    let any_label = if entry.subdomains { "*." } else { "" };
    let port = match entry.port {
        Port::Any => "*".into(),
        Port::Number(number) => number.to_string(),
    };
    Some(format!(
        "{}://{any_label}{}:{port}/*",
        entry.scheme, entry.host
    ))
}

fn fill_manifest(allow: &AllowList) -> Result<String, ChromeError> {
    let broken = |lacks| ChromeError::Unexpected {
        what: "the embedded manifest.json".into(),
        lacks,
    };
    let mut manifest: Value =
        serde_json::from_str(MANIFEST).map_err(|_| broken("the form of JSON"))?;
    let patterns: Vec<String> = allow.entries.iter().filter_map(to_pattern).collect();
    manifest["host_permissions"] = json!(patterns);
    manifest["key"] = json!(key());
    let scripts = manifest["content_scripts"]
        .as_array_mut()
        .ok_or(broken("content_scripts"))?;
    for script in scripts {
        script["matches"] = json!(patterns);
    }
    Ok(format!("{manifest:#}\n"))
}

/// What Chrome derives the extension's id from. A profile keeps the worker's scripts by that id and goes on using them when the
/// files change, whatever the version says (seen in Chromium 156), so other scripts get another id.
fn key() -> String {
    let mut hasher = DefaultHasher::new();
    for folder in [&TRANSPORT, &WORKER, &PAGE] {
        folder
            .files()
            .for_each(|file| file.contents().hash(&mut hasher));
    }
    WIRE_TYPES.hash(&mut hasher);
    BASE64_STANDARD.encode(format!("aite {:016x}", hasher.finish()))
}

pub(super) fn page_script() -> Result<String, ChromeError> {
    let sources: Vec<_> = page_files()?.into_iter().map(|(_, text)| text).collect();
    Ok(join::join(&sources))
}

/// What a module of the page declares, with all that it needs of others.
pub fn page_modules(name: &str) -> Result<String, ChromeError> {
    let files = page_files()?;
    let mut needed = HashSet::from([name]);
    // What a module imports stands before it in the list.
    for (name, text) in files.iter().rev() {
        if needed.contains(name.as_str()) {
            needed.extend(join::imports(text));
        }
    }
    let sources: Vec<_> = files
        .iter()
        .filter(|(name, _)| needed.contains(name.as_str()))
        .map(|(_, text)| *text)
        .collect();
    Ok(join::declarations(&sources))
}

/// The page's modules by name, in the order of their dependence.
fn page_files() -> Result<Vec<(String, &'static str)>, ChromeError> {
    let broken = |lacks| ChromeError::Unexpected {
        what: "the embedded page/files.json".into(),
        lacks,
    };
    let list = PAGE.get_file("files.json").ok_or(broken("itself"))?;
    let names: Vec<String> = serde_json::from_slice(list.contents())
        .map_err(|_| broken("the form of an array of names"))?;
    names
        .into_iter()
        .map(|name| {
            let text = PAGE.get_file(&name)?.contents_utf8()?;
            Some((name, text))
        })
        .collect::<Option<Vec<_>>>()
        .ok_or(broken("only names of files that are there"))
}

fn write_scripts(folder: &Path, embedded: &Dir) -> Result<(), ChromeError> {
    for file in embedded.files().filter(|file| is_shipped(file.path())) {
        write_file(&folder.join(file.path()), file.contents())?;
    }
    embedded
        .dirs()
        .try_for_each(|dir| write_scripts(folder, dir))
}

fn is_shipped(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".js") && !name.ends_with(".test.js")
}

fn write_file(path: &Path, contents: &[u8]) -> Result<(), ChromeError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed("made", folder))?;
    }
    fs::write(path, contents).map_err(failed("written", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chrome::MINIMUM_VERSION;

    fn allow(origins: &[&str]) -> AllowList {
        AllowList::parse(
            &origins
                .iter()
                .map(|origin| (*origin).to_owned())
                .collect::<Vec<_>>(),
        )
        .unwrap()
    }

    #[test]
    fn the_manifest_allows_the_allow_list_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let profile = UserDataDir::lock(folder.path()).unwrap();
        let allow = allow(&["http://127.0.0.1:*", "https://*.shop.example"]);
        let extension = ExtensionFolder::write(&profile, allow).unwrap();
        let text = fs::read_to_string(extension.path().join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&text).unwrap();
        let expected = json!(["http://127.0.0.1:*/*", "https://*.shop.example:443/*"]);
        assert_eq!(manifest["host_permissions"], expected);
        for script in manifest["content_scripts"].as_array().unwrap() {
            assert_eq!(script["matches"], expected);
            for file in script["js"].as_array().unwrap() {
                assert!(
                    extension.path().join(file.as_str().unwrap()).is_file(),
                    "{file}"
                );
            }
        }
        let worker = manifest["background"]["service_worker"].as_str().unwrap();
        assert!(extension.path().join(worker).is_file());
    }

    #[test]
    fn the_manifest_asks_for_the_version_we_ask_for() {
        let manifest: Value = serde_json::from_str(MANIFEST).unwrap();
        assert_eq!(
            manifest["minimum_chrome_version"],
            MINIMUM_VERSION.to_string()
        );
    }

    #[test]
    fn nothing_old_and_nothing_of_the_workshop_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let profile = UserDataDir::lock(folder.path()).unwrap();
        let old = folder.path().join("aite-extension/bridge.json");
        write_file(&old, b"{}").unwrap();
        let extension = ExtensionFolder::write(&profile, allow(&["http://localhost:*"])).unwrap();
        assert!(!old.exists());
        assert!(!extension.path().join("node_modules").exists());
        assert!(!extension.path().join("package.json").exists());
    }

    #[test]
    fn an_empty_allow_list_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let profile = UserDataDir::lock(folder.path()).unwrap();
        let said = ExtensionFolder::write(&profile, AllowList::default())
            .unwrap_err()
            .to_string();
        assert!(said.starts_with("the allow list is empty"), "{said}");
    }
}
