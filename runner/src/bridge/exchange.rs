//! The bridge in use: one request, one answer.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::connection::{Connection, Hub, Link, Sent, no_longer};
use super::error::BridgeError;
use super::messages::{Answer, Command, Event, Failure, Hello, MESSAGE_LIMIT, Reason, Request};

/// A bridge whose extension has said hello. Dropping it ends its connection and frees its port.
pub struct Bridge {
    hub: Arc<Hub>,
    hello: Hello,
    link: watch::Receiver<Link>,
    events: mpsc::UnboundedReceiver<Event>,
    last_id: u64,
    _tasks: JoinSet<()>,
}

impl Bridge {
    pub(super) fn new(
        hub: Arc<Hub>,
        first: Arc<Connection>,
        link: watch::Receiver<Link>,
        events: mpsc::UnboundedReceiver<Event>,
        tasks: JoinSet<()>,
    ) -> Self {
        Self {
            hub,
            hello: first.hello.clone(),
            link,
            events,
            last_id: 0,
            _tasks: tasks,
        }
    }

    /// The extension's first hello.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// What happened in the browser, in order, across reconnects.
    pub fn events(&mut self) -> &mut mpsc::UnboundedReceiver<Event> {
        &mut self.events
    }

    /// Tells of every event as soon as it comes, also while nobody takes [`Self::events`]; whoever was told before is told no more.
    pub fn on_event(&self, tell: impl Fn(&Event) + Send + 'static) {
        self.hub.on_event(Box::new(tell));
    }

    /// Resolves once the extension is not connected, so that its worker can be woken while a request waits for it.
    pub fn lost(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut link = self.link.clone();
        async move {
            // The other end going away means the same.
            let _ = link.wait_for(|link| link.up().is_none()).await;
        }
    }

    /// Sends a command and waits for its answer, `within` at most while connected. `within` has to be longer than the command's own
    /// `timeout_ms`: whoever keeps looking knows best why nothing came of it.
    ///
    /// Where the connection breaks before the answer, a command that only looks is sent again when the extension is back, which it may take
    /// [`Timings::comeback`](super::Timings) for, and the answer's `retries` counts it; any other is answered with
    /// [`Reason::ConnectionLost`], and so is one whose extension does not come back. An answer later than `within` is dropped and
    /// [`Reason::Timeout`] stands for it.
    pub async fn request(
        &mut self,
        command: &Command,
        within: Duration,
    ) -> Result<Answer, BridgeError> {
        let name = command.name();
        self.last_id += 1;
        let request = Request {
            id: self.last_id,
            command,
        };
        let text = serde_json::to_string(&request).map_err(|source| BridgeError::Unwritable {
            command: name,
            source,
        })?;
        if text.len() > MESSAGE_LIMIT {
            return Err(BridgeError::TooLarge {
                command: name,
                bytes: text.len(),
            });
        }
        let answered = self.hub.expect(self.last_id);
        let _until_then = ExpectNothing(&self.hub);
        Exchange {
            name,
            within,
            deadline: Instant::now() + within,
            patience: self.hub.timings.comeback,
            link: self.link.clone(),
            sent: 0,
        }
        .run(text.into(), command.may_be_resent(), answered)
        .await
    }
}

/// Also when the request's future is dropped: the answer of a request nobody waits for is not the next one's.
struct ExpectNothing<'a>(&'a Hub);

impl Drop for ExpectNothing<'_> {
    fn drop(&mut self) {
        self.0.expect_nothing();
    }
}

/// One request on its way.
struct Exchange {
    name: &'static str,
    within: Duration,
    /// Moves on by the time spent without a connection.
    deadline: Instant,
    /// How much longer the request goes without a connection, over all its losses, so that it has an end whatever happens.
    patience: Duration,
    link: watch::Receiver<Link>,
    sent: u32,
}

impl Exchange {
    async fn run(
        mut self,
        text: Utf8Bytes,
        may_be_resent: bool,
        mut answered: oneshot::Receiver<Answer>,
    ) -> Result<Answer, BridgeError> {
        let mut last = None;
        loop {
            let Some(connection) = self.connection_after(last).await? else {
                return Ok(self.lost());
            };
            last = Some(connection.number);
            match timeout_at(self.deadline, connection.send(text.clone())).await {
                Ok(Sent::NotAtAll) => continue,
                Ok(Sent::Written) => self.sent += 1,
                Err(_) => return Ok(self.late()),
            }
            tokio::select! {
                biased;
                answer = &mut answered => {
                    return Ok(answer.map_or_else(|_| self.lost(), |answer| self.counted(answer)));
                }
                () = no_longer(&mut self.link, connection.number) => {}
                () = sleep_until(self.deadline) => return Ok(self.late()),
            }
            // The answer may have been the last that came.
            if let Ok(answer) = answered.try_recv() {
                return Ok(self.counted(answer));
            }
            if !may_be_resent {
                return Ok(self.lost());
            }
        }
    }

    /// A connection later than `last`, if there is one in time.
    async fn connection_after(
        &mut self,
        last: Option<u64>,
    ) -> Result<Option<Arc<Connection>>, BridgeError> {
        let start = Instant::now();
        let since = match &*self.link.borrow() {
            Link::Up(connection) if last.is_none_or(|last| connection.number > last) => {
                return Ok(Some(connection.clone()));
            }
            Link::Down { since } => *since,
            _ => start,
        };
        let until = since + self.patience;
        let back = self.link.wait_for(|link| match link {
            Link::Up(connection) => last.is_none_or(|last| connection.number > last),
            Link::Mismatched { .. } => true,
            Link::Down { .. } => false,
        });
        let connection = match timeout_at(until, back).await {
            Ok(Ok(link)) => match &*link {
                Link::Mismatched { ext_version } => {
                    return Err(BridgeError::ProtocolMismatch {
                        ext_version: ext_version.clone(),
                    });
                }
                link => link.up().cloned(),
            },
            _ => None,
        };
        self.deadline += start.elapsed();
        self.patience = self.patience.saturating_sub(start.elapsed());
        Ok(connection)
    }

    fn counted(&self, mut answer: Answer) -> Answer {
        answer.retries = answer.retries.saturating_add(self.sent.saturating_sub(1));
        answer
    }

    fn lost(&self) -> Answer {
        let message = if self.sent == 0 {
            format!(
                "the extension was not connected and did not come back, so {} was not sent",
                self.name
            )
        } else {
            format!(
                "the connection to the extension broke before it answered {}",
                self.name
            )
        };
        self.counted(Failure::new(Reason::ConnectionLost, message).into())
    }

    fn late(&self) -> Answer {
        let message = format!(
            "the extension did not answer {} within {:?}",
            self.name, self.within
        );
        self.counted(Failure::new(Reason::Timeout, message).into())
    }
}
