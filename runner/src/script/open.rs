//! A script file and the files it uses.

use std::collections::VecDeque;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::ast::{Flow, Let, Line, Part, Script, Secret, StepKind, Text, Wait};
use super::line_index::{LineIndex, Place};
use super::problem::Problem;
use super::{parse, read, text};

/// A script and every file it uses, directly or not. `files[0]` is the script itself; each file is there once, however
/// many use it, and files may use each other.
#[derive(Debug, Clone)]
pub struct Opened {
    pub files: Vec<File>,
}

#[derive(Debug, Clone)]
pub struct File {
    /// As given for the script; for a used file, joined to the path of the file that uses it.
    pub path: PathBuf,
    /// What all spans count in. Empty when the file cannot be read.
    pub text: String,
    pub lines: LineIndex,
    pub script: Script,
    /// What is wrong with the text itself and with its `use` lines, in the text's order.
    pub problems: Vec<Problem>,
    /// For each of `script.uses`, the index of the file it brings in; none if that cannot be read.
    pub uses: Vec<Option<usize>>,
}

/// What a name at the top of a file stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Global<'o> {
    Let(&'o Let),
    Secret(&'o Secret),
}

/// Opens a script and what it uses. Never fails: a file that cannot be read is a problem, at the `use` line that asks for
/// it, or of the script itself. `contents` gives the bytes of a path, so that an editor can answer for unsaved files.
pub fn open(path: &Path, contents: &dyn Fn(&Path) -> io::Result<Vec<u8>>) -> Opened {
    let file = load(path, contents).unwrap_or_else(|problem| {
        let nothing = (Script::default(), vec![*problem]);
        File::new(path, String::new(), nothing)
    });
    open_file(file, contents)
}

/// Opens what a script that has been read already uses.
pub fn open_file(file: File, contents: &dyn Fn(&Path) -> io::Result<Vec<u8>>) -> Opened {
    let mut files = vec![file];
    let mut waiting = VecDeque::from([0]);
    while let Some(user) = waiting.pop_front() {
        for at in 0..files[user].script.uses.len() {
            let known = files.len();
            let used = use_file(&mut files, user, at, contents);
            files[user].uses.push(used);
            waiting.extend(known..files.len());
        }
        files[user]
            .problems
            .sort_by_key(|problem| problem.span.start);
    }
    Opened { files }
}

impl Opened {
    /// The script that was opened.
    pub fn script(&self) -> &Script {
        &self.files[0].script
    }

    /// Whether a step of any of the files waits until the network is idle.
    pub fn waits_for_network(&self) -> bool {
        let lines = self.files.iter().flat_map(|file| file.script.lines());
        lines.into_iter().any(|line| {
            matches!(line, Line::Step(step) if step.kind == StepKind::Wait(Wait::NetworkIdle))
        })
    }

    /// The flow that `do NAME` in a file calls, with the index of the file it stands in: the file's own, or one of a file
    /// it uses itself. What a used file uses is not brought in.
    pub fn flow(&self, file: usize, name: &str) -> Option<(usize, &Flow)> {
        self.seen_by(file).find_map(|(at, script)| {
            let flow = script.flows.iter().find(|flow| flow.name.text == name)?;
            Some((at, flow))
        })
    }

    /// What a name at the top of a file, or of a file it uses itself, stands for, with the index of the file it stands in.
    pub fn global(&self, file: usize, name: &str) -> Option<(usize, Global<'_>)> {
        self.seen_by(file).find_map(|(at, script)| {
            let found = script.lets.iter().find(|found| found.name.text == name);
            let secret = script
                .secrets
                .iter()
                .find(|secret| secret.name.text == name);
            let global = found.map(Global::Let).or(secret.map(Global::Secret))?;
            Some((at, global))
        })
    }

    /// The file itself, then the files it uses, in the order of their `use` lines.
    pub fn seen_by(&self, file: usize) -> impl Iterator<Item = (usize, &Script)> {
        let uses = self.files.get(file).map_or(&[][..], |file| &file.uses);
        std::iter::once(file)
            .chain(
                uses.iter()
                    .copied()
                    .flatten()
                    .filter(move |&used| used != file),
            )
            .filter_map(|at| Some((at, &self.files.get(at)?.script)))
    }
}

impl File {
    /// A file as it was parsed; what it uses is not looked for yet.
    pub fn new(path: &Path, text: String, (mut script, problems): (Script, Vec<Problem>)) -> File {
        name_bare_test(&mut script, path);
        File {
            path: path.to_owned(),
            lines: LineIndex::new(&text),
            text,
            script,
            problems,
            uses: Vec::new(),
        }
    }

    /// Where a byte of the text is.
    pub fn place(&self, offset: usize) -> Place {
        self.lines.place(&self.text, offset)
    }

    /// A line, counted from 0, without its end.
    pub fn line_text(&self, line: usize) -> &str {
        let start = self.lines.start(line).unwrap_or(self.text.len());
        let end = self.lines.start(line + 1).unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// Gives a file's bare test, if it has one, the file's name as its title.
fn name_bare_test(script: &mut Script, path: &Path) {
    for test in script.tests.iter_mut().filter(|test| test.is_bare()) {
        let stem = path.file_stem().unwrap_or_default();
        test.title.parts = vec![Part::Literal(stem.to_string_lossy().into_owned())];
    }
}

fn load(
    path: &Path,
    contents: &dyn Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<File, Box<Problem>> {
    let bytes = contents(path).map_err(|error| {
        Box::new(Problem::error(
            "unreadable-file",
            Default::default(),
            format!("{} cannot be read: {}.", path.display(), in_words(&error)),
        ))
    })?;
    let text = read(bytes)?;
    let parsed = parse(&text);
    Ok(File::new(path, text, parsed))
}

fn use_file(
    files: &mut Vec<File>,
    user: usize,
    at: usize,
    contents: &dyn Fn(&Path) -> io::Result<Vec<u8>>,
) -> Option<usize> {
    let asked = files[user].script.uses.get(at)?.path.clone();
    let path = match used_path(&files[user].path, &asked) {
        Ok(path) => path,
        Err(problem) => {
            files[user].problems.push(*problem);
            return None;
        }
    };
    let known = files
        .iter()
        .position(|file| plain(&file.path) == plain(&path));
    if known.is_some() {
        return known;
    }
    match load(&path, contents) {
        Ok(file) => {
            files.push(file);
            Some(files.len() - 1)
        }
        Err(problem) => {
            let message = match problem.code {
                "unreadable-file" => problem.message,
                _ => format!("{} cannot be used. {}", path.display(), problem.message),
            };
            files[user].problems.push(Problem {
                message,
                span: asked.span,
                ..*problem
            });
            None
        }
    }
}

fn used_path(user: &Path, asked: &Text) -> Result<PathBuf, Box<Problem>> {
    match text::literal(asked).as_deref() {
        None => Err(Box::new(Problem::error(
            "use-with-name",
            asked.span,
            "A `use` line names its file as it is; no {name} can stand in it.",
        ))),
        Some("") => Err(Box::new(Problem::error(
            "unreadable-file",
            asked.span,
            "This `use` line names no file.",
        ))),
        Some(path) => Ok(plain(&user.parent().unwrap_or(Path::new("")).join(path))),
    }
}

/// The path without `.` and, as far as that can be told without looking, without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        let ends_in_name = matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if ends_in_name => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission was denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_of(files: &[(&str, &[u8])]) -> Opened {
        let contents = |path: &Path| {
            files
                .iter()
                .find(|(name, _)| Path::new(name) == path)
                .map(|(_, bytes)| bytes.to_vec())
                .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
        };
        open(Path::new(files[0].0), &contents)
    }

    #[test]
    fn brings_in_flows_lets_and_secrets_of_used_files() {
        let opened = open_of(&[
            ("t/send.aite", b"use \"../flows/login.aite\"\ntest \"a\"\n  do login\n"),
            (
                "flows/login.aite",
                b"use \"deep.aite\"\nlet site = \"x\"\nsecret pw = env \"PW\"\nflow login\n  reload\n",
            ),
            (
                "flows/deep.aite",
                b"use \"login.aite\"\nflow deep\n  reload\n",
            ),
        ]);
        let problems: Vec<_> = opened
            .files
            .iter()
            .flat_map(|file| &file.problems)
            .collect();
        assert_eq!(problems, Vec::<&Problem>::new());
        assert_eq!(opened.flow(0, "login").map(|(file, _)| file), Some(1));
        assert_eq!(opened.flow(1, "deep").map(|(file, _)| file), Some(2));
        assert!(opened.flow(0, "deep").is_none());
        assert!(matches!(
            opened.global(0, "pw"),
            Some((1, Global::Secret(_)))
        ));
        assert!(matches!(
            opened.global(2, "site"),
            Some((1, Global::Let(_)))
        ));
        assert_eq!(opened.files[1].path, Path::new("flows/login.aite"));
    }

    #[test]
    fn a_file_that_cannot_be_used_is_a_problem_at_its_line() {
        let opened = open_of(&[
            ("a.aite", b"use \"b.aite\"\nuse \"c.aite\"\nreload\n"),
            ("c.aite", b"\xff"),
        ]);
        let problems = &opened.files[0].problems;
        assert_eq!(
            problems[0].message,
            "b.aite cannot be read: there is no such file."
        );
        assert_eq!(
            problems[1].message,
            "c.aite cannot be used. This file is not UTF-8: byte 0, in line 1, is 0xFF, which begins no UTF-8 character."
        );
        assert_eq!((problems[0].span.start, problems[1].span.start), (4, 17));
        assert_eq!(opened.files[0].uses, [None, None]);
        let title = text::literal(&opened.files[0].script.tests[0].title);
        assert_eq!(title.as_deref(), Some("a"));
    }

    #[test]
    fn a_script_that_cannot_be_read_is_a_problem_of_its_own() {
        let opened = open(Path::new("gone.aite"), &|_| {
            Err(io::Error::from(io::ErrorKind::NotFound))
        });
        assert_eq!(
            opened.files[0].problems[0].message,
            "gone.aite cannot be read: there is no such file."
        );
    }
}
