//! What Chrome's events tell of each tab and frame.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::oneshot;

use super::dialogs::TellClosing;
use super::frames::{Event, SessionId};
use super::network::Requests;
use super::{ChromeError, Dialog, DialogClosed, Page};

/// The binding that the extension's page scripts call, in their own world only.
pub(super) const BEACON: &str = "aiteBeacon";

/// How long a new frame may take to be drawn before input goes ahead without it.
pub(super) const DRAWING_PATIENCE: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub(super) struct State {
    pub sessions: HashMap<SessionId, Tracked>,
    pub tell_closing: Option<TellClosing>,
    pub beacons: HashMap<String, oneshot::Sender<Page>>,
}

/// What a session talks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    /// A tab.
    #[default]
    Page,
    /// A frame in a process of its own.
    Frame,
}

/// What is known of one session.
#[derive(Debug, Default)]
pub(super) struct Tracked {
    pub target: String,
    pub kind: Kind,
    pub parent: Option<SessionId>,
    /// How its preparation ended.
    pub ready: Option<Result<(), ChromeError>>,
    /// When a frame got a document that has not been drawn yet.
    undrawn_since: Option<Instant>,
    pub crashed: bool,
    pub dialog: Option<Dialog>,
    pub requests: Requests,
    /// Whether Chrome tells of its requests.
    pub is_watched: bool,
    /// What is being dragged, as Chrome described it.
    pub drag: Option<Value>,
    /// The field whose file chooser was opened.
    pub chooser: Option<i64>,
}

/// What an event leaves to be done.
pub(super) enum Task {
    /// A session was attached and waits for us.
    Prepare { session: SessionId, kind: Kind },
    /// A frame in a process of its own got a new document.
    AwaitDrawing { frame: SessionId, page: SessionId },
}

impl State {
    /// Takes in an event before [`Self::apply`] does, and answers what is to be done about it.
    pub fn find_task(&mut self, event: &Event) -> Option<Task> {
        match event.method.as_str() {
            "Target.attachedToTarget" => self.attach(event),
            "Page.frameNavigated" => self.begin_drawing(event),
            _ => None,
        }
    }

    fn begin_drawing(&mut self, event: &Event) -> Option<Task> {
        let frame = event.session.clone()?;
        let tracked = self.sessions.get_mut(&frame)?;
        if tracked.kind == Kind::Page || event.text("/frame/id") != tracked.target {
            return None;
        }
        tracked.undrawn_since = Some(Instant::now());
        let page = self.page_of(&frame);
        Some(Task::AwaitDrawing { frame, page })
    }

    pub fn end_drawing(&mut self, frame: &SessionId) {
        if let Some(tracked) = self.sessions.get_mut(frame) {
            tracked.undrawn_since = None;
        }
    }

    /// Whether every frame of the tab is on the screen, or has had the time to be: a hidden one is never drawn.
    pub fn is_drawn(&self, page: &SessionId) -> bool {
        let mut undrawn = self
            .sessions_of(page)
            .filter_map(|tracked| tracked.undrawn_since);
        undrawn.all(|since| since.elapsed() >= DRAWING_PATIENCE)
    }

    fn attach(&mut self, event: &Event) -> Option<Task> {
        let session = SessionId::from(event.text("/sessionId"));
        let kind = match event.text("/targetInfo/type") {
            "page" => Kind::Page,
            "iframe" => Kind::Frame,
            _ => return None,
        };
        let tracked = Tracked {
            target: event.text("/targetInfo/targetId").to_owned(),
            kind,
            parent: event.session.clone(),
            ..Tracked::default()
        };
        self.sessions.insert(session.clone(), tracked);
        Some(Task::Prepare { session, kind })
    }

    /// Takes in an event; false when nobody can be waiting for it.
    pub fn apply(&mut self, event: &Event) -> bool {
        if event.method == "Target.detachedFromTarget" {
            return self
                .sessions
                .remove(&event.text("/sessionId").into())
                .is_some();
        }
        let Some(session) = &event.session else {
            return false;
        };
        if event.method == "Runtime.bindingCalled" {
            self.hear_beacon(session, event);
            return false;
        }
        let Some(tracked) = self.sessions.get_mut(session) else {
            return false;
        };
        match event.method.as_str() {
            "Page.javascriptDialogOpening" => tracked.dialog = Some(Dialog::read(event)),
            "Page.javascriptDialogClosed" => {
                if let (Some(dialog), Some(tell)) = (tracked.dialog.take(), &self.tell_closing) {
                    tell.0(DialogClosed::read(dialog, event));
                }
            }
            "Inspector.targetCrashed" => tracked.crashed = true,
            "Inspector.targetReloadedAfterCrash" => tracked.crashed = false,
            "Input.dragIntercepted" => tracked.drag = event.params.get("data").cloned(),
            "Page.fileChooserOpened" => tracked.chooser = event.params["backendNodeId"].as_i64(),
            _ => return tracked.requests.apply(event),
        }
        true
    }

    fn hear_beacon(&mut self, session: &SessionId, event: &Event) {
        if event.text("/name") != BEACON {
            return;
        }
        let payload: Value = serde_json::from_str(event.text("/payload")).unwrap_or_default();
        let expected = payload["nonce"]
            .as_str()
            .and_then(|nonce| self.beacons.remove(nonce));
        if let Some(expected) = expected {
            let page = Page {
                session: self.page_of(session),
                frame: session.clone(),
                context: event.params["executionContextId"].as_i64(),
            };
            // Whoever expected it may have stopped waiting.
            let _ = expected.send(page);
        }
    }

    /// The file field of the tab, or of a frame of it, whose chooser was asked for.
    pub fn take_chooser(&mut self, page: &SessionId) -> Option<(SessionId, i64)> {
        let asked = self
            .sessions
            .iter()
            .filter(|(_, tracked)| tracked.chooser.is_some());
        let session = asked
            .map(|(session, _)| session.clone())
            .find(|session| self.page_of(session) == *page)?;
        let field = self.sessions.get_mut(&session)?.chooser.take()?;
        Some((session, field))
    }

    /// Marks the tab's sessions as watched, and answers those that were not. Their rest counts from now on.
    pub fn begin_to_watch(&mut self, page: &SessionId) -> Vec<SessionId> {
        let unwatched = self
            .sessions
            .iter()
            .filter(|(_, tracked)| !tracked.is_watched);
        let unwatched: Vec<SessionId> = unwatched
            .map(|(session, _)| session.clone())
            .filter(|session| self.page_of(session) == *page)
            .collect();
        for session in &unwatched {
            if let Some(tracked) = self.sessions.get_mut(session) {
                tracked.is_watched = true;
                tracked.requests = Requests::default();
            }
        }
        unwatched
    }

    /// The tab a frame belongs to.
    pub(super) fn page_of(&self, session: &SessionId) -> SessionId {
        let mut page = session;
        while let Some(parent) = self
            .sessions
            .get(page)
            .and_then(|tracked| tracked.parent.as_ref())
        {
            page = parent;
        }
        page.clone()
    }

    /// The tab and the frames within it.
    pub fn sessions_of<'a>(&'a self, page: &'a SessionId) -> impl Iterator<Item = &'a Tracked> {
        self.sessions
            .iter()
            .filter(move |(session, _)| self.page_of(session) == *page)
            .map(|(_, tracked)| tracked)
    }
}
