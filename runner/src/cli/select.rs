//! Which scripts a command means.

use std::path::{Path, PathBuf};

use globset::{Glob, GlobSet, GlobSetBuilder};
use ignore::WalkBuilder;

use crate::config::Config;

#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    #[error("{path}: there is no such file or folder", path = .0.display())]
    Missing(PathBuf),
    #[error("{path} is no script: a script's name ends in .aite", path = .0.display())]
    NoScript(PathBuf),
    #[error("`tests` in the config holds \"{glob}\", which is no glob: {reason}")]
    Glob { glob: String, reason: String },
    #[error(
        "no script found: {searched} holds no file that ends in .aite. `aite init` makes a first one."
    )]
    None { searched: String },
}

/// The scripts at `paths`, folders searched through; without paths, those under the config's folder that its `tests`
/// globs name. Sorted, each once; what .gitignore leaves out is left out.
pub fn scripts(paths: &[PathBuf], config: &Config) -> Result<Vec<PathBuf>, SelectError> {
    let mut found = Vec::new();
    if paths.is_empty() {
        let globs = compile(&config.file.tests)?;
        let all = walk(&config.root);
        found.extend(all.into_iter().filter(|path| {
            let inside = path.strip_prefix(&config.root).unwrap_or(path);
            globs.is_match(inside)
        }));
    }
    for path in paths {
        if path.is_dir() {
            found.extend(walk(path));
        } else if !path.exists() {
            return Err(SelectError::Missing(path.clone()));
        } else if !is_script(path) {
            return Err(SelectError::NoScript(path.clone()));
        } else {
            found.push(path.clone());
        }
    }
    found.sort();
    found.dedup();
    if found.is_empty() {
        let searched = match paths {
            [] => config.root.display().to_string(),
            _ => paths
                .iter()
                .map(|path| path.display().to_string())
                .collect::<Vec<_>>()
                .join(", "),
        };
        return Err(SelectError::None { searched });
    }
    Ok(found)
}

fn compile(globs: &[String]) -> Result<GlobSet, SelectError> {
    let refused = |glob: &str, error: globset::Error| SelectError::Glob {
        glob: glob.into(),
        reason: error.kind().to_string(),
    };
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(Glob::new(glob).map_err(|error| refused(glob, error))?);
    }
    set.build()
        .map_err(|error| refused(&globs.join(", "), error))
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    WalkBuilder::new(folder)
        .require_git(false)
        .build()
        .filter_map(Result::ok)
        .map(ignore::DirEntry::into_path)
        .filter(|path| is_script(path) && path.is_file())
        .map(|path| match path.strip_prefix("./") {
            Ok(short) => short.to_path_buf(),
            Err(_) => path,
        })
        .collect()
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "aite")
}
