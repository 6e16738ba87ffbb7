use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Instant;

use super::*;

/// A program in Chrome's place.
fn fake(folder: &Path, script: &str) -> PathBuf {
    let path = folder.join("chrome");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[track_caller]
fn assert_says(error: &ChromeError, expected: &[&str]) {
    let said = error.to_string();
    for expected in expected {
        assert!(said.contains(expected), "{said}");
    }
}

async fn launch_fake(script: &str) -> ChromeError {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch {
        executable: fake(folder.path(), script),
        ..Launch::default()
    };
    let profile = UserDataDir::lock(&folder.path().join("profile")).unwrap();
    Chrome::launch(profile, &launch).await.unwrap_err()
}

#[tokio::test]
async fn a_chrome_that_ends_at_once_is_quoted() {
    let error = launch_fake("echo cannot open display >&2; exit 7").await;
    assert_says(
        &error,
        &["ended as soon as it was started (exit status: 7). Its last words:\ncannot open display"],
    );
}

#[tokio::test]
async fn a_chrome_too_old_is_refused_with_both_versions() {
    let error = launch_fake(
        r#"printf '{"id":1,"result":{"product":"Chrome/99.0.1.2"}}\0' >&4; read -r line <&3"#,
    )
    .await;
    assert_says(
        &error,
        &["is version 99.0.1.2, and aite needs 138 or newer"],
    );
}

#[tokio::test]
async fn what_is_no_program_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch {
        executable: folder.path().join("chrome"),
        ..Launch::default()
    };
    let profile = UserDataDir::lock(&folder.path().join("profile")).unwrap();
    let error = Chrome::launch(profile, &launch).await.unwrap_err();
    assert_says(
        &error,
        &["chrome could not be started: No such file or directory"],
    );
}

#[tokio::test]
async fn it_starts_ends_by_itself_and_starts_again_in_its_folder() {
    let (chrome, folder) = launch(Profile::default()).await;
    let version = read_version(&find_browser(None).unwrap()).await.unwrap();
    assert_eq!(chrome.version(), version);
    let processes = living_in(folder.path());
    assert!(!processes.is_empty());
    chrome.close().await;
    assert_gone(&processes);
    let chrome = launch_in(folder.path(), Profile::default()).await.unwrap();
    chrome.close().await;
}

#[tokio::test]
async fn a_folder_in_use_is_refused_before_a_chrome_starts() {
    let (_chrome, folder) = launch(Profile::default()).await;
    let error = launch_in(folder.path(), Profile::default())
        .await
        .unwrap_err();
    assert_says(
        &error,
        &[
            "is in use by aite (process ",
            "choose another `userDataDir`",
        ],
    );
}

#[tokio::test]
async fn dropping_it_leaves_no_process() {
    let (chrome, folder) = launch(Profile::default()).await;
    let processes = living_in(folder.path());
    drop(chrome);
    assert_gone(&processes);
}

#[tokio::test]
async fn it_ends_by_itself_when_nobody_holds_the_pipe() {
    let (chrome, folder) = launch(Profile::default()).await;
    let processes = living_in(folder.path());
    // As it is when this program is killed: nothing of it is left to kill Chrome.
    let mut process = chrome.let_go();
    assert!(process.await_end(Duration::from_secs(10)).await.is_some());
    assert_gone(&processes);
}

#[tokio::test]
async fn a_chrome_that_is_killed_ends_every_wait_with_an_error() {
    let browser = open("").await;
    let forever = json!({ "expression": "new Promise(() => {})", "awaitPromise": true });
    let call = browser
        .chrome
        .pipe
        .send(Some(&browser.page.session), "Runtime.evaluate", forever)
        .await
        .unwrap();
    let pid = rustix::process::Pid::from_raw(browser.chrome.process_id().unwrap() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    assert_says(
        &call.await_answer().await.unwrap_err(),
        &["Chrome closed its debugging pipe"],
    );
    assert_says(
        &browser.chrome.closed().await,
        &["Chrome closed its debugging pipe"],
    );
}

#[tokio::test]
async fn the_extension_has_the_allow_list_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let profile = UserDataDir::lock(folder.path()).unwrap();
    let list = allow(&[
        "http://127.0.0.1:*",
        "https://*.shop.example",
        "http://[::1]:8080",
        "http://localhost:80",
    ]);
    let extension = ExtensionFolder::write(&profile, list).unwrap();
    let launch = Launch {
        executable: find_browser(None).unwrap(),
        ..Launch::default()
    };
    let chrome = Chrome::launch(profile, &launch).await.unwrap();
    let id = chrome.load_extension(&extension).await.unwrap();
    assert_eq!(id.len(), 32);
    assert_eq!(chrome.refused_origins(&extension, &id).await.unwrap(), []);
    chrome.wake_extension(&id).await.unwrap();
}

/// Living processes that name the folder in their arguments, and their descendants.
fn living_in(folder: &Path) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut parents: Vec<(u32, u32)> = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&arguments).contains(&*folder.to_string_lossy()) {
            found.push(pid);
        }
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat
            .rsplit(") ")
            .next()
            .and_then(|rest| rest.split(' ').nth(1)?.parse().ok());
        parents.extend(parent.map(|parent| (pid, parent)));
    }
    loop {
        let children = parents
            .iter()
            .filter(|(pid, parent)| found.contains(parent) && !found.contains(pid));
        let children: Vec<u32> = children.map(|(pid, _)| *pid).collect();
        if children.is_empty() {
            return found;
        }
        found.extend(children);
    }
}

/// Killed processes need a moment to be gone.
#[track_caller]
fn assert_gone(processes: &[u32]) {
    let started = Instant::now();
    loop {
        let living: Vec<_> = processes.iter().filter(|pid| is_living(**pid)).collect();
        if living.is_empty() {
            return;
        }
        assert!(
            started.elapsed() < Duration::from_secs(5),
            "still living: {living:?}"
        );
        std::thread::yield_now();
    }
}

/// A zombie has ended; only its parent has not looked yet.
fn is_living(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ")
        .next()
        .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

#[tokio::test]
async fn what_chrome_does_not_grant_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let profile = UserDataDir::lock(folder.path()).unwrap();
    let list = allow(&[
        "http://127.0.0.1:*",
        "http://*.127.0.0.1:80",
        "http://*.[::1]:80",
        "http://a_b.test:1",
    ]);
    let extension = ExtensionFolder::write(&profile, list).unwrap();
    let launch = Launch {
        executable: find_browser(None).unwrap(),
        ..Launch::default()
    };
    let chrome = Chrome::launch(profile, &launch).await.unwrap();
    let id = chrome.load_extension(&extension).await.unwrap();
    let refused = chrome.refused_origins(&extension, &id).await.unwrap();
    assert_eq!(
        refused.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["http://*.127.0.0.1:80", "http://*.[::1]:80"]
    );
}
