use super::*;
use crate::bridge::BridgeError;
use crate::bridge::messages::Event;

#[tokio::test]
async fn hello_is_answered_with_the_run_and_the_protocol() {
    let (listening, address) = listen(Timings::default()).await;
    let visit = async {
        let mut client = address.connect().await.unwrap();
        client.say(hello()).await;
        (client.hear().await, client)
    };
    let (bridge, (welcome, _client)) = tokio::join!(listening.accept(RUN, EXTENSION, LONG), visit);
    assert_eq!(
        welcome,
        json!({ "type": "welcome", "runId": RUN, "protocol": 1 })
    );
    let bridge = bridge.unwrap();
    assert_eq!(bridge.hello().chrome, "156.0.0.0");
    assert_eq!(bridge.hello().profile, "default");
}

#[tokio::test]
async fn a_newer_connection_replaces_the_older() {
    let (mut bridge, mut older, address) = pair(Timings::default()).await;
    let mut newer = address.greet().await;
    assert_eq!(older.closed().await, Some(4409));
    let answer = exchange(&mut bridge, &mut newer, json!({ "text": "new" })).await;
    assert_eq!(answer.outcome.unwrap()["text"], "new");
}

#[tokio::test]
async fn a_connection_with_a_wrong_token_replaces_nothing() {
    let (mut bridge, mut client, mut address) = pair(Timings::default()).await;
    address.token = "0".repeat(32);
    assert_eq!(address.connect().await.unwrap().closed().await, Some(4401));
    let answer = exchange(&mut bridge, &mut client, json!({ "text": "still here" })).await;
    assert!(answer.outcome.is_ok());
}

/// Waits for the ping that comes after its time.
async fn ping(client: &mut Client) {
    pass(Timings::default().ping).await;
    let ping = client.0.next().await.unwrap().unwrap();
    assert_eq!(ping.to_text().unwrap(), r#"{"type":"ping"}"#);
}

#[tokio::test]
async fn silence_after_a_ping_closes_with_4410() {
    let (_bridge, mut client, _) = pair(Timings::default()).await;
    ping(&mut client).await;
    pass(Timings::default().pong).await;
    assert_eq!(client.closed().await, Some(4410));
}

#[tokio::test]
async fn pongs_keep_a_connection() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    for tab in 0..5 {
        ping(&mut client).await;
        client.say(json!({ "type": "pong" })).await;
        // Once the event is here, so was the pong.
        client
            .say(json!({ "type": "event", "kind": "tab-closed", "tab": tab }))
            .await;
        bridge.events().recv().await.unwrap();
    }
}

#[tokio::test]
async fn close_code_4426_is_an_error_that_says_what_it_means() {
    let (mut bridge, mut client, _) = pair(Timings::default()).await;
    let close = tokio_tungstenite::tungstenite::protocol::CloseFrame {
        code: 4426.into(),
        reason: "".into(),
    };
    client.0.close(Some(close)).await.unwrap();
    let error = bridge.request(&read(), LONG).await.unwrap_err();
    assert!(matches!(error, BridgeError::ProtocolMismatch { .. }));
    assert_eq!(
        error.to_string(),
        "the extension (0.1.0) speaks another protocol number than this program (1); both must come from the same version of aite"
    );
}

#[tokio::test]
async fn a_message_over_the_limit_closes_with_1009() {
    let (_bridge, mut client, _) = pair(Timings::default()).await;
    client.say_text(&"x".repeat(9 * 1024 * 1024)).await;
    assert_eq!(client.closed().await, Some(1009));
}

#[tokio::test]
async fn events_arrive_in_order_and_across_a_reconnect() {
    let (mut bridge, mut client, address) = pair(Timings::default()).await;
    let closed = |tab| json!({ "type": "event", "kind": "tab-closed", "tab": tab });
    client.say(closed(1)).await;
    client.say(closed(2)).await;
    assert_eq!(
        bridge.events().recv().await,
        Some(Event::TabClosed { tab: 1 })
    );
    assert_eq!(
        bridge.events().recv().await,
        Some(Event::TabClosed { tab: 2 })
    );
    drop(client);
    let mut client = address.greet().await;
    client.say(closed(3)).await;
    assert_eq!(
        bridge.events().recv().await,
        Some(Event::TabClosed { tab: 3 })
    );
}

#[tokio::test]
async fn dropping_the_bridge_ends_the_connection_and_frees_the_port() {
    let (bridge, mut client, address) = pair(Timings::default()).await;
    drop(bridge);
    assert_eq!(client.closed().await, None);
    assert!(matches!(address.connect().await, Err(Error::Io(_))));
}

#[tokio::test]
async fn several_bridges_live_side_by_side() {
    let pairs = futures_util::future::join_all((0..4).map(|_| pair(Timings::default()))).await;
    let answers = pairs
        .into_iter()
        .enumerate()
        .map(async |(n, (mut bridge, mut client, _))| {
            let answer = exchange(&mut bridge, &mut client, json!({ "text": n.to_string() })).await;
            assert_eq!(answer.outcome.unwrap()["text"], n.to_string());
        });
    futures_util::future::join_all(answers).await;
}

#[tokio::test]
async fn the_token_of_one_bridge_opens_no_other() {
    let (_one, _client, address) = pair(Timings::default()).await;
    let (_other, _client, mut wrong) = pair(Timings::default()).await;
    wrong.token = address.token;
    assert_eq!(wrong.connect().await.unwrap().closed().await, Some(4401));
}
