//! A user data folder, held by one process at a time.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fs4::{FileExt, TryLockError};

use super::ChromeError;

const LOCK: &str = "aite-in-use";
const SINGLETONS: [&str; 3] = ["SingletonLock", "SingletonSocket", "SingletonCookie"];

/// A folder no other aite and no other Chrome is using. It is free again when this is dropped.
#[derive(Debug)]
pub struct UserDataDir {
    path: PathBuf,
    /// Held, not read: the lock lasts as long as the open file.
    _lock: File,
}

impl UserDataDir {
    /// Makes the folder where it is missing, locks it, and clears away what a Chrome that died has left. One that is about to end,
    /// because the aite it belonged to was killed, is waited for: it blocks for five seconds at most.
    pub fn lock(path: &Path) -> Result<Self, ChromeError> {
        Self::lock_within(path, Duration::from_secs(5))
    }

    fn lock_within(path: &Path, patience: Duration) -> Result<Self, ChromeError> {
        fs::create_dir_all(path).map_err(failed("made", path))?;
        let path = path.canonicalize().map_err(failed("opened", path))?;
        let lock = hold(&path)?;
        if let Some(holder) = outlast_living_chrome(&path, patience) {
            return Err(ChromeError::ProfileInUse {
                folder: path,
                holder,
            });
        }
        for name in SINGLETONS {
            let left = path.join(name);
            if left.symlink_metadata().is_ok() {
                fs::remove_file(&left).map_err(failed("removed", &left))?;
            }
        }
        Ok(Self { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

pub(super) fn failed(
    what: &'static str,
    path: &Path,
) -> impl FnOnce(std::io::Error) -> ChromeError {
    let path = path.to_owned();
    move |source| ChromeError::File { what, path, source }
}

fn hold(folder: &Path) -> Result<File, ChromeError> {
    let path = folder.join(LOCK);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&path)
        .map_err(failed("opened", &path))?;
    match FileExt::try_lock(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut pid = String::new();
            // The name is a help to the reader; without it the folder is in use all the same.
            let _ = file.read_to_string(&mut pid);
            let pid = pid.trim();
            let holder = if pid.is_empty() {
                "another aite".into()
            } else {
                format!("aite (process {pid})")
            };
            return Err(ChromeError::ProfileInUse {
                folder: folder.to_owned(),
                holder,
            });
        }
        Err(TryLockError::Error(source)) => return Err(failed("locked", &path)(source)),
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(failed("written", &path))?;
    Ok(file)
}

/// A Chrome that lives answers on its socket; one that died leaves the same files, and a pid that may be another program's by now.
/// The socket is closed when Chrome ends, which is what is waited for.
fn outlast_living_chrome(folder: &Path, patience: Duration) -> Option<String> {
    let until = Instant::now() + patience;
    loop {
        let mut socket = UnixStream::connect(folder.join("SingletonSocket")).ok()?;
        let left = until.saturating_duration_since(Instant::now());
        // A wait of nothing would be one without end.
        if left.is_zero() || socket.set_read_timeout(Some(left)).is_err() {
            break;
        }
        let out_of_time = [ErrorKind::WouldBlock, ErrorKind::TimedOut];
        if socket
            .read(&mut [0])
            .is_err_and(|error| out_of_time.contains(&error.kind()))
        {
            break;
        }
    }
    let lock = fs::read_link(folder.join("SingletonLock")).ok();
    let owner = lock
        .as_ref()
        .and_then(|owner| owner.to_str())
        .unwrap_or_default();
    Some(match owner.rsplit_once('-') {
        Some((host, pid)) => format!("a Chrome (process {pid} on {host})"),
        None => "a Chrome".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_second_user_is_told_who_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let held = UserDataDir::lock(folder.path()).unwrap();
        let said = UserDataDir::lock(folder.path()).unwrap_err().to_string();
        assert!(
            said.contains(&format!(
                "is in use by aite (process {})",
                std::process::id()
            )),
            "{said}"
        );
        drop(held);
        UserDataDir::lock(folder.path()).unwrap();
    }

    #[test]
    fn what_a_dead_chrome_left_is_cleared_away() {
        let folder = tempfile::tempdir().unwrap();
        symlink("host-4194303", folder.path().join("SingletonLock")).unwrap();
        symlink(
            folder.path().join("gone"),
            folder.path().join("SingletonSocket"),
        )
        .unwrap();
        UserDataDir::lock(folder.path()).unwrap();
        assert!(
            folder
                .path()
                .join("SingletonLock")
                .symlink_metadata()
                .is_err()
        );
    }

    #[test]
    fn a_living_chrome_keeps_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let _chrome = UnixListener::bind(folder.path().join("SingletonSocket")).unwrap();
        symlink("desk-77", folder.path().join("SingletonLock")).unwrap();
        let said = UserDataDir::lock_within(folder.path(), Duration::ZERO)
            .unwrap_err()
            .to_string();
        assert!(
            said.contains("is in use by a Chrome (process 77 on desk)"),
            "{said}"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let said = UserDataDir::lock(&file.path().join("profile"))
            .unwrap_err()
            .to_string();
        assert!(said.contains("profile could not be made: "), "{said}");
    }
}
