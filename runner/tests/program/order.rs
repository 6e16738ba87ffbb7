//! Which tests and steps run, in which order, in whose browser.

use serde_json::Value;

use crate::folder::Folder;
use crate::results::{steps, text, verdicts};
use crate::site::{FORM, Site};

#[test]
fn try_forgives_and_soft_goes_on() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        r#"test "forgiven"
  open "/"
  try click "Accept cookies" timeout 300ms
  verify text "Balance"
test "goes on"
  open "/"
  soft verify text "never" timeout 300ms
  click button "Continue"
"#,
    );
    let ran = folder.run(&["run", "-q"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert_eq!(site.heard(), ["continue"]);
    insta::assert_snapshot!(steps(&folder.results()), @r#"
    1.1 open "/": passed
    1.2 try click "Accept cookies" timeout 300ms: tolerated
    1.3 verify text "Balance": passed
    2.1 open "/": passed
    2.2 soft verify text "never" timeout 300ms: failed
    2.3 click button "Continue": passed
    "#);
}

#[test]
fn skip_and_only_leave_tests_out() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        "test \"a\" @skip \"broken upstream\"\n  open \"/\"\ntest \"b\" @smoke\n  open \"/\"\n",
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    - a.aite › a                                          skipped: broken upstream
    ✓ a.aite › b TIME

    1 passed · 1 skipped · TIME
    run: .aite/runs/RUN-ID
    exit 0
    "#);
    let folder = Folder::at(
        &site,
        "test \"a\"\n  open \"/\"\ntest \"b\" @only\n  open \"/\"\n",
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    - a.aite › a                                  skipped: another test says @only
    ✓ a.aite › b TIME

    1 passed · 1 skipped · TIME
    run: .aite/runs/RUN-ID
    warning[only-tag]: With @only, no test without it runs.
     --> a.aite:3:1
      |
    3 | test "b" @only
      | ^^^^^^^^^^^^^^
      |
      = help: Remove it before others get this file.

    0 errors, 1 warning
    exit 0
    "#);
}

#[test]
fn a_table_runs_its_test_once_a_row() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        r#"test "Send to {receiver}"
  | receiver | shown         |
  | bob      | Sent to bob   |
  | "Zoë 😀"  | Sent to Zoë 😀 |
  | eve      | Sent to Bob   |
  open "/"
  fill "To" with receiver
  click button "Continue"
  verify text shown timeout 1s
"#,
    );
    let ran = folder.run(&["run", "-q"]);
    let expected = [
        ("Send to bob", "passed"),
        ("Send to Zoë 😀", "passed"),
        ("Send to eve", "failed"),
    ];
    let expected = expected.map(|(title, verdict)| (title.to_owned(), verdict.to_owned()));
    assert_eq!(verdicts(&folder.results()), expected, "{}", ran.shown());
}

#[test]
fn hooks_stand_around_tests_whatever_becomes_of_these() {
    let tell = |word: &str| format!("<script>tell('{word}')</script>");
    let words = ["ba", "be", "ae", "aa", "one", "two"];
    let pages: Vec<_> = words
        .iter()
        .map(|word| (format!("/{word}"), tell(word)))
        .collect();
    let pages: Vec<_> = pages
        .iter()
        .map(|(path, body)| (path.as_str(), body.as_str()))
        .collect();
    let site = Site::serve(&pages);
    let folder = Folder::at(
        &site,
        r#"before all
  open "/ba"
before each
  open "/be"
after each
  open "/ae"
after all
  open "/aa"
test "one"
  open "/one"
  verify text "never" timeout 200ms
  reload
test "two"
  open "/two"
"#,
    );
    let ran = folder.run(&["run", "-q"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    site.wait_to_hear("aa");
    assert_eq!(
        site.heard(),
        ["ba", "be", "one", "ae", "be", "two", "ae", "aa"]
    );
    insta::assert_snapshot!(steps(&folder.results()), @r#"
    1.1 (before each) open "/be": passed
    1.2 open "/one": passed
    1.3 verify text "never" timeout 200ms: failed
    1.4 reload: not-run
    1.5 (after each) open "/ae": passed
    2.1 (before each) open "/be": passed
    2.2 open "/two": passed
    2.3 (after each) open "/ae": passed
    "#);
}

#[test]
fn two_people_have_a_browser_each() {
    let site = Site::serve(&[(
        "/",
        r#"<label>Name <input></label><button onclick="localStorage.name = document.querySelector('input').value; show()">Save</button>
        <p id=who></p><script>function show() { who.textContent = 'I am ' + (localStorage.name ?? 'nobody'); } show()</script>"#,
    )]);
    let folder = Folder::at(
        &site,
        r#"profile mia
profile tom
test "two"
  open "/"
  fill "Name" with "Mia"
  click "Save"
  as tom
  open "/"
  verify text "I am nobody"
  fill "Name" with "Tom"
  click "Save"
  as mia
  reload
  verify text "I am Mia"
test "the next test starts clean"
  open "/"
  verify text "I am nobody"
"#,
    );
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    let results = folder.results();
    let of = |step: usize| text(&results["scripts"][0]["tests"][0]["steps"][step]["profile"]);
    assert_eq!([of(0), of(4), of(8)], ["mia", "tom", "mia"]);
}

#[test]
fn flows_are_nested_in_the_results() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        r#"use "flows/send.aite"
test "nested"
  open "/"
  do twice "bob"
"#,
    )
    .file(
        "flows/send.aite",
        r#"flow twice who
  do once who
  do once "eve"

flow once who
  fill "To" with who
  click button "Continue"
"#,
    );
    let ran = folder.run(&["run"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    insta::assert_snapshot!(steps(&folder.results()), @r#"
    1.1 open "/": passed
    1.2 do twice "bob": passed
      1.2.1 (flow twice) do once who: passed
        1.2.1.1 (flow once) fill "To" with who: passed
        1.2.1.2 (flow once) click button "Continue": passed
      1.2.2 (flow twice) do once "eve": passed
        1.2.2.1 (flow once) fill "To" with who: passed
        1.2.2.2 (flow once) click button "Continue": passed
    "#);
    let lock: Value = serde_json::from_str(&folder.read("flows/send.aite.lock")).unwrap();
    let entries: Vec<_> = lock["elements"]["/"].as_object().unwrap().keys().collect();
    assert_eq!(entries, ["\"To\"", "button \"Continue\""]);
    assert!(!folder.path("a.aite.lock").exists());
}
