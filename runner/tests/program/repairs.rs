//! Pages as they were and as they are now, and what a script does on the new ones with what it remembers of the old.
//!
//! Each folder of `repairs/` is served at its name: `old.html` when the locks are written, `new.html` afterwards, and what else there is in the same
//! way, `frame.old.html` and `frame.new.html` at `NAME/frame`. `script.aite` passes on the old page. `lock.json`, where there is one, says what a person did to
//! the lock in between, as a merge patch of its elements. `expected.txt` is what comes of each step.
//!
//! In a new page `data-meant="WORDS"` marks the element that is meant where a step says "WORDS". Whatever else is acted on fails the test, unless the result
//! itself says that it is probably not the element meant. `UPDATE=1 cargo test -p aite --test program repairs` writes the expected texts anew.

mod pages;
mod told;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::{Value, json};

use crate::folder::{Folder, Ran};
use crate::site::Site;
use pages::{RECORDER, body_of};
use told::{Acts, differs, tell_test};

/// Stands in every value that a person typed or that is secret; no lock and no result may have it.
const TYPED: &str = "xyzzy";

/// As long as a step takes that finds nothing.
const TIMEOUT_MS: u64 = 2000;

/// So many parts of the cases run at the same time, each with a site and a Chrome of its own; most of a run is waiting.
const AT_ONCE: usize = 5;

struct Case {
    name: String,
    folder: PathBuf,
}

impl Case {
    fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(file)).ok()
    }

    fn script(&self) -> String {
        format!("{}/script.aite", self.name)
    }

    fn lock(&self) -> String {
        format!("{}.lock", self.script())
    }
}

