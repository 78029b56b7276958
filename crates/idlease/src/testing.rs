//! For tests, with the `testing` feature: a registry in memory that fails on demand, and a clock that the test sets.

mod clock;
mod memory;

pub use clock::TestClock;
pub use memory::{Fault, MemoryRegistry};
