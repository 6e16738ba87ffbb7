//! The demo: a small shop served from inside the program, and the suite of scripts that is run against it.
//!
//! Site and suite live in `runner/demo/` and are part of the program.

mod account;
mod cart;
mod catalog;
mod command;
#[cfg(test)]
mod coverage;
mod mall;
mod pages;
mod refusal;
mod server;
mod suite;
#[cfg(test)]
mod tests;
mod visitor;
mod wallet;
mod wishlist;

pub(super) use command::{DemoArgs, demo};
pub use server::{DemoServer, serve, serve_at, serve_redesign};
pub use suite::{ENVIRONMENT, write_suite};
