//! The one task that owns the browsers. It takes what a person asks for one by one, and runs it; nobody waits for it.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aite::config::{Config, ConfigFile};
use aite::session::{Browsers, RunFacts, Secrets, SessionOptions, read_secrets, shown_path};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tower_lsp::Client;
use tower_lsp::lsp_types::{MessageType, ProgressToken, Url};

use super::commands::{Command, Extent, Place};
use super::part;
use super::progress::Progress;
use super::results::{Results, State};
use super::run::{Performance, Reads, perform};
use super::settings::Settings;
use crate::analysis::{Analysis, Workspace};

/// Whom the stepper tells that results have changed.
pub type Told = Arc<dyn Fn(&Url) + Send + Sync>;

/// What the stepper works with.
#[derive(Clone)]
pub struct Surroundings {
    pub workspace: Workspace,
    pub client: Client,
    pub results: Results,
    pub settings: Settings,
    pub told: Told,
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
struct Shared {
    /// How often a person has said stop: a job that was asked for before the last time is not begun.
    stops: AtomicU64,
    /// Ends the job that is going on.
    current: Mutex<Option<Current>>,
}

struct Current {
    stop: watch::Sender<bool>,
    progress: Option<ProgressToken>,
}

enum Job {
    Run {
        extent: Extent,
        place: Place,
        /// The script as it was when it was asked for.
        analysis: Arc<Analysis>,
        stops: u64,
    },
    Connect(Arc<Analysis>),
    Disconnect,
    /// Closes every browser; the task ends.
    Close(mpsc::Sender<()>),
}

impl Stepper {
    pub fn start(around: Surroundings) -> Stepper {
        let (jobs, waiting) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared::default());
        let bench = Bench {
            around: around.clone(),
            shared: shared.clone(),
            sets: HashMap::new(),
            facts: RunFacts::of_now(),
            reads: HashMap::new(),
        };
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
            Command::Stop => self.stop(),
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
    fn current(&self) -> std::sync::MutexGuard<'_, Option<Current>> {
        self.current
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The task's own side.
struct Bench {
    around: Surroundings,
    shared: Arc<Shared>,
    /// The browsers of each config's folder, with the config they were opened with.
    sets: HashMap<PathBuf, (ConfigFile, Browsers)>,
    facts: RunFacts,
    reads: Reads,
}

impl Bench {
    async fn work(mut self, mut waiting: mpsc::UnboundedReceiver<Job>) {
        let mut queue = VecDeque::new();
        loop {
            let job = match queue.pop_front() {
                Some(job) => job,
                None => match waiting.recv().await {
                    Some(job) => job,
                    None => break,
                },
            };
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
                    while let Ok(job) = waiting.try_recv() {
                        queue.push_back(job);
                    }
                    let stops_now = self.shared.stops.load(Ordering::SeqCst);
                    let is_wanted =
                        |job: &Job| !matches!(job, Job::Run { stops, .. } if *stops != stops_now);
                    if queue.iter().any(|job| !is_wanted(job)) || stops != stops_now {
                        queue.retain(is_wanted);
                        self.around.results.drop_unfinished();
                        (self.around.told)(&analysis.uri);
                    }
                }
                Job::Connect(analysis) => self.connect(&analysis).await,
                Job::Disconnect => self.close().await,
                Job::Close(done) => {
                    self.close().await;
                    drop(done);
                    return;
                }
            }
        }
        self.close().await;
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

    async fn connect(&mut self, analysis: &Arc<Analysis>) {
        let Ok(config) = &analysis.config else { return };
        let profile = analysis.file().script.first_profile().to_owned();
        let opened = self.browsers(config, analysis).await.open(&profile).await;
        if let Err(failure) = opened {
            let sentence = aite::session::explain(&failure);
            let fact = sentence.facts.into_iter().map(|(_, fact)| fact).next();
            self.say(&fact.unwrap_or(sentence.headline)).await;
        }
        self.keep_house(config, &Secrets::default()).await;
    }

    /// Writes what was found to the locks, and says what the browsers have to say.
    async fn keep_house(&mut self, config: &Config, secrets: &Secrets) {
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

    async fn say(&self, sentence: &str) {
        self.around
            .client
            .show_message(MessageType::WARNING, sentence)
            .await;
    }

    async fn close(&mut self) {
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
