//! From names to what they stand for, and new names for it.

use serde_json::{Value, json};

use crate::client::{CURSOR, Client, edited, part};

const FLOWS: &str = "# Logs a 用户 in.\r\n# Twice.\r\nflow 登录 user password\r\n  fill \"E\u{301}mail 😀\" with user\r\n  fill \"Password\" with \"{password}\"\r\nlet";
const SCRIPT: &str = "use \"flows.aite\"\r\nprofile قيان\r\nprofile mia\r\nlet site = \"http://localhost\"\r\nsecret pw = env \"PW\"\r\n\r\ntest \"{n} 😀\"\r\n  | n | m |\r\n  | 1 | e\u{301} |\r\n  open site\r\n  do 登录 \"{n}😀{m}\" pw\r\n  read \"x\" as الرصيد\r\n  verify number \"x\" changed by 1 since الرصيد\r\n  as قيان";

/// The script with a cursor in front of the `nth` time it says something.
fn at(text: &str, said: &str, nth: usize) -> String {
    let (at, _) = text.match_indices(said).nth(nth).expect("it says so");
    let mut text = text.to_owned();
    text.insert(at, CURSOR);
    text
}

fn client(script: &str) -> (Client, Value) {
    let mut client = Client::start();
    client.write("flows.aite", FLOWS.trim_end_matches("let"));
    client.write(
        "other.aite",
        "use \"flows.aite\"\ntest \"o\"\n  open \"http://localhost/\"\n  do 登录 \"a\" \"b\"\n",
    );
    client.write(
        "aite.config.json",
        "{\n  \"profiles\": {\n    \"قيان\": {}\n  }\n}\n",
    );
    let cursor = client.open("a.aite", script);
    (client, cursor)
}

fn places(client: &Client, locations: &Value) -> Vec<String> {
    let locations = locations.as_array().expect("a list").iter();
    locations
        .map(|location| {
            let uri = location["uri"].as_str().expect("a uri");
            let name = uri.rsplit('/').next().expect("a name");
            let text = match name {
                "a.aite" => SCRIPT.to_owned(),
                name => std::fs::read_to_string(client.path(name)).expect("on disk"),
            };
            let line = &location["range"]["start"]["line"];
            format!("{name}:{line} {}", part(&text, &location["range"]))
        })
        .collect()
}

#[test]
fn a_definition_is_found_in_this_file_and_in_those_used() {
    for (said, nth, expected) in [
        ("登录", 0, "flows.aite:2 登录"),
        ("n}😀", 0, "a.aite:7 n"),
        ("n} 😀", 0, "a.aite:7 n"),
        ("pw\r\n  read", 0, "a.aite:4 pw"),
        ("الرصيد", 1, "a.aite:11 الرصيد"),
        ("site\r\n", 0, "a.aite:3 site"),
        ("قيان", 1, "a.aite:1 قيان"),
        ("flows.aite", 0, "flows.aite:0 "),
    ] {
        let (mut client, cursor) = client(&at(SCRIPT, said, nth));
        let found = client.ask("definition", "a.aite", &cursor);
        assert_eq!(places(&client, &found)[0], expected, "{said}");
    }
}

#[test]
fn references_are_found_in_all_scripts_of_the_workspace() {
    let (mut client, cursor) = client(&at(SCRIPT, "登录", 0));
    let asked = json!({
        "textDocument": {"uri": client.uri("a.aite")},
        "position": cursor,
        "context": {"includeDeclaration": true},
    });
    let mut with = asked.clone();
    let found = client.request("textDocument/references", with.take());
    assert_eq!(
        places(&client, &found),
        ["a.aite:10 登录", "flows.aite:2 登录", "other.aite:3 登录"]
    );
    let mut without = asked;
    without["context"]["includeDeclaration"] = json!(false);
    let found = client.request("textDocument/references", without);
    assert_eq!(
        places(&client, &found),
        ["a.aite:10 登录", "other.aite:3 登录"]
    );
}

