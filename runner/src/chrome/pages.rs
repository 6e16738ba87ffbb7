//! Which pages and frames there are, and what is going on in each: dialogs, crashes, requests, the beacon that tells where an element is.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};

use super::emulation::{self, is_in_effect_already};
use super::network::Requests;
use super::pipe::{Event, Pipe, SessionId};
use super::{Chrome, ChromeError, Dialog};
use crate::config::Profile;

/// The binding that the extension's page scripts call, in their own world only.
const BEACON: &str = "aiteBeacon";
/// The extension's name, and so its world's.
const WORLD: &str = "aite";

/// A document that answered a beacon. Input and pictures go to its page, evaluation into its frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The tab's session. Coordinates are its viewport's.
    pub(super) session: SessionId,
    /// The session of the frame's process, the tab's own where it shares it.
    pub(super) frame: SessionId,
    /// The extension's world in the document; gone with the document. `None` where no beacon was asked for.
    pub(super) context: Option<i64>,
}

/// A nonce that is waited for. Dropping it stops the wait.
#[derive(Debug)]
pub struct Beacon {
    nonce: String,
    page: oneshot::Receiver<Page>,
    state: watch::Sender<State>,
}

impl Chrome {
    /// Expects a page script to call the binding with this nonce. To be called before the page script is asked.
    pub fn expect_beacon(&self, nonce: &str) -> Beacon {
        let (found, page) = oneshot::channel();
        self.pages.state.send_if_modified(|state| {
            state.beacons.insert(nonce.to_owned(), found);
            false
        });
        Beacon {
            nonce: nonce.to_owned(),
            page,
            state: self.pages.state.clone(),
        }
    }

    /// The one tab that shows this address, and this title where several do. `None` when there is none, or more than one: it is never guessed.
    ///
    /// For tabs without a page script; [`Self::expect_beacon`] is surer.
    pub async fn find_page(&self, url: &str, title: &str) -> Result<Option<Page>, ChromeError> {
        let what = "Target.getTargets";
        let answer = self.pipe.command(None, what, json!({})).await?;
        let targets = answer["targetInfos"]
            .as_array()
            .ok_or(ChromeError::Unexpected {
                what: what.into(),
                lacks: "targetInfos",
            })?;
        let mut showing: Vec<&Value> = targets
            .iter()
            .filter(|target| target["type"] == "page" && target["url"] == url)
            .collect();
        if showing.len() > 1 {
            showing.retain(|target| target["title"] == title);
        }
        let [target] = showing[..] else {
            return Ok(None);
        };
        let state = self.pages.state.borrow();
        let session = state
            .sessions
            .iter()
            .find(|(_, tracked)| target["targetId"] == tracked.target.as_str());
        Ok(session.map(|(session, _)| Page {
            session: session.clone(),
            frame: session.clone(),
            context: None,
        }))
    }

    /// Whether the tab's process crashed and was not loaded again since.
    pub fn is_crashed(&self, page: &Page) -> bool {
        let state = self.pages.state.borrow();
        state
            .sessions
            .get(&page.session)
            .is_some_and(|tracked| tracked.crashed)
    }
}

impl Beacon {
    /// Where the nonce was called, or `None` when it was not called in time.
    pub async fn found(mut self, within: Duration) -> Option<Page> {
        tokio::time::timeout(within, &mut self.page)
            .await
            .ok()?
            .ok()
    }
}

impl Drop for Beacon {
    fn drop(&mut self) {
        self.state.send_if_modified(|state| {
            state.beacons.remove(&self.nonce);
            false
        });
    }
}

/// The pages' state, kept by the pipe's reader; whoever waits for a change of it subscribes.
#[derive(Debug, Clone)]
pub(super) struct Pages {
    pub state: watch::Sender<State>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub sessions: HashMap<SessionId, Tracked>,
    beacons: HashMap<String, oneshot::Sender<Page>>,
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
    target: String,
    kind: Kind,
    parent: Option<SessionId>,
    /// How its preparation ended.
    ready: Option<Result<(), ChromeError>>,
    pub crashed: bool,
    pub dialog: Option<Dialog>,
    pub requests: Requests,
    /// What is being dragged, as Chrome described it.
    pub drag: Option<Value>,
    /// The field whose file chooser was opened.
    pub chooser: Option<i64>,
}

/// A session that was just attached and waits to be prepared.
pub(super) struct Arrival {
    session: SessionId,
    kind: Kind,
}

impl Pages {
    /// The state, and the function that keeps it: to be given every event in order. New sessions come out of the channel.
    pub fn new() -> (
        Self,
        impl FnMut(Event) + Send,
        mpsc::UnboundedReceiver<Arrival>,
    ) {
        let pages = Self {
            state: watch::Sender::new(State::default()),
        };
        let (arrivals, arrived) = mpsc::unbounded_channel();
        let state = pages.state.clone();
        let hear = move |event: Event| {
            state.send_if_modified(|state| {
                if let Some(arrival) = state.attach(&event) {
                    // Without a listener Chrome is being closed.
                    let _ = arrivals.send(arrival);
                    return true;
                }
                state.apply(&event)
            });
        };
        (pages, hear, arrived)
    }

