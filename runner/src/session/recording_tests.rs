use super::*;
use crate::script::format;

fn field(name: &str) -> Target {
    Target::new(Locator::Role {
        role: "field".into(),
        name: Some(name.into()),
    })
}

fn in_tab(tab: u64, step: RecordedStep) -> Recorded {
    Recorded {
        tab: Some(tab),
        step,
    }
}

fn fill(name: &str, value: Option<&str>) -> RecordedStep {
    RecordedStep::Fill {
        target: field(name),
        value: value.map(str::to_owned),
        secret: value.is_none(),
    }
}

fn click(text: &str) -> RecordedStep {
    RecordedStep::Click {
        target: Target::new(Locator::Text { text: text.into() }),
    }
}

fn arrive(url: &str) -> RecordedStep {
    RecordedStep::Arrive { url: url.into() }
}

fn open(url: &str) -> RecordedStep {
    RecordedStep::Open {
        url: url.into(),
        new_tab: false,
    }
}

/// The script of steps that are all done in one tab.
fn script(steps: Vec<RecordedStep>) -> String {
    let base = Url::parse("https://shop.test/").unwrap();
    let steps: Vec<_> = steps.into_iter().map(|step| in_tab(1, step)).collect();
    let script = written(&steps, Some(&base)).script("a pass");
    assert_eq!(format(&script), script);
    script
}

#[test]
fn passwords_are_secrets_by_the_names_of_their_fields() {
    let said = script(vec![
        open("https://shop.test/login?next=/#top"),
        fill("Password", None),
        fill("Repeat the password", None),
        fill("Password", None),
        fill("密码", None),
    ]);
    assert_eq!(
        said,
        r#"secret password = env "PASSWORD"
secret repeat-the-password = env "REPEAT_THE_PASSWORD"
secret password-2 = env "PASSWORD_2"

test "a pass"
  open "/login?next=/#top"
  fill field "Password" with password
  fill field "Repeat the password" with repeat-the-password
  fill field "Password" with password
  fill field "密码" with password-2
"#
    );
}

#[test]
fn the_last_of_the_same_stands_for_all() {
    let details = Target::new(Locator::Text {
        text: "Details".into(),
    });
    let said = script(vec![
        fill("To", Some("bo")),
        fill("To", Some("bob \"b\" {x}")),
        fill("Note", Some("")),
        click("Details"),
        RecordedStep::DoubleClick { target: details },
        click("Upload"),
        RecordedStep::Upload {
            target: Target::new(Locator::Text {
                text: "Upload".into(),
            }),
            files: vec!["a.png".into()],
        },
    ]);
    assert_eq!(
        said,
        r#"test "a pass"
  fill field "To" with "bob \"b\" {{x}"
  clear field "Note"
  double click "Details"
  upload "a.png" to "Upload"
"#
    );
}

#[test]
fn a_page_that_an_act_leads_to_is_waited_for() {
    let said = script(vec![
        open("https://shop.test/login"),
        arrive("https://shop.test/login"),
        click("Log in"),
        arrive("https://shop.test/"),
        click("Order"),
        arrive("https://shop.test/order"),
        arrive("https://shop.test/order/4711"),
        click("Pay"),
        arrive("https://shop.test/order/4711?paid=1"),
        click("Elsewhere"),
        arrive("https://other.test/"),
        open("https://other.test/there"),
    ]);
    assert_eq!(
        said,
        r#"test "a pass"
  open "/login"
  click "Log in"
  wait until not url contains "/login"
  click "Order"
  wait until url contains "/order/"
  click "Pay"
  click "Elsewhere"
  open "https://other.test/there"
"#
    );
}

#[test]
fn tabs_and_dialogs() {
    let press = RecordedStep::Press {
        keys: "Ctrl+K".into(),
        target: None,
    };
    let steps = [
        in_tab(1, click("Help")),
        in_tab(2, arrive("https://shop.test/help")),
        in_tab(2, RecordedStep::SwitchToNewTab),
        in_tab(2, press),
        in_tab(2, RecordedStep::CloseTab),
        in_tab(
            3,
            RecordedStep::SwitchToTab {
                url: "https://shop.test/".into(),
            },
        ),
        in_tab(3, click("Rename")),
        Recorded {
            tab: None,
            step: RecordedStep::AnswerDialog {
                value: "New name".into(),
            },
        },
        in_tab(3, RecordedStep::Back),
        in_tab(3, RecordedStep::Reload),
    ];
    let base = Url::parse("https://shop.test/").unwrap();
    assert_eq!(
        written(&steps, Some(&base)).steps,
        [
            "click \"Help\"",
            "switch to new tab",
            "press \"Ctrl+K\"",
            "close tab",
            "switch to tab \"https://shop.test/\"",
            "click \"Rename\"",
            "answer dialog with \"New name\"",
            "go back",
            "reload",
        ]
    );
}
