//! What the config lacks.

use std::path::PathBuf;

use aite::config::{ConfigChange, FILE_NAME, edited_config, new_config};
use aite::script::Problem;

use super::{Asked, Fix};
use crate::edits::Edits;

pub fn allow(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let origin = problem.missing.clone()?;
    let title = format!("Add {origin} to `allow` in {FILE_NAME}");
    Some(changed(asked, title, &ConfigChange::Allow(origin))?.preferred())
}

pub fn add_profile(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let span = problem.span;
    let name = asked.file().text.get(span.start..span.end)?.to_owned();
    let title = format!("Add the profile `{name}` to {FILE_NAME}");
    changed(asked, title, &ConfigChange::AddProfile(name))
}

/// The config with a change; one that is not there is made in the workspace's folder.
fn changed(asked: &Asked, title: String, change: &ConfigChange) -> Option<Fix> {
    let config = asked.analysis.config.as_ref().ok()?;
    let old = match &config.path {
        Some(path) => Some(asked.workspace.text(path).ok()?),
        None => None,
    };
    let path = config.path.clone().unwrap_or_else(|| new_path(asked));
    let before = old.clone().unwrap_or_else(new_config);
    let new = edited_config(&before, change).ok()?;
    let mut edits = Edits::default();
    edits.rewrite(&path, (old.as_deref(), &new), asked.analysis.encoding);
    Some(Fix {
        title,
        edits,
        is_preferred: false,
    })
}

/// At the top of the workspace's folder the script lies in, or else beside the script.
fn new_path(asked: &Asked) -> PathBuf {
    let script = &asked.file().path;
    let folders = asked.workspace.editor.folders.iter();
    let around = folders
        .filter(|folder| script.starts_with(folder))
        .max_by_key(|folder| folder.as_os_str().len());
    let beside = script.parent().map(PathBuf::from).unwrap_or_default();
    around.cloned().unwrap_or(beside).join(FILE_NAME)
}
