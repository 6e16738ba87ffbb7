//! Steps run from the editor in a Chrome that stays open, and what came of them.

pub mod commands;
pub mod hints;
pub mod lenses;
mod naming;
mod part;
mod progress;
pub mod repairs;
mod results;
mod run;
mod settings;
mod shown;
mod stepper;
mod telling;

pub use repairs::forget_settled;
pub use results::Results;
pub use settings::Settings;
pub use shown::diagnostics;
pub use stepper::{Stepper, Surroundings, Told};
pub use telling::{Abilities, files_to_watch, tell};
