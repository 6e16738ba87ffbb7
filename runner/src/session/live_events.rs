//! What the browser tells an editor by itself, while nobody asks it anything.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::mpsc;

use super::browser::Session;
use crate::bridge::messages::{
    Command, Event, Failure, Pick, Picked, Picking, Record, RecordedStep, Recording,
};
use crate::chrome::{DialogClosed, DialogKind};

/// How long the pages may take to begin or to end.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, PartialEq)]
pub enum LiveEvent {
    /// What a person did, while recording is on.
    Recorded(Recorded),
    /// How a pick ended.
    Picked(Box<Picked>),
}

/// What a person did, and in which tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// None for a dialog.
    pub tab: Option<u64>,
    pub step: RecordedStep,
}

/// The events of one session, in their order; it can be waited for them while the session is used for something else.
#[derive(Debug)]
pub struct LiveEvents(mpsc::UnboundedReceiver<LiveEvent>);

impl LiveEvents {
    /// The next one; none once the session is gone.
    pub async fn next(&mut self) -> Option<LiveEvent> {
        self.0.recv().await
    }

    /// The next one that has come already.
    pub fn take(&mut self) -> Option<LiveEvent> {
        self.0.try_recv().ok()
    }
}

impl Session {
    /// What is told from now on. Whoever listened before is told no more.
    pub fn live_events(&mut self) -> LiveEvents {
        let (tell, events) = mpsc::unbounded_channel();
        let (is_recording, dialogs) = (self.is_recording.clone(), tell.clone());
        self.bridge.on_event(move |event| {
            let recorded = match event {
                Event::Recorded { tab, step } => (tab, step.clone()),
                Event::Navigated { tab, url } if is_recording.load(Ordering::Relaxed) => {
                    (tab, arrive(url))
                }
                Event::Picked { picked, .. } => {
                    let _ = tell.send(LiveEvent::Picked(picked.clone()));
                    return;
                }
                _ => return,
            };
            let (tab, step) = (Some(*recorded.0), recorded.1);
            // Nobody may be listening any more.
            let _ = tell.send(LiveEvent::Recorded(Recorded { tab, step }));
        });
        let is_recording = self.is_recording.clone();
        self.chrome.on_dialog_closed(move |closed| {
            if is_recording.load(Ordering::Relaxed) {
                let step = step_of(closed);
                let _ = dialogs.send(LiveEvent::Recorded(Recorded { tab: None, step }));
            }
        });
        LiveEvents(events)
    }

    /// From now on what a person does is told to [`LiveEvents`], first the page that is open.
    pub async fn start_recording(&mut self) -> Result<(), Failure> {
        let tab = Some(self.open_tab()?);
        self.record(Record {
            on: true,
            tab,
            timeout_ms: None,
        })
        .await?;
        self.is_recording.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// When it returns, all that was done has been told.
    pub async fn stop_recording(&mut self) -> Result<(), Failure> {
        self.is_recording.store(false, Ordering::Relaxed);
        self.record(Record::default()).await
    }

    /// Has a person pick an element of the page that is open; how it ends is told to [`LiveEvents`].
    pub async fn start_pick(&mut self, within: Duration) -> Result<(), Failure> {
        let tab = Some(self.open_tab()?);
        let timeout_ms = u64::try_from(within.as_millis()).ok();
        self.pick(Pick {
            on: true,
            tab,
            timeout_ms,
        })
        .await
    }

    /// Ends a pick that is under way, which is told as a cancelled one.
    pub async fn stop_pick(&mut self) -> Result<(), Failure> {
        self.pick(Pick::default()).await
    }

    async fn pick(&mut self, pick: Pick) -> Result<(), Failure> {
        let told: Picking = self.look(Command::Pick(pick), PATIENCE).await?;
        log::debug!("picking is {}", if told.on { "on" } else { "off" });
        Ok(())
    }

    async fn record(&mut self, record: Record) -> Result<(), Failure> {
        let told: Recording = self.look(Command::Record(record), PATIENCE).await?;
        log::debug!("recording is {}", if told.on { "on" } else { "off" });
        Ok(())
    }
}

fn step_of(closed: DialogClosed) -> RecordedStep {
    match (closed.accepted, closed.dialog.kind) {
        (false, _) => RecordedStep::DismissDialog,
        (true, DialogKind::Prompt) if closed.text != closed.dialog.default => {
            RecordedStep::AnswerDialog { value: closed.text }
        }
        (true, _) => RecordedStep::AcceptDialog,
    }
}

/// Without what a form may have put into the address.
fn arrive(url: &str) -> RecordedStep {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    RecordedStep::Arrive {
        url: url[..end].to_owned(),
    }
}
