//! What an editor shows of a script: outline, folds, colours, hovers, links.

use serde_json::{Value, json};

use crate::client::{CURSOR, Client, part};

const SCRIPT: &str = "# كل شيء\r\n# 全部\r\nprofile mia\r\nlet total = css \".total\"\r\nlet price = \"{amount} 円\"\r\nlet amount = 5\r\nsecret 密码 = env \"PW\"\r\n\r\nbefore each\r\n  open \"http://localhost/\"\r\n\r\n# Adds e\u{301}.\r\n# Then buys.\r\nflow 买 what\r\n  click button \"{what} 😀\"\r\n\r\n# About the test.\r\ntest \"{n} 😀 e\u{301}\" @烟 @skip \"later\"\r\n  | n |\r\n  | 1 |\r\n  | 2 |\r\n  do 买 \"{n}\"\r\n  try click first button ~\"Se\u{301}nd\" within \"form\"  # 😀\r\n  read total as الآن\r\n  fill \"P\" with 密码\r\n  type \"😀{today} x\"";

fn outline(symbols: &Value, text: &str, depth: usize) -> String {
    let symbols = symbols.as_array().expect("a list").iter();
    let lines = symbols.map(|symbol| {
        let own = part(text, &symbol["selectionRange"]);
        let lines = part(text, &symbol["range"]).lines().count();
        let detail = symbol["detail"].as_str().unwrap_or_default();
        let name = symbol["name"].as_str().expect("a name");
        let children = match symbol.get("children") {
            Some(children) => outline(children, text, depth + 1),
            None => String::new(),
        };
        format!(
            "{}{name} ({detail}) {} {own:?} {lines}\n{children}",
            "  ".repeat(depth),
            symbol["kind"]
        )
    });
    lines.collect()
}

fn nested() -> Client {
    Client::start_with(json!({"capabilities": {"textDocument": {"documentSymbol": {
        "hierarchicalDocumentSymbolSupport": true
    }}}}))
}

