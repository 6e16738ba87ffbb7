//! The run's browsers: one for each profile, started when a step first needs it.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::browser::{Input, Session, Settings};
use super::proof::Prover;
use super::scope::RunFacts;
use crate::bridge::messages::{Failure, Reason};
use crate::bridge::{BridgeError, Listening};
use crate::chrome::{Chrome, ChromeError, ExtensionFolder, Launch, UserDataDir, find_browser};
use crate::config::{Config, Profile, Viewport};
use crate::lock::Sighting;

/// How the browsers of a run are used.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// Overrules every profile's `headless`.
    pub headed: Option<bool>,
    /// How long to wait after each step.
    pub slow_motion: Duration,
    pub input: Input,
    /// Some step waits until the network is idle, so every request has to be known.
    pub watch_network: bool,
    pub run_folder: PathBuf,
    /// The name of who uses the profiles' folders, as `w1` or `editor`.
    pub process: String,
    /// Changes the pages under the steps' targets and notes what comes of it.
    pub prover: Option<Prover>,
}

impl SessionOptions {
    /// Real input, no window that a profile does not ask for, and no waiting.
    pub fn new(run_folder: PathBuf) -> SessionOptions {
        SessionOptions {
            headed: None,
            slow_motion: Duration::ZERO,
            input: Input::Real,
            watch_network: false,
            run_folder,
            process: "w1".into(),
            prover: None,
        }
    }
}

/// Why a profile's browser could not be had.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Chrome(#[from] ChromeError),
    #[error(transparent)]
    Bridge(#[from] BridgeError),
    #[error("{path} cannot be made: {source}; it is where the profile's browser keeps its data", path = path.display())]
    Folder {
        path: PathBuf,
        source: std::io::Error,
    },
}

/// All browsers of one run.
pub struct Browsers {
    config: Config,
    options: SessionOptions,
    run_id: String,
    open: BTreeMap<String, Session>,
    /// Found once, at the first start.
    executable: Option<PathBuf>,
    version: Option<String>,
    sightings: HashMap<PathBuf, Vec<Sighting>>,
    warnings: Vec<String>,
    errors: Vec<String>,
}

/// The size of a page without a window.
const VIEWPORT: Viewport = Viewport {
    width: 1280,
    height: 720,
};

/// How long the extension may take from its loading to its hello.
const HELLO_WITHIN: Duration = Duration::from_secs(20);

