//! What an editor offers and lays out while a script is written.

use serde_json::{Value, json};

use crate::client::{CURSOR, Client, cursor, edited, position};

/// The offers where the cursor is: label, and the script once it is taken.
fn offers(client: &mut Client, text: &str) -> Vec<(String, String)> {
    let at = client.open("a.aite", text);
    let plain = text.replace(CURSOR, "");
    let items = client.ask("completion", "a.aite", &at);
    let items = items["items"].as_array().expect("a list").iter();
    items
        .map(|item| {
            let label = item["label"].as_str().expect("a label").to_owned();
            (label, edited(&plain, &json!([item["textEdit"]])))
        })
        .collect()
}

fn labels(text: &str) -> Vec<String> {
    let offers = offers(&mut Client::start(), text).into_iter();
    offers.map(|(label, _)| label).collect()
}

fn taken(text: &str, label: &str) -> String {
    let offers = offers(&mut Client::start(), text);
    let labels: Vec<_> = offers.iter().map(|(label, _)| label.clone()).collect();
    let found = offers.into_iter().find(|(own, _)| own == label);
    found.unwrap_or_else(|| panic!("{label}: {labels:?}")).1
}

const TOP: &str = "let مبلغ = 5\r\nlet 合計 = css \".total\"\r\nsecret pw = env \"SHOP_PW\"\r\nflow 送る what to\r\n  type what\r\n  type to\r\n\r\ntest \"{n}\" @烟\r\n  | n |\r\n  | 1 |\r\n  read \"x\" as e\u{301}a\r\n";

#[test]
fn a_line_may_begin_with_any_step_or_heading() {
    let all = labels("‸");
    for word in [
        "use", "profile", "let", "secret", "test", "flow", "before", "click", "fill", "verify",
        "try",
    ] {
        assert!(all.iter().any(|label| label == word), "{word}");
    }
    assert_eq!(all[0], "use");
    let inside = labels("test \"t\"\n  c‸");
    assert_eq!(inside[0], "open");
    assert!(!inside.iter().any(|label| label == "use"));
    let behind = labels("try ‸");
    assert!(behind.iter().any(|label| label == "soft"));
    assert!(!behind.iter().any(|label| label == "test" || label == "try"));
}

#[test]
fn what_is_taken_replaces_the_half_typed_word() {
    for (text, label, expected) in [
        (
            "# 😀\r\nfi‸",
            "fill",
            "# 😀\r\nfill ${1:target} with ${2:value}",
        ),
        (
            "test \"e\u{301}\"\n  scroll ‸",
            "to",
            "test \"e\u{301}\"\n  scroll to",
        ),
        ("click \"😀\" wi‸th", "within", "click \"😀\" within"),
        ("click but‸", "button", "click button \"$1\""),
        (
            "verify \"漢\" is vis‸",
            "visible",
            "verify \"漢\" is visible",
        ),
        ("wait 5‸", "5s", "wait 5s"),
        ("let x‸ = ", "", ""),
        ("wait for ne‸", "network", "wait for network"),
        ("let x ‸", "=", "let x ="),
    ] {
        if label.is_empty() {
            assert_eq!(labels(text), Vec::<String>::new(), "{text}");
            continue;
        }
        assert_eq!(taken(text, label), expected, "{text}");
    }
}

#[test]
fn names_are_offered_where_they_mean_something() {
    let of = |line: &str| labels(&format!("{TOP}  {line}"));
    let values = of("type ‸");
    for name in ["مبلغ", "pw", "n", "e\u{301}a", "env", "\"…\""] {
        assert!(
            values.iter().any(|label| label == name),
            "{name}: {values:?}"
        );
    }
    assert!(
        !values
            .iter()
            .any(|label| label == "合計" || label == "what")
    );
    assert!(of("click ‸").iter().any(|label| label == "合計"));
    let braces = of("type \"{‸");
    assert!(
        braces.iter().any(|label| label == "unique") && braces.iter().any(|label| label == "n")
    );
    assert_eq!(
        taken(&format!("{TOP}  type \"{{مب‸غ}} 😀\""), "مبلغ"),
        format!("{TOP}  type \"{{مبلغ}} 😀\"")
    );
    assert_eq!(
        taken(&format!("{TOP}  type \"{{‸"), "n"),
        format!("{TOP}  type \"{{n}}")
    );
    assert_eq!(
        taken(&format!("{TOP}  do ‸"), "送る"),
        format!("{TOP}  do 送る ${{1:what}} ${{2:to}}")
    );
}

