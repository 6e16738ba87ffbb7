//! What a person says in the editor to a page that has changed.

use serde_json::{Value, json};

use crate::client::{Client, edited};
use crate::live::{finish, hints, run, start, told};

const OLD: &str = "<h1>Wallet</h1><form aria-label=Pay onsubmit=\"return false\">\
    <label>Amount <input name=amount></label>\
    <button id=send data-testid=send class=\"primary big\" onclick=\"out.textContent = 'Sent'\">Send</button></form>\
    <p><button type=button id=coupon class=quiet onclick=\"out.textContent = 'Coupon taken'\">Use a coupon</button></p>\
    <ul><li>Lamp <button class=more data-x=1>Look closer</button></li></ul>\
    <p id=out></p>";

/// The same after a redesign: one element is beyond doubt, one is not, one could be two, one is gone.
const NEW: &str = "<h1>Wallet</h1><form aria-label=Pay onsubmit=\"return false\">\
    <label>Amount <input name=amount></label>\
    <button data-testid=send class=\"primary big\" onclick=\"out.textContent = 'Sent'\">Send now</button></form>\
    <p><button type=button class=quiet onclick=\"out.textContent = 'Coupon taken'\">Use a voucher</button></p>\
    <ul><li>Lamp <button class=more data-x=1>Look closer now</button></li><li>Lamp <button class=more data-x=1>Look closer now</button></li></ul>\
    <p id=out></p>";

const SCRIPT: &str = "test \"Pay\"\n  open \"/wallet\"\n  click button \"Send\"\n  verify text \"Sent\"\n  click \"Use a coupon\"\n  click \"Look closer\"\n  click \"Nowhere\" timeout 100ms\n";

/// The actions at a line, by title.
fn actions(client: &mut Client, line: u32, diagnostics: &[Value]) -> Vec<Value> {
    let place = json!({"line": line, "character": 4});
    let asked = json!({
        "textDocument": {"uri": client.uri("pay.aite")},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": diagnostics, "only": ["quickfix"]},
    });
    let actions = client.request("textDocument/codeAction", asked);
    actions.as_array().expect("actions").clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions
        .iter()
        .map(|action| action["title"].as_str().expect("a title"))
        .collect()
}

/// Makes an action's edits as an editor does that saves at once.
fn apply(client: &mut Client, action: &Value) {
    client.forget("textDocument/publishDiagnostics");
    for change in action["edit"]["documentChanges"]
        .as_array()
        .expect("changes")
    {
        let uri = change["textDocument"]["uri"].as_str().expect("an address");
        let path = uri.trim_start_matches("file://");
        let old = std::fs::read_to_string(path).expect("a file");
        std::fs::write(path, edited(&old, &change["edits"])).expect("written");
        client.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": [{"uri": uri, "type": 2}]}),
        );
    }
}

