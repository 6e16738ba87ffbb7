//! The bridge against a made-up extension, for the faults that a real one does not produce when asked to.

mod card;
mod gate;
mod link;
mod reconnect;
mod request;

use std::fs;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::messages::{Answer, Command, Read};
use super::{Bridge, Listening, Timings};

const RUN: &str = "2026-10-09T13-00-00Z-ab12";
const EXTENSION: &str = "abcdefghijklmnopabcdefghijklmnop";
/// Longer than any test should take; what ends earlier shows that something else ended it.
const LONG: Duration = Duration::from_secs(120);

/// What the extension reads from its card.
#[derive(Clone, Deserialize)]
struct Address {
    address: String,
    token: String,
    #[serde(skip)]
    origin: String,
}

/// A connection to the bridge.
struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

async fn listen(timings: Timings) -> (Listening, Address) {
    let listening = Listening::bind().await.unwrap().with_timings(timings);
    let folder = TempDir::new().unwrap();
    let card = listening.write_card(folder.path(), "default").unwrap();
    let address = Address {
        origin: format!("chrome-extension://{EXTENSION}"),
        ..serde_json::from_slice(&fs::read(card.path()).unwrap()).unwrap()
    };
    (listening, address)
}

/// A bridge and the extension it is connected to.
async fn pair(timings: Timings) -> (Bridge, Client, Address) {
    let (listening, address) = listen(timings).await;
    let (bridge, client) = tokio::join!(listening.accept(RUN, EXTENSION, LONG), address.greet());
    (bridge.unwrap(), client, address)
}

impl Address {
    /// Opens the websocket and says nothing.
    async fn connect(&self) -> Result<Client, Error> {
        let url = format!("{}?token={}", self.address, self.token);
        let mut request = url.into_client_request()?;
        if !self.origin.is_empty() {
            request
                .headers_mut()
                .insert("Origin", self.origin.parse().unwrap());
        }
        Ok(Client(connect_async(request).await?.0))
    }

    /// Connects, says hello and is welcome.
    async fn greet(&self) -> Client {
        let mut client = self.connect().await.unwrap();
        client.say(hello()).await;
        assert_eq!(client.hear().await["type"], "welcome");
        client
    }
}

impl Client {
    async fn say(&mut self, frame: Value) {
        self.say_text(&frame.to_string()).await;
    }

    async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message that is no ping.
    async fn hear(&mut self) -> Value {
        loop {
            let message = self.0.next().await.unwrap().unwrap();
            let frame: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
            if frame["type"] != "ping" {
                return frame;
            }
        }
    }

    /// Answers the next request well.
    async fn answer(&mut self, result: Value) -> Value {
        let request = self.hear().await;
        self.say(good(&request, result)).await;
        request
    }

    /// The code it is closed with; `None` when the connection just ends.
    async fn closed(&mut self) -> Option<u16> {
        while let Some(Ok(message)) = self.0.next().await {
            if let Message::Close(frame) = message {
                return frame.map(|f| f.code.into());
            }
        }
        None
    }
}

/// Lets that time go by at once.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

fn hello() -> Value {
    json!({ "type": "hello", "extVersion": "0.1.0", "chrome": "156.0.0.0", "profile": "default" })
}

fn good(request: &Value, result: Value) -> Value {
    let mut answer = json!({ "id": request["id"], "ok": true });
    answer
        .as_object_mut()
        .unwrap()
        .extend(result.as_object().unwrap().clone());
    answer
}

fn read() -> Command {
    Command::Read(Read::default())
}

/// A request that is answered well.
async fn exchange(bridge: &mut Bridge, client: &mut Client, result: Value) -> Answer {
    let command = read();
    let (answer, _) = tokio::join!(bridge.request(&command, LONG), client.answer(result));
    answer.unwrap()
}

/// One sample request of each command.
fn every_command() -> Vec<Command> {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../extension/wire/samples");
    let file = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(format!("{samples}/{name}.json")).unwrap()).unwrap()
    };
    let names: Vec<String> = serde_json::from_value(file("protocol")["commands"].clone()).unwrap();
    names
        .iter()
        .map(|name| serde_json::from_value(file(name)[0]["request"].clone()).unwrap())
        .collect()
}
