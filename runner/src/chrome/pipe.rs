//! Chrome's debugging protocol over two pipes: JSON frames, each ended by a NUL, sessions flattened into one stream.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::ChromeError;
use super::frames::{Event, Incoming, SessionId, is_heard};
use super::process::LastWords;

/// The runner's end of the pipe. Cloning it gives another handle to the same one.
#[derive(Debug, Clone)]
pub(super) struct Pipe {
    frames: mpsc::Sender<Vec<u8>>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    next: AtomicU64,
    pending: Mutex<Pending>,
    words: LastWords,
}

#[derive(Debug, Default)]
struct Pending {
    closed: bool,
    calls: HashMap<u64, Waiting>,
}

#[derive(Debug)]
struct Waiting {
    session: Option<SessionId>,
    answer: oneshot::Sender<Outcome>,
}

#[derive(Debug)]
enum Outcome {
    Result(Value),
    Error(String),
    SessionGone,
    Crashed,
}

/// A command that is on its way. Dropping it forgets the answer, not the command.
#[derive(Debug)]
pub(super) struct Call {
    id: u64,
    method: &'static str,
    within: Duration,
    answer: oneshot::Receiver<Outcome>,
    shared: Arc<Shared>,
}

impl Pipe {
    /// How long a command may take that has no reason to take longer.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    /// Starts the tasks that read and write. `hear` is called with each event, in order, before any later answer is given out; it must not block.
    pub fn start(
        reader: impl AsyncRead + Unpin + Send + 'static,
        writer: impl AsyncWrite + Unpin + Send + 'static,
        words: LastWords,
        hear: impl FnMut(Event) + Send + 'static,
    ) -> (Self, [JoinHandle<()>; 2]) {
        let shared = Arc::new(Shared {
            next: AtomicU64::new(1),
            pending: Mutex::default(),
            words,
        });
        let (frames, outgoing) = mpsc::channel(64);
        let (reader_lives, reader_ended) = oneshot::channel::<()>();
        let reading = read_frames(
            BufReader::with_capacity(1 << 16, reader),
            shared.clone(),
            hear,
        );
        let reading = tokio::spawn(async move {
            reading.await;
            drop(reader_lives);
        });
        let writing = write_frames(writer, outgoing, shared.clone());
        let writing = tokio::spawn(async move {
            tokio::select! {
                () = writing => {}
                _ = reader_ended => {}
            }
        });
        (Self { frames, shared }, [reading, writing])
    }

    /// Sends a command and waits for its answer, for [`Self::PATIENCE`] at most.
    pub async fn command(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, ChromeError> {
        self.send(session, method, params)
            .await?
            .await_answer()
            .await
    }

    /// Sends a command; commands are carried out in the order they are sent, so several may be under way.
    pub async fn send(
        &self,
        session: Option<&SessionId>,
        method: &'static str,
        params: Value,
    ) -> Result<Call, ChromeError> {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.as_str().into();
        }
        let mut frame = message.to_string().into_bytes();
        frame.push(0);
        let (answer, receiver) = oneshot::channel();
        {
            let mut pending = self.shared.pending();
            if pending.closed {
                return Err(self.shared.closed_error());
            }
            pending.calls.insert(
                id,
                Waiting {
                    session: session.cloned(),
                    answer,
                },
            );
        }
        let call = Call {
            id,
            method,
            within: Self::PATIENCE,
            answer: receiver,
            shared: self.shared.clone(),
        };
        self.frames
            .send(frame)
            .await
            .map_err(|_| self.shared.closed_error())?;
        Ok(call)
    }

    /// Completes when Chrome is no longer there to talk to.
    pub fn is_closed(&self) -> bool {
        self.frames.is_closed()
    }

    pub async fn closed(&self) {
        self.frames.closed().await;
    }

    pub fn closed_error(&self) -> ChromeError {
        self.shared.closed_error()
    }
}

impl Call {
    pub fn within(mut self, within: Duration) -> Self {
        self.within = within;
        self
    }

