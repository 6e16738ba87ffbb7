//! What targets were when they last resolved, kept beside the script and reviewed like code.

mod descriptor;
mod file;
mod page;

pub use descriptor::{Context, Descriptor, Path, Rect, Siblings};
pub use file::{
    Accepted, Entry, LockError, LockFile, Sighting, Update, VERSION, lock_path, remember,
};
pub use page::page_key;
