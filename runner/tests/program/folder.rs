//! A project of a test's own, and `aite` started in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use regex::Regex;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::site::Site;

/// No test waits for this; it ends a program that would wait for ever.
const GUARD: Duration = Duration::from_secs(400);

/// A folder with scripts in it, gone when dropped.
pub struct Folder {
    root: TempDir,
}

/// How `aite` ended.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    root: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        Folder {
            root: TempDir::with_prefix("aite-test-").expect("a temporary folder"),
        }
    }

    /// With one script, `a.aite`.
    pub fn with_script(text: &str) -> Folder {
        Folder::new().file("a.aite", text)
    }

    /// With one script, `a.aite`, whose addresses start at the site.
    pub fn at(site: &Site, script: &str) -> Folder {
        Folder::with_script(script).config(json!({"baseUrl": site.origin()}))
    }

    pub fn file(self, name: &str, contents: impl AsRef<[u8]>) -> Folder {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, contents).expect("a file written");
        self
    }

    /// The config, which says its version by itself.
    pub fn config(self, mut config: Value) -> Folder {
        config["version"] = json!(1);
        self.file("aite.config.json", config.to_string())
    }

    /// A program that the shell runs.
    pub fn program(self, name: &str, text: &str) -> Folder {
        use std::os::unix::fs::PermissionsExt;
        let folder = self.file(name, format!("#!/bin/sh\n{text}\n"));
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(name), executable).expect("a program made executable");
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// `aite` with these arguments, ready to start in this folder.
    pub fn aite(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aite"));
        command
            .args(args)
            .current_dir(self.root.path())
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.end_of(self.aite(args))
    }

    /// Starts what [`Folder::aite`] prepared and waits for its end.
    pub fn end_of(&self, command: Command) -> Ran {
        let output = assert_cmd::Command::from_std(command)
            .timeout(GUARD)
            .output()
            .expect("aite starts and ends");
        self.ran(output)
    }

    pub fn ran(&self, output: Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
            root: self.root.path().to_owned(),
        }
    }

    /// The folder of the only run.
    pub fn run_folder(&self) -> PathBuf {
        let mut runs = self.run_folders();
        assert_eq!(runs.len(), 1, "one run in {runs:?}");
        runs.remove(0)
    }

    /// Of every run, oldest first.
    pub fn run_folders(&self) -> Vec<PathBuf> {
        let runs = fs::read_dir(self.path(".aite/runs")).expect("a folder of runs");
        let mut runs: Vec<_> = runs.map(|run| run.expect("a run").path()).collect();
        runs.sort();
        runs
    }

    /// `run.json` of the only run.
    pub fn results(&self) -> Value {
        let text = fs::read(self.run_folder().join("run.json")).expect("a run.json");
        serde_json::from_slice(&text).expect("JSON in run.json")
    }

    /// Every file below a folder of this one, by its path, with its bytes.
    pub fn files(&self, below: &str) -> BTreeMap<String, Vec<u8>> {
        let mut found = BTreeMap::new();
        collect(&self.path(below), &self.path(below), &mut found);
        found
    }
}

fn collect(root: &Path, folder: &Path, into: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, into);
        } else if path.is_file() {
            let name = path.strip_prefix(root).expect("a path below the root");
            let bytes = fs::read(&path).expect("a readable file");
            into.insert(name.to_string_lossy().into_owned(), bytes);
        }
    }
}

impl Ran {
    /// What was said and how it ended, with what differs from run to run replaced.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        for text in [&self.stdout, &self.stderr] {
            if !text.trim().is_empty() {
                shown.push_str(text.trim_matches('\n'));
                shown.push('\n');
            }
        }
        let shown = shown.replace(&self.root.display().to_string(), "FOLDER");
        let mut shown = format!("{shown}exit {}", self.code);
        for (pattern, with) in [
            (r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-z]+", "RUN-ID"),
            (r"127\.0\.0\.1:\d+", "127.0.0.1:PORT"),
            (r" +(\d+ min )?\d+(\.\d)? m?s(?m:$)", " TIME"),
            (r"\(process \d+", "(process PID"),
        ] {
            let pattern = Regex::new(pattern).expect("a regular expression");
            shown = pattern.replace_all(&shown, with).into_owned();
        }
        shown
    }

    pub fn all(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}