    pub async fn await_answer(mut self) -> Result<Value, ChromeError> {
        let what = self.method.to_owned();
        match tokio::time::timeout(self.within, &mut self.answer).await {
            Ok(Ok(Outcome::Result(value))) => Ok(value),
            Ok(Ok(Outcome::Error(message)))
                if message.contains("Session with given id not found") =>
            {
                Err(ChromeError::NoPage)
            }
            Ok(Ok(Outcome::Error(message))) => Err(ChromeError::Refused { what, message }),
            Ok(Ok(Outcome::SessionGone)) => Err(ChromeError::PageGone),
            Ok(Ok(Outcome::Crashed)) => Err(ChromeError::PageCrashed),
            Ok(Err(_)) => Err(self.shared.closed_error()),
            Err(_) => Err(ChromeError::Deadline {
                what,
                within: self.within,
            }),
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.shared.pending().calls.remove(&self.id);
    }
}

impl Shared {
    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Dropping the senders is what tells the waiting.
    fn close(&self) {
        let mut pending = self.pending();
        pending.closed = true;
        pending.calls.clear();
    }

    fn closed_error(&self) -> ChromeError {
        ChromeError::PipeClosed {
            words: self.words.to_string(),
        }
    }

    fn answer(&self, id: u64, outcome: Outcome) {
        if let Some(waiting) = self.pending().calls.remove(&id) {
            // Whoever asked may have stopped waiting.
            let _ = waiting.answer.send(outcome);
        }
    }

