//! Pure views of a run's results.

pub mod comparison;
pub mod explained;
pub mod proofs;
mod proposals;
pub mod repairs;
mod results;
mod scorer;
pub mod terminal;
mod tried;

pub use proposals::{Candidate, Proposal, Standing, proposals};
pub use results::{Behind, BehindWhy, Counts, Run, ScriptResult, TestResult, VERSION, Verdict};
pub use scorer::{Rescored, Scorer, ScorerError};
pub use tried::{Tried, tried};
