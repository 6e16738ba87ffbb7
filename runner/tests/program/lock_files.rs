//! Locks as files: pruned, written by several at once, and whole whenever the writer dies. And the errors that need no browser.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::site::Site;

const PAGE: &str = "<h1>Shop</h1><button>Buy</button><a href='/'>Home</a><button>Sell</button>";

#[test]
fn prune_removes_what_the_last_run_did_not_need() {
    let site = Site::serve(&[("/", PAGE)]);
    let folder = Folder::at(&site, "open \"/\"\nclick \"Buy\"\nclick \"Home\"\n");
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let folder = folder.file("a.aite", "open \"/\"\nclick \"Home\"\n");
    let before = folder.read("a.aite.lock");
    let used = folder.run(&["lock", "prune"]);
    assert!(
        used.stdout.contains("every entry was used"),
        "{}",
        used.shown()
    );
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let dry = folder.run(&["lock", "prune", "--dry-run"]);
    assert_eq!(dry.stdout, "a.aite.lock: would go: \"Buy\" on /\n");
    assert_eq!(folder.read("a.aite.lock"), before);
    let pruned = folder.run(&["lock", "prune"]);
    assert_eq!(pruned.stdout, "a.aite.lock: removed: \"Buy\" on /\n");
    let lock: Value = serde_json::from_str(&folder.read("a.aite.lock")).expect("JSON");
    let left: Vec<_> = lock["elements"]["/"]
        .as_object()
        .expect("a page")
        .keys()
        .collect();
    assert_eq!(left, ["\"Home\""]);
    let newer = folder.run(&["lock", "prune"]);
    assert!(
        newer.stdout.contains("written after the last run"),
        "{}",
        newer.shown()
    );
}

#[test]
fn prune_leaves_alone_what_the_last_run_says_too_little_of() {
    let site = Site::serve(&[("/", PAGE)]);
    let flow = "flow buy\n  click \"Buy\"\n";
    let user = "use \"f.aite\"\ntest \"t\"\n  open \"/\"\n  do buy\n";
    let folder = Folder::at(&site, user)
        .file("f.aite", flow)
        .file("b.aite", user);
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let folder = folder.file("f.aite", flow.replace("Buy", "Sell"));
    assert_eq!(folder.run(&["run", "-q", "a.aite"]).code, 0);
    let before = folder.read("f.aite.lock");
    let other = folder.run(&["lock", "prune"]);
    assert_eq!(
        other.stdout,
        "f.aite.lock is left alone: the last run did not run b.aite\n"
    );
    let failing = user.replace(
        "  do buy\n",
        "  do buy\n  try click \"Gone\" timeout 10ms\n",
    );
    let folder = folder.file("b.aite", failing);
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let other = folder.run(&["lock", "prune"]);
    assert!(
        other.stdout.contains("(b.aite:5) did not pass"),
        "{}",
        other.shown()
    );
    assert_eq!(folder.read("f.aite.lock"), before);
}

#[test]
fn two_runs_at_once_lose_nothing() {
    let site = Site::serve(&[("/", PAGE)]);
    let flows = "flow buy\n  click \"Buy\"\nflow sell\n  click \"Sell\"\n";
    // Two browsers at once are two profiles.
    let user = |flow: &str| {
        format!("use \"f.aite\"\nprofile {flow}er\ntest \"t\"\n  open \"/\"\n  do {flow}\n")
    };
    let folder = Folder::at(&site, &user("buy"))
        .file("b.aite", user("sell"))
        .file("f.aite", flows);
    let runs = ["a.aite", "b.aite"].map(|script| {
        folder
            .aite(&["run", "-q", script])
            .spawn()
            .expect("aite starts")
    });
    for mut run in runs {
        assert!(run.wait().expect("aite ends").success());
    }
    let lock: Value = serde_json::from_str(&folder.read("f.aite.lock")).expect("JSON");
    let targets: Vec<_> = lock["elements"]["/"]
        .as_object()
        .expect("a page")
        .keys()
        .collect();
    assert_eq!(targets, ["\"Buy\"", "\"Sell\""]);
}

/// Steps of the run made up below.
const MANY: usize = 40;

/// A project with a lock and a run that repaired each of its entries, without a browser.
fn made_up() -> Folder {
    let descriptor = |name: String| json!({"tag": "button", "role": "button", "name": name});
    let mut targets = serde_json::Map::new();
    let mut steps = Vec::new();
    for at in 1..=MANY {
        let target = format!("button \"B{at}\"");
        let (old, now) = (
            descriptor(format!("B{at}")),
            descriptor(format!("New {at}")),
        );
        targets.insert(target.clone(), json!({"descriptor": old}));
        let entry = json!({"lock": "a.aite.lock", "page": "/", "target": target});
        steps.push(json!({
            "id": format!("1.{at}"),
            "place": {"file": "a.aite", "line": at, "column": 1, "endColumn": 9},
            "source": "click", "profile": "default", "status": "passed", "exchanges": [], "ms": 1.0,
            "entries": [entry],
            "repairs": [{
                "entry": entry, "score": 0.9, "old": old, "changed": ["name"],
                "changes": ["name changed"], "runnerUp": 0.1, "descriptor": now, "probation": "proposed",
            }],
        }));
    }
    let run = json!({
        "version": 1, "runId": "2026-11-30T10-00-00Z-ab12", "aite": "0.1.0", "started": "2026-11-30T10:00:00Z", "ms": 1.0,
        "scripts": [{"path": "a.aite", "tests": [{"id": 1, "title": "t", "line": 1, "verdict": "passed", "ms": 1.0, "steps": steps}]}],
    });
    let lock = json!({"version": 1, "elements": {"/": targets}});
    let lock = serde_json::to_string_pretty(&lock).expect("JSON") + "\n";
    Folder::with_script("test \"t\"\n  open \"/\"\n")
        .file(
            ".aite/runs/2026-11-30T10-00-00Z-ab12/run.json",
            run.to_string(),
        )
        .file("a.aite.lock", lock)
}

