//! One profile's living browser, and one step performed in it.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use url::Url;

use super::commands::GRACE;
use super::outcome::{
    ConsoleMessage, EntryPlace, Exchange, Status, StepOutcome, StepRepair, Unlike, Warning,
};
use super::proof::Prover;
use super::scope::{Scope, ScopeError};
use crate::bridge::messages::{Beacon, Command, Event, Failure, Reason};
use crate::bridge::{Bridge, Card};
use crate::chrome::{Chrome, ChromeError, Page};
use crate::config::Config;
use crate::lock::{LockFile, Sighting};
use crate::script::ast::{Step, StepKind};

/// How the mouse and the keys come to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Input {
    /// Over the debugging pipe, as a person's would.
    #[default]
    Real,
    /// As events that the page script makes: for where there is no pipe.
    Plain,
}

/// What one step has gathered so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub exchanges: Vec<Exchange>,
    pub retries: u32,
    pub via: Option<String>,
    pub matches: Option<u32>,
    pub entries: Vec<EntryPlace>,
    pub repairs: Vec<StepRepair>,
    pub unlike: Vec<Unlike>,
    pub found: Option<String>,
    pub warnings: Vec<Warning>,
    pub screenshot: Option<String>,
}

/// One profile's Chrome with its bridge.
pub struct Session {
    pub(super) chrome: Chrome,
    /// The extension's id.
    pub(super) extension: String,
    pub(super) bridge: Bridge,
    /// Deletes bridge.json when the session ends.
    card: Card,
    pub(super) config: Config,
    pub(super) input: Input,
    pub(super) profile: String,
    pub(super) run_folder: PathBuf,
    /// How many pictures were taken.
    pub(super) pictures: usize,
    /// The tab the steps are on.
    pub(super) tab: Option<u64>,
    /// A tab left from the test before, to be used again.
    pub(super) spare: Option<u64>,
    pub(super) url: Option<String>,
    pub(super) pages: HashMap<u64, Page>,
    pub(super) log: Log,
    pub(super) locks: HashMap<PathBuf, LockFile>,
    pub(super) sightings: HashMap<PathBuf, Vec<Sighting>>,
    /// Every origin that was open, so that its storage can be cleared.
    pub(super) origins: BTreeSet<String>,
    console: Vec<ConsoleMessage>,
    slow_motion: Duration,
    pub(super) keeps_state: bool,
    /// Where every step's targets are to be proved.
    pub(super) prover: Option<Prover>,
    /// Whether what a person does is told.
    pub(super) is_recording: Arc<AtomicBool>,
    /// Chrome or the extension is gone for good.
    pub(super) lost: bool,
}

