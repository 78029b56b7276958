//! Leases of node ids.

mod client;
mod clock;
mod file;
mod memory;
mod plan;
mod pool;
mod record;
mod registry;
mod text;
mod token;

pub use client::{Client, Observed};
pub use clock::unix_ms;
pub use file::{FileRegistry, FileRegistryError};
pub use memory::{Contents, Fault, InjectedError, MemoryRegistry};
pub use plan::{Lease, Refusal, Replace, now, plan_acquire, plan_release, plan_renew};
pub use pool::{OverlapError, Pool};
pub use record::{Record, Snapshot, admits};
pub use registry::{Init, Registry, RegistryError, Replaced, Slots};
pub use text::TextError;
pub use token::Token;
