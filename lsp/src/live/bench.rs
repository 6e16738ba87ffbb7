//! The one task that owns the browsers: it does what is asked for one by one, and looks at the page while nothing is.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use aite::config::{Config, ConfigFile};
use aite::session::{
    Browsers, Failure, LiveEvents, RunFacts, Secrets, Session, SessionOptions, explain,
    read_secrets, shown_path,
};
use tokio::sync::{mpsc, watch};
use tower_lsp::lsp_types::MessageType;

use super::author::{self, Author, Recording, Waiting};
use super::commands::{Extent, Place};
use super::page::{self, Interest};
use super::part;
use super::progress::Progress;
use super::run::{Performance, Reads, perform};
use super::stepper::{Current, Job, Shared, Surroundings};
use crate::analysis::Analysis;
use crate::features::hover::target_at;

/// How long a person may take to pick an element.
const PICK_WITHIN: Duration = Duration::from_secs(300);
/// How long a person's hands have to be still before the page is looked at.
const STILL: Duration = Duration::from_millis(120);

pub struct Bench {
    around: Surroundings,
    shared: Arc<Shared>,
    /// The browsers of each config's folder, with the config they were opened with.
    sets: HashMap<PathBuf, (ConfigFile, Browsers)>,
    facts: RunFacts,
    reads: Reads,
    /// What is waited for from the page, and whose page it is.
    waiting: Option<(Waiting, Whose)>,
    events: Option<LiveEvents>,
}

/// Which session a page belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Whose {
    root: PathBuf,
    profile: String,
}

impl Bench {
    pub fn new(around: Surroundings, shared: Arc<Shared>) -> Bench {
        Bench {
            around,
            shared,
            sets: HashMap::new(),
            facts: RunFacts::of_now(),
            reads: Reads::new(),
            waiting: None,
            events: None,
        }
    }

    pub async fn work(mut self, mut asked: mpsc::UnboundedReceiver<Job>) {
        let mut interests = self.around.page.interests();
        let mut queue = VecDeque::new();
        loop {
            let job = match queue.pop_front() {
                Some(job) => job,
                None => tokio::select! {
                    biased;
                    job = asked.recv() => match job {
                        Some(job) => job,
                        None => break,
                    },
                    event = author::next(&mut self.events) => {
                        self.hear(event).await;
                        continue;
                    }
                    _ = interests.changed() => {
                        self.look(&mut interests, &asked).await;
                        continue;
                    }
                },
            };
            self.shared.busy.store(true, Ordering::SeqCst);
            let goes_on = self.take(job).await;
            while let Ok(job) = asked.try_recv() {
                queue.push_back(job);
            }
            self.drop_stopped(&mut queue);
            self.shared.busy.store(false, Ordering::SeqCst);
            if !goes_on {
                return;
            }
        }
        self.close().await;
    }

    /// Does what was asked for; false where it was the last.
    async fn take(&mut self, job: Job) -> bool {
        match job {
            Job::Run {
                extent,
                place,
                analysis,
                stops,
            } => {
                if stops == self.shared.stops.load(Ordering::SeqCst) {
                    self.run(extent, &place, &analysis).await;
                }
            }
            Job::Connect(analysis) => _ = self.connect(&analysis, None).await,
            Job::Pick(place, analysis) => self.pick(place, &analysis).await,
            Job::Record(place, analysis) => self.record(place, &analysis).await,
            Job::EndRecording => self.end_recording().await,
            Job::Show(analysis, offset, reply) => {
                if let Some(picture) = self.show(&analysis, offset).await {
                    let _ = reply.send(picture);
                }
            }
            Job::Disconnect => self.close().await,
            Job::Close(done) => {
                self.close().await;
                drop(done);
                return false;
            }
        }
        true
    }

