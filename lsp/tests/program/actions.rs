//! What can be done about problems, and with steps that are selected.

use serde_json::{Value, json};

use crate::client::{CURSOR, Client, cursor, edited};

/// The actions where the cursor is, or between two of them, by title, and the files as each would leave them.
struct Offered {
    text: String,
    actions: Vec<Value>,
    client: Client,
}

impl Offered {
    fn of(text: &str) -> Offered {
        Offered::among(text, &[])
    }

    fn among(text: &str, others: &[(&str, &str)]) -> Offered {
        Offered::only(text, others, Value::Null)
    }

    fn only(text: &str, others: &[(&str, &str)], kind: Value) -> Offered {
        let mut client = Client::start();
        for (name, text) in others {
            client.write(name, text);
        }
        let start = cursor(text);
        let rest = text.replacen(CURSOR, "", 1);
        let end = match cursor(&rest) {
            Value::Null => start.clone(),
            end => end,
        };
        let text = text.replace(CURSOR, "");
        client.open("a.aite", &text);
        let mut context = json!({"diagnostics": []});
        if !kind.is_null() {
            context["only"] = json!([kind]);
        }
        let asked = json!({
            "textDocument": {"uri": client.uri("a.aite")},
            "range": {"start": start, "end": end},
            "context": context,
        });
        let actions = client.request("textDocument/codeAction", asked);
        let actions = actions.as_array().expect("a list").clone();
        let own = |action: &Value| !action["kind"].as_str().unwrap_or("run").contains("run");
        Offered {
            text,
            actions: actions.into_iter().filter(own).collect(),
            client,
        }
    }

    fn titles(&self) -> Vec<&str> {
        let titles = self.actions.iter().map(|action| action["title"].as_str());
        titles.map(|title| title.expect("a title")).collect()
    }

    /// The script once an action is done.
    fn done(&self, title: &str) -> String {
        self.file(title, "a.aite").expect("the script changes")
    }

    fn file(&self, title: &str, name: &str) -> Option<String> {
        let action = self.actions.iter().find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("{title}: {:?}", self.titles()));
        let uri = self.client.uri(name);
        let changes = action["edit"]["documentChanges"]
            .as_array()
            .expect("changes");
        let change = changes
            .iter()
            .find(|change| change["textDocument"]["uri"] == *uri)?;
        let version = if name == "a.aite" {
            json!(1)
        } else {
            Value::Null
        };
        assert_eq!(change["textDocument"]["version"], version);
        let is_new = changes
            .iter()
            .any(|change| change["kind"] == "create" && change["uri"] == *uri);
        let old = match name {
            "a.aite" => self.text.clone(),
            _ if is_new => String::new(),
            _ => std::fs::read_to_string(self.client.path(name)).expect("on disk"),
        };
        Some(edited(&old, &change["edits"]))
    }
}

#[test]
fn what_was_meant_is_offered_with_its_problem() {
    let offered = Offered::of("# 😀\r\ncl‸ik \"é\"\r\n");
    assert_eq!(offered.titles(), ["Change to `click`"]);
    assert_eq!(offered.done("Change to `click`"), "# 😀\r\nclick \"é\"\r\n");
    let action = &offered.actions[0];
    assert_eq!(action["isPreferred"], true);
    assert_eq!(action["kind"], "quickfix");
    assert_eq!(action["diagnostics"][0]["code"], "unknown-step");
    for (text, title, expected) in [
        (
            "click \"a\\q‸\"",
            "Write \\\\ for the backslash",
            "click \"a\\\\q\"",
        ),
        ("click \"{‸ 漢\"", "Change to `{{`", "click \"{{ 漢\""),
        (
            "click \"a\"#‸ x",
            "Put a space in front of the #",
            "click \"a\" # x",
        ),
        (
            "click ‘‸e\u{301}😀’ # x",
            "Write \"e\u{301}😀\"",
            "click \"e\u{301}😀\" # x",
        ),
        ("click “‸مرحبا”", "Write \"مرحبا\"", "click \"مرحبا\""),
    ] {
        assert_eq!(Offered::of(text).done(title), expected, "{text}");
    }
}

