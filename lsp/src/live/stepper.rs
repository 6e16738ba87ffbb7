//! Takes what a person asks for, and has the one task that owns the browsers do it; nobody waits for it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tower_lsp::Client;
use tower_lsp::lsp_types::{ProgressToken, Url};

use super::bench::Bench;
use super::commands::{Command, Extent, Place};
use super::page::Page;
use super::part;
use super::results::{Results, State};
use super::settings::Settings;
use crate::analysis::{Analysis, Workspace};

/// Whom the stepper tells that results have changed.
pub type Told = Arc<dyn Fn(&Url) + Send + Sync>;

/// How long a hover waits for a page.
const AT_ONCE: Duration = Duration::from_millis(300);

/// What the stepper works with.
#[derive(Clone)]
pub struct Surroundings {
    pub workspace: Workspace,
    pub client: Client,
    pub results: Results,
    pub settings: Settings,
    pub told: Told,
    pub page: Page,
    /// The editor makes progress tokens when it is asked to.
    pub creates_progress: bool,
}

/// Takes commands for the task.
#[derive(Clone)]
pub struct Stepper {
    jobs: mpsc::UnboundedSender<Job>,
    shared: Arc<Shared>,
    around: Surroundings,
}

#[derive(Default)]
pub(super) struct Shared {
    /// How often a person has said stop: a job that was asked for before the last time is not begun.
    pub stops: AtomicU64,
    /// Ends the job that is going on.
    current: Mutex<Option<Current>>,
    /// Something is asked for or goes on, so that nobody may wait for the page.
    pub busy: AtomicBool,
    /// A browser is open.
    pub open: AtomicBool,
}

pub(super) struct Current {
    pub stop: watch::Sender<bool>,
    pub progress: Option<ProgressToken>,
}

pub(super) enum Job {
    Run {
        extent: Extent,
        place: Place,
        /// The script as it was when it was asked for.
        analysis: Arc<Analysis>,
        stops: u64,
    },
    Connect(Arc<Analysis>),
    Pick(Place, Arc<Analysis>),
    /// Begins a recording, or ends the one that goes on.
    Record(Place, Arc<Analysis>),
    EndRecording,
    /// Outlines the target at a byte of a script, and answers with its picture.
    Show(Arc<Analysis>, usize, oneshot::Sender<Vec<u8>>),
    Disconnect,
    /// Closes every browser; the task ends.
    Close(mpsc::Sender<()>),
}

impl Stepper {
    pub fn start(around: Surroundings) -> Stepper {
        let (jobs, waiting) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared::default());
        let bench = Bench::new(around.clone(), shared.clone());
        let runtime = Handle::current();
        std::thread::spawn(move || runtime.block_on(bench.work(waiting)));
        Stepper {
            jobs,
            shared,
            around,
        }
    }

    /// Takes a command; a sentence where it makes no sense here.
    pub fn ask(&self, command: Command) -> Result<(), String> {
        match command {
            Command::Stop => {
                self.stop();
                self.send(Job::EndRecording);
            }
            Command::Pick(place) => {
                let analysis = self.script(&place)?;
                self.send(Job::Pick(place, analysis));
            }
            Command::Record(place) => {
                let analysis = self.script(&place)?;
                self.send(Job::Record(place, analysis));
            }
            Command::Disconnect => {
                self.stop();
                self.send(Job::Disconnect);
            }
            Command::Connect(place) => self.send(Job::Connect(self.script(&place)?)),
            Command::Run(extent, place) => {
                let analysis = self.script(&place)?;
                let line = place.position.line as usize;
                if let Some(refusal) = part::refusal(&analysis, extent, line) {
                    return Err(refusal);
                }
                self.show_waiting(&analysis, extent, line);
                let stops = self.shared.stops.load(Ordering::SeqCst);
                self.send(Job::Run {
                    extent,
                    place,
                    analysis,
                    stops,
                });
            }
        }
        Ok(())
    }

    pub fn results(&self) -> &Results {
        &self.around.results
    }

    /// What is known of the open page.
    pub fn page(&self) -> &Page {
        &self.around.page
    }

    /// Whether a browser is open.
    pub fn has_page(&self) -> bool {
        self.shared.open.load(Ordering::SeqCst)
    }

    /// The picture of the element that the target at a byte means, outlined in the page meanwhile; none where that is not had
    /// at once.
    pub async fn show(&self, analysis: &Arc<Analysis>, offset: usize) -> Option<Vec<u8>> {
        if self.shared.busy.load(Ordering::SeqCst) || !self.has_page() {
            return None;
        }
        let (reply, picture) = oneshot::channel();
        self.send(Job::Show(analysis.clone(), offset, reply));
        tokio::time::timeout(AT_ONCE, picture).await.ok()?.ok()
    }

    /// Ends what is going on and takes back what waits.
    pub fn stop(&self) {
        self.shared.stops.fetch_add(1, Ordering::SeqCst);
        if let Some(current) = &*self.shared.current() {
            let _ = current.stop.send(true);
        }
    }

    /// The editor's cancel button for one piece of work.
    pub fn cancel(&self, token: &ProgressToken) {
        if let Some(current) = &*self.shared.current()
            && current.progress.as_ref() == Some(token)
        {
            let _ = current.stop.send(true);
        }
    }

    /// Closes every browser, within `patience`.
    pub async fn close(&self, patience: Duration) {
        self.stop();
        let (done, mut closed) = mpsc::channel(1);
        self.send(Job::Close(done));
        let _ = tokio::time::timeout(patience, closed.recv()).await;
    }

    fn script(&self, place: &Place) -> Result<Arc<Analysis>, String> {
        if !self.around.settings.trusted {
            return Err("Nothing runs in a folder that the editor does not trust.".to_owned());
        }
        let analysis = self.around.workspace.analysis(&place.uri);
        analysis.ok_or_else(|| format!("{} is not open here as a script.", place.uri))
    }

    fn show_waiting(&self, analysis: &Analysis, extent: Extent, line: usize) {
        let at =
            part::find(analysis.file(), line).filter(|at| at.on_step && extent == Extent::Step);
        if let Some(at) = at {
            let span = part::span(&at.block.lines()[at.line]);
            self.around
                .results
                .set(&analysis.uri, analysis.version, span, State::Waiting);
            (self.around.told)(&analysis.uri);
        }
    }

    fn send(&self, job: Job) {
        // The task is there until the server ends.
        let _ = self.jobs.send(job);
    }
}

impl Shared {
    pub fn current(&self) -> std::sync::MutexGuard<'_, Option<Current>> {
        self.current
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
