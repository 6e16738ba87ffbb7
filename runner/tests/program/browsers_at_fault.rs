//! What keeps a Chrome from being used, said as soon as it is known. The Chromes that are too old or end at once are
//! shell scripts: no real one does either on demand.

use std::path::Path;
use std::process::{Command, Stdio};

use aite::bridge::BridgeError;
use serde_json::json;

use crate::folder::Folder;
use crate::site::Site;

const BARE: &str = "open \"http://127.0.0.1:9/\"\n";

#[test]
fn no_chrome() {
    // Places that are looked at whatever PATH says.
    if ["/opt/google/chrome/chrome", "/snap/bin/chromium"]
        .map(Path::new)
        .iter()
        .any(|place| place.exists())
    {
        return;
    }
    let folder = Folder::with_script(BARE);
    let mut command = folder.aite(&["run"]);
    command
        .env_remove("AITE_CHROME")
        .env_remove("CHROME_PATH")
        .env("HOME", folder.path(""))
        .env("PATH", "");
    let ran = folder.end_of(command);
    insta::assert_snapshot!(ran.shown(), @r#"
    - a.aite › a                                                           not run

    error: profile default: no Chrome or Chromium was found (looked for chromium, chromium-browser, google-chrome, google-chrome-stable, chrome, /Applications/Google Chrome.app/Contents/MacOS/Google Chrome, /Applications/Chromium.app/Contents/MacOS/Chromium, /opt/google/chrome/chrome, /snap/bin/chromium, FOLDER/Applications/Google Chrome.app/Contents/MacOS/Google Chrome, FOLDER/Applications/Chromium.app/Contents/MacOS/Chromium). Install one (`aite demo --install-browser` does), or name it with AITE_CHROME or `chrome.path` in aite.config.json
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
}

#[test]
fn a_chrome_that_is_not_where_it_should_be() {
    let folder = Folder::with_script(BARE).config(json!({"chrome": {"path": "/no/such/chrome"}}));
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    - a.aite › a                                                           not run

    error: profile default: `chrome.path` in aite.config.json names /no/such/chrome, and no program is there. Correct it, or take it away to let aite look for a Chrome by itself
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
    let folder = Folder::with_script(BARE);
    let mut command = folder.aite(&["run"]);
    command.env("AITE_CHROME", "/no/such/chrome");
    insta::assert_snapshot!(folder.end_of(command).shown(), @r#"
    - a.aite › a                                                           not run

    error: profile default: AITE_CHROME names /no/such/chrome, and no program is there. Correct it, or take it away to let aite look for a Chrome by itself
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
}

#[test]
fn a_chrome_too_old() {
    let folder = Folder::with_script(BARE).program(
        "old-chrome",
        r#"[ "$1" = --version ] && echo "Chromium 90.0.4430.212" && exit
printf '{"id":1,"result":{"product":"Chrome/90.0.4430.212"}}\0' >&4
cat <&3 >/dev/null"#,
    );
    let mut command = folder.aite(&["run"]);
    command.env("AITE_CHROME", folder.path("old-chrome"));
    insta::assert_snapshot!(folder.end_of(command).shown(), @r#"
    - a.aite › a                                                           not run

    error: profile default: FOLDER/old-chrome is version 90.0.4430.212, and aite needs 138 or newer. Update it, or name a newer one with AITE_CHROME or `chrome.path` in aite.config.json
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
}

#[test]
fn a_chrome_that_ends_at_once() {
    let folder = Folder::with_script(BARE).program(
        "broken-chrome",
        "echo 'libnss3.so: cannot open shared object file' >&2\nexit 127",
    );
    let mut command = folder.aite(&["run"]);
    command.env("AITE_CHROME", folder.path("broken-chrome"));
    insta::assert_snapshot!(folder.end_of(command).shown(), @r#"
    - a.aite › a                                                           not run

    error: profile default: FOLDER/broken-chrome ended as soon as it was started (exit status: 127). Its last words:
           libnss3.so: cannot open shared object file
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
}

#[test]
fn an_extension_that_never_says_hello() {
    let folder =
        Folder::with_script(BARE).config(json!({"chrome": {"args": ["--disable-extensions"]}}));
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    - a.aite › a                                                           not run

    error: profile default: the extension did not say hello within 20s
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
}

#[test]
fn a_profile_in_use() {
    let site = Site::serve(&[("/", "<script>tell('open')</script>")]);
    let folder = Folder::with_script(&format!(
        "open \"{}/\"\nwait for \"what never comes\" timeout 100s\n",
        site.origin()
    ))
    .file("b.aite", BARE)
    .config(json!({"profiles": {"default": {"userDataDir": "mine"}}}));
    let mut first = folder
        .aite(&["run", "a.aite"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    site.wait_to_hear("open");
    let ran = folder.run(&["run", "b.aite"]);
    assert!(ran.all().contains(&first.id().to_string()), "{}", ran.all());
    insta::assert_snapshot!(ran.shown(), @r#"
    - b.aite › b                                                           not run

    error: profile default: the browser profile FOLDER/mine is in use by aite (process PID). Close that browser or run, or choose another `userDataDir`
    1 not run · TIME
    run: .aite/runs/RUN-ID
    exit 3
    "#);
    interrupt(&first);
    assert_eq!(first.wait().unwrap().code(), Some(130));
    assert_eq!(folder.run(&["run", "b.aite"]).code, 1);
}

/// The port is one that was free a moment ago.
#[test]
fn a_server_that_cannot_be_reached() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let folder = Folder::with_script(&format!("open \"http://{address}/\"\n"));
    insta::assert_snapshot!(folder.run(&["run"]).shown(), @r#"
    ✗ a.aite › a TIME

    ✗ a.aite › a
    error: step 1.1: http://127.0.0.1:PORT/ could not be loaded
     --> a.aite:1:1
      |
    1 | open "http://127.0.0.1:PORT/"
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ load-failed after TIME
      |
      = Chrome says: net::ERR_CONNECTION_REFUSED

    1 failed · TIME
    run: .aite/runs/RUN-ID
    exit 1
    "#);
}

/// No system refuses a port of loopback on demand without refusing the files before it, so only the sentence is held.
#[test]
fn a_port_that_is_refused() {
    let refused = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    insta::assert_snapshot!(BridgeError::Listen(refused), @"no port of 127.0.0.1 can be listened on: permission denied. The loopback interface must be up and allow a program to listen");
}

/// Few open files are what a full machine looks like.
#[test]
fn a_system_that_opens_no_more_files() {
    let folder = Folder::with_script(BARE);
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -n 10 && exec \"$0\" run"])
        .arg(env!("CARGO_BIN_EXE_aite"))
        .current_dir(folder.path(""))
        .env("NO_COLOR", "1");
    let ran = folder.end_of(command);
    assert_eq!(ran.code, 3, "{}", ran.shown());
    assert!(ran.all().contains("Too many open files"), "{}", ran.shown());
}

fn interrupt(program: &std::process::Child) {
    let pid = rustix::process::Pid::from_child(program);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("a signal sent");
}
