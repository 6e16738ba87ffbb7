//! Steps run from the editor in a real Chrome.

use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::client::{Client, part};
use crate::site::Site;

/// An editor with a site beside it, whose Chrome has no window.
pub fn start(pages: &[(&str, &str)]) -> (Client, Site) {
    let client = Client::start_with(json!({"initializationOptions": {"headless": true}}));
    let site = Site::serve(pages);
    let config = json!({"version": 1, "baseUrl": site.origin(), "timeoutMs": 1500});
    client.write("aite.config.json", &config.to_string());
    (client, site)
}

pub fn run(client: &mut Client, command: &str, name: &str, line: u32) {
    let place = json!({"uri": client.uri(name), "position": {"line": line, "character": 2}});
    let asked = json!({"command": command, "arguments": [place]});
    assert_eq!(
        client.request("workspace/executeCommand", asked),
        Value::Null
    );
}

/// Waits until as many runs have come to their end.
pub fn finish(client: &mut Client, runs: usize) {
    for _ in 0..runs {
        client.wait("the end of a run", |message| {
            message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end"
        });
    }
}

/// The hints, each behind its line.
pub fn hints(client: &mut Client, name: &str, text: &str) -> Vec<String> {
    let everything =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
    let asked = json!({"textDocument": {"uri": client.uri(name)}, "range": everything});
    let hints = client.request("textDocument/inlayHint", asked);
    let hints = hints.as_array().expect("hints").iter();
    let line = |hint: &Value| {
        let line = hint["position"]["line"].as_u64().expect("a line") as usize;
        let label = without_time(hint["label"].as_str().expect("words"));
        let source = text.lines().nth(line).unwrap_or_default().trim();
        format!("{source} ← {label}")
    };
    hints.map(line).collect()
}

/// How long a step took is never the same twice.
fn without_time(label: &str) -> &str {
    let words = label.rsplit_once(" · ").map_or(label, |(words, _)| words);
    if words.ends_with(" ms") { "✓" } else { words }
}

const WALLET: &str = "<h1>Wallet</h1><label>Amount <input></label>\
    <button onclick=\"out.textContent = 'Sent ' + document.querySelector('input').value\">Send</button>\
    <p id=out></p><b class=balance>5</b><button>Twin</button><button>Twin</button>";

/// The severity, place and first line of each diagnostic.
pub fn told(text: &str, diagnostics: &[Value]) -> Vec<String> {
    let line = |one: &Value| {
        let message = one["message"].as_str().expect("a message");
        let first = message.lines().next().unwrap_or_default();
        let place = part(text, &one["range"]);
        format!("{} `{place}`: {first}", one["severity"])
    };
    diagnostics.iter().map(line).collect()
}

