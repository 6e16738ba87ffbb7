//! What goes to the page and comes back, each noted in the step's log.

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::browser::{Deadline, Session};
use super::outcome::Exchange;
use crate::bridge::BridgeError;
use crate::bridge::messages::{Answer, Command, Failure, Reason};

/// How much longer than the extension itself the runner waits for an answer.
pub(super) const GRACE: Duration = Duration::from_secs(5);

impl Session {
    /// Sends one command and reads its answer as the shape the command promises.
    pub(super) async fn send<T: DeserializeOwned>(
        &mut self,
        command: Command,
        deadline: Deadline,
    ) -> Result<T, Failure> {
        self.ask(command, deadline).await?.read()
    }

    /// Sends one command and notes it; its answer may be that it failed.
    pub(super) async fn ask(
        &mut self,
        command: Command,
        deadline: Deadline,
    ) -> Result<Answer, Failure> {
        let started = Instant::now();
        let answer = self.request(&command, deadline.left() + GRACE).await;
        self.take_answer(&command, answer, started)
    }

    /// Notes a command's answer. That the bridge itself is gone is a failure like any other.
    pub(super) fn take_answer(
        &mut self,
        command: &Command,
        answer: Result<Answer, BridgeError>,
        started: Instant,
    ) -> Result<Answer, Failure> {
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        let answer = answer.map_err(|error| {
            self.lost = true;
            Failure::new(Reason::ConnectionLost, error.to_string())
        })?;
        self.log.retries += answer.retries;
        self.log.exchanges.push(Exchange {
            sent: serde_json::to_value(command).unwrap_or_default(),
            answer: Value::Object(answer.to_json()),
            ms,
        });
        self.hear();
        Ok(answer)
    }

    /// Chrome may stop the extension's worker at any time; the pipe wakes it, and the bridge goes on where it was. Where Chrome itself
    /// is gone, nobody comes back.
    async fn request(
        &mut self,
        command: &Command,
        within: Duration,
    ) -> Result<Answer, BridgeError> {
        let lost = self.bridge.lost();
        let request = self.bridge.request(command, within);
        tokio::pin!(request);
        tokio::select! {
            biased;
            answer = &mut request => return answer,
            () = lost => {}
        }
        // A worker that cannot be woken is one that wakes by itself, or the answer says that the connection is lost.
        let _ = self.chrome.wake_extension(&self.extension).await;
        tokio::select! {
            answer = request => answer,
            gone = self.chrome.closed() => Ok(Failure::new(Reason::ConnectionLost, gone.to_string()).into()),
        }
    }

    /// Notes input that went over the pipe.
    pub(super) fn note_input(&mut self, sent: Value, started: Instant) {
        self.log.exchanges.push(Exchange {
            sent,
            answer: json!({"ok": true}),
            ms: started.elapsed().as_secs_f64() * 1000.0,
        });
    }
}
