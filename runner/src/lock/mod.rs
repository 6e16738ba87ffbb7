//! What elements were when they were last seen: lock files and what they hold.

mod descriptor;

pub use descriptor::{Context, Descriptor, Path, Rect, Siblings};
