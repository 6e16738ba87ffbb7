//! Chrome: found, started, and driven over its private debugging pipe. Real input, pictures, dialogs and network events come from here; what a page
//! holds does not, that is the extension's.
//!
//! The order of a start: [`find_browser`], [`UserDataDir::lock`], [`ExtensionFolder::write`], (the bridge writes its card), [`Chrome::launch`],
//! [`Chrome::load_extension`], (the bridge hears hello), [`Chrome::refused_origins`].

mod clean;
mod dialogs;
mod doctor;
mod drag;
mod emulation;
mod error;
mod extension;
mod find;
mod flags;
mod folder;
mod frames;
mod history;
mod input;
mod install;
mod join;
mod keyboard;
mod keys;
mod launch;
mod loading;
mod mouse;
mod network;
mod pages;
mod pipe;
mod process;
mod screenshot;
mod state;
mod upload;

pub use dialogs::{Dialog, DialogClosed, DialogKind};
pub use doctor::{Diagnosis, diagnose};
pub use error::ChromeError;
pub use extension::{ExtensionFolder, page_modules};
pub use find::{MINIMUM_VERSION, find_browser, read_version};
pub use folder::UserDataDir;
pub use input::{Delivery, Point};
pub use install::{InstallError, install_browser};
pub use launch::{Chrome, Launch};
pub use pages::{Beacon, Page};
pub use screenshot::Clip;
pub use upload::Upload;

#[cfg(test)]
mod tests;
