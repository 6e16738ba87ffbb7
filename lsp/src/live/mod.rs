//! Steps run from the editor in a Chrome that stays open, and what came of them.

pub mod commands;
pub mod hints;
pub mod lenses;
mod part;
mod progress;
mod results;
mod run;
mod settings;
mod shown;
mod stepper;
mod telling;

pub use results::Results;
pub use settings::Settings;
pub use shown::diagnostics;
pub use stepper::{Stepper, Surroundings, Told};
pub use telling::{Abilities, tell};
