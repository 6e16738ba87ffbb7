//! What the open page gives to whoever writes a script beside it.

use serde_json::{Value, json};

use crate::client::{Client, edited};
use crate::live::{finish, hints, run, start};
use crate::person::{PORT, Person};

const SHOP: &str = "<nav aria-label=Main><a href=/cart>Cart</a></nav><h1>Lamps</h1>\
    <label>Search <input name=q></label><label>Password <input type=password></label>\
    <ul><li>Desk lamp <button onclick=\"out.textContent = 'Bought'\">Buy</button></li><li>Floor lamp <button>Buy</button></li></ul>\
    <button hidden>Secret</button><p id=out></p>";

/// Opens the page in the browser that the editor has.
fn open_page(client: &mut Client) {
    client.open("open.aite", "open \"/lamps\"\n");
    run(client, "aite.runStep", "open.aite", 0);
    finish(client, 1);
}

/// The completions at a place that come from the page, once it has been looked at.
fn offered(client: &mut Client, name: &str, position: &Value) -> Vec<Value> {
    loop {
        let list = client.ask("completion", name, position);
        let items = list["items"].as_array().expect("items").iter();
        let of_page: Vec<_> = items
            .filter(|item| item["detail"] == "on the open page")
            .cloned()
            .collect();
        if !of_page.is_empty() {
            return of_page;
        }
        assert_eq!(list["isIncomplete"], true, "{list}");
    }
}

fn labels(items: &[Value]) -> Vec<&str> {
    let labels = items.iter().map(|item| item["label"].as_str());
    labels.map(|label| label.expect("a label")).collect()
}

