//! What targets were when they last resolved, kept beside the script and reviewed like code.

mod descriptor;
mod edit;
mod file;
mod page;

pub use descriptor::{Context, Descriptor, Path, Rect, Siblings};
pub use edit::{Change, Edit, EditError, edited};
pub use file::{
    Accepted, Entry, LockError, LockFile, Sighting, Update, VERSION, edit_lock, lock_path, remember,
};
pub use page::page_key;