#[test]
fn a_missing_quote_is_put_where_the_line_is_whole_with_it() {
    for (text, titles, expected) in [
        (
            "click \"‸漢字 😀",
            vec!["Add the missing quote: \"漢字 😀\""],
            "click \"漢字 😀\"",
        ),
        (
            "fill \"E\u{301} x with ‸user",
            vec!["Add the missing quote: \"E\u{301} x\""],
            "fill \"E\u{301} x\" with user",
        ),
        (
            "click /a‸b",
            vec!["Add the missing quote: /ab/"],
            "click /ab/",
        ),
    ] {
        let offered = Offered::of(text);
        assert_eq!(offered.titles(), titles, "{text}");
        assert_eq!(offered.done(titles[0]), expected);
        assert_eq!(offered.actions[0]["isPreferred"], true);
    }
    let offered = Offered::of("click \"Send within \"fo‸rm\"");
    assert_eq!(offered.titles(), ["Add the missing quote: \"Send\""]);
}

#[test]
fn a_profile_is_declared_in_the_script_or_the_config() {
    let script = "use \"b.aite\"\r\ntest \"t\"\r\n  as مي‸ا\r\n  open \"http://localhost/\"";
    let others = [
        ("b.aite", "let x = \"1\"\n"),
        (
            "aite.config.json",
            "{\n  \"profiles\": {\n    \"qian\": {}\n  }\n}\n",
        ),
    ];
    let offered = Offered::among(script, &others);
    let titles = [
        "Declare the profile `ميا` in this script",
        "Add the profile `ميا` to aite.config.json",
    ];
    assert_eq!(offered.titles(), titles);
    assert_eq!(
        offered.done(titles[0]),
        "use \"b.aite\"\r\nprofile default\r\nprofile ميا\r\ntest \"t\"\r\n  as ميا\r\n  open \"http://localhost/\""
    );
    assert_eq!(
        offered.file(titles[1], "aite.config.json").as_deref(),
        Some("{\n  \"profiles\": {\n    \"qian\": {},\n    \"ميا\": {}\n  }\n}\n")
    );
}

#[test]
fn an_origin_is_allowed_in_a_config_that_is_there_or_made() {
    let script = "test \"t\"\n  open \"https://shop‸.test/a\"";
    let title = "Add https://shop.test to `allow` in aite.config.json";
    let offered = Offered::of(script);
    let made = offered.file(title, "aite.config.json").expect("a config");
    assert!(made.ends_with("\"https://shop.test\"\n  ]\n}\n"), "{made}");
    assert!(made.contains("http://127.0.0.1:*"), "{made}");
    let there = [("aite.config.json", "{ \"allow\": [\"http://a.test\"] }")];
    let offered = Offered::among(script, &there);
    let changed = offered.file(title, "aite.config.json").expect("a config");
    let changed: Value = serde_json::from_str(&changed).expect("a config");
    assert_eq!(
        changed,
        json!({"allow": ["http://a.test", "https://shop.test"]})
    );
}

#[test]
fn an_unused_name_goes_with_all_that_belongs_to_it() {
    let open = "  open \"http://localhost/\"\n";
    for (text, title, expected) in [
        (
            format!("let ‸名 = \"😀\"\ntest \"t\"\n{open}"),
            "Remove the line of `名`",
            format!("test \"t\"\n{open}"),
        ),
        (
            format!(
                "test \"{{a}}\"\n  | a | ‸b😀 | c |\n  | 1 | e\u{301} |  2|\n{open}  click \"{{c}}\"\n"
            ),
            "Remove the column `b😀`",
            format!("test \"{{a}}\"\n  | a | c |\n  | 1 |  2|\n{open}  click \"{{c}}\"\n"),
        ),
        (
            format!(
                "flow f a ‸b\n  click \"{{a}}\"\ntest \"t\"\n{open}  do f \"1\" \"e\u{301}\" # x\n"
            ),
            "Remove the parameter `b`, and what calls give for it",
            format!("flow f a\n  click \"{{a}}\"\ntest \"t\"\n{open}  do f \"1\" # x\n"),
        ),
        (
            format!("test \"t\"\n{open}  read \"x\" as ‸y\n"),
            "Remove the line of `y`",
            format!("test \"t\"\n{open}"),
        ),
    ] {
        assert_eq!(Offered::of(&text).done(title), expected);
    }
}

