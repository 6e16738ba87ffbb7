//! A profile's living browser, and what a test does in it. Used alike by runs and by editors.

mod browsers;
mod dialogs;
mod expand;
mod keyboard;
mod live;
mod live_events;
mod look;
mod mask;
mod memory;
mod offer;
mod outcome;
mod pictures;
mod pointer;
mod probation;
mod proof;
mod prove;
mod recording;
mod resemblance;
mod said;
mod scope;

mod browser;
mod commands;
mod test;
mod travel;
mod tried;
mod words;

/// What of the wire an editor is shown.
pub use crate::bridge::messages::{
    Candidate as FoundElement, Failure, OfferedTarget, Picked, Reason, RecordedStep,
    Target as WireTarget, Within,
};
pub use browser::{Input, Session};
pub use browsers::{Browsers, SessionOptions, StartError};
pub use expand::Expanded;
pub use live::{LiveQuery, Preview};
pub use live_events::{LiveEvent, LiveEvents, Recorded};
pub use mask::Secrets;
pub use offer::{Candidate, Offer, Standing, accepting, offers};
pub use outcome::{
    ConsoleMessage, EntryPlace, Exchange, Place, Probation, Status, StepOutcome, StepRepair,
    StepResult, Unlike, Warning,
};
pub use probation::RepairWatch;
pub use proof::{Finding, Proof, Prover, Taken, Trial};
pub use recording::{Written, written};
pub use resemblance::{candidate_in_words, repair_in_words, taken_in_words};
pub use said::said;
pub use scope::{Known, RunFacts, Scope, ScopeError, read_secrets};
pub use test::{Beginning, Ended, Observer, Stage, bind_row, shown_path};
pub use tried::{Tried, tried};
pub use words::{Explanation, descriptor_in_words, explain, target_in_words};
