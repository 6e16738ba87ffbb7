//! `bridge.json`: where the extension learns what to connect to.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Serialize;
use tempfile::NamedTempFile;

use super::error::BridgeError;

/// The file in the extension's own folder. It holds the token, so only its owner may read it, and it is gone when this is dropped.
#[derive(Debug)]
pub struct Card {
    path: PathBuf,
}

#[derive(Serialize)]
pub(super) struct Contents<'a> {
    /// `ws://127.0.0.1:PORT/ext`, to which the extension adds the token.
    pub address: &'a str,
    pub token: &'a str,
    pub profile: &'a str,
}

impl Card {
    pub(super) fn write(extension_dir: &Path, contents: &Contents) -> Result<Self, BridgeError> {
        let path = extension_dir.join("bridge.json");
        match put(extension_dir, &path, contents) {
            Ok(()) => Ok(Self { path }),
            Err(source) => Err(BridgeError::Card { path, source }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.path) {
            log::debug!("{} is left behind: {error}", self.path.display());
        }
    }
}

/// Renamed into place, so that the extension never reads half of it. A temporary file is its owner's alone (mode 600) from the start.
fn put(folder: &Path, path: &Path, contents: &Contents) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, contents)?;
    file.write_all(b"\n")?;
    file.persist(path)?;
    Ok(())
}
