//! Which pages and frames there are, and what is going on in each: dialogs, crashes, requests, the beacon that tells where an element is.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};

use super::emulation::{self, is_in_effect_already};
use super::frames::{Event, SessionId};
use super::network::watch_requests;
use super::pipe::Pipe;
use super::state::{BEACON, DRAWING_PATIENCE, Kind, State, Task};
use super::{Chrome, ChromeError, Launch};

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

impl Pages {
    /// The state, and the function that keeps it: to be given every event in order. What it leaves to be done comes out of the channel.
    pub fn new() -> (
        Self,
        impl FnMut(Event) + Send,
        mpsc::UnboundedReceiver<Task>,
    ) {
        let pages = Self {
            state: watch::Sender::new(State::default()),
        };
        let (tasks, to_do) = mpsc::unbounded_channel();
        let state = pages.state.clone();
        let hear = move |event: Event| {
            state.send_if_modified(|state| {
                if let Some(task) = state.find_task(&event) {
                    // Without a listener Chrome is being closed.
                    let _ = tasks.send(task);
                }
                state.apply(&event)
            });
        };
        (pages, hear, to_do)
    }

    /// Does what events leave to be done, all at once, until the pipe closes.
    pub async fn do_tasks(
        self,
        pipe: Pipe,
        launch: Launch,
        mut tasks: mpsc::UnboundedReceiver<Task>,
    ) {
        while let Some(task) = tasks.recv().await {
            let (pages, pipe) = (self.clone(), pipe.clone());
            match task {
                Task::Prepare { session, kind } => {
                    let launch = launch.clone();
                    tokio::spawn(async move {
                        let done = prepare(&pipe, &launch, (&session, kind)).await;
                        pages.state.send_modify(|state| {
                            if let Some(tracked) = state.sessions.get_mut(&session) {
                                tracked.ready = Some(done);
                                tracked.is_watched |= launch.watch_network;
                            }
                        });
                    });
                }
                Task::AwaitDrawing { frame, page } => {
                    tokio::spawn(async move {
                        if await_drawing(&pipe, &frame, &page).await.is_ok() {
                            pages.state.send_modify(|state| state.end_drawing(&frame));
                        }
                    });
                }
            }
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
async fn prepare(
    pipe: &Pipe,
    launch: &Launch,
    (session, kind): (&SessionId, Kind),
) -> Result<(), ChromeError> {
    let mut commands = vec![
        ("Page.enable", json!({})),
        ("Inspector.enable", json!({})),
        // Bindings are given to new documents only where the domain is enabled.
        ("Runtime.enable", json!({})),
        (
            "Runtime.addBinding",
            json!({ "name": BEACON, "executionContextName": WORLD }),
        ),
        ("Target.setAutoAttach", auto_attach(Kind::Frame)),
    ];
    if launch.watch_network {
        commands.push(watch_requests());
    }
    if kind == Kind::Page {
        // A page in the background has timers and animation frames as if it were in front.
        commands.push((
            "Emulation.setFocusEmulationEnabled",
            json!({ "enabled": true }),
        ));
    }
    commands.extend(emulation::commands(&launch.profile, kind));
    commands.push(("Runtime.runIfWaitingForDebugger", json!({})));
    let mut calls = Vec::with_capacity(commands.len());
    for (method, params) in commands {
        let command = format!("{method} {params}");
        calls.push((command, pipe.send(Some(session), method, params).await?));
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

/// Waits for a frame to be on the screen: for its own pictures, then for its page's that holds them. Before that a pointer over it hits the page.
async fn await_drawing(
    pipe: &Pipe,
    frame: &SessionId,
    page: &SessionId,
) -> Result<(), ChromeError> {
    for session in [frame, page] {
        let drawn = json!({
            "expression": "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
            "awaitPromise": true,
        });
        let call = pipe.send(Some(session), "Runtime.evaluate", drawn).await?;
        call.within(DRAWING_PATIENCE).await_answer().await?;
    }
    Ok(())
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
