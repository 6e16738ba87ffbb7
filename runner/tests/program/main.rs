//! The `aite` program as a person meets it: started in a folder of its own, judged by what it says, writes and ends with.
//! Tests that run scripts start a real Chromium.

mod acts;
mod again;
mod browsers_at_fault;
mod demo;
mod faults;
mod folder;
mod live;
mod lock_files;
mod lock_life;
mod order;
mod prove;
mod readme;
mod repairs;
mod results;
mod secrets;
mod site;
mod stopped;
mod verdicts;
