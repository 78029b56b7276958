//! `sortid lease`: commands for a registry of node IDs.

mod acquire;
mod check;
pub(crate) mod failure;
mod fence;
mod init;
mod status;
mod words;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use idlease::registry::{Slots, Snapshot, unix_ms};

use self::failure::describe;
use crate::cli::{Lease, LeaseCommand};
use crate::failure::Outcome;
use crate::registry::{self, AnyRegistry};

/// The time limit for a call to a registry.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) fn run(lease: &Lease, out: &mut impl Write) -> Result<Outcome> {
    let mut outcome = Outcome::Good;
    let registry = registry::open(&registry::url("--registry", lease.url.as_deref())?)?;
    match &lease.command {
        LeaseCommand::Init(init) => init::run(init, registry, out)?,
        LeaseCommand::Status(status) => status::run(status, registry, out)?,
        LeaseCommand::Acquire(acquire) => acquire::run(acquire, registry, out)?,
        LeaseCommand::Fence(fence) => fence::run(fence, registry, out)?,
        LeaseCommand::Check(check) => outcome = check::run(check, registry, out)?,
    }
    out.flush()?;
    Ok(outcome)
}

/// Reads a registry. Also returns the time of this machine's clock at which the registry read its own.
fn read(registry: &mut AnyRegistry, slots: Slots) -> Result<(Snapshot, u64)> {
    let read = idlease::protocol::read(registry, slots, TIMEOUT, || Ok(unix_ms()?));
    read.map_err(|error| describe(&error))
}
