//! Files beside the script, as a string in it names them.

use std::path::{Path, PathBuf};

use super::Asked;

/// How many files are looked at, at most.
const MOST: usize = 1000;

/// The other scripts below the script's folder, and those the workspace has elsewhere.
pub fn scripts(asked: &Asked) -> Vec<String> {
    let own = &asked.analysis.file().path;
    let folder = own.parent().unwrap_or(Path::new(""));
    let paths = asked.workspace.recent_script_paths();
    let others = paths.iter().filter(|path| *path != own).take(MOST);
    let mut names: Vec<_> = others
        .filter_map(|path| written_from(folder, path))
        .collect();
    names.sort_by_key(|name| {
        (
            name.matches("../").count(),
            name.matches('/').count(),
            name.clone(),
        )
    });
    names
}

/// What stands in the folder that is typed so far; a folder ends in `/`.
pub fn beside(asked: &Asked, typed: &str) -> Vec<String> {
    let own = &asked.analysis.file().path;
    let typed = typed.rfind('/').map_or("", |end| &typed[..=end]);
    let folder = own.parent().unwrap_or(Path::new("")).join(typed);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<_> = entries
        .flatten()
        .take(MOST)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let end = if entry.path().is_dir() { "/" } else { "" };
            (!name.starts_with('.')).then(|| format!("{typed}{name}{end}"))
        })
        .collect();
    names.sort();
    names
}

/// A path as it is written from a folder.
pub fn written_from(folder: &Path, path: &Path) -> Option<String> {
    let up = folder
        .ancestors()
        .position(|above| path.starts_with(above))?;
    let common = folder.ancestors().nth(up)?;
    let mut written = PathBuf::new();
    for _ in 0..up {
        written.push("..");
    }
    written.push(path.strip_prefix(common).ok()?);
    let written = written.to_str()?;
    Some(written.replace(std::path::MAIN_SEPARATOR, "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_from_the_scripts_folder() {
        let written = |path: &str| written_from("/w/shop".as_ref(), path.as_ref());
        assert_eq!(
            written("/w/shop/flows/a.aite").as_deref(),
            Some("flows/a.aite")
        );
        assert_eq!(written("/w/a.aite").as_deref(), Some("../a.aite"));
        assert_eq!(
            written("/w/shopping/a.aite").as_deref(),
            Some("../shopping/a.aite")
        );
    }
}
