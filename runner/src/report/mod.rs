//! Pure views of a run's results.

mod results;
pub mod terminal;

pub use results::{Counts, Run, ScriptResult, TestResult, VERSION, Verdict};
