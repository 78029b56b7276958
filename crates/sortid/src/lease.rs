//! `sortid lease`: the registry of node IDs.

mod acquire;
pub(crate) mod failure;
mod fence;
mod init;
mod pool;
mod status;
mod words;

use std::io::Write;

use anyhow::Result;

use crate::cli::{Lease, LeaseCommand};

/// Runs a command of `lease`.
pub(crate) fn run(lease: &Lease, out: &mut impl Write) -> Result<()> {
    match &lease.command {
        LeaseCommand::Init(init) => init::run(init, out)?,
        LeaseCommand::Status(status) => status::run(status, out)?,
        LeaseCommand::Acquire(acquire) => acquire::run(acquire, out)?,
        LeaseCommand::Fence(fence) => fence::run(fence, out)?,
    }
    out.flush()?;
    Ok(())
}