fn accepted(folder: &Folder) -> usize {
    let lock: Value = serde_json::from_str(&folder.read("a.aite.lock")).expect("a whole lock");
    let page = lock["elements"]["/"].as_object().expect("a page");
    assert_eq!(page.len(), MANY);
    page.values()
        .filter(|entry| entry["accepted"].is_object())
        .count()
}

#[test]
fn many_who_accept_at_once_lose_nothing() {
    let folder = made_up();
    let steps: Vec<_> = (1..=MANY).map(|at| format!("1.{at}")).collect();
    for some in steps.chunks(8) {
        let children: Vec<_> = some
            .iter()
            .map(|step| {
                let mut command = folder.aite(&["lock", "accept", step]);
                command
                    .stdout(std::process::Stdio::null())
                    .spawn()
                    .expect("aite starts")
            })
            .collect();
        for mut child in children {
            assert!(child.wait().expect("aite ends").success());
        }
    }
    assert_eq!(accepted(&folder), MANY);
}

#[test]
fn a_kill_leaves_a_whole_lock() {
    let folder = made_up();
    let mut died = 0;
    for at in 0..60 {
        let step = format!("1.{}", at % MANY + 1);
        let mut command = folder.aite(&["lock", "accept", &step]);
        let mut child = command
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("aite starts");
        std::thread::sleep(Duration::from_micros(500 * (at as u64 % 30)));
        let _ = child.kill();
        died += usize::from(!child.wait().expect("aite ends").success());
        accepted(&folder);
    }
    assert!(died > 10, "only {died} of 60 were killed before their end");
    assert_eq!(folder.run(&["lock", "accept"]).code, 0);
    assert_eq!(accepted(&folder), MANY);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = made_up();
    let says = |args: &[&str], code: i32, words: &str| {
        let ran = folder.run(args);
        assert_eq!(ran.code, code, "{args:?}: {}", ran.shown());
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.shown());
    };
    says(
        &["lock", "show", "1.99"],
        2,
        "has no step \"1.99\"; it has 1.9",
    );
    says(&["lock", "accept", "7.1"], 2, "has no step \"7.1\"");
    says(
        &["lock", "accept", "b.aite:1.1"],
        2,
        "has no step \"b.aite:1.1\"",
    );
    says(
        &["lock", "accept", "1.1", "--candidate", "2"],
        2,
        "has 1 candidate",
    );
    says(
        &["lock", "accept", "--run", "nope"],
        2,
        "the newest runs are 2026-11-30T10-00-00Z-ab12",
    );
    says(
        &["lock", "show", "button \"B\""],
        2,
        "the closest is button \"B",
    );
    says(
        &["repair", "explain", "last", "1.1"],
        2,
        "looked for no element",
    );
    let empty = Folder::new();
    let none = empty.run(&["lock", "accept"]);
    assert_eq!(none.code, 2, "{}", none.shown());
    assert!(
        none.stderr.contains("there is no run yet"),
        "{}",
        none.shown()
    );
}

#[test]
fn a_folder_that_is_read_only_keeps_its_lock() {
    let folder = made_up();
    let before = folder.read("a.aite.lock");
    let writable = fs::metadata(folder.path(""))
        .expect("a folder")
        .permissions();
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o555))
        .expect("made read-only");
    // Where permissions bind nobody there is nothing to see.
    let bound = fs::write(folder.path("probe"), "").is_err();
    let ran = folder.run(&["lock", "accept", "1.1"]);
    fs::set_permissions(folder.path(""), writable).expect("made writable");
    if bound {
        assert_eq!(ran.code, 3, "{}", ran.shown());
        assert!(ran.stderr.contains("cannot be written"), "{}", ran.shown());
        assert_eq!(folder.read("a.aite.lock"), before);
    }
}

#[test]
fn a_step_of_several_scripts_is_asked_for() {
    let folder = made_up();
    let path = ".aite/runs/2026-11-30T10-00-00Z-ab12/run.json";
    let mut run: Value = serde_json::from_str(&folder.read(path)).expect("JSON");
    let mut other = run["scripts"][0].clone();
    other["path"] = json!("sub/b.aite");
    run["scripts"].as_array_mut().expect("scripts").push(other);
    let folder = folder.file(path, run.to_string());
    let ran = folder.run(&["lock", "accept", "1.2"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("say which: a.aite:1.2, sub/b.aite:1.2"),
        "{}",
        ran.shown()
    );
    for name in ["a.aite:1.2", "sub/b.aite:1.3", "b.aite:1.4"] {
        let ran = folder.run(&["lock", "accept", name]);
        assert_eq!(ran.code, 0, "{}", ran.shown());
    }
    assert_eq!(accepted(&folder), 3);
}
