use std::sync::{Mutex, Once};

use super::*;
use crate::bridge::BridgeError;
use crate::bridge::messages::{Act, Action, ElementRef, Reason, WhatItSays};

#[tokio::test]
async fn every_command_goes_out_as_itself_and_its_answer_comes_back() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    for (n, command) in every_command().iter().enumerate() {
        let (answer, request) = tokio::join!(
            bridge.request(command, LONG),
            client.answer(json!({ "n": n }))
        );
        assert_eq!(request["id"], n + 1);
        assert_eq!(request["cmd"], command.name());
        let answer = answer.unwrap();
        assert_eq!(answer.outcome.unwrap()["n"], n);
        assert_eq!(answer.retries, 0);
    }
}

#[tokio::test]
async fn a_failing_answer_carries_reason_and_detail() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let reply = async {
        let id = client.hear().await["id"].clone();
        let detail = json!({ "found": "1 MUCK" });
        client
            .say(json!({ "id": id, "ok": false, "reason": "mismatch", "detail": detail, "retries": 2 }))
            .await;
    };
    let command = read();
    let (answer, ()) = tokio::join!(bridge.request(&command, LONG), reply);
    let answer = answer.unwrap();
    assert_eq!(answer.retries, 2);
    let failure = answer.outcome.unwrap_err();
    assert_eq!(failure.reason, Reason::Mismatch);
    assert_eq!(failure.detail::<String>("found").unwrap(), "1 MUCK");
    assert_eq!(failure.detail::<String>("expected"), None);
}

#[tokio::test]
async fn duplicates_strangers_and_malformed_frames_are_dropped() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let command = read();
    let reply = async {
        let request = client.hear().await;
        let malformed = include_str!("../../../../extension/wire/samples/malformed.json");
        for text in serde_json::from_str::<Vec<String>>(malformed).unwrap() {
            client.say_text(&text).await;
        }
        client
            .0
            .send(Message::binary(b"{}".to_vec()))
            .await
            .unwrap();
        client.say(hello()).await;
        client
            .say(json!({ "id": 99, "ok": true, "text": "stranger" }))
            .await;
        client.say(good(&request, json!({ "text": "first" }))).await;
        client
            .say(good(&request, json!({ "text": "duplicate" })))
            .await;
    };
    let (answer, ()) = tokio::join!(bridge.request(&command, LONG), reply);
    assert_eq!(answer.unwrap().read::<WhatItSays>().unwrap().text, "first");

    let answer = exchange(&mut bridge, &mut client, json!({ "text": "second" })).await;
    assert_eq!(answer.read::<WhatItSays>().unwrap().text, "second");
}

#[tokio::test]
async fn an_answer_after_its_time_is_dropped() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let command = read();
    let within = Duration::from_secs(6);
    let asked = async {
        let request = client.hear().await;
        pass(within).await;
        request
    };
    let (answer, request) = tokio::join!(bridge.request(&command, within), asked);
    let failure = answer.unwrap().outcome.unwrap_err();
    assert_eq!(failure.reason, Reason::Timeout);
    assert_eq!(
        failure.detail::<String>("message").unwrap(),
        "the extension did not answer read within 6s"
    );

    client.say(good(&request, json!({ "text": "late" }))).await;
    let answer = exchange(&mut bridge, &mut client, json!({ "text": "in time" })).await;
    assert_eq!(answer.outcome.unwrap()["text"], "in time");
}

#[tokio::test]
async fn a_request_that_was_given_up_leaves_nothing_to_the_next() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let command = read();
    let request = tokio::select! {
        _ = bridge.request(&command, LONG) => panic!("nobody answered"),
        request = client.hear() => request,
    };
    client.say(good(&request, json!({ "text": "old" }))).await;
    let answer = exchange(&mut bridge, &mut client, json!({ "text": "new" })).await;
    assert_eq!(answer.outcome.unwrap()["text"], "new");
}

fn typing(value: String) -> Command {
    let mut act = Act::new(Action::Fill, ElementRef::default());
    act.value = Some(value);
    Command::Act(act.into())
}

#[tokio::test]
async fn a_request_over_the_limit_is_never_sent() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let error = bridge
        .request(&typing("x".repeat(8 * 1024 * 1024)), LONG)
        .await
        .unwrap_err();
    assert!(matches!(error, BridgeError::TooLarge { .. }));
    assert!(
        error
            .to_string()
            .starts_with("act would be a message of 83886"),
        "{error}"
    );

    let large = typing("x".repeat(8 * 1024 * 1024 - 100));
    let (answer, request) = tokio::join!(bridge.request(&large, LONG), client.answer(json!({})));
    assert!(answer.unwrap().outcome.is_ok());
    assert_eq!(request["cmd"], "act");
}

#[tokio::test]
async fn an_answer_of_another_shape_is_internal() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let answer = exchange(&mut bridge, &mut client, json!({ "text": 7 })).await;
    let failure = answer.read::<WhatItSays>().unwrap_err();
    assert_eq!(failure.reason, Reason::Internal);
}

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Lines;

impl log::Log for Lines {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.target().starts_with("aite::bridge")
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            LINES.lock().unwrap().push(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

#[tokio::test]
async fn neither_token_nor_value_is_logged() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Lines).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
    });
    let (mut bridge, mut client, mut address) = pair(Timings::default()).await;
    let fill = typing("hunter2".into());
    let (answer, request) = tokio::join!(bridge.request(&fill, LONG), client.answer(json!({})));
    assert!(answer.unwrap().outcome.is_ok());
    client
        .say(good(&request, json!({ "text": "hunter2" })))
        .await;
    client.say_text("hunter2").await;
    client.say(json!({ "type": "hunter2" })).await;
    client
        .say(json!({ "type": "event", "kind": "tab-closed", "tab": 1 }))
        .await;
    bridge.events().recv().await.unwrap();
    let token = address.token.clone();
    address.token += "0";
    assert_eq!(address.connect().await.unwrap().closed().await, Some(4401));

    let lines = LINES.lock().unwrap();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("its token was wrong"))
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains("which nothing waits for"))
    );
    for secret in [token.as_str(), "hunter2"] {
        assert!(!lines.iter().any(|line| line.contains(secret)), "{lines:?}");
    }
}