#[test]
fn a_name_is_marked_where_it_stands() {
    let (mut client, cursor) = client(&at(SCRIPT, "الرصيد", 0));
    let marked = client.ask("documentHighlight", "a.aite", &cursor);
    let marked: Vec<_> = marked
        .as_array()
        .expect("a list")
        .iter()
        .map(|each| (part(SCRIPT, &each["range"]), each["kind"].clone()))
        .collect();
    assert_eq!(marked, [("الرصيد", json!(3)), ("الرصيد", json!(2))]);
}

/// Every file that a rename changes, as it is then.
fn renamed(
    client: &mut Client,
    cursor: &Value,
    new: &str,
) -> Result<Vec<(String, String)>, String> {
    let asked = json!({
        "textDocument": {"uri": client.uri("a.aite")},
        "position": cursor,
        "newName": new,
    });
    let id = client.send_request("textDocument/rename", asked);
    let answer = client.wait("an answer", |message| message["id"] == id);
    if let Some(why) = answer["error"]["message"].as_str() {
        return Err(why.to_owned());
    }
    let changes = answer["result"]["documentChanges"]
        .as_array()
        .expect("changes");
    let files = changes.iter().map(|change| {
        let uri = change["textDocument"]["uri"].as_str().expect("a uri");
        let name = uri.rsplit('/').next().expect("a name").to_owned();
        let (text, version) = match name.as_str() {
            "a.aite" => (SCRIPT.to_owned(), json!(1)),
            name => (
                std::fs::read_to_string(client.path(name)).expect("on disk"),
                Value::Null,
            ),
        };
        assert_eq!(change["textDocument"]["version"], version);
        (name, edited(&text, &change["edits"]))
    });
    Ok(files.collect())
}

#[test]
fn a_flow_is_renamed_across_files() {
    let (mut client, cursor) = client(&at(SCRIPT, "登录", 0));
    let prepared = client.ask("prepareRename", "a.aite", &cursor);
    assert_eq!(prepared["placeholder"], "登录");
    let files = renamed(&mut client, &cursor, "log-in").expect("renamed");
    assert_eq!(files.len(), 3);
    for (name, text) in files {
        assert!(!text.contains("登录"), "{name}: {text}");
        assert_eq!(text.matches("log-in").count(), 1, "{name}: {text}");
    }
}

#[test]
fn a_profile_is_renamed_in_the_config_too() {
    let (mut client, cursor) = client(&at(SCRIPT, "قيان", 1));
    let files = renamed(&mut client, &cursor, "千").expect("renamed");
    assert_eq!(
        files,
        [
            ("a.aite".to_owned(), SCRIPT.replace("قيان", "千")),
            (
                "aite.config.json".to_owned(),
                "{\n  \"profiles\": {\n    \"千\": {}\n  }\n}\n".to_owned()
            )
        ]
    );
}

#[test]
fn columns_and_read_names_are_renamed_in_their_block() {
    let (mut client, cursor) = client(&at(SCRIPT, "n |", 0));
    let files = renamed(&mut client, &cursor, "الكمية").expect("renamed");
    let expected = SCRIPT
        .replace("{n}", "{الكمية}")
        .replace("| n |", "| الكمية |");
    assert_eq!(files, [("a.aite".to_owned(), expected)]);
}

#[test]
fn a_name_that_cannot_be_is_refused_in_a_sentence() {
    let (mut client, cursor) = client(&at(SCRIPT, "n |", 0));
    for (new, why) in [
        ("click", "`click` is a word of the language"),
        ("1a", "\"1a\" is no name"),
        ("a b", "\"a b\" is no name"),
        ("unique", "`unique` is a word of the language"),
        ("m", "`m` is defined already, in line 8 of a.aite."),
        ("site", "`site` is defined already, in line 4 of a.aite."),
        (
            "الرصيد",
            "`الرصيد` is defined already, in line 12 of a.aite.",
        ),
    ] {
        let refused = renamed(&mut client, &cursor, new).expect_err(new);
        assert!(refused.starts_with(why), "{refused}");
    }
}
