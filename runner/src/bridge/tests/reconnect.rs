use super::*;
use crate::bridge::messages::{Answer, Reason};

fn reason(answer: Answer) -> Reason {
    answer.outcome.unwrap_err().reason
}

#[tokio::test]
async fn a_command_that_looks_is_sent_again_and_counted() {
    for command in every_command().iter().filter(|c| c.may_be_resent()) {
        let (mut bridge, mut client, address) = pair(Timings::default()).await;
        let breaks = async {
            let first = client.hear().await;
            drop(client);
            let mut client = address.greet().await;
            let again = client.hear().await;
            assert_eq!(first, again);
            drop(client);
            let mut client = address.greet().await;
            client.answer(json!({ "retries": 2 })).await;
            client
        };
        let (answer, _client) = tokio::join!(bridge.request(command, LONG), breaks);
        let answer = answer.unwrap();
        assert!(answer.outcome.is_ok(), "{}", command.name());
        assert_eq!(answer.retries, 4, "{}", command.name());
    }
}

#[tokio::test]
async fn any_other_command_is_lost_and_never_sent_again() {
    for command in every_command().iter().filter(|c| !c.may_be_resent()) {
        let (mut bridge, mut client, address) = pair(Timings::default()).await;
        let breaks = async {
            client.hear().await;
            drop(client);
        };
        let (answer, ()) = tokio::join!(bridge.request(command, LONG), breaks);
        let answer = answer.unwrap();
        assert_eq!(answer.retries, 0);
        assert_eq!(reason(answer), Reason::ConnectionLost, "{}", command.name());

        let mut client = address.greet().await;
        let command = read();
        let (answer, request) = tokio::join!(
            bridge.request(&command, LONG),
            client.answer(json!({ "text": "" }))
        );
        assert_eq!(request["cmd"], "read", "the next request is the next sent");
        assert_eq!(answer.unwrap().retries, 0);
    }
}

#[tokio::test]
async fn a_replaced_connection_loses_its_request_too() {
    let (mut bridge, mut older, address) = pair(Timings::default()).await;
    let replaced = async {
        let request = older.hear().await;
        let mut newer = address.greet().await;
        older.say(good(&request, json!({ "text": "older" }))).await;
        newer.answer(json!({ "text": "newer" })).await;
        (older, newer)
    };
    let command = read();
    let (answer, _clients) = tokio::join!(bridge.request(&command, LONG), replaced);
    let answer = answer.unwrap();
    assert_eq!(answer.retries, 1);
    assert_eq!(answer.outcome.unwrap()["text"], "newer");
}

#[tokio::test]
async fn an_extension_that_does_not_come_back_is_lost() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let lost = bridge.lost();
    let breaks = async {
        client.hear().await;
        drop(client);
        lost.await;
        pass(Timings::default().comeback).await;
    };
    let command = read();
    let (answer, ()) = tokio::join!(bridge.request(&command, LONG), breaks);
    let answer = answer.unwrap();
    assert_eq!(
        answer.outcome.clone().unwrap_err().detail["message"],
        "the connection to the extension broke before it answered read"
    );
    assert_eq!(reason(answer), Reason::ConnectionLost);
}

#[tokio::test]
async fn a_request_without_a_connection_waits_for_it_and_is_not_sent_again() {
    let (mut bridge, client, address) = pair(Timings::default()).await;
    let lost = bridge.lost();
    drop(client);
    lost.await;
    for command in every_command() {
        let comes = async {
            let mut client = address.greet().await;
            client.answer(json!({})).await;
            client
        };
        let lost = bridge.lost();
        let (answer, client) = tokio::join!(bridge.request(&command, LONG), comes);
        let answer = answer.unwrap();
        assert!(answer.outcome.is_ok(), "{}", command.name());
        assert_eq!(answer.retries, 0);
        drop(client);
        lost.await;
    }
}

#[tokio::test]
async fn a_request_long_after_the_loss_does_not_wait() {
    let (mut bridge, client, _) = pair(Timings::default()).await;
    let lost = bridge.lost();
    drop(client);
    lost.await;
    pass(Timings::default().comeback).await;
    let answer = bridge.request(&read(), LONG).await.unwrap();
    assert_eq!(
        answer.outcome.clone().unwrap_err().detail["message"],
        "the extension was not connected and did not come back, so read was not sent"
    );
    assert_eq!(reason(answer), Reason::ConnectionLost);
}

#[tokio::test]
async fn it_may_come_back_later_still() {
    let (mut bridge, client, address) = pair(Timings::default()).await;
    let lost = bridge.lost();
    drop(client);
    lost.await;
    pass(Timings::default().comeback).await;
    assert_eq!(
        reason(bridge.request(&read(), LONG).await.unwrap()),
        Reason::ConnectionLost
    );
    let mut client = address.greet().await;
    let answer = exchange(&mut bridge, &mut client, json!({ "text": "back" })).await;
    assert!(answer.outcome.is_ok());
}

#[tokio::test]
async fn an_answer_just_before_the_loss_counts() {
    for command in every_command() {
        let (mut bridge, mut client, _) = pair(Timings::default()).await;
        let breaks = async {
            client.answer(json!({})).await;
            drop(client);
        };
        let (answer, ()) = tokio::join!(bridge.request(&command, LONG), breaks);
        assert!(answer.unwrap().outcome.is_ok(), "{}", command.name());
    }
}

#[tokio::test]
async fn a_connection_that_keeps_breaking_has_an_end() {
    let (mut bridge, mut client, address) = pair(Timings {
        comeback: Duration::from_millis(100),
        ..Timings::default()
    })
    .await;
    let command = read();
    let flapping = async {
        loop {
            client.hear().await;
            drop(client);
            tokio::task::yield_now().await;
            client = address.greet().await;
        }
    };
    let within = Duration::from_millis(100);
    tokio::select! {
        answer = bridge.request(&command, within) => {
            let answer = answer.unwrap();
            assert!(matches!(reason(answer), Reason::ConnectionLost | Reason::Timeout));
        }
        () = flapping => {}
    }
}

#[tokio::test]
async fn a_silent_connection_is_given_up_and_the_request_sent_on_the_next() {
    let (mut bridge, mut silent, address) = pair(Timings::default()).await;
    let command = read();
    let comes_back = async {
        silent.hear().await;
        pass(Timings::default().ping).await;
        let ping = silent.0.next().await.unwrap().unwrap();
        assert!(ping.to_text().unwrap().contains("ping"));
        pass(Timings::default().pong).await;
        assert_eq!(silent.closed().await, Some(4410));
        let mut client = address.greet().await;
        client.answer(json!({ "text": "back" })).await;
        client
    };
    let (answer, _client) = tokio::join!(bridge.request(&command, LONG), comes_back);
    assert_eq!(answer.unwrap().retries, 1);
}

#[tokio::test]
async fn resume_is_welcome_from_this_run_and_from_any_other() {
    let (mut bridge, client, address) = pair(Timings::default()).await;
    drop(client);
    for run in [RUN, "2020-01-01T00-00-00Z-0000"] {
        let mut client = address.connect().await.unwrap();
        let mut hello = hello();
        hello["resume"] = run.into();
        client.say(hello).await;
        assert_eq!(client.hear().await["runId"], RUN);
        let answer = exchange(&mut bridge, &mut client, json!({ "text": "" })).await;
        assert!(answer.outcome.is_ok());
    }
}
