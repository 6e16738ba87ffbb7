//! Holds the house's plan against its sources: what stands at the top, and who may know whom.

mod extension;
mod rust;

use std::fs;
use std::path::{Path, PathBuf};

/// What may stand at the top, beside dot files and what git ignores.
const ROOMS: &[&str] = &["grammar", "runner", "lsp", "extension", "editors"];
const TOP_FILES: &[&str] = &["README.md", "Cargo.toml", "Cargo.lock", "LICENSE"];

#[test]
fn the_top_holds_the_rooms_and_nothing_else() {
    let root = root();
    let ignored = fs::read_to_string(root.join(".gitignore")).expect("a .gitignore at the top");
    let ignored: Vec<_> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    let strangers: Vec<_> = fs::read_dir(&root)
        .expect("the top is readable")
        .map(|entry| entry.expect("an entry").file_name())
        .filter_map(|name| name.into_string().ok())
        .filter(|name| !name.starts_with('.') && !ignored.contains(&name.as_str()))
        .filter(|name| !ROOMS.contains(&name.as_str()) && !TOP_FILES.contains(&name.as_str()))
        .collect();
    assert!(
        strangers.is_empty(),
        "the top holds {strangers:?}, but only the rooms {ROOMS:?} and the files {TOP_FILES:?} stand there; \
         put it into the room it belongs to"
    );
}

#[test]
fn every_room_says_what_it_is() {
    let root = root();
    let silent: Vec<_> = ROOMS
        .iter()
        .filter(|room| fs::read_dir(root.join(room)).is_ok_and(|mut files| files.next().is_some()))
        .filter(|room| !root.join(room).join("README.md").is_file())
        .collect();
    assert!(
        silent.is_empty(),
        "{silent:?} without a README.md; say in half a page what the room is, what it is not, and how to test it"
    );
}

/// Shows every file with this ending in a folder of the project to `check`, with its path from the top, and fails with
/// all the sentences that come back. A folder that is not there has nothing wrong in it.
fn hold(folder: &str, ending: &str, check: impl Fn(&str, &str) -> Vec<String>) {
    let root = root();
    let mut files: Vec<_> = ignore::WalkBuilder::new(root.join(folder))
        .build()
        .flatten()
        .map(ignore::DirEntry::into_path)
        .filter(|path| path.is_file() && path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    let wrong: Vec<_> = files
        .iter()
        .flat_map(|file| {
            let text = fs::read_to_string(file).expect("a source file is UTF-8");
            let path = file.strip_prefix(&root).expect("a file below the top");
            check(&path.to_string_lossy(), &text)
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The text without its comments, near enough for looking up names.
fn without_comments(text: &str) -> String {
    let blocks = pattern(r"(?s)/\*.*?\*/");
    let lines = pattern(r#"(?m)(^|[^:"'])//.*$"#);
    lines
        .replace_all(&blocks.replace_all(text, ""), "$1")
        .into_owned()
}

fn pattern(text: &str) -> regex::Regex {
    regex::Regex::new(text).expect("a regular expression")
}

fn root() -> PathBuf {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR"));
    runner
        .parent()
        .expect("the runner stands in the workspace")
        .to_owned()
}
