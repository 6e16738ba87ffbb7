//! One file a feature: from what is known of a script to what LSP calls the answer.

pub mod completion;
pub mod diagnostics;
pub mod folding;
pub mod navigation;
mod queries;
pub mod selection;
pub mod semantic_tokens;
pub mod symbols;
mod words;
