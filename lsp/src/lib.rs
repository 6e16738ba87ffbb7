//! aite's language server: it shows, edits text, and asks the stepper.

pub mod analysis;
mod capabilities;
pub mod diagnoser;
pub mod documents;
pub mod editor;
pub mod edits;
pub mod features;
mod life;
pub mod live;
mod manners;
pub mod position;
mod running;
pub mod scripts;
mod serve;
mod server;

pub use serve::serve;
