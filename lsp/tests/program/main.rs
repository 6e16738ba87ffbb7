//! The real program, spoken with in raw LSP as an editor would.

mod actions;
mod client;
mod documents;
mod live;
mod live_page;
mod manners;
mod names;
mod person;
mod reading;
mod repairs;
#[expect(dead_code, reason = "the runner's tests use more of it")]
#[path = "../../../runner/tests/program/site.rs"]
mod site;
mod writing;