#[test]
fn an_editor_without_snippets_gets_plain_text() {
    let mut client = Client::start_with(
        json!({"capabilities": {"textDocument": {"completion": {"completionItem": {"snippetSupport": false}}}}}),
    );
    let found = offers(&mut client, &format!("{TOP}  do ‸"));
    assert_eq!(found, [("送る".to_owned(), format!("{TOP}  do 送る"))]);
}

#[test]
fn profiles_tags_and_files_of_the_workspace_are_offered() {
    let mut client = Client::start();
    client.write("aite.config.json", "{\"profiles\": {\"千\": {}}}");
    client.write(
        "deep/flüsse.aite",
        "flow f\n  reload\ntest \"x\" @بطيء\n  reload\n",
    );
    client.write("图片 1.png", "x");
    let mut of = |text: &str| {
        let found = offers(&mut client, text).into_iter();
        found
            .map(|(label, text)| format!("{label} → {text}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of("profile mia\nas ‸"),
        ["mia → profile mia\nas mia", "千 → profile mia\nas 千"]
    );
    assert_eq!(of("test \"t\" @‸")[..1], ["@بطيء → test \"t\" @بطيء"]);
    assert_eq!(
        of("use \"‸"),
        ["deep/flüsse.aite → use \"deep/flüsse.aite\""]
    );
    assert_eq!(
        of("use \"x‸y\""),
        ["deep/flüsse.aite → use \"deep/flüsse.aite\""]
    );
    assert_eq!(
        of("upload \"‸\" to \"x\""),
        [
            "aite.config.json → upload \"aite.config.json\" to \"x\"",
            "deep/ → upload \"deep/\" to \"x\"",
            "图片 1.png → upload \"图片 1.png\" to \"x\""
        ]
    );
}

#[test]
fn strings_are_offered_that_were_used_before() {
    let top = "open \"/wallet\"\nclick button \"Se\u{301}nd 😀\"\nclick \"漢\"\nfill label \"L\" with env \"VAR\"\n";
    let of = |line: &str| labels(&format!("{top}{line}"));
    assert_eq!(of("click button \"‸\""), ["Se\u{301}nd 😀"]);
    assert_eq!(of("click \"‸"), ["漢"]);
    assert_eq!(of("type env \"‸"), ["VAR"]);
    assert_eq!(of("open \"/w‸\""), ["/wallet"]);
    assert!(of("press \"‸").iter().any(|label| label == "ArrowDown"));
    assert_eq!(
        taken(&format!("{top}press \"Ctrl+‸\""), "Ctrl+Enter"),
        format!("{top}press \"Ctrl+Enter\"")
    );
}

#[test]
fn a_call_shows_what_the_flow_is_given() {
    let mut client = Client::start();
    for (line, active) in [
        ("do 送る ‸", json!(0)),
        ("do 送る \"a b\" ‸", json!(1)),
        ("do 送る env \"A\" \"x‸", json!(1)),
        ("do 送る 1 2 ‸", Value::Null),
    ] {
        let at = client.open("a.aite", &format!("{TOP}  {line}"));
        let help = client.ask("signatureHelp", "a.aite", &at);
        assert_eq!(help["signatures"][0]["label"], "送る what to", "{line}");
        assert_eq!(help["activeParameter"], active, "{line}");
    }
    let at = client.open("a.aite", &format!("{TOP}  click ‸\"x\""));
    assert_eq!(client.ask("signatureHelp", "a.aite", &at), Value::Null);
}

#[test]
fn of_very_many_those_are_offered_that_fit_what_is_typed() {
    let flows: String = (0..300)
        .map(|at| format!("flow 流-{at}\n  reload\n"))
        .collect();
    let mut client = Client::start();
    let at = client.open("a.aite", &format!("{flows}test \"t\"\n  do 流2‸"));
    let offered = client.ask("completion", "a.aite", &at);
    assert_eq!(offered["isIncomplete"], true);
    let labels = offered["items"].as_array().expect("a list").iter();
    let labels: Vec<_> = labels
        .map(|item| item["label"].as_str().expect("a label"))
        .collect();
    assert!(labels.contains(&"流-299") && labels.contains(&"流-12"));
    assert!(labels.iter().all(|label| label.contains('2')) && labels.len() < 200);
}

#[test]
fn what_was_typed_a_moment_ago_is_known() {
    let mut client = Client::start();
    let text = "test \"t\"\n  reload\n";
    client.open("a.aite", text);
    client.diagnostics("a.aite", 1);
    let end = json!({"line": 2, "character": 0});
    let more =
        "flow 新 a\n  type a\ntest \"{n}\"\n  | n |\n  | 1 |\n  let 😀e\u{301} = 1\n  type \"{";
    client.change("a.aite", 2, Some(json!({"start": end, "end": end})), more);
    let at = position(&format!("{text}{more}"), text.len() + more.len());
    let items = client.ask("completion", "a.aite", &at);
    let labels: Vec<_> = items["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|item| item["label"].clone())
        .collect();
    assert_eq!(labels, ["😀e\u{301}", "n", "unique", "today", "runId"]);
}

const UNTIDY: &str = "\r\n# 😀\r\n\r\n\r\nuse   \"a.aite\"\r\ntest \"t\"\r\n| 漢字|e\u{301}|\r\n|1|22|\r\n   click    \"😀\"   #  x\r\n\t\r\n  bad   line\r\n\r\n  reload\r\n  \r\n";

#[test]
fn a_script_is_laid_out_by_edits_of_what_differs() {
    for text in [
        UNTIDY.to_owned(),
        UNTIDY.replace("\r\n", "\n"),
        "click   \"e\u{301}\"".to_owned(),
        String::new(),
        "\n\n".to_owned(),
        "go back\n".to_owned(),
    ] {
        let mut client = Client::start();
        client.open("a.aite", &text);
        let asked = json!({"textDocument": {"uri": client.uri("a.aite")}, "options": {"tabSize": 4, "insertSpaces": true}});
        let edits = client.request("textDocument/formatting", asked);
        let formatted = edited(&text, &edits);
        let expected = aite::script::format(&text);
        let expected = if text.contains('\r') {
            expected.replace('\n', "\r\n")
        } else {
            expected
        };
        assert_eq!(formatted, expected, "{text:?}");
    }
    let mut client = Client::start();
    client.open("a.aite", "click   \"😀\"\nclick \"b\"\n");
    let asked = json!({"textDocument": {"uri": client.uri("a.aite")}, "options": {"tabSize": 4, "insertSpaces": true}});
    let edits = client.request("textDocument/formatting", asked);
    assert_eq!(
        edits,
        json!([{"range": {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 8}}, "newText": ""}])
    );
}

#[test]
fn a_range_is_laid_out_alone() {
    let text = "click   \"1\"\nclick   \"2\"\nclick   \"3\"\n";
    let mut client = Client::start();
    client.open("a.aite", text);
    let asked = json!({
        "textDocument": {"uri": client.uri("a.aite")},
        "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}},
        "options": {"tabSize": 2, "insertSpaces": true},
    });
    let edits = client.request("textDocument/rangeFormatting", asked);
    assert_eq!(
        edited(text, &edits),
        "click   \"1\"\nclick \"2\"\nclick   \"3\"\n"
    );
}

#[test]
fn a_line_that_is_left_and_a_table_that_is_typed_are_laid_out() {
    for (typed, text, expected) in [
        (
            "\n",
            "test \"t\"\nclick   \"😀\"\n‸",
            "test \"t\"\n  click \"😀\"\n  ",
        ),
        (
            "\n",
            "test \"t\"\r\n  click \"e\u{301}\"\r\n    ‸\r\n  go   back",
            "test \"t\"\r\n  click \"e\u{301}\"\r\n  \r\n  go   back",
        ),
        ("\n", "use \"a\"\n‸", "use \"a\"\n"),
        (
            "|",
            "test \"t\"\n  | 漢字 | b |\n  | 1 | 22 |‸\n  go   back",
            "test \"t\"\n  | 漢字 | b  |\n  | 1    | 22 |\n  go   back",
        ),
        ("|", "click \"a|‸\"", "click \"a|\""),
    ] {
        let mut client = Client::start();
        let position = cursor(text);
        client.open("a.aite", text);
        let asked = json!({
            "textDocument": {"uri": client.uri("a.aite")},
            "position": position,
            "ch": typed,
            "options": {"tabSize": 2, "insertSpaces": true},
        });
        let edits = client.request("textDocument/onTypeFormatting", asked);
        assert_eq!(
            edited(&text.replace(CURSOR, ""), &edits),
            expected,
            "{text:?}"
        );
    }
}
