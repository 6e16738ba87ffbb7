//! The real program, spoken with in raw LSP as an editor would.

mod client;
mod documents;
mod live;
mod names;
mod reading;
mod repairs;
#[expect(dead_code, reason = "the runner's tests use more of it")]
#[path = "../../../runner/tests/program/site.rs"]
mod site;
