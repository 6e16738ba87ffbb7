//! aite's runner: scripts as text, a Chrome that runs them, and what came of it.

pub mod bridge;
pub mod chrome;
pub mod cli;
pub mod config;
pub mod files;
pub mod lock;
pub mod report;
pub mod run;
pub mod script;
pub mod session;
