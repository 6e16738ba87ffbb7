//! A port and a token, before there is an extension; and the taking in of whoever connects.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::Timings;
use super::card::{Card, Contents};
use super::connection::{Hub, Link, Socket, say_goodbye, serve};
use super::error::BridgeError;
use super::exchange::Bridge;
use super::gate::{Gate, Token, Verdict};
use super::messages::{Hello, Incoming, MESSAGE_LIMIT, Outgoing, PROTOCOL, close};

/// A bridge that has a port and a token, and no extension yet.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    token: Token,
    /// `127.0.0.1:PORT`
    host: String,
    timings: Timings,
}

impl Listening {
    /// Takes a free port of 127.0.0.1 and makes a token.
    pub async fn bind() -> Result<Self, BridgeError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .map_err(BridgeError::Listen)?;
        let host = listener.local_addr().map_err(BridgeError::Listen)?;
        Ok(Self {
            listener,
            token: Token::random(),
            host: host.to_string(),
            timings: Timings::default(),
        })
    }

    /// With other patience than the protocol's.
    pub fn with_timings(self, timings: Timings) -> Self {
        Self { timings, ..self }
    }

    /// Writes `bridge.json` into the extension's folder, which is to happen before Chrome starts. One that is already there, of a run that
    /// crashed, is replaced.
    pub fn write_card(&self, extension_dir: &Path, profile: &str) -> Result<Card, BridgeError> {
        Card::write(
            extension_dir,
            &Contents {
                address: &format!("ws://{}/ext", self.host),
                token: self.token.as_str(),
                profile,
            },
        )
    }

    /// Waits for the first hello of the extension with that id, and goes on taking connections in for as long as the bridge lives.
    pub async fn accept(
        self,
        run_id: &str,
        extension_id: &str,
        within: Duration,
    ) -> Result<Bridge, BridgeError> {
        let (link, mut linked) = watch::channel(Link::Down {
            since: Instant::now(),
        });
        let (events, happened) = mpsc::unbounded_channel();
        let hub = Arc::new(Hub::new(self.timings, link, events));
        let door = Door {
            gate: Gate {
                token: self.token,
                host: self.host,
                origin: format!("chrome-extension://{extension_id}"),
            },
            run_id: run_id.to_owned(),
            hub: hub.clone(),
        };
        let mut tasks = JoinSet::new();
        tasks.spawn(take_in(self.listener, Arc::new(door)));
        let first = timeout(within, linked.wait_for(|link| link.up().is_some())).await;
        match first.map(|waited| waited.ok().and_then(|link| link.up().cloned())) {
            Ok(Some(connection)) => Ok(Bridge::new(hub, connection, linked, happened, tasks)),
            _ => Err(BridgeError::NoHello {
                within,
                refused: hub.last_refusal(),
            }),
        }
    }
}

struct Door {
    gate: Gate,
    run_id: String,
    hub: Arc<Hub>,
}

/// Ends when it is dropped, and every connection with it.
async fn take_in(listener: TcpListener, door: Arc<Door>) {
    let mut visits = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => { visits.spawn(receive(stream, door.clone())); }
                Err(error) => {
                    // Out of file descriptors, most likely: asking again at once would only spin.
                    log::debug!("a connection could not be accepted: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            Some(_) = visits.join_next() => {}
        }
    }
}

async fn receive(stream: TcpStream, door: Arc<Door>) {
    let deadline = Instant::now() + door.hub.timings.hello;
    let opened = timeout_at(deadline, open(stream, &door)).await;
    let Ok(Some((mut socket, verdict))) = opened else {
        return;
    };
    if verdict == Verdict::WrongToken {
        door.hub.refuse("its token was wrong");
        return say_goodbye(socket, close::WRONG_TOKEN).await;
    }
    let Ok(greeted) = timeout_at(deadline, hello(&mut socket)).await else {
        door.hub.refuse("it did not say hello in time");
        return say_goodbye(socket, close::NO_HELLO).await;
    };
    let Some(hello) = greeted else { return };
    if let Some(run) = hello.resume.as_ref().filter(|run| **run != door.run_id) {
        log::debug!("the extension comes from another run, {run}");
    }
    let welcome = Outgoing::Welcome {
        run_id: door.run_id.clone(),
        protocol: PROTOCOL,
    };
    if socket.send(&welcome).await.is_ok() {
        serve(&door.hub, socket, hello).await;
    }
}

/// The websocket's own handshake. `None` for who is refused before there is a websocket.
async fn open(stream: TcpStream, door: &Door) -> Option<(Socket, Verdict)> {
    // Each message is one small write that somebody waits for.
    stream.set_nodelay(true).ok()?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MESSAGE_LIMIT))
        .max_frame_size(Some(MESSAGE_LIMIT));
    let mut verdict = Verdict::WrongToken;
    // The error's size is the library's choice.
    #[allow(clippy::result_large_err)]
    let judge = |request: &Request, response: Response| {
        verdict = door.gate.judge(request);
        match &verdict {
            Verdict::Refused(status, _) => {
                let mut refusal = ErrorResponse::new(None);
                *refusal.status_mut() = *status;
                Err(refusal)
            }
            _ => Ok(response),
        }
    };
    let socket = tokio_tungstenite::accept_hdr_async_with_config(stream, judge, Some(config)).await;
    if let Verdict::Refused(_, why) = &verdict {
        door.hub.refuse(why);
    }
    Some((Socket::new(socket.ok()?), verdict))
}

/// The first hello. Whatever comes before it counts for nothing.
async fn hello(socket: &mut Socket) -> Option<Hello> {
    loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => match Incoming::read(&text) {
                Ok(Incoming::Hello(hello)) => return Some(hello),
                Ok(_) => log::debug!("dropped a frame that came before hello"),
                Err(why) => log::debug!("dropped a frame: {why}"),
            },
            Message::Close(_) => return None,
            _ => log::debug!("dropped a frame that is not text"),
        }
    }
}
