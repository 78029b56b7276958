//! What all tasks share: they show what they do, and run programs of other packages.

pub mod program;
pub mod progress;