#[test]
fn the_outline_has_blocks_and_what_they_name() {
    let mut client = nested();
    client.open("a.aite", SCRIPT);
    let symbols = client.ask("documentSymbol", "a.aite", &Value::Null);
    insta::assert_snapshot!(outline(&symbols, SCRIPT, 0), @r#"
    mia (profile) 3 "mia" 1
    total (css ".total") 14 "total" 1
    price ("{amount} 円") 14 "price" 1
    amount (5) 14 "amount" 1
    密码 (env PW) 20 "密码" 1
    before each (1 line) 24 "before each" 2
    买 (what) 12 "买" 2
      what (parameter) 13 "what" 1
    {n} 😀 é (@烟 @skip 2 rows) 6 "\"{n} 😀 e\u{301}\"" 9
      n (column) 8 "n" 1
      الآن (read) 13 "الآن" 1
    "#);
    let mut flat = Client::start();
    flat.open("a.aite", SCRIPT);
    let symbols = flat.ask("documentSymbol", "a.aite", &Value::Null);
    assert_eq!(symbols[0]["name"], "mia");
    assert_eq!(symbols[0]["location"]["uri"], flat.uri("a.aite"));
}

#[test]
fn symbols_are_found_in_open_scripts_and_on_disk() {
    let mut client = Client::start();
    client.write("deep/flows.aite", "flow 付款 who\n  reload\n");
    client.write(".gitignore", "gone\n");
    client.write("gone/x.aite", "flow 付款\n  reload\n");
    client.open("a.aite", SCRIPT);
    let names = |found: Value| -> Vec<String> {
        let found = found.as_array().expect("a list").iter();
        found
            .map(|symbol| symbol["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    let found = client.request("workspace/symbol", json!({"query": "付"}));
    assert_eq!(found[0]["location"]["uri"], client.uri("deep/flows.aite"));
    assert_eq!(names(found), ["付款"]);
    let found = client.request("workspace/symbol", json!({"query": "PRC"}));
    assert_eq!(names(found), ["price"]);
    let found = client.request("workspace/symbol", json!({"query": ""}));
    assert_eq!(
        names(found),
        [
            "total",
            "price",
            "amount",
            "密码",
            "买",
            "{n} 😀 e\u{301}",
            "付款"
        ]
    );
}

#[test]
fn blocks_tables_and_comments_fold() {
    let mut client = Client::start();
    client.open("a.aite", SCRIPT);
    let folds = client.ask("foldingRange", "a.aite", &Value::Null);
    let folds: Vec<_> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|fold| {
            let kind = fold["kind"].as_str().unwrap_or("block");
            format!("{}-{} {kind}", fold["startLine"], fold["endLine"])
        })
        .collect();
    assert_eq!(
        folds,
        [
            "0-1 comment",
            "8-9 block",
            "11-12 comment",
            "13-14 block",
            "17-25 block",
            "18-20 block"
        ]
    );
}

#[test]
fn a_selection_grows_from_a_word_to_the_file() {
    let mut client = Client::start();
    let text = SCRIPT.replace("Se\u{301}nd", &format!("Se\u{301}{CURSOR}nd"));
    let cursor = client.open("a.aite", &text);
    let asked = json!({"textDocument": {"uri": client.uri("a.aite")}, "positions": [cursor]});
    let mut range = &client.request("textDocument/selectionRange", asked)[0];
    let mut grown = Vec::new();
    while range.is_object() {
        grown.push(
            part(SCRIPT, &range["range"])
                .lines()
                .next()
                .unwrap_or_default(),
        );
        range = &range["parent"];
    }
    assert_eq!(
        &grown[..6],
        [
            "Se\u{301}nd",
            "\"Se\u{301}nd\"",
            "~\"Se\u{301}nd\"",
            "button ~\"Se\u{301}nd\"",
            "first button ~\"Se\u{301}nd\" within \"form\"",
            "click first button ~\"Se\u{301}nd\" within \"form\"",
        ]
    );
    assert_eq!(*grown.last().expect("some"), "# كل شيء");
}

#[test]
fn tokens_are_those_of_the_highlights_query() {
    let mut client = Client::start();
    client.open("a.aite", SCRIPT);
    let legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let tokens = client.ask("semanticTokens/full", "a.aite", &Value::Null);
    let shown = shown(&tokens, &legend);
    let of_line = |line: &str| -> Vec<String> {
        let number = SCRIPT
            .lines()
            .position(|each| each.contains(line))
            .expect("a line");
        let own = shown.iter().filter(|(at, _)| *at == number);
        own.map(|(_, token)| token.clone()).collect()
    };
    assert_eq!(
        of_line("within"),
        [
            "modifier try",
            "keyword click",
            "number first",
            "type button",
            "operator ~",
            "string \"Se\u{301}nd\"",
            "keyword within",
            "string \"form\"",
            "comment # 😀"
        ]
    );
    assert_eq!(
        of_line("test \""),
        [
            "keyword test",
            "string \"",
            "operator {",
            "variable n",
            "operator }",
            "string  😀 e\u{301}\"",
            "decorator @烟",
            "decorator @skip",
            "string \"later\""
        ]
    );
    assert_eq!(
        of_line("flow 买"),
        ["keyword flow", "function 买", "parameter what"]
    );
    let asked = json!({
        "textDocument": {"uri": client.uri("a.aite")},
        "range": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 3}},
    });
    let some = client.request("textDocument/semanticTokens/range", asked);
    let some: Vec<_> = self::shown(&some, &legend)
        .into_iter()
        .map(|(_, token)| token)
        .collect();
    assert_eq!(some, ["keyword profile", "namespace mia", "keyword let"]);
}

fn shown(tokens: &Value, legend: &Value) -> Vec<(usize, String)> {
    let data: Vec<u64> = tokens["data"]
        .as_array()
        .expect("data")
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect();
    let (mut line, mut character) = (0, 0);
    let tokens = data.chunks(5).map(|token| {
        line += token[0];
        character = if token[0] == 0 {
            character + token[1]
        } else {
            token[1]
        };
        let range = json!({
            "start": {"line": line, "character": character},
            "end": {"line": line, "character": character + token[2]},
        });
        let kind = legend[token[3] as usize].as_str().expect("a type");
        (line as usize, format!("{kind} {}", part(SCRIPT, &range)))
    });
    tokens.collect()
}

fn hover(said: &str) -> String {
    let (at, _) = SCRIPT.match_indices(said).next().expect("it says so");
    let mut text = SCRIPT.to_owned();
    text.insert(at, CURSOR);
    let mut client = Client::start();
    client.write(
        "a.aite.lock",
        "{\"version\": 1, \"elements\": {\"/a_b\": {\n\"first button ~\\\"Se\u{301}nd\\\" within \\\"form\\\"\": {\"descriptor\": {\"tag\": \"button\", \"role\": \"button\", \"name\": \"*Se\u{301}nd* <now>\"}},\n\"button \\\"1 😀\\\"\": {\"descriptor\": {\"tag\": \"button\", \"role\": \"button\", \"name\": \"1 😀\"}},\n\"css \\\".total\\\"\": {\"descriptor\": {\"tag\": \"b\", \"text\": \"7\"}}}, \"/other\": {\"css \\\".total\\\"\": {\"descriptor\": {\"tag\": \"i\", \"text\": \"8\"}}}}}",
    );
    let cursor = client.open("a.aite", &text);
    let hover = client.ask("hover", "a.aite", &cursor);
    hover["contents"]["value"]
        .as_str()
        .unwrap_or("nothing")
        .to_owned()
}

#[test]
fn a_hover_says_what_a_step_does() {
    assert!(hover("click first").contains("Clicks the one element"));
    assert!(hover("try click").contains("goes on as if nothing had been"));
    assert_eq!(
        hover("@skip"),
        "This test does not run; a reason may follow: @skip \"reason\"."
    );
    assert_eq!(hover("| 1"), "nothing");
    assert_eq!(hover("today} x"), "Today's date, as 2026-11-30.");
}

#[test]
fn a_hover_says_what_a_name_is_worth_but_no_secret() {
    assert_eq!(
        hover("price ="),
        "```aite\nlet price = \"{amount} 円\"\n```\n\nIs `5 円`"
    );
    assert_eq!(
        hover("密码 = env"),
        "```aite\nsecret 密码 = env \"PW\"\n```\n\nIts value is shown nowhere."
    );
    assert_eq!(
        hover("买 \"{n}"),
        "```aite\nflow 买 what\n```\n\nAdds e\u{301}\\. Then buys\\."
    );
    assert_eq!(hover("n}\""), "A column of the table:\n- 1\n- 2");
    assert_eq!(hover("الآن"), "```aite\nread total as الآن\n```");
}

#[test]
fn a_hover_says_what_the_lock_remembers_with_nothing_taken_for_markdown() {
    assert_eq!(
        hover("~\"Se\u{301}"),
        "The lock remembers:\n- \\/a\\_b: button \\\"\\*Se\u{301}nd\\* \\<now\\>\\\""
    );
    assert!(hover("button \"{what").contains("1 😀"));
    let total = hover("total as");
    assert!(total.contains("let total = css"), "{total}");
    assert!(
        total.contains("\\/a\\_b") && total.contains("\\/other"),
        "{total}"
    );
}

#[test]
fn files_and_addresses_are_links() {
    let mut client = Client::start();
    client.write("flüsse.aite", "flow f\n  reload\n");
    client.write("ملف.txt", "x");
    client.write(
        "aite.config.json",
        "{\"baseUrl\": \"http://localhost:1/shop/\"}",
    );
    let text = "use \"flüsse.aite\"\r\nlet id = \"😀\"\r\ntest \"t\"\r\n  open \"/a?{id}\"\r\n  open \"/{today}\"\r\n  upload \"ملف.txt\" to \"F\"\r\n  do f";
    client.open("a.aite", text);
    let links = client.ask("documentLink", "a.aite", &Value::Null);
    let links: Vec<_> = links
        .as_array()
        .expect("a list")
        .iter()
        .map(|link| {
            let target = link["target"].as_str().expect("a target");
            let target = target.replace(&client.uri(""), "");
            (part(text, &link["range"]), target)
        })
        .collect();
    assert_eq!(
        links,
        [
            ("flüsse.aite", "fl%C3%BCsse.aite".to_owned()),
            ("/a?{id}", "http://localhost:1/a?%F0%9F%98%80".to_owned()),
            ("ملف.txt", "%D9%85%D9%84%D9%81.txt".to_owned()),
        ]
    );
}
