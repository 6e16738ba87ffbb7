//! Changing the pages under a suite.

use std::fs;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::site::Site;

const WALLET: &str = r#"
    <main><h1>Wallet</h1>
    <form onsubmit="return false">
      <p><label>To <input name=to></label></p>
      <p><label>Amount <input name=amount></label></p>
      <button class="btn main" id=send onclick="tell('sent to ' + document.querySelector('[name=to]').value)">Send</button>
      <button class=btn type=button onclick="tell('cancelled')">Cancel</button>
    </form>
    <ul><li>Milk <button onclick="tell('deleted')" data-testid=delete>Delete item</button></li>
        <li>Bread <button onclick="tell('archived')">Archive item</button></li></ul>
    <fieldset><legend>Looks</legend><label><input type=radio name=looks> Light</label> <label><input type=radio name=looks> Dark</label></fieldset></main>"#;

const SCRIPT: &str = r#"test "All of it"
  open "/"
  fill "To" with "bob"
  click button "Send"
  check radio "Light"
  click "Delete item"
  verify button "Cancel" is visible
  verify first css "li" contains "Milk"
  verify not "Nothing" exists
"#;

#[test]
fn every_target_under_every_change() {
    let site = Site::serve(&[("/", WALLET)]);
    let folder = Folder::at(&site, SCRIPT);
    insta::assert_snapshot!(folder.run(&["prove"]).shown(), @r#"
    ✓ a.aite › All of it TIME

    /                                               word+  word≠     id testid  class   move   swap   gone  gone≠
      "To"                                              ✓      ✓      -      -      -      =      =      ·      ·
      button "Send"                                     ✓      ·      =      -      =      =      =      ·      ·
      radio "Light"                                     ✓      ·      -      -      -      =      =      ·      ·
      "Delete item"                                     ✓      ✓      -      =      -      =      =      ·      ·
      button "Cancel"                                   ✓      ·      -      -      =      =      =      ·      ·
      first css "li"                                    =      =      -      -      -      -      -      -      -

    = still meant by the target itself · ✓ repaired · · refused · ≠ the target itself means another now · ✗ repaired wrongly
    - nothing to change · ! not tried

                                      exact  repaired  drifted  ambiguous  not found  another fits  WRONG
    a word added to its name              1         5        .          .          .             .      0
    another word in its name              1         2        3          .          .             .      0
    its id dropped                        1         .        .          .          .             .      0
    its testid dropped                    1         .        .          .          .             .      0
    its classes changed                   2         .        .          .          .             .      0
    wrapped and moved                     5         .        .          .          .             .      0
    swapped with its sibling              5         .        .          .          .             .      0
    removed                               .         .        1          .          4             .      0
    removed, its neighbour renamed        .         .        1          .          4             .      0
    all                                  16         7        5          .          8             .      0

    6 targets · 36 changes · 0 repaired wrongly
    1 passed · TIME
    exit 0
    "#);
    // The steps were performed once, and on the page as it is.
    assert_eq!(site.heard(), ["sent to bob", "deleted"]);
    assert!(!folder.path("a.aite.lock").exists());
    assert!(!folder.path(".aite/runs").exists());
}

/// A testid is believed, and this page gives the removed button's to another.
const TREACHEROUS: &str = r##"
    <style>.spare { display: none } .spare:first-child { display: inline }</style>
    <p><button data-testid=send onclick="tell('sent')">Send</button><a href="#" class=spare data-testid=send onclick="tell('thrown away')">Throw away</a></p>"##;

#[test]
fn a_wrong_repair_is_shown_and_never_acted_on() {
    let site = Site::serve(&[("/", TREACHEROUS)]);
    let folder = Folder::at(&site, "open \"/\"\nclick button \"Send\"\n");
    insta::assert_snapshot!(folder.run(&["prove", "--quiet"]).shown(), @r#"
                                      exact  repaired  drifted  ambiguous  not found  another fits  WRONG
    a word added to its name              .         1        .          .          .             .      0
    another word in its name              .         1        .          .          .             .      0
    its id dropped                        .         .        .          .          .             .      0
    its testid dropped                    1         .        .          .          .             .      0
    its classes changed                   .         .        .          .          .             .      0
    wrapped and moved                     1         .        .          .          .             .      0
    swapped with its sibling              .         .        .          .          .             .      0
    removed                               .         .        .          .          .             .      1
    removed, its neighbour renamed        .         .        .          .          .             .      0
    all                                   2         2        .          .          .             .      1

    ✗ a.aite:2  button "Send"  on /
      was:     button "Send"
      changed: removed: removed
      taken:   link "Throw away"
      because: 0.43: text "Send" → "Throw away" (0.00), tag "button" → "a" (0.00), found by its testid

    1 target · 5 changes · 1 repaired wrongly
    1 passed · TIME
    exit 1
    "#);
    assert_eq!(site.heard(), ["sent"]);
}

#[test]
fn as_data_without_secrets() {
    let page = "<p>Hello <b id=name>Qian 4711</b></p><button>Log out Qian 4711</button>";
    let site = Site::serve(&[("/", page)]);
    let script = "secret name = env \"NAME\"\ntest \"x\"\n  open \"/\"\n  verify css \"b\" has text name\n  click button ~\"Log out\"\n";
    let folder = Folder::at(&site, script);
    let mut command = folder.aite(&["prove", "--format", "json"]);
    command.env("NAME", "Qian 4711");
    let ran = folder.end_of(command);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    let proofs: Value = serde_json::from_str(&ran.stdout).expect("JSON alone on standard output");
    assert_eq!(proofs["wrong"], 0);
    let targets = proofs["targets"].as_array().expect("targets");
    assert_eq!(targets.len(), 2, "{proofs}");
    assert_eq!(targets[1]["trials"][0]["finding"], "exact");
    assert_eq!(
        targets[1]["trials"][0]["change"],
        json!("\"Log out •••\" -> \"Log out ••• now\"")
    );
    assert!(!ran.all().contains("4711"), "{}", ran.all());
    for (name, bytes) in folder.files(".aite/proofs") {
        assert!(!String::from_utf8_lossy(&bytes).contains("4711"), "{name}");
    }
}

#[test]
fn a_test_that_fails_proves_what_came_before() {
    let site = Site::serve(&[("/", WALLET)]);
    let folder = Folder::at(
        &site,
        "open \"/\"\nclick button \"Cancel\"\nclick \"Nothing\" timeout 300ms\n",
    );
    let ran = folder.run(&["prove", "--quiet"]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.contains("1 target · "), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("nothing on the page is \"Nothing\""),
        "{}",
        ran.stderr
    );
    let lock = fs::exists(folder.path("a.aite.lock"));
    assert!(!lock.expect("a readable folder"));
}