    /// Prepares each session as it comes, all at once, until the pipe closes.
    pub async fn prepare_all(
        self,
        pipe: Pipe,
        profile: Profile,
        mut arrived: mpsc::UnboundedReceiver<Arrival>,
    ) {
        while let Some(arrival) = arrived.recv().await {
            let (pages, pipe, profile) = (self.clone(), pipe.clone(), profile.clone());
            tokio::spawn(async move {
                let done = prepare(&pipe, &profile, &arrival).await;
                pages.state.send_modify(|state| {
                    if let Some(tracked) = state.sessions.get_mut(&arrival.session) {
                        tracked.ready = Some(done);
                    }
                });
            });
        }
    }

    /// Waits until `look` finds something. It looks again after every change, and not otherwise.
    pub async fn wait_until<T>(&self, mut look: impl FnMut(&mut State) -> Option<T>) -> T {
        let mut changes = self.state.subscribe();
        loop {
            changes.mark_unchanged();
            let mut found = None;
            self.state.send_if_modified(|state| {
                found = look(state);
                false
            });
            if let Some(found) = found {
                return found;
            }
            // It cannot fail: this holds a sender.
            let _ = changes.changed().await;
        }
    }

    /// Waits until a first page has been prepared.
    pub async fn first_page(&self) -> Result<(), ChromeError> {
        self.wait_until(|state| {
            let pages = state
                .sessions
                .values_mut()
                .filter(|tracked| tracked.kind == Kind::Page);
            pages.filter_map(|tracked| tracked.ready.take()).next()
        })
        .await
    }

    /// What the tab began to drag since it was last asked.
    pub fn take_drag(&self, page: &Page) -> Option<Value> {
        let mut drag = None;
        self.state.send_if_modified(|state| {
            drag = state
                .sessions
                .get_mut(&page.session)
                .and_then(|tracked| tracked.drag.take());
            false
        });
        drag
    }

    /// Some page's session, to ask the browser what only pages may ask.
    pub fn any_page(&self) -> Option<SessionId> {
        let state = self.state.borrow();
        let page = state
            .sessions
            .iter()
            .find(|(_, tracked)| tracked.kind == Kind::Page && !tracked.crashed);
        page.map(|(session, _)| session.clone())
    }
}

/// The session opens its eyes and takes on the profile's surroundings, before the page's first script runs.
async fn prepare(pipe: &Pipe, profile: &Profile, arrival: &Arrival) -> Result<(), ChromeError> {
    let mut commands = vec![
        ("Page.enable", json!({})),
        ("Inspector.enable", json!({})),
        // Bindings are given to new documents only where the domain is enabled.
        ("Runtime.enable", json!({})),
        (
            "Runtime.addBinding",
            json!({ "name": BEACON, "executionContextName": WORLD }),
        ),
        // Bodies are never asked for, so none are kept.
        (
            "Network.enable",
            json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 0 }),
        ),
        ("Target.setAutoAttach", auto_attach(Kind::Frame)),
    ];
    if arrival.kind == Kind::Page {
        // A page in the background has timers and animation frames as if it were in front.
        commands.push((
            "Emulation.setFocusEmulationEnabled",
            json!({ "enabled": true }),
        ));
    }
    commands.extend(emulation::commands(profile, arrival.kind));
    commands.push(("Runtime.runIfWaitingForDebugger", json!({})));
    let mut calls = Vec::with_capacity(commands.len());
    for (method, params) in commands {
        let command = format!("{method} {params}");
        calls.push((
            command,
            pipe.send(Some(&arrival.session), method, params).await?,
        ));
    }
    let mut first_error = Ok(());
    for (command, call) in calls {
        match call.await_answer().await {
            Err(error) if first_error.is_ok() && !is_in_effect_already(&error) => {
                first_error = Err(name_command(error, command))
            }
            _ => {}
        }
    }
    first_error
}

/// With its parameters: they are the profile's, and one of them is wrong.
fn name_command(error: ChromeError, command: String) -> ChromeError {
    match error {
        ChromeError::Refused { message, .. } => ChromeError::Refused {
            what: command,
            message,
        },
        error => error,
    }
}

/// The browser attaches to tabs, a tab to its frames in processes of their own: were it to attach to windows it opened, they would have two sessions.
///
/// They wait for us: it takes one round trip, and without it the first script of a new window would see another time zone, size and language.
pub(super) fn auto_attach(kind: Kind) -> Value {
    let kind = match kind {
        Kind::Page => "page",
        Kind::Frame => "iframe",
    };
    json!({
        "autoAttach": true,
        "waitForDebuggerOnStart": true,
        "flatten": true,
        "filter": [{ "type": kind }],
    })
}

impl State {
    fn attach(&mut self, event: &Event) -> Option<Arrival> {
        if event.method != "Target.attachedToTarget" {
            return None;
        }
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
        Some(Arrival { session, kind })
    }

    /// Takes in an event; false when nobody can be waiting for it.
    fn apply(&mut self, event: &Event) -> bool {
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
            "Page.javascriptDialogClosed" => tracked.dialog = None,
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
