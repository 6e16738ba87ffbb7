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
