//! Steps run from the editor in a Chrome that stays open, and what came of them.

mod author;
mod bench;
mod beside;
pub mod commands;
pub mod hints;
pub mod lenses;
mod naming;
mod offered;
mod page;
mod part;
mod picture;
mod progress;
pub mod repairs;
mod results;
mod run;
mod settings;
mod shown;
mod stepper;
mod telling;

pub use offered::items;
pub use page::Page;
pub use picture::with_picture;
pub use repairs::forget_settled;
pub use results::Results;
pub use settings::Settings;
pub use shown::diagnostics;
pub use stepper::{Stepper, Surroundings, Told};
pub use telling::{Abilities, files_to_watch, tell};
