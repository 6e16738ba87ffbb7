//! The start of a Chrome, and its end.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use tokio::net::unix::pipe;
use tokio::task::JoinHandle;

use super::emulation::grant;
use super::find::{check_version, find_version};
use super::flags::to_args;
use super::pages::{Pages, auto_attach};
use super::pipe::Pipe;
use super::process::{PipeEnds, Process};
use super::state::Kind;
use super::{ChromeError, UserDataDir};
use crate::config::Profile;

/// How a Chrome is started.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    pub executable: PathBuf,
    /// Headless unless it says otherwise.
    pub profile: Profile,
    /// Whether requests are watched from the start on, so that [`Chrome::wait_for_network_idle`] knows every one. A request takes a millisecond or
    /// two longer with it; without it, those that were sent before the first wait are not known.
    pub watch_network: bool,
    /// More of Chrome's own arguments.
    pub args: Vec<String>,
}

/// A Chrome that runs, with its pipe. Dropped, it is killed with all its processes; [`Chrome::close`] lets it end by itself first.
#[derive(Debug)]
pub struct Chrome {
    pub(super) pipe: Pipe,
    pub(super) pages: Pages,
    version: String,
    process: Process,
    _tasks: Tasks,
    /// Given back last, when the process is gone.
    folder: UserDataDir,
}

impl Chrome {
    /// Starts Chrome in `folder` and waits until its first, empty page is there: 30 seconds at most.
    pub async fn launch(folder: UserDataDir, launch: &Launch) -> Result<Self, ChromeError> {
        const WITHIN: Duration = Duration::from_secs(30);
        let path = &launch.executable;
        let cannot = |source: io::Error| ChromeError::CannotStart {
            path: path.clone(),
            source,
        };
        let (to_chrome, commands) = pipe::pipe().map_err(cannot)?;
        let (answers, from_chrome) = pipe::pipe().map_err(cannot)?;
        let ends = PipeEnds {
            commands: commands.into_blocking_fd().map_err(cannot)?,
            answers: answers.into_blocking_fd().map_err(cannot)?,
        };
        let args = to_args(launch, folder.path());
        let (process, words) = Process::start(path, &args, &environment(&launch.profile), ends)?;
        let (pages, hear, to_do) = Pages::new();
        let (pipe, [reading, writing]) = Pipe::start(from_chrome, to_chrome, words, hear);
        let preparing = tokio::spawn(pages.clone().do_tasks(pipe.clone(), launch.clone(), to_do));
        let tasks = Tasks(vec![reading, writing, preparing]);
        let mut chrome = Self {
            pipe,
            pages,
            version: String::new(),
            process,
            _tasks: tasks,
            folder,
        };
        let started = tokio::time::timeout(WITHIN, chrome.come_up(launch)).await;
        match started.unwrap_or(Err(ChromeError::Deadline {
            what: "at its start".into(),
            within: WITHIN,
        })) {
            Ok(()) => Ok(chrome),
            Err(error) => Err(chrome.explain(path, error).await),
        }
    }

    async fn come_up(&mut self, launch: &Launch) -> Result<(), ChromeError> {
        let version = self
            .pipe
            .send(None, "Browser.getVersion", json!({}))
            .await?
            .within(Duration::from_secs(30));
        let attach = self
            .pipe
            .send(None, "Target.setAutoAttach", auto_attach(Kind::Page))
            .await?
            .within(Duration::from_secs(30));
        let version = version.await_answer().await?;
        let product = version["product"].as_str().unwrap_or_default();
        self.version = find_version(product).unwrap_or(product).to_owned();
        check_version(&launch.executable, &self.version)?;
        attach.await_answer().await?;
        grant(&launch.profile, &self.pipe).await?;
        tokio::select! {
            ready = self.pages.first_page() => ready,
            () = self.pipe.closed() => Err(self.pipe.closed_error()),
        }
    }

    /// A pipe that closed at the start is a Chrome that did not want to start.
    async fn explain(mut self, path: &Path, error: ChromeError) -> ChromeError {
        let ChromeError::PipeClosed { .. } = error else {
            return error;
        };
        let Some(status) = self.process.await_end(Duration::from_secs(2)).await else {
            return error;
        };
        let ChromeError::PipeClosed { words } = self.pipe.closed_error() else {
            return error;
        };
        ChromeError::EndedAtOnce {
            path: path.to_owned(),
            status: status.to_string(),
            words,
        }
    }

    /// As `156.0.8078.114`.
    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn folder(&self) -> &UserDataDir {
        &self.folder
    }

    /// Of the process that was started, while it lives.
    pub fn process_id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Completes when Chrome has closed the pipe: it crashed, or somebody closed it.
    pub async fn closed(&self) -> ChromeError {
        self.pipe.closed().await;
        self.pipe.closed_error()
    }

    /// Lets Chrome end by itself, so that it writes what it has not written yet; kills what is left after three seconds.
    pub async fn close(mut self) {
        // Chrome may be gone, or go before it has answered.
        if let Ok(call) = self.pipe.send(None, "Browser.close", json!({})).await {
            let _ = call.within(Duration::from_secs(2)).await_answer().await;
            if self
                .process
                .await_end(Duration::from_secs(3))
                .await
                .is_some()
            {
                return;
            }
        }
        self.process.kill().await;
    }
}

#[cfg(test)]
impl Chrome {
    /// Closes the pipe and leaves the process.
    pub(super) fn let_go(self) -> Process {
        self.process
    }
}

/// The tasks that belong to one Chrome end with it.
#[derive(Debug)]
struct Tasks(Vec<JoinHandle<()>>);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// The time zone goes with the process: then workers and the first script of a new window have it as well.
fn environment(profile: &Profile) -> Vec<(&'static str, String)> {
    profile
        .timezone
        .iter()
        .map(|zone| ("TZ", zone.clone()))
        .collect()
}
