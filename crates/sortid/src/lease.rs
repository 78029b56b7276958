//! `sortid lease`: the registry of node ids at a shell.

mod acquire;
mod failure;
mod fence;
mod init;
mod status;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use idlease::{Slots, Snapshot, unix_ms};

pub(crate) use self::failure::{describe, full_text};
use crate::cli::{At, Lease, LeaseCommand};
use crate::registry::{self, AnyRegistry};

/// The time that one call of a registry may take.
const TIMEOUT: Duration = Duration::from_secs(10);

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

fn open(at: &At) -> Result<AnyRegistry> {
    registry::open(&registry::url(at.url.as_deref())?)
}

/// Reads a registry, and this machine's clock when the registry read its own.
pub(crate) fn read(registry: &mut AnyRegistry, slots: Slots) -> Result<(Snapshot, u64)> {
    let read = idlease::protocol::read(registry, slots, TIMEOUT, || Ok(unix_ms()?));
    read.map_err(|error| describe(&error))
}

/// The node ids of a pool, in words.
fn pool_in_words(pool: &idlease::Pool) -> Result<String> {
    let (first, last) = (pool.node_id(0)?, pool.node_id(pool.slots() - 1)?);
    let (size, window) = (pool.node_id_size(), in_seconds(pool.window_ms()));
    Ok(format!("node ids {first} to {last} of {size} bits, with a window of {window}"))
}

/// A duration in seconds, such as `60 s` or `1.5 s`.
fn in_seconds(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{seconds}{} s", fraction.trim_end_matches('0'))
}
