//! What a second run changes: nothing but its own folder.

use serde_json::Value;

use crate::folder::Folder;
use crate::site::Site;

const PAGE: &str = "<h1>Shop</h1><button>Buy</button><a href='/'>Home</a>";

#[test]
fn a_second_run_leaves_every_file_alone() {
    let site = Site::serve(&[("/", PAGE)]);
    let folder = Folder::at(
        &site,
        "open \"/\"\nclick \"Buy\"\nverify \"Home\" is visible\n",
    );
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let before = kept(&folder);
    assert!(before.contains_key("a.aite.lock"));
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    assert_eq!(kept(&folder), before);
    assert_eq!(folder.run_folders().len(), 2);
}

#[test]
fn a_lock_only_grows() {
    let site = Site::serve(&[("/", PAGE)]);
    let folder = Folder::at(&site, "open \"/\"\nclick \"Buy\"\n");
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let first = lock(&folder);
    let folder = folder.file("a.aite", "open \"/\"\nclick \"Home\"\n");
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let second = lock(&folder);
    assert_eq!(
        second["elements"]["/"]["\"Buy\""],
        first["elements"]["/"]["\"Buy\""]
    );
    let targets: Vec<_> = second["elements"]["/"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(targets, ["\"Buy\"", "\"Home\""]);
}

fn lock(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("a.aite.lock")).unwrap()
}

/// All files but those of runs and of Chrome itself.
fn kept(folder: &Folder) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = folder.files("");
    files.retain(|name, _| !name.starts_with(".aite/"));
    files
}