#[test]
fn a_changed_page_is_answered_in_the_lock_and_the_next_run_is_quiet() {
    let (mut client, site) = start(&[("/wallet", OLD)]);
    client.write("pay.aite", SCRIPT);
    client.open("pay.aite", SCRIPT);
    for line in 1..=5 {
        run(&mut client, "aite.runStep", "pay.aite", line);
    }
    finish(&mut client, 5);
    assert!(client.path("pay.aite.lock").exists());

    site.change("/wallet", NEW);
    for line in 1..=6 {
        run(&mut client, "aite.runStep", "pay.aite", line);
    }
    finish(&mut client, 6);
    insta::assert_debug_snapshot!(hints(&mut client, "pay.aite", SCRIPT), @r#"
    [
        "open \"/wallet\" ← ✓",
        "click button \"Send\" ← repaired 1.00: text \"Send\" → \"Send now\" (0.93), after \"Use a coupon\" → \"Use a voucher\" (0.24), found by its testid",
        "verify text \"Sent\" ← ✓ \"Sent\"",
        "click \"Use a coupon\" ← ✗ drifted 0.83",
        "click \"Look closer\" ← ✗ 2 matches",
        "click \"Nowhere\" timeout 100ms ← ✗ not found",
    ]
    "#);
    let found = client.diagnostics_when("pay.aite", |told| {
        told["diagnostics"]
            .as_array()
            .is_some_and(|all| all.len() == 4)
    });
    insta::assert_debug_snapshot!(told(SCRIPT, &found), @r#"
    [
        "3 `click button \"Send\"`: Repaired (1.00): text \"Send\" → \"Send now\" (0.93), after \"Use a coupon\" → \"Use a voucher\" (0.24), found by its testid.",
        "2 `click \"Use a coupon\"`: Nothing on the page is \"Use a coupon\"; one element resembles it",
        "2 `click \"Look closer\"`: Nothing on the page is \"Look closer\"; 2 elements resemble it",
        "1 `click \"Nowhere\" timeout 100ms`: Nothing on the page is \"Nowhere\"",
    ]
    "#);

    let repaired = actions(&mut client, 2, &found[..1]);
    insta::assert_debug_snapshot!(titles(&repaired), @r#"
    [
        "Accept this repair: button \"Send now\" by \"Wallet\" (1.00: text \"Send\" → \"Send now\")",
        "Say it the new way: button \"Send now\"",
        "Both: button \"Send now\", and in the lock",
        "Never this one: button \"Send now\" by \"Wallet\"",
    ]
    "#);
    let drifted = actions(&mut client, 4, &found[1..2]);
    insta::assert_debug_snapshot!(titles(&drifted), @r#"
    [
        "Use this candidate: button \"Use a voucher\" by \"Wallet\" (0.83: text \"Use a coupon\" → \"Use a voucher\")",
        "Say it the new way: \"Use a voucher\"",
        "Both: \"Use a voucher\", and in the lock",
        "Never this one: button \"Use a voucher\" by \"Wallet\"",
    ]
    "#);
    let ambiguous = actions(&mut client, 5, &found[2..3]);
    insta::assert_debug_snapshot!(titles(&ambiguous), @r#"
    [
        "Use candidate 1 of 2: button \"Look closer now\" by \"Lamp\" (1.00: text \"Look closer\" → \"Look closer now\")",
        "Use candidate 2 of 2: button \"Look closer now\" by \"Lamp\" (1.00: text \"Look closer\" → \"Look closer now\")",
        "Never candidate 1 of 2: button \"Look closer now\" by \"Lamp\"",
        "Never candidate 2 of 2: button \"Look closer now\" by \"Lamp\"",
    ]
    "#);
    assert_eq!(
        titles(&actions(&mut client, 6, &found[3..])),
        [] as [&str; 0]
    );

    apply(&mut client, &repaired[0]);
    let left = client.diagnostics_when("pay.aite", |told| {
        told["diagnostics"]
            .as_array()
            .is_some_and(|all| all.len() == 3)
    });
    assert_eq!(left[0]["code"], "drifted");
    let drifted = actions(&mut client, 4, &left[..1]);
    apply(&mut client, &drifted[0]);
    client.diagnostics_when("pay.aite", |told| {
        told["diagnostics"]
            .as_array()
            .is_some_and(|all| all.len() == 2)
    });
    let lock: Value = serde_json::from_str(
        &std::fs::read_to_string(client.path("pay.aite.lock")).expect("a lock"),
    )
    .expect("JSON");
    let entry = &lock["elements"]["/wallet"];
    assert_eq!(
        entry["button \"Send\""]["accepted"]["was"],
        "button \"Send\" by \"Wallet\""
    );
    assert_eq!(
        entry["\"Use a coupon\""]["descriptor"]["text"],
        "Use a voucher"
    );

    for line in 2..=4 {
        run(&mut client, "aite.runStep", "pay.aite", line);
    }
    finish(&mut client, 3);
    insta::assert_debug_snapshot!(hints(&mut client, "pay.aite", SCRIPT)[1..4], @r#"
    [
        "click button \"Send\" ← ✓ 1 match · descriptor",
        "verify text \"Sent\" ← ✓ \"Sent\"",
        "click \"Use a coupon\" ← ✓ 1 match · repair",
    ]
    "#);
}
