//! Bad files and bad requests: each gets a sentence that says what is wrong and what to do, and an exit code; none hangs.

use std::fs;

use serde_json::json;

use crate::folder::Folder;

const BARE: &str = "open \"http://127.0.0.1:9/\"\n";

#[test]
fn a_page_outside_the_allow_list() {
    let folder = Folder::with_script("open \"https://example.org/login\"\n");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error[outside-allow-list]: https://example.org is outside the allow list, so nothing there is touched.
     --> a.aite:1:6
      |
    1 | open "https://example.org/login"
      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: Add "https://example.org" to `allow` in aite.config.json.

    1 error, 0 warnings
    exit 2
    "#);
}

#[test]
fn a_config_with_an_unknown_key() {
    let folder = Folder::with_script(BARE).config(json!({"timeOutMs": 3000}));
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: FOLDER/aite.config.json:1: unknown key "timeOutMs"; did you mean "timeoutMs"?
    exit 2
    "#);
}

#[test]
fn a_config_with_a_wrong_type() {
    let folder = Folder::with_script(BARE).config(json!({"timeoutMs": "long"}));
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: FOLDER/aite.config.json:1: "timeoutMs": found string "long", expected a whole number
    exit 2
    "#);
}

#[test]
fn a_config_with_a_wrong_type_deep_inside() {
    let folder = Folder::with_script(BARE)
        .config(json!({"profiles": {"mia": {"viewport": {"width": "wide", "height": 1}}}}));
    insta::assert_snapshot!(folder.run(&["check"]).shown(), @r#"
    error: FOLDER/aite.config.json:1: "profiles.mia.viewport.width": found string "wide", expected a whole number
    exit 2
    "#);
}

#[test]
fn a_config_of_a_newer_version() {
    let folder =
        Folder::with_script(BARE).file("aite.config.json", r#"{"version": 2, "newKey": 1}"#);
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: FOLDER/aite.config.json: version 2 is newer than this program knows (1); update aite to read it
    exit 2
    "#);
}

#[test]
fn a_config_that_is_no_json() {
    let folder = Folder::with_script(BARE).file("aite.config.json", "{\n  \"version\": 1,\n}\n");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: FOLDER/aite.config.json:3: not JSON: trailing comma at line 3 column 1
    exit 2
    "#);
}

#[test]
fn a_lock_of_a_newer_version() {
    let folder = Folder::with_script(BARE).file("a.aite.lock", r#"{"version": 2, "elements": {}}"#);
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: FOLDER/a.aite.lock: version 2 is newer than this program knows (1); update aite to read it
    1 error, 0 warnings
    exit 2
    "#);
    assert_eq!(
        folder.read("a.aite.lock"),
        r#"{"version": 2, "elements": {}}"#
    );
}

/// Root may write anywhere, so that a file in the folder's place is what refuses everybody.
#[test]
fn a_folder_that_cannot_be_written() {
    let folder = Folder::with_script(BARE).file(".aite", "");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: FOLDER/.aite/runs/RUN-ID cannot be made: Not a directory (os error 20). A run keeps its results there; make the folder writable.
    exit 3
    "#);
}

#[test]
fn a_script_that_is_not_utf8() {
    let folder = Folder::new().file("a.aite", b"go back\nclick \"caf\xE9\"\n");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error[not-utf8]: This file is not UTF-8: byte 18, in line 2, is 0xE9, which begins no UTF-8 character.
     --> a.aite
      = help: Save the file as UTF-8. Most editors have "save with encoding" or a setting by that name.

    1 error, 0 warnings
    exit 2
    "#);
    insta::assert_snapshot!(folder.run(&["fmt"]).shown(), @r#"
    1 script formatted already
    error: a.aite: This file is not UTF-8: byte 18, in line 2, is 0xE9, which begins no UTF-8 character.
    exit 2
    "#);
    assert_eq!(
        fs::read(folder.path("a.aite")).unwrap(),
        b"go back\nclick \"caf\xE9\"\n"
    );
}

#[test]
fn a_script_with_crlf_and_a_byte_order_mark_is_a_script() {
    let text = "\u{feff}test \"a\"\r\n  open \"http://127.0.0.1:9/\"\r\n  clik \"Send\"\r\n";
    let folder = Folder::new().file("a.aite", text);
    insta::assert_snapshot!(folder.run(&["check"]).shown(), @r#"
    error[unknown-step]: `clik` is no step and no heading.
     --> a.aite:3:3
      |
    3 |   clik "Send"
      |   ^^^^
      |
      = help: Did you mean `click`?

    1 error, 0 warnings
    exit 2
    "#);
    let folder = Folder::new().file("a.aite", text.replace("clik", "click"));
    insta::assert_snapshot!(folder.run(&["check"]).shown(), @r#"
    1 script checked, no errors
    exit 0
    "#);
    insta::assert_snapshot!(folder.run(&["list"]).shown(), @r#"
    a.aite:1 a
    exit 0
    "#);
}

#[test]
fn a_line_of_a_megabyte() {
    let folder = Folder::new().file("a.aite", format!("click {}\n", "x".repeat(1 << 20)));
    let ran = folder.run(&["check"]);
    insta::assert_snapshot!(ran.shown().replace(&"x".repeat(300), "x…"), @r#"
    error[unknown-name]: Nothing is named `x…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
     --> a.aite:1:7
      |
    1 | click xxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxx
      |       ^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: Define it above: let x…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…

    1 error, 0 warnings
    exit 2
    "#);
    let folder = Folder::new().file("a.aite", format!("click \"{}\"\n", "x".repeat(1 << 20)));
    insta::assert_snapshot!(folder.run(&["check"]).shown(), @r#"
    1 script checked, no errors
    exit 0
    "#);
}

#[test]
fn no_script_at_all() {
    insta::assert_snapshot!(Folder::new().run(&["run"]).shown(), @r#"
    error: no script found: FOLDER holds no file that ends in .aite. `aite init` makes a first one.
    exit 2
    "#);
    let folder = Folder::with_script(BARE);
    insta::assert_snapshot!(folder.run(&["run", "b.aite"]).shown(), @r#"
    error: b.aite: there is no such file or folder
    exit 2
    "#);
    insta::assert_snapshot!(folder.file("b.txt", "").run(&["run", "b.txt"]).shown(), @r#"
    error: b.txt is no script: a script's name ends in .aite
    exit 2
    "#);
}

#[test]
fn scripts_without_a_test() {
    let folder = Folder::with_script("flow login\n  reload\n");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    no tests · TIME
    run: .aite/runs/RUN-ID
    exit 2
    "#);
}

#[test]
fn a_secret_whose_variable_is_not_set() {
    let folder = Folder::with_script(
        "secret password = env \"AITE_TEST_NO_SUCH\"\n\ntest \"a\"\n  open \"http://127.0.0.1:9/\"\n  fill \"Password\" with password\n",
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    error: a.aite:1: the environment variable AITE_TEST_NO_SUCH is not set; the script reads it with env "AITE_TEST_NO_SUCH"
    exit 2
    "#);
}

#[test]
fn an_option_there_is_not() {
    let ran = Folder::new().run(&["run", "--headles"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--headed"), "{}", ran.stderr);
}
