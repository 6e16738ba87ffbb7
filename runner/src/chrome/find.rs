//! Which Chrome to use, and how old it is.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;

use super::ChromeError;

/// The extension says the same in its manifest. (Loading one over the pipe, `Extensions.loadUnpacked`, came with 128.)
pub const MINIMUM_VERSION: u32 = 138;

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

const PLACES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
];

/// The program to start: `configured` (`chrome.path`), else AITE_CHROME, else CHROME_PATH, else the first known name in PATH or known place.
///
/// A browser that was named and is not there is an error; no other is taken in its place.
pub fn find_browser(configured: Option<&Path>) -> Result<PathBuf, ChromeError> {
    let named = configured
        .map(|path| (path.to_owned(), "`chrome.path` in aite.config.json"))
        .or_else(|| from_env("AITE_CHROME"))
        .or_else(|| from_env("CHROME_PATH"));
    if let Some((path, named_by)) = named {
        return find_named(&path).ok_or(ChromeError::NotThere { path, named_by });
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = PLACES.iter().map(PathBuf::from).collect();
    if let Some(home) = env::var_os("HOME") {
        places.extend(
            PLACES[..2]
                .iter()
                .map(|place| Path::new(&home).join(&place[1..])),
        );
    }
    find_in(&path, &places)
}

/// The version `path --version` names, as `156.0.8078.114`.
pub async fn read_version(path: &Path) -> Result<String, ChromeError> {
    const WITHIN: Duration = Duration::from_secs(20);
    let asked = format!("{} --version", path.display());
    let output = Command::new(path)
        .arg("--version")
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(WITHIN, output)
        .await
        .map_err(|_| ChromeError::Deadline {
            what: asked.clone(),
            within: WITHIN,
        })?
        .map_err(|source| ChromeError::CannotStart {
            path: path.to_owned(),
            source,
        })?;
    let text = String::from_utf8_lossy(&output.stdout);
    find_version(&text)
        .map(str::to_owned)
        .ok_or(ChromeError::Unexpected {
            what: asked,
            lacks: "a version",
        })
}

/// Refuses a version older than [`MINIMUM_VERSION`].
pub(super) fn check_version(path: &Path, version: &str) -> Result<(), ChromeError> {
    let major = version
        .split('.')
        .next()
        .and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(major) if major >= MINIMUM_VERSION => Ok(()),
        _ => Err(ChromeError::TooOld {
            path: path.to_owned(),
            found: version.to_owned(),
            needed: MINIMUM_VERSION,
        }),
    }
}

/// The first word of digits and dots, as in `Chromium 156.0.8078.114 built on Debian` and `Chrome/156.0.8078.114`.
pub(super) fn find_version(text: &str) -> Option<&str> {
    text.split([' ', '/', '\n'])
        .find(|word| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.'))
}

fn from_env(variable: &'static str) -> Option<(PathBuf, &'static str)> {
    let value = env::var_os(variable).filter(|value| !value.is_empty())?;
    Some((PathBuf::from(value), variable))
}

/// A bare word is looked for in PATH, as a shell does.
fn find_named(path: &Path) -> Option<PathBuf> {
    if path.components().count() > 1 {
        return is_program(path).then(|| path.to_owned());
    }
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(path))
        .find(|candidate| is_program(candidate))
}

fn find_in(path: &OsStr, places: &[PathBuf]) -> Result<PathBuf, ChromeError> {
    let folders: Vec<PathBuf> = env::split_paths(path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .chain(places.iter().cloned())
        .find(|candidate| is_program(candidate))
        .ok_or_else(|| ChromeError::NotFound {
            tried: NAMES
                .iter()
                .map(|name| (*name).to_owned())
                .chain(places.iter().map(|place| place.display().to_string()))
                .collect(),
        })
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn program(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, "#!/bin/sh\necho Chromium 99.0.1 built on Nothing\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn finds_chromium_before_chrome() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        program(first.path(), "google-chrome");
        let wanted = program(second.path(), "chromium");
        let path = env::join_paths([first.path(), second.path()]).unwrap();
        assert_eq!(find_in(&path, &[]).unwrap(), wanted);
    }

    #[test]
    fn says_what_was_looked_for_when_there_is_none() {
        let said = find_in(OsStr::new(""), &[]).unwrap_err().to_string();
        assert!(
            said.starts_with("no Chrome or Chromium was found (looked for chromium, "),
            "{said}"
        );
        assert!(said.contains("--install-browser"), "{said}");
    }

    #[test]
    fn a_named_browser_that_is_not_there_is_an_error() {
        let said = find_browser(Some(Path::new("/no/such/chrome")))
            .unwrap_err()
            .to_string();
        assert!(
            said.starts_with("`chrome.path` in aite.config.json names /no/such/chrome"),
            "{said}"
        );
    }

    #[tokio::test]
    async fn an_old_version_is_refused_with_both_versions() {
        let folder = tempfile::tempdir().unwrap();
        let path = program(folder.path(), "chromium");
        let version = read_version(&path).await.unwrap();
        assert_eq!(version, "99.0.1");
        let said = check_version(&path, &version).unwrap_err().to_string();
        assert!(
            said.contains("is version 99.0.1, and aite needs 138 or newer"),
            "{said}"
        );
        check_version(&path, "156.0.8078.114").unwrap();
    }
}