#[test]
fn steps_run_one_by_one_in_a_chrome_that_stays() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "test \"Send\"\n  open \"/wallet\"\n  fill field \"Amount\" with \"5\"\n  click button \"Send\"\n  verify text \"Sent 5\"\n  click \"Twin\"\n  click \"Nowhere\"\n";
    client.open("send.aite", text);
    for line in 1..=4 {
        run(&mut client, "aite.runStep", "send.aite", line);
    }
    finish(&mut client, 4);
    insta::assert_debug_snapshot!(hints(&mut client, "send.aite", text), @r#"
    [
        "open \"/wallet\" ← ✓",
        "fill field \"Amount\" with \"5\" ← ✓ 1 match · exact",
        "click button \"Send\" ← ✓ 1 match · exact",
        "verify text \"Sent 5\" ← ✓ \"Sent 5\"",
    ]
    "#);

    run(&mut client, "aite.runStep", "send.aite", 5);
    run(&mut client, "aite.runStep", "send.aite", 6);
    finish(&mut client, 2);
    insta::assert_debug_snapshot!(hints(&mut client, "send.aite", text)[4..], @r#"
    [
        "click \"Twin\" ← ✗ 2 matches",
        "click \"Nowhere\" ← ✗ not found",
    ]
    "#);
    let found = client.diagnostics_when("send.aite", |told| {
        told["diagnostics"]
            .as_array()
            .is_some_and(|all| all.len() == 2)
    });
    insta::assert_debug_snapshot!(told(text, &found), @r#"
    [
        "2 `click \"Twin\"`: 2 elements are \"Twin\"; say which one is meant",
        "1 `click \"Nowhere\"`: Nothing on the page is \"Nowhere\"",
    ]
    "#);
    assert_eq!(
        found[0]["relatedInformation"]
            .as_array()
            .expect("candidates")
            .len(),
        2
    );

    // Editing a step takes its result away; the others move with their text.
    let place = json!({"line": 0, "character": 0});
    client.change(
        "send.aite",
        2,
        Some(json!({"start": place, "end": place})),
        "# a comment\n",
    );
    let behind = json!({"line": 7, "character": 8});
    client.change(
        "send.aite",
        3,
        Some(json!({"start": behind, "end": behind})),
        "button ",
    );
    let text = format!("# a comment\n{text}");
    insta::assert_debug_snapshot!(hints(&mut client, "send.aite", &text)[3..], @r#"
    [
        "verify text \"Sent 5\" ← ✓ \"Sent 5\"",
        "click \"Twin\" ← ✗ 2 matches",
    ]
    "#);
    let found = client.diagnostics("send.aite", 3);
    insta::assert_debug_snapshot!(told(&text, &found), @r#"
    [
        "2 `click \"Twin\"`: 2 elements are \"Twin\"; say which one is meant",
    ]
    "#);
}

#[test]
fn what_was_read_and_what_a_row_says_is_known_to_the_next_step() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "flow type-in amount\n  fill field \"Amount\" with amount\n\ntest \"Send {amount}\"\n  | amount |\n  | 7      |\n  let here = \"/wallet\"\n  open here\n  read css \".balance\" as balance\n  fill field \"Amount\" with \"{balance}{amount}\"\n  click button \"Send\"\n  verify text \"Sent 57\"\n  do type-in \"9\"\n";
    client.open("rows.aite", text);
    for line in [7, 8, 9, 10, 11, 1] {
        run(&mut client, "aite.runStep", "rows.aite", line);
    }
    finish(&mut client, 6);
    insta::assert_debug_snapshot!(hints(&mut client, "rows.aite", text), @r#"
    [
        "fill field \"Amount\" with amount ← ✓ 1 match · exact",
        "open here ← ✓",
        "read css \".balance\" as balance ← ✓ 1 match · exact",
        "fill field \"Amount\" with \"{balance}{amount}\" ← ✓ 1 match · exact",
        "click button \"Send\" ← ✓ 1 match · exact",
        "verify text \"Sent 57\" ← ✓ \"Sent 57\"",
    ]
    "#);
    run(&mut client, "aite.runToHere", "rows.aite", 9);
    run(&mut client, "aite.runFromHere", "rows.aite", 10);
    finish(&mut client, 2);
    insta::assert_debug_snapshot!(hints(&mut client, "rows.aite", text), @r#"
    [
        "fill field \"Amount\" with amount ← ✓ 1 match · exact",
        "open here ← ✓",
        "read css \".balance\" as balance ← ✓ 1 match · exact",
        "fill field \"Amount\" with \"{balance}{amount}\" ← ✓ 1 match · exact",
        "click button \"Send\" ← ✓ 1 match · exact",
        "verify text \"Sent 57\" ← ✓ \"Sent 57\"",
        "do type-in \"9\" ← ✓ 1 step",
    ]
    "#);
}

#[test]
fn a_test_and_a_file_run_with_their_hooks() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "before each\n  open \"/wallet\"\n\ntest \"One\"\n  click button \"Send\"\n\ntest \"Two\"\n  verify text \"Nothing like it\" timeout 200ms\n  click button \"Send\"\n";
    client.open("two.aite", text);
    run(&mut client, "aite.runTest", "two.aite", 4);
    finish(&mut client, 1);
    insta::assert_debug_snapshot!(hints(&mut client, "two.aite", text), @r#"
    [
        "open \"/wallet\" ← ✓",
        "click button \"Send\" ← ✓ 1 match · exact",
    ]
    "#);
    run(&mut client, "aite.runFile", "two.aite", 0);
    finish(&mut client, 1);
    let found = client.diagnostics_when("two.aite", |told| told["diagnostics"] != json!([]));
    insta::assert_debug_snapshot!(told(text, &found), @r#"
    [
        "1 `verify text \"Nothing like it\" timeout 200ms`: The page is not as expected",
    ]
    "#);
    insta::assert_debug_snapshot!(hints(&mut client, "two.aite", text), @r#"
    [
        "open \"/wallet\" ← ✓",
        "click button \"Send\" ← ✓ 1 match · exact",
        "verify text \"Nothing like it\" timeout 200ms ← ✗ mismatch",
    ]
    "#);
}

#[test]
fn four_steps_that_wait_are_stopped_together() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "test \"Wait\"\n  open \"/wallet\"\n  wait for \"Nobody\" timeout 60s\n  click \"Send\"\n  click \"Send\"\n  click \"Send\"\n";
    client.open("wait.aite", text);
    for line in 1..=5 {
        run(&mut client, "aite.runStep", "wait.aite", line);
    }
    client.wait("a report of the second step", |message| {
        message["method"] == "$/progress"
            && message["params"]["value"]["message"] == "wait for \"Nobody\" timeout 60s"
    });
    let place = json!({"textDocument": {"uri": client.uri("wait.aite")}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}});
    let waiting = client.request("textDocument/inlayHint", place);
    assert_eq!(waiting.as_array().expect("hints").len(), 5, "{waiting}");
    client.request("workspace/executeCommand", json!({"command": "aite.stop"}));
    finish(&mut client, 2);
    insta::assert_debug_snapshot!(hints(&mut client, "wait.aite", text), @r#"
    [
        "open \"/wallet\" ← ✓",
    ]
    "#);
}

#[test]
fn a_chrome_that_is_killed_comes_back() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "test \"Wait\"\n  open \"/wallet\"\n  wait for \"Nobody\" timeout 60s\n";
    client.open("wait.aite", text);
    run(&mut client, "aite.runStep", "wait.aite", 1);
    run(&mut client, "aite.runStep", "wait.aite", 2);
    client.wait("a report of the second step", |message| {
        message["method"] == "$/progress"
            && message["params"]["value"]["message"] == "wait for \"Nobody\" timeout 60s"
    });
    let hover = Instant::now();
    client.ask("codeLens", "wait.aite", &Value::Null);
    assert!(
        hover.elapsed() < Duration::from_millis(500),
        "{:?}",
        hover.elapsed()
    );
    kill_chrome(client.root());
    let found = client.diagnostics_when("wait.aite", |told| told["diagnostics"] != json!([]));
    insta::assert_debug_snapshot!(told(text, &found), @r#"
    [
        "1 `wait for \"Nobody\" timeout 60s`: The connection to Chrome was lost, and the step may or may not have been done",
    ]
    "#);
    finish(&mut client, 2);
    run(&mut client, "aite.runStep", "wait.aite", 1);
    finish(&mut client, 1);
    let open = hints(&mut client, "wait.aite", text);
    assert!(open[0].starts_with("open \"/wallet\" ← ✓"), "{open:?}");
    assert!(client.hang_up().as_secs() < 5);
}

/// Ends the Chrome whose data lie in a folder, as a person or a lack of memory would.
fn kill_chrome(folder: &Path) {
    let browsers = browsers_of(folder);
    assert_eq!(browsers.len(), 1);
    for browser in browsers {
        kill_process(browser, Signal::KILL).expect("killed");
    }
}

/// The Chromes whose data lie in a folder.
pub fn browsers_of(folder: &Path) -> Vec<Pid> {
    let folder = folder.display().to_string();
    let is_browser = |line: &str| {
        line.contains("--user-data-dir=") && line.contains(&folder) && !line.contains("--type=")
    };
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let browsers = processes.filter_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        let pid = process.file_name().to_str()?.parse().ok()?;
        is_browser(&String::from_utf8_lossy(&line)).then(|| Pid::from_raw(pid))?
    });
    browsers.collect()
}

#[test]
fn nothing_runs_where_it_makes_no_sense_and_a_sentence_says_why() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "flow pay what\n  click what\n\ntest \"t\"\n  clik \"x\"\n  click \"y\"\n";
    client.open("bad.aite", text);
    let said = |client: &mut Client, command: &str, line: u32| {
        run(client, command, "bad.aite", line);
        let message = client.wait("a message", |message| {
            message["method"] == "window/showMessage"
        });
        message["params"]["message"]
            .as_str()
            .expect("words")
            .to_owned()
    };
    insta::assert_snapshot!(said(&mut client, "aite.runTest", 4), @"Nothing was run: bad.aite:5: `clik` is no step and no heading.");
    insta::assert_snapshot!(said(&mut client, "aite.runStep", 4), @"Nothing was run: bad.aite:5: `clik` is no step and no heading.");
    insta::assert_snapshot!(said(&mut client, "aite.runStep", 1), @"The parameters of `pay` have no values, as nothing in this file does it; run a test that does.");
    insta::assert_snapshot!(said(&mut client, "aite.runStep", 3), @"There is no step at the cursor.");
    let mut distrustful = Client::start_with(json!({"initializationOptions": {"trusted": false}}));
    distrustful.open("bad.aite", text);
    insta::assert_snapshot!(said(&mut distrustful, "aite.runStep", 5), @"Nothing runs in a folder that the editor does not trust.");
}