/// When a step's time is over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub fn after(time: Duration) -> Deadline {
        Deadline(Instant::now() + time)
    }

    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    pub fn is_over(self) -> bool {
        self.left().is_zero()
    }

    pub fn left_ms(self) -> u64 {
        u64::try_from(self.left().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Session {
    pub(super) fn new(
        chrome: Chrome,
        bridge: Bridge,
        card: Card,
        config: Config,
        settings: Settings,
    ) -> Session {
        Session {
            chrome,
            extension: settings.extension,
            bridge,
            card,
            config,
            input: settings.input,
            profile: settings.profile,
            run_folder: settings.run_folder,
            pictures: 0,
            tab: None,
            spare: None,
            url: None,
            pages: HashMap::new(),
            log: Log::default(),
            locks: HashMap::new(),
            sightings: HashMap::new(),
            origins: BTreeSet::new(),
            console: Vec::new(),
            slow_motion: settings.slow_motion,
            keeps_state: settings.keeps_state,
            prover: settings.prover,
            is_recording: Arc::default(),
            lost: false,
        }
    }

    /// Performs one step that is about a page; its failure is part of the outcome.
    pub async fn perform(&mut self, step: &Step, scope: &mut Scope<'_>) -> StepOutcome {
        self.prove_before(step, scope).await;
        self.log = Log::default();
        let started = Instant::now();
        let deadline = Deadline::after(step.timeout.unwrap_or(self.config.timeout()));
        let result = self.dispatch(step, scope, deadline).await;
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        self.hear();
        let mut failure = result.err().map(|failure| self.at_open_dialog(failure));
        if let Some(failure) = &mut failure {
            // The exchanges keep every candidate.
            failure.detail.shift_remove("scored");
        }
        if let Some(failure) = &failure
            && !step.optional
        {
            self.picture_failure(failure).await;
        }
        if !self.slow_motion.is_zero() {
            tokio::time::sleep(self.slow_motion).await;
        }
        let log = std::mem::take(&mut self.log);
        if failure.is_none() {
            self.prove_after(step, scope).await;
        }
        StepOutcome {
            status: if failure.is_some() {
                Status::Failed
            } else {
                Status::Passed
            },
            failure,
            via: log.via,
            matches: log.matches,
            entries: log.entries,
            repairs: log.repairs,
            unlike: log.unlike,
            found: log.found,
            retries: log.retries,
            warnings: log.warnings,
            console: std::mem::take(&mut self.console),
            exchanges: log.exchanges,
            tab: self.tab,
            url: self.url.clone(),
            screenshot: log.screenshot,
            ms,
        }
    }

    async fn dispatch(
        &mut self,
        step: &Step,
        scope: &mut Scope<'_>,
        deadline: Deadline,
    ) -> Result<(), Failure> {
        if !matches!(step.kind, StepKind::Dialog(_)) {
            self.refuse_open_dialog()?;
        }
        match &step.kind {
            StepKind::Open { .. }
            | StepKind::History(_)
            | StepKind::SwitchToTab(_)
            | StepKind::SwitchToNewTab
            | StepKind::CloseTab => self.travel(&step.kind, scope, deadline).await,
            StepKind::Verify(assertion) => self.verify(assertion, scope, deadline).await,
            StepKind::Require(assertion) => {
                let result = self.verify(assertion, scope, deadline).await;
                result.map_err(as_precondition)
            }
            StepKind::Wait(wait) => self.wait(wait, scope, deadline).await,
            StepKind::Read { what, into } => self.read(what, into, scope, deadline).await,
            StepKind::Dialog(dialog) => self.answer_dialog(dialog, scope, deadline).await,
            StepKind::Screenshot(name) => self.picture(&scope.value(name)?.text).await,
            StepKind::Fill { .. }
            | StepKind::Type { .. }
            | StepKind::Clear(_)
            | StepKind::Press { .. } => self.use_keyboard(&step.kind, scope, deadline).await,
            StepKind::As(_) | StepKind::Do { .. } => Ok(()),
            _ => self.use_pointer(&step.kind, scope, deadline).await,
        }
    }

    pub(super) fn warn(&mut self, code: &str, message: impl Into<String>) {
        self.log.warnings.push(Warning {
            code: code.into(),
            message: message.into(),
        });
    }

    /// The run's tab, or the failure that says that there is none.
    pub(super) fn open_tab(&self) -> Result<u64, Failure> {
        self.tab.ok_or_else(|| {
            Failure::new(
                Reason::TabClosed,
                "no page is open here yet; a test starts with `open`",
            )
        })
    }

    /// Where the run's tab is in Chrome: what input and pictures go to. A nonce that the page's script calls over the
    /// pipe tells; an address never does.
    pub(super) async fn page_in_chrome(&mut self, deadline: Deadline) -> Result<Page, Failure> {
        let tab = self.open_tab()?;
        if let Some(page) = self.pages.get(&tab) {
            return Ok(page.clone());
        }
        let page = self.find_page(None, deadline).await?;
        self.pages.insert(tab, page.clone());
        Ok(page)
    }

    /// The document that holds an element, or the run's tab itself.
    pub(super) async fn find_page(
        &mut self,
        handle: Option<String>,
        deadline: Deadline,
    ) -> Result<Page, Failure> {
        let nonce = new_nonce();
        let beacon = self.chrome.expect_beacon(&nonce);
        let command = Command::Beacon(Beacon {
            nonce,
            handle,
            tab: self.tab,
            timeout_ms: Some(deadline.left_ms()),
        });
        self.ask(command, deadline).await?.outcome?;
        beacon.found(GRACE).await.ok_or_else(|| {
            Failure::internal("Chrome did not say which of its pages is the step's tab, so no input was sent; run the step again")
        })
    }

    /// Takes in what the extension told meanwhile.
    pub(super) fn hear(&mut self) {
        while let Ok(event) = self.bridge.events().try_recv() {
            match event {
                Event::Console { level, text, .. } => {
                    self.console.push(ConsoleMessage { level, text })
                }
                Event::Navigated { tab, url } => {
                    self.note_origin(&url);
                    if Some(tab) == self.tab {
                        self.url = Some(url);
                    }
                }
                Event::TabClosed { tab } => {
                    self.pages.remove(&tab);
                    if self.spare == Some(tab) {
                        self.spare = None;
                    }
                }
                Event::TabOpened { .. } | Event::Recorded { .. } | Event::Picked { .. } => {}
            }
        }
    }

    pub(super) fn note_origin(&mut self, address: &str) {
        if let Ok(url) = Url::parse(address)
            && matches!(url.scheme(), "http" | "https")
        {
            self.origins.insert(url.origin().ascii_serialization());
        }
    }

    /// Closes Chrome, then the bridge, and takes bridge.json away.
    pub async fn close(self) {
        let Session {
            chrome,
            bridge,
            card,
            ..
        } = self;
        chrome.close().await;
        drop((bridge, card));
    }

    /// Whether Chrome or the extension went away for good.
    pub fn is_lost(&self) -> bool {
        self.lost || self.chrome.is_closed()
    }

    /// The elements this session found, by the lock that should remember them.
    pub fn take_sightings(&mut self) -> HashMap<PathBuf, Vec<Sighting>> {
        self.locks.clear();
        std::mem::take(&mut self.sightings)
    }
}

/// What a session is told of the run it belongs to.
pub(super) struct Settings {
    /// The extension's id.
    pub extension: String,
    pub profile: String,
    pub input: Input,
    pub run_folder: PathBuf,
    pub slow_motion: Duration,
    /// The profile's folder is the user's own, so cookies and storage stay.
    pub keeps_state: bool,
    pub prover: Option<Prover>,
}

/// What is looked for before the test begins is a precondition; that Chrome went away is not.
fn as_precondition(failure: Failure) -> Failure {
    use Reason::{Ambiguous, Mismatch, NotEnabled, NotFound, NotVisible, Timeout};
    if !matches!(
        failure.reason,
        NotFound | NotVisible | NotEnabled | Mismatch | Timeout | Ambiguous
    ) {
        return failure;
    }
    let inner = failure.reason.to_string();
    Failure {
        reason: Reason::PreState,
        detail: failure.detail,
    }
    .with("was", inner)
}

fn new_nonce() -> String {
    format!("{:032x}", rand::random::<u128>())
}

impl From<ScopeError> for Failure {
    fn from(error: ScopeError) -> Failure {
        Failure::internal(error.to_string())
    }
}

impl From<ChromeError> for Failure {
    fn from(error: ChromeError) -> Failure {
        let reason = match error {
            ChromeError::PipeClosed { .. } => Reason::ConnectionLost,
            ChromeError::PageGone => Reason::TabClosed,
            ChromeError::Deadline { .. } => Reason::Timeout,
            _ => Reason::Internal,
        };
        Failure::new(reason, error.to_string())
    }
}
