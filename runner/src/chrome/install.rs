//! Chromium from the system's own package manager.

use std::env;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::Command;
use tokio::sync::mpsc;

use super::{ChromeError, find_browser};

#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error("no package manager was found to install Chromium with (looked for {}). Install Chrome or Chromium by hand", MANAGERS.map(|manager| manager.program).join(", "))]
    NoManager,
    #[error("`{command}` could not be started: {source}. Run it by hand")]
    CannotStart {
        command: String,
        source: std::io::Error,
    },
    #[error(
        "`{command}` failed ({status}). Run it by hand to see why; as root where it needs to be"
    )]
    Failed { command: String, status: ExitStatus },
    #[error("Chromium was installed, but {0}")]
    NotFound(#[from] ChromeError),
}

struct Manager {
    program: &'static str,
    needs_root: bool,
    /// Run one after the other.
    steps: &'static [&'static [&'static str]],
}

const MANAGERS: [Manager; 4] = [
    Manager {
        program: "apt-get",
        needs_root: true,
        steps: &[
            &["apt-get", "update"],
            &[
                "env",
                "DEBIAN_FRONTEND=noninteractive",
                "apt-get",
                "install",
                "-y",
                "chromium",
            ],
        ],
    },
    Manager {
        program: "dnf",
        needs_root: true,
        steps: &[&["dnf", "install", "-y", "chromium"]],
    },
    Manager {
        program: "pacman",
        needs_root: true,
        steps: &[&["pacman", "-Sy", "--noconfirm", "chromium"]],
    },
    Manager {
        program: "brew",
        needs_root: false,
        steps: &[&["brew", "install", "--cask", "google-chrome"]],
    },
];

/// Installs a browser and answers where it is. Every line the package manager writes goes to `progress` as it comes.
pub async fn install_browser(mut progress: impl FnMut(&str)) -> Result<PathBuf, InstallError> {
    let manager = find_manager().ok_or(InstallError::NoManager)?;
    for command in commands(manager, rustix::process::geteuid().is_root()) {
        run(&command, &mut progress).await?;
    }
    Ok(find_browser(None)?)
}

/// The package manager [`install_browser`] would use.
pub(super) fn find_manager_name() -> Option<&'static str> {
    find_manager().map(|manager| manager.program)
}

fn find_manager() -> Option<&'static Manager> {
    let path = env::var_os("PATH")?;
    let has = |manager: &&Manager| {
        env::split_paths(&path).any(|folder| folder.join(manager.program).is_file())
    };
    MANAGERS.iter().find(has)
}

/// `sudo -n` fails at once where it would have to ask for a password.
fn commands(manager: &Manager, is_root: bool) -> Vec<Vec<&'static str>> {
    let sudo: &[&str] = if manager.needs_root && !is_root {
        &["sudo", "-n"]
    } else {
        &[]
    };
    manager
        .steps
        .iter()
        .map(|step| [sudo, step].concat())
        .collect()
}

async fn run(command: &[&str], progress: &mut impl FnMut(&str)) -> Result<(), InstallError> {
    let written = command.join(" ");
    progress(&format!("$ {written}"));
    let cannot = |source| InstallError::CannotStart {
        command: written.clone(),
        source,
    };
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(cannot)?;
    let (lines, mut said) = mpsc::channel(64);
    if let Some(stdout) = child.stdout.take() {
        tokio::spawn(forward(stdout, lines.clone()));
    }
    if let Some(stderr) = child.stderr.take() {
        tokio::spawn(forward(stderr, lines));
    }
    while let Some(line) = said.recv().await {
        progress(&line);
    }
    let status = child.wait().await.map_err(cannot)?;
    if !status.success() {
        return Err(InstallError::Failed {
            command: written,
            status,
        });
    }
    Ok(())
}

async fn forward(output: impl AsyncRead + Unpin, lines: mpsc::Sender<String>) {
    let mut output = BufReader::new(output).lines();
    while let Ok(Some(line)) = output.next_line().await {
        if lines.send(line).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(program: &str, is_root: bool) -> Vec<String> {
        let manager = MANAGERS
            .iter()
            .find(|manager| manager.program == program)
            .unwrap();
        commands(manager, is_root)
            .iter()
            .map(|command| command.join(" "))
            .collect()
    }

    #[test]
    fn root_is_asked_for_only_where_it_is_needed() {
        assert_eq!(written("dnf", true), ["dnf install -y chromium"]);
        assert_eq!(written("dnf", false), ["sudo -n dnf install -y chromium"]);
        assert_eq!(
            written("brew", false),
            ["brew install --cask google-chrome"]
        );
        assert_eq!(written("apt-get", false)[0], "sudo -n apt-get update");
    }

    #[tokio::test]
    async fn what_the_manager_says_is_passed_on_and_its_failure_is_told() {
        let mut said = Vec::new();
        let command = ["sh", "-c", "echo getting it; echo no room >&2; exit 100"];
        let error = run(&command, &mut |line: &str| said.push(line.to_owned()))
            .await
            .unwrap_err();
        said.sort();
        assert_eq!(said[1..], ["getting it", "no room"]);
        assert!(
            error.to_string().ends_with(
                "failed (exit status: 100). Run it by hand to see why; as root where it needs to be"
            ),
            "{error}"
        );
    }
}
