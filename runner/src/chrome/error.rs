//! What keeps us from using Chrome, in sentences.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::script::keys::KeyError;

#[derive(Debug, thiserror::Error)]
pub enum ChromeError {
    #[error(
        "no Chrome or Chromium was found (looked for {}). Install one (`aite demo --install-browser` does), or name it with AITE_CHROME or `chrome.path` in aite.config.json",
        tried.join(", ")
    )]
    NotFound { tried: Vec<String> },

    #[error("{named_by} names {}, and no program is there. Correct it, or take it away to let aite look for a Chrome by itself", path.display())]
    NotThere {
        path: PathBuf,
        named_by: &'static str,
    },

    #[error("{} is version {found}, and aite needs {needed} or newer. Update it, or name a newer one with AITE_CHROME or `chrome.path` in aite.config.json", path.display())]
    TooOld {
        path: PathBuf,
        found: String,
        needed: u32,
    },

    #[error("{} could not be started: {source}", path.display())]
    CannotStart { path: PathBuf, source: io::Error },

    #[error("{} ended as soon as it was started ({status}). {}", path.display(), said(words))]
    EndedAtOnce {
        path: PathBuf,
        status: String,
        words: String,
    },

    #[error("the browser profile {} is in use by {holder}. Close that browser or run, or choose another `userDataDir`", folder.display())]
    ProfileInUse { folder: PathBuf, holder: String },

    #[error("{} could not be {what}: {source}", path.display())]
    File {
        what: &'static str,
        path: PathBuf,
        source: io::Error,
    },

    #[error(
        "Chrome closed its debugging pipe: it was closed or it crashed. {}",
        said(words)
    )]
    PipeClosed { words: String },

    #[error("the page went away before Chrome had answered")]
    PageGone,

    #[error("the page is no longer there: it was closed")]
    NoPage,

    #[error("the page crashed. Load it again, or give it less to do")]
    PageCrashed,

    #[error("a dialog is open in the page ({0:?}): accept, dismiss or answer it first")]
    DialogOpen(String),

    #[error(
        "{keys:?} cannot be pressed: {source}. Keys are called as in Enter, Ctrl+A, Shift+Tab, ArrowDown, F5, ?"
    )]
    UnknownKey { keys: String, source: KeyError },

    #[error("Chrome did not answer {what} within {within:?}")]
    Deadline { what: String, within: Duration },

    #[error("Chrome refused {what}: {message}")]
    Refused { what: String, message: String },

    #[error("Chrome's answer to {what} lacks {lacks}")]
    Unexpected { what: String, lacks: &'static str },

    #[error(
        "the allow list is empty, so there is no page to work on. Add an origin to `allow` in aite.config.json, as http://localhost:8080"
    )]
    NothingAllowed,
}

fn said(words: &str) -> String {
    if words.is_empty() {
        "It said nothing".into()
    } else {
        format!("Its last words:\n{words}")
    }
}
