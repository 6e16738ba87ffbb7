//! Text to `(Script, Vec<Problem>)`; never fails.

pub mod ast;
mod problem;

pub use problem::{Problem, Severity};