#[test]
fn the_pages_own_elements_are_offered_where_a_target_is_written() {
    let (mut client, _site) = start(&[("/lamps", SHOP)]);
    let place = client.open("lamps.aite", "open \"/lamps\"\nclick ‸\n");
    let before = client.ask("completion", "lamps.aite", &place);
    let items = before["items"].as_array().expect("items");
    assert!(
        items
            .iter()
            .all(|item| item["detail"] != "on the open page")
    );

    open_page(&mut client);
    let all = offered(&mut client, "lamps.aite", &place);
    insta::assert_debug_snapshot!(labels(&all), @r#"
    [
        "navigation \"Main\"",
        "link \"Cart\"",
        "heading \"Lamps\"",
        "field \"Search\"",
        "field \"Password\"",
        "\"Desk lamp Buy\"",
        "first button \"Buy\"",
        "\"Floor lamp Buy\"",
        "2nd button \"Buy\"",
    ]
    "#);

    // What is typed of the target is replaced, quotes and role and all.
    for (typed, wanted) in [
        ("click but‸", "first button \"Buy\""),
        ("click button \"B‸\"", "2nd button \"Buy\""),
        ("fill Sea‸ with \"x\"", "field \"Search\""),
        ("verify \"Car‸", "link \"Cart\""),
    ] {
        let version = 2;
        let text = format!("open \"/lamps\"\n{}\n", typed.replace('‸', ""));
        client.change("lamps.aite", version, None, &text);
        let before = typed.split('‸').next().unwrap_or_default();
        let place = json!({"line": 1, "character": before.encode_utf16().count()});
        let all = offered(&mut client, "lamps.aite", &place);
        let chosen = all.iter().find(|item| item["label"] == wanted);
        let chosen = chosen.unwrap_or_else(|| panic!("{wanted} in {:?}", labels(&all)));
        let edit = json!([{"range": chosen["textEdit"]["range"], "newText": chosen["textEdit"]["newText"]}]);
        let line = edited(&text, &edit);
        let line = line.lines().nth(1).unwrap_or_default();
        let rest = typed
            .split(['‸'])
            .nth(1)
            .unwrap_or_default()
            .trim_start_matches('"');
        let verb = typed.split(' ').next().unwrap_or_default();
        assert_eq!(line, format!("{verb} {wanted}{rest}"));
    }
}

#[test]
fn targets_are_looked_for_before_anything_runs() {
    let (mut client, _site) = start(&[("/lamps", SHOP)]);
    let text = "test \"Lamps\"\n  fill field \"Search\" with \"desk\"\n  click button \"Buy\"\n  click \"Nowhere\"\n  verify text \"Bought\"\n  click \"Secret\"\n";
    client.open("lamps.aite", text);
    open_page(&mut client);
    client.ask("hover", "lamps.aite", &json!({"line": 2, "character": 4}));
    while hints(&mut client, "lamps.aite", text).is_empty() {
        client.wait("a refresh of the hints", |message| {
            message["method"] == "workspace/inlayHint/refresh"
        });
    }
    insta::assert_debug_snapshot!(hints(&mut client, "lamps.aite", text), @r#"
    [
        "fill field \"Search\" with \"desk\" ← 1 match",
        "click button \"Buy\" ← 2 matches",
        "click \"Nowhere\" ← 0 matches",
        "click \"Secret\" ← 0 matches, 1 hidden",
    ]
    "#);
}

#[test]
fn hovering_a_target_shows_its_picture() {
    let (mut client, _site) = start(&[("/lamps", SHOP)]);
    let place = client.open(
        "lamps.aite",
        "open \"/lamps\"\nfill fie‸ld \"Search\" with \"desk\"\n",
    );
    let said = client.ask("hover", "lamps.aite", &place);
    assert!(
        !said["contents"]["value"]
            .as_str()
            .expect("words")
            .contains("data:image")
    );
    open_page(&mut client);
    // A hover takes the picture along where the page gives it at once, which a busy machine may not at the first.
    let shows = (0..50).any(|_| {
        let said = client.ask("hover", "lamps.aite", &place);
        let words = said["contents"]["value"].as_str().expect("words");
        words.contains("](data:image/png;base64,iVBOR")
    });
    assert!(shows);
}

#[test]
fn the_element_a_person_clicks_is_written_and_the_page_does_not_feel_it() {
    let (mut client, site) = start(&[("/lamps", SHOP)]);
    let config = json!({"version": 1, "baseUrl": site.origin(), "chrome": {"args": [PORT]}});
    client.write("aite.config.json", &config.to_string());
    open_page(&mut client);
    client.open("lamps.aite", "test \"Lamps\"\n  click \"old\"\n");
    let position = json!({"line": 1, "character": 10});
    let place = json!({"uri": client.uri("lamps.aite"), "position": position});
    let asked = json!({"command": "aite.pick", "arguments": [place]});
    client.request("workspace/executeCommand", asked);
    client.wait("a word that a person may pick", |message| {
        message["method"] == "window/showMessage"
    });
    Person::at(client.root(), "/lamps").click("li button");
    client.wait("an edit", |message| {
        message["method"] == "workspace/applyEdit"
    });
    insta::assert_snapshot!(client.text("lamps.aite"), @r#"
    test "Lamps"
      click first button "Buy"
    "#);

    client.open("after.aite", "verify not text \"Bought\"\n");
    run(&mut client, "aite.runStep", "after.aite", 0);
    finish(&mut client, 1);
    let text = client.text("after.aite").to_owned();
    insta::assert_debug_snapshot!(hints(&mut client, "after.aite", &text), @r#"
    [
        "verify not text \"Bought\" ← ✓",
    ]
    "#);
}

#[test]
fn what_a_person_does_is_written_as_steps() {
    let (mut client, _site) = start(&[("/lamps", SHOP)]);
    open_page(&mut client);
    client.open(
        "lamps.aite",
        "test \"Lamps\"\n  # here\n\ntest \"Another\"\n  open \"/lamps\"\n",
    );
    client.open("hand.aite", "fill field \"Search\" with \"desk\"\nfill field \"Password\" with \"hunter2\"\nclick first button \"Buy\"\nclick link \"Cart\"\n");
    run(&mut client, "aite.record", "lamps.aite", 1);
    for line in 0..4 {
        run(&mut client, "aite.runStep", "hand.aite", line);
    }
    finish(&mut client, 4);
    run(&mut client, "aite.record", "lamps.aite", 1);
    // Another command's end says that all that came before it has been done.
    run(&mut client, "aite.runStep", "open.aite", 0);
    finish(&mut client, 1);
    insta::assert_snapshot!(client.text("lamps.aite"), @r#"
    secret password = env "PASSWORD"

    test "Lamps"
      # here
      open "/lamps"
      fill field "Search" with "desk"
      fill field "Password" with password
      click first button "Buy"
      click link "Cart"

    test "Another"
      open "/lamps"
    "#);
}
