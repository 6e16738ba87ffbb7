//! `aite doctor`: what this machine has, what it lacks, and how to get it.

use super::{Exit, complain, config_for};
use crate::chrome::{MINIMUM_VERSION, diagnose};

pub(super) fn doctor() -> Exit {
    let mut exit = Exit::Passed;
    let config = match config_for(&[]) {
        Ok(config) => config,
        Err(exit) => return exit,
    };
    match &config.path {
        Some(path) => say(true, &format!("config: {}", path.display())),
        None => say(
            true,
            "config: none; the defaults hold (`aite init` makes one)",
        ),
    }
    let diagnosis = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime.block_on(diagnose(config.file.chrome.path.as_deref())),
        Err(error) => return complain(Exit::CouldNotRun, &error),
    };
    match &diagnosis.browser {
        Ok((path, version)) => say(
            true,
            &format!(
                "browser: {version} at {} ({MINIMUM_VERSION} or newer is needed)",
                path.display()
            ),
        ),
        Err(error) => {
            say(false, &format!("browser: {error}"));
            if let Some(manager) = diagnosis.package_manager {
                println!("  `aite demo --install-browser` installs Chromium with {manager}");
            }
            exit = Exit::CouldNotRun;
        }
    }
    if !diagnosis.sandbox {
        println!("  as root Chrome runs without its sandbox: open no pages you do not trust");
    }
    let state = config.state_dir();
    match std::fs::create_dir_all(&state).and_then(|()| tempfile::tempfile_in(&state)) {
        Ok(_) => say(
            true,
            &format!("results: {} can be written", state.display()),
        ),
        Err(error) => {
            say(
                false,
                &format!(
                    "results: {} cannot be written: {error}. Runs keep their results and browser profiles there; make it writable.",
                    state.display()
                ),
            );
            exit = Exit::CouldNotRun;
        }
    }
    match std::net::TcpListener::bind("127.0.0.1:0") {
        Ok(_) => say(true, "bridge: a port on 127.0.0.1 can be opened"),
        Err(error) => {
            say(
                false,
                &format!(
                    "bridge: no port on 127.0.0.1 can be opened: {error}. The extension talks to aite over one; allow loopback connections."
                ),
            );
            exit = Exit::CouldNotRun;
        }
    }
    exit
}

fn say(good: bool, line: &str) {
    let mark = match good {
        true => console::style("✓").green(),
        false => console::style("✗").red().bold(),
    };
    println!("{mark} {line}");
}
