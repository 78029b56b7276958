//! For tests, with the `testing` feature: a registry in memory that fails on demand, and a clock that a test moves.

mod clock;
mod memory;

pub use clock::TestClock;
pub use memory::{Contents, Fault, MemoryRegistry};
