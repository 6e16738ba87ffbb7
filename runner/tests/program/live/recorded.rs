//! A pass through the shop, written down while it is made, and made again from what was written.

use aite::script::format;
use aite::session::{LiveEvent, Recorded, written};
use url::Url;

use super::author::Author;
use crate::folder::Folder;

const PASSWORD: &str = "open sesame";

#[test]
fn a_recorded_pass_is_a_script_that_passes() {
    let mut author = Author::new();
    author.folder = std::mem::replace(&mut author.folder, Folder::new()).file(
        "portrait.svg",
        include_str!("../../../demo/suite/pictures/portrait.svg"),
    );
    author.perform("open \"/login\"");
    let mut events = author.ask(async |session| {
        let events = session.live_events();
        session.start_recording().await.expect("recording");
        events
    });
    author.perform(PASS);
    author.ask(async |session| session.stop_recording().await.expect("an end of recording"));
    let mut recorded: Vec<Recorded> = Vec::new();
    while let Some(event) = events.take() {
        if let LiveEvent::Recorded(step) = event {
            recorded.push(step);
        }
    }
    let told = format!("{recorded:?}");
    assert!(!told.contains(PASSWORD), "{told}");

    let base = Url::parse(&author.shop.shop_origin()).expect("an address");
    let script = written(&recorded, Some(&base)).script("A pass through the shop");
    assert_eq!(script, WRITTEN);
    assert_eq!(format(&script), script);

    let folder = std::mem::replace(&mut author.folder, Folder::new()).file("pass.aite", &script);
    let mut again = folder.aite(&["run", "pass.aite"]);
    again.env("PASSWORD", PASSWORD);
    let again = folder.end_of(again);
    assert_eq!(again.code, 0, "{}", again.shown());
    author.folder = folder;
}

/// With waits in it, because a person looks before going on.
const PASS: &str = r#"fill "User name" with "alice"
fill "Password" with "open sesame"
click button "Log in"
wait for button "Alice"
click button "Accept" within region "Cookies"
type "lan" into "Search"
wait for "2 products"
click link "Paper lantern"
wait for heading "Paper lantern"
check "Gift wrap"
check switch "Express delivery"
uncheck switch "Express delivery"
check radio "Yellow"
double click alt "A round red paper lantern, lit"
click tab "Reviews"
click button "4 stars"
click button "Gladly"
click link "Wallet"
wait for heading "Your wallet"
fill "To" with "bob"
type "1" into "Amount"
press "Enter" in "Amount"
verify dialog "Review send" is visible
press "Escape"
press "Enter" in "Amount"
click button "Send"
wait for cell "−1"
fill placeholder "you@example.test" with "alice@example.test"
click "Subscribe"
accept dialog
click link "Help"
switch to new tab
click "Can I send something back?"
close tab
click button "Alice"
click menuitem "Account"
wait for field "About you"
upload "portrait.svg" to "New picture"
wait for alt "Your picture"
press "CtrlOrCmd+A" in field "About you"
type "I collect bells." into field "About you"
uncheck "News by email"
click "Save changes"
wait for "Saved"
"#;

const WRITTEN: &str = r#"secret password = env "PASSWORD"

test "A pass through the shop"
  open "/login"
  fill field "User name" with "alice"
  fill field "Password" with password
  click button "Log in"
  wait until not url contains "/login"
  click button "Accept"
  fill field "Search" with "lan"
  click link "Paper lantern"
  wait until url contains "/product/paper-lantern"
  check checkbox "Gift wrap"
  check switch "Express delivery"
  uncheck switch "Express delivery"
  check radio "Yellow"
  double click image "A round red paper lantern, lit"
  click tab "Reviews"
  click button "4 stars"
  click button "Gladly"
  click link "Wallet"
  wait until url contains "/wallet"
  fill field "To" with "bob"
  fill field "Amount" with "1"
  press "Enter" in field "Amount"
  press "Escape"
  press "Enter" in field "Amount"
  click button "Send"
  fill field "Newsletter" with "alice@example.test"
  click button "Subscribe"
  accept dialog
  click link "Help"
  switch to new tab
  click button "Can I send something back?"
  close tab
  click button "Alice"
  click menuitem "Account"
  wait until url contains "/account"
  upload "portrait.svg" to label "New picture"
  fill field "About you" with "I collect bells."
  uncheck checkbox "News by email"
  click button "Save changes"
"#;
