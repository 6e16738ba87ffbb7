//! What a script uses and nothing defines.

use std::path::Path;

use aite::script::ast::{Line, Script, Span, StepKind};
use aite::script::{File, Problem, text};

use super::{Asked, Fix};
use crate::features::completion::written_from;
use crate::features::symbols::whole;

/// More files than anyone would choose among.
const MOST_FILES: usize = 3;

/// `profile NAME` at the top of the script. Where no profile is named, the one that tests start in is named first.
pub fn profile(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let name = said(asked, problem)?;
    let end = asked.line_end();
    let profiles = &asked.file().script.profiles;
    // A `profile` line whose config has no such profile is another matter.
    if profiles.iter().any(|profile| profile.span == problem.span) {
        return None;
    }
    let lines = match profiles.is_empty() {
        true => format!("profile default{end}profile {name}{end}"),
        false => format!("profile {name}{end}"),
    };
    let at = match profiles.last() {
        Some(last) => line_after(asked.file(), last.span.end),
        None => below_uses(asked.file()),
    };
    let title = format!("Declare the profile `{name}` in this script");
    Some(asked.fix(title, vec![asked.edit(at, lines)]).preferred())
}

/// `use "FILE"` for the scripts of the workspace that define the name.
pub fn uses(asked: &Asked, problem: &Problem) -> Vec<Fix> {
    let Some(name) = said(asked, problem) else {
        return Vec::new();
    };
    let own = &asked.file().path;
    let folder = own.parent().unwrap_or(Path::new(""));
    let paths = asked.workspace.recent_script_paths();
    let defining = paths.iter().filter(|path| *path != own).filter(|path| {
        let file = asked.workspace.file(path);
        file.is_some_and(|file| defines(&file.script, name, problem.code))
    });
    let names = defining.filter_map(|path| written_from(folder, path));
    let fixes = names.take(MOST_FILES).map(|path| {
        let quoted = text::quote(&path);
        let line = format!("use {quoted}{}", asked.line_end());
        let edit = asked.edit(below_uses(asked.file()), line);
        asked.fix(format!("Bring in `{name}`: use {quoted}"), vec![edit])
    });
    let mut fixes: Vec<_> = fixes.collect();
    if let [only] = fixes.as_mut_slice() {
        only.is_preferred = true;
    }
    fixes
}

fn defines(script: &Script, name: &str, code: &str) -> bool {
    match code {
        "unknown-flow" => script.flows.iter().any(|flow| flow.name.text == name),
        // What a test's own file names is not meant for others.
        _ if !script.tests.is_empty() => false,
        _ => {
            script.lets.iter().any(|found| found.name.text == name)
                || script.secrets.iter().any(|secret| secret.name.text == name)
        }
    }
}

/// A new flow at the script's end, with a parameter for each value it is given.
pub fn flow(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let name = said(asked, problem)?;
    let file = asked.file();
    let given = file.script.lines().find_map(|line| match line {
        Line::Step(step) => match &step.kind {
            StepKind::Do { flow, arguments } if flow.span == problem.span => Some(arguments.len()),
            _ => None,
        },
        Line::Let(_) => None,
    })?;
    let parameters: String = match given {
        1 => " value".to_owned(),
        given => (1..=given).map(|at| format!(" value{at}")).collect(),
    };
    let end = asked.line_end();
    let written = file.text.trim_end();
    let at = Span {
        start: written.len(),
        end: file.text.len(),
    };
    let lines = format!("{end}{end}flow {name}{parameters}{end}");
    Some(asked.fix(
        format!("Write the flow `{name}` below"),
        vec![asked.edit(at, lines)],
    ))
}

/// A `let` above the line, to be filled in.
pub fn value(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let name = said(asked, problem)?;
    let file = asked.file();
    let line = file.lines.line(problem.span.start);
    let start = file.lines.start(line)?;
    let said = file.line_text(line);
    let step = said.trim_start();
    let is_heading = ["test", "flow", "before", "after"]
        .iter()
        .any(|word| step.starts_with(word));
    let at = match is_heading {
        true => below_uses(file),
        false => Span { start, end: start },
    };
    let indent = if is_heading {
        ""
    } else {
        &said[..said.len() - step.len()]
    };
    let text = format!("{indent}let {name} = \"\"{}", asked.line_end());
    Some(asked.fix(format!("Define `{name}` above"), vec![asked.edit(at, text)]))
}

fn said<'a>(asked: &'a Asked, problem: &Problem) -> Option<&'a str> {
    let said = asked
        .file()
        .text
        .get(problem.span.start..problem.span.end)?;
    text::is_name(said).then_some(said)
}

/// Behind the `use` lines; without any, where the first line that says something stands.
fn below_uses(file: &File) -> Span {
    if let Some(last) = file.script.uses.last() {
        return line_after(file, last.span.end);
    }
    let mut lines = (0..file.lines.lines()).filter(|&line| {
        let said = file.line_text(line).trim();
        !said.is_empty() && !said.starts_with('#')
    });
    let first = lines.next().unwrap_or(0);
    // A comment right above a block is about the block.
    let is_comment = |line: usize| file.line_text(line).trim_start().starts_with('#');
    let first = (0..first)
        .rev()
        .take_while(|&line| is_comment(line))
        .last()
        .unwrap_or(first);
    let start = file.lines.start(first).unwrap_or(0);
    Span { start, end: start }
}

fn line_after(file: &File, offset: usize) -> Span {
    let line = file.lines.line(offset);
    let start = file.lines.start(line + 1).unwrap_or(file.text.len());
    Span { start, end: start }
}

/// Where a new block can stand that is to come in front of one, with a blank line between: above what is written about it.
pub fn above_block(file: &File, heading: Span, block: Span) -> Span {
    let first = file.lines.line(whole(file, heading, block).start);
    let is_comment = |line: usize| file.line_text(line).starts_with('#');
    let first = (0..first)
        .rev()
        .take_while(|&line| is_comment(line))
        .last()
        .unwrap_or(first);
    let start = file.lines.start(first).unwrap_or(0);
    Span { start, end: start }
}
