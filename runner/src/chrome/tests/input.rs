use super::*;
use crate::script::ast::Click;

/// A page that writes down the events of its one button.
const BUTTON: &str = "<style>body { margin: 0 }</style>
    <button style='position:absolute;left:20px;top:30px;width:100px;height:40px'>Go</button>
    <script>
        window.log = [];
        const button = document.querySelector('button');
        for (const kind of ['mousemove', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick', 'contextmenu'])
            button.addEventListener(kind, (e) => {
                e.preventDefault();
                log.push(`${e.type} ${e.button} ${e.detail} ${e.clientX},${e.clientY} ${e.isTrusted}`);
            });
    </script>";

const MIDDLE: Point = Point { x: 70.0, y: 50.0 };

async fn read_log(browser: &Browser) -> Vec<String> {
    let log = evaluate(&browser.chrome, &browser.page, "log.splice(0)").await;
    serde_json::from_value(log).unwrap()
}

#[tokio::test]
async fn clicks_come_as_a_persons_do() {
    let browser = open(BUTTON).await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    for round in 0..20 {
        assert_eq!(
            chrome.click(page, MIDDLE, Click::Single).await.unwrap(),
            Delivery::Done
        );
        let expected = ["mousemove 0 0", "mousedown 0 1", "mouseup 0 1", "click 0 1"]
            .map(|event| format!("{event} 70,50 true"));
        assert_eq!(read_log(&browser).await, expected, "round {round}");
        chrome.click(page, MIDDLE, Click::Double).await.unwrap();
        let log = read_log(&browser).await;
        let counts: Vec<_> = log
            .iter()
            .filter(|line| !line.starts_with("mouse"))
            .map(|line| &line[..line.len() - 11])
            .collect();
        assert_eq!(
            counts,
            ["click 0 1", "click 0 2", "dblclick 0 2"],
            "round {round}"
        );
        chrome.click(page, MIDDLE, Click::Right).await.unwrap();
        let log = read_log(&browser).await;
        assert!(
            log.iter().any(|line| line.starts_with("contextmenu 2")),
            "{log:?}"
        );
        assert!(
            log.iter().any(|line| line.starts_with("auxclick 2 1")),
            "{log:?}"
        );
        chrome.hover(page, MIDDLE).await.unwrap();
        assert_eq!(read_log(&browser).await, ["mousemove 0 0 70,50 true"]);
    }
}

#[tokio::test]
async fn the_wheel_scrolls() {
    let browser = open("<div style='height:5000px'>").await;
    browser
        .chrome
        .wheel(&browser.page, MIDDLE, Point { x: 0.0, y: 300.0 })
        .await
        .unwrap();
    let scrolled = "new Promise((done) => { const look = () => scrollY === 300 ? done(scrollY) : requestAnimationFrame(look); look(); })";
    assert_eq!(
        evaluate(&browser.chrome, &browser.page, scrolled).await,
        300
    );
}

const FIELD: &str = "<textarea autofocus></textarea>
    <script>
        window.log = [];
        const field = document.querySelector('textarea');
        field.focus();
        for (const kind of ['keydown', 'keyup'])
            field.addEventListener(kind, (e) => log.push(
                `${e.type} ${e.key} ${e.code} ${e.keyCode} ${['ctrl', 'alt', 'meta', 'shift'].filter((m) => e[m + 'Key'])}`.trim()));
        field.addEventListener('input', (e) => log.push(`input ${e.inputType} ${e.data}`));
    </script>";

async fn value(browser: &Browser) -> String {
    let value = evaluate(&browser.chrome, &browser.page, "field.value").await;
    value.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn keys_come_with_their_names_and_modifiers() {
    let browser = open(FIELD).await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    for round in 0..20 {
        chrome.type_text(page, "aB?").await.unwrap();
        let expected = [
            "keydown a KeyA 65",
            "input insertText a",
            "keyup a KeyA 65",
            "keydown Shift ShiftLeft 16 shift",
            "keydown B KeyB 66 shift",
            "input insertText B",
            "keyup B KeyB 66 shift",
            "keydown ? Slash 191 shift",
            "input insertText ?",
            "keyup ? Slash 191 shift",
            "keyup Shift ShiftLeft 16",
        ];
        assert_eq!(read_log(&browser).await, expected, "round {round}");
        chrome.press(page, "Ctrl+A").await.unwrap();
        let expected = [
            "keydown Control ControlLeft 17 ctrl",
            "keydown a KeyA 65 ctrl",
            "keyup a KeyA 65 ctrl",
            "keyup Control ControlLeft 17",
        ];
        assert_eq!(read_log(&browser).await, expected, "round {round}");
        chrome.press(page, "Del").await.unwrap();
        assert_eq!(value(&browser).await, "", "round {round}");
        read_log(&browser).await;
    }
}

#[tokio::test]
async fn text_of_every_script_arrives_whole() {
    let browser = open(FIELD).await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    let text = "Zürich, Привет!\tΑθήνα\nשלום 漢字 かな 한글 👩‍👩‍👧 1️⃣ €";
    for _ in 0..20 {
        // A tab typed would leave the field.
        chrome
            .type_text(page, &text.replace('\t', " "))
            .await
            .unwrap();
        assert_eq!(value(&browser).await, text.replace('\t', " "));
        chrome.press(page, "ControlOrMeta+A").await.unwrap();
        chrome.insert_text(page, text).await.unwrap();
        assert_eq!(value(&browser).await, text);
        chrome.press(page, "ControlOrMeta+A").await.unwrap();
        chrome.press(page, "Backspace").await.unwrap();
        assert_eq!(value(&browser).await, "");
    }
    chrome.type_text(page, "я").await.unwrap();
    let log = read_log(&browser).await;
    assert_eq!(
        log[log.len() - 3..],
        ["keydown я  0", "input insertText я", "keyup я  0"]
    );
}

#[tokio::test]
async fn keys_reach_a_page_in_the_background() {
    let browser = open(FIELD).await;
    let open_tab = json!({ "url": "about:blank" });
    browser
        .chrome
        .pipe
        .command(None, "Target.createTarget", open_tab)
        .await
        .unwrap();
    browser
        .chrome
        .type_text(&browser.page, "here")
        .await
        .unwrap();
    assert_eq!(value(&browser).await, "here");
}

#[tokio::test]
async fn a_key_nobody_knows_is_named() {
    let browser = open(FIELD).await;
    let said = browser
        .chrome
        .press(&browser.page, "Strg+A")
        .await
        .unwrap_err()
        .to_string();
    assert!(
        said.starts_with("\"Strg+A\" cannot be pressed: `Strg` is no modifier key"),
        "{said}"
    );
}

const ASK: &str = "<style>body { margin: 0 }</style>
    <button style='position:absolute;left:20px;top:30px;width:100px;height:40px' onclick='window.answer = prompt(\"Name?\", \"Ann\")'>Ask</button>";

#[tokio::test]
async fn a_click_that_opens_a_dialog_ends_there() {
    let browser = open(ASK).await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    let dialog = Dialog {
        kind: DialogKind::Prompt,
        message: "Name?".into(),
        default: "Ann".into(),
    };
    for _ in 0..20 {
        for (answer, expected) in [
            ("accept", json!("Ann")),
            ("dismiss", json!(null)),
            ("Bob", json!("Bob")),
        ] {
            assert_eq!(
                chrome.click(page, MIDDLE, Click::Single).await.unwrap(),
                Delivery::DialogOpened(dialog.clone())
            );
            assert_eq!(chrome.dialog(page), Some(dialog.clone()));
            assert_eq!(chrome.dialog_opens().await.1, dialog);
            let again = chrome
                .click(page, MIDDLE, Click::Single)
                .await
                .unwrap_err()
                .to_string();
            assert!(
                again.starts_with("a dialog is open in the page (\"Name?\")"),
                "{again}"
            );
            let closed = match answer {
                "accept" => chrome.accept_dialog(page).await,
                "dismiss" => chrome.dismiss_dialog(page).await,
                text => chrome.answer_dialog(page, text).await,
            };
            assert_eq!(closed.unwrap(), Some(dialog.clone()));
            assert_eq!(chrome.dialog(page), None);
            assert_eq!(evaluate(chrome, page, "answer").await, expected);
        }
    }
    assert_eq!(chrome.accept_dialog(page).await.unwrap(), None);
}

#[tokio::test]
async fn a_click_that_closes_its_tab_is_delivered_once() {
    let browser = open("").await;
    let chrome = &browser.chrome;
    let open_window = "void open('').document.write(`<body style='margin:0'><button style='width:200px;height:200px' onclick='window.close()'>Bye`)";
    evaluate(chrome, &browser.page, open_window).await;
    let opened = chrome.pages.wait_until(|state| {
        state
            .sessions
            .keys()
            .find(|session| **session != browser.page.session)
            .cloned()
    });
    let session = opened.await;
    let page = Page {
        session: session.clone(),
        frame: session.clone(),
        context: None,
    };
    evaluate(chrome, &page, "void 0").await;
    let delivery = chrome.click(&page, MIDDLE, Click::Single).await.unwrap();
    assert!(
        matches!(delivery, Delivery::Done | Delivery::PageGone),
        "{delivery:?}"
    );
    chrome
        .pages
        .wait_until(|state| (!state.sessions.contains_key(&session)).then_some(()))
        .await;
    let said = chrome
        .click(&page, MIDDLE, Click::Single)
        .await
        .unwrap_err()
        .to_string();
    assert_eq!(said, "the page is no longer there: it was closed");
}

#[tokio::test]
async fn a_picture_has_the_viewports_size() {
    let profile = Profile {
        viewport: Some(crate::config::Viewport {
            width: 640,
            height: 480,
        }),
        ..Profile::default()
    };
    let browser = open_as(profile, ASK).await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    let within = Duration::from_secs(10);
    for _ in 0..20 {
        // In front of the page, so that it has to be brought there.
        chrome
            .pipe
            .command(None, "Target.createTarget", json!({ "url": "about:blank" }))
            .await
            .unwrap();
        let png = chrome.screenshot(page, within).await.unwrap();
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((size(16), size(20)), (640, 480));
    }
    chrome.click(page, MIDDLE, Click::Single).await.unwrap();
    let said = chrome
        .screenshot(page, within)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        said.starts_with("a dialog is open in the page (\"Name?\")"),
        "{said}"
    );
}
