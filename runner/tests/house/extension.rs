//! The extension's folders.

use crate::{hold, pattern, without_comments};

/// The folders, each with those it may import beside itself, in code and in types.
const FOLDERS: &[(&str, &[&str])] = &[
    ("wire", &[]),
    ("transport", &[]),
    ("worker", &["transport", "wire"]),
    ("page", &["wire"]),
];

#[test]
fn worker_and_page_know_only_the_wire() {
    for (folder, _) in FOLDERS {
        hold(&format!("extension/{folder}"), "js", wrong_in_extension);
    }
}

#[test]
fn a_wrong_import_gets_a_sentence() {
    let check = |path: &str, text: &str| wrong_in_extension(path, text).join("\n");
    assert_eq!(
        check(
            "extension/page/act.js",
            "/** @typedef {import(\"../worker/tabs.js\").Tabs} Tabs */"
        ),
        "extension/page/act.js imports ../worker/tabs.js, but page may import only [\"wire\"] beside itself"
    );
    assert_eq!(
        check(
            "extension/worker/main.js",
            "import { score } from \"../page/score.js\";\nimport \"./badge.js\";"
        ),
        "extension/worker/main.js imports ../page/score.js, but worker may import only [\"transport\", \"wire\"] beside itself"
    );
    assert_eq!(
        check("extension/transport/frames.js", "export * from \"ws\";"),
        "extension/transport/frames.js imports ws, but the extension has no dependency at run time"
    );
    assert_eq!(
        check(
            "extension/page/act.js",
            "chrome.dom.openOrClosedShadowRoot(host); chrome.runtime.connect();"
        ),
        "extension/page/act.js uses chrome.runtime, but page has the DOM, and chrome.runtime in main.js alone; ask the worker"
    );
    assert_eq!(
        check("extension/page/main.js", "chrome.runtime.connect();"),
        ""
    );
    assert_eq!(
        check(
            "extension/worker/tabs.js",
            "report.document; chrome.windows.get(1); document.title;"
        ),
        "extension/worker/tabs.js uses document, but the worker has no DOM; ask the page"
    );
}

fn wrong_in_extension(path: &str, text: &str) -> Vec<String> {
    let inside = path.trim_start_matches("extension/");
    let (folder, file) = inside.split_once('/').unwrap_or((inside, ""));
    let known = FOLDERS
        .iter()
        .find(|(name, _)| *name == folder)
        .map_or(&[][..], |(_, known)| known);

    // Types are imported in comments, and count.
    let import = pattern(r#"\b(?:from|import)\s*\(?\s*["']([^"']+)["']"#);
    let mut wrong: Vec<_> = import
        .captures_iter(text)
        .filter_map(|found| {
            let from = &found[1];
            match folder_of(folder, from) {
                None => Some(format!(
                    "{path} imports {from}, but the extension has no dependency at run time"
                )),
                Some(other) if other == folder || known.contains(&other.as_str()) => None,
                Some(_) => Some(format!(
                    "{path} imports {from}, but {folder} may import only {known:?} beside itself"
                )),
            }
        })
        .collect();

    let code = without_comments(text);
    if folder == "page" {
        let calls = pattern(r"\bchrome\.(\w+)");
        let calls = calls.captures_iter(&code).map(|found| found[1].to_owned());
        wrong.extend(calls.filter(|api| api != "dom" && (api != "runtime" || file != "main.js")).map(|api| {
            format!("{path} uses chrome.{api}, but page has the DOM, and chrome.runtime in main.js alone; ask the worker")
        }));
    }
    if folder == "worker" {
        let dom = pattern(r"(?:^|[^\w.#$])(document|window)\.");
        let uses = dom.captures_iter(&code);
        wrong.extend(uses.map(|found| {
            format!(
                "{path} uses {}, but the worker has no DOM; ask the page",
                &found[1]
            )
        }));
    }
    wrong
}

/// The folder of the extension that an import in `folder` leads to; a package's name leads to none.
fn folder_of(folder: &str, from: &str) -> Option<String> {
    if !from.starts_with('.') {
        return None;
    }
    let mut way = vec![folder];
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => _ = way.pop(),
            name => way.push(name),
        }
    }
    way.first().map(|&first| first.to_owned())
}
