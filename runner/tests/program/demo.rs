//! The bundled shop and its suite.

use crate::folder::Folder;

#[test]
fn the_demo_passes_and_a_second_run_changes_nothing() {
    let folder = Folder::new();
    let first = folder.run(&["demo", "--quiet"]);
    assert_eq!(first.code, 0, "{}", first.shown());
    let run = first
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("run: "));
    let run = run.unwrap_or_else(|| panic!("no run folder in {}", first.shown()));
    assert!(folder.path(run).join("run.json").is_file(), "{run}");

    let before = kept(&folder);
    assert!(
        before.contains_key("wallet.aite.lock"),
        "{:?}",
        before.keys()
    );
    let second = folder.run(&["demo", "--quiet"]);
    assert_eq!(second.code, 0, "{}", second.shown());
    assert_eq!(counts(&second.stdout), counts(&first.stdout));
    let after = kept(&folder);
    let changed: Vec<_> = before
        .keys()
        .chain(after.keys())
        .filter(|name| before.get(*name) != after.get(*name))
        .collect();
    assert_eq!(changed, [""; 0]);
}

/// As `19 passed`, without the time.
fn counts(said: &str) -> Option<&str> {
    let line = said.lines().find(|line| line.contains(" passed"))?;
    line.split(" · ").next()
}

fn kept(folder: &Folder) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = folder.files(".aite/demo");
    files.retain(|name, _| !name.starts_with(".aite/"));
    files
}
