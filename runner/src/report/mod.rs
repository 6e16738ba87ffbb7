//! Pure views of a run's results.

pub mod proofs;
pub mod repairs;
mod results;
pub mod terminal;

pub use results::{Behind, BehindWhy, Counts, Run, ScriptResult, TestResult, VERSION, Verdict};
