//! The one task that owns the browsers: it does what is asked for one by one, and looks at the page while nothing is.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use aite::config::{Config, ConfigFile};
use aite::session::{
    Browsers, Failure, LiveEvents, RunFacts, Secrets, Session, SessionOptions, explain,
    read_secrets, shown_path,
};
use tokio::sync::{mpsc, watch};
use tower_lsp::lsp_types::MessageType;

use super::author::{self, Waiting};
use super::commands::{Extent, Place};
use super::part;
use super::progress::Progress;
use super::run::{Performance, Reads, perform};
use super::stepper::{Current, Job, Shared, Surroundings};
use crate::analysis::Analysis;

pub struct Bench {
    pub(super) around: Surroundings,
    pub(super) shared: Arc<Shared>,
    /// The browsers of each config's folder, with the config they were opened with.
    sets: HashMap<PathBuf, (ConfigFile, Browsers)>,
    pub(super) facts: RunFacts,
    reads: Reads,
    /// What is waited for from the page, and whose page it is.
    pub(super) waiting: Option<(Waiting, Whose)>,
    pub(super) events: Option<LiveEvents>,
}

/// Which session a page belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Whose {
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
            Err(sentence) => {
                *self.shared.current() = None;
                return self.say(&sentence).await;
            }
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
            // The pictures of the last session go. Where the folder cannot be made, the step that needs it says so.
            let _ = std::fs::remove_dir_all(&folder);
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
    pub(super) async fn connect(
        &mut self,
        analysis: &Analysis,
        line: Option<usize>,
    ) -> Option<Whose> {
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

    /// An open session; none is started for this.
    pub(super) fn session(&mut self, whose: &Whose) -> Option<&mut Session> {
        let (_, browsers) = self.sets.get_mut(&whose.root)?;
        browsers.find(&whose.profile)
    }

    pub(super) async fn say_failure(&self, failure: &Failure) {
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

    pub(super) async fn tell(&self, sentence: &str) {
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
pub(super) fn secrets(analysis: &Analysis, facts: &RunFacts) -> Result<Secrets, String> {
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
pub(super) fn whose(analysis: &Analysis, config: &Config, line: Option<usize>) -> Whose {
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
