//! The real program, spoken with in raw LSP as an editor would.

mod client;
mod documents;
mod names;
mod reading;
