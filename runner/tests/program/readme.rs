//! What the README says can be typed can be typed.

use std::path::Path;

use aite::script::{format, parse};
use regex::Regex;
use serde_json::json;

use crate::folder::Folder;
use crate::site::Site;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    std::fs::read_to_string(path).expect("a README")
}

/// The text of every fenced block, by what its fence says.
fn blocks(text: &str) -> Vec<(String, String)> {
    let fenced = Regex::new(r"(?ms)^```(\w*)\n(.*?)^```$").expect("a regular expression");
    fenced
        .captures_iter(text)
        .map(|found| (found[1].to_owned(), found[2].to_owned()))
        .collect()
}

/// Every `aite …` in code, and what follows `cargo run --release --`, in words.
fn commands(text: &str) -> Vec<Vec<String>> {
    let inline = Regex::new(r"`aite ([^`]+)`").expect("a regular expression");
    let inline = inline.captures_iter(text).map(|found| found[1].to_owned());
    let typed: Vec<_> = blocks(text)
        .iter()
        .filter(|(kind, _)| kind == "sh")
        .flat_map(|(_, lines)| lines.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|line| {
            let line = line.trim();
            let ours = line.strip_prefix("aite ");
            let ours = ours.or_else(|| line.strip_prefix("cargo run --release -- "));
            ours.map(str::to_owned)
        })
        .collect();
    inline
        .chain(typed)
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

#[test]
fn every_command_there_is() {
    let commands = commands(&readme());
    assert!(commands.len() > 8, "only {commands:?}");
    for words in commands {
        let help = help(&words);
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(help.contains(option.as_str()), "{words:?}: no {option}");
        }
    }
}

/// The help of a command, or of the command below it where the words name one.
fn help(words: &[String]) -> String {
    let folder = Folder::new();
    let help = folder.run(&[words[0].as_str(), "--help"]);
    assert_eq!(help.code, 0, "aite {}: {}", words[0], help.shown());
    let Some(below) = words.get(1).filter(|_| help.stdout.contains("\nCommands:")) else {
        return help.stdout;
    };
    let help = folder.run(&[words[0].as_str(), below.as_str(), "--help"]);
    assert_eq!(help.code, 0, "aite {} {below}: {}", words[0], help.shown());
    help.stdout
}

/// The table's second column names options beside the command of the first.
#[test]
fn every_option_of_the_table_there_is() {
    let text = readme();
    let row = Regex::new(r"(?m)^\| `aite ([^`]+)` \| (.*) \|$").expect("a regular expression");
    let option = Regex::new(r"`(--[\w-]+)").expect("a regular expression");
    let rows: Vec<_> = row.captures_iter(&text).collect();
    assert!(rows.len() > 5, "only {} rows", rows.len());
    for row in rows {
        let words: Vec<_> = row[1].split_whitespace().map(str::to_owned).collect();
        let help = help(&words);
        for option in option.captures_iter(&row[2]) {
            assert!(help.contains(&option[1]), "{words:?}: no {}", &option[1]);
        }
    }
}

#[test]
fn every_script_is_one_and_is_formatted() {
    let text = readme();
    let scripts: Vec<_> = blocks(&text)
        .into_iter()
        .map(|(_, block)| block)
        .filter(|block| block.contains("\ntest \"") || block.starts_with("test \""))
        .collect();
    assert!(scripts.len() > 1, "only {scripts:?}");
    for script in scripts {
        let (_, problems) = parse(&script);
        assert!(problems.is_empty(), "{problems:?} in\n{script}");
        assert_eq!(format(&script), script);
    }
}

#[test]
fn the_config_is_one() {
    for (kind, block) in blocks(&readme()) {
        if kind == "json" {
            let folder = Folder::with_script("open \"/\"\n").file("aite.config.json", &block);
            let ran = folder.run(&["check"]);
            assert_eq!(ran.code, 0, "{}", ran.shown());
        }
    }
}

/// The page of the README's story, before and after its new design.
const PAGE: &str = r#"<h1>Wallet</h1>
    <label>To <input name=to></label>
    <button class="strong" data-old onclick="out.textContent = 'Sent to ' + document.querySelector('input').value">Send</button>
    <button>Cancel</button>
    <output id=out></output>"#;

/// What is typed after a `$` is typed here, and has to say what stands below it, but for numbers and spaces.
#[test]
fn the_life_of_a_lock_goes_as_told() {
    let text = readme();
    let blocks = blocks(&text);
    let told = |kind: &str, start: &str| {
        let found = blocks.iter().filter(|block| block.0 == kind);
        let mut found = found.map(|(_, block)| block.clone());
        found.find(|block| block.starts_with(start)).expect(start)
    };
    let site = Site::serve(&[("/wallet", PAGE)]);
    let folder = Folder::new()
        .file("send.aite", told("", "test \"Bob is paid\""))
        .config(json!({"baseUrl": site.origin()}));
    assert_eq!(folder.run(&["run", "-q"]).code, 0);
    let new = PAGE.replace("data-old", "").replace(">Send<", ">Send now<");
    site.change("/wallet", &new);

    let story: Vec<_> = blocks.iter().filter(|block| block.0 == "console").collect();
    assert!(!story.is_empty());
    for step in story
        .iter()
        .flat_map(|(_, block)| block.split("$ ").skip(1))
    {
        let (typed, expected) = step.split_once('\n').expect("a line typed");
        let words: Vec<_> = typed.split_whitespace().skip(1).collect();
        let shown = folder.run(&words).all();
        assert_eq!(loose(&shown), loose(expected), "$ {typed}\n{shown}");
    }
}

fn loose(text: &str) -> String {
    let number = r"\d{4}-\d\d-\d\dT[\w-]+|[+-]?\d+(\.\d+)?( m?s\b)?";
    let number = Regex::new(number).expect("a regular expression");
    let spaces = Regex::new(r"\s+").expect("a regular expression");
    spaces
        .replace_all(&number.replace_all(text, "N"), " ")
        .trim()
        .to_owned()
}
