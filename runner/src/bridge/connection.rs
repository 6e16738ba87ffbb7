//! One connection of the extension: what comes in on it, and how it ends.

use std::os::fd::{AsFd, OwnedFd};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::Timings;
use super::messages::{Answer, Event, Hello, Incoming, Outgoing, close};

/// What the connections of one bridge share with it.
pub(super) struct Hub {
    pub timings: Timings,
    link: watch::Sender<Link>,
    events: mpsc::UnboundedSender<Event>,
    tell_live: Mutex<Option<TellLive>>,
    waiting: Mutex<Option<Waiting>>,
    refused: Mutex<Option<String>>,
    connections: AtomicU64,
}

/// Is told every event as soon as it comes.
type TellLive = Box<dyn Fn(&Event) + Send>;

/// Whether the extension is connected.
#[derive(Clone)]
pub(super) enum Link {
    Up(Arc<Connection>),
    Down {
        since: Instant,
    },
    /// The extension closed with 4426.
    Mismatched {
        ext_version: String,
    },
}

/// The request that has no answer yet.
struct Waiting {
    id: u64,
    reply: oneshot::Sender<Answer>,
}

pub(super) struct Connection {
    /// Later connections have higher ones.
    pub number: u64,
    pub hello: Hello,
    write: tokio::sync::Mutex<SplitSink<WebSocketStream<TcpStream>, Message>>,
}

/// How sure it is that a message did not reach the other side.
pub(super) enum Sent {
    /// It was given to the system; whether it arrives, only an answer tells.
    Written,
    /// Nothing of it was written.
    NotAtAll,
}

impl Link {
    pub fn up(&self) -> Option<&Arc<Connection>> {
        match self {
            Self::Up(connection) => Some(connection),
            _ => None,
        }
    }
}

/// Resolves once the connection with that number is not the one in use.
pub(super) async fn no_longer(link: &mut watch::Receiver<Link>, number: u64) {
    // That the hub is gone means the same.
    let _ = link
        .wait_for(|link| link.up().is_none_or(|current| current.number != number))
        .await;
}

impl Hub {
    pub fn new(
        timings: Timings,
        link: watch::Sender<Link>,
        events: mpsc::UnboundedSender<Event>,
    ) -> Self {
        Self {
            timings,
            link,
            events,
            tell_live: Mutex::new(None),
            waiting: Mutex::new(None),
            refused: Mutex::new(None),
            connections: AtomicU64::new(0),
        }
    }

    /// The next answer with that id goes to the receiver, and to no other.
    pub fn expect(&self, id: u64) -> oneshot::Receiver<Answer> {
        let (reply, answered) = oneshot::channel();
        *lock(&self.waiting) = Some(Waiting { id, reply });
        answered
    }

    pub fn expect_nothing(&self) {
        *lock(&self.waiting) = None;
    }

    fn answer(&self, id: u64, answer: Answer) {
        match lock(&self.waiting).take_if(|waiting| waiting.id == id) {
            // The request may have been given up in this very moment; its answer is then as late as any.
            Some(waiting) => drop(waiting.reply.send(answer)),
            None => log::debug!("dropped an answer to {id}, which nothing waits for"),
        }
    }

    pub fn on_event(&self, tell: TellLive) {
        *lock(&self.tell_live) = Some(tell);
    }

    fn take_event(&self, event: Event) {
        if let Some(tell) = &*lock(&self.tell_live) {
            tell(&event);
        }
        // Nobody may be listening to events any more.
        drop(self.events.send(event));
    }

    pub fn refuse(&self, why: &str) {
        log::debug!("refused a connection: {why}");
        *lock(&self.refused) = Some(why.to_owned());
    }

    pub fn last_refusal(&self) -> Option<String> {
        lock(&self.refused).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connection {
    /// Writes one frame.
    pub async fn send(&self, text: Utf8Bytes) -> Sent {
        match self.write.lock().await.send(Message::Text(text)).await {
            Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Protocol(_)) => {
                Sent::NotAtAll
            }
            // After any other error a part may be under way.
            _ => Sent::Written,
        }
    }
}

/// A websocket in its two halves.
pub(super) struct Socket {
    read: SplitStream<WebSocketStream<TcpStream>>,
    write: SplitSink<WebSocketStream<TcpStream>, Message>,
    /// The same socket again, to read off what the websocket no longer takes.
    raw: Option<OwnedFd>,
}

impl Socket {
    pub fn new(websocket: WebSocketStream<TcpStream>) -> Self {
        let raw = websocket.get_ref().as_fd().try_clone_to_owned().ok();
        let (write, read) = websocket.split();
        Self { read, write, raw }
    }

