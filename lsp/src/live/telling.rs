//! Tells the editor that results have changed: of many changes in a row it hears few times, and always of the last.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tower_lsp::Client;
use tower_lsp::lsp_types::{
    ClientCapabilities, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    Registration, Url,
};

use super::stepper::Told;
use crate::diagnoser::Diagnoser;

/// What the editor can do, as far as it matters here.
#[derive(Debug, Clone, Copy, Default)]
pub struct Abilities {
    /// It asks for problems, so they are not pushed.
    pub pulls_diagnostics: bool,
    /// It asks for hints anew when it is told to.
    pub refreshes_hints: bool,
    /// It tells of files that change on disk, once it is asked to.
    pub watches_files: bool,
    /// It makes progress tokens when it is asked to.
    pub progress: bool,
}

impl Abilities {
    pub fn of(client: &ClientCapabilities) -> Abilities {
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let window = client.window.as_ref();
        Abilities {
            pulls_diagnostics: text.is_some_and(|text| text.diagnostic.is_some()),
            refreshes_hints: hints.and_then(|hints| hints.refresh_support) == Some(true),
            watches_files: workspace
                .and_then(|workspace| workspace.did_change_watched_files)
                .and_then(|files| files.dynamic_registration)
                == Some(true),
            progress: window.and_then(|window| window.work_done_progress) == Some(true),
        }
    }
}

/// What a script depends on besides itself.
pub fn files_to_watch() -> Registration {
    let watcher = |pattern: &str| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind: None,
    };
    let watchers = ["**/*.aite", "**/*.aite.lock", "**/aite.config.json"];
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: watchers.into_iter().map(watcher).collect(),
    };
    Registration {
        id: "files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

/// Between two calls to ask for hints anew.
const BREATH: Duration = Duration::from_millis(40);

/// What results tell of each change.
pub fn tell(client: Client, diagnoser: Diagnoser, can: Abilities) -> Told {
    let hints = Arc::new(Notify::new());
    if can.refreshes_hints {
        let changed = hints.clone();
        tokio::spawn(async move {
            loop {
                changed.notified().await;
                // An editor that has no such document open any more answers with an error.
                let _ = client.inlay_hint_refresh().await;
                tokio::time::sleep(BREATH).await;
            }
        });
    }
    Arc::new(move |uri: &Url| {
        hints.notify_one();
        diagnoser.changed(uri.clone());
    })
}
