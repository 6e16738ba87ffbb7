//! The demo's scripts, as a folder that can be run.

use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde_json::Value;

static SUITE: Dir = include_dir!("$CARGO_MANIFEST_DIR/demo/suite");

const CONFIG: &str = "aite.config.json";

/// Of every account that is there from the start.
pub const PASSWORD: &str = "open sesame";

/// The variables the scripts read with `env`, and their values.
pub const ENVIRONMENT: [(&str, &str); 3] = [
    ("MALL_PASSWORD", PASSWORD),
    ("MALL_CARD", "4242 4242 4242 4242"),
    ("MALL_CARD_CODE", "123"),
];

/// Writes the suite into `dir`, its config pointing at the shop on `base_url`.
///
/// Makes the folder where there is none. Lock files and runs that are there already stay as they are.
///
/// # Errors
/// Where a file or folder cannot be written.
pub fn write_suite(dir: &Path, base_url: &str) -> io::Result<()> {
    write_folder(&SUITE, dir)?;
    let config = SUITE
        .get_file(CONFIG)
        .map(|file| file.contents())
        .unwrap_or(b"{}");
    let mut config: Value = serde_json::from_slice(config)?;
    config["baseUrl"] = base_url.into();
    fs::write(dir.join(CONFIG), format!("{config:#}\n"))
}

fn write_folder(folder: &Dir, target: &Path) -> io::Result<()> {
    fs::create_dir_all(target.join(folder.path()))?;
    for file in folder.files() {
        fs::write(target.join(file.path()), file.contents())?;
    }
    folder
        .dirs()
        .try_for_each(|inner| write_folder(inner, target))
}

/// Every script of the suite with its path.
#[cfg(test)]
pub fn scripts() -> Vec<(String, &'static str)> {
    fn collect(folder: &'static Dir, found: &mut Vec<(String, &'static str)>) {
        for file in folder.files() {
            let path = file.path().display().to_string();
            if path.ends_with(".aite") {
                found.push((path, file.contents_utf8().unwrap()));
            }
        }
        folder.dirs().for_each(|inner| collect(inner, found));
    }
    let mut found = Vec::new();
    collect(&SUITE, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_suite_points_at_the_shop_and_keeps_its_locks() {
        let folder = tempfile::tempdir().unwrap();
        let lock = folder.path().join("shop.aite.lock");
        fs::write(&lock, "remembered").unwrap();
        write_suite(folder.path(), "http://127.0.0.1:4711").unwrap();

        let config = fs::read_to_string(folder.path().join(CONFIG)).unwrap();
        let config: Value = serde_json::from_str(&config).unwrap();
        assert_eq!(config["baseUrl"], "http://127.0.0.1:4711");
        assert_eq!(config["version"], 1);
        assert_eq!(fs::read_to_string(lock).unwrap(), "remembered");
        for (path, text) in scripts() {
            assert_eq!(fs::read_to_string(folder.path().join(path)).unwrap(), text);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(write_suite(&file.join("suite"), "http://127.0.0.1:1").is_err());
    }
}