    pub async fn next(&mut self) -> Option<Result<Message, Error>> {
        self.read.next().await
    }

    pub async fn send(&mut self, message: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_string(message).map_err(|e| Error::Io(e.into()))?;
        self.write.send(Message::text(text)).await
    }
}

enum End {
    Lost,
    Mismatch,
    Say(u16),
}

/// Makes the socket the bridge's connection, in the place of an older one, and attends to it until it ends.
pub(super) async fn serve(hub: &Hub, mut socket: Socket, hello: Hello) {
    let connection = Arc::new(Connection {
        number: hub.connections.fetch_add(1, Ordering::Relaxed),
        hello,
        write: tokio::sync::Mutex::new(socket.write),
    });
    let number = connection.number;
    log::debug!("connection {number} is up");
    hub.link.send_replace(Link::Up(connection.clone()));
    let end = attend(hub, &connection, &mut socket.read).await;
    hub.link.send_if_modified(|link| {
        let current = link.up().is_some_and(|current| current.number == number);
        if current {
            *link = match end {
                End::Mismatch => Link::Mismatched {
                    ext_version: connection.hello.ext_version.clone(),
                },
                _ => Link::Down {
                    since: Instant::now(),
                },
            };
        }
        current
    });
    match end {
        End::Say(code) => {
            log::debug!("connection {number} is closed with {code}");
            let mut write = connection.write.lock().await;
            farewell(&mut write, socket.raw, code).await;
        }
        End::Lost => log::debug!("connection {number} is lost"),
        End::Mismatch => log::debug!("connection {number} speaks another protocol number"),
    }
}

async fn attend(
    hub: &Hub,
    connection: &Connection,
    read: &mut SplitStream<WebSocketStream<TcpStream>>,
) -> End {
    let mut link = hub.link.subscribe();
    let mut replaced = pin!(no_longer(&mut link, connection.number));
    let mut ping = interval_at(Instant::now() + hub.timings.ping, hub.timings.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut pong_due: Option<Instant> = None;
    let mut end = End::Lost;
    loop {
        // Frames before time-outs: after a pause of the whole machine the pong is there, only not yet read.
        tokio::select! {
            biased;
            () = &mut replaced => return End::Say(close::REPLACED),
            frame = read.next() => match frame {
                Some(Ok(Message::Text(text))) => match Incoming::read(&text) {
                    Ok(Incoming::Answer { id, answer }) => hub.answer(id, answer),
                    Ok(Incoming::Event(event)) => hub.take_event(event),
                    Ok(Incoming::Pong) => pong_due = None,
                    Ok(Incoming::Hello(_)) => log::debug!("dropped a second hello"),
                    Err(why) => log::debug!("dropped a frame: {why}"),
                },
                Some(Ok(Message::Binary(_))) => log::debug!("dropped a frame that is not text"),
                Some(Ok(Message::Close(frame))) => {
                    // The next read answers the close and ends.
                    if frame.is_some_and(|f| u16::from(f.code) == close::PROTOCOL_MISMATCH) {
                        end = End::Mismatch;
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(Error::Capacity(_))) => return End::Say(close::TOO_LARGE),
                Some(Err(_)) | None => return end,
            },
            _ = ping.tick() => {
                pong_due.get_or_insert(Instant::now() + hub.timings.pong);
                let ping = serde_json::to_string(&Outgoing::Ping {}).unwrap_or_default();
                if timeout(hub.timings.pong, connection.send(ping.into())).await.is_err() {
                    return End::Say(close::NO_PONG);
                }
            }
            () = sleep_until(pong_due.unwrap_or_else(Instant::now)), if pong_due.is_some() => {
                return End::Say(close::NO_PONG);
            }
        }
    }
}

/// Closes a socket that never became a connection.
pub(super) async fn say_goodbye(mut socket: Socket, code: u16) {
    farewell(&mut socket.write, socket.raw, code).await;
}

/// Sends the close frame and reads off what still comes: a socket closed with unread bytes is reset, and the other side may then never see the code.
async fn farewell(
    write: &mut SplitSink<WebSocketStream<TcpStream>, Message>,
    raw: Option<OwnedFd>,
    code: u16,
) {
    let frame = CloseFrame {
        code: code.into(),
        reason: Utf8Bytes::default(),
    };
    let parting = async {
        write.send(Message::Close(Some(frame))).await.ok()?;
        let mut rest = TcpStream::from_std(raw?.into()).ok()?;
        let mut bytes = vec![0; 64 * 1024];
        while rest.read(&mut bytes).await.ok()? > 0 {}
        Some(())
    };
    if timeout(Duration::from_secs(1), parting).await.is_err() {
        log::debug!("the other side did not take note of close code {code}");
    }
}
