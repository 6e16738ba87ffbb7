use tokio::io::AsyncReadExt;

use super::*;
use crate::bridge::BridgeError;

/// The HTTP status somebody is refused with.
async fn status(address: &Address) -> u16 {
    match address.connect().await {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("let in"),
    }
}

async fn refused(change: impl FnOnce(&mut Address)) -> u16 {
    let (listening, address) = listen(Timings::default()).await;
    let mut wrong = address.clone();
    change(&mut wrong);
    let accepting = listening.accept(RUN, EXTENSION, LONG);
    let visits = async {
        let status = status(&wrong).await;
        (status, address.greet().await)
    };
    let (bridge, (status, _client)) = tokio::join!(accepting, visits);
    assert!(bridge.is_ok(), "the next one is welcome");
    status
}

#[tokio::test]
async fn a_web_page_is_refused() {
    assert_eq!(
        refused(|a| a.origin = "https://evil.test".into()).await,
        403
    );
}

#[tokio::test]
async fn another_extension_is_refused() {
    let other = "chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba";
    assert_eq!(refused(|a| a.origin = other.into()).await, 403);
}

#[tokio::test]
async fn an_origin_that_begins_like_ours_is_refused() {
    assert_eq!(refused(|a| a.origin += ".evil.test").await, 403);
}

#[tokio::test]
async fn a_program_without_an_origin_is_refused() {
    assert_eq!(refused(|a| a.origin.clear()).await, 403);
}

/// As a page whose own name was made to point here would ask.
#[tokio::test]
async fn another_host_is_refused() {
    let local = |a: &mut Address| a.address = a.address.replace("127.0.0.1", "localhost");
    assert_eq!(refused(local).await, 403);
}

#[tokio::test]
async fn another_path_is_not_found() {
    assert_eq!(refused(|a| a.address += "ra").await, 404);
}

async fn close_code(change: impl FnOnce(&mut Address)) -> Option<u16> {
    let (_bridge, _client, mut address) = pair(Timings::default()).await;
    change(&mut address);
    address.connect().await.unwrap().closed().await
}

#[tokio::test]
async fn a_wrong_token_closes_with_4401() {
    assert_eq!(close_code(|a| a.token = "0".repeat(32)).await, Some(4401));
    assert_eq!(close_code(|a| a.token.truncate(31)).await, Some(4401));
    assert_eq!(close_code(|a| a.token.clear()).await, Some(4401));
    assert_eq!(close_code(|a| a.token += "&token=0").await, Some(4401));
}

#[tokio::test]
async fn no_hello_in_time_closes_with_4408() {
    let (listening, address) = listen(Timings::default()).await;
    let silent = async {
        let mut client = address.connect().await.unwrap();
        client.say(json!({ "type": "pong" })).await;
        client.say_text("hello?").await;
        pass(Timings::default().hello).await;
        (client.closed().await, address.greet().await)
    };
    let (bridge, (code, _client)) = tokio::join!(listening.accept(RUN, EXTENSION, LONG), silent);
    assert_eq!(code, Some(4408));
    assert!(bridge.is_ok());
}

#[tokio::test]
async fn a_connection_that_never_becomes_a_websocket_is_dropped() {
    let (listening, address) = listen(Timings::default()).await;
    let host = address.address["ws://".len()..].trim_end_matches("/ext");
    let silent = async {
        let mut stream = TcpStream::connect(host).await.unwrap();
        // The bridge has taken the one before into its care once it lets in the next.
        let next = address.greet().await;
        pass(Timings::default().hello).await;
        let read = stream.read(&mut [0]).await;
        (read, next)
    };
    let (bridge, (read, _client)) = tokio::join!(listening.accept(RUN, EXTENSION, LONG), silent);
    assert_eq!(read.unwrap(), 0);
    assert!(bridge.is_ok());
}

#[tokio::test]
async fn when_nobody_comes_it_says_so() {
    let (listening, _) = listen(Timings::default()).await;
    let within = Duration::from_millis(20);
    let error = listening.accept(RUN, EXTENSION, within).await.err();
    assert_eq!(
        error.unwrap().to_string(),
        "the extension did not say hello within 20ms"
    );
}

#[tokio::test]
async fn when_only_a_stranger_comes_it_says_who() {
    let (listening, mut address) = listen(Timings::default()).await;
    address.origin = "https://evil.test".into();
    let visit = async {
        assert_eq!(status(&address).await, 403);
        pass(LONG).await;
    };
    let (bridge, ()) = tokio::join!(listening.accept(RUN, EXTENSION, LONG), visit);
    let error = bridge.err().unwrap();
    assert!(matches!(error, BridgeError::NoHello { .. }));
    assert_eq!(
        error.to_string(),
        format!(
            "the extension did not say hello within 120s; a connection was refused: its origin was \"https://evil.test\", not chrome-extension://{EXTENSION}"
        )
    );
}