#[test]
fn what_is_defined_nowhere_is_brought_in_or_written() {
    let script = "test \"t\"\r\n  open \"http://localhost/\"\r\n  do 付‸款 \"1\" 2";
    let others = [("flows/بيع.aite", "flow 付款 a b\n  type a\n  type b\n")];
    let offered = Offered::among(script, &others);
    let bring = "Bring in `付款`: use \"flows/بيع.aite\"";
    let write = "Write the flow `付款` below";
    assert_eq!(offered.titles(), [bring, write]);
    assert_eq!(
        offered.done(bring),
        format!("use \"flows/بيع.aite\"\r\n{}", script.replace(CURSOR, ""))
    );
    assert_eq!(
        offered.done(write),
        format!(
            "{}\r\n\r\nflow 付款 value1 value2\r\n",
            script.replace(CURSOR, "")
        )
    );
    let offered = Offered::of("test \"t\"\n  open \"http://localhost/{l‸ong-name}\"");
    assert_eq!(
        offered.done("Define `long-name` above"),
        "test \"t\"\n  let long-name = \"\"\n  open \"http://localhost/{long-name}\""
    );
}

#[test]
fn steps_are_extracted_with_the_names_they_use() {
    let script = "let site = \"http://localhost/\"\r\n\r\n# 関する\r\ntest \"{n}\"\r\n  | n |\r\n  | 1 |\r\n  open site\r\n  ‸click \"😀 {n}\"  # e\u{301}\r\n  # between\r\n  fill \"x\" with ‸site\r\n  reload";
    let offered = Offered::of(script);
    assert_eq!(
        offered.done("Extract into the flow `new-flow`"),
        "let site = \"http://localhost/\"\r\n\r\nflow new-flow n\r\n  click \"😀 {n}\"  # e\u{301}\r\n  # between\r\n  fill \"x\" with site\r\n\r\n# 関する\r\ntest \"{n}\"\r\n  | n |\r\n  | 1 |\r\n  open site\r\n  do new-flow n\r\n  reload"
    );
    for refused in [
        "test \"t\"\n  ‸read \"x\" as y\n  reload‸\n  type y",
        "test \"t\"\n  let b = css \".b\"\n  ‸click b‸",
        "profile a\ntest \"t\"\n  ‸as a\n  reload‸",
        "‸click \"a\"\nreload‸",
    ] {
        assert_eq!(
            Offered::of(refused).titles(),
            Vec::<&str>::new(),
            "{refused}"
        );
    }
}

#[test]
fn a_call_is_inlined_where_that_means_the_same() {
    let flow = "flow 送る what to\r\n  # 注\r\n  fill \"{what}😀\" with to\r\n  click to within \"{to}e\u{301}\"\r\n";
    let script = format!(
        "{flow}test \"t\"\r\n  open \"http://localhost/{{today}}\"\r\n  do ‸送る \"a{{today}}\" 5  # x\r\n  reload"
    );
    assert_eq!(
        Offered::of(&script).done("Put the steps of `送る` here"),
        format!(
            "{flow}test \"t\"\r\n  open \"http://localhost/{{today}}\"\r\n  # 注\r\n  fill \"a{{today}}😀\" with 5\r\n  click \"5\" within \"5e\u{301}\"  # x\r\n  reload"
        )
    );
    for refused in [
        "flow f\n  read \"x\" as y\n  type y\ntest \"t\"\n  do f‸\n  read \"z\" as y\n  type y",
        "profile a\nflow f\n  as a\n  reload\ntest \"t\"\n  do f‸",
        "flow f\n  reload\ntest \"t\"\n  try do f‸",
        "flow f a\n  type \"{a}\"\ntest \"t\"\n  do f env \"X\"‸",
    ] {
        assert_eq!(
            Offered::of(refused).titles(),
            Vec::<&str>::new(),
            "{refused}"
        );
    }
}

#[test]
fn everything_with_one_answer_is_mended_at_once() {
    let text = "‸clik \"é\"\r\nfil “😀” with \"{ x\"\r\nclick \"a\"#b";
    let offered = Offered::only(text, &[], json!("source.fixAll"));
    assert_eq!(offered.actions.len(), 1);
    assert_eq!(offered.actions[0]["kind"], "source.fixAll.aite");
    assert_eq!(
        offered.done("Mend what can be mended in one way only"),
        "click \"é\"\r\nfill “😀” with \"{ x\"\r\nclick \"a\" #b"
    );
}
