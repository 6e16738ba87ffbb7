//! Runs that do not reach their end: stopped by a person, by the system, or because Chrome is gone.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::folder::{Folder, Ran};
use crate::results::{text, verdicts};
use crate::site::Site;

const WAITING: &str = r#"test "waits"
  open "/"
  wait for "what never comes" timeout 150s
test "comes next"
  open "/next"
"#;

fn site() -> Site {
    Site::serve(&[
        ("/", "<script>tell('open')</script>"),
        ("/next", "<script>tell('next')</script>"),
    ])
}

/// A run whose first step is done, and that waits in its second.
struct Waiting<'a> {
    folder: &'a Folder,
    process: Child,
    words: BufReader<ChildStdout>,
}

impl<'a> Waiting<'a> {
    fn start(folder: &'a Folder) -> Waiting<'a> {
        let mut command = folder.aite(&["run", "--verbose"]);
        command.stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = command.spawn().unwrap();
        let mut words = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("1.1") {
            line.clear();
            assert!(words.read_line(&mut line).unwrap() > 0, "the run ended");
        }
        Waiting {
            folder,
            process,
            words,
        }
    }

    fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
    }

    /// What was said from the first step's end on.
    fn end(mut self) -> Ran {
        let mut stdout = Vec::new();
        self.words.read_to_end(&mut stdout).unwrap();
        let status = self.process.wait().unwrap();
        self.folder.ran(Output {
            status,
            stdout,
            stderr: Vec::new(),
        })
    }
}

/// The browser processes of the folder's profiles that live.
fn browsers(folder: &Folder) -> Vec<Pid> {
    processes(folder, |words| !words.contains("--type="))
}

/// Of these browsers, the processes that run our extension and nothing else.
fn workers(folder: &Folder) -> Vec<Pid> {
    processes(folder, |words| words.contains("--extension-process"))
}

fn processes(folder: &Folder, wanted: impl Fn(&str) -> bool) -> Vec<Pid> {
    let profiles = format!(
        "--user-data-dir={}",
        folder.path("").canonicalize().unwrap().display()
    );
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut found = Vec::new();
    for process in processes {
        let words = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        let id = process.file_name().to_string_lossy().parse().ok();
        if words.contains(&profiles) && wanted(&words) {
            found.extend(id.and_then(Pid::from_raw));
        }
    }
    found
}

fn cards(folder: &Folder) -> Vec<String> {
    let files = folder.files(".aite/profiles");
    files
        .into_keys()
        .filter(|name| name.ends_with("bridge.json"))
        .collect()
}

fn is_stopped_cleanly_by(signal: Signal) {
    let site = site();
    let folder = Folder::at(&site, WAITING);
    let run = Waiting::start(&folder);
    assert_eq!((browsers(&folder).len(), cards(&folder).len()), (1, 1));
    run.send(signal);
    let said = run.end();
    assert_eq!(said.code, 130, "{}", said.shown());
    assert!(said.stdout.contains("2 not run"), "{}", said.shown());
    assert!(said.stdout.contains("interrupted"), "{}", said.shown());
    assert_eq!((browsers(&folder).len(), cards(&folder).len()), (0, 0));
    let results = folder.results();
    assert_eq!(results["interrupted"], true);
    let steps = &results["scripts"][0]["tests"][0]["steps"];
    assert_eq!(text(&steps[0]["status"]), "passed");
    assert_eq!(text(&steps[1]["status"]), "not-run");
    assert_eq!(site.heard(), ["open"]);
}

#[test]
fn ctrl_c_ends_cleanly() {
    is_stopped_cleanly_by(Signal::INT);
}

#[test]
fn a_request_to_end_is_heard_as_ctrl_c_is() {
    is_stopped_cleanly_by(Signal::TERM);
}

#[test]
fn a_chrome_that_is_killed_costs_one_test() {
    let site = site();
    let folder = Folder::at(&site, WAITING);
    let run = Waiting::start(&folder);
    for browser in browsers(&folder) {
        kill_process(browser, Signal::KILL).unwrap();
    }
    let ran = run.end();
    let shown = ran.shown();
    let (shown, _last_words) = shown
        .split_once(" it was closed or it crashed.")
        .unwrap_or((&shown, ""));
    insta::assert_snapshot!(shown, @r#"
      ✗ 1.2 wait for "what never comes" timeout 150s TIME
    ✗ a.aite › waits TIME
    a.aite › comes next
      ✓ 2.1 open "/next" TIME
    ✓ a.aite › comes next TIME

    ✗ a.aite › waits
    error: step 1.2: the connection to Chrome was lost, and the step may or may not have been done
     --> a.aite:3:3
      |
    3 |   wait for "what never comes" timeout 150s
      |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ connection-lost after TIME
      |
      = because: Chrome closed its debugging pipe:
    "#);
    assert_eq!(ran.code, 1);
    let ended = verdicts(&folder.results());
    let expected = [("waits", "failed"), ("comes next", "passed")];
    assert_eq!(
        ended,
        expected.map(|(title, verdict)| (title.to_owned(), verdict.to_owned()))
    );
    assert_eq!(site.heard(), ["open", "next"]);
}

#[test]
fn a_run_that_is_killed_leaves_nothing_in_the_way_of_the_next() {
    let site = site();
    let folder = Folder::at(&site, WAITING).file("b.aite", "open \"/next\"\n");
    let run = Waiting::start(&folder);
    run.send(Signal::KILL);
    run.end();
    let ran = folder.run(&["run", "b.aite"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert_eq!((browsers(&folder).len(), cards(&folder).len()), (0, 0));
}

#[test]
fn a_worker_that_is_killed_comes_back_and_acts_once() {
    let site = Site::serve(&[(
        "/",
        "<button onclick=\"tell('pressed'); this.textContent = 'Done'\">Go on</button><p id=out></p>\
         <script>after('killed').then(() => { out.textContent = 'Ready'; })</script>",
    )]);
    let folder = Folder::at(
        &site,
        "open \"/\"\nwait for \"Ready\" timeout 100s\nclick \"Go on\"\nverify \"Done\" is visible\n",
    );
    let run = Waiting::start(&folder);
    let workers = workers(&folder);
    assert_eq!(workers.len(), 1);
    kill_process(workers[0], Signal::KILL).unwrap();
    site.tell("killed");
    let ran = run.end();
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert_eq!(site.heard(), ["killed", "pressed"]);
}
