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
pub mod scripts;
mod server;

pub use server::serve;
