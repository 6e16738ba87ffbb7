//! Texts that are opened, changed and closed.

use serde_json::{Value, json};

use crate::client::{Client, part, position};

fn messages(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .map(|one| one["message"].as_str().expect("a message"))
        .collect()
}

#[test]
fn problems_are_pushed_with_the_version_they_are_of() {
    let mut client = Client::start();
    client.open("a.aite", "open \"http://localhost/\"\nclik \"😀\"\n");
    let found = client.diagnostics("a.aite", 1);
    assert_eq!(
        messages(&found),
        ["`clik` is no step and no heading.\nDid you mean `click`?"]
    );
    let text = "open \"http://localhost/\"\nclik \"😀\"\n";
    assert_eq!(part(text, &found[0]["range"]), "clik");

    let at = position(text, text.find("k \"").expect("there"));
    client.change("a.aite", 2, Some(json!({"start": at, "end": at})), "c");
    assert_eq!(client.diagnostics("a.aite", 2), [] as [Value; 0]);
}

#[test]
fn a_file_that_is_used_is_read_from_the_editor_before_the_disk() {
    let mut client = Client::start();
    client.write("flows.aite", "flow pay\n  click \"Pay\"\n");
    client.open(
        "a.aite",
        "use \"flows.aite\"\ntest \"t\"\n  open \"http://localhost/\"\n  do pay\n",
    );
    assert_eq!(client.diagnostics("a.aite", 1), [] as [Value; 0]);
    client.open("flows.aite", "flow pya\n  click \"Pay\"\n");
    let found = client.diagnostics_when("a.aite", |told| told["diagnostics"] != json!([]));
    assert_eq!(
        messages(&found),
        ["There is no flow named `pay`.\nDid you mean `pya`?"]
    );
}

#[test]
fn an_editor_that_asks_for_problems_is_not_told_them_too() {
    let mut client =
        Client::start_with(json!({"capabilities": {"textDocument": {"diagnostic": {}}}}));
    client.open("a.aite", "clik \"x\"\n");
    let report = client.ask("diagnostic", "a.aite", &Value::Null);
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"].as_array().expect("a list").len(), 1);
    assert_eq!(client.diagnostics("a.aite", 1), [] as [Value; 0]);
}

#[test]
fn five_hundred_changes_in_a_burst_arrive_in_order() {
    let mut client = Client::start();
    client.open("a.aite", "click \"\"\n");
    for at in 0..500 {
        let character = 7 + at;
        let place = json!({"line": 0, "character": character});
        let letter = char::from(b'a' + (at % 26) as u8);
        client.change(
            "a.aite",
            at + 2,
            Some(json!({"start": place, "end": place})),
            &letter.to_string(),
        );
    }
    let place = json!({"line": 1, "character": 0});
    client.change(
        "a.aite",
        502,
        Some(json!({"start": place, "end": place})),
        "clik\n",
    );
    let found = client.diagnostics("a.aite", 502);
    let message = found.iter().find(|one| one["range"]["start"]["line"] == 1);
    assert!(message.is_some(), "{found:?}");
}

#[test]
fn it_leaves_when_its_input_is_closed() {
    let client = Client::start();
    assert!(client.hang_up().as_secs() < 5);
}