    /// Takes back the runs that a person stopped before they began.
    fn drop_stopped(&self, queue: &mut VecDeque<Job>) {
        let now = self.shared.stops.load(Ordering::SeqCst);
        let is_stopped = |job: &Job| matches!(job, Job::Run { stops, .. } if *stops != now);
        queue.retain(|job| !is_stopped(job));
        let waits = |job: &Job| matches!(job, Job::Run { .. });
        if !queue.iter().any(waits) {
            for uri in self.around.results.drop_unfinished() {
                (self.around.told)(&uri);
            }
        }
    }

    async fn run(&mut self, extent: Extent, place: &Place, analysis: &Arc<Analysis>) {
        let Ok(config) = &analysis.config else { return };
        let title = title(extent, analysis, place);
        let progress = Progress::begin(
            &self.around.client,
            place.progress.clone(),
            self.around.creates_progress,
            title,
        );
        let (stop, stopped) = watch::channel(false);
        *self.shared.current() = Some(Current {
            stop,
            progress: progress.token.clone(),
        });
        if matches!(extent, Extent::ToHere | Extent::Test | Extent::File) {
            self.facts = RunFacts::of_now();
        }
        let facts = self.facts.clone();
        let secrets = match secrets(analysis, &facts) {
            Ok(secrets) => secrets,
            Err(sentence) => return self.say(&sentence).await,
        };
        self.around.results.begin(&analysis.uri);
        let around = self.around.clone();
        let mut reads = std::mem::take(&mut self.reads);
        let browsers = self.browsers(config, analysis).await;
        let performance = Performance {
            around: &around,
            analysis,
            facts: &facts,
            secrets: &secrets,
            browsers,
            reads: &mut reads,
            progress: &progress,
            stop: stopped,
        };
        let ran = perform(performance, extent, place.position.line as usize).await;
        self.reads = reads;
        *self.shared.current() = None;
        if let Err(sentence) = ran {
            self.say(&sentence).await;
        }
        self.keep_house(config, &secrets).await;
    }

    /// The browsers for a config; those of another state of it are closed first.
    async fn browsers(&mut self, config: &Config, analysis: &Analysis) -> &mut Browsers {
        let watches_network = analysis.opened.waits_for_network();
        if let Some((known, browsers)) = self.sets.get_mut(&config.root)
            && *known != config.file
        {
            browsers.close().await;
            self.sets.remove(&config.root);
        }
        let (facts, settings) = (&self.facts, &self.around.settings);
        let (_, browsers) = self.sets.entry(config.root.clone()).or_insert_with(|| {
            let folder = config.state_dir().join("editor");
            // Where it cannot be made, the step that needs it says so.
            let _ = std::fs::create_dir_all(folder.join("screenshots"));
            let options = SessionOptions {
                headed: settings.headed(),
                process: "editor".to_owned(),
                watch_network: watches_network,
                ..SessionOptions::new(folder)
            };
            (
                config.file.clone(),
                Browsers::new(config.clone(), options, facts),
            )
        });
        browsers
    }

    /// Opens the browser that a line of a script is run in; what kept it closed is said.
    async fn connect(&mut self, analysis: &Analysis, line: Option<usize>) -> Option<Whose> {
        let Ok(config) = &analysis.config else {
            return None;
        };
        let whose = whose(analysis, config, line);
        let opened = self
            .browsers(config, analysis)
            .await
            .open(&whose.profile)
            .await;
        let opened = opened.map(|_| ());
        self.keep_house(config, &Secrets::default()).await;
        match opened {
            Ok(()) => Some(whose),
            Err(failure) => {
                self.say_failure(&failure).await;
                None
            }
        }
    }

    async fn pick(&mut self, place: Place, analysis: &Analysis) {
        let line = Some(place.position.line as usize);
        let Some(whose) = self.connect(analysis, line).await else {
            return;
        };
        self.end_recording().await;
        let Some(session) = self.session(&whose) else {
            return;
        };
        let events = session.live_events();
        match session.start_pick(PICK_WITHIN).await {
            Ok(()) => {
                let waiting = Waiting::Pick {
                    uri: place.uri,
                    position: place.position,
                };
                self.waiting = Some((waiting, whose));
                self.events = Some(events);
                self.tell("Click the element in the browser; Escape leaves it.")
                    .await;
            }
            Err(failure) => self.say_failure(&failure).await,
        }
    }

