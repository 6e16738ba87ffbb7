//! Pure views of a run's results.

pub mod comparison;
pub mod explained;
pub mod proofs;
mod proposals;
pub mod repairs;
mod results;
mod scorer;
pub mod terminal;

pub use proposals::{Proposal, proposals};
pub use results::{Behind, BehindWhy, Counts, Run, ScriptResult, TestResult, VERSION, Verdict};
pub use scorer::{Rescored, Scorer, ScorerError};
