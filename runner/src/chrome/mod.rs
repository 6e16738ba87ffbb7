//! Chrome: found, started, and driven over its private debugging pipe. Real input, pictures, dialogs and network events come from here; what a page
//! holds does not, that is the extension's.
//!
//! The order of a start: [`find_browser`], [`UserDataDir::lock`], [`ExtensionFolder::write`], (the bridge writes its card), [`Chrome::launch`],
//! [`Chrome::load_extension`], (the bridge hears hello), [`Chrome::refused_origins`].

mod dialogs;
mod emulation;
mod error;
mod extension;
mod find;
mod flags;
mod folder;
mod join;
mod launch;
mod loading;
mod network;
mod pages;
mod pipe;
mod process;

pub use dialogs::{Dialog, DialogKind};
pub use error::ChromeError;
pub use extension::ExtensionFolder;
pub use find::{MINIMUM_VERSION, find_browser, read_version};
pub use folder::UserDataDir;
pub use launch::{Chrome, Launch};
pub use pages::{Beacon, Page};
pub use pipe::SessionId;

#[cfg(test)]
mod tests;