    async fn record(&mut self, place: Place, analysis: &Analysis) {
        if self.waiting.is_some() {
            return self.end_recording().await;
        }
        let line = place.position.line as usize;
        let Some(whose) = self.connect(analysis, Some(line)).await else {
            return;
        };
        let Some(session) = self.session(&whose) else {
            return;
        };
        let events = session.live_events();
        match session.start_recording().await {
            Ok(()) => {
                let at = Interest {
                    uri: place.uri,
                    line,
                };
                self.waiting = Some((Waiting::Record(Recording::new(at)), whose));
                self.events = Some(events);
                self.tell(
                    "What you do in the browser is written here; give the command again to end it.",
                )
                .await;
            }
            Err(failure) => self.say_failure(&failure).await,
        }
    }

    /// Ends a pick or a recording; what was told before is written.
    async fn end_recording(&mut self) {
        let Some((waiting, whose)) = &self.waiting else {
            return;
        };
        let records = matches!(waiting, Waiting::Record(_));
        let whose = whose.clone();
        if let Some(session) = self.session(&whose) {
            // A page that is gone tells nothing more.
            let _ = match records {
                true => session.stop_recording().await,
                false => session.stop_pick().await,
            };
        }
        while let Some(event) = self.events.as_mut().and_then(LiveEvents::take) {
            self.hear(Some(event)).await;
        }
        self.waiting = None;
        self.events = None;
    }

    async fn hear(&mut self, event: Option<aite::session::LiveEvent>) {
        let author = Author {
            client: self.around.client.clone(),
            workspace: self.around.workspace.clone(),
            facts: self.facts.clone(),
        };
        let goes_on = match (&mut self.waiting, event) {
            (Some((waiting, _)), Some(event)) => author.hear(waiting, event).await,
            _ => false,
        };
        if !goes_on {
            self.waiting = None;
            self.events = None;
        }
    }

    /// Looks at the open page for what a person is at, once nothing else is asked for.
    async fn look(
        &mut self,
        interests: &mut watch::Receiver<Option<Interest>>,
        asked: &mpsc::UnboundedReceiver<Job>,
    ) {
        let Some(interest) = interests.borrow().clone() else {
            return;
        };
        let Some(analysis) = self.around.workspace.analysis(&interest.uri) else {
            return;
        };
        let Ok(config) = &analysis.config else { return };
        let whose = whose(&analysis, config, Some(interest.line));
        let (known, settings, facts) = (
            self.around.page.clone(),
            self.around.settings.clone(),
            self.facts.clone(),
        );
        let told = self.around.told.clone();
        let Some(session) = self.session(&whose) else {
            return known.forget();
        };
        if known.offered().1 {
            let secrets = secrets(&analysis, &facts).unwrap_or_default();
            page::refresh_offers(&known, session, &secrets).await;
        }
        // Whoever types is not shown what changes with each letter.
        tokio::time::sleep(STILL).await;
        if interests.has_changed().unwrap_or(false) || !asked.is_empty() {
            return;
        }
        if let Some(at) = part::find(analysis.file(), interest.line).filter(|_| settings.preview) {
            let is_wanted = || asked.is_empty();
            if page::refresh_glances(&known, session, (&analysis, &facts), at, is_wanted).await {
                told(&interest.uri);
            }
        }
    }

