//! A process of a trial. It prints what it generates, one value per line, until its output is closed or it is killed.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use idlease::registry::{Registry, Replaced, Slots, Token};
use scru64::Scru64;

use crate::contract::{TIMEOUT, patiently};
use crate::registries;

/// The pause between two batches, and the number of IDs in each. A tick then has about half as many IDs as a 10-bit
/// counter has values, so some ticks overflow.
const PAUSE: Duration = Duration::from_millis(4);
const BATCH: usize = 8;
/// The time to wait for a free slot. A trial ends long before that.
const PATIENCE: Duration = Duration::from_secs(3_600);

/// Runs a worker of this kind with a registry.
pub(crate) fn run(kind: &str, address: &str) -> Result<()> {
    let registry = registries::open(address)?;
    match kind {
        "own" => own(registry),
        "process-wide" => process_wide(registry),
        "count" => count(registry),
        kind => bail!("{kind:?} is not a kind: expected own, process-wide or count"),
    }
}

/// Generates batches of IDs and prints them. Skips failed attempts.
fn print<E>(mut generate: impl FnMut() -> Result<Scru64, E>) -> Result<()> {
    loop {
        let mut lines = String::new();
        for id in (0..BATCH).filter_map(|_| generate().ok()) {
            writeln!(lines, "{}", id.to_u64())?;
        }
        io::stdout().write_all(lines.as_bytes()).context("the output is closed")?;
        thread::sleep(PAUSE);
    }
}

/// Runs a worker with its own generator.
fn own(registry: Box<dyn Registry + Send>) -> Result<()> {
    let mut ids = idlease::scru64(registry).with_acquire_timeout(PATIENCE).leased()?;
    print(|| ids.generate())
}

/// Runs a worker with the process-wide generator.
fn process_wide(registry: Box<dyn Registry + Send>) -> Result<()> {
    let _kept = idlease::scru64(registry).with_acquire_timeout(PATIENCE).keep()?;
    print(Scru64::try_new)
}

/// Increments the epoch of slot 0, in competition with other workers. Prints each number that only this worker has
/// written.
fn count(mut registry: Box<dyn Registry + Send>) -> Result<()> {
    let owner = Some(Token::random()?);
    loop {
        // On a busy machine, a server can report that a request timed out.
        let snapshot = patiently(|timeout| registry.read(Slots::One(0), timeout))?;
        let last = *snapshot.as_ref().and_then(|snapshot| snapshot.record(0)).context("a record")?;
        let new = idlease::registry::Record { epoch: last.epoch + 1, owner, ..last };
        if matches!(registry.replace(0, &last, &new, TIMEOUT), Ok(Replaced::Yes)) {
            writeln!(io::stdout(), "{}", new.epoch).context("the output is closed")?;
        }
    }
}
