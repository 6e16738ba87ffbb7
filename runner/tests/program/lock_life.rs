//! A lock's life: repaired, proposed, accepted or rejected, and quiet afterwards.

use std::fs;
use std::path::PathBuf;

use regex::Regex;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::results::lines_that_differ;
use crate::site::Site;

/// A page before and after a new design, which a site serves one after the other.
const OLD: &str = r#"<h1>Wallet</h1>
    <label>To <input name=to></label>
    <button class="primary send" onclick="out.textContent = 'Sent'">Send money</button>
    <button class=plain>Cancel</button>
    <output id=out></output>"#;
const NEW: &str = r#"<h1>Wallet</h1>
    <label>To <input name=to></label>
    <button class="primary send" onclick="out.textContent = 'Sent'">Send the money</button>
    <button class=plain>Cancel</button>
    <output id=out></output>"#;

const SCRIPT: &str = r#"test "Money is sent"
  open "/"
  fill "To" with "bob"
  click button "Send money" timeout 10s
  verify text "Sent"
"#;

/// A project whose lock knows the old page, on a site that shows the new one.
fn after_a_redesign(script: &str, new: &str) -> (Site, Folder) {
    let site = Site::serve(&[("/", OLD)]);
    let folder = Folder::at(&site, script);
    let ran = folder.run(&["run", "-q"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    site.change("/", new);
    (site, folder)
}

fn lock(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("a.aite.lock")).expect("JSON in the lock")
}

fn last_run(folder: &Folder) -> Value {
    let runs = folder.run_folders();
    let last: &PathBuf = runs.last().expect("a run");
    let text = fs::read(last.join("run.json")).expect("a run.json");
    serde_json::from_slice(&text).expect("JSON in run.json")
}

fn repair(folder: &Folder) -> Value {
    last_run(folder)["scripts"][0]["tests"][0]["steps"][2]["repairs"][0].clone()
}

const SEND: &str = "button \"Send money\"";

fn passes(folder: &Folder) {
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
}

/// The lock's bytes before and after the entry's.
fn around_entry(lock: &str) -> (&str, &str) {
    let start = lock
        .find(r#"      "button \"Send money\"": {"#)
        .expect("the entry");
    let (before, entry) = lock.split_at(start);
    let end = entry.find("\n      }").expect("the entry's end");
    (before, &entry[end..])
}

/// Without numbers, which depend on fonts, and the widths of columns.
fn loose(shown: &str) -> String {
    let number = Regex::new(r"[+-]?\d+\.\d+|\d{2,}").expect("a regular expression");
    let spaces = Regex::new(r"  +").expect("a regular expression");
    let shown = number.replace_all(shown, "N");
    spaces.replace_all(&shown, "  ").into_owned()
}

#[test]
fn a_repair_is_proposed_accepted_and_then_quiet() {
    let (_site, folder) = after_a_redesign(SCRIPT, NEW);
    let before = folder.read("a.aite.lock");
    insta::assert_snapshot!(folder.run(&["run"]).shown());
    assert_eq!(folder.read("a.aite.lock"), before, "a run changes no entry");

    insta::assert_snapshot!(loose(&folder.run(&["lock", "show", "1.3"]).shown()));
    let listed = folder.run(&["lock", "list"]);
    assert!(
        listed.stdout.contains("Open since the last run"),
        "{}",
        listed.shown()
    );
    let accepted = folder.run(&["lock", "accept"]);
    insta::assert_snapshot!(accepted.shown());
    let after = folder.read("a.aite.lock");
    assert_eq!(around_entry(&before), around_entry(&after));
    let entry = &lock(&folder)["elements"]["/"][SEND];
    assert_eq!(entry["descriptor"]["name"], "Send the money");
    assert_eq!(
        entry["accepted"]["was"],
        "button \"Send money\" by \"Wallet\""
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown());
    assert_eq!(folder.read("a.aite.lock"), after);
    assert_eq!(folder.run(&["run", "--locked", "-q"]).code, 0);
    let listed = folder.run(&["lock", "list"]);
    assert!(!listed.stdout.contains("Open since"), "{}", listed.shown());
    assert!(listed.stdout.contains("accepted 2"), "{}", listed.shown());
    assert_eq!(folder.run(&["lock", "accept"]).code, 2);
}

#[test]
fn a_rejected_repair_does_not_return() {
    let (_site, folder) = after_a_redesign(SCRIPT, NEW);
    passes(&folder);
    let rejected = folder.run(&["lock", "reject", "1.3"]);
    assert_eq!(rejected.code, 0, "{}", rejected.shown());
    let entry = &lock(&folder)["elements"]["/"][SEND];
    assert_eq!(entry["rejected"][0]["name"], "Send the money");
    assert_eq!(entry["descriptor"]["name"], "Send money");
    let again = folder.run(&["run"]);
    assert_eq!(again.code, 1, "{}", again.shown());
    assert!(
        again.stdout.contains("a person said no to it"),
        "{}",
        again.shown()
    );
    let nothing = folder.run(&["lock", "accept"]);
    assert_eq!(nothing.code, 2, "{}", nothing.shown());
    assert!(
        nothing.stderr.contains("proposes nothing"),
        "{}",
        nothing.shown()
    );
}

#[test]
fn a_yes_takes_a_no_back_and_a_correction_replaces() {
    let (_site, folder) = after_a_redesign(SCRIPT, NEW);
    passes(&folder);
    let run = folder.run_folders().pop().expect("a run");
    let run = run.to_str().expect("UTF-8");
    assert_eq!(folder.run(&["lock", "reject", "1.3", "--run", run]).code, 0);
    assert_eq!(folder.run(&["lock", "accept", "1.3", "--run", run]).code, 0);
    let entry = &lock(&folder)["elements"]["/"][SEND];
    assert_eq!(entry["rejected"], Value::Null);
    assert_eq!(entry["descriptor"]["name"], "Send the money");
    assert_eq!(
        lock(&folder)["elements"]["/"]
            .as_object()
            .map(|all| all.len()),
        Some(2)
    );
    let again = folder.run(&["lock", "accept", "1.3", "--run", run]);
    assert!(
        again.stdout.contains("says so already"),
        "{}",
        again.shown()
    );
}

#[test]
fn locked_writes_nothing_and_ends_with_5() {
    let (_site, folder) = after_a_redesign(SCRIPT, NEW);
    let before = folder.read("a.aite.lock");
    let repaired = folder.run(&["run", "--locked"]);
    assert_eq!(repaired.code, 5, "{}", repaired.shown());
    assert!(
        repaired.stdout.contains("remembers another element"),
        "{}",
        repaired.shown()
    );
    assert_eq!(folder.read("a.aite.lock"), before);
    let folder = folder.file("a.aite", "open \"/\"\nclick \"Cancel\"\n");
    let missing = folder.run(&["run", "--locked"]);
    assert_eq!(missing.code, 5, "{}", missing.shown());
    assert!(
        missing.stdout.contains("has no entry"),
        "{}",
        missing.shown()
    );
    assert_eq!(folder.read("a.aite.lock"), before);
}

#[test]
fn update_lock_takes_what_resolved_exactly() {
    let new = OLD.replace("class=plain", "class=\"plain quiet\"");
    let script = "open \"/\"\nclick button \"Cancel\"\n";
    let (_site, folder) = after_a_redesign(script, &new);
    let before = folder.read("a.aite.lock");
    passes(&folder);
    assert_eq!(folder.read("a.aite.lock"), before);
    assert_eq!(folder.run(&["run", "-q", "--update-lock"]).code, 0);
    let classes = &lock(&folder)["elements"]["/"]["button \"Cancel\""]["descriptor"]["classes"];
    assert_eq!(*classes, json!(["plain", "quiet"]));
    assert_eq!(
        lines_that_differ(&before, &folder.read("a.aite.lock")),
        [
            "-            \"plain\"",
            "+            \"plain\",",
            "+            \"quiet\""
        ]
    );
}

#[test]
fn report_fails_and_a_person_may_take_it() {
    let (site, folder) = after_a_redesign(SCRIPT, NEW);
    let folder = folder.config(json!({"baseUrl": site.origin(), "repair": "report"}));
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(
        ran.stdout.contains("`repair` is \"report\""),
        "{}",
        ran.shown()
    );
    assert_eq!(folder.run(&["lock", "accept"]).code, 2);
    let accepted = folder.run(&["lock", "accept", "1.3"]);
    assert_eq!(accepted.code, 0, "{}", accepted.shown());
    passes(&folder);
}

#[test]
fn off_repairs_nothing() {
    let script = SCRIPT.replace("10s", "500ms");
    let (site, folder) = after_a_redesign(&script, NEW);
    let folder = folder.config(json!({"baseUrl": site.origin(), "repair": "off"}));
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.contains("not-found"), "{}", ran.shown());
    let nothing = folder.run(&["lock", "accept"]);
    assert!(
        nothing
            .stderr
            .contains("every element was as the locks have it"),
        "{}",
        nothing.shown()
    );
    let explained = folder.run(&["repair", "explain", "last", "1.3"]);
    assert_eq!(explained.code, 2, "{}", explained.shown());
}

#[test]
fn a_repair_that_no_verify_confirms_is_not_proposed() {
    let unconfirmed = SCRIPT.replace("  verify text \"Sent\"\n", "");
    let (_site, folder) = after_a_redesign(&unconfirmed, NEW);
    passes(&folder);
    assert_eq!(repair(&folder)["probation"], "unconfirmed");
    let nothing = folder.run(&["lock", "accept"]);
    assert_eq!(nothing.code, 2, "{}", nothing.shown());
    assert!(nothing.stderr.contains("a.aite:1.3"), "{}", nothing.shown());
    assert_eq!(folder.run(&["lock", "accept", "1.3"]).code, 0);
}

#[test]
fn a_repair_that_a_verify_refutes_is_not_proposed() {
    let refuting = NEW.replace("'Sent'", "'Kept'");
    let script = SCRIPT.replace("\"Sent\"", "\"Sent\" timeout 500ms");
    let (_site, folder) = after_a_redesign(&script, &refuting);
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert_eq!(repair(&folder)["probation"], "refuted");
    assert_eq!(folder.run(&["lock", "accept"]).code, 2);
}

#[test]
fn a_lock_that_changed_since_the_run_is_left_alone() {
    let (_site, folder) = after_a_redesign(SCRIPT, NEW);
    passes(&folder);
    let other = folder
        .read("a.aite.lock")
        .replace("\"Send money\"\n", "\"Pay\"\n");
    let other = other.replace("\"name\": \"Send money\",", "\"name\": \"Pay\",");
    let folder = folder.file("a.aite.lock", &other);
    for answer in ["accept", "reject"] {
        let refused = folder.run(&["lock", answer, "1.3"]);
        assert_eq!(refused.code, 2, "{}", refused.shown());
        assert!(
            refused.stderr.contains("has changed since the run"),
            "{}",
            refused.shown()
        );
    }
    assert_eq!(folder.read("a.aite.lock"), other);
    let newer = other.replacen("\"version\": 1", "\"version\": 2", 1);
    let folder = folder.file("a.aite.lock", newer);
    let refused = folder.run(&["lock", "accept"]);
    assert_eq!(refused.code, 2, "{}", refused.shown());
    assert!(
        refused.stderr.contains("is newer than this program knows"),
        "{}",
        refused.shown()
    );
}

#[test]
fn explain_computes_the_same_numbers_again() {
    let (_site, folder) = after_a_redesign(SCRIPT, NEW);
    passes(&folder);
    let explained = folder.run(&["repair", "explain", "last", "1.3", "--all"]);
    assert_eq!(explained.code, 0, "{}", explained.shown());
    assert!(
        explained.stdout.contains("computed again, all the same."),
        "{}",
        explained.shown()
    );
    insta::assert_snapshot!(loose(&explained.shown()));

    let path = folder.run_folders().pop().expect("a run").join("run.json");
    let mut forged = last_run(&folder);
    let step = &mut forged["scripts"][0]["tests"][0]["steps"][2];
    for exchange in step["exchanges"].as_array_mut().expect("exchanges") {
        if let Some(scored) = exchange["answer"].get_mut("scored") {
            scored["candidates"][0]["score"] = json!(0.9876);
        }
    }
    fs::write(&path, forged.to_string()).expect("a run.json written");
    let path = path.to_str().expect("UTF-8");
    let loud = folder.run(&["repair", "explain", path, "1.3"]);
    assert_eq!(loud.code, 1, "{}", loud.shown());
    assert!(loud.stdout.contains("COMPUTED AGAIN"), "{}", loud.shown());
}

#[test]
fn of_rivals_a_person_takes_one() {
    let one = |id: &str| {
        format!(
            "<p><a id={id} href='#' class='primary send' onclick=\"out.textContent = 'Sent'\">Send money</a>"
        )
    };
    let twice = format!(
        "<h1>Wallet</h1><label>To <input name=to></label>{}{}<p><button>Cancel</button><output id=out></output>",
        one("now"),
        one("soon")
    );
    let (_site, folder) = after_a_redesign(SCRIPT, &twice);
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.contains("ambiguous"), "{}", ran.shown());
    let shown = folder.run(&["lock", "show", "1.3"]);
    assert!(shown.stdout.contains("candidate 2"), "{}", shown.shown());
    assert!(shown.stdout.contains("failed-1.png"), "{}", shown.shown());
    let which = folder.run(&["lock", "accept", "1.3"]);
    assert_eq!(which.code, 2, "{}", which.shown());
    assert!(
        which.stderr.contains("has 2 candidates"),
        "{}",
        which.shown()
    );
    let taken = folder.run(&["lock", "accept", "1.3", "--candidate", "2"]);
    assert_eq!(taken.code, 0, "{}", taken.shown());
    let id = lock(&folder)["elements"]["/"][SEND]["descriptor"]["id"].clone();
    assert!(id == "now" || id == "soon", "{id}");
    let again = folder.run(&["run"]);
    assert_eq!(again.code, 0, "{}", again.shown());
    assert!(!again.stdout.contains("repaired"), "{}", again.shown());
}

#[test]
fn what_drifted_is_taken_by_name_only() {
    let drifted = NEW
        .replace("Send the money", "Pay the money")
        .replace("primary send", "cta");
    let (_site, folder) = after_a_redesign(SCRIPT, &drifted);
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.contains("drifted"), "{}", ran.shown());
    assert_eq!(folder.run(&["lock", "accept"]).code, 2);
    let taken = folder.run(&["lock", "accept", "a.aite:1.3"]);
    assert_eq!(taken.code, 0, "{}", taken.shown());
    let again = folder.run(&["run"]);
    assert_eq!(again.code, 0, "{}", again.shown());
    assert!(!again.stdout.contains("repaired"), "{}", again.shown());
}
