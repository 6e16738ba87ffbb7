//! Chrome as a process: its group, its last words, its end.

use std::collections::VecDeque;
use std::fmt;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};

use super::ChromeError;

/// The end of what Chrome wrote on its standard error, so that a failed start can be explained.
#[derive(Debug, Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    const LINES: usize = 12;
    const LINE_CHARACTERS: usize = 400;

    fn hear(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == Self::LINES {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(Self::LINE_CHARACTERS).collect());
    }
}

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        f.write_str(
            &lines
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join("\n"),
        )
    }
}

/// The living browser. Dropping it kills the whole process group.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Option<Pid>,
}

/// Chrome's ends of the debugging pipe: it reads commands from the first and writes to the second.
pub(super) struct PipeEnds {
    pub commands: OwnedFd,
    pub answers: OwnedFd,
}

impl Process {
    /// Starts `executable` as the leader of a process group of its own.
    pub fn start(
        executable: &Path,
        args: &[String],
        environment: &[(&str, String)],
        ends: PipeEnds,
    ) -> Result<(Self, LastWords), ChromeError> {
        let cannot = |source| ChromeError::CannotStart {
            path: executable.to_owned(),
            source,
        };
        let mut command = Command::new(executable);
        command
            .args(args)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        // Chrome looks for the pipe at these two numbers.
        command
            .fd_mappings(vec![
                FdMapping {
                    parent_fd: ends.commands,
                    child_fd: 3,
                },
                FdMapping {
                    parent_fd: ends.answers,
                    child_fd: 4,
                },
            ])
            .map_err(|collision| cannot(std::io::Error::other(collision)))?;
        let mut child = command.spawn().map_err(cannot)?;
        let words = LastWords::default();
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(listen(stderr, words.clone()));
        }
        let group = child
            .id()
            .and_then(|pid| Pid::from_raw(i32::try_from(pid).ok()?));
        Ok((Self { child, group }, words))
    }

    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// How it ended, if it does so in time. Children it left behind are ended with it.
    pub async fn await_end(&mut self, within: Duration) -> Option<ExitStatus> {
        let status = tokio::time::timeout(within, self.child.wait())
            .await
            .ok()?
            .ok()?;
        self.kill_group();
        Some(status)
    }

    /// Kills what is left of the group and waits for the leader.
    pub async fn kill(&mut self) {
        self.kill_group();
        // Nobody outlives SIGKILL for long; a process stuck in the kernel is not worth hanging for.
        self.await_end(Duration::from_secs(3)).await;
    }

    fn kill_group(&mut self) {
        if let Some(group) = self.group.take() {
            // The error says that nobody is left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
    }
}

async fn listen(stderr: impl AsyncRead + Unpin, words: LastWords) {
    let mut lines = BufReader::new(stderr).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        words.hear(&String::from_utf8_lossy(&line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_words_are_kept() {
        let words = LastWords::default();
        for line in 0..100 {
            words.hear(&format!("line {line}{}", "é".repeat(1000)));
        }
        let said = words.to_string();
        assert!(said.starts_with("line 88é"));
        assert_eq!(said.chars().count(), 12 * 400 + 11);
    }
}
