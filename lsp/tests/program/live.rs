//! Steps run from the editor in a real Chrome.

use serde_json::{Value, json};

use crate::client::{Client, part};
use crate::site::Site;

/// An editor with a site beside it, whose Chrome has no window.
fn start(pages: &[(&str, &str)]) -> (Client, Site) {
    let client = Client::start_with(json!({"initializationOptions": {"headless": true}}));
    let site = Site::serve(pages);
    let config = json!({"version": 1, "baseUrl": site.origin(), "timeoutMs": 1500});
    client.write("aite.config.json", &config.to_string());
    (client, site)
}

fn run(client: &mut Client, command: &str, name: &str, line: u32) {
    let place = json!({"uri": client.uri(name), "position": {"line": line, "character": 2}});
    let asked = json!({"command": command, "arguments": [place]});
    assert_eq!(
        client.request("workspace/executeCommand", asked),
        Value::Null
    );
}

/// The hints once none of them is of a step under way, each behind its line; times are left out.
fn hints(client: &mut Client, name: &str, text: &str) -> Vec<String> {
    let everything =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
    loop {
        let asked = json!({"textDocument": {"uri": client.uri(name)}, "range": everything});
        let hints = client.request("textDocument/inlayHint", asked);
        let hints = hints.as_array().expect("hints");
        let words: Vec<_> = hints
            .iter()
            .map(|hint| hint["label"].as_str().expect("words"))
            .collect();
        if !words.is_empty()
            && !words
                .iter()
                .any(|word| matches!(*word, "waiting" | "running …"))
        {
            let lines = hints.iter().map(|hint| {
                let line = hint["position"]["line"].as_u64().expect("a line") as usize;
                let label = hint["label"].as_str().expect("words");
                let label = label.rsplit_once(" · ").map_or(label, |(words, _)| words);
                format!(
                    "{} ← {label}",
                    text.lines().nth(line).unwrap_or_default().trim()
                )
            });
            return lines.collect();
        }
        client.wait("a refresh of the hints", |message| {
            message["method"] == "workspace/inlayHint/refresh"
        });
    }
}

const WALLET: &str = "<h1>Wallet</h1><label>Amount <input></label><button onclick=\"out.textContent = 'Sent ' + document.querySelector('input').value\">Send</button><p id=out></p><button>Twin</button><button>Twin</button>";

#[test]
fn steps_run_one_by_one_in_a_chrome_that_stays() {
    let (mut client, _site) = start(&[("/wallet", WALLET)]);
    let text = "test \"Send\"\n  open \"/wallet\"\n  fill field \"Amount\" with \"5\"\n  click button \"Send\"\n  verify text \"Sent 5\"\n  click \"Twin\"\n  click \"Nowhere\"\n";
    client.open("send.aite", text);
    for line in 1..=4 {
        run(&mut client, "aite.runStep", "send.aite", line);
    }
    insta::assert_debug_snapshot!(hints(&mut client, "send.aite", text), @"");

    run(&mut client, "aite.runStep", "send.aite", 5);
    run(&mut client, "aite.runStep", "send.aite", 6);
    insta::assert_debug_snapshot!(hints(&mut client, "send.aite", text)[4..], @"");
    let found = client.diagnostics_when("send.aite", |told| {
        told["diagnostics"]
            .as_array()
            .is_some_and(|all| all.len() == 2)
    });
    let told: Vec<_> = found
        .iter()
        .map(|one| {
            (
                one["severity"].clone(),
                part(text, &one["range"]),
                one["message"].as_str().unwrap_or_default(),
            )
        })
        .collect();
    insta::assert_debug_snapshot!(told, @"");
}
