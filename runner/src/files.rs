//! Writing files that a crash leaves whole.

use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a temporary file beside `path` and renames it over it, so that a reader meets the old bytes or the new.
/// The old file's permissions are kept.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let permissions = match std::fs::metadata(path) {
        Ok(old) => old.permissions(),
        Err(_) => ordinary_permissions(),
    };
    file.as_file().set_permissions(permissions)?;
    file.persist(path)?;
    Ok(())
}

/// A temporary file is its owner's alone; a file of the project's is readable as any other.
#[cfg(unix)]
fn ordinary_permissions() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o644)
}

/// A value as our files hold it: two spaces, LF, a newline at the end.
pub fn to_json<T: serde::Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