#[test]
fn no_changed_page_makes_a_script_act_wrongly() {
    let cases = cases();
    assert!(cases.len() >= 40, "{} folders in repairs/", cases.len());
    let mut parts: [Vec<Case>; AT_ONCE] = Default::default();
    for (at, case) in cases.into_iter().enumerate() {
        parts[at % AT_ONCE].push(case);
    }
    let wrong: Vec<_> = thread::scope(|scope| {
        let running = parts.each_ref().map(|part| scope.spawn(|| check(part)));
        let ended = running.map(|part| part.join().expect("a part of the cases"));
        ended.into_iter().flatten().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Runs all scripts on the old pages and then on the new ones; says what is not as expected.
fn check(cases: &[Case]) -> Vec<String> {
    let site = Site::serve(&[]);
    let folder = cases.iter().fold(Folder::new(), |folder, case| {
        folder.file(&case.script(), case.read("script.aite").expect("a script"))
    });
    let folder = folder.config(json!({"baseUrl": site.origin(), "timeoutMs": TIMEOUT_MS}));

    let ran = run(&site, &folder, cases, "old");
    assert_eq!(ran.code, 0, "on the old pages\n{}", ran.shown());
    let first = folder.run_folder();
    for case in cases {
        change_lock(&folder, case);
    }
    let remembered = locks(&folder, cases);
    let before = site.heard().len();

    run(&site, &folder, cases, "new");
    let mut runs = folder.run_folders();
    runs.retain(|run| *run != first);
    let text = fs::read_to_string(runs[0].join("run.json")).expect("a run.json");
    let results: Value = serde_json::from_str(&text).expect("JSON in run.json");
    let heard = site.heard().split_off(before);

    let mut wrong: Vec<_> = cases
        .iter()
        .flat_map(|case| check_case(case, &results, &heard))
        .collect();
    let mut say = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    let locks = locks(&folder, cases);
    say(locks == remembered, "a run on changed pages changed a lock");
    let written = locks.iter().map(|(_, lock)| lock).chain([&text]);
    say(
        written.into_iter().all(|text| !text.contains(TYPED)),
        "a lock or run.json holds what a person typed",
    );
    say(
        looks_at_most(&results, 2000, 60),
        "more was looked at or described than may be",
    );
    wrong
}

fn run(site: &Site, folder: &Folder, cases: &[Case], with: &str) -> Ran {
    for case in cases {
        serve(site, case, with);
    }
    let mut command = folder.aite(&["run", "--quiet"]);
    command.env("REPAIRS_TYPED", TYPED);
    folder.end_of(command)
}

fn check_case(case: &Case, results: &Value, heard: &[String]) -> Vec<String> {
    let mut acts = Acts::of(&case.name, heard);
    let mut told = String::new();
    for test in tests_of(results, &case.script()) {
        told.push_str(&tell_test(test, &mut acts));
    }
    let wrong = acts.wrong().into_iter();
    let mut wrong: Vec<_> = wrong
        .map(|wrong| format!("{}: {wrong}", case.name))
        .collect();
    let path = case.folder.join("expected.txt");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if differs(&expected, &told) {
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &told).expect("an expected.txt written");
        } else {
            wrong.push(format!(
                "{}\n--- expected\n{expected}--- came\n{told}",
                case.name
            ));
        }
    }
    wrong
}

fn cases() -> Vec<Case> {
    let all = Path::new("tests/repairs");
    let mut cases: Vec<_> = fs::read_dir(all)
        .expect("a folder of cases")
        .map(|entry| entry.expect("a case"))
        .map(|entry| Case {
            name: entry.file_name().to_string_lossy().into_owned(),
            folder: entry.path(),
        })
        .collect();
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

/// Serves a case's pages, `with` being `old` or `new`.
fn serve(site: &Site, case: &Case, with: &str) {
    let page = case.read(&format!("{with}.html")).expect("a page");
    site.change(&format!("/{}", case.name), &body_of(&page));
    for entry in fs::read_dir(&case.folder).expect("a case").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if let Some(part) = file.strip_suffix(&format!(".{with}.html")) {
            let page = case.read(&file).expect("a page");
            site.change(
                &format!("/{}/{part}", case.name),
                &format!("{RECORDER}{page}"),
            );
        }
    }
}

fn change_lock(folder: &Folder, case: &Case) {
    let Some(patch) = case.read("lock.json") else {
        return;
    };
    let patch: Value = serde_json::from_str(&patch).expect("JSON in lock.json");
    let mut lock: Value = serde_json::from_str(&folder.read(&case.lock())).expect("a lock");
    merge(&mut lock["elements"], &patch, &case.name);
    let text = serde_json::to_string_pretty(&lock).expect("JSON");
    fs::write(folder.path(&case.lock()), text + "\n").expect("a lock written");
}

/// Only what is there already may be changed from entries on down; `null` takes something out.
fn merge(into: &mut Value, patch: &Value, at: &str) {
    let (Some(object), Some(changes)) = (into.as_object_mut(), patch.as_object()) else {
        *into = patch.clone();
        return;
    };
    for (key, change) in changes {
        if change.is_null() {
            assert!(object.shift_remove(key).is_some(), "{at} has no {key}");
        } else if change.is_object() && object.get(key).is_some_and(Value::is_object) {
            merge(&mut object[key], change, &format!("{at} {key}"));
        } else {
            object.insert(key.clone(), change.clone());
        }
    }
}

fn locks(folder: &Folder, cases: &[Case]) -> Vec<(String, String)> {
    let lock = |case: &Case| (case.name.clone(), folder.read(&case.lock()));
    cases.iter().map(lock).collect()
}

fn tests_of<'a>(results: &'a Value, script: &str) -> Vec<&'a Value> {
    let scripts = results["scripts"].as_array().expect("scripts");
    let found = scripts.iter().find(|result| result["path"] == script);
    let found = found.unwrap_or_else(|| panic!("{script} did not run"));
    found["tests"].as_array().expect("tests").iter().collect()
}

/// Whether no repair in these results looked at or described more elements.
fn looks_at_most(value: &Value, looked: u64, described: usize) -> bool {
    let scored = value.get("scored");
    let is_few = scored.is_none_or(|scored| {
        let number = scored["looked"].as_u64();
        let candidates = scored["candidates"].as_array();
        number.is_some_and(|number| number <= looked)
            && candidates.is_some_and(|all| all.len() <= described)
    });
    is_few
        && match value {
            Value::Array(values) => values
                .iter()
                .all(|value| looks_at_most(value, looked, described)),
            Value::Object(fields) => fields
                .values()
                .all(|value| looks_at_most(value, looked, described)),
            _ => true,
        }
}
