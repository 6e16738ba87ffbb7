//! When the server goes, and what it never says.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, SECRET};
use crate::live::{browsers_of, finish, hints, run, start};
use crate::site::Site;

const PAGE: &str =
    "<label>Word <input oninput=\"out.textContent = value\"></label><p id=out>nothing</p>";

fn open_page(client: &mut Client) {
    client.open("open.aite", "open \"/\"\n");
    run(client, "aite.runStep", "open.aite", 0);
    finish(client, 1);
    assert_eq!(browsers_of(client.root()).len(), 1);
}

#[test]
fn it_leaves_when_it_is_told_to_though_its_input_stays_open() {
    let mut client = Client::start();
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    client.notify("exit", Value::Null);
    assert!(client.wait_for_end() < Duration::from_secs(2));
}

#[test]
fn it_takes_its_chromes_along_when_its_input_is_closed() {
    let (mut client, _site) = start(&[("/", PAGE)]);
    open_page(&mut client);
    let root = client.root().to_owned();
    assert!(client.hang_up() < Duration::from_secs(5));
    assert_eq!(browsers_of(&root), []);
}

#[test]
fn it_leaves_when_the_editor_is_gone_though_its_input_stays_open() {
    let mut editor = Command::new("sleep").arg("600").spawn().expect("a process");
    let more = json!({"processId": editor.id(), "initializationOptions": {"headless": true}});
    let mut client = Client::start_with(more);
    let site = Site::serve(&[("/", PAGE)]);
    let config = json!({"version": 1, "baseUrl": site.origin()});
    client.write("aite.config.json", &config.to_string());
    open_page(&mut client);
    editor.kill().expect("killed");
    editor.wait().expect("gone");
    let left = client.wait_for_end();
    assert!(left < Duration::from_secs(5), "{left:?}");
    let end = Instant::now() + Duration::from_secs(2);
    while !browsers_of(client.root()).is_empty() {
        assert!(Instant::now() < end, "its Chrome is still there");
        std::thread::yield_now();
    }
}

#[test]
fn a_secret_is_never_said() {
    let (mut client, _site) = start(&[("/", PAGE)]);
    let text = "secret word = env \"AITE_TEST_SECRET\"\n\ntest \"Say it\"\n  open \"/\"\n  fill field \"Word\" with word\n  verify css \"#out\" has text \"other\" timeout 200ms\n  read css \"#out\" as said\n  click \"{word}\" timeout 200ms\n";
    client.open("secret.aite", text);
    for line in 3..=7 {
        run(&mut client, "aite.runStep", "secret.aite", line);
    }
    finish(&mut client, 5);
    let position = json!({"line": 4, "character": 30});
    let hover = client.ask("hover", "secret.aite", &position);
    let shown = hints(&mut client, "secret.aite", text);
    insta::assert_debug_snapshot!(shown, @r##"
    [
        "open \"/\" ← ✓",
        "fill field \"Word\" with word ← ✓ 1 match · exact",
        "verify css \"#out\" has text \"other\" timeout 200ms ← ✗ mismatch",
        "read css \"#out\" as said ← ✓ 1 match · exact",
        "click \"{word}\" timeout 200ms ← ✓ 1 match · exact",
    ]
    "##);
    let all = format!("{}{hover}{shown:?}", client.heard());
    assert!(all.contains("•••"), "{all}");
    assert!(!all.contains(SECRET.1), "{all}");
}
