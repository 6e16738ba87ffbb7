//! The scripts of the workspace: those that are open, and those in its folders.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use aite::script::{File, Opened, open, parse, read};
use ignore::WalkBuilder;
use tower_lsp::lsp_types::WorkspaceFolder;

use crate::analysis::{Workspace, uri_of};
use crate::documents::path_of;

/// How long the scripts found on disk are taken to be all there are, where that need not be exact.
const RECENT: Duration = Duration::from_secs(5);

/// The folders that are open in the editor, and what was read from disk, kept while the files stay as they are.
#[derive(Default)]
pub struct OnDisk {
    folders: Mutex<Vec<PathBuf>>,
    files: Mutex<HashMap<PathBuf, (Stamp, Arc<File>)>>,
    listed: Mutex<Option<(Instant, Vec<PathBuf>)>>,
}

impl OnDisk {
    pub fn of(folders: Vec<PathBuf>) -> OnDisk {
        OnDisk {
            folders: Mutex::new(folders),
            ..OnDisk::default()
        }
    }
}

#[derive(PartialEq)]
struct Stamp(Option<SystemTime>, u64);

impl Workspace {
    pub fn folders(&self) -> Vec<PathBuf> {
        lock(&self.on_disk.folders).clone()
    }

    /// Folders were opened and closed in the editor.
    pub fn change_folders(&self, added: &[WorkspaceFolder], removed: &[WorkspaceFolder]) {
        let paths = |of: &[WorkspaceFolder]| -> Vec<PathBuf> {
            of.iter().map(|folder| path_of(&folder.uri)).collect()
        };
        let removed = paths(removed);
        let mut folders = lock(&self.on_disk.folders);
        folders.retain(|folder| !removed.contains(folder));
        folders.extend(paths(added));
        *lock(&self.on_disk.listed) = None;
    }

    /// The paths of all scripts, each once, sorted. What .gitignore leaves out is left out.
    pub fn script_paths(&self) -> Vec<PathBuf> {
        let mut paths: Vec<_> = self.scripts().iter().map(path_of).collect();
        paths.extend(self.folders().iter().flat_map(|folder| walk(folder)));
        paths.sort();
        paths.dedup();
        *lock(&self.on_disk.listed) = Some((Instant::now(), paths.clone()));
        paths
    }

    /// The same, perhaps as they were a moment ago.
    pub fn recent_script_paths(&self) -> Vec<PathBuf> {
        let known = lock(&self.on_disk.listed).clone();
        match known {
            Some((at, paths)) if at.elapsed() < RECENT => paths,
            _ => self.script_paths(),
        }
    }

    /// One script by itself, without what it uses. None where it cannot be read.
    pub fn file(&self, path: &Path) -> Option<Arc<File>> {
        let open = self.documents().text_at(path);
        if let Some(text) = open {
            let known = uri_of(path).and_then(|uri| self.known(&uri));
            if let Some(known) = known {
                return Some(Arc::new(known.file().clone()));
            }
            let parsed = parse(&text);
            return Some(Arc::new(File::new(path, text, parsed)));
        }
        let found = std::fs::metadata(path).ok()?;
        let stamp = Stamp(found.modified().ok(), found.len());
        let known = lock(&self.on_disk.files)
            .get(path)
            .filter(|(of, _)| *of == stamp)
            .map(|(_, file)| file.clone());
        if known.is_some() {
            return known;
        }
        let text = read(std::fs::read(path).ok()?).ok()?;
        let parsed = parse(&text);
        let file = Arc::new(File::new(path, text, parsed));
        lock(&self.on_disk.files).insert(path.to_owned(), (stamp, file.clone()));
        Some(file)
    }

    /// A script with what it uses.
    pub fn opened(&self, path: &Path) -> Opened {
        open(path, &|path| self.contents(path))
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    WalkBuilder::new(folder)
        .require_git(false)
        .build()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|end| end == "aite"))
        .collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
