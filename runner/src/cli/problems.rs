//! Everything wrong with scripts, config and locks, shown under their source lines.

use std::collections::BTreeSet;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::config::Config;
use crate::lock::{LockFile, lock_path};
use crate::report::terminal::Look;
use crate::script::{File, Opened, Problem, Severity, Surroundings, check, open};
use crate::session::shown_path;

/// Scripts with what is wrong with them.
pub(super) struct Checked {
    pub scripts: Vec<Opened>,
    /// Each once, however many scripts use the file: file and what is wrong with it.
    found: Vec<(File, Problem)>,
    /// Locks that cannot be used, in sentences.
    locks: Vec<String>,
}

/// Opens and checks scripts, with all that they use.
pub(super) fn check_all(paths: &[PathBuf], config: &Config) -> Checked {
    let mut checked = Checked {
        scripts: Vec::new(),
        found: Vec::new(),
        locks: Vec::new(),
    };
    let mut seen = BTreeSet::new();
    let mut locks = BTreeSet::new();
    let surroundings = Surroundings {
        base_url: config.file.base_url.as_ref(),
        allows: &|url| config.allow.allows(url),
        profiles: config.file.profiles.keys().cloned().collect(),
        exists: &|path| path.is_file(),
    };
    for path in paths {
        let opened = open(path, &|path| std::fs::read(path));
        for (file, problem) in check(&opened, &surroundings) {
            let file = &opened.files[file];
            if seen.insert((
                file.path.clone(),
                problem.span.start,
                problem.message.clone(),
            )) {
                checked.found.push((file.clone(), problem));
            }
        }
        locks.extend(opened.files.iter().map(|file| lock_path(&file.path)));
        checked.scripts.push(opened);
    }
    for path in locks {
        if let Err(error) = LockFile::read(&path) {
            checked.locks.push(error.to_string());
        }
    }
    checked
}

impl Checked {
    /// Shows what was found on standard error; true when something of it is an error.
    pub(super) fn report(&self) -> bool {
        let look = Look::of_stderr();
        for (file, problem) in &self.found {
            eprintln!("{}\n", show(&shown_path(&file.path), file, problem, look));
        }
        for sentence in &self.locks {
            super::complain(super::Exit::Problems, sentence);
        }
        let (errors, warnings) = self.count();
        if errors + warnings > 0 {
            eprintln!(
                "{}, {}",
                plural(errors, "error"),
                plural(warnings, "warning")
            );
        }
        errors > 0
    }

    fn count(&self) -> (usize, usize) {
        let is_error = |problem: &Problem| problem.severity == Severity::Error;
        let errors = self
            .found
            .iter()
            .filter(|(_, problem)| is_error(problem))
            .count();
        (errors + self.locks.len(), self.found.len() - errors)
    }
}

pub(super) fn plural(number: usize, word: &str) -> String {
    match number {
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    }
}

/// A problem under its source line.
fn show(path: &str, file: &File, problem: &Problem, look: Look) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = shorten(&problem.message);
    let title = level.primary_title(message).id(problem.code);
    let mut group = Group::with_title(title);
    if file.text.is_empty() {
        group = group.element(Origin::path(path));
    } else {
        let span = problem.span.start..problem.span.end;
        let mut snippet = Snippet::source(file.text.as_str())
            .path(path)
            .annotation(AnnotationKind::Primary.span(span));
        if let Some((span, words)) = &problem.related {
            let span = span.start..span.end;
            snippet = snippet.annotation(AnnotationKind::Context.span(span).label(words.as_str()));
        }
        group = group.element(snippet);
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(shorten(help)));
    }
    let renderer = if look.colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.term_width(look.width).render(&[group]).to_string()
}

/// A sentence that quotes a script may be as long as the script; nobody reads that.
fn shorten(sentence: &str) -> String {
    const LETTERS: usize = 400;
    match sentence.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &sentence[..end]),
        None => sentence.to_owned(),
    }
}
