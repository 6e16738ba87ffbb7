//! What the README says can be typed can be typed.

use std::path::Path;

use aite::script::{format, parse};
use regex::Regex;

use crate::folder::Folder;

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
        let folder = Folder::new();
        let help = folder.run(&[words[0].as_str(), "--help"]);
        assert_eq!(help.code, 0, "aite {}: {}", words[0], help.shown());
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(
                help.stdout.contains(option.as_str()),
                "aite {} has no {option}",
                words[0]
            );
        }
    }
}

/// The table's second column names options beside the command of the first.
#[test]
fn every_option_of_the_table_there_is() {
    let text = readme();
    let row = Regex::new(r"(?m)^\| `aite (\w+)[^`]*` \| (.*) \|$").expect("a regular expression");
    let option = Regex::new(r"`(--[\w-]+)").expect("a regular expression");
    let rows: Vec<_> = row.captures_iter(&text).collect();
    assert!(rows.len() > 5, "only {} rows", rows.len());
    for row in rows {
        let help = Folder::new().run(&[&row[1], "--help"]);
        for option in option.captures_iter(&row[2]) {
            assert!(
                help.stdout.contains(&option[1]),
                "aite {} has no {}",
                &row[1],
                &option[1]
            );
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
