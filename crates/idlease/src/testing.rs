//! For tests: a registry in memory that fails on demand, and a clock that stands still.

mod clock;
mod memory;

pub use clock::TestClock;
pub use memory::{Contents, Fault, MemoryRegistry};
