//! Leases of node ids.

mod clock;
mod memory;
mod pool;
mod record;
mod registry;
mod text;
mod token;

pub use clock::unix_ms;
pub use memory::{Contents, Fault, InjectedError, MemoryRegistry};
pub use pool::{OverlapError, Pool};
pub use record::{Record, Snapshot, admits};
pub use registry::{Init, Registry, RegistryError, Replaced, Slots};
pub use text::TextError;
pub use token::Token;