    async fn show(&mut self, analysis: &Analysis, offset: usize) -> Option<Vec<u8>> {
        let config = analysis.config.as_ref().ok()?;
        let file = analysis.file();
        let line = file.lines.line(offset);
        let whose = whose(analysis, config, Some(line));
        let target = target_at(&file.script, offset)?;
        let facts = self.facts.clone();
        let mut scope = aite::session::Scope::new(&analysis.opened, 0, &facts);
        if let Some((table, row)) = part::find(file, line).and_then(|at| at.block.table()) {
            aite::session::bind_row(&mut scope, Some(table), Some(row));
        }
        let session = self.session(&whose)?;
        let preview = session.outline_target(target, &scope).await.ok()?;
        let [only] = preview.candidates.as_slice() else {
            return None;
        };
        session.picture_of(only).await.ok()
    }

    /// An open session; none is started for this.
    fn session(&mut self, whose: &Whose) -> Option<&mut Session> {
        let (_, browsers) = self.sets.get_mut(&whose.root)?;
        browsers.find(&whose.profile)
    }

    async fn say_failure(&self, failure: &Failure) {
        let explanation = explain(failure);
        let fact = explanation.facts.into_iter().map(|(_, fact)| fact).next();
        self.say(&fact.unwrap_or(explanation.headline)).await;
    }

    /// Writes what was found to the locks, and says what the browsers have to say.
    async fn keep_house(&mut self, config: &Config, secrets: &Secrets) {
        self.shared.open.store(true, Ordering::SeqCst);
        let Some((_, browsers)) = self.sets.get_mut(&config.root) else {
            return;
        };
        let mut sentences = browsers.take_warnings();
        sentences.extend(browsers.take_errors());
        for (path, sightings) in browsers.take_sightings() {
            let sightings: Vec<_> = sightings
                .into_iter()
                .map(|sighting| secrets.sighting(sighting))
                .collect();
            let written = aite::lock::remember(
                &path,
                &config.state_dir(),
                &sightings,
                aite::lock::Update::AddMissing,
            );
            if let Err(error) = written {
                sentences.push(format!("{error}; what this step found is not remembered"));
            }
        }
        for sentence in sentences {
            self.say(&sentence).await;
        }
    }

    async fn tell(&self, sentence: &str) {
        self.around
            .client
            .show_message(MessageType::INFO, sentence)
            .await;
    }

    async fn say(&self, sentence: &str) {
        self.around
            .client
            .show_message(MessageType::WARNING, sentence)
            .await;
    }

    async fn close(&mut self) {
        self.waiting = None;
        self.events = None;
        self.shared.open.store(false, Ordering::SeqCst);
        self.around.page.forget();
        for (_, mut browsers) in std::mem::take(&mut self.sets).into_values() {
            browsers.close().await;
        }
    }
}

/// The values not to be seen; a sentence where one has none.
fn secrets(analysis: &Analysis, facts: &RunFacts) -> Result<Secrets, String> {
    read_secrets(&analysis.opened, facts).map_err(|(file, span, error)| {
        let file = &analysis.opened.files[file];
        let line = file.lines.line(span.start) + 1;
        format!(
            "Nothing was run: {}:{line}: {error}",
            shown_path(&file.path)
        )
    })
}

/// The session that a line of a script runs in.
fn whose(analysis: &Analysis, config: &Config, line: Option<usize>) -> Whose {
    let script = &analysis.file().script;
    let at = line.and_then(|line| part::find(analysis.file(), line));
    let profile = at.map(|at| at.block.profile_before(at.line, script));
    Whose {
        root: config.root.clone(),
        profile: profile.unwrap_or_else(|| script.first_profile().to_owned()),
    }
}

fn title(extent: Extent, analysis: &Analysis, place: &Place) -> String {
    let file = analysis.file();
    let line = place.position.line as usize;
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    match extent {
        Extent::Step => file.line_text(line).trim().to_owned(),
        Extent::ToHere => format!("{name} up to line {}", line + 1),
        Extent::FromHere => format!("{name} from line {}", line + 1),
        Extent::Test => format!("a test of {name}"),
        Extent::File => name.into_owned(),
    }
}
