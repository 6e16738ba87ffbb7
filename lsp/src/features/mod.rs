//! One file a feature: from what is known of a script to what LSP calls the answer.

pub mod diagnostics;