    /// Chrome never answers what was under way in a session that ends.
    fn end_calls(&self, session: &SessionId, outcome: impl Fn() -> Outcome) {
        let mut pending = self.pending();
        let over: Vec<u64> = pending
            .calls
            .iter()
            .filter(|(_, waiting)| waiting.session.as_ref() == Some(session))
            .map(|(id, _)| *id)
            .collect();
        for id in over {
            if let Some(waiting) = pending.calls.remove(&id) {
                let _ = waiting.answer.send(outcome());
            }
        }
    }
}

async fn read_frames(
    mut reader: impl AsyncBufReadExt + Unpin,
    shared: Arc<Shared>,
    mut hear: impl FnMut(Event),
) {
    let mut frame = Vec::new();
    loop {
        frame.clear();
        let whole = matches!(reader.read_until(0, &mut frame).await, Ok(read) if read > 0)
            && frame.pop() == Some(0);
        if !whole {
            break;
        }
        // A frame of a kind we do not know is no reason to stop listening.
        let Ok(message) = serde_json::from_slice::<Incoming>(&frame) else {
            continue;
        };
        match (message.id, message.method) {
            (Some(id), _) => {
                let outcome = match message.error {
                    Some(failure) => Outcome::Error(failure.message),
                    None => Outcome::Result(message.result.unwrap_or_default()),
                };
                shared.answer(id, outcome);
            }
            (None, Some(method)) if is_heard(method) => {
                let params = message
                    .params
                    .map(|params| serde_json::from_str(params.get()));
                let event = Event {
                    session: message.session,
                    method: method.to_owned(),
                    params: params.and_then(Result::ok).unwrap_or_default(),
                };
                end_what_the_event_ends(&shared, &event);
                hear(event);
            }
            (None, _) => {}
        }
    }
    shared.close();
}

fn end_what_the_event_ends(shared: &Shared, event: &Event) {
    match (event.method.as_str(), &event.session) {
        ("Target.detachedFromTarget", _) => {
            shared.end_calls(&event.text("/sessionId").into(), || Outcome::SessionGone);
        }
        ("Inspector.targetCrashed", Some(session)) => {
            shared.end_calls(session, || Outcome::Crashed)
        }
        _ => {}
    }
}

async fn write_frames(
    mut writer: impl AsyncWrite + Unpin,
    mut frames: mpsc::Receiver<Vec<u8>>,
    shared: Arc<Shared>,
) {
    while let Some(frame) = frames.recv().await {
        if writer.write_all(&frame).await.is_err() {
            break;
        }
    }
    shared.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{DuplexStream, duplex};

    fn start() -> (
        Pipe,
        DuplexStream,
        DuplexStream,
        mpsc::UnboundedReceiver<String>,
    ) {
        let (to_us, ours) = duplex(1 << 16);
        let (theirs, from_us) = duplex(1 << 16);
        let (heard, events) = mpsc::unbounded_channel();
        let (pipe, _) = Pipe::start(ours, theirs, LastWords::default(), move |event| {
            let _ = heard.send(event.method);
        });
        (pipe, to_us, from_us, events)
    }

    async fn say(chrome: &mut DuplexStream, frame: &str) {
        chrome
            .write_all(format!("{frame}\0").as_bytes())
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn answers_find_their_commands_in_any_order() {
        let (pipe, mut chrome, _from_us, mut events) = start();
        let first = pipe.send(None, "A.a", json!({})).await.unwrap();
        let second = pipe
            .send(Some(&"S".into()), "B.b", json!({}))
            .await
            .unwrap();
        say(
            &mut chrome,
            r#"{"id":2,"sessionId":"S","error":{"code":-1,"message":"no such node"}}"#,
        )
        .await;
        say(&mut chrome, "not JSON").await;
        say(
            &mut chrome,
            r#"{"method":"Page.frameDetached","params":{}}"#,
        )
        .await;
        say(&mut chrome, r#"{"id":1,"result":{"x":1}}"#).await;
        assert_eq!(first.await_answer().await.unwrap(), json!({ "x": 1 }));
        assert_eq!(
            second.await_answer().await.unwrap_err().to_string(),
            "Chrome refused B.b: no such node"
        );
        assert_eq!(events.recv().await.unwrap(), "Page.frameDetached");
    }

    #[tokio::test]
    async fn a_closed_pipe_ends_every_call() {
        let (pipe, chrome, _from_us, _events) = start();
        let call = pipe.send(None, "A.a", json!({})).await.unwrap();
        drop(chrome);
        assert!(matches!(
            call.await_answer().await,
            Err(ChromeError::PipeClosed { .. })
        ));
        assert!(matches!(
            pipe.command(None, "A.a", json!({})).await,
            Err(ChromeError::PipeClosed { .. })
        ));
        pipe.closed().await;
    }

    #[tokio::test]
    async fn a_session_that_ends_ends_its_calls_alone() {
        let (pipe, mut chrome, _from_us, _events) = start();
        let gone = pipe
            .send(Some(&"S".into()), "A.a", json!({}))
            .await
            .unwrap();
        let crashed = pipe
            .send(Some(&"T".into()), "A.a", json!({}))
            .await
            .unwrap();
        let other = pipe.send(None, "A.a", json!({})).await.unwrap();
        say(
            &mut chrome,
            r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}"#,
        )
        .await;
        say(
            &mut chrome,
            r#"{"method":"Inspector.targetCrashed","sessionId":"T","params":{}}"#,
        )
        .await;
        say(&mut chrome, r#"{"id":3,"result":{}}"#).await;
        assert!(matches!(
            gone.await_answer().await,
            Err(ChromeError::PageGone)
        ));
        assert!(matches!(
            crashed.await_answer().await,
            Err(ChromeError::PageCrashed)
        ));
        other.await_answer().await.unwrap();
    }

    #[tokio::test]
    async fn silence_has_an_end_and_leaves_nothing_behind() {
        let (pipe, _chrome, _from_us, _events) = start();
        let call = pipe
            .send(None, "A.a", json!({}))
            .await
            .unwrap()
            .within(Duration::from_millis(30));
        let said = call.await_answer().await.unwrap_err().to_string();
        assert_eq!(said, "Chrome did not answer A.a within 30ms");
        assert!(pipe.shared.pending().calls.is_empty());
    }
}