impl Browsers {
    pub fn new(config: Config, options: SessionOptions, facts: &RunFacts) -> Browsers {
        Browsers {
            config,
            options,
            run_id: facts.run_id.clone(),
            open: BTreeMap::new(),
            executable: None,
            version: None,
            sightings: HashMap::new(),
            warnings: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// The profile's browser, started if there is none or the last one is gone.
    pub async fn open(&mut self, profile: &str) -> Result<&mut Session, Failure> {
        if self.open.get(profile).is_some_and(Session::is_lost) {
            self.let_go(profile).await;
        }
        if !self.open.contains_key(profile) {
            let started = self.start(profile).await;
            let session = started.map_err(|error| {
                let sentence = format!("profile {profile}: {error}");
                self.errors.push(sentence.clone());
                Failure::new(Reason::ConnectionLost, sentence)
            })?;
            self.open.insert(profile.to_owned(), session);
        }
        self.open
            .get_mut(profile)
            .ok_or_else(|| Failure::internal(format!("profile {profile} has no browser")))
    }

    /// The profile's browser, where it is open.
    pub fn find(&mut self, profile: &str) -> Option<&mut Session> {
        self.open
            .get_mut(profile)
            .filter(|session| !session.is_lost())
    }

    async fn start(&mut self, profile: &str) -> Result<Session, StartError> {
        let settings = self.config.profile(profile);
        let executable = match &self.executable {
            Some(path) => path.clone(),
            None => {
                let found = find_browser(self.config.file.chrome.path.as_deref())?;
                self.executable.insert(found).clone()
            }
        };
        let path = self.data_dir(profile, settings.user_data_dir.as_deref());
        std::fs::create_dir_all(&path).map_err(|source| StartError::Folder {
            path: path.clone(),
            source,
        })?;
        let folder = lock(path).await?;
        let extension = ExtensionFolder::write(&folder, self.config.allow.clone())?;
        let listening = Listening::bind().await?;
        let card = listening.write_card(extension.path(), profile)?;
        let keeps_state = settings.user_data_dir.is_some();
        let headed = self
            .options
            .headed
            .or(settings.headless.map(|headless| !headless));
        let is_headless = !headed.unwrap_or(false);
        let launch = Launch {
            executable,
            profile: Profile {
                headless: Some(is_headless),
                // A window has the size its owner gives it; where there is none, every machine is to show the same page.
                viewport: settings.viewport.or(is_headless.then_some(VIEWPORT)),
                ..settings
            },
            watch_network: self.options.watch_network,
            args: self.config.file.chrome.args.clone(),
        };
        let chrome = Chrome::launch(folder, &launch).await?;
        let id = chrome.load_extension(&extension).await?;
        let bridge = listening.accept(&self.run_id, &id, HELLO_WITHIN).await?;
        for entry in chrome.refused_origins(&extension, &id).await? {
            self.warnings.push(format!(
                "Chrome refused the allow list's \"{entry}\": pages there cannot be touched"
            ));
        }
        self.version = Some(chrome.version().to_owned());
        let settings = Settings {
            extension: id,
            profile: profile.to_owned(),
            input: self.options.input,
            run_folder: self.options.run_folder.clone(),
            slow_motion: self.options.slow_motion,
            keeps_state,
            prover: self.options.prover.clone(),
        };
        Ok(Session::new(
            chrome,
            bridge,
            card,
            self.config.clone(),
            settings,
        ))
    }

    /// A configured folder, or one of this process's own.
    fn data_dir(&self, profile: &str, configured: Option<&Path>) -> PathBuf {
        match configured {
            Some(path) => self.config.root.join(path),
            None => self
                .config
                .state_dir()
                .join("profiles")
                .join(profile)
                .join(&self.options.process),
        }
    }

    /// Makes every open browser as a new test wants it. One that cannot be cleaned is closed, and started anew when it
    /// is needed.
    pub async fn clean(&mut self) {
        let mut lost = Vec::new();
        for (profile, session) in &mut self.open {
            if session.is_lost() || session.clean().await.is_err() {
                lost.push(profile.clone());
            }
        }
        for profile in lost {
            self.let_go(&profile).await;
        }
    }

    async fn let_go(&mut self, profile: &str) {
        if let Some(mut session) = self.open.remove(profile) {
            collect(&mut self.sightings, &mut session);
            session.close().await;
        }
    }

    /// Closes every browser and takes their bridge.json away.
    pub async fn close(&mut self) {
        for profile in self.open.keys().cloned().collect::<Vec<_>>() {
            self.let_go(&profile).await;
        }
    }

    /// What was found since the last call, by the lock that should remember it.
    pub fn take_sightings(&mut self) -> HashMap<PathBuf, Vec<Sighting>> {
        for session in self.open.values_mut() {
            collect(&mut self.sightings, session);
        }
        std::mem::take(&mut self.sightings)
    }

    pub fn take_warnings(&mut self) -> Vec<String> {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.dedup();
        warnings
    }

    pub fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.errors)
    }

    /// Whether a browser could not be had at all, so that going on makes no sense.
    pub fn failed_to_start(&self) -> bool {
        !self.errors.is_empty()
    }

    pub fn chrome_version(&self) -> Option<String> {
        self.version.clone()
    }
}

/// Locking may have to wait for another Chrome's end.
async fn lock(path: PathBuf) -> Result<UserDataDir, StartError> {
    let locking = {
        let path = path.clone();
        tokio::task::spawn_blocking(move || UserDataDir::lock(&path))
    };
    let locked = locking.await.map_err(|error| StartError::Folder {
        path,
        source: std::io::Error::other(error),
    })?;
    Ok(locked?)
}

fn collect(into: &mut HashMap<PathBuf, Vec<Sighting>>, session: &mut Session) {
    for (path, sightings) in session.take_sightings() {
        into.entry(path).or_default().extend(sightings);
    }
}
