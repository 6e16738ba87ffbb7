//! What a test comes to, and what is said of it.

use std::fs;

use crate::folder::Folder;
use crate::results::{steps, text};
use crate::site::{FORM, Site};

#[test]
fn a_test_that_passes() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        r#"test "Money is sent"
  open "/"
  require number testid "balance" is at least 1000
  fill "To" with "bob"
  click button "Continue"
  verify text "Sent to bob"
  verify field "To" has value "bob"
"#,
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ✓ a.aite › Money is sent TIME

    1 passed · TIME
    run: .aite/runs/RUN-ID
    exit 0
    "#);
    assert_eq!(site.heard(), ["continue"]);
}

#[test]
fn a_test_that_fails_says_what_is_close_and_shows_the_page() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        r#"test "Money is sent"
  open "/"
  click button "Contine" timeout 1s
  verify text "never"
"#,
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ✗ a.aite › Money is sent TIME

    ✗ a.aite › Money is sent
    error: step 1.2: nothing on the page is button "Contine"
     --> a.aite:3:3
      |
    3 |   click button "Contine" timeout 1s
      |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ not-found after TIME
      |
      = close to it: button "Continue"
      = picture: .aite/runs/RUN-ID/screenshots/default-001-failed-1.png

    1 failed · TIME
    run: .aite/runs/RUN-ID
    exit 1
    "#);
    insta::assert_snapshot!(steps(&folder.results()), @r#"
    1.1 open "/": passed
    1.2 click button "Contine" timeout 1s: failed
    1.3 verify text "never": not-run
    "#);
    let picture = text(&folder.results()["scripts"][0]["tests"][0]["steps"][1]["screenshot"]);
    let picture = fs::read(folder.run_folder().join(picture)).unwrap();
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
}

#[test]
fn two_elements_that_fit_are_both_named() {
    let site = Site::serve(&[(
        "/",
        "<main><h2>Cart</h2><button>Buy</button></main><footer><h2>Gifts</h2><button>Buy</button></footer>",
    )]);
    let folder = Folder::at(&site, "open \"/\"\nclick button \"Buy\" timeout 1s\n");
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ✗ a.aite › a TIME

    ✗ a.aite › a
    error: step 1.2: 2 elements are button "Buy"; say which one is meant
     --> a.aite:2:1
      |
    2 | click button "Buy" timeout 1s
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ambiguous after TIME
      |
      = matches: button "Buy" by "Cart"
                 button "Buy" by "Gifts"
      = picture: .aite/runs/RUN-ID/screenshots/default-001-failed-1.png

    1 failed · TIME
    run: .aite/runs/RUN-ID
    exit 1
    "#);
}

#[test]
fn expected_and_found_stand_side_by_side() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        "open \"/\"\nsoft verify number testid \"balance\" is 99 timeout 500ms\nsoft verify title is \"Shop\" timeout 500ms\nverify button \"Cancel\" is disabled timeout 500ms\n",
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ✗ a.aite › a TIME

    ✗ a.aite › a
    error: step 1.2: the page is not as expected
     --> a.aite:2:1
      |
    2 | soft verify number testid "balance" is 99 timeout 500ms
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mismatch after TIME
      |
      = expected: "99"
      = found: "1,200 MALLBUCKS"
      = picture: .aite/runs/RUN-ID/screenshots/default-001-failed-1.png
    error: step 1.3: the page is not as expected
     --> a.aite:3:1
      |
    3 | soft verify title is "Shop" timeout 500ms
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mismatch after TIME
      |
      = expected: "Shop"
      = found: "Test"
      = picture: .aite/runs/RUN-ID/screenshots/default-002-failed-2.png
    error: step 1.4: the page is not as expected
     --> a.aite:4:1
      |
    4 | verify button "Cancel" is disabled timeout 500ms
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ mismatch after TIME
      |
      = expected: "disabled"
      = found: "enabled"
      = picture: .aite/runs/RUN-ID/screenshots/default-003-failed-3.png

    1 failed · TIME
    run: .aite/runs/RUN-ID
    exit 1
    "#);
}

#[test]
fn a_precondition_that_is_not_met_is_no_failure_of_the_app() {
    let site = Site::serve(&[("/", FORM)]);
    let folder = Folder::at(
        &site,
        "open \"/\"\nrequire number testid \"balance\" is at least 5000 timeout 500ms\nclick button \"Continue\"\n",
    );
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ◌ a.aite › a TIME

    ◌ a.aite › a
    error: step 1.2: a precondition of the test is not met
     --> a.aite:2:1
      |
    2 | require number testid "balance" is at least 5000 timeout 500ms
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ pre-state after TIME
      |
      = expected: "at least 5000"
      = found: "1,200 MALLBUCKS"
      = picture: .aite/runs/RUN-ID/screenshots/default-001-failed-1.png

    1 pre-state · TIME
    run: .aite/runs/RUN-ID
    exit 4
    "#);
    assert_eq!(site.heard(), [""; 0]);
}
